// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_PieceCounts.h"

#include <algorithm>

#include <Strata_Deterministic.hpp>
#include <strata/DeviceGrid.h>

namespace Strata::Impl {

PieceCounts::PieceCounts(const PlanState& state, int concurrency,
                         std::int64_t slots, bool is_device,
                         bool in_one_pass)
    : m_state(state), m_slots(slots) {
  const int forced = state.request.options.pieces;
  const bool teams = state.request.options.team_size > 0;
  m_copies         = forced > 0 ? forced : choose_copies(concurrency);
  m_pieces = forced > 0 ? forced : choose_pieces(concurrency, in_one_pass);
  m_ranges = forced > 0 ? forced : choose_ranges(concurrency);
  if (is_device && teams && forced == 0 && cuts_sums()) m_pieces = few_pieces(concurrency);
  if (is_device && m_slots > 0) {
    m_slots = std::min(m_slots, most_slots());
    if (teams && forced == 0) m_pieces = std::min(m_pieces, m_slots);
  }
  m_copies = in_teams(m_copies);
  m_pieces = in_teams(m_pieces);
  m_ranges = in_teams(m_ranges);
  // In teams every thread has a slot, else what runs at the same time.
  if (teams) m_slots = most();
}

bool PieceCounts::cuts_sums() const {
  const auto& all = m_state.concrete.temporaries;
  return std::any_of(all.begin(), all.end(), [](const strata::Temporary& t) {
    return std::count(t.variables.begin(), t.variables.end(), strata::carryVariable) > 0;
  });
}

std::int64_t PieceCounts::few_pieces(std::int64_t threads) const {
  // Of each of `threads`, a sixteenth of what a device holds, twice as many run.
  constexpr std::int64_t lanes = 32;
  const std::int64_t each      = std::max(m_state.request.options.vector_length, 1);
  return std::min(m_pieces, threads * std::max<std::int64_t>(lanes / each, 1));
}

std::int64_t PieceCounts::most_slots() const {
  constexpr double memory = 1 << 30;
  double bytes            = 1;  // of one
  for (const strata::Temporary& t : m_state.concrete.temporaries) {
    if (std::count(t.variables.begin(), t.variables.end(), strata::slotVariable) == 0)
      continue;
    double each = static_cast<double>(size_of(t.scalar));
    for (const std::string& v : t.variables)
      if (v != strata::slotVariable)
        each *= static_cast<double>(std::max<std::int64_t>(extent_of(v, t.isScratch), 1));
    bytes += each;
  }
  const auto blocks = static_cast<std::int64_t>(memory / bytes / strata::deviceBlock);
  return std::max<std::int64_t>(blocks, 1) * strata::deviceBlock;
}

std::int64_t PieceCounts::in_teams(std::int64_t pieces) const {
  const std::int64_t team = std::max(m_state.request.options.team_size, 1);
  return (pieces + team - 1) / team * team;
}

std::int64_t PieceCounts::of(const strata::ProgramStep& step) const {
  return !step.parallel ? 1 : step.privatized ? m_copies : step.ranged ? m_ranges : m_pieces;
}

std::int64_t PieceCounts::most() const { return std::max({m_pieces, m_copies, m_ranges}); }

std::int64_t PieceCounts::extent_of(const std::string& variable,
                                    bool is_scratch) const {
  if (variable == strata::slotVariable) return m_slots;
  // Not known before it runs.
  if (variable == strata::tableVariable || variable == strata::parentsVariable) return 0;
  if (variable == strata::cutVariable) return most() + 1;
  if (variable == strata::rangeVariable) return m_ranges + 1;
  if (variable == strata::carryVariable) return m_pieces;
  if (variable == strata::pieceVariable)
    return is_scratch ? m_pieces : m_copies;
  const std::int64_t count = strata::countOf(variable);
  return count >= 0 ? count : m_state.concrete.extents.at(variable);
}

std::int64_t PieceCounts::choose_pieces(int concurrency) const {
  if (m_state.request.options.deterministic)
    return deterministic_pieces(work());
  if (concurrency <= 1) return 1;
  return static_cast<double>(work()) < small_work ? 1 : pieces_per_thread * concurrency;
}

std::int64_t PieceCounts::choose_pieces(int concurrency, bool in_one_pass) const {
  const std::int64_t pieces = choose_pieces(concurrency);
  if (!in_one_pass || m_state.request.options.deterministic) return pieces;
  // Slots of the largest piece are to be little beside the result: of half the limit, or
  // of a twentieth where rows are added up, and each entry stands for a row.
  const bool adds_rows      = m_slots > 0;
  const std::int64_t cached = adds_rows ? 8192 : 32768, least = adds_rows ? 512 : 4096,
                     most = 8192, each = adds_rows ? 128 : 12;
  const std::int64_t enough = std::min<std::int64_t>(each * (concurrency + 2), work() / least);
  return std::max({pieces, enough, std::min(work() / cached, most)});
}

std::int64_t PieceCounts::copied_elements() const {
  std::int64_t elements = 1;
  for (const strata::Temporary& t : m_state.concrete.temporaries) {
    const bool is_copied = !t.variables.empty() && !t.isScratch &&
                           t.variables[0] == strata::pieceVariable;
    std::int64_t each = 1;
    for (std::size_t v = 1; is_copied && v < t.variables.size(); ++v)
      each *= m_state.concrete.extents.at(t.variables[v]);
    elements = std::max(elements, each);
  }
  return elements;
}

std::int64_t PieceCounts::choose_copies(int concurrency) const {
  const std::int64_t elements = copied_elements();
  if (m_state.request.options.deterministic)
    return deterministic_copies(work(), elements);
  // As many as other launches have, which evens out, where copies are next to nothing.
  constexpr std::int64_t little = 256;
  const std::int64_t pieces     = choose_pieces(concurrency);
  return pieces * elements <= work() / little ? pieces : std::max(concurrency, 1);
}

std::int64_t PieceCounts::choose_ranges(int concurrency) const {
  return static_cast<double>(work()) < small_work ? 1 : std::max(concurrency, 1);
}

std::int64_t PieceCounts::work() const {
  auto entries =
      static_cast<std::int64_t>(m_state.request.concretize.entries);
  for (const auto& [name, tensor] : m_state.operands)
    if (tensor.format.is_dense())
      entries = std::max(entries, span_of(tensor));
  return entries;
}

}  // namespace Strata::Impl
