// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Strategy.h"

#include <charconv>
#include <map>
#include <sstream>

#include <Strata_KernelFormNames.hpp>
#include <Strata_MergeBodyNames.hpp>
#include <Strata_OptionNames.hpp>
#include <Strata_RaceStrategyNames.hpp>
#include <Strata_WorklistNames.hpp>

namespace Strata::Impl {

namespace {

template <class T>
bool set_from(const std::map<std::string, T>& names, const std::string& text, T& value) {
  const auto found = value_in(names, text);
  if (found) value = *found;
  return found.has_value();
}

bool set_number(const std::string& text, int& value) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size() && value > 0;
}

bool set_teams(const std::string& text, Strategy& s) {
  const std::size_t cross = text.find('x');
  return cross != std::string::npos && set_number(text.substr(0, cross), s.team_size) &&
         set_number(text.substr(cross + 1), s.vector_length);
}

/// One word of to_string().
bool set_word(const std::string& word, Strategy& s) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return false;
  const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
  if (key == "merge") return set_from(merge_body_names(), value, s.merge);
  if (key == "worklist") return set_from(worklist_names(), value, s.worklist);
  if (key == "passes") return set_from(passes_names(), value, s.passes);
  if (key == "sums") return set_from(sums_names(), value, s.sums);
  if (key == "extents") return set_from(extents_names(), value, s.extents);
  if (key == "prefetch") return set_from(prefetch_names(), value, s.prefetch);
  if (key == "row-blocks") return set_from(row_blocks_names(), value, s.row_blocks);
  if (key == "balance") return set_from(balance_names(), value, s.balance);
  if (key == "race") return set_from(race_strategy_names(), value, s.race);
  if (key == "pieces") return set_number(value, s.pieces);
  if (key == "team") return set_teams(value, s);
  if (key == "share" && value == "none") {
    s.share = Share::none;
    return true;
  }
  return false;
}

/// Adds the forced strategy with other values of `field`.
template <class T>
void add_each(std::vector<Alternative>& out, Axis axis, const Strategy& forced, T Strategy::*field,
              std::initializer_list<T> values) {
  for (const T value : values) {
    out.push_back({axis, forced});
    out.back().strategy.*field = value;
  }
}

void add_teams(std::vector<Alternative>& out, const Strategy& forced) {
  constexpr int block = 256;
  for (const int lanes : {1, 4, 8, 16, 32}) {
    out.push_back({Axis::teams, forced});
    out.back().strategy.team_size     = block / lanes;
    out.back().strategy.vector_length = lanes;
  }
}

}  // namespace

Strategy strategy_of(const PlanOptions& options, const ProgramOptions& program) {
  return {options.merge,     options.worklist,      options.passes,   options.sums,
          options.extents,   options.prefetch,      options.row_blocks,
          options.race,      options.balance,       options.pieces,
          options.team_size, options.vector_length, program.share};
}

void apply(const Strategy& strategy, PlanOptions& options, ProgramOptions& program) {
  options.merge         = strategy.merge;
  options.worklist      = strategy.worklist;
  options.passes        = strategy.passes;
  options.sums          = strategy.sums;
  options.extents       = strategy.extents;
  options.prefetch      = strategy.prefetch;
  options.row_blocks    = strategy.row_blocks;
  options.race          = strategy.race;
  options.balance       = strategy.balance;
  options.pieces        = strategy.pieces;
  options.team_size     = strategy.team_size;
  options.vector_length = strategy.vector_length;
  program.share         = strategy.share;
}

std::string to_string(const Strategy& s) {
  std::string out;
  const auto add = [&](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
  if (s.merge != MergeBody::automatic) add("merge=" + name_in(merge_body_names(), s.merge));
  if (s.worklist != Worklist::automatic)
    add("worklist=" + name_in(worklist_names(), s.worklist));
  if (s.passes != Passes::automatic) add("passes=" + name_in(passes_names(), s.passes));
  if (s.sums != Sums::automatic) add("sums=" + name_in(sums_names(), s.sums));
  if (s.extents != InnerExtents::automatic)
    add("extents=" + name_in(extents_names(), s.extents));
  if (s.prefetch != Prefetch::automatic)
    add("prefetch=" + name_in(prefetch_names(), s.prefetch));
  if (s.row_blocks != RowBlocks::automatic)
    add("row-blocks=" + name_in(row_blocks_names(), s.row_blocks));
  if (s.race != RaceStrategy::automatic) add("race=" + name_in(race_strategy_names(), s.race));
  if (s.balance != Balance::automatic) add("balance=" + name_in(balance_names(), s.balance));
  if (s.pieces > 0) add("pieces=" + std::to_string(s.pieces));
  if (s.team_size > 0)
    add("team=" + std::to_string(s.team_size) + "x" + std::to_string(s.vector_length));
  if (s.share == Share::none) add("share=none");
  return out.empty() ? "default" : out;
}

std::optional<Strategy> strategy_from(std::string_view text) {
  Strategy s;
  if (text == "default") return s;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;)
    if (!set_word(word, s)) return {};
  if (to_string(s) != text) return {};
  return s;
}

std::vector<Alternative> alternatives_to(const Strategy& forced, const TuningPlace& place) {
  std::vector<Alternative> out;
  if (forced.merge == MergeBody::automatic) {
    add_each(out, Axis::merge, forced, &Strategy::merge,
             {MergeBody::branchy, MergeBody::branch_free, MergeBody::gallop});
    if (!place.is_device) add_each(out, Axis::merge, forced, &Strategy::merge, {MergeBody::locate});
  }
  if (forced.passes == Passes::automatic && !place.is_device)
    add_each(out, Axis::passes, forced, &Strategy::passes, {Passes::one, Passes::two});
  if (forced.prefetch == Prefetch::automatic && !place.is_device)
    add_each(out, Axis::prefetch, forced, &Strategy::prefetch, {Prefetch::streams, Prefetch::none});
  if (forced.row_blocks == RowBlocks::automatic && !place.is_device)
    add_each(out, Axis::row_blocks, forced, &Strategy::row_blocks,
             {RowBlocks::blocks, RowBlocks::whole});
  if (place.same_bits) return out;
  if (forced.worklist == Worklist::automatic)
    add_each(out, Axis::worklist, forced, &Strategy::worklist,
             {Worklist::dense, Worklist::hashed, Worklist::sorted});
  if (forced.sums == Sums::automatic && !place.is_device)
    add_each(out, Axis::sums, forced, &Strategy::sums, {Sums::plain, Sums::two, Sums::vectors});
  if (forced.extents == InnerExtents::automatic && !place.is_device)
    add_each(out, Axis::extents, forced, &Strategy::extents, {InnerExtents::compiled, InnerExtents::open});
  if (forced.race == RaceStrategy::automatic) {
    add_each(out, Axis::race, forced, &Strategy::race,
             {RaceStrategy::none, RaceStrategy::atomics, RaceStrategy::privatize});
    if (!place.is_device) add_each(out, Axis::race, forced, &Strategy::race, {RaceStrategy::ranges});
  }
  if (forced.balance == Balance::automatic && forced.pieces == 0 && place.concurrency > 1) {
    add_each(out, Axis::cutting, forced, &Strategy::balance, {Balance::rows, Balance::work});
    add_each(out, Axis::cutting, forced, &Strategy::pieces,
             {place.concurrency, 4 * place.concurrency, 32 * place.concurrency});
  }
  if (place.is_device && forced.team_size == 0 && forced.vector_length == 0)
    add_teams(out, forced);
  if (forced.share == Share::automatic)
    add_each(out, Axis::share, forced, &Strategy::share, {Share::none});
  return out;
}

void copy_axis(Axis axis, const Strategy& from, Strategy& to) {
  switch (axis) {
    case Axis::merge: to.merge = from.merge; break;
    case Axis::worklist: to.worklist = from.worklist; break;
    case Axis::passes: to.passes = from.passes; break;
    case Axis::sums: to.sums = from.sums; break;
    case Axis::extents: to.extents = from.extents; break;
    case Axis::prefetch: to.prefetch = from.prefetch; break;
    case Axis::row_blocks: to.row_blocks = from.row_blocks; break;
    case Axis::race: to.race = from.race; break;
    case Axis::cutting:
      to.balance = from.balance;
      to.pieces  = from.pieces;
      break;
    case Axis::teams:
      to.team_size     = from.team_size;
      to.vector_length = from.vector_length;
      break;
    case Axis::share: to.share = from.share; break;
  }
}

}  // namespace Strata::Impl
