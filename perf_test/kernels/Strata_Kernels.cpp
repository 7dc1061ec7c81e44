// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

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

const double* values_of(const TensorRef& tensor) {
  return static_cast<const double*>(tensor.values);
}

/// \throws IndexOverflow
void check_31_bits(const TensorRef& tensor) {
  std::int64_t largest = tensor.num_values;
  for (const std::int64_t extent : tensor.extents)
    largest = std::max(largest, extent + 1);
  if (largest > std::numeric_limits<std::int32_t>::max())
    throw IndexOverflow(error_message("benchmark", "tensor",
                                      "sizes that 31 bits hold",
                                      std::to_string(largest)));
}

}  // namespace

std::vector<Kernel> all_kernels() {
  std::vector<Kernel> all;
  for (const auto& family :
       {matrix_products(), tensor_products(), sparse_results(),
        scattered_products(), format_kernels(), mixed_formats(), semirings(),
        vector_kernels(), transposes(), format_conversions(),
        matrix_conversions(), latencies()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

TensorFormat benchmark_format(int order) {
  return with_32_bits(order == 2 ? Formats::csr() : Formats::csf(order));
}

TensorFormat with_32_bits(const TensorFormat& format) {
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

Contestant strata_contestant(const Expression& expression, const Plan& plan,
                             std::function<Answer()> answer) {
  return {strata_name, "",
          [plan, exec = Exec(), operands = expression.operands] {
            plan.execute(exec);
            exec.fence("Strata::perf::run");
          },
          std::move(answer)};
}

/// An instance of one thread.
static Exec one_thread() {
  if constexpr (std::is_constructible_v<Exec, int>)
    return Exec(1);
  else
    return Exec();
}

Contestant one_thread_contestant(const Expression& expression,
                                 std::function<Answer(const Plan&)> answer) {
  const auto plan = std::make_shared<std::optional<Plan>>();
  return {one_thread_name, "",
          [plan, expression, exec = one_thread()] {
            if (!*plan) *plan = compile_anew(expression, exec);
            (*plan)->execute(exec);
            exec.fence("Strata::perf::run");
          },
          [plan, answer = std::move(answer)] { return answer(**plan); }};
}

Contest dense_contest(const Expression& expression, double* result,
                      std::int64_t size, std::function<void()> yardstick) {
  const Plan plan   = compile_anew(expression);
  const auto answer = [=] { return answer_of(result, size); };
  Contest contest{facts_of(expression.kernel, expression.notation,
                           expression.operands.at(expression.sparse)),
                  {strata_contestant(expression, plan, answer),
                   {yardstick_name, "", std::move(yardstick), answer},
                   one_thread_contestant(
                       expression, [=](const Plan&) { return answer(); })},
                  [=] {
                    Yardstick::fill(
                        result, std::numeric_limits<double>::quiet_NaN(), size);
                  }};
  add_plan(contest.facts, plan);
  return contest;
}

void add_row_splits(Contest& contest,
                    const std::function<std::function<void()>(Yardstick::Split)>& yardstick) {
  const auto answer = contest.contestants.front().answer;
  contest.contestants.push_back(
      {static_rows_name, "", yardstick(Yardstick::Split::static_rows), answer});
  contest.contestants.push_back(
      {dynamic_rows_name, "", yardstick(Yardstick::Split::dynamic_rows), answer});
}

TensorRef new_result(const TensorFormat& format,
                     std::vector<std::int64_t> extents) {
  TensorRef result;
  result.format  = format;
  result.extents = std::move(extents);
  result.levels.resize(static_cast<std::size_t>(format.lvl_rank()));
  return result;
}

Contest sparse_contest(const Expression& expression, Contestant yardstick) {
  return sparse_contest(expression, std::move(yardstick), &answer_of);
}

Contest sparse_contest(const Expression& expression, Contestant yardstick,
                       Answer (*read)(const TensorRef&)) {
  const Plan plan = compile_anew(expression);
  Contest contest{
      facts_of(expression.kernel, expression.notation,
               expression.operands.at(expression.sparse)),
      {strata_contestant(expression, plan,
                         [=] { return read(plan.result()); }),
       std::move(yardstick),
       one_thread_contestant(
           expression,
           [=](const Plan& own) { return read(own.result()); })},
      {}};
  // The size of the result is part of the traffic.
  contest.contestants[0].run();
  add_plan(contest.facts, plan);
  return contest;
}

Yardstick::Csr csr_of(const TensorRef& matrix) {
  check_31_bits(matrix);
  return {matrix.level_extent(0), matrix.level_extent(1),
          as_int32(matrix.levels[1].positions),
          as_int32(matrix.levels[1].coordinates), values_of(matrix)};
}

Yardstick::Csc csc_of(const TensorRef& matrix) {
  const Yardstick::Csr transposed = csr_of(matrix);
  return {transposed.columns, transposed.rows, transposed.positions,
          transposed.coordinates, transposed.values};
}

Yardstick::Coo coo_of(const TensorRef& matrix) {
  check_31_bits(matrix);
  return {matrix.extents[0],
          matrix.extents[1],
          matrix.num_values,
          as_int32(matrix.levels[0].coordinates),
          as_int32(matrix.levels[1].coordinates),
          values_of(matrix)};
}

Yardstick::Csf csf_of(const TensorRef& tensor) {
  check_31_bits(tensor);
  Yardstick::Csf csf;
  for (int l = 0; l < tensor.order(); ++l) {
    csf.positions[l]   = as_int32(tensor.levels[l].positions);
    csf.coordinates[l] = as_int32(tensor.levels[l].coordinates);
  }
  csf.values = values_of(tensor);
  return csf;
}

Yardstick::SparseVector vector_of(const TensorRef& vector) {
  check_31_bits(vector);
  return {vector.extents[0], vector.num_values,
          as_int32(vector.levels[0].coordinates), values_of(vector)};
}

Answer answer_of(const TensorRef& tensor) {
  if (tensor.order() == 1) {
    const Yardstick::SparseVector v = vector_of(tensor);
    return answer_of_vector(static_cast<std::size_t>(v.entries), v.coordinates,
                            v.values);
  }
  const Yardstick::Csr csr = csr_of(tensor);
  return answer_of_csr(csr.positions, static_cast<std::size_t>(csr.rows),
                       csr.coordinates, csr.values);
}

Answer answer_of_levels(const TensorRef& tensor) {
  Answer answer;
  const auto add = [&](const void* array, std::int64_t size) {
    answer.structure.insert(answer.structure.end(), as_int32(array), as_int32(array) + size);
  };
  for (const LevelArrays& level : tensor.levels) {
    add(level.positions, level.num_positions);
    add(level.coordinates, level.num_coordinates);
  }
  answer.numbers.assign(values_of(tensor), values_of(tensor) + tensor.num_values);
  return answer;
}

Answer answer_of_yardstick(const Yardstick::OwnedLevels& levels) {
  Answer answer;
  for (const auto& array : levels.indices)
    answer.structure.insert(answer.structure.end(), array.begin(), array.end());
  answer.numbers.assign(levels.values.begin(), levels.values.end());
  return answer;
}

Answer answer_of_yardstick(const Yardstick::OwnedCsr& matrix) {
  return answer_of_yardstick(
      Yardstick::OwnedLevels{{matrix.positions, matrix.coordinates}, matrix.values});
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

Plan compile_anew(const Expression& expression, const Exec& exec) {
  PlanOptions options;
  options.use_cache = false;
  return compile(exec, expression.notation, expression.operands, options);
}

}  // namespace Strata::Perf
