// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loop the lanes of a thread take, and how many bytes a plan counts, against
// what index maps say.
#include <gtest/gtest.h>

#include <Strata_MemorySteps.hpp>
#include <Strata_OperationMaps.hpp>
#include <Strata_Plan.hpp>
#include <Strata_TestTensors.hpp>
#include <Strata_Utilisation.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Variables of the loops that are marked "vector", in the order of the loops.
std::vector<std::string> lanes(const std::string& notation,
                               const TensorDeclarations& tensors) {
  PlanOptions options;
  options.team_size      = 4;
  options.vector_length  = 8;
  const std::string text = emit(notation, tensors, Stage::position, options);
  std::vector<std::string> found;
  const std::string loop = "coiterate \"";
  for (std::size_t at = 0; (at = text.find(loop, at)) != std::string::npos;) {
    at += loop.size();
    const std::string line = text.substr(at, text.find('\n', at) - at);
    if (line.find("map \"vector\"") != std::string::npos)
      found.push_back(line.substr(0, line.find('"')));
  }
  return found;
}

/// A matrix as Kokkos lays it out.
template <class Layout>
TensorRef matrix(std::int64_t rows, std::int64_t columns) {
  return ref(Kokkos::View<double**, Layout, Kokkos::HostSpace>("matrix", rows, columns));
}

TensorDeclaration declared(const TensorRef& tensor) {
  return {tensor.format, tensor.scalar, tensor.extents, tensor.fill};
}

/// `results` of (d0, d1)[s0] as a View of this layout is read.
template <class Layout>
MemoryAccess access(const std::string& results, std::int64_t rows, std::int64_t columns) {
  const bool right = std::is_same_v<Layout, Kokkos::LayoutRight>;
  return {IndexingMap::parse("(d0, d1)[s0] -> (" + results +
                             "), domain: d0 in [0, 63], d1 in [0, 31], s0 in [0, 15]"),
          right ? std::vector<std::int64_t>{columns, 1} : std::vector<std::int64_t>{1, rows}};
}

/// The dimension of the result that lanes take in sums and products of Views of one
/// layout: of kernels, and by index maps.
template <class Layout>
void expect_lanes(std::size_t dimension) {
  const std::string variable = dimension == 0 ? "i" : "j";
  const auto c = access<Layout>("d0, d1", 64, 32);
  EXPECT_EQ(choose_lane({c, c, c}), dimension);
  EXPECT_EQ(choose_lane({c, access<Layout>("d0, s0", 64, 16),
                         access<Layout>("s0, d1", 16, 32)}),
            dimension);
  const TensorDeclaration out = declared(matrix<Layout>(64, 32));
  EXPECT_EQ(lanes("C(i,j) = A(i,j) + B(i,j)", {{"C", out}, {"A", out}, {"B", out}}),
            std::vector<std::string>{variable});
  const std::vector<std::string> product =
      lanes("C(i,j) = A(i,k) * B(k,j)", {{"C", out},
                                         {"A", declared(matrix<Layout>(64, 16))},
                                         {"B", declared(matrix<Layout>(16, 32))}});
  EXPECT_FALSE(product.empty());
  for (const std::string& lane : product) EXPECT_EQ(lane, variable);
}

TEST(Lanes, S3_40_TheLayoutDecidesWhichLoopLanesTake) {
  expect_lanes<Kokkos::LayoutRight>(1);
  expect_lanes<Kokkos::LayoutLeft>(0);
}

/// 375 of 10000 elements, in bytes that a plan counts.
TEST(Bytes, S3_41_SlicesCountWhatTheyRead) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const Extents extents{10, 20, 50}, part{5, 3, 25};
  const auto maps = slice_maps(extents, {{5, 10, 1}, {3, 20, 7}, {0, 50, 2}});
  const Utilisation used =
      operand_utilisation({maps.operands[0].output_to_input}, extents);
  ASSERT_EQ(used, (Utilisation{375, 10000}));
  const TensorRef b = make_dense(exec, Formats::dense(3), ScalarType::f64, extents);
  const TensorRef a = make_dense(exec, Formats::dense(3), ScalarType::f64, part);
  const Plan plan =
      compile(exec, "A(i,j,k) = B(i(5,10),j(3,20,7),k(0,50,2))", {{"A", a}, {"B", b}});
  EXPECT_DOUBLE_EQ(plan.cost().bytes, 8.0 * static_cast<double>(used.read + 375));
}

/// Entries that rows share evenly: those of the rows that are read.
TEST(Bytes, S3_41_SparseOperandsCountTheirEntries) {
  const Kokkos::DefaultHostExecutionSpace exec;
  CooData data{ScalarType::f64, {20, 30}, {}, {}};
  std::vector<std::vector<std::int64_t>> entries;
  for (std::int64_t i = 0; i < 20; ++i)
    for (const std::int64_t j : {i % 7, 10 + i % 5, 29 - i % 3}) {
      data.add({i, j}, 1.0);
      entries.push_back({i, j});
    }
  const auto maps = slice_maps({20, 30}, {{5, 15, 1}, {0, 30, 1}});
  const Utilisation used =
      stored_utilisation({maps.operands[0].output_to_input}, entries);
  ASSERT_EQ(used, (Utilisation{30, 60}));
  const TensorRef b = make_tensor(exec, Formats::coo(2), data);
  const TensorRef a = make_dense(exec, Formats::dense(2), ScalarType::f64, {10, 30});
  const Plan plan   = compile(exec, "A(i,j) = B(i(5,15),j)", {{"A", a}, {"B", b}});
  // Both ends of the list, two coordinates and a value an entry, and the result.
  const double read = used.fraction() * 8 * (2 + 3 * static_cast<double>(used.total));
  EXPECT_DOUBLE_EQ(plan.cost().bytes, read + 8 * 300);
}

/// The size of a sparse result is known when it has been made.
TEST(Bytes, SparseResultsCountWhenTheyAreMade) {
  const Kokkos::DefaultHostExecutionSpace exec;
  CooData data{ScalarType::f64, {20, 30}, {}, {}};
  for (std::int64_t i = 0; i < 20; ++i) data.add({i, i}, 1.0);
  const TensorRef b = make_tensor(exec, Formats::csr().with_index_types({32}, {32}), data);
  TensorRef y;
  y.format  = TensorFormat::parse("(i, j, k) -> (i : compressed, j : compressed, k : dense)", 3)
                 .with_index_types({32}, {32});
  y.extents = {20, 30, 6};
  y.levels.resize(3);
  const auto x    = make_dense(exec, Formats::dense(1), ScalarType::f64, {6});
  const Plan plan = compile(exec, "Y(i,j,k) = B(i,j) * x(k)", {{"Y", y}, {"B", b}, {"x", x}});
  plan.execute(exec);
  const double read    = 4 * 21 + 4 * 20 + 8 * 20 + 8 * 6;
  const double written = 4 * 2 + 4 * 20 + 4 * 21 + 4 * 20 + 8 * 20 * 6;
  EXPECT_DOUBLE_EQ(plan.cost().bytes, read + written);
}

}  // namespace
