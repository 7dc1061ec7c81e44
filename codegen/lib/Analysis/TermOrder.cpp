// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of loops of one term; where storage orders form a cycle, what it
// costs to break it.
#include "Concretizer.h"

#include <Strata_Error.hpp>

#include <functional>

namespace strata {

[[noreturn]] static void reportCycle(const OrderConstraints &c,
                                     const std::string &text,
                                     const IndexExprPtr &term) {
  std::string vars;
  for (const std::string &v : findCycle(c))
    vars += (vars.empty() ? "'" : ", '") + v + "'";
  throw Strata::UnsupportedExpression(
      "concretize: '" + text + "': the storage order of the result and the "
      "places of the reductions in '" + Strata::to_string(*term) +
      "' form a cycle over " + vars +
      "; expected an order of loops in which every sparse level of the result "
      "comes after the levels above it; store the result in another mode order");
}

std::optional<Group>
Concretizer::orderGroup(const Access &lhs,
                        const std::vector<IndexExprPtr> &terms,
                        bool reductionsInside) {
  // Sums of a dense result may stand outside its loops as well.
  const bool reduces =
      reductionsInside && program.tensors.at(lhs.tensor).format.is_dense() &&
      std::any_of(terms.begin(), terms.end(), containsReduction);
  auto order =
      orderVariables(constraints(lhs, terms, reductionsInside), reduces);
  if (!order)
    return std::nullopt;
  Group group{terms, *order, false};
  if (reductionsInside)
    return group;
  const SumChain chain = rootChain(terms[0], scattersBy);
  const std::vector<std::string> free = variablesOf(lhs);
  bool summed = false;
  for (const std::string &v : *order) {
    summed |= contains(chain.variables, v);
    group.scatters |= summed && contains(free, v);
  }
  return group;
}

static IndexExprPtr withSumsPulled(const IndexExprPtr &term) {
  const SumChain pulled = pulledChain(term);
  return wrapSums(pulled.variables, pulled.body);
}

Group Concretizer::single(const Access &lhs, const IndexExprPtr &term) {
  for (const IndexExprPtr &form : {term, withSumsPulled(term)})
    if (auto group = orderGroup(lhs, {form}, false))
      return *group;
  return cheapest(lhs, term);
}

/// Keeps the reductions of `term` in dense temporaries.
Group Concretizer::withTemporaries(const Access &lhs, IndexExprPtr term) {
  term = withKept(term, [](const IndexExprPtr &) { return true; });
  return single(lhs, term);
}

/// Bytes that pass through memory for copies and temporaries. A conversion
/// reads, sorts in about two passes, and writes; a temporary is cleared, added to
/// and read.
double Concretizer::auxiliaryBytes() const {
  constexpr double conversionPasses = 4, temporaryPasses = 3;
  double bytes = 0;
  for (const Conversion &c : program.conversions)
    bytes += conversionPasses * std::max(c.bytes, 1.0);
  for (const Temporary &t : program.temporaries) {
    double size = static_cast<double>(Strata::size_of(t.scalar));
    for (const std::string &v : t.variables)
      size *= std::max<double>(1, static_cast<double>(program.extents.at(v)));
    if (!t.isScratch)
      bytes += temporaryPasses * size;
  }
  return bytes;
}

/// Conversions or temporaries for a term that no order serves: what moves the
/// fewest bytes.
Group Concretizer::cheapest(const Access &lhs, const IndexExprPtr &term) {
  using Attempt = std::function<std::optional<Group>(Concretizer &)>;
  std::vector<Attempt> attempts;
  const IndexExprPtr pulled = withSumsPulled(term);
  for (const IndexExprPtr &form : {term, pulled})
    attempts.push_back(
        [&lhs, form](Concretizer &c) { return c.convertGroup(lhs, {form}, false); });
  if (!nestedReductions(pulled).empty())
    attempts.push_back(
        [&lhs, pulled](Concretizer &c) { return c.withTemporaries(lhs, pulled); });
  std::optional<Group> best;
  double bytes = 0;
  ConcreteProgram outcome;
  for (const Attempt &attempt : attempts) {
    Concretizer trial(*this);
    auto group = attempt(trial);
    if (!group || (best && trial.auxiliaryBytes() >= bytes))
      continue;
    best = std::move(group);
    bytes = trial.auxiliaryBytes();
    outcome = std::move(trial.program);
  }
  if (!best)
    reportCycle(constraints(lhs, {term}, false), text, term);
  program = std::move(outcome);
  return *best;
}

} // namespace strata
