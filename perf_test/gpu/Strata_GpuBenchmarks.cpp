// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of benchmarks, and the yardsticks that know their answers.
#include "Strata_GpuBenchmarks.hpp"

#include <cstdint>

#include "Strata_Yardsticks.hpp"

namespace Strata::Perf {

namespace {

const double* values_of(const Problem& problem, const char* name) {
  return static_cast<const double*>(problem.operands.at(name).values);
}

const std::int32_t* as_int32(const void* array) { return static_cast<const std::int32_t*>(array); }

Yardstick::Csr csr_of(const TensorRef& matrix) {
  return {matrix.extents[0], matrix.extents[1], as_int32(matrix.levels[1].positions),
          as_int32(matrix.levels[1].coordinates), static_cast<const double*>(matrix.values)};
}

Yardstick::Csf csf_of(const TensorRef& tensor) {
  Yardstick::Csf csf;
  for (int l = 0; l < tensor.order(); ++l) {
    csf.positions[l]   = as_int32(tensor.levels[l].positions);
    csf.coordinates[l] = as_int32(tensor.levels[l].coordinates);
  }
  csf.values = static_cast<const double*>(tensor.values);
  return csf;
}

/// As many numbers as the dense result has.
std::vector<double> room_for_result(const Problem& problem) {
  return std::vector<double>(static_cast<std::size_t>(problem.result().num_values));
}

Answer answer_of_matrix(const Yardstick::OwnedCsr& matrix) {
  Answer answer;
  answer.structure.assign(matrix.positions.begin(), matrix.positions.end());
  answer.structure.insert(answer.structure.end(), matrix.coordinates.begin(),
                          matrix.coordinates.end());
  answer.numbers.assign(matrix.values.begin(), matrix.values.end());
  return answer;
}

Answer spmv(const Problem& p) {
  std::vector<double> y = room_for_result(p);
  Yardstick::spmv(csr_of(p.input()), values_of(p, "x"), y.data());
  return {{}, std::move(y)};
}

Answer spmm(const Problem& p) {
  std::vector<double> y = room_for_result(p);
  Yardstick::spmm_of(static_cast<int>(p.benchmark.width))(csr_of(p.input()), values_of(p, "X"),
                                                          y.data());
  return {{}, std::move(y)};
}

Answer sampled(const Problem& p) {
  return answer_of_matrix(
      Yardstick::sddmm32(csr_of(p.input()), values_of(p, "X"), values_of(p, "Y")));
}

Answer sum(const Problem& p) {
  return answer_of_matrix(Yardstick::add(csr_of(p.input()), csr_of(p.operands.at("B"))));
}

Answer product(const Problem& p) {
  return answer_of_matrix(Yardstick::multiply(csr_of(p.input()), csr_of(p.operands.at("B"))));
}

Answer mttkrp(const Problem& p) {
  std::vector<double> a = room_for_result(p);
  Yardstick::Factors factors{};
  factors[1] = values_of(p, "C");
  factors[2] = values_of(p, "D");
  Yardstick::Copies copies;
  Yardstick::mttkrp_of(3, 0, static_cast<int>(p.benchmark.width))(
      csf_of(p.input()), p.result().extents[0], factors, a.data(), copies);
  return {{}, std::move(a)};
}

Benchmark mttkrp_of_rank(int rank) {
  Benchmark b{"mttkrp" + std::to_string(rank),
              "A(i,r) = B(i,k,l) * C(k,r) * D(l,r)",
              {"B", "ikl"},
              {{"C", "kr"}, {"D", "lr"}},
              {"A", "ir"},
              &mttkrp};
  b.width = rank;
  return b;
}

std::vector<Benchmark> matrix_benchmarks() {
  Benchmark vector{"spmv",      "y(i) = A(i,j) * x(j)", {"A", "ij"}, {{"x", "j"}}, {"y", "i"},
                   &Perf::spmv, Rival::statement};
  Benchmark dense{"spmm32",        "Y(i,k) = A(i,j) * X(j,k)",
                  {"A", "ij"},     {{"X", "jk"}},
                  {"Y", "ik"},     &Perf::spmm,
                  Rival::statement};
  dense.width = 32;
  Benchmark masked{"sddmm32",     "C(i,j) = A(i,j) * X(i,k) * Y(j,k)",
                   {"A", "ij"},   {{"X", "ik"}, {"Y", "jk"}},
                   {"C", "ij"},   &sampled,
                   Rival::sampled};
  masked.width         = 32;
  masked.sparse_result = masked.values_only = true;
  Benchmark added{"spadd",    "C(i,j) = A(i,j) + B(i,j)", {"A", "ij"}, {}, {"C", "ij"}, &sum,
                  Rival::sum, Partner::lower_part,        true};
  Benchmark multiplied{
      "spgemm", "C(i,j) = A(i,k) * B(k,j)", {"A", "ik"},           {},  {"C", "ij"},
      &product, Rival::statement,           Partner::right_factor, true};
  return {vector, dense, masked, added, multiplied};
}

}  // namespace

const std::vector<Benchmark>& gpu_benchmarks() {
  static const std::vector<Benchmark> all = [] {
    std::vector<Benchmark> benchmarks = matrix_benchmarks();
    for (const int rank : {16, 32}) benchmarks.push_back(mttkrp_of_rank(rank));
    return benchmarks;
  }();
  return all;
}

Answer answer_of(const TensorRef& tensor) {
  Answer answer;
  const auto add = [&](const void* array, std::int64_t size) {
    if (array)
      answer.structure.insert(answer.structure.end(), as_int32(array), as_int32(array) + size);
  };
  for (const LevelArrays& level : tensor.levels) {
    add(level.positions, level.num_positions);
    add(level.coordinates, level.num_coordinates);
  }
  const auto* values = static_cast<const double*>(tensor.values);
  answer.numbers.assign(values, values + tensor.num_values);
  return answer;
}

}  // namespace Strata::Perf
