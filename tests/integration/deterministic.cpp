// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PlanOptions::deterministic: the bits of a result, and its structure, are those of
// one thread on any number of threads and in every run.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include <Strata_CxxBatch.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_RandomCase.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Bytes = std::vector<unsigned char>;
using Extents = std::vector<std::int64_t>;

/// `entries` numbers whose sums depend on the order of the additions.
CooData random_data(const Extents& extents, int entries, std::uint64_t seed,
                    ScalarType scalar = ScalarType::f64) {
  CooData data{scalar, extents, {}, {}};
  Random random(seed);
  for (int e = 0; e < entries; ++e) {
    std::vector<std::int64_t> at;
    for (std::int64_t extent : extents)
      at.push_back(random.below(extent));
    const double number = static_cast<double>(random.below(1'000'003)) / 999'983.0 - 0.45;
    data.add(at, number * (e % 7 == 0 ? 1e5 : 1.0));
  }
  return data;
}

CooData full_data(const Extents& extents, std::uint64_t seed, ScalarType scalar = ScalarType::f64) {
  CooData data{scalar, extents, {}, {}};
  Random random(seed);
  std::int64_t size = 1;
  for (std::int64_t extent : extents) size *= extent;
  for (std::int64_t e = 0; e < size; ++e) {
    std::vector<std::int64_t> at(extents.size());
    std::int64_t rest = e;
    for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d]) at[d] = rest % extents[d];
    data.add(at, static_cast<double>(random.below(1'000'003)) / 999'983.0 - 0.55);
  }
  return data;
}

void append(Bytes& bytes, const void* data, std::int64_t size) {
  const auto* begin = static_cast<const unsigned char*>(data);
  bytes.insert(bytes.end(), begin, begin + size);
}

/// Every array of a tensor.
Bytes bytes_of(const TensorRef& t) {
  Bytes bytes;
  for (const LevelArrays& level : t.levels) {
    if (level.positions)
      append(bytes, level.positions, level.num_positions * t.format.pos_type().bytes());
    if (level.coordinates)
      append(bytes, level.coordinates, level.num_coordinates * t.format.crd_type().bytes());
  }
  append(bytes, t.values, t.num_values * static_cast<std::int64_t>(size_of(t.scalar)));
  return bytes;
}

/// A statement, its operands, and what its result is.
struct Statement {
  std::string notation;
  Operands inputs;
  TensorFormat format;
  Extents extents;
  ScalarType scalar = ScalarType::f64;
};

TensorRef make_result(const Statement& s) {
  if (s.format.is_dense())
    return make_tensor(SerialSpace::make(), s.format, CooData{s.scalar, s.extents, {}, {}});
  return declare_result(s.format, s.scalar, s.extents);
}

/// The arrays of the result, computed with `options` on `exec`.
template <class ExecutionSpace>
Bytes compute(const ExecutionSpace& exec, const Statement& s, const PlanOptions& options) {
  Operands all       = s.inputs;
  all[s.notation.substr(0, 1)] = make_result(s);
  const Plan plan    = compile(exec, s.notation, all, options);
  plan.execute(exec);
  exec.fence("Strata::test::deterministic");
  return bytes_of(plan.result());
}

TensorRef stored(const char* format, const CooData& data) {
  return make_tensor(SerialSpace::make(),
                     TensorFormat::parse(format, static_cast<int>(data.extents.size())), data);
}

/// Extents: i, j, k, l of matrices, then of a tensor of order 3.
constexpr std::int64_t rows = 1200, columns = 900, width = 12;

std::vector<Statement> matrix_statements(const char* format, ScalarType scalar) {
  const TensorRef A = stored(format, random_data({rows, columns}, 24000, 1, scalar));
  const TensorRef B = stored(format, random_data({rows, columns}, 9000, 2, scalar));
  const TensorRef x = stored("Dense", full_data({columns}, 3, scalar));
  const TensorRef z = stored("Dense", full_data({rows}, 4, scalar));
  const TensorRef C = stored("Dense", full_data({columns, width}, 5, scalar));
  const TensorFormat vector = Formats::dense(1), matrix = Formats::dense(2);
  std::vector<Statement> out{
      {"y(i) = A(i,j) * x(j)", {{"A", A}, {"x", x}}, vector, {rows}, scalar},
      {"y(j) = A(i,j) * z(i)", {{"A", A}, {"z", z}}, vector, {columns}, scalar},
      {"y(j) = A(i,j)", {{"A", A}}, vector, {columns}, scalar},
      {"y(i) = A(i,j) * A(i,j) + B(i,j) * x(j)", {{"A", A}, {"B", B}, {"x", x}}, vector, {rows}, scalar},
      {"s = A(i,j) * A(i,j)", {{"A", A}}, Formats::dense(0), {}, scalar},
      {"s = z(i) * A(i,j) * x(j)", {{"A", A}, {"z", z}, {"x", x}}, Formats::dense(0), {}, scalar},
      {"Y(i,k) = A(i,j) * C(j,k)", {{"A", A}, {"C", C}}, matrix, {rows, width}, scalar},
  };
  for (const char* result : {"CSR", "COO"})
    out.push_back({"S(i,j) = A(i,j) + B(i,j)", {{"A", A}, {"B", B}}, TensorFormat::parse(result, 2),
                   {rows, columns}, scalar});
  return out;
}

std::vector<Statement> product_statements(const char* format) {
  const TensorRef A = stored(format, random_data({rows, columns}, 12000, 6));
  const TensorRef B = stored(format, random_data({columns, rows}, 12000, 7));
  return {{"P(i,k) = A(i,j) * B(j,k)", {{"A", A}, {"B", B}}, Formats::csr(), {rows, rows}},
          {"P(i,k) = A(i,j) * B(j,k)", {{"A", A}, {"B", B}}, Formats::csc(), {rows, rows}},
          {"P(k,i) = A(i,j) * B(j,k)", {{"A", A}, {"B", B}}, Formats::coo(2), {rows, rows}}};
}

std::vector<Statement> tensor_statements(const char* format) {
  constexpr std::int64_t n = 90;
  const TensorRef T = stored(format, random_data({n, n, n}, 20000, 8));
  const TensorRef F = stored("Dense", full_data({n, width}, 9));
  const TensorRef G = stored("Dense", full_data({n, width}, 10));
  const TensorRef x = stored("Dense", full_data({n}, 11));
  const TensorFormat matrix = Formats::dense(2);
  const Operands factors{{"T", T}, {"F", F}, {"G", G}};
  return {{"M(i,r) = T(i,j,k) * F(j,r) * G(k,r)", factors, matrix, {n, width}},
          {"M(j,r) = T(i,j,k) * F(i,r) * G(k,r)", factors, matrix, {n, width}},
          {"M(k,r) = T(i,j,k) * F(i,r) * G(j,r)", factors, matrix, {n, width}},
          {"R(i,j) = T(i,j,k) * x(k)", {{"T", T}, {"x", x}}, Formats::csr(), {n, n}},
          {"R(j,k) = T(i,j,k) * x(i)", {{"T", T}, {"x", x}}, Formats::csr(), {n, n}}};
}

#ifdef KOKKOS_ENABLE_OPENMP
const std::vector<int> s_threads{1, 2, 3, 5, 8};

/// Computes on instances of so many threads; once more than once.
void expect_same_bits(const Statement& s, const PlanOptions& options, const std::string& at) {
  const Bytes expected = compute(SerialSpace::make(), s, options);
  ASSERT_FALSE(expected.empty());
  for (const int threads : s_threads) {
    const Kokkos::OpenMP exec(threads);
    ASSERT_EQ(exec.concurrency(), threads);
    for (int run = 0; run < (threads == 5 ? 3 : 1); ++run)
      EXPECT_TRUE(compute(exec, s, options) == expected)
          << at << " " << s.notation << ", " << threads << " threads, run " << run;
  }
}

void expect_same_bits(const std::vector<Statement>& statements, const std::string& at) {
  PlanOptions options;
  options.deterministic = true;
  for (const Statement& s : statements) expect_same_bits(s, options, at);
}

TEST(Deterministic, Matrices) {
  for (const char* format : {"CSR", "CSC", "COO", "DCSC", "DCSR"})
    expect_same_bits(matrix_statements(format, ScalarType::f64), format);
}

TEST(Deterministic, EveryFloatingType) {
  using enum ScalarType;
  for (const ScalarType scalar : {f32, f16, bf16, c64, c128})
    expect_same_bits(matrix_statements("CSC", scalar), std::string(name_of(scalar)));
}

TEST(Deterministic, Products) {
  for (const char* format : {"CSR", "CSC", "COO"}) expect_same_bits(product_statements(format), format);
}

TEST(Deterministic, TensorsOfOrderThree) {
  for (const char* format : {"CSF", "COO"}) expect_same_bits(tensor_statements(format), format);
}

// The other options that cut a launch differently.
TEST(Deterministic, WithCopiesPiecesOrTeams) {
  for (const Statement& s : matrix_statements("CSC", ScalarType::f64)) {
    PlanOptions options;
    options.deterministic = true;
    options.race          = RaceStrategy::privatize;
    expect_same_bits(s, options, "privatize");
    options.pieces = 7;
    expect_same_bits(s, options, "7 pieces");
    options.pieces        = 0;
    options.team_size     = 4;
    options.vector_length = 8;
    expect_same_bits(s, options, "teams");
  }
}

/// The numbers of this file do tell orders of additions apart.
TEST(Deterministic, WithoutItTheNumberOfThreadsShows) {
  const Statement s  = matrix_statements("CSC", ScalarType::f64)[4];
  const Bytes one    = compute(Kokkos::OpenMP(1), s, {});
  bool differs       = false;
  for (const int threads : s_threads) differs |= compute(Kokkos::OpenMP(threads), s, {}) != one;
  EXPECT_TRUE(differs);
}

// Emitted C++ too; its bits need not be those of the JIT back end.
TEST(Deterministic, EmittedKernels) {
  PlanOptions options;
  options.deterministic = true;
  options.backend       = Backend::cxx;
  std::vector<Statement> statements;
  for (const Statement& s : matrix_statements("CSC", ScalarType::f64))
    if (s.format.is_dense()) statements.push_back(s);
  CxxBatch batch;
  for (const Statement& s : statements) {
    Operands all                 = s.inputs;
    all[s.notation.substr(0, 1)] = make_result(s);
    batch.add(Kokkos::OpenMP(1), s.notation, all, options);
  }
  batch.build();
  for (const Statement& s : statements) {
    const Bytes expected = compute(Kokkos::OpenMP(1), s, options);
    for (const int threads : s_threads)
      EXPECT_TRUE(compute(Kokkos::OpenMP(threads), s, options) == expected)
          << s.notation << ", " << threads << " threads";
  }
}
#endif

}  // namespace
