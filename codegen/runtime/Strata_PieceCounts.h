// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PIECE_COUNTS_H
#define STRATA_PIECE_COUNTS_H

#include <cstdint>
#include <string>

#include "Strata_PlanState.h"

namespace Strata::Impl {

/// How many pieces the launches of one execution have.
class PieceCounts {
 public:
  /// `slots`: calls of a launch that may run at the same time. On a device, where these
  /// are many, workspaces bound them. `in_one_pass`: what a piece appends is copied.
  PieceCounts(const PlanState& state, int concurrency, std::int64_t slots,
              bool is_device, bool in_one_pass);

  /// Of a launch, or of the partition before it; the threads of a team have one
  /// each.
  std::int64_t of(const strata::ProgramStep& step) const;
  /// Of the launch that has the most.
  std::int64_t most() const;
  /// Workspaces.
  std::int64_t slots() const { return m_slots; }
  /// Extent of an index of a temporary.
  std::int64_t extent_of(const std::string& variable, bool is_scratch) const;

 private:
  /// One piece for what is done before the threads have woken up, else several
  /// a thread, so that uneven ones even out.
  std::int64_t choose_pieces(int concurrency) const;
  /// Then pieces are so many, and larger ones of results that are made in one pass
  /// about as large as a cache.
  std::int64_t choose_pieces(int concurrency, bool in_one_pass) const;
  /// Pieces may begin inside of a sum: each searches twice for where that is.
  bool cuts_sums() const;
  /// Of teams on a device: a piece for each thread that runs at the same time, of so many
  /// lanes.
  std::int64_t few_pieces(std::int64_t threads) const;
  /// Elements of the largest result that pieces have copies of.
  std::int64_t copied_elements() const;
  /// Copies of a result that pieces add to.
  std::int64_t choose_copies(int concurrency) const;
  /// Entries of the largest operand.
  std::int64_t work() const;
  std::int64_t in_teams(std::int64_t pieces) const;
  /// Ranges of coordinates of the result, each of which takes all the loops around.
  std::int64_t choose_ranges(int concurrency) const;
  /// Workspaces that a device has memory for.
  std::int64_t most_slots() const;

  const PlanState& m_state;
  std::int64_t m_slots;
  std::int64_t m_pieces = 1, m_copies = 1, m_ranges = 1;
};

}  // namespace Strata::Impl

#endif
