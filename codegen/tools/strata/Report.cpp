// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <complex>
#include <limits>

#include <fmt/format.h>

#include "../support/Median.hpp"
#include "Composites.hpp"
#include "Run.hpp"

namespace Strata::Tool {
namespace {

/// `parts`: the name of the composite format that the tensor is stored in.
std::string describe(const TensorDeclaration& d, const std::optional<std::string>& parts) {
  const std::string format = parts ? *parts : d.format.to_string();
  return fmt::format("{:<12} {:<5} {}", extents_to_string(d.extents), name_of(d.scalar),
                     d.format.dim_rank() == 0 ? "" : format);
}

void print_tensors(std::FILE* out, const Problem& problem, const LoadedTensors& loaded,
                   const RunOutcome& outcome) {
  for (const auto& use : problem.tensors) {
    const auto found = loaded.contents.find(use.name);
    const auto& given = problem.spec(use.name).format;
    std::string text  = describe(outcome.declarations.at(use.name),
                                 is_composite(given) ? given : std::nullopt);
    if (use.is_temporary) text += "  temporary";
    if (found != loaded.contents.end() && !found->second.array)
      text += fmt::format("  {} entries", found->second.num_entries);
    fmt::print(out, "  {:<8} {}\n", use.name, text);
  }
}

/// Sum, largest magnitude and number of the entries: of a dense result, of those that
/// are not zero.
void print_result(std::FILE* out, const std::string& name, const CoordinateList& list) {
  std::complex<double> sum;
  double largest = 0;
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t n = 0; n < list.num_entries; ++n) {
      std::complex<double> v;
      if constexpr (std::is_arithmetic_v<T>)
        v = static_cast<double>(list.data<T>()[n]);
      else
        v = list.data<T>()[n];
      sum += v;
      largest = std::max(largest, std::abs(v));
    }
  });
  const std::string text = sum.imag() == 0
                               ? fmt::format("{:.10g}", sum.real())
                               : fmt::format("{:.10g} {:+.10g}i", sum.real(), sum.imag());
  fmt::print(out, "result    {}: {} entries, sum {}, largest {:.6g}\n", name,
             list.num_entries, text, largest);
}

void print_rates(std::FILE* out, const RunOutcome& outcome) {
  const double ms = median(outcome.run_ms);
  fmt::print(out, "run       {:.4g} ms on {}{}\n", ms, outcome.space,
             outcome.run_ms.size() > 1 ? fmt::format(" (median of {})", outcome.run_ms.size())
                                       : "");
  fmt::print(out, "rate      {:.4g} GFLOP/s, {:.4g} GB/s of exact minimum traffic ({:.6g} MB)",
             outcome.flops / ms * 1e-6, outcome.bytes / ms * 1e-6, outcome.bytes * 1e-6);
  if (outcome.bandwidth > 0)
    fmt::print(out, ", {:.0f} % of {:.4g} GB/s measured",
               100 * outcome.bytes / ms * 1e-6 / outcome.bandwidth, outcome.bandwidth);
  fmt::print(out, "\n");
}

}  // namespace

void print_report(std::FILE* out, const Problem& problem, const LoadedTensors& loaded,
                  const RunOutcome& outcome) {
  fmt::print(out, "{}\n", problem.notation);
  print_tensors(out, problem, loaded, outcome);
  if (!outcome.explanation.empty()) fmt::print(out, "{}\n", outcome.explanation);
  if (outcome.explanation.empty()) fmt::print(out, "{}", outcome.tuning);
  fmt::print(out, "read      {:.4g} ms, assembled in {:.4g} ms\n", loaded.read_ms,
             outcome.assemble_ms);
  fmt::print(out, "compile   {:.4g} ms{}\n", outcome.compile_ms,
             outcome.from_disk ? " (from the kernel cache)" : "");
  print_rates(out, outcome);
  for (const auto& [name, list] : outcome.results) print_result(out, name, list);
  if (outcome.check)
    fmt::print(out, "check     {}: {}\n", outcome.check->passed ? "ok" : "FAILED",
               outcome.check->text);
  for (const std::string& name : problem.outputs()) {
    const std::string& path = *problem.spec(name).out;
    if (path != "-") fmt::print(out, "wrote     {}\n", path);
  }
}

}  // namespace Strata::Tool
