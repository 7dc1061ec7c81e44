// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The most memory that an execution with a sparse result holds at a time, as Kokkos
// Tools sees it: operands + 1.25 x result + threads x the widest accumulator, and
// what docs/sparse-results.md says of results whose operands are converted or whose
// entries are listed first.
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_RandomCase.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Extents = std::vector<std::int64_t>;

/// Bytes that live in a memory space, and the most of them at a time.
struct Usage {
  std::int64_t live = 0, peak = 0;
};
std::map<std::string, Usage> s_usage;
std::mutex s_mutex;

void note_allocation(Kokkos_Profiling_SpaceHandle space, const char*, const void*,
                     std::uint64_t bytes) {
  const std::lock_guard lock(s_mutex);
  Usage& usage = s_usage[space.name];
  usage.live += static_cast<std::int64_t>(bytes);
  usage.peak = std::max(usage.peak, usage.live);
}
void note_deallocation(Kokkos_Profiling_SpaceHandle space, const char*, const void*,
                       std::uint64_t bytes) {
  const std::lock_guard lock(s_mutex);
  s_usage[space.name].live -= static_cast<std::int64_t>(bytes);
}

/// The most bytes that `f` has at a time beyond what was there before it.
std::int64_t peak_of(const std::function<void()>& f) {
  s_usage.clear();
  Kokkos::Tools::Experimental::set_allocate_data_callback(note_allocation);
  Kokkos::Tools::Experimental::set_deallocate_data_callback(note_deallocation);
  f();
  Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
  Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  return s_usage["Host"].peak;
}

std::int64_t bytes_of(const TensorRef& t) {
  std::int64_t bytes = t.num_values * static_cast<std::int64_t>(size_of(t.scalar));
  for (const LevelArrays& level : t.levels)
    bytes += level.num_positions * t.format.pos_type().bytes() +
             level.num_coordinates * t.format.crd_type().bytes();
  return bytes;
}

CooData random_data(const Extents& extents, int entries, std::uint64_t seed) {
  CooData data{ScalarType::f64, extents, {}, {}};
  Random random(seed);
  for (int e = 0; e < entries; ++e) {
    std::vector<std::int64_t> at;
    for (std::int64_t extent : extents) at.push_back(random.below(extent));
    data.add(at, static_cast<double>(1 + random.below(100)));
  }
  return data;
}

constexpr std::int64_t n = 2000, slack = 4096;  // Kokkos' own: tokens, headers of Views

template <class Space>
class MemoryPeak : public testing::Test {
 protected:
  TensorRef matrix(const char* format, std::uint64_t seed, int entries = 40000) {
    return make_tensor(m_exec, TensorFormat::parse(format, 2), random_data({n, n}, entries, seed));
  }
  TensorRef dense(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
    return make_tensor(m_exec, Formats::dense(2),
                       random_data({rows, columns}, static_cast<int>(rows * columns), seed));
  }
  TensorRef dense_vector(std::uint64_t seed) {
    return make_tensor(m_exec, Formats::dense(1), random_data({n}, static_cast<int>(n), seed));
  }
  std::int64_t threads() const { return m_exec.concurrency(); }

  /// Runs once before it measures: what Kokkos and OpenMP allocate once. Between
  /// the runs the plan has a result, which the second one replaces.
  void expect_peak(const char* notation, const Operands& inputs, const char* format,
                   const Extents& extents, double results, std::int64_t accumulators = 0,
                   const PlanOptions& options = {}) {
    Operands all    = inputs;
    const auto type = TensorFormat::parse(format, static_cast<int>(extents.size()));
    const std::string result(notation, 1);
    all[result]     = declare_result(type, ScalarType::f64, extents);
    const Plan warm = compile(m_exec, notation, all, options);
    warm.execute(m_exec);
    const Plan plan         = compile(m_exec, notation, all, options);
    const std::int64_t most = peak_of([&] {
      plan.execute(m_exec);
      plan.execute(m_exec);
      m_exec.fence("Strata::test::memory_peak");
    });
    const std::int64_t size = bytes_of(plan.result());
    EXPECT_GE(most, size) << "allocations are not seen";
    EXPECT_LE(static_cast<double>(most),
              results * static_cast<double>(size) + static_cast<double>(accumulators + slack))
        << notation << " in " << format << ": " << most << " bytes for a result of " << size
        << " and accumulators of " << accumulators;
    RecordProperty("peak", std::to_string(most));
    if (std::getenv("STRATA_TEST_VERBOSE"))
      std::printf("%-45s %-10s %.2f x result\n", notation, format,
                  static_cast<double>(most - accumulators) / static_cast<double>(size));
  }
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(MemoryPeak, TestSpaces);

constexpr double exact = 1.25;

TYPED_TEST(MemoryPeak, UnionsAndIntersections) {
  for (const char* format : {"CSR<32>", "CSR", "DCSR<32>", "COO"}) {
    const Operands two{{"A", this->matrix(format, 1)}, {"B", this->matrix(format, 2)}};
    Operands three = two;
    three["C"]     = this->matrix(format, 3);
    for (const char* result : {"CSR<32>", "DCSR<32>", "COO<32>"}) {
      this->expect_peak("R(i,j) = A(i,j) + B(i,j)", two, result, {n, n}, exact);
      this->expect_peak("R(i,j) = A(i,j) * B(i,j)", two, result, {n, n}, exact);
      this->expect_peak("R(i,j) = A(i,j) + B(i,j) + C(i,j)", three, result, {n, n}, exact);
    }
  }
}

TYPED_TEST(MemoryPeak, SampledProducts) {
  const Operands inputs{{"A", this->matrix("CSR<32>", 4)},
                        {"C", this->dense(n, 8, 5)},
                        {"D", this->dense(n, 8, 6)}};
  this->expect_peak("R(i,j) = A(i,j) * C(i,k) * D(j,k)", inputs, "CSR<32>", {n, n}, exact);
}

TYPED_TEST(MemoryPeak, TensorTimesVector) {
  const TensorRef T = make_tensor(this->m_exec, Formats::csf(3), random_data({n, 40, 40}, 60000, 7));
  const TensorRef x = make_tensor(this->m_exec, Formats::dense(1), random_data({40}, 60, 8));
  for (const char* result : {"CSR<32>", "DCSR<32>"})
    this->expect_peak("R(i,j) = T(i,j,k) * x(k)", {{"T", T}, {"x", x}}, result, {n, 40}, exact);
}

// A worklist: value, mark and coordinate for every column.
TYPED_TEST(MemoryPeak, ProductsOfSparseMatrices) {
  const Operands inputs{{"A", this->matrix("CSR<32>", 9)}, {"B", this->matrix("CSR<32>", 10)}};
  const std::int64_t worklist = n * (8 + 1 + 4);
  for (const char* result : {"CSR<32>", "DCSR<32>"})
    this->expect_peak("R(i,k) = A(i,j) * B(j,k)", inputs, result, {n, n}, exact,
                      this->threads() * worklist);
}

// The copy of the operand in the other order is kept as an operand is, with the numbers of
// its values in the operand. CSR becomes CSC, COO stays COO.
TYPED_TEST(MemoryPeak, TransposedResults) {
  for (const auto& [format, coordinates] : std::map<const char*, int>{{"CSR<32>", 1}, {"COO<32>", 2}}) {
    const Operands inputs{{"A", this->matrix(format, 11)}};
    const std::int64_t copy =
        inputs.at("A").num_values * (4 * coordinates + 4 + 8) + 4 * (n + 1);
    for (const char* result : {"CSR<32>", "DCSR<32>"})
      this->expect_peak("R(j,i) = A(i,j)", inputs, result, {n, n}, exact, copy);
  }
}

constexpr std::int64_t listed = 4 + 4 + 8;  // coordinates and value of an entry

// An operand out of order: the list of its entries is the accumulator.
TYPED_TEST(MemoryPeak, ListedAndCollected) {
  const char* unordered =
      "(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered)), "
      "posWidth = 32, crdWidth = 32";
  const char* notation = "R(j,i) = A(i,j)";
  const Operands inputs{{"A", this->matrix(unordered, 12)}};
  Operands all = inputs;
  all["R"]     = declare_result(Formats::csr(), ScalarType::f64, {n, n});
  EXPECT_NE(compile(this->m_exec, notation, all).explain().find("fill a list of entries"), std::string::npos);
  for (const char* result : {"CSR<32>", "DCSR<32>", "COO<32>"})
    this->expect_peak(notation, inputs, result, {n, n}, exact,
                      inputs.at("A").num_values * listed);
}

// The same for products that are listed: 20 for each entry, some at the same place.
TYPED_TEST(MemoryPeak, ListedProducts) {
  const Operands inputs{{"A", this->matrix("CSR<32>", 9)}, {"B", this->matrix("CSR<32>", 10)}};
  const TensorRef &A = inputs.at("A"), B = inputs.at("B");
  const IndexSpan rows(A.levels[1].coordinates, A.format.crd_type()),
      begins(B.levels[1].positions, B.format.pos_type());
  std::int64_t products = 0;
  for (std::int64_t e = 0; e < A.num_values; ++e)
    products += begins[rows[e] + 1] - begins[rows[e]];
  PlanOptions options;
  options.worklist = Worklist::sorted;
  for (const char* result : {"CSR<32>", "DCSR<32>"})
    this->expect_peak("R(i,k) = A(i,j) * B(j,k)", inputs, result, {n, n}, exact,
                      products * listed, options);
}

// A result of each thread's own, then worklists: the second execution finds them.
TYPED_TEST(MemoryPeak, WorkspacesServeTheNextExecution) {
  const auto allocated_again = [&](const char* notation, Operands all, const TensorRef& result,
                                   const PlanOptions& options) {
    all[std::string(notation, 1)] = result;
    const Plan plan               = compile(this->m_exec, notation, all, options);
    const std::int64_t first      = peak_of([&] { plan.execute(this->m_exec); });
    EXPECT_GE(first, n) << notation << " needs no workspaces";
    const auto before = result.format.is_dense() ? 0 : bytes_of(plan.result());
    return peak_of([&] { plan.execute(this->m_exec); }) - before;
  };
  PlanOptions options;
  options.pieces   = 3;
  options.race     = RaceStrategy::privatize;
  const TensorRef x = this->dense_vector(13), y = this->dense_vector(14);
  EXPECT_LE(allocated_again("y(j) = A(i,j) * x(i)", {{"A", this->matrix("CSR", 12)}, {"x", x}}, y,
                            options),
            slack);
  PlanOptions listed;
  listed.worklist = Worklist::dense;
  EXPECT_LE(allocated_again("R(i,k) = A(i,j) * B(j,k)",
                            {{"A", this->matrix("CSR", 9)}, {"B", this->matrix("CSR", 10)}},
                            declare_result(Formats::csr(), ScalarType::f64, {n, n}), listed),
            slack);
}

}  // namespace
