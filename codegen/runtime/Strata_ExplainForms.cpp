// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms that loops have in the kernel, and why: bodies of merging loops, sums, extents.
#include <algorithm>
#include <cmath>

#include <Strata_KernelFormNames.hpp>
#include <Strata_MergeBodyNames.hpp>
#include <Strata_OptionNames.hpp>
#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/FibreLengths.h>
#include <strata/Analysis/MergeChoice.h>
#include <strata/Analysis/SmallExtents.h>

#include "Strata_Explain.h"

namespace Strata::Impl {

namespace {

/// Tensor of the last level that an iterator of a lattice runs over; empty if there are
/// levels below.
std::string last_level_of(const std::string& access, const ExplainedLoop& loop,
                          const strata::ConcreteProgram& program) {
  const std::string tensor = access.substr(0, access.find('('));
  const auto declared      = program.tensors.find(tensor);
  if (declared == program.tensors.end()) return {};
  const TensorFormat& format = declared->second.format;
  const int dimension        = format.dimension_of_level(format.lvl_rank() - 1);
  std::size_t begin          = access.find('(') + 1;
  for (int d = 0; d < dimension; ++d) begin = access.find(',', begin) + 1;
  const std::string index = access.substr(begin, access.find_first_of(",)", begin) - begin);
  return index == loop.variable ? tensor : std::string();
}

strata::MergingLoop seen_of(const ExplainedLoop& loop, const ExplainedLaunch& launch,
                            const Explanation& explanation) {
  const strata::ConcreteStatement& s = launch.statement;
  const auto lengths                 = strata::fibreLengths(explanation.request);
  strata::MergingLoop seen;
  seen.needed = -1;
  for (const strata::LatticePoint& p : loop.lattice.points) {
    // A loop over the universe has it in each case, behind the iterators.
    std::int64_t mask = loop.lattice.needsUniverse(0)
                            ? std::int64_t{1} << loop.lattice.iterators.size()
                            : 0;
    for (const int i : p.iterators) mask |= std::int64_t{1} << i;
    seen.needed &= mask;
  }
  for (const std::string& access : loop.lattice.iterators) {
    const auto known = lengths.find(last_level_of(access, loop, explanation.concrete));
    seen.lengths.push_back(known == lengths.end() ? std::optional<std::int64_t>()
                                                  : known->second);
  }
  const bool inside = s.workspace && loop.depth >= s.workspaceDepth;
  seen.appends      = !loop.summed && !inside &&
                 !explanation.concrete.tensors.at(s.lhs.tensor).format.is_dense();
  return seen;
}

std::string gallop_text(const strata::MergingLoop& seen, const ExplainedLoop& loop) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < seen.lengths.size(); ++i)
    if (seen.lengths[i] > seen.lengths[longest]) longest = i;
  std::int64_t shortest = *seen.lengths[longest];
  for (std::size_t i = 0; i < seen.lengths.size(); ++i)
    if (seen.lengths[i] && seen.needed >> i & 1)
      shortest = std::min(shortest, *seen.lengths[i]);
  return "gallop, because fibres of " + loop.lattice.iterators[longest] + " are about " +
         std::to_string(std::int64_t{1} << (*seen.lengths[longest] - shortest)) +
         " times as long (" + std::to_string(1 << strata::gallopLengths) + " or more)";
}

/// True where the innermost loop is a sum of floating-point numbers over something stored, or
/// over an extent.
bool adds_up(const ExplainedLaunch& launch) {
  if (launch.loops.empty()) return false;
  const ExplainedLoop& loop = launch.loops.back();
  bool adds                 = false;
  strata::walk(launch.statement.rhs, [&](const IndexExprPtr& e) {
    adds |= e->kind == IndexExpr::Kind::reduce && e->variable == loop.variable && !e->combiner &&
            e->op == Operator::add && is_float(e->type);
  });
  return adds && !loop.lattice.empty() && loop.lattice.isForLoop();
}

}  // namespace

std::string merge_text(const ExplainedLoop& loop, const ExplainedLaunch& launch,
                       const Explanation& explanation) {
  if (loop.lattice.empty() || loop.lattice.isForLoop()) return "";
  const MergeBody asked = explanation.request.options.merge;
  if (asked != MergeBody::automatic)
    return ", " + name_in(merge_body_names(), asked) + " (the option merge)";
  strata::MergingLoop seen = seen_of(loop, launch, explanation);
  const MergeBody body     = strata::chooseMergeBody(seen);
  if (body == MergeBody::gallop)  // where every coordinate has a case, nothing is skipped
    return ", " + (loop.lattice.needsUniverse(0)
                       ? name_in(merge_body_names(), MergeBody::branch_free)
                       : gallop_text(seen, loop));
  seen.counts            = true;
  const MergeBody counts = strata::chooseMergeBody(seen);
  return ", " + name_in(merge_body_names(), body) +
         (counts == body ? "" : ", " + name_in(merge_body_names(), counts) + " where it counts");
}

std::string sums_text(const Explanation& explanation) {
  const strata::CompileRequest& request = explanation.request;
  const bool by_llvm = request.options.backend == Backend::jit && request.vectorBytes > 0;
  if (!by_llvm || std::none_of(explanation.launches.begin(), explanation.launches.end(), adds_up))
    return "";
  const std::string head = "innermost sums: ";
  if (request.options.strict) return head + "plain (the option strict)\n";
  if (request.options.sums != Sums::automatic)
    return head + name_in(sums_names(), request.options.sums) + " (the option sums)\n";
  std::string out    = head;
  const auto lengths = strata::averageFibreLengths(request);
  for (const std::string& name : strata::shortFibres(request))
    out += "plain over fibres of " + name + ", which have " +
           std::to_string(std::lround(lengths.at(name))) + " entries on average (fewer than " +
           std::to_string(std::lround(strata::shortFibre)) + "); ";
  return out + "two where the processor gathers slowly, else vectors of " +
         std::to_string(request.vectorBytes) + " bytes\n";
}

std::string extents_text(const strata::CompileRequest& request) {
  const auto small = strata::smallExtents(request);
  if (small.empty()) return "";
  std::string out = "extents compiled in:";
  for (const auto& [variable, extent] : small)
    out += (variable == small.begin()->first ? " " : ", ") + variable + " = " +
           std::to_string(extent);
  if (request.options.extents == InnerExtents::compiled) return out + " (the option extents)\n";
  double most = 0;
  for (const auto& [name, entries] : request.concretize.entriesOf) most = std::max(most, entries);
  return out + " (2 to " + std::to_string(strata::largestFixedExtent) +
         "), because an operand stores " + std::to_string(std::llround(most)) + " entries (" +
         std::to_string(std::llround(strata::entriesForFixedExtents)) + " or more)\n";
}

}  // namespace Strata::Impl
