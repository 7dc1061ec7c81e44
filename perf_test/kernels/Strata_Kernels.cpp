// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Kernels.hpp"

#include <cstdint>
#include <limits>

#include <Strata_CoordinateList.hpp>
#include <Strata_Error.hpp>
#include <Strata_Generators.hpp>

namespace Strata::Perf {

namespace {

void fill_randomly(double* values, std::int64_t size, int seed) {
  const Exec exec;
  Kokkos::parallel_for(
      "Strata::perf::fill",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, size),
      [=](std::int64_t n) {
        const auto bits = Generators::random_bits(
            static_cast<std::uint64_t>(seed), 11, static_cast<std::uint64_t>(n));
        values[n] = static_cast<double>(bits >> 44) * 0x1p-20 - 0.5;
      });
  exec.fence("Strata::perf::fill");
}

const std::int32_t* as_int32(const void* array) {
  return static_cast<const std::int32_t*>(array);
}

}  // namespace

std::vector<Kernel> all_kernels() {
  std::vector<Kernel> all;
  for (const auto& family :
       {matrix_products(), tensor_products(), sparse_results(), transposes(),
        matrix_conversions()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

TensorFormat benchmark_format(int order) {
  const TensorFormat format = order == 2 ? Formats::csr() : Formats::csf(order);
  return format.with_index_types({32}, {32});
}

Facts facts_of(const std::string& kernel, const std::string& notation,
               const TensorRef& tensor) {
  Facts facts;
  facts.kernel     = kernel;
  facts.extents    = extents_to_string(tensor.extents);
  facts.expression = notation;
  facts.formats    = tensor.format.to_string();
  facts.entries    = static_cast<double>(tensor.num_values);
  return facts;
}

void add_plan(Facts& facts, const Plan& plan) {
  facts.bytes      = plan.cost().bytes;
  facts.flops      = plan.cost().flops;
  facts.compile_ms = plan.compile_ms();
}

double bytes_of(const Yardstick::Csr& a) {
  return 4.0 * static_cast<double>(a.rows + 1) +
         12.0 * static_cast<double>(a.entries());
}

Contestant strata_contestant(const Plan& plan, std::function<Answer()> answer) {
  return {strata_name, "",
          [plan, exec = Exec()] {
            plan.execute(exec);
            exec.fence("Strata::perf::run");
          },
          std::move(answer)};
}

Contestant yardstick_contestant(std::function<void()> run,
                                std::function<Answer()> answer) {
  return {yardstick_name, "", std::move(run), std::move(answer)};
}

Yardstick::Csr csr_of(const TensorRef& matrix) {
  constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  if (matrix.num_values > limit || matrix.level_extent(0) >= limit ||
      matrix.level_extent(1) >= limit)
    throw IndexOverflow(error_message("benchmark", "matrix",
                                      "sizes that 31 bits hold",
                                      std::to_string(matrix.num_values)));
  return {matrix.level_extent(0), matrix.level_extent(1),
          as_int32(matrix.levels[1].positions),
          as_int32(matrix.levels[1].coordinates),
          static_cast<const double*>(matrix.values)};
}

Answer answer_of(const TensorRef& matrix) {
  const Yardstick::Csr csr = csr_of(matrix);
  return answer_of_csr(csr.positions, static_cast<std::size_t>(csr.rows),
                       csr.coordinates, csr.values);
}

Vector make_vector(const std::string& label, std::int64_t size, int seed) {
  const Vector v(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), size);
  fill_randomly(v.data(), size, seed);
  return v;
}

Rows make_rows(const std::string& label, std::int64_t size, int width,
               int seed) {
  const Rows v(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), size,
               width);
  fill_randomly(v.data(), size * width, seed);
  return v;
}

Plan compile_anew(const std::string& notation, const Operands& operands) {
  PlanOptions options;
  options.use_cache = false;
  return compile(Exec(), notation, operands, options);
}

std::function<void()> scrubber(double* values, std::int64_t size) {
  return [=] {
    Yardstick::fill(values, std::numeric_limits<double>::quiet_NaN(), size);
  };
}

}  // namespace Strata::Perf
