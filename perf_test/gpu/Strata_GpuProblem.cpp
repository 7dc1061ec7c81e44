// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of the benchmarks, on the host.
#include <map>
#include <memory>
#include <utility>

#include <Kokkos_Core.hpp>

#include <Strata_Error.hpp>
#include <Strata_Generators.hpp>

#include "Strata_GpuBenchmarks.hpp"

namespace Strata::Perf {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Numbers in [-1/2, 1/2), another row of them for each stream.
TensorRef dense_tensor(const std::vector<std::int64_t>& extents, std::uint64_t stream) {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) size *= extent;
  const auto numbers = std::make_shared<std::vector<double>>(static_cast<std::size_t>(size));
  for (std::size_t n = 0; n < numbers->size(); ++n)
    (*numbers)[n] =
        static_cast<double>(Generators::random_bits(stream, 11, n) >> 44) * 0x1p-20 - 0.5;
  TensorRef tensor;
  tensor.format  = Formats::dense(static_cast<int>(extents.size()));
  tensor.extents = extents;
  tensor.levels.resize(extents.size());
  tensor.values     = numbers->data();
  tensor.num_values = size;
  tensor.owner      = numbers;
  return tensor;
}

/// The same structure with values 1.
TensorRef with_unit_values(TensorRef tensor) {
  const auto kept = std::make_shared<std::pair<TensorRef, std::vector<double>>>(
      tensor, std::vector<double>(static_cast<std::size_t>(tensor.num_values), 1.0));
  tensor.values = kept->second.data();
  tensor.owner  = kept;
  return tensor;
}

/// A matrix of the entries of `a`, each put where and as `place` says.
template <class Place>
TensorRef rearranged(const TensorRef& a, const std::vector<std::int64_t>& extents,
                     const Place& place) {
  const auto* const positions   = static_cast<const std::int32_t*>(a.levels[1].positions);
  const auto* const coordinates = static_cast<const std::int32_t*>(a.levels[1].coordinates);
  const auto* const from        = static_cast<const double*>(a.values);
  std::vector<std::int64_t> places;
  std::vector<double> values;
  const auto put = [&](std::int64_t i, std::int64_t j, double value) {
    places.insert(places.end(), {i, j});
    values.push_back(value);
  };
  for (std::int64_t i = 0; i < a.extents[0]; ++i)
    for (std::int32_t p = positions[i]; p < positions[i + 1]; ++p)
      place(i, coordinates[p], from[p], put);
  const Host exec;
  const TensorRef made = assemble(exec, a.format, a.scalar, extents, places.data(), values.data(),
                                  static_cast<std::int64_t>(values.size()));
  exec.fence("Strata::perf::rearranged");
  return made;
}

TensorRef partner_of(const TensorRef& a, Partner partner) {
  if (partner == Partner::lower_part)
    return rearranged(a, a.extents, [](auto i, auto j, double value, const auto& put) {
      if (j <= i) put(i, j, 2 * value);
    });
  if (a.extents[0] == a.extents[1]) return a;
  return rearranged(a, {a.extents[1], a.extents[0]},
                    [](auto i, auto j, double value, const auto& put) { put(j, i, value); });
}

/// A result that a plan makes: a form.
TensorRef new_result(const TensorFormat& format, const std::vector<std::int64_t>& extents) {
  TensorRef result;
  result.format  = format;
  result.extents = extents;
  result.levels.resize(extents.size());
  return result;
}

}  // namespace

Problem make_problem(const Benchmark& benchmark, const TensorRef& input) {
  const auto order = static_cast<int>(benchmark.input.indices.size());
  if (input.order() != order)
    throw ShapeMismatch(error_message(benchmark.name, "the input", "order " + std::to_string(order),
                                      "order " + std::to_string(input.order()),
                                      "name the benchmarks in the list"));
  std::map<char, std::int64_t> extents;
  for (int d = 0; d < order; ++d) extents[benchmark.input.indices[d]] = input.extents[d];
  const auto extents_of = [&](const Named& named) {
    std::vector<std::int64_t> out;
    for (const char variable : named.indices)
      out.push_back(extents.count(variable) ? extents.at(variable) : benchmark.width);
    return out;
  };
  Problem problem{benchmark, {}};
  problem.operands[benchmark.input.name] = benchmark.values_only ? with_unit_values(input) : input;
  if (benchmark.partner != Partner::none) {
    const TensorRef& b = problem.operands["B"] = partner_of(input, benchmark.partner);
    extents['j']                               = b.extents[1];
  }
  std::uint64_t stream = 0;
  for (const Named& named : benchmark.dense)
    problem.operands[named.name] = dense_tensor(extents_of(named), ++stream);
  const std::vector<std::int64_t> wanted = extents_of(benchmark.result);
  problem.operands[benchmark.result.name] =
      benchmark.sparse_result ? new_result(input.format, wanted) : dense_tensor(wanted, ++stream);
  return problem;
}

}  // namespace Strata::Perf
