// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What keeps pieces apart that add to one entry of the result, and why.
#include "Concretizer.h"

#include <Strata_Error.hpp>

#include <cmath>

namespace strata {

using Strata::Operator;
using Strata::RaceStrategy;
using Strata::ScalarType;

static bool isFloating(ScalarType type) {
  return !Strata::is_integer(type) && type != ScalarType::boolean;
}

/// True where processors and both back ends combine numbers at once.
static bool isAtomic(ScalarType type, Operator combiner) {
  if (Strata::is_complex(type) || type == ScalarType::boolean)
    return false;
  const bool least = combiner == Operator::min || combiner == Operator::max;
  return combiner == Operator::add || (least && Strata::is_integer(type));
}

/// What pieces do to an entry, in words.
static std::string words(ScalarType type, Operator combiner) {
  const std::string by = Strata::operator_info(combiner).name;
  return (combiner == Operator::add ? "for sums of "
                                    : "for reductions with " + by + " of ") +
         std::string(name_of(type));
}

static std::string count(double number, const char *what) {
  return std::to_string(std::llround(number)) + " " + what;
}

/// Entries of a tensor; extents that are not known count as 1.
static double sizeOf(const Strata::TensorDeclaration &tensor) {
  double size = 1;
  for (std::int64_t extent : tensor.extents)
    size *= static_cast<double>(std::max<std::int64_t>(extent, 1));
  return size;
}

/// \throws UnsupportedExpression where the strategy that is asked for cannot
///   serve sums of the type of \p result, on any number of threads.
void Concretizer::checkRaceOption(const Strata::TensorDeclaration &result,
                                  Operator combiner) const {
  const bool atomic = options.race == RaceStrategy::atomics;
  if (!atomic && options.race != RaceStrategy::privatize)
    return;
  const std::string sums = words(result.scalar, combiner);
  const auto refuse = [&](const std::string &expected, const char *advice) {
    throw Strata::UnsupportedExpression(Strata::error_message(
        "compile", "'" + text + "': the option race", expected,
        atomic ? "atomics" : "privatize", advice));
  };
  if (options.strict && isFloating(result.scalar))
    refuse("automatic, none or ranges " + sums + " that are strict",
           "strict sums are added up in the order of the entries, each by "
           "one piece; leave one of the options out");
  if (atomic && options.deterministic && isFloating(result.scalar))
    refuse("automatic, none, privatize or ranges " + sums + " that are deterministic",
           "atomic additions come in the order of the threads; leave one of "
           "the options out");
  if (atomic && !isAtomic(result.scalar, combiner))
    refuse("automatic, none, privatize or ranges " + sums,
           combiner == Operator::add
               ? "no processor adds these atomically; leave the option out"
               : "atomics are for sums, and for min and max of integers; leave "
                 "the option out");
}

/// What ranges, copies and atomic additions cost each of the threads, about, in additions.
struct Concretizer::RaceCosts {
  double additions = 0, threads = 1, elements = 0, ranges = 0;

  double ofOne() const { return additions; }
  double ofRanges() const { return additions / threads + ranges; }
  /// Clearing and adding up the copies: about two passes over them.
  double ofCopies() const { return additions / threads + 2 * elements; }
  /// Several times a plain one.
  double ofAtomics() const { return 4 * additions / threads; }
};

/// \throws UnsupportedExpression where ranges are asked for of something that has none.
void Concretizer::checkRangesOption(const ConcreteStatement &s) const {
  if (options.race == RaceStrategy::ranges && options.concurrency > 1 &&
      !s.lhs.indices.empty() && rangedVariable(s).empty())
    throw Strata::UnsupportedExpression(Strata::error_message(
        "compile", "'" + text + "': the option race",
        "a loop over coordinates of the result, in order, below another one", "ranges",
        "leave the option out, or store the operands in another order"));
}

RaceChoice Concretizer::chooseRace(const ConcreteStatement &s) const {
  const Strata::TensorDeclaration &result = program.tensors.at(s.lhs.tensor);
  if (s.parallel == pieceVariable)
    return {RaceStrategy::none, "it adds up the copies in their order"};
  checkRaceOption(result, s.combiner);
  checkRangesOption(s);
  if (options.race == RaceStrategy::none)
    return {RaceStrategy::none, "the option race"};
  if (options.concurrency <= 1)
    return {RaceStrategy::none, "there is one thread"};
  // Each of the ranges of a scalar would be all of it.
  const bool isRange = options.race == RaceStrategy::ranges && s.lhs.indices.empty();
  if (options.race != RaceStrategy::automatic && !isRange)
    return {options.race, "the option race"};
  if (options.strict && isFloating(result.scalar))
    return rangesOr(s, {RaceStrategy::none, "the option strict: in the order of the entries"},
                    &RaceCosts::ofOne);
  if (s.lhs.indices.empty())
    return {RaceStrategy::privatize, "a scalar is a register per piece"};
  return automaticRace(s);
}

/// Elements of the result that each entry is added to: of the dimensions that no operand
/// stores coordinates of, as the columns of a factor matrix.
double Concretizer::additionsPerEntry(const ConcreteStatement &s) const {
  std::set<std::string> stored;
  walk(s.rhs, [&](const IndexExprPtr &e) {
    if (e->kind == IndexExpr::Kind::access &&
        !program.tensors.at(e->access.tensor).format.is_dense())
      for (const Strata::IndexArg &index : e->access.indices)
        stored.insert(index.variable);
  });
  double additions = 1;
  for (const Strata::IndexArg &index : s.lhs.indices) {
    const auto extent = program.extents.find(index.variable);
    if (!stored.count(index.variable) && extent != program.extents.end())
      additions *= static_cast<double>(std::max<std::int64_t>(extent->second, 1));
  }
  return stored.empty() ? 1 : additions;
}

/// Of what pieces have of an entry that another piece has begun.
bool Concretizer::addsPartsAtomically(const ConcreteStatement &s) const {
  const ScalarType type = program.tensors.at(s.lhs.tensor).scalar;
  const bool inOrder = (options.strict || options.deterministic) && isFloating(type);
  return options.manyPieces && !inOrder && options.race != RaceStrategy::none &&
         isAtomic(type, s.combiner);
}

Concretizer::RaceCosts Concretizer::costsOf(const ConcreteStatement &s) const {
  constexpr double vector = 4; // additions to neighbours take the time of one
  RaceCosts costs;
  costs.additions = options.entries * std::max(1.0, additionsPerEntry(s) / vector);
  costs.threads = std::max(options.concurrency, 1);
  costs.elements = sizeOf(program.tensors.at(s.lhs.tensor));
  return costs;
}

/// Ranges where that costs less than \p cost of \p other.
RaceChoice Concretizer::rangesOr(const ConcreteStatement &s, RaceChoice other,
                                 double (RaceCosts::*cost)() const) const {
  const std::string v = rangedVariable(s);
  if (v.empty() || options.manyPieces || options.entries <= 0)
    return other;
  RaceCosts costs = costsOf(s);
  costs.ranges = costOfRanges(s, v);
  const double ranges = costs.ofRanges(), others = (costs.*cost)();
  if (costs.ranges < 0 || ranges >= others)
    return other;
  return {RaceStrategy::ranges, "ranges of " + v + " take the time of " +
                                    count(ranges, "additions") + " with " +
                                    count(costs.threads, "threads") + ", other ways that of " +
                                    count(others, "(") + other.second + ")"};
}

RaceChoice Concretizer::automaticRace(const ConcreteStatement &s) const {
  const Strata::TensorDeclaration &result = program.tensors.at(s.lhs.tensor);
  const Operator combiner = s.combiner;
  const double each = additionsPerEntry(s);
  const double size = sizeOf(result), entries = options.entries;
  const std::string sizes = count(size, "elements of the result, ") +
                            count(entries, "entries to add") +
                            (each > 1 ? ", each to " + count(each, "elements") : "");
  // Less than what waking the threads costs: one piece.
  if (size + entries < options.smallWork)
    return {RaceStrategy::none, "too little work for threads: " + sizes};
  if (options.deterministic && isFloating(result.scalar))
    return deterministicRace(s, sizes);
  const std::string threads = count(options.concurrency, "threads, ") + sizes;
  constexpr double few = 1 << 22; // elements
  const double copies = size * options.concurrency;
  if (2 * copies <= entries * each && copies <= std::max(few, 4 * entries))
    return rangesOr(s, {RaceStrategy::privatize, "copies are cheap: " + threads},
                    &RaceCosts::ofCopies);
  if (!isAtomic(result.scalar, combiner))
    return rangesOr(s,
                    {RaceStrategy::none,
                     std::string(name_of(result.scalar)) + " is not " +
                         (combiner == Operator::add ? "added" : "reduced") +
                         " atomically, and copies do not pay: " + threads},
                    &RaceCosts::ofOne);
  const RaceCosts costs = costsOf(s);
  if (costs.ofAtomics() > costs.ofOne() && !options.manyPieces)
    return rangesOr(s,
                    {RaceStrategy::none,
                     "neither atomic additions of so few threads nor copies pay: " + threads},
                    &RaceCosts::ofOne);
  return rangesOr(s, {RaceStrategy::atomics, "copies do not pay: " + threads},
                  &RaceCosts::ofAtomics);
}

/// What does not depend on the number of threads. Copies whose number depends on the data,
/// or no threads: where the data are not known yet, there may be one copy.
RaceChoice Concretizer::deterministicRace(const ConcreteStatement &s,
                                          const std::string &sizes) const {
  const double size = sizeOf(program.tensors.at(s.lhs.tensor));
  if (options.entries == 0 || 4 * size <= options.entries)
    return rangesOr(s,
                    {RaceStrategy::privatize,
                     "the option deterministic: as many copies as pay for " + sizes},
                    &RaceCosts::ofCopies);
  return rangesOr(s,
                  {RaceStrategy::none,
                   "the option deterministic, and copies do not pay: " + sizes},
                  &RaceCosts::ofOne);
}

} // namespace strata
