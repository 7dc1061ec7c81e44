// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loop of a statement is cut into pieces, and how pieces that add to one
// entry are kept apart.
#include "Concretizer.h"
#include "strata/Analysis/Windows.h"

#include <tuple>

namespace strata {

using Strata::RaceStrategy;
using Strata::ScalarType;

/// Every entry, also where the indices of `access` repeat or are restricted.
Access Concretizer::everyEntry(const Access &access) {
  Access every = access;
  std::set<std::string> seen;
  for (size_t d = 0; d < access.indices.size(); ++d) {
    const bool whole = !access.indices[d].is_restricted();
    const std::string first = dimensionVariable(access, d);
    Strata::IndexArg &arg = every.indices[d] = {};
    arg.variable = first;
    for (int n = 2; !seen.insert(arg.variable).second; ++n)
      arg.variable = first + "_" + std::to_string(n);
    program.extents.emplace(
        arg.variable, whole ? program.extents[first]
                            : program.tensors.at(access.tensor).extents[d]);
  }
  return every;
}

/// Every entry that \p lhs comes to becomes \p value.
void Concretizer::clear(const Access &lhs, const Number &value) {
  ConcreteStatement s;
  s.lhs = lhs;
  OrderConstraints c;
  c.addAccess(lhs, program.tensors.at(lhs.tensor).format);
  s.loops = *orderVariables(c);
  s.rhs = Strata::Impl::stored_literal_of(value);
  place(std::move(s), false);
}

/// True when the statement gives the fill value to entries beside the part that it
/// writes.
bool Concretizer::hasRestToFill(const Access &lhs) const {
  return isPartial(lhs) && !(keepsContents && lhs.tensor == program.result);
}

/// Clears the result of \p filled to what that statement does not visit: beside the
/// part that it writes, the fill value.
void Concretizer::emitFill(const ConcreteStatement &filled) {
  const Access &lhs = filled.lhs;
  const Strata::TensorDeclaration &result = program.tensors.at(lhs.tensor);
  const Number background = backgroundOf(filled, result), fill = fillOf(result);
  if (isPartial(lhs) && !hasRestToFill(lhs))
    return clear(lhs, background);
  if (!isPartial(lhs) || Strata::Impl::equals(background, fill))
    return clear(everyEntry(lhs), background);
  clear(everyEntry(lhs), fill);
  clear(lhs, background);
}

/// Decides which loop is cut into pieces and what keeps the pieces apart.
/// \p fills: the result has to be cleared before the statement runs.
void Concretizer::place(ConcreteStatement s, bool fills) {
  const SumChain chain = rootChain(s.rhs, s.combiner);
  if (!s.loops.empty())
    s.parallel = s.loops[0];
  else if (!chain.variables.empty())
    s.parallel = chain.variables[0];
  if (!s.parallel.empty() &&
      (!usesVariable(s.lhs, s.parallel) || revisits(s.rhs))) {
    std::tie(s.race, s.raceReason) = chooseRace(s);
    if (s.race == RaceStrategy::none)
      s.parallel.clear();
    if (s.race == RaceStrategy::ranges)
      s.parallel = rangedVariable(s);
    if (s.race == RaceStrategy::privatize)
      return privatize(std::move(s), fills);
    // The pieces of a scalar add what each of them has summed.
    if (s.race == RaceStrategy::atomics && !s.accumulate)
      s.accumulate = fills = true;
  }
  if (fills)
    emitFill(s);
  program.statements.push_back(std::move(s));
}

/// lhs += rhs becomes copy(piece, …) += rhs; lhs += sum(piece, copy(piece, …)).
void Concretizer::privatize(ConcreteStatement s, bool fills) {
  const ScalarType scalar =
      Strata::compute_type(program.tensors.at(s.lhs.tensor).scalar);
  std::vector<std::string> variables = variablesOf(s.lhs);
  variables.insert(variables.begin(), pieceVariable);
  // The number of pieces is known when the plan runs.
  program.extents[pieceVariable] = -1;
  const Access copy = addTemporary(scalar, variables);
  const Access result = s.lhs;
  const bool scatters = !s.loops.empty();
  const Strata::Operator combiner = s.combiner;
  const bool accumulate = s.accumulate && !fills;
  s.lhs = copy;
  s.accumulate = scatters;
  if (scatters)
    emitFill(s);
  s.race = RaceStrategy::privatize;
  program.statements.push_back(std::move(s));

  ConcreteStatement total;
  total.lhs = result;
  total.loops = variablesOf(result);
  total.accumulate = accumulate;
  total.combiner = combiner;
  total.rhs =
      wrapSums({pieceVariable}, Strata::make_access(copy, scalar), combiner);
  place(std::move(total), fills && hasRestToFill(result));
}

Access Concretizer::addTemporary(ScalarType scalar,
                                 std::vector<std::string> variables,
                                 const std::string &stem) {
  Temporary t;
  size_t number = program.temporaries.size();
  do
    t.name = stem + std::to_string(number++);
  while (program.tensors.count(t.name));
  t.scalar = scalar;
  t.variables = variables;
  Strata::TensorDeclaration declaration;
  declaration.format =
      Strata::Formats::dense(static_cast<int>(variables.size()));
  declaration.scalar = scalar;
  Access access;
  access.tensor = t.name;
  for (const std::string &v : variables) {
    declaration.extents.push_back(program.extents.at(v));
    access.indices.emplace_back();
    access.indices.back().variable = v;
  }
  program.tensors[t.name] = declaration;
  program.temporaries.push_back(std::move(t));
  return access;
}

} // namespace strata
