// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops are cut together into pieces of equal work: by tuples of their
// coordinates, so that one row, or an outermost dimension of extent 1, does not
// have to be one piece.
#include "Concretizer.h"
#include "LoopShape.h"
#include "strata/Analysis/IterationGraph.h"
#include "strata/Analysis/Roles.h"

#include <charconv>

namespace strata {

/// Coordinates of deeper loops are not compared with the cuts.
constexpr size_t maxPartitioned = 4;
/// Coordinates of the outermost loop, for each thread, that even out, and so many
/// that they do for any number of threads.
constexpr std::int64_t manyRows = 8, enoughRows = 512;
/// Stored entries, for each thread, that need no cuts inside them where each is as
/// much work as any other.
constexpr double manyEntries = 64;

std::string countVariable(size_t extent) {
  return "#" + std::to_string(extent);
}

std::int64_t countOf(const std::string &variable) {
  std::int64_t count = -1;
  if (variable.size() < 2 || variable[0] != '#')
    return -1;
  const char *end = variable.data() + variable.size();
  const auto read = std::from_chars(variable.data() + 1, end, count);
  return read.ec == std::errc() && read.ptr == end ? count : -1;
}

/// True when every operand that iterates coordinates of \p variable has them in
/// order. A row that loops around write has all of a fibre.
bool Concretizer::isCuttable(const ConcreteStatement &s,
                             const std::string &variable) const {
  bool ordered = !pinnedTo(variable);
  for (const KeptFibre &kept : s.kept)
    ordered &= kept.variable() != variable || kept.after.empty();
  walk(s.rhs, [&](const IndexExprPtr &e) {
    if (e->kind != IndexExpr::Kind::access)
      return;
    const auto declared = program.tensors.find(e->access.tensor);
    const TensorPath path = tensorPath(e->access, declared->second.format);
    for (size_t l = 0; l < path.levels.size(); ++l)
      ordered &= path.variables[l] != variable || path.levels[l].ordered;
  });
  return ordered;
}

/// How many of \p loops, outermost first, it takes to come to stored entries that are
/// as much work as any other, and many: what is inside of them goes over whole
/// extents, faster where it is not cut.
size_t Concretizer::entryDepth(const ConcreteStatement &s,
                               const std::vector<std::string> &loops) const {
  size_t depth = 0;
  bool isMany = true;
  walk(s.rhs, [&](const IndexExprPtr &e) {
    if (e->kind != IndexExpr::Kind::access)
      return;
    const auto &format = program.tensors.at(e->access.tensor).format;
    if (format.is_dense())
      return;
    const TensorPath path = tensorPath(e->access, format);
    double inOne = 1; // entries that one stored coordinate is followed by
    for (size_t l = 0; l < path.levels.size(); ++l) {
      if (Strata::level_traits(path.levels[l]).full) {
        inOne *= static_cast<double>(program.extents.at(path.variables[l]));
        continue;
      }
      inOne = 1;
      const auto loop =
          std::find(loops.begin(), loops.end(), path.variables[l]);
      depth = std::max<size_t>(
          depth, std::min<size_t>(loop - loops.begin() + 1, loops.size()));
    }
    const auto known = options.entriesOf.find(sourceOf(e->access.tensor));
    isMany &= known == options.entriesOf.end() ||
              known->second >= manyEntries * options.concurrency * inOne;
  });
  return depth > 0 && isMany ? depth : loops.size();
}

/// How many of \p loops, outermost first, may be cut without two pieces that
/// write one entry, unless the race strategy keeps these apart.
size_t Concretizer::partitionDepth(const ConcreteStatement &s,
                                   const std::vector<std::string> &loops) const {
  const bool lists = !s.collectedIn.empty();
  const bool apart = s.race != Strata::RaceStrategy::none || lists;
  size_t end = std::min(loops.size(), maxPartitioned);
  if (options.sharedLoops > 0)
    end = std::min(end, options.sharedLoops);
  if (s.workspace)
    end = std::min(end, s.workspaceDepth);
  end = std::min(end, entryDepth(s, loops));
  size_t depth = 0;
  while (depth < end && isCuttable(s, loops[depth]) &&
         (apart || usesVariable(s.lhs, loops[depth])))
    ++depth;
  return depth;
}

/// The variables of the first chain of reductions in \p expr.
static std::vector<std::string> firstSums(const IndexExprPtr &expr) {
  if (expr->kind == IndexExpr::Kind::reduce)
    return rootChain(expr, expr->op).variables;
  for (const IndexExprPtr &arg : expr->args)
    if (auto sums = firstSums(arg); !sums.empty())
      return sums;
  return {};
}

/// A sum over \p variable, or what else its parts are combined with, times or divided
/// by something without sums.
static bool isLinear(const IndexExprPtr &expr, const std::string &variable,
                     Strata::Operator combiner) {
  if (expr->kind == IndexExpr::Kind::reduce)
    return expr->op == combiner && expr->variable == variable;
  if (expr->kind != IndexExpr::Kind::apply ||
      combiner != Strata::Operator::add)
    return false;
  const bool first = containsReduction(expr->args[0]);
  switch (expr->op) {
  case Strata::Operator::neg:
    return isLinear(expr->args[0], variable, combiner);
  case Strata::Operator::mul:
    return first != containsReduction(expr->args[1]) &&
           isLinear(expr->args[first ? 0 : 1], variable, combiner);
  case Strata::Operator::div:
    return !containsReduction(expr->args[1]) &&
           isLinear(expr->args[0], variable, combiner) &&
           !Strata::is_integer(expr->type);
  default:
    return false;
  }
}

/// True when a sparse operand stores the coordinates of \p variables first.
static bool storesPrefix(const IndexExprPtr &expr,
                         const std::vector<std::string> &variables,
                         const Strata::TensorDeclarations &tensors) {
  bool found = false;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind != IndexExpr::Kind::access)
      return;
    const auto &format = tensors.at(e->access.tensor).format;
    const TensorPath path = tensorPath(e->access, format);
    found |= !format.is_dense() && path.variables.size() >= variables.size() &&
             std::equal(variables.begin(), variables.end(),
                        path.variables.begin());
  });
  return found;
}

bool hasManyRows(std::int64_t extent, int concurrency) {
  return extent >= std::min(manyRows * concurrency, enoughRows);
}

void Concretizer::partition(ConcreteStatement &s) {
  if (s.parallel.empty() || s.parallel == pieceVariable)
    return;
  if (s.race == Strata::RaceStrategy::ranges)
    return cutRanges(s);
  const std::vector<std::string> loops =
      s.loops.empty() ? rootChain(s.rhs, s.combiner).variables : s.loops;
  const bool isDense = program.tensors.at(s.lhs.tensor).format.is_dense();
  // A total is not a row of its own: a piece adds once to it.
  const bool overRows =
      isDense && !s.loops.empty() && !s.workspace && s.race != Strata::RaceStrategy::privatize &&
      latticeOf(s.rhs, loops[0], program.tensors,
                backgroundOf(s, program.tensors.at(s.lhs.tensor)))
          .iterators.empty();
  const size_t depth = partitionDepth(s, loops);
  const bool evenOut =
      hasManyRows(program.extents.at(loops[0]), options.concurrency);
  if (depth == 0 || (overRows && !options.balanced && (evenOut || depth == 1)))
    return;
  s.partitioned.assign(loops.begin(), loops.begin() + depth);
  const std::vector<std::string> sums = cutSums(s, depth);
  s.partitioned.insert(s.partitioned.end(), sums.begin(), sums.end());
  if (!sums.empty())
    addCarry(s);
  const size_t count = s.partitioned.size();
  program.extents[cutVariable] = -1; // known when the plan runs
  program.extents[countVariable(count)] = static_cast<std::int64_t>(count);
  s.cuts = addTemporary(Strata::ScalarType::u64,
                        {cutVariable, countVariable(count)}, "cuts")
               .tensor;
}

/// A sum of terms of which those with sums are linear in one over \p variable: it
/// can be computed in parts.
static bool isAffine(const IndexExprPtr &expr, const std::string &variable,
                     Strata::Operator combiner) {
  if (isLinear(expr, variable, combiner))
    return true;
  if (!containsReduction(expr))
    return combiner == Strata::Operator::add;
  const bool adds = expr->kind == IndexExpr::Kind::apply &&
                    combiner == Strata::Operator::add &&
                    (expr->op == Strata::Operator::add ||
                     expr->op == Strata::Operator::sub ||
                     expr->op == Strata::Operator::neg);
  return adds && std::all_of(expr->args.begin(), expr->args.end(),
                             [&](const IndexExprPtr &arg) {
                               return isAffine(arg, variable, combiner);
                             });
}

/// True when the part of an entry to which nothing stored belongs is neutral: it is
/// not stored, and does not reach the others.
bool Concretizer::partsMayBeLeftOut(const IndexExprPtr &expr) const {
  bool neutral = true;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind == IndexExpr::Kind::reduce)
      neutral &= leavesNeutral(e);
  });
  return neutral;
}

/// The sums below \p depth loops that are cut as well, where one entry may be most
/// of the work.
std::vector<std::string> Concretizer::cutSums(const ConcreteStatement &s,
                                              size_t depth) const {
  const Strata::TensorDeclaration &result = program.tensors.at(s.lhs.tensor);
  const size_t rows = s.workspace ? s.workspaceDepth : s.loops.size();
  const bool isWorklist = !s.list.empty(), lists = !s.collectedIn.empty();
  // Loops that scatter into a row do other work than what is measured of operands.
  const bool isEven = options.evenLoops > 0 &&
                      depth >= static_cast<size_t>(options.evenLoops) &&
                      (result.format.is_dense() || !s.workspace);
  if (!options.balanced || isEven || options.sharedLoops > 0 ||
      s.race != Strata::RaceStrategy::none || lists || isWorklist ||
      s.loops.empty() || depth != rows || revisits(s.rhs) ||
      variablesOf(s.lhs).size() != s.lhs.indices.size())
    return {};
  const int levels = result.format.lvl_rank();
  if (!result.format.is_dense() &&
      (Strata::level_traits(result.format.level(levels - 1)).full ||
       (!s.workspace && !partsMayBeLeftOut(s.rhs))))
    return {};
  if (Strata::is_half(result.scalar) ||
      (result.scalar == Strata::ScalarType::boolean &&
       s.combiner == Strata::Operator::add) ||
      (options.strict && !Strata::is_integer(result.scalar)))
    return {};
  std::vector<std::string> sums;
  if (s.workspace)
    for (size_t l = rows; l < s.loops.size() && !usesVariable(s.lhs, s.loops[l]);
         ++l)
      sums.push_back(s.loops[l]);
  else
    sums = firstSums(s.rhs);
  // The piece that an entry begins in may have nothing of it: what the fill value
  // adds would be lost.
  if (!sums.empty() && result.fill != 0 && !result.format.is_dense() &&
      !isLinear(s.rhs, sums[0], s.combiner))
    return {};
  // Parts are kept in the type of the result: what is rounded to it is rounded
  // once.
  if (sums.empty() ||
      (!s.workspace && (s.rhs->type != result.scalar ||
                        !isAffine(s.rhs, sums[0], s.combiner))))
    return {};
  std::vector<std::string> cut = s.partitioned;
  std::vector<std::string> out;
  for (const std::string &v : sums) {
    cut.push_back(v);
    if (cut.size() > maxPartitioned || !isCuttable(s, v) ||
        !storesPrefix(s.rhs, cut, program.tensors))
      break;
    out.push_back(v);
  }
  return out;
}

/// A part of an entry, or of a row of the result, for each piece.
void Concretizer::addCarry(ConcreteStatement &s) {
  std::vector<std::string> variables{carryVariable};
  if (s.workspace)
    for (size_t v = 1; v < s.workspace->indices.size(); ++v)
      variables.push_back(s.workspace->indices[v].variable);
  program.extents[carryVariable] = -1;
  s.carry = addTemporary(program.tensors.at(s.lhs.tensor).scalar, variables,
                         "carry")
                .tensor;
  program.temporaries.back().startsAsZero = true;
  s.atomicCarry = addsPartsAtomically(s);
}

/// What is decided once all statements are there.
void Concretizer::finish() {
  dropUnusedCopies();
  for (ConcreteStatement &s : std::exchange(program.statements, {})) {
    keepFibres(s);
    partition(s);
    if (!s.carry.empty() && s.combiner != Strata::Operator::add)
      program.statements.push_back(carryFill(s));
    program.statements.push_back(std::move(s));
  }
}

} // namespace strata
