// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "Strata_CaseGenerator.hpp"

namespace Strata::Testing {

Variables merged(Variables a, const Variables& b) {
  for (int v : b) {
    if (std::find(a.begin(), a.end(), v) == a.end()) a.push_back(v);
  }
  return a;
}

void CaseGenerator::draw_variables() {
  const int n      = 1 + static_cast<int>(m_random.below(5));
  const bool equal = m_random.chance(20);
  const auto size  = 2 + m_random.below(n > 3 ? 3 : 6);
  for (int v = 0; v < n; ++v) {
    auto own = m_random.chance(8) ? 1 : 2 + m_random.below(n > 3 ? 3 : 6);
    if (m_random.chance(2)) own = 0;
    m_extents.push_back(equal ? size : own);
    m_has_empty = m_has_empty || m_extents.back() == 0;
  }
  if (n <= 2 && m_random.chance(15)) m_extents[0] = 130 + m_random.below(126);
  m_rank.resize(n);
  std::iota(m_rank.begin(), m_rank.end(), 0);
  m_random.shuffle(m_rank);
  Variables all(n);
  std::iota(all.begin(), all.end(), 0);
  m_random.shuffle(all);
  const auto left = m_random.below(n + 1);
  m_left.assign(all.begin(), all.begin() + left);
  m_summed.assign(all.begin() + left, all.end());
  m_explicit = !m_summed.empty() && m_random.chance(35);
}

void CaseGenerator::draw_types() {
  using enum ScalarType;
  const auto kind = m_random.below(100);
  if (kind < 34) {
    m_types = {f64};
  } else if (kind < 40) {
    m_types = {m_random.pick<ScalarType>({f16, bf16})};
  } else if (kind < 55) {
    m_types = {f32};
  } else if (kind < 78) {
    m_types = {m_random.pick<ScalarType>({i8, i16, i32, i64, u8, u16, u32, u64})};
  } else if (kind < 86) {
    m_types = {m_random.pick<ScalarType>({c64, c128})};
  } else if (kind < 91) {
    m_types = {boolean};
  } else if (kind < 94) {
    m_types = {f64, f32, i32};
  } else if (kind < 96) {
    m_types = {f32, f16, i16, bf16};
  } else {
    m_types = {i64, i16, u8};
  }
  m_result_type = m_types.front();
}

void CaseGenerator::draw_options() {
  PlanOptions& o = m_case.options;
  o.strict       = m_random.chance(30);
  o.pieces       = m_random.pick<int>({0, 1, 2, 7});
  o.race         = m_random.pick<RaceStrategy>({RaceStrategy::automatic, RaceStrategy::automatic,
                                                RaceStrategy::automatic, RaceStrategy::none,
                                                RaceStrategy::atomics, RaceStrategy::privatize,
                                                RaceStrategy::ranges});
  o.deterministic = m_random.chance(25);
  // Other sums and other reductions are refused, which is tested elsewhere.
  const bool atomic = std::ranges::all_of(
      m_types, [](ScalarType t) { return is_integer(t) && t != ScalarType::boolean; });
  const bool plain  = std::ranges::none_of(m_types, [](ScalarType t) {
    return is_complex(t) || t == ScalarType::boolean;
  });
  const bool sums   = !m_semiring && m_case.notation.find("reduce_") == std::string::npos;
  const bool serves = o.race == RaceStrategy::atomics
                          ? sums && (atomic || (plain && !o.strict && !o.deterministic))
                          : o.race != RaceStrategy::privatize || atomic || !o.strict;
  // Ranges serve any type; run_case() knows of statements without any.
  if (!serves) o.race = RaceStrategy::automatic;
  m_case.openmp  = m_random.chance(60);
}

void CaseGenerator::draw_teams() {
  if (!m_random.chance(12)) return;
  m_case.team_size     = m_random.pick<int>({1, 2, 4, 32});
  m_case.vector_length = m_random.pick<int>({1, 3, 8});
  m_case.permute       = static_cast<int>(m_random.below(8)) - 1;
}

void CaseGenerator::draw_prefetch() {  // small operands have none by themselves
  if (m_random.chance(50)) m_case.options.prefetch = Prefetch::streams;
}

void CaseGenerator::draw_merge() {
  if (m_random.chance(50))
    m_case.options.merge = m_random.pick<MergeBody>({MergeBody::locate, MergeBody::locate,
                                                     MergeBody::gallop, MergeBody::branchy});
}

/// What is otherwise chosen from operands that are larger than those of cases.
void CaseGenerator::draw_forms() {
  PlanOptions& o   = m_case.options;
  o.worklist       = m_apart.pick<Worklist>({Worklist::automatic, Worklist::automatic,
                                             Worklist::dense, Worklist::hashed, Worklist::sorted});
  o.extents        = m_apart.pick<InnerExtents>({InnerExtents::automatic, InnerExtents::compiled});
  o.balance        = m_apart.pick<Balance>({Balance::automatic, Balance::rows, Balance::work});
  const Sums sums  = m_apart.pick<Sums>({Sums::automatic, Sums::two, Sums::vectors});
  m_case.in_phases = m_apart.chance(15);
  if (!o.strict) o.sums = sums;
}

void CaseGenerator::draw_result() {
  RandomTensor t;
  t.is_result   = true;
  t.data.scalar = m_result_type;
  t.data.extents = m_result_indices.extents;
  draw_data(t.data, false);
  if (!m_semiring && !m_has_empty && m_random.chance(8)) t.fill = 2;
  if (!m_left.empty() && m_random.chance(50)) {
    t.format = sparse_result(t.data);
    draw_other_format(t, m_left);
    m_case.tensors[m_case.result] = std::move(t);
    return;
  }
  std::vector<int> order(m_left.size());
  std::iota(order.begin(), order.end(), 0);
  if (m_random.chance(50)) m_random.shuffle(order);
  t.format = Formats::dense(static_cast<int>(order.size()), order);
  t.layout = {order, static_cast<int>(m_random.below(3)), 1 + static_cast<int>(m_random.below(3))};
  if (m_random.chance(40)) t.layout = {order, 0, 1};
  m_case.tensors[m_case.result] = std::move(t);
}

/// Any levels in any order; half of them in the preferred one, which loops can
/// follow more often. Widths may be too small for what the statement makes.
TensorFormat CaseGenerator::sparse_result(const CooData& data) {
  const int rank           = static_cast<int>(m_left.size());
  const std::vector<int> order = m_random.chance(50) ? preferred_order(m_left) : shuffled_order(rank);
  std::vector<LevelType> levels = draw_levels(m_random, rank, 30);
  const auto dense = [](const LevelType& l) { return l.kind == LevelKind::dense; };
  if (std::all_of(levels.begin(), levels.end(), dense)) {
    levels.back().kind = LevelKind::compressed;
  }
  const bool is_read = m_case.accumulate;
  for (LevelType& level : levels) {
    if (!is_read && !dense(level) && m_random.chance(8)) level.ordered = false;
  }
  const std::int64_t largest = is_read ? std::max<std::int64_t>(2 * data.size() + 1, 1024) : 1;
  return TensorFormat(order, levels, draw_index_type(m_random, largest),
                      draw_index_type(m_random, 255));
}

std::string CaseGenerator::result_access() const { return m_result_indices.of(m_case.result); }

RandomIndices CaseGenerator::draw_indices(const Variables& variables, bool on_left) {
  RandomIndices out;
  const bool restricted = m_random.chance(on_left ? 10 : 15);
  for (int v : variables) {
    if (restricted && m_random.chance(70)) {
      out.add_part(m_random, s_names[v], m_extents[v], on_left);
    } else {
      out.add(s_names[v], m_extents[v]);
    }
  }
  return out;
}

RandomCase draw_case(std::uint64_t seed, std::int64_t number) {
  return CaseGenerator(seed * 1'000'003u + static_cast<std::uint64_t>(number)).run();
}

}  // namespace Strata::Testing
