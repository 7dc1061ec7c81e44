// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses that a checking build recorded -> races between work items.
#include "Strata_AccessCheck.h"

#include <Strata_Plan.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

using Layout  = strata::AccessLogLayout;
using Kind    = strata::AccessKind;
using Records = std::span<const AccessRecord>;
using Found   = std::optional<AccessConflict>;
using Member  = std::int64_t AccessRecord::*;

/// Accesses of one element; those of the same `worker` have an order, those of
/// different ones have none. Linear: one record of a kind stands for the others.
Found conflict_among(Records records, Member worker) {
  const auto first_of = [&](Kind kind) {
    return std::find_if(records.begin(), records.end(),
                        [&](const AccessRecord& r) { return r.kind == kind; });
  };
  const auto against = [&](const AccessRecord& one, auto concerns) -> Found {
    for (const AccessRecord& r : records)
      if (r.*worker != one.*worker && concerns(r.kind))
        return AccessConflict{one, r};
    return std::nullopt;
  };
  const auto none   = records.end();
  const auto write  = first_of(Kind::write);
  const auto atomic = first_of(Kind::atomic);
  const auto read   = first_of(Kind::read);
  if (write != none) return against(*write, [](Kind) { return true; });
  if (atomic == none || read == none) return std::nullopt;
  if (Found found = against(*read, [](Kind k) { return k == Kind::atomic; }))
    return found;
  return against(*atomic, [](Kind k) { return k == Kind::read; });
}

/// Calls `visit` with each run of records that agree in `members`.
template <class Visit>
Found first_in_runs(Records records, std::initializer_list<Member> members,
                    Visit visit) {
  const auto same = [&](const AccessRecord& a, const AccessRecord& b) {
    return std::all_of(members.begin(), members.end(),
                       [&](Member m) { return a.*m == b.*m; });
  };
  for (std::size_t begin = 0, end = 0; begin < records.size(); begin = end) {
    while (end < records.size() && same(records[begin], records[end])) ++end;
    if (Found found = visit(records.subspan(begin, end - begin))) return found;
  }
  return std::nullopt;
}

/// A thread −1 stands for all threads of its team: its writes meet each other.
Found conflict_with_itself(Records records, int team_size) {
  for (const AccessRecord& r : records)
    if (r.thread < 0 && team_size > 1 && r.kind == Kind::write)
      return AccessConflict{r, r};
  return std::nullopt;
}

Found conflict_of_element(Records records, int team_size) {
  if (Found found = conflict_among(records, &AccessRecord::unit)) return found;
  const auto phase = [&](Records in_phase) -> Found {
    if (Found found = conflict_with_itself(in_phase, team_size)) return found;
    if (Found found = conflict_among(in_phase, &AccessRecord::thread))
      return found;
    const auto region = [&](Records in_region) -> Found {
      if (in_region[0].region < 0) return std::nullopt;
      return conflict_among(in_region, &AccessRecord::lane);
    };
    return first_in_runs(in_phase,
                         {&AccessRecord::thread, &AccessRecord::region}, region);
  };
  return first_in_runs(records, {&AccessRecord::unit, &AccessRecord::phase},
                       phase);
}

std::string to_string(const AccessRecord& r) {
  const char* const kinds[] = {"read", "written", "added to atomically"};
  std::string text = kinds[static_cast<int>(r.kind)];
  text += " by unit " + std::to_string(r.unit) + ", ";
  text += r.thread < 0 ? "every thread" : "thread " + std::to_string(r.thread);
  if (r.lane >= 0)
    text += ", lane " + std::to_string(r.lane) + " of region " +
            std::to_string(r.region);
  return text;
}

}  // namespace

std::vector<AccessConflict> find_conflicts(std::vector<AccessRecord> records,
                                           int team_size) {
  const auto key = [](const AccessRecord& r) {
    return std::tuple(r.buffer, r.element, r.unit, r.phase, r.thread, r.region,
                      r.lane);
  };
  std::sort(records.begin(), records.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::vector<AccessConflict> conflicts;
  const auto element = [&](Records of_element) -> Found {
    if (Found found = conflict_of_element(of_element, team_size))
      conflicts.push_back(*found);
    return std::nullopt;
  };
  first_in_runs(records, {&AccessRecord::buffer, &AccessRecord::element},
                element);
  return conflicts;
}

AccessLog::AccessLog(std::int64_t capacity)
    : m_words(std::make_unique_for_overwrite<std::int64_t[]>(
          (capacity + 1) * Layout::recordWords)) {
  m_words[Layout::capacity] = capacity;
  clear();
}

void AccessLog::clear() {
  m_words[Layout::numRecords] = m_words[Layout::numRegions] = 0;
}

std::vector<AccessRecord> AccessLog::records(const std::string& label) const {
  const std::int64_t size     = m_words[Layout::numRecords];
  const std::int64_t capacity = m_words[Layout::capacity];
  if (size > capacity)
    throw CodegenError(error_message(
        "execute", "check_races, launch '" + label + "'",
        "at most " + std::to_string(capacity) +
            " accesses to what the launch writes",
        std::to_string(size),
        "check a smaller case: the log of accesses is full"));
  std::vector<AccessRecord> out;
  for (std::int64_t n = 1; n <= size; ++n) {
    const std::int64_t* w = m_words.get() + n * Layout::recordWords;
    out.push_back({w[Layout::buffer], w[Layout::element],
                   static_cast<Kind>(w[Layout::kind]), w[Layout::unit],
                   w[Layout::thread], w[Layout::lane], w[Layout::region],
                   w[Layout::phase]});
  }
  return out;
}

void AccessLog::check(const std::string& label, int team_size,
                      const std::vector<std::string>& buffers) const {
  const auto conflicts = find_conflicts(records(label), team_size);
  if (conflicts.empty()) return;
  const AccessConflict& c = conflicts.front();
  throw RaceDetected(
      "execute: check_races, launch '" + label + "': race at element " +
      std::to_string(c.first.element) + " of '" + buffers.at(c.first.buffer) +
      "': " + to_string(c.first) + "; " + to_string(c.second) +
      "; no order between them (" + std::to_string(conflicts.size()) +
      " elements in all)");
}

}  // namespace Strata::Impl
