// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_SampledCheck.h"

#include <algorithm>

#include <Strata_Error.hpp>

#include "impl/Strata_CheckEvaluator.hpp"
#include "impl/Strata_CheckTolerance.hpp"
#include "impl/Strata_StoredSearch.hpp"

namespace Strata::Impl {

namespace {

constexpr std::int64_t most_steps = 30'000'000;

EvaluatedEntry entry_of(const Number& n) { return {n.i, n.z, n.mag, n.absent}; }

/// Bits that look random, the same for the same numbers (splitmix64).
std::uint64_t scattered(std::uint64_t run, std::uint64_t number) {
  std::uint64_t z = (run << 32) + (number + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::int64_t below(std::int64_t extent, std::uint64_t bits) {
  return static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(extent));
}

std::string text_of(const Coordinates& c) {
  std::string text = "(";
  for (std::size_t k = 0; k < c.size(); ++k)
    text += (k ? "," : "") + std::to_string(c[k]);
  return text + ")";
}

bool is_empty(const TensorRef& tensor) {
  return std::any_of(tensor.extents.begin(), tensor.extents.end(),
                     [](std::int64_t extent) { return extent == 0; });
}

}  // namespace

SampledCheck::SampledCheck(PlanState& state, const void* exec,
                           const SpaceOperations& space)
    : m_state(state), m_exec(exec), m_space(space), m_checked(state.request.stmt) {
  if (space.device)
    throw UnsupportedExpression(error_message(
        "Plan::check", "exec", "a host execution space", space.name,
        "copy the operands and the result to the host and check a plan there"));
  m_space.fence(m_exec, "Strata::Plan::check: operands");
  m_options.max_evaluations = most_steps;
  const std::string& name   = m_state.request.names[0];
  const TensorRef& result   = m_state.operands.at(name);
  const bool is_dense       = result.format.is_dense();
  for (const std::string& operand : m_state.request.names) {
    TensorRef tensor = m_state.operands.at(operand);
    if (operand == name) {
      if (is_dense && (m_checked.assignment.accumulate ||
                       m_checked.assignment.keeps_rest))
        m_operands[name] = copy_of(tensor);
      continue;
    }
    validate(operand, tensor);
    if (is_dense && overlap(tensor, result)) tensor = copy_of(tensor);
    m_operands[operand] = std::move(tensor);
  }
}

TensorRef SampledCheck::copy_of(TensorRef tensor) {
  const std::size_t bytes =
      static_cast<std::size_t>(span_of(tensor)) * size_of(tensor.scalar);
  if (tensor.format.is_dense()) tensor.strides = strides_of(tensor);
  m_copies.push_back(m_space.allocate(m_exec, bytes, tensor.values));
  m_space.fence(m_exec, "Strata::Plan::check: copy");
  tensor.values = m_copies.back().get();
  return tensor;
}

void SampledCheck::validate(const std::string& name,
                            const TensorRef& tensor) const {
  if (tensor.format.is_dense()) return;
  try {
    m_space.validate(m_exec, tensor);
  } catch (const InvalidStorage& error) {
    throw InvalidStorage("Plan::check: '" + name + "': " + error.what());
  }
}

Coordinates SampledCheck::sample(const TensorRef& result, int number) const {
  const auto run = static_cast<std::uint64_t>(m_state.num_checks);
  const auto bits = [&](std::size_t k) {
    return scattered(run, static_cast<std::uint64_t>(number) * 64 + k);
  };
  if (!result.format.is_dense() && result.format.is_plain() &&
      result.num_values > 0 && number % 2 == 0)
    return coordinates_of_value(result, below(result.num_values, bits(0)));
  Coordinates c;
  for (std::size_t k = 0; k < result.extents.size(); ++k)
    c.push_back(below(result.extents[k], bits(k)));
  return c;
}

CheckReport SampledCheck::run(const TensorRef& result, int samples) {
  const std::string& name = m_state.request.names[0];
  m_space.fence(m_exec, "Strata::Plan::check: result");
  validate(name, result);
  ++m_state.num_checks;
  CheckReport report;
  if (is_empty(result)) return report;
  const double tolerance = tolerance_of(m_checked, result, m_options);
  const CheckTensor got(result, CheckLookup::storage);
  const auto old = m_operands.find(
      result.format.is_dense() ? name : m_state.old_result);
  const bool keeps = old != m_operands.end() &&
                     (m_state.request.stmt.assignment.accumulate ||
                      m_state.request.stmt.assignment.keeps_rest);
  CheckEvaluator evaluator(m_checked, m_operands, m_options, CheckLookup::storage);
  for (int n = 0; n < samples; ++n) {
    const Coordinates c = sample(result, n);
    std::optional<EvaluatedEntry> expected;
    try {
      expected = evaluator.at(c);
    } catch (const UnsupportedExpression&) {
      if (n == 0) throw;
      return report;
    }
    if (!expected)
      expected = entry_of(
          keeps ? CheckTensor(old->second, CheckLookup::storage).at(c)
                : from_double(result.scalar, result.fill));
    const EvaluatedEntry found = entry_of(got.at(c));
    const double error = relative_error(*expected, found, result.scalar);
    ++report.compared;
    if (!(error <= tolerance))
      throw CheckFailed(error_message(
          "Plan::check", "'" + name + "' at " + text_of(c),
          to_string(*expected, result.scalar), to_string(found, result.scalar),
          "sample " + std::to_string(n + 1) + " of " + std::to_string(samples) +
              " of '" + m_state.request.stmt.assignment.text + "'"));
    report.largest_error = std::max(report.largest_error, error);
  }
  return report;
}

}  // namespace Strata::Impl
