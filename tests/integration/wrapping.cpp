// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Terms of integers wrap around in their own type before they are a wider number of the
// result, also where no nest serves all of them and each is added by itself.
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Numbers of which two are more than the type holds, and a small one.
CooData large(ScalarType type) {
  const double most = type == ScalarType::u8 ? 255 : type == ScalarType::i8 ? 127 : 2147483647;
  CooData data{type, {3, 3}, {}, {}};
  data.add({0, 0}, most - 50);
  data.add({0, 1}, most - 30);
  data.add({1, 0}, most - 40);
  data.add({2, 1}, 3.0);
  return data;
}

template <class Space>
class Wrapping : public testing::Test {
 public:
  /// \return whether terms are added up in a temporary
  bool expect_right(const char* notation, const char* format, ScalarType terms, ScalarType sum,
                    RaceStrategy race) {
    Operands inputs{{"B", make_tensor(exec, TensorFormat::parse(format, 2), large(terms))},
                    {"C", make_tensor(exec, Formats::csr(), large(terms))}};
    Operands all = inputs;
    all["A"]     = make_dense(exec, Formats::dense(2), sum, {3, 3});
    if (std::string_view(notation).find("+=") != std::string_view::npos)
      inputs["A"] = make_dense(exec, Formats::dense(2), sum, {3, 3});  // zeros
    PlanOptions options;
    options.race    = race;
    options.pieces  = 2;
    const Plan plan = compile(exec, notation, all, options);
    plan.execute(exec);
    exec.fence("Strata::test::wrapping");
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string() << plan.explain();
    return plan.explain().find("workspace") != std::string::npos;
  }

  decltype(Space::make()) exec = Space::make();
};
TYPED_TEST_SUITE(Wrapping, TestSpaces);

constexpr const char* s_notations[] = {
    "A(i,j) = B(i,j) + C(i,j)",         "A(i,j) = -B(i,j) + C(i,j)",
    "A(i,j) = C(i,j) - B(i,j)",         "A(i,j) += C(i,j) + B(i,j)",
    "A(i,j) = C(i,j) + B(j,i)",         "A(i,j) = C(i,j) * 3 + B(j,i) * 2",
    "A(i,j) = C(i,j) + reduce_max(k, B(k,j)) + B(j,i)"};

TYPED_TEST(Wrapping, TermsOfResultsThatHoldMore) {
  using enum ScalarType;
  int apart = 0;
  for (const auto& [terms, sum] : {std::pair{u8, i64}, std::pair{u8, f64}, std::pair{i8, i32},
                                   std::pair{i8, f32}, std::pair{i32, i64}, std::pair{u8, c128}})
    for (const char* const format : {"CSR", "CSC", "COO(1,0)"})
      for (const RaceStrategy race : {RaceStrategy::automatic, RaceStrategy::privatize})
        for (const char* const notation : s_notations) {
          SCOPED_TRACE(std::string(notation) + ", B in " + format + ", " +
                       std::string(name_of(terms)) + " in " + std::string(name_of(sum)));
          apart += this->expect_right(notation, format, terms, sum, race);
        }
  EXPECT_GT(apart, 0);
}

/// A temporary would be a pass over the result for nothing.
TYPED_TEST(Wrapping, TermsOfResultsThatHoldAsMuchAreAddedToThem) {
  EXPECT_FALSE(this->expect_right("A(i,j) = C(i,j) - B(i,j)", "CSC", ScalarType::i32,
                                  ScalarType::i32, RaceStrategy::automatic));
  EXPECT_FALSE(this->expect_right("A(i,j) = C(i,j) - B(i,j)", "CSC", ScalarType::f32,
                                  ScalarType::f64, RaceStrategy::automatic));
}

}  // namespace
