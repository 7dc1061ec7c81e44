// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces that have ranges of coordinates of the result, in a loop inside of others which
// all of them run whole ("owner computes"): nothing keeps them apart, and the order of
// additions is that of one piece.
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Ranges.h"
#include "strata/Analysis/Windows.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace strata {

/// The variable whose coordinates are cut: the outermost of the result below another loop
/// which operands have in order. Empty: there is none.
std::string Concretizer::rangedVariable(const ConcreteStatement &s) const {
  const size_t end = s.workspace ? s.workspaceDepth : s.loops.size();
  for (size_t l = 1; l < end; ++l)
    if (usesVariable(s.lhs, s.loops[l]) && isCuttable(s, s.loops[l]))
      return s.loops[l];
  return {};
}

std::vector<SampledLevel> sampledLevels(const IndexExprPtr &expr, const std::string &variable,
                                        const Strata::TensorDeclarations &tensors) {
  std::vector<SampledLevel> out;
  std::set<std::string> seen;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind != IndexExpr::Kind::access || !seen.insert(accessKey(e->access)).second)
      return;
    const Strata::TensorFormat &format = tensors.at(e->access.tensor).format;
    const std::vector<Strata::IndexArg> indices = indicesByLevel(e->access, format);
    for (int l = 0; l < static_cast<int>(indices.size()) && !format.is_sliced(); ++l) {
      const Strata::LevelKind kind = format.level(l).kind;
      if (indices[l].variable == variable && !indices[l].is_restricted() &&
          (kind == Strata::LevelKind::compressed || kind == Strata::LevelKind::singleton)) {
        out.push_back({e->access, l});
        break;
      }
    }
  });
  return out;
}

/// How often the loops around that over \p variable come to it, about. Negative: extents
/// are not known.
double Concretizer::visitsOf(const ConcreteStatement &s, const std::string &variable) const {
  std::set<std::string> outer;
  double visits = 1;
  for (const std::string &loop : s.loops) {
    if (loop == variable)
      break;
    const double fibre = expectedFibre(s.rhs, loop, outer);
    if (fibre < 0)
      return -1;
    visits *= fibre;
    outer.insert(loop);
  }
  return visits;
}

/// Whether where ranges begin in each fibre is found once and kept: all operands that store
/// coordinates have one fibre under one parent, and the table is little beside them.
bool Concretizer::keepsBegins(const ConcreteStatement &s, const std::string &variable) const {
  const std::vector<SampledLevel> sampled = sampledLevels(s.rhs, variable, program.tensors);
  const bool haveFibres =
      std::all_of(sampled.begin(), sampled.end(), [&](const SampledLevel &each) {
        const Strata::TensorFormat &format = program.tensors.at(each.access.tensor).format;
        return format.level(each.level).kind == Strata::LevelKind::compressed &&
               each.level > 0 && format.level(each.level - 1).unique;
      });
  const double visits = visitsOf(s, variable), rows = options.concurrency + 1;
  return options.keepsBegins && !sampled.empty() && haveFibres && visits >= 0 &&
         2 * rows * visits <= options.entries;
}

/// What each piece does for the loops around \p variable, about, in entries that it could
/// add up instead: it looks up where its range begins and ends, in each fibre, or searches
/// for that. Negative: extents are not known.
double Concretizer::costOfRanges(const ConcreteStatement &s,
                                 const std::string &variable) const {
  std::set<std::string> outer;
  for (const std::string &loop : s.loops) {
    if (loop == variable)
      break;
    outer.insert(loop);
  }
  const double visits = visitsOf(s, variable);
  const double fibre = expectedFibre(s.rhs, variable, outer);
  if (visits < 0 || fibre < 0)
    return -1;
  // Two searches, of which each step waits for memory (measured: 40 ns for fibres of 100
  // entries, 170 for those of 1000, where an addition takes 1.5). Shorter loops end where it
  // is not foreseen (measured: 10 ns for fibres in no order, where an addition takes 1.4;
  // 0.5 where most fibres are one piece's).
  constexpr double step = 8, lookup = 8;
  return visits * (keepsBegins(s, variable) ? lookup : step * std::log2(1 + fibre));
}

/// Between the cuts lie the ranges, about one for each thread.
void Concretizer::cutRanges(ConcreteStatement &s) {
  s.partitioned = {s.parallel};
  program.extents[rangeVariable] = -1; // known when the plan runs
  program.extents[countVariable(1)] = 1;
  s.cuts = addTemporary(Strata::ScalarType::u64, {rangeVariable, countVariable(1)}, "cuts")
               .tensor;
  if (!keepsBegins(s, s.parallel))
    return;
  program.extents[parentsVariable] = -1; // those of an operand
  for (size_t n = sampledLevels(s.rhs, s.parallel, program.tensors).size(); n > 0; --n)
    s.begins.push_back(
        addTemporary(Strata::ScalarType::u64, {rangeVariable, parentsVariable}, "begins")
            .tensor);
}

} // namespace strata
