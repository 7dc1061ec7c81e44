// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of random cases.
#include <algorithm>
#include <limits>
#include <numeric>

#include "Strata_CaseGenerator.hpp"

namespace Strata::Testing {

namespace {
std::string name_of_tensor(std::size_t n) {
  constexpr std::size_t letters = 'Z' - 'B' + 1;
  return n < letters ? std::string(1, static_cast<char>('B' + n)) : "T" + std::to_string(n);
}
}  // namespace

std::string CaseGenerator::access(const Variables& allowed, Variables required, bool as_divisor) {
  Variables rest;
  for (int v : allowed) {
    if (std::find(required.begin(), required.end(), v) == required.end()) rest.push_back(v);
  }
  m_random.shuffle(rest);
  const auto most  = std::min<std::int64_t>(static_cast<std::int64_t>(rest.size()),
                                            4 - static_cast<std::int64_t>(required.size()));
  const auto extra = most <= 0 ? 0 : (allowed.size() == required.size() ? 0 : 1) + m_random.below(most);
  for (int k = 0; k < std::min<std::int64_t>(extra, most); ++k) required.push_back(rest[k]);
  if (required.size() == 1 && m_random.chance(3)) required.push_back(required[0]);  // diagonal
  m_random.shuffle(required);
  m_covered.insert(required.begin(), required.end());
  if (!as_divisor && m_random.chance(25)) {
    if (std::string text = reuse(required); !text.empty()) return text;
  }
  return new_tensor(required, as_divisor);
}

/// A tensor drawn before whose extents fit, some of them through windows, or
/// nothing.
std::string CaseGenerator::reuse(const Variables& variables) {
  for (const auto& [name, tensor] : m_case.tensors) {
    if (tensor.data.extents.size() != variables.size() || m_divisors.contains(name)) continue;
    RandomIndices indices;
    bool fits          = true;
    const bool windows = m_random.chance(40);
    for (std::size_t d = 0; d < variables.size(); ++d) {
      const auto extent = tensor.data.extents[d], length = m_extents[variables[d]];
      fits = fits && (windows ? extent >= length : extent == length);
      if (extent == length) indices.add(s_names[variables[d]], length);
      if (extent > length) indices.add_window(m_random, s_names[variables[d]], length, extent);
    }
    if (fits && m_random.chance(60)) return indices.of(name);
  }
  return "";
}

std::string CaseGenerator::new_tensor(const Variables& variables, bool as_divisor) {
  const std::string name = name_of_tensor(m_case.tensors.size());
  RandomTensor t;
  t.data.scalar               = m_random.pick(m_types);
  const RandomIndices indices = draw_indices(variables, false);
  t.data.extents              = indices.extents;
  draw_data(t.data, as_divisor);
  draw_format(t, variables);
  if (!t.format.is_dense()) draw_other_format(t, variables);
  t.fill = !as_divisor && !m_has_empty && !t.format.is_dense() && m_random.chance(6) ? 2 : 0;
  if (as_divisor) m_divisors.insert(name);
  m_case.tensors[name] = std::move(t);
  return indices.of(name);
}

void CaseGenerator::draw_data(CooData& data, bool as_divisor) {
  std::int64_t size = 1;
  for (std::int64_t e : data.extents) size *= e;
  const bool tiny   = data.extents.empty() && !m_random.chance(5);
  const auto kind   = as_divisor || tiny ? 0 : m_random.below(100);
  const int percent = kind < 15 ? 100 : (kind < 20 ? 0 : m_random.pick<int>({15, 40, 60, 80}));
  const bool gaps   = kind >= 85 && !data.extents.empty();
  const bool single = kind >= 20 && kind < 25;
  const auto lonely = m_random.below(std::max<std::int64_t>(size, 1));
  std::vector<std::int64_t> c(data.extents.size(), 0);
  for (std::int64_t n = 0; n < size; ++n) {
    for (std::int64_t d = static_cast<std::int64_t>(c.size()) - 1, r = n; d >= 0; --d) {
      c[d] = r % data.extents[d];
      r /= data.extents[d];
    }
    if (gaps && (c[0] == 0 || c[0] == data.extents[0] / 2 || c[0] == data.extents[0] - 1)) continue;
    if (single ? n != lonely : !m_random.chance(percent)) continue;
    data.add(c, draw_value(m_random, data.scalar, as_divisor));
    if (!as_divisor && m_random.chance(8)) data.add(c, draw_value(m_random, data.scalar, false));
  }
}

/// Numbers beside which what is not stored is no zero: of some real operands. Parts of a sum
/// that infinity is multiplied with make another result than the sum, unless it is strict;
/// sums ahead of the loops are numbers in dense results (docs/operators.md, "Limits"); and
/// reductions that leave NaN out leave nothing where all terms are NaN.
void CaseGenerator::draw_infinities() {
  const std::string& text = m_case.notation;
  for (const char* word : {"sum(", "reduce_", "semiring"})
    if (text.find(word) != std::string::npos) return;
  m_case.options.strict = true;
  if (m_case.options.race != RaceStrategy::none) m_case.options.race = RaceStrategy::automatic;
  EvaluatedEntry infinity;
  infinity.number = std::numeric_limits<double>::infinity();
  for (auto& [name, t] : m_case.tensors) {
    if (is_integer(t.data.scalar) || is_complex(t.data.scalar) ||
        t.data.scalar == ScalarType::boolean || !m_apart.chance(50))
      continue;
    for (std::int64_t e = 0; e < t.data.size(); ++e)
      if (m_apart.chance(5))
        store(t.data.scalar, t.data.values.data() + e * static_cast<std::int64_t>(size_of(t.data.scalar)),
              infinity);
  }
}

/// Dimensions in the order in which their variables prefer to be looped over.
std::vector<int> CaseGenerator::preferred_order(const Variables& variables) const {
  std::vector<int> order(variables.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return m_rank[variables[a]] < m_rank[variables[b]]; });
  return order;
}

std::vector<int> CaseGenerator::shuffled_order(int rank) {
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  m_random.shuffle(order);
  return order;
}

void CaseGenerator::draw_format(RandomTensor& tensor, const Variables& variables) {
  const int rank = static_cast<int>(variables.size());
  const std::vector<int> order =
      m_random.chance(88) ? preferred_order(variables) : shuffled_order(rank);
  const std::int64_t largest = 2 * tensor.data.size() + 1;
  std::int64_t size          = 256;
  for (std::int64_t e : tensor.data.extents) size = std::max(size, e);
  if (rank == 0 || m_random.chance(25)) {
    tensor.format = Formats::dense(rank, order);
    tensor.layout = {order, 0, 1};
    if (m_random.chance(30)) tensor.layout = {order, 2, 1 + static_cast<int>(m_random.below(2))};
    return;
  }
  tensor.format = TensorFormat(order, draw_levels(m_random, rank, 35),
                               draw_index_type(m_random, std::max(largest, size)),
                               draw_index_type(m_random, 255));
}

}  // namespace Strata::Testing
