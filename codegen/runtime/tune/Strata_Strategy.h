// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_STRATEGY_H
#define STRATA_STRATEGY_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_PlanOptions.hpp>
#include <Strata_ProgramOptions.hpp>

namespace Strata::Impl {

/// What may be chosen otherwise without another meaning of the statements. A field at its
/// default is left to the plan.
struct Strategy {
  MergeBody merge   = MergeBody::automatic;
  Worklist worklist = Worklist::automatic;
  Passes passes     = Passes::automatic;
  Sums sums         = Sums::automatic;
  InnerExtents extents = InnerExtents::automatic;
  Prefetch prefetch    = Prefetch::automatic;
  RowBlocks row_blocks = RowBlocks::automatic;
  RaceStrategy race = RaceStrategy::automatic;
  Balance balance   = Balance::automatic;
  int pieces        = 0;
  int team_size = 0, vector_length = 0;
  Share share = Share::automatic;

  friend bool operator==(const Strategy&, const Strategy&) = default;
};

/// What the caller has forced.
Strategy strategy_of(const PlanOptions& options, const ProgramOptions& program);

/// Gives `options` and `program` what `strategy` has chosen.
void apply(const Strategy& strategy, PlanOptions& options, ProgramOptions& program);

/// "merge=gallop pieces=64"; "default" where nothing is chosen.
std::string to_string(const Strategy& strategy);
/// Nothing for what to_string() does not make.
std::optional<Strategy> strategy_from(std::string_view text);

/// Fields that one strategy chooses differently from another.
enum class Axis {
  merge,
  worklist,
  passes,
  sums,
  extents,
  prefetch,
  row_blocks,
  race,
  cutting,
  teams,
  share
};

/// A strategy that differs from what the caller has forced on one axis.
struct Alternative {
  Axis axis;
  Strategy strategy;
};

/// Where a plan runs.
struct TuningPlace {
  int concurrency = 1;
  bool is_device  = false;
  /// Only what gives the same bits (PlanOptions::strict, deterministic).
  bool same_bits = false;
};

/// Alternatives on the axes that `forced` leaves open, legal for some statement.
std::vector<Alternative> alternatives_to(const Strategy& forced, const TuningPlace& place);

/// What `from` chooses on `axis`, in `to`.
void copy_axis(Axis axis, const Strategy& from, Strategy& to);

}  // namespace Strata::Impl

#endif
