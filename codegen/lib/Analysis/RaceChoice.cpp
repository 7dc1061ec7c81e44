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
    refuse("automatic or none " + sums + " that are strict",
           "strict sums are added up by one piece, in the order of the "
           "entries; leave one of the options out");
  if (atomic && options.deterministic && isFloating(result.scalar))
    refuse("automatic, none or privatize " + sums + " that are deterministic",
           "atomic additions come in the order of the threads; leave one of "
           "the options out");
  if (atomic && !isAtomic(result.scalar, combiner))
    refuse("automatic, none or privatize " + sums,
           combiner == Operator::add
               ? "no processor adds these atomically; leave the option out"
               : "atomics are for sums, and for min and max of integers; leave "
                 "the option out");
}

RaceChoice Concretizer::chooseRace(const ConcreteStatement &s) const {
  const Strata::TensorDeclaration &result = program.tensors.at(s.lhs.tensor);
  if (s.parallel == pieceVariable)
    return {RaceStrategy::none, "it adds up the copies in their order"};
  checkRaceOption(result, s.combiner);
  if (options.strict && isFloating(result.scalar))
    return {RaceStrategy::none,
            "the option strict: in the order of the entries"};
  if (options.race == RaceStrategy::none)
    return {RaceStrategy::none, "the option race"};
  if (options.concurrency <= 1)
    return {RaceStrategy::none, "there is one thread"};
  if (options.race != RaceStrategy::automatic)
    return {options.race, "the option race"};
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

RaceChoice
Concretizer::automaticRace(const ConcreteStatement &s) const {
  const Strata::TensorDeclaration &result = program.tensors.at(s.lhs.tensor);
  const Operator combiner = s.combiner;
  const double each = additionsPerEntry(s);
  const double size = sizeOf(result), entries = options.entries;
  const bool fixed = options.deterministic && isFloating(result.scalar);
  const std::string sizes = count(size, "elements of the result, ") +
                            count(entries, "entries to add") +
                            (each > 1 ? ", each to " + count(each, "elements") : "");
  // Less than what waking the threads costs: one piece.
  if (size + entries < options.smallWork)
    return {RaceStrategy::none, "too little work for threads: " + sizes};
  // Copies whose number depends on the data, or no threads. Where the data are
  // not known yet, there may be one copy.
  if (fixed && (entries == 0 || 4 * size <= entries))
    return {RaceStrategy::privatize,
            "the option deterministic: as many copies as pay for " + sizes};
  if (fixed)
    return {RaceStrategy::none,
            "the option deterministic, and copies do not pay: " + sizes};
  const std::string threads = count(options.concurrency, "threads, ") + sizes;
  // Clearing and adding up the copies costs about two passes over them; an
  // atomic addition costs several times a plain one.
  constexpr double few = 1 << 22; // elements
  const double copies = size * options.concurrency;
  if (2 * copies <= entries * each && copies <= std::max(few, 4 * entries))
    return {RaceStrategy::privatize, "copies are cheap: " + threads};
  if (!isAtomic(result.scalar, combiner))
    return {RaceStrategy::none,
            std::string(name_of(result.scalar)) + " is not " +
                (combiner == Operator::add ? "added" : "reduced") +
                " atomically, and copies do not pay: " + threads};
  return {RaceStrategy::atomics, "copies do not pay: " + threads};
}

} // namespace strata
