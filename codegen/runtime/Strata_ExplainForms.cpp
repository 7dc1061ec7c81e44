// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms that loops have in the kernel, and why: bodies of merging loops, extents.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include <Strata_MergeBodyNames.hpp>
#include <Strata_OptionNames.hpp>
#include <strata/Analysis/FibreLengths.h>
#include <strata/Analysis/MergeChoice.h>
#include <strata/Analysis/Prefetch.h>
#include <strata/Analysis/RowBlocks.h>
#include <strata/Analysis/SmallExtents.h>
#include <strata/Analysis/SumFactors.h>

#include "Strata_Explain.h"

namespace Strata::Impl {

namespace {

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
  const bool inside = s.workspace && loop.depth >= static_cast<int>(s.workspaceDepth);
  seen.appends      = !loop.summed && !inside &&
                 !explanation.concrete.tensors.at(s.lhs.tensor).format.is_dense();
  return seen;
}

/// The iterator with the longest fibres, and how many times as long they are as the
/// shortest that every case needs; none where lengths are not known.
std::optional<std::pair<std::size_t, std::int64_t>> longest_of(const strata::MergingLoop& seen) {
  std::optional<std::size_t> longest, shortest;
  for (std::size_t i = 0; i < seen.lengths.size(); ++i) {
    if (!seen.lengths[i]) continue;
    if (!longest || seen.lengths[i] > seen.lengths[*longest]) longest = i;
    const bool is_needed = seen.needed >> i & 1;
    if (is_needed && (!shortest || seen.lengths[i] < seen.lengths[*shortest])) shortest = i;
  }
  if (!shortest) return {};
  return std::pair{*longest, std::int64_t{1} << (*seen.lengths[*longest] - *seen.lengths[*shortest])};
}

std::string gallop_text(const strata::MergingLoop& seen, const ExplainedLoop& loop) {
  const auto [longest, times] = longest_of(seen).value();
  return "gallop, because fibres of " + loop.lattice.iterators[longest] + " are about " +
         std::to_string(times) + " times as long (" + std::to_string(1 << strata::gallopLengths) +
         " or more)";
}

/// Why a loop does not gallop.
std::string lengths_text(const strata::MergingLoop& seen, const ExplainedLoop& loop) {
  const std::int64_t iterators = (std::int64_t{1} << seen.lengths.size()) - 1;
  if (!(seen.needed & iterators)) return "no operand is in every case, so that nothing is skipped";
  const auto longest = longest_of(seen);
  if (!longest) return "there are no lengths of fibres of two operands to compare";
  return "fibres of " + loop.lattice.iterators[longest->first] + " are about " +
         (longest->second == 1 ? "as long as the others"
                               : std::to_string(longest->second) + " times as long") +
         " (gallop where " + std::to_string(1 << strata::gallopLengths) + " times)";
}

}  // namespace

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

std::string merge_text(const ExplainedLoop& loop, const ExplainedLaunch& launch,
                       const Explanation& explanation) {
  if (loop.lattice.empty() || loop.lattice.isForLoop()) return "";
  const MergeBody asked = explanation.request.options.merge;
  if (asked != MergeBody::automatic && asked != MergeBody::locate)
    return ", " + name_in(merge_body_names(), asked) + " (the option merge)";
  strata::MergingLoop seen = seen_of(loop, launch, explanation);
  const MergeBody body     = strata::chooseMergeBody(seen);
  if (body == MergeBody::gallop)  // where every coordinate has a case, nothing is skipped
    return ", " + (loop.lattice.needsUniverse(0)
                       ? name_in(merge_body_names(), MergeBody::branch_free) +
                             ", because every coordinate has a case"
                       : gallop_text(seen, loop));
  seen.counts            = true;
  const MergeBody counts = strata::chooseMergeBody(seen);
  return ", " + name_in(merge_body_names(), body) +
         (counts == body ? "" : ", " + name_in(merge_body_names(), counts) + " where it counts") +
         (seen.appends ? ", because entries are appended; "
                       : ", because no entries are appended; ") +
         lengths_text(seen, loop);
}

std::string extents_text(const strata::CompileRequest& request) {
  const auto small = strata::smallExtents(request);
  if (small.empty()) return "";
  std::string out = "extents compiled in:";
  for (const auto& [variable, extent] : small)
    out += (variable == small.begin()->first ? " " : ", ") + variable + " = " +
           std::to_string(extent);
  if (request.options.extents == InnerExtents::compiled) return out + " (the option extents)\n";
  return out + " (1 to " + std::to_string(strata::largestFixedExtent) +
         "), because an operand stores " +
         std::to_string(std::llround(strata::mostEntries(request))) + " entries (" +
         std::to_string(std::llround(strata::entriesForFixedExtents)) + " or more)\n";
}

std::string prefetch_text(const strata::CompileRequest& request) {
  const strata::PrefetchChoice choice = strata::choosePrefetch(request);
  if (!choice.blocks) return "";
  std::string out = "prefetched, where loops do not merge: ";
  if (request.options.prefetch == Prefetch::streams)
    return out + "fibres, blocks and rows side by side (the option prefetch)\n";
  for (const auto& [name, length] : strata::prefetchedFibres(request))
    out += "fibres of " + name + ", which have " + std::to_string(std::lround(length)) +
           " entries on average (fewer than " +
           std::to_string(std::lround(strata::longFibre)) + "), ";
  return out + "blocks and rows side by side, because an operand stores " +
         std::to_string(std::llround(strata::mostEntries(request))) + " entries (" +
         std::to_string(std::llround(strata::entriesForPrefetch)) + " or more)\n";
}

std::string row_blocks_text(const strata::CompileRequest& request) {
  const auto small   = strata::smallExtents(request);
  const auto blocked = strata::blockedRows(request);
  if (request.options.row_blocks == RowBlocks::whole)
    return small.empty() ? "" : "rows that a thread keeps: whole (the option row_blocks)\n";
  if (blocked.empty()) return "";
  const strata::RowBlockChoice choice = strata::chooseRowBlocks(request);
  std::string out = "rows that a thread keeps: ";
  for (const auto& [variable, blocks] : blocked)
    out += (variable == blocked.begin()->first ? "those over " : ", over ") + variable + " in " +
           std::to_string(blocks) + " blocks of " +
           std::to_string(small.at(variable) / blocks * strata::bytesOfRowElement(request)) +
           " bytes";
  if (request.options.row_blocks == RowBlocks::blocks) return out + " (the option row_blocks)\n";
  return out + ", which " + std::to_string(strata::registersOfBlock) + " registers hold (" +
         std::to_string(choice.fewest) + " blocks or more)\n";
}

std::string factors_text(const strata::CompileRequest& request) {
  const auto sums = strata::factoredSums(request);
  if (!sums) return "";
  std::array<char, 32> terms{};
  std::snprintf(terms.data(), terms.size(), "%.3g", sums->terms);
  return "factors that all terms of a sum over " + sums->variable +
         " have: multiplied once, behind the sum, because it has " + terms.data() +
         " terms on average (" + std::to_string(std::lround(strata::termsForFactors)) +
         " or more)\n";
}

}  // namespace Strata::Impl
