// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tensors (Strata::subview) as operands and results: what they mean, what
// they cost, that one kernel serves all of them.
#include <functional>
#include <random>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using S       = DimensionSlice;
using Extents = std::vector<std::int64_t>;

CooData random_data(unsigned seed, std::int64_t entries, const Extents& extents) {
  std::mt19937_64 random(seed);
  CooData data{ScalarType::f64, extents, {}, {}};
  for (std::int64_t e = 0; e < entries; ++e) {
    Extents c;
    for (const std::int64_t extent : extents)
      c.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(extent)));
    data.add(c, static_cast<double>(random() % 9 + 1));
  }
  return data;
}

std::vector<TensorFormat> matrix_formats() {
  std::vector<TensorFormat> formats = {Formats::csr(),  Formats::csc(),  Formats::dcsr(),
                                       Formats::coo(2), Formats::csf(2, {1, 0}),
                                       Formats::dense(2), Formats::bsr(2, 3), Formats::dia(),
                                       Formats::csr().with_index_types({32}, {8})};
  for (const char* text : {"(i, j) -> (i : compressed, j : dense)",
                           "(i, j) -> (i : dense, j : compressed(nonordered))",
                           "(i, j) -> (i : dense, j : ell)",
                           "(i, j) -> (j : compressed, i : loose_compressed)"})
    formats.push_back(TensorFormat::parse(text));
  return formats;
}

template <class Space>
class Slices : public testing::Test {
 protected:
  TensorRef declared(const TensorFormat& format, const Extents& extents) {
    return format.is_dense() ? make_tensor(m_exec, format, {ScalarType::f64, extents, {}, {}})
                             : declare_result(format, extents);
  }
  static TensorRef declare_result(const TensorFormat& format, const Extents& extents) {
    TensorRef wanted;
    wanted.format  = format;
    wanted.extents = extents;
    wanted.levels.resize(format.lvl_rank());
    return wanted;
  }
  Plan executed(const std::string& notation, const TensorFormat& format, const Extents& extents,
                const Operands& inputs, const PlanOptions& options = {}) {
    Operands all = inputs;
    all["a"]     = declared(format, extents);
    Plan plan    = compile(m_exec, notation, all, options);
    plan.execute(m_exec);
    m_exec.fence("Strata::test::slices");
    return plan;
  }
  /// Compares the result with the dense meaning of the statement.
  Plan checked(const std::string& notation, const TensorFormat& format, const Extents& extents,
               const Operands& inputs, const PlanOptions& options = {}) {
    const Plan plan          = executed(notation, format, extents, inputs, options);
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << notation << " of " << inputs.at("B").format.to_string()
                                 << ": " << report.to_string();
    return plan;
  }
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(Slices, TestSpaces);

// The slice as a tensor of its own is what the statements are checked against;
// convert() is compared with dense slicing in tests/core.
TYPED_TEST(Slices, S0_23_AreOperands) {
  const CooData data = random_data(23, 70, {8, 16});
  const CooData rest = random_data(24, 20, {4, 5});
  const CooData x    = random_data(25, 9, {5});
  const std::vector<DimensionSlices> slices = {
      {S{0, 4, 1}, S{0, 5, 1}}, {S{0, 4, 2}, S{0, 5, 2}},
      {S{2, 4, 1}, S{1, 5, 3}}, {S{1, 4, 2}, S{11, 5, 1}}};
  for (const TensorFormat& format : matrix_formats()) {
    const TensorRef whole = make_tensor(this->m_exec, format, data);
    for (const DimensionSlices& parts : slices) {
      const TensorRef part = subview(whole, parts);
      EXPECT_TRUE(part.values == whole.values || format.is_dense());
      const Operands alone{{"B", part}};
      this->checked("a(i,j) = B(i,j)", Formats::dense(2), {4, 5}, alone);
      this->checked("a(i,j) = B(i,j)", Formats::csr(), {4, 5}, alone);
      this->checked("a(j,i) = 2 * B(i,j)", Formats::dcsr(), {5, 4}, alone);
      Operands both = alone;
      both["C"]     = make_tensor(this->m_exec, Formats::dcsr(), rest);
      this->checked("a(i,j) = B(i,j) + C(i,j)", Formats::csr(), {4, 5}, both);
      this->checked("a(i,j) = B(i,j) * C(i,j)", Formats::dense(2), {4, 5}, both);
      Operands product = alone;
      product["x"]     = make_tensor(this->m_exec, Formats::sparse_vector(), x);
      this->checked("a(i) = B(i,j) * x(j)", Formats::dense(1), {4}, product);
    }
  }
}

TYPED_TEST(Slices, ComposeWithWindowsAndSets) {
  const CooData data = random_data(26, 90, {12, 20});
  const DimensionSlices parts{S{1, 5, 2}, S{2, 9, 2}};
  for (const TensorFormat& format : matrix_formats()) {
    const Operands inputs{{"B", subview(make_tensor(this->m_exec, format, data), parts)}};
    this->checked("a(i,j) = B(i(1,4),j(2,9,3))", Formats::csr(), {3, 3}, inputs);
    this->checked("a(i,j) = B(i,j({0,3,8}))", Formats::dense(2), {5, 3}, inputs);
    this->checked("a(i,j) = B(i({0,4}),j({7,1}))", Formats::dense(2), {2, 2}, inputs);
    this->checked("a(i,j) = B(i(0,3),j(0,4)) + B(i(2,5),j(5,9))", Formats::dcsr(), {3, 4},
                  inputs);
    this->checked("a(i) = B(i,i(0,5))", Formats::dense(1), {5}, inputs);
  }
}

TYPED_TEST(Slices, OfOrderThree) {
  const CooData data = random_data(27, 120, {6, 7, 8});
  const DimensionSlices parts{S{1, 4, 1}, std::nullopt, S{0, 3, 3}};
  for (const TensorFormat& format :
       {Formats::csf(3), Formats::csf(3, {2, 0, 1}), Formats::coo(3),
        TensorFormat::parse("(i, j, k) -> (i : compressed, j : dense, k : compressed)")}) {
    Operands inputs{{"B", subview(make_tensor(this->m_exec, format, data), parts)}};
    this->checked("a(i,j) = B(i,j,k)", Formats::csr(), {4, 7}, inputs);
    inputs["C"] = make_tensor(this->m_exec, Formats::dense(2), random_data(28, 30, {3, 5}));
    this->checked("a(i,j,r) = B(i,j,k) * C(k,r)", Formats::dense(3), {4, 7, 5}, inputs);
  }
}

// One kernel for all blocks of rows; the operands are bound to it one by one.
TYPED_TEST(Slices, ShareOneKernel) {
  const CooData data    = random_data(29, 500, {64, 40});
  const TensorRef whole = make_tensor(this->m_exec, Formats::csr(), data);
  const TensorRef x = make_tensor(this->m_exec, Formats::dense(1), random_data(30, 90, {40}));
  const auto block  = [&](std::int64_t first, std::int64_t rows) {
    return subview(whole, {S{first, rows, 1}, std::nullopt});
  };
  const std::string notation = "a(i) = 3 * B(i,j) * x(j)";
  int compiled               = 0;
  for (std::int64_t first = 0; first < 64; first += 24) {
    const std::int64_t rows = std::min<std::int64_t>(24, 64 - first);
    const Plan plan = this->checked(notation, Formats::dense(1), {rows},
                                    {{"B", block(first, rows)}, {"x", x}});
    compiled += !plan.from_cache();
  }
  EXPECT_LE(compiled, 1);
  Plan plan = this->checked(notation, Formats::dense(1), {24}, {{"B", block(0, 24)}, {"x", x}});
  plan.bind("B", block(31, 24));
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::slices");
  const Operands bound{{"B", block(31, 24)}, {"x", x}};
  EXPECT_TRUE(check_result(notation, bound, plan.result()).passed());
  EXPECT_THROW(plan.bind("B", subview(whole, {S{0, 24, 2}, std::nullopt})), FormatMismatch);
  EXPECT_THROW(plan.bind("B", block(0, 23)), ShapeMismatch);
}

// Ten rows and columns of many: what is outside is not touched, but for searches.
TYPED_TEST(Slices, CostWhatTheyHold) {
  const std::int64_t rows = 4000;
  CooData data{ScalarType::f64, {rows, rows}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t n = 0; n < 50; ++n) data.add({i, n * 80}, static_cast<double>(n + 1));
  PlanOptions options;
  options.count_iterations = true;
  for (const TensorFormat& format :
       {Formats::csr(), Formats::dcsr(), Formats::csc(), Formats::coo(2)}) {
    const TensorRef whole = make_tensor(this->m_exec, format, data);
    for (const DimensionSlices& parts :
         {DimensionSlices{S{2000, 10, 1}, S{800, 240, 1}}, DimensionSlices{S{7, 10, 300}, S{800, 3, 80}}}) {
      const Operands inputs{{"B", subview(whole, parts)}};
      const Extents& extents = inputs.at("B").extents;
      for (const char* notation : {"a(i,j) = B(i,j)", "a(i,j) = B(i,j) + B(i,j) * B(i,j)"}) {
        const Plan plan = this->checked(notation, Formats::dense(2), extents, inputs, options);
        // The 30 entries, the result, and searches for both ends of each row.
        EXPECT_LE(plan.iterations(), 2 * extents[0] * extents[1] + 1500)
            << notation << " of " << format.to_string();
      }
    }
  }
}

TYPED_TEST(Slices, AreCutIntoPieces) {
  const CooData data    = random_data(31, 30'000, {500, 400});
  const DimensionSlices parts{S{20, 200, 2}, S{7, 130, 3}};
  for (const TensorFormat& format : {Formats::csr(), Formats::dcsr(), Formats::coo(2)}) {
    const Operands inputs{{"B", subview(make_tensor(this->m_exec, format, data), parts)},
                          {"C", make_tensor(this->m_exec, Formats::dcsr(),
                                            random_data(32, 3000, {200, 130}))}};
    for (const int pieces : {2, 7, 64}) {
      PlanOptions options;
      options.pieces = pieces;
      this->checked("a(i,j) = B(i,j) + C(i,j)", Formats::dcsr(), {200, 130}, inputs, options);
      this->checked("a(i,j) = B(i,j) * C(i,j)", Formats::csr(), {200, 130}, inputs, options);
    }
  }
}

TYPED_TEST(Slices, OfDenseTensorsAreResults) {
  using Matrix = SparseView<double, DynamicFormat, Kokkos::HostSpace>;
  const Matrix a(view_of<double, Kokkos::HostSpace>(
      make_dense(this->m_exec, Formats::dense(2), ScalarType::f64, {6, 9})));
  const Matrix b(view_of<double, Kokkos::HostSpace>(
      make_tensor(this->m_exec, Formats::csr(), random_data(33, 40, {10, 10}))));
  Kokkos::deep_copy(a.values(), 7.0);
  auto part = subview(a, Kokkos::pair(1, 5), S{0, 3, 3});
  einsum(this->m_exec, "A(i,j) = B(j,i)", part, subview(b, S{4, 3, 2}, Kokkos::pair(5, 9)));
  this->m_exec.fence("Strata::test::slices");
  for (std::int64_t i = 0; i < 6; ++i)
    for (std::int64_t j = 0; j < 9; ++j) {
      const bool inside = i >= 1 && i < 5 && j % 3 == 0;
      EXPECT_EQ(a(i, j), inside ? b(4 + 2 * (j / 3), 5 + i - 1) : 7) << i << ", " << j;
    }
}

TYPED_TEST(Slices, OfSparseTensorsAreNoResults) {
  const TensorRef whole = make_tensor(this->m_exec, Formats::csr(), random_data(34, 20, {8, 8}));
  TensorRef part        = subview(whole, {S{0, 4, 1}, std::nullopt});
  const std::string text = message_of<UnsupportedExpression>(
      [&] { einsum(this->m_exec, "A(i,j) = 2 * B(i,j)", part, part); });
  EXPECT_EQ(text,
            "compile: result 'A': expected a tensor of its own, or a part of one with "
            "dense levels only, got a part of (d0, d1) -> (d0 : dense, d1 : compressed); "
            "assign the part of the whole tensor: A(i(lo,hi), …) = …");
}

TYPED_TEST(Slices, AreConvertedForEmittedKernels) {
  PlanOptions options;
  options.backend = Backend::cxx;
  const TensorRef whole = make_tensor(this->m_exec, Formats::csr(), random_data(35, 60, {8, 16}));
  const Operands inputs{{"B", subview(whole, {S{1, 4, 2}, S{3, 6, 2}})}};
  const Plan plan =
      this->checked("a(i,j) = B(i,j)", Formats::dense(2), {4, 6}, inputs, options);
  expect_contains(plan.explain(), "emitted kernels take whole tensors, not slices of them");
}

}  // namespace
