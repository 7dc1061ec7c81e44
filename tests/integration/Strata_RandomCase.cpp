// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_RandomCase.hpp"
#include "Strata_RandomIndices.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace Strata::Testing {
namespace {

using Variables = std::vector<int>;

/// Draws one case: variables, types, then the expression with its tensors.
class CaseGenerator {
 public:
  explicit CaseGenerator(std::uint64_t seed) : m_random(seed) {}

  RandomCase run() {
    draw_variables();
    draw_types();
    m_case.accumulate      = m_random.chance(20);
    m_result_indices       = draw_indices(m_left, true);
    const std::string body = m_explicit ? explicit_sum(m_left, m_summed) : implicit_sum();
    m_case.notation        = result_access() + (m_case.accumulate ? " += " : " = ") + body;
    draw_options();
    draw_result();
    draw_teams();
    return std::move(m_case);
  }

 private:
  void draw_variables();
  void draw_types();
  void draw_options();
  void draw_result();
  void draw_teams();
  TensorFormat sparse_result(const CooData& data);
  std::vector<int> preferred_order(const Variables& variables) const;
  std::vector<int> shuffled_order(int rank);
  std::string result_access() const;

  std::string implicit_sum();
  std::string explicit_sum(const Variables& bound, Variables summed);
  std::string product(const Variables& allowed, const Variables& required, int depth);
  std::string factor(const Variables& allowed, int depth);
  std::string divisor(const Variables& allowed);
  std::string literal();
  std::string operand(const Variables& allowed);
  std::string operation(const Variables& allowed);
  std::string reduction(int variable, const std::string& body);
  std::string access(const Variables& allowed, Variables required, bool as_divisor);
  std::string reuse(const Variables& variables);
  std::string new_tensor(const Variables& variables, bool as_divisor);
  void draw_data(CooData& data, bool as_divisor);
  void draw_format(RandomTensor& tensor, const Variables& variables);
  RandomIndices draw_indices(const Variables& variables, bool on_left);

  Random m_random;
  RandomCase m_case;
  std::vector<std::int64_t> m_extents;
  std::vector<int> m_rank;  ///< place of a variable in the preferred loop order
  Variables m_left, m_summed;
  bool m_explicit = false;
  RandomIndices m_result_indices;
  /// Over an extent of 0, sums are drawn of what is 0 where nothing is stored: whether
  /// an entry is made of other reductions of nothing is left open.
  bool m_has_empty = false;
  std::vector<ScalarType> m_types;  ///< operands draw from these
  ScalarType m_result_type = ScalarType::f64;
  std::set<int> m_covered;          ///< variables that an access has given an extent
  std::set<std::string> m_divisors;
};

constexpr const char* s_names[] = {"i", "j", "k", "l", "m"};
/// Operands after which a statement draws only literals: a kernel stays small.
constexpr std::size_t s_most_tensors = 5;

std::string name_of_tensor(std::size_t n) { return std::string(1, static_cast<char>('B' + n)); }

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
                                                RaceStrategy::atomics, RaceStrategy::privatize});
  o.deterministic = m_random.chance(25);
  // Other sums are refused, which is tested elsewhere.
  const bool atomic = std::ranges::all_of(m_types, is_integer);
  const bool plain  = std::ranges::none_of(m_types, [](ScalarType t) {
    return is_complex(t) || t == ScalarType::boolean;
  });
  const bool serves = o.race == RaceStrategy::atomics
                          ? atomic || (plain && !o.strict && !o.deterministic)
                          : o.race != RaceStrategy::privatize || atomic || !o.strict;
  if (!serves) o.race = RaceStrategy::automatic;
  m_case.openmp  = m_random.chance(60);
}

void CaseGenerator::draw_teams() {
  if (!m_random.chance(12)) return;
  m_case.team_size     = m_random.pick<int>({1, 2, 4, 32});
  m_case.vector_length = m_random.pick<int>({1, 3, 8});
  m_case.permute       = static_cast<int>(m_random.below(8)) - 1;
}

void CaseGenerator::draw_result() {
  RandomTensor t;
  t.data.scalar = m_result_type;
  t.data.extents = m_result_indices.extents;
  draw_data(t.data, false);
  if (!m_left.empty() && m_random.chance(50)) {
    t.format                      = sparse_result(t.data);
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

std::string CaseGenerator::implicit_sum() {
  const Variables all = merged(m_left, m_summed);
  std::string text;
  const bool can_subtract = m_types.front() != ScalarType::boolean;
  const auto terms        = 1 + m_random.below(3);
  for (int t = 0; t < terms; ++t) {
    if (t > 0) text += can_subtract && m_random.chance(40) ? " - " : " + ";
    if (t == 0 && can_subtract && m_random.chance(12)) text += "-";
    text += product(all, {}, 0);
  }
  Variables missing;
  for (int v : m_left) {
    if (!m_covered.contains(v)) missing.push_back(v);
  }
  if (!missing.empty()) text += " + " + access(missing, missing, false);
  return text;
}

/// Terms over `bound`; one of them sums over the first of `summed`.
std::string CaseGenerator::explicit_sum(const Variables& bound, Variables summed) {
  std::string text;
  if (m_random.chance(50)) text += product(bound, {}, 1) + " + ";
  Variables inner = bound;
  if (m_random.chance(60)) text += product(bound, {}, 1) + " * ";
  const int v = summed.back();
  summed.pop_back();
  inner.push_back(v);
  const std::string body = summed.empty() || m_random.chance(30)
                               ? product(inner, {v}, 0)
                               : access(inner, {v}, false) + " * (" + explicit_sum(inner, summed) + ")";
  text += reduction(v, body);
  if (bound.size() == m_left.size()) {
    Variables missing;
    for (int left : m_left) {
      if (!m_covered.contains(left)) missing.push_back(left);
    }
    if (!missing.empty()) text += " + " + access(missing, missing, false);
  }
  return text;
}

std::string CaseGenerator::product(const Variables& allowed, const Variables& required, int depth) {
  const auto factors = 1 + m_random.below(depth == 0 ? 3 : 2);
  std::string text   = required.empty() ? factor(allowed, depth) : access(allowed, required, false);
  for (int f = 1; f < factors; ++f) text += " * " + factor(allowed, depth);
  if (m_types.front() != ScalarType::boolean && m_random.chance(10)) {
    text += " / " + divisor(allowed);
  }
  return text;
}

std::string CaseGenerator::factor(const Variables& allowed, int depth) {
  const bool boolean = m_types.front() == ScalarType::boolean;
  const auto kind    = m_random.below(100);
  const bool enough  = m_case.tensors.size() >= s_most_tensors;
  if ((kind < 10 || enough) && !boolean) return literal();
  if (kind < 16) return access({}, {}, false);
  if (kind < 26 && depth < 1) {
    const bool minus = !boolean && m_random.chance(40);
    return "(" + product(allowed, {}, depth + 1) + (minus ? " - " : " + ") +
           factor(allowed, depth + 1) + ")";
  }
  if (kind < 34 && !boolean) return "(-" + access(allowed, {}, false) + ")";
  if (kind < 46) return operation(allowed);
  return access(allowed, {}, false);
}

std::string CaseGenerator::operand(const Variables& allowed) {
  const std::string first = access(allowed, {}, false);
  return m_random.chance(30) ? first + " * " + access(allowed, {}, false) : first;
}

/// A function, comparison, mask or index value, as a number of the drawn types.
std::string CaseGenerator::operation(const Variables& allowed) {
  const ScalarType type  = m_types.front();
  const bool boolean     = type == ScalarType::boolean;
  const std::string cast = "cast_" + std::string(name_of(type)) + "(";
  const auto of          = [&](const OperatorDraw& op) {
    std::string text = std::string(op.name) + "(" + operand(allowed);
    if (op.second) text += std::string(", ") + (*op.second ? op.second : operand(allowed));
    return text + ")";
  };
  if (!boolean && m_random.chance(20) && !allowed.empty()) {
    const int v = m_random.pick(allowed);
    if (m_covered.contains(v)) return cast + s_names[v] + ")";
  }
  if (boolean || m_random.chance(45)) return cast + of(draw_comparison(m_random, type)) + ")";
  return of(draw_function(m_random, type));
}

/// Sums, and what the types have of the other reductions.
std::string CaseGenerator::reduction(int variable, const std::string& body) {
  const ScalarType type  = m_types.front();
  const std::string args = "(" + std::string(s_names[variable]) + ", " + body + ")";
  if (m_has_empty || !m_random.chance(35)) return "sum" + args;
  if (type == ScalarType::boolean || is_complex(type) || m_random.chance(30)) {
    return "cast_" + std::string(name_of(type)) +
           m_random.pick<std::string>({"(reduce_or", "(reduce_and"}) + args + ")";
  }
  if (is_integer(type) && m_random.chance(25)) return "reduce_product" + args;
  return m_random.pick<std::string>({"reduce_min", "reduce_max"}) + args;
}

std::string CaseGenerator::literal() {
  static const std::vector<std::string> whole = {"2", "3", "1", "5"};
  static const std::vector<std::string> real  = {"2.0", "0.25", "1.5", "3", "0.5"};
  return m_random.pick(is_integer(m_types.back()) ? whole : real);
}

std::string CaseGenerator::divisor(const Variables& allowed) {
  if (m_random.chance(40)) return is_integer(m_types.back()) ? "2" : "4.0";
  return access(m_random.chance(50) ? allowed : Variables{}, {}, true);
}

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

}  // namespace

RandomCase draw_case(std::uint64_t seed, std::int64_t number) {
  return CaseGenerator(seed * 1'000'003u + static_cast<std::uint64_t>(number)).run();
}

}  // namespace Strata::Testing
