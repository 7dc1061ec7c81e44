// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Terms whose merged loops would have thousands of cases: parts of them are computed
// ahead, the values and the structure are those of one nest.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Indices = std::vector<std::int64_t>;

constexpr std::int64_t extent = 9;

/// Every `step`th element in row-major order, the first of them at place `first`.
CooData every(std::int64_t step, std::int64_t first, const Indices& extents) {
  CooData data{ScalarType::f64, extents, {}, {}};
  std::int64_t size = 1;
  for (const std::int64_t n : extents) size *= n;
  for (std::int64_t n = first; n < size; n += step) {
    Indices at(extents.size());
    std::int64_t left = n;
    for (std::size_t d = at.size(); d-- > 0; left /= extents[d]) at[d] = left % extents[d];
    data.add(at, static_cast<double>(n % 11) - 4);
  }
  return data;
}

CooData entries_from(std::int64_t rest) { return every(7 + rest % 3, rest, {extent, extent}); }

template <class Space>
class ManyCases : public testing::Test {
 protected:
  Operands operands(const std::vector<TensorFormat>& formats) {
    Operands out;
    for (std::int64_t n = 0; n < 7; ++n)
      out[std::string(1, static_cast<char>('B' + n))] = make_tensor(
          m_exec, formats[static_cast<std::size_t>(n) % formats.size()], entries_from(n));
    return out;
  }

  void expect_right(const char* notation, const Operands& inputs, TensorRef result) {
    Operands all = inputs;
    all["A"]     = result;
    const Plan plan = compile(m_exec, notation, all);
    plan.execute(m_exec);
    m_exec.fence("Strata::test::many_cases");
    result               = plan.result();
    const std::string at = std::string(notation) + ", " + result.format.to_string() + ": ";
    const CheckReport report = check_result(notation, inputs, result);
    EXPECT_TRUE(report.passed()) << at << report.to_string();
    if (!result.format.is_dense()) {
      EXPECT_EQ(structure_fault(result, expected_coordinates(notation, inputs, result)), "") << at;
    }
  }

  TensorRef result(const TensorFormat& format, const Indices& extents) {
    return format.is_dense() ? make_dense(m_exec, format, ScalarType::f64, extents)
                             : declare_result(format, ScalarType::f64, extents);
  }

  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(ManyCases, TestSpaces);

TYPED_TEST(ManyCases, ResultsInAnyFormat) {
  const Operands inputs = this->operands({Formats::dcsr(), Formats::dcsc(), Formats::coo(2)});
  const char* notation  = "A(i,j) = max(max(max(B(i,j), C(i,j)), max(D(i,j), E(i,j))), "
                          "max(max(F(i,j), G(i,j)), H(i,j)))";
  for (const TensorFormat& format : {Formats::csr(), Formats::dcsc(), Formats::dense(2)})
    this->expect_right(notation, inputs, this->result(format, {extent, extent}));
}

// The dense operand decides where nothing is stored: no number is a part's fill value.
TYPED_TEST(ManyCases, PartsBesideADenseOperand) {
  Operands inputs      = this->operands({Formats::dcsr(), Formats::dcsc(), Formats::coo(2)});
  inputs["H"]          = make_tensor(this->m_exec, Formats::dense(2), every(1, 0, {extent, extent}));
  const char* notation = "A(i,j) = max(max(min(H(i,j), B(i,j)), min(H(i,j), C(i,j))) + "
                         "max(min(H(i,j), D(i,j)), min(H(i,j), E(i,j))), "
                         "max(min(H(j,i), F(i,j)), min(H(i,j), G(i,j))))";
  for (const TensorFormat& format : {Formats::csr(), Formats::dcsc(), Formats::dense(2)})
    this->expect_right(notation, inputs, this->result(format, {extent, extent}));
}

// Comparisons are true where nothing is stored, and go on there.
TYPED_TEST(ManyCases, PartsWithFillValues) {
  const Operands inputs = this->operands({Formats::dcsr()});
  const char* notation  = "A(i,j) = H(i,j) * cast_f64(eq(max(B(i,j), C(i,j)), max(D(i,j), E(i,j)))) "
                          "- 2 * min(3 - F(i,j), max(3, G(i,j)))";
  for (const TensorFormat& format : {Formats::dcsr(), Formats::dense(2)}) {
    TensorRef result = this->result(format, {extent, extent});
    result.fill      = -6;
    this->expect_right(notation, inputs, result);
  }
}

TYPED_TEST(ManyCases, SumsOverThem) {
  const Operands inputs = this->operands({Formats::dcsr(), Formats::dcsc()});
  this->expect_right("A(i) = (B(i,j) + C(i,j) + D(j,i)) * (E(i,j) - F(j,i)) * (G(i,j) + H(j,i))",
                     inputs, this->result(Formats::dense(1), {extent}));
  this->expect_right("A = (B(i,j) + C(i,j) + D(j,i)) * (E(i,j) - F(j,i)) * max(G(i,j), H(j,i))",
                     inputs, this->result(Formats::dense(0), {}));
}

// Terms that store everything have no fill value to be a sparse part with.
TYPED_TEST(ManyCases, BesideTermsThatStoreEverything) {
  Operands inputs = this->operands({Formats::dcsr()});
  inputs["X"]     = make_tensor(this->m_exec, Formats::dense(2), entries_from(3));
  TensorRef result = this->result(Formats::dcsr(), {extent, extent});
  result.fill      = 2;
  this->expect_right("A(i,j) = F(i,j) + max(X(i,j), max(max(B(i,j), C(i,j)), max(D(i,j), E(i,j))))",
                     inputs, result);
}

// What says whether something is stored is never stored itself, also when it is a part:
// products of a semiring are absent where either factor is.
TYPED_TEST(ManyCases, PartsThatSayWhatIsStored) {
  const auto make = [&](const TensorFormat& format, const CooData& data) {
    return make_tensor(this->m_exec, format, data);
  };
  const Operands inputs{{"B", make(Formats::dense(2), every(1, 0, {4, 3}))},
                        {"C", make(Formats::dcsr(), every(2, 2, {4, 3}))},
                        {"E", make(Formats::csf(3), every(2, 1, {2, 4, 4}))},
                        {"F", make(Formats::csf(4, {0, 3, 1, 2}), every(4, 1, {2, 3, 4, 4}))},
                        {"H", make(Formats::csf(4, {3, 0, 1, 2}), every(4, 0, {5, 4, 3, 2}))}};
  this->expect_right("semiring min-first; A(m,j,i) = B(j,m) * sum(l, H(j(1,5),l({1,2,3,0}),m,i) * "
                     "sum(k, E(i,l,k) * (C(l,m) + F(i,m,k,l))))",
                     inputs, this->result(Formats::dense(3), {3, 4, 2}));
}

}  // namespace
