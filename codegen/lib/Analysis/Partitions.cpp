// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops are cut together into pieces of equal work: by tuples of their
// coordinates, so that one row, or an outermost dimension of extent 1, does not
// have to be one piece.
#include "Concretizer.h"
#include "strata/Analysis/IterationGraph.h"
#include "strata/Analysis/Roles.h"

#include <charconv>

namespace strata {

/// Coordinates of deeper loops are not compared with the cuts.
constexpr size_t maxPartitioned = 4;
/// Coordinates of the outermost loop, for each thread, that even out.
constexpr std::int64_t manyRows = 8;

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
/// order.
bool Concretizer::isCuttable(const ConcreteStatement &s,
                             const std::string &variable) const {
  bool ordered = !pinnedTo(variable);
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

/// How many of \p loops, outermost first, may be cut without two pieces that
/// write one entry, unless the race strategy keeps these apart.
size_t Concretizer::partitionDepth(const ConcreteStatement &s,
                                   const std::vector<std::string> &loops) const {
  const bool lists = !s.collectedIn.empty();
  const bool apart = s.race != Strata::RaceStrategy::none || lists;
  size_t end = std::min(loops.size(), maxPartitioned);
  if (s.workspace)
    end = std::min(end, s.workspaceDepth);
  size_t depth = 0;
  while (depth < end && isCuttable(s, loops[depth]) &&
         (apart || usesVariable(s.lhs, loops[depth])))
    ++depth;
  return depth;
}

void Concretizer::partition(ConcreteStatement &s) {
  if (s.parallel.empty() || s.parallel == pieceVariable)
    return;
  const std::vector<std::string> loops =
      s.loops.empty() ? rootChain(s.rhs).variables : s.loops;
  const bool isDense = program.tensors.at(s.lhs.tensor).format.is_dense();
  const bool overRows =
      isDense && !s.workspace && s.race != Strata::RaceStrategy::privatize &&
      latticeOf(s.rhs, loops[0], program.tensors).iterators.empty();
  const size_t depth = partitionDepth(s, loops);
  const bool hasManyRows =
      program.extents.at(loops[0]) >= manyRows * options.concurrency;
  if (depth == 0 ||
      (overRows && !options.balanced && (hasManyRows || depth == 1)))
    return;
  s.partitioned.assign(loops.begin(), loops.begin() + depth);
  program.extents[cutVariable] = -1; // known when the plan runs
  program.extents[countVariable(depth)] = static_cast<std::int64_t>(depth);
  s.cuts = addTemporary(Strata::ScalarType::u64,
                        {cutVariable, countVariable(depth)}, "cuts")
               .tensor;
}

/// What is decided once all statements are there.
void Concretizer::finish() {
  dropUnusedCopies();
  for (ConcreteStatement &s : program.statements)
    partition(s);
}

} // namespace strata
