// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of docs/emitted-kernels.md against plain loops; operands that do
// not fit together are refused.
#include <gtest/gtest.h>

#include <Strata_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

using Space  = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*>;
using Matrix = Kokkos::View<double**>;
template <class Format>
using Sparse       = Strata::SparseView<double, Format>;
using SparseMatrix = Sparse<Strata::CSRFormat<>>;
using SparseTensor = Sparse<Strata::CSFFormat<3, std::uint32_t>>;
using SparseVector = Sparse<Strata::SparseVectorFormat<>>;
using Places       = std::vector<std::vector<std::int64_t>>;

// Those of docs/kernels/call_kernels.cpp.
void multiply(const Space& exec, const Vector& y, const SparseMatrix& A,
              const Kokkos::View<const double*>& x);
void factor_step(const Space& exec, const Matrix& A, const SparseTensor& B,
                 const Matrix& C, const Matrix& D);
void add(const Space& exec, const Vector& a, const SparseVector& b,
         const SparseVector& c, const SparseVector& d);
SparseMatrix product(const Space& exec, const SparseMatrix& A,
                     const SparseMatrix& B);
void products(const Space& exec, const std::vector<SparseMatrix>& steps,
              const SparseMatrix& B,
              const std::function<void(const SparseMatrix&)>& use);
// That of docs/kernels/call_team_kernels.cpp.
void sample(const Space& exec, const Vector& sums, const SparseMatrix& A,
            const Kokkos::View<const double***>& B,
            const Kokkos::View<const double***>& C, int threads);

namespace {

// One entry of value 1 + e at each place e.
auto sparse(const Strata::TensorFormat& format,
            const std::vector<std::int64_t>& extents, const Places& places) {
  std::vector<double> values;
  for (std::size_t e = 0; e < places.size(); ++e) values.push_back(1.0 + e);
  return Strata::assemble<double>(Space(), format, extents, places, values);
}

template <class View>
auto numbered(const View& view) {
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t e = 0; e < host.span(); ++e) host.data()[e] = 1.0 + e;
  Kokkos::deep_copy(view, host);
  return host;
}

template <class View>
auto on_host(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

TEST(EmittedKernels, MatrixTimesVector) {
  const Places places{{0, 1}, {0, 4}, {2, 0}, {2, 4}, {2, 3}};
  const SparseMatrix A(sparse(Strata::Formats::csr(), {4, 5}, places));
  const Vector x("x", 5), y("y", 4);
  const auto host_x = numbered(x);
  Kokkos::deep_copy(y, -1.0);  // is overwritten
  multiply(Space(), y, A, x);
  std::vector<double> expected(4, 0.0);
  for (std::size_t e = 0; e < places.size(); ++e)
    expected[places[e][0]] += (1.0 + e) * host_x(places[e][1]);
  const auto host_y = on_host(y);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(host_y(i), expected[i]) << i;
}

TEST(EmittedKernels, Mttkrp) {
  const Places places{{0, 0, 0}, {1, 2, 3}, {1, 2, 1}, {3, 1, 0}};
  const SparseTensor B(sparse(Strata::TensorFormat::parse("CSF(3)<32>"), {4, 3, 5}, places));
  const Matrix A("A", 4, 2), C("C", 3, 2), D("D", 5, 2);
  const auto host_C = numbered(C), host_D = numbered(D);
  factor_step(Space(), A, B, C, D);
  const auto host_A = on_host(A);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j) {
      double expected = 0;
      for (std::size_t e = 0; e < places.size(); ++e)
        if (places[e][0] == i)
          expected += (1.0 + e) * host_C(places[e][1], j) * host_D(places[e][2], j);
      EXPECT_EQ(host_A(i, j), expected) << i << ", " << j;
    }
}

// Every one of the eight cases of presence, many times: more than one piece.
TEST(EmittedKernels, SumOfThree) {
  const std::int64_t extent = 40000;
  std::vector<double> expected(extent, 0.0);
  std::vector<Places> places(3);
  for (std::int64_t i = 0; i < extent; ++i)
    for (int t = 0; t < 3; ++t)
      if (i % 8 & 1 << t) {
        places[t].push_back({i});
        expected[i] += static_cast<double>(places[t].size());
      }
  std::vector<SparseVector> operands;
  for (const Places& of_one : places)
    operands.emplace_back(
        sparse(Strata::Formats::sparse_vector(), {extent}, of_one));
  const Vector a("a", extent);
  add(Space(), a, operands[0], operands[1], operands[2]);
  Space().fence("sum");
  const auto host_a = on_host(a);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < extent; ++i) wrong += host_a(i) != expected[i];
  EXPECT_EQ(wrong, 0);
}

// Rows of many lengths, some empty: more than one piece.
struct ManyRows {
  static constexpr std::int64_t rows = 300, inner = 200, columns = 250;
  Places of_a, of_b;
  ManyRows() {
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t k = 0; k < i % 40; ++k) of_a.push_back({i, 5 * k});
    for (std::int64_t k = 0; k < inner; ++k)
      for (std::int64_t j = k % 7; j < columns; j += 30) of_b.push_back({k, j});
  }
  SparseMatrix a() const {
    return SparseMatrix(sparse(Strata::Formats::csr(), {rows, inner}, of_a));
  }
  SparseMatrix b() const {
    return SparseMatrix(sparse(Strata::Formats::csr(), {inner, columns}, of_b));
  }
  void expect_product(const SparseMatrix& C, double scale) const {
    std::map<std::pair<std::int64_t, std::int64_t>, double> expected;
    for (std::size_t a = 0; a < of_a.size(); ++a)
      for (std::size_t b = 0; b < of_b.size(); ++b)
        if (of_a[a][1] == of_b[b][0])
          expected[{of_a[a][0], of_b[b][1]}] += scale * (1.0 + a) * (1.0 + b);
    EXPECT_EQ(C.extents(), (std::vector<std::int64_t>{rows, columns}));
    ASSERT_EQ(C.nnz(), static_cast<std::int64_t>(expected.size()));
    const auto positions   = on_host(C.positions<1>());
    const auto coordinates = on_host(C.coordinates<1>());
    const auto values      = on_host(C.values());
    auto entry             = expected.begin();
    for (std::int64_t i = 0; i < rows; ++i)
      for (auto p = positions(i); p < positions(i + 1); ++p, ++entry) {
        EXPECT_EQ(entry->first.first, i);
        EXPECT_EQ(entry->first.second, static_cast<std::int64_t>(coordinates(p)));
        EXPECT_EQ(entry->second, values(p));
      }
  }
};

TEST(EmittedKernels, ProductOfSparseMatrices) {
  const ManyRows many;
  const SparseMatrix C = product(Space(), many.a(), many.b());
  Space().fence("product");
  many.expect_product(C, 1);
}

// The structure once, then values for A and for 2 A, in the same arrays.
TEST(EmittedKernels, StructureOnceValuesOften) {
  const ManyRows many;
  const std::vector<SparseMatrix> steps{many.a(), many.a()};
  const auto values = steps[1].values();
  Kokkos::parallel_for(
      "double", Kokkos::RangePolicy<Space>(0, values.extent(0)),
      KOKKOS_LAMBDA(std::size_t p) { values(p) *= 2; });
  double scale        = 1;
  const double* array = nullptr;
  products(Space(), steps, many.b(), [&](const SparseMatrix& C) {
    Space().fence("products");
    many.expect_product(C, scale);
    EXPECT_TRUE(!array || array == C.values().data());
    array = C.values().data();
    scale *= 2;
  });
  EXPECT_EQ(scale, 4);
}

// Of every pair of matrices in teams of one thread, and of two where there are.
TEST(EmittedKernels, CalledInTeams) {
  const Places places{{0, 1}, {0, 4}, {2, 0}, {2, 4}, {2, 3}};
  const SparseMatrix A(sparse(Strata::Formats::csr(), {4, 5}, places));
  const Kokkos::View<double***> B("B", 6, 4, 3), C("C", 6, 3, 5);
  const auto host_B = numbered(B), host_C = numbered(C);
  for (int threads = 1; threads <= std::min(Space().concurrency(), 2); ++threads) {
    const Vector sums("sums", 6);
    sample(Space(), sums, A, B, C, threads);
    Space().fence("sums");
    const auto host_sums = on_host(sums);
    for (int b = 0; b < 6; ++b) {
      double expected = 0;
      for (std::size_t e = 0; e < places.size(); ++e)
        for (int k = 0; k < 3; ++k)
          expected += (1.0 + e) * host_B(b, places[e][0], k) * host_C(b, k, places[e][1]);
      EXPECT_EQ(host_sums(b), expected) << b << " of " << threads << " threads";
    }
  }
}

TEST(EmittedKernels, NothingStored) {
  const SparseVector b(sparse(Strata::Formats::sparse_vector(), {3}, {}));
  const Vector a("a", 3);
  numbered(a);
  add(Space(), a, b, b, b);
  const auto host_a = on_host(a);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(host_a(i), 0.0) << i;
  const SparseMatrix none(sparse(Strata::Formats::csr(), {0, 0}, {}));
  multiply(Space(), Vector("y", 0), none, Vector("x", 0));
  EXPECT_EQ(product(Space(), none, none).nnz(), 0);
}

TEST(EmittedKernels, ExtentsThatDiffer) {
  const SparseMatrix A(sparse(Strata::Formats::csr(), {4, 5}, {{0, 1}}));
  try {
    multiply(Space(), Vector("y", 4), A, Vector("x", 6));
    FAIL() << "accepted";
  } catch (const Strata::ShapeMismatch& error) {
    const std::string what = error.what();
    for (const char* part : {"spmv", "x", "6", "A", "5"})
      EXPECT_NE(what.find(part), std::string::npos) << part << " in " << what;
  }
}

}  // namespace
