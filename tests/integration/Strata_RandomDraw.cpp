// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>
#include <sstream>

#include "Strata_RandomCase.hpp"

namespace Strata::Testing {

std::vector<LevelType> draw_levels(Random& random, int rank, int dense_percent) {
  std::vector<LevelType> levels;
  while (static_cast<int>(levels.size()) < rank) {
    const int left = rank - static_cast<int>(levels.size());
    if (random.chance(dense_percent)) {
      levels.push_back({LevelKind::dense, true, true});
    } else if (left == 1 || random.chance(55)) {
      levels.push_back({LevelKind::compressed, true, true});
    } else {
      const auto tail = 1 + random.below(left - 1);
      levels.push_back({LevelKind::compressed, false, true});
      for (int k = 1; k <= tail; ++k) {
        levels.push_back({LevelKind::singleton, k == tail, true});
      }
    }
  }
  return levels;
}

OperatorDraw draw_comparison(Random& random, ScalarType type) {
  std::vector<OperatorDraw> ops = {{"eq", "0"}, {"neq", "0"}, {"eq", ""}, {"neq", ""}};
  if (type == ScalarType::boolean) return random.pick<OperatorDraw>({{"eq", ""}, {"neq", ""}, {"not"}});
  if (!is_complex(type)) {
    for (const char* name : {"gt", "lt", "gte", "lte"}) {
      ops.push_back({name, ""});
      ops.push_back({name, "1"});
    }
  }
  return random.pick(ops);
}

OperatorDraw draw_function(Random& random, ScalarType type) {
  std::vector<OperatorDraw> ops = {{"square"}, {"cube"}};
  if (is_complex(type)) {
    ops.insert(ops.end(), {{"sin"}, {"tanh"}, {"exp"}, {"atan"}, {"pow", "2.0"}});
    return random.pick(ops);
  }
  ops.insert(ops.end(), {{"abs"}, {"min", ""}, {"max", ""}, {"min", "1"}, {"max", "0"}, {"pow", "2"}});
  if (is_integer(type)) {
    ops.insert(ops.end(), {{"mod", "3"}, {"mod", ""}});
    return random.pick(ops);
  }
  ops.insert(ops.end(), {{"sin"}, {"cos"}, {"tanh"}, {"atan"}, {"asinh"}, {"cbrt"}, {"atan2", "2.0"},
                         {"atan2", ""}, {"heaviside", "0.5"}, {"heaviside", ""}, {"mod", "2.0"}});
  return random.pick(ops);
}

IndexType draw_index_type(Random& random, std::int64_t largest) {
  const int width = random.pick<int>({0, 8, 16, 32, 64});
  const IndexType type{width, false};
  return static_cast<std::uint64_t>(largest) <= type.max() ? type : IndexType{32, false};
}

double draw_value(Random& random, ScalarType scalar, bool divisor) {
  const double sign = random.chance(50) && !is_unsigned_integer(scalar) ? -1 : 1;
  if (scalar == ScalarType::boolean) return 1;
  if (divisor) return sign * static_cast<double>(std::int64_t{1} << random.below(3));
  if (random.chance(4)) return 0;
  if (is_integer(scalar)) return sign * static_cast<double>(1 + random.below(100));
  return sign * static_cast<double>(1 + random.below(16)) / 4;
}

std::string RandomCase::describe(std::int64_t entries) const {
  std::ostringstream out;
  out << notation << "   [" << (openmp ? "OpenMP" : "Serial") << ", pieces " << options.pieces
      << ", race " << static_cast<int>(options.race) << (options.strict ? ", strict" : "")
      << (options.deterministic ? ", deterministic" : "") << (in_phases ? ", also in phases" : "")
      << "; merge " << static_cast<int>(options.merge) << ", worklist "
      << static_cast<int>(options.worklist) << ", passes " << static_cast<int>(options.passes)
      << ", extents " << static_cast<int>(options.extents) << ", balance "
      << static_cast<int>(options.balance) << ", sums " << static_cast<int>(options.sums)
      << ", prefetch " << static_cast<int>(options.prefetch);
  if (team_size > 0) {
    out << ", also teams " << team_size << "x" << vector_length << " permute " << permute;
  }
  out << "]";
  for (const auto& [name, t] : tensors) {
    out << "\n  " << name << ": " << name_of(t.data.scalar) << " " << t.format.to_string() << " of";
    for (std::int64_t e : t.data.extents) out << ' ' << e;
    out << "; " << t.data.size() << " entries";
    if (t.fill != 0) out << ", fill " << t.fill;
    if (t.format.is_dense()) out << ", stride " << t.layout.stride << ", gap " << t.layout.gap;
    for (std::int64_t n = 0; n < std::min<std::int64_t>(t.data.size(), entries); ++n) {
      out << (n == 0 ? ":" : "") << " (";
      for (std::int64_t c : t.data.coordinate(n)) out << c << ' ';
      out << ") " << to_string(load(t.data.scalar, t.data.values.data() +
                                                       n * size_of(t.data.scalar)),
                               t.data.scalar);
    }
  }
  return out.str();
}

namespace {

/// Draws a sum of products over variables with huge extents; every product has
/// a sparse operand over all of its huge variables.
class HypersparseGenerator {
 public:
  explicit HypersparseGenerator(std::uint64_t seed) : m_random(seed) {}

  RandomCase run() {
    const auto small = m_random.below(3);
    const auto huge  = 1 + m_random.below(3);
    for (int v = 0; v < small + huge; ++v) {
      m_names.push_back(std::string(1, static_cast<char>('i' + v)));
      m_extents.push_back(v < small ? 1 + m_random.below(5)
                                    : 1 + m_random.below(1'000'000'000));
      std::vector<std::int64_t> pool;
      for (int k = 0; k < 24; ++k) pool.push_back(m_random.below(m_extents.back()));
      m_pools.push_back(std::move(pool));
      (v < small ? m_small : m_huge).push_back(v);
    }
    m_scalar = m_random.pick<ScalarType>({ScalarType::f64, ScalarType::f32, ScalarType::i64});
    m_left   = m_small;
    if (m_random.chance(40)) {
      m_kept = 1 + m_random.below(huge);
      m_left.insert(m_left.end(), m_huge.begin(), m_huge.begin() + m_kept);
      m_random.shuffle(m_left);
    }
    std::string body;
    const auto terms = 1 + m_random.below(3);
    for (int t = 0; t < terms; ++t) body += (t ? (m_random.chance(40) ? " - " : " + ") : "") + term();
    m_case.notation = spell(m_case.result, m_left) + " = " + body;
    m_case.openmp   = m_random.chance(60);
    m_case.options.pieces = m_random.pick<int>({0, 1, 2, 7});
    draw_result();
    return std::move(m_case);
  }

 private:
  std::string spell(const std::string& tensor, const std::vector<int>& variables) const {
    std::string text = tensor;
    for (std::size_t k = 0; k < variables.size(); ++k) {
      text += (k == 0 ? "(" : ",") + m_names[variables[k]];
    }
    return variables.empty() ? text : text + ")";
  }

  /// Dense over small extents, or sparse: no element is as large as a huge one.
  void draw_result() {
    const int rank = static_cast<int>(m_left.size());
    RandomTensor result{Formats::dense(rank), {}, {}};
    if (m_kept > 0) {
      std::vector<int> order(rank);
      std::iota(order.begin(), order.end(), 0);
      m_random.shuffle(order);
      const IndexType wide{m_random.pick<int>({0, 32, 64}), false};
      result.format = TensorFormat(order, draw_levels(m_random, rank, 0), wide, wide);
    }
    result.data.scalar = m_scalar;
    for (int v : m_left) result.data.extents.push_back(m_extents[v]);
    m_case.tensors[m_case.result] = std::move(result);
  }

  std::string term() {
    std::vector<int> all = m_huge;
    const bool is_kept = static_cast<std::int64_t>(all.size()) == m_kept;
    if (all.size() > 1 && !is_kept && m_random.chance(40)) all.pop_back();
    std::vector<int> huge = all;
    all.insert(all.end(), m_small.begin(), m_small.end());
    std::string text = tensor(all);
    if (m_random.chance(30)) text = "(" + text + " + " + tensor(all) + ")";
    for (auto n = m_random.below(3); n > 0; --n) {
      std::vector<int> some;
      for (int v : m_random.chance(70) ? huge : all) {
        if (m_random.chance(70)) some.push_back(v);
      }
      text += " * " + tensor(some);
    }
    return m_random.chance(15) ? text + " / 2" : text;
  }

  std::string tensor(const std::vector<int>& variables) {
    const std::string name(1, static_cast<char>('B' + m_case.tensors.size()));
    RandomTensor t;
    t.data.scalar = m_scalar;
    for (int v : variables) t.data.extents.push_back(m_extents[v]);
    const auto entries = variables.empty() ? 1 : m_random.pick<int>({0, 1, 30, 300, 1000});
    for (int n = 0; n < entries; ++n) {
      std::vector<std::int64_t> c;
      for (int v : variables) {
        c.push_back(m_random.chance(85) ? m_random.pick(m_pools[v]) : m_random.below(m_extents[v]));
      }
      t.data.add(c, draw_value(m_random, m_scalar, false));
    }
    const int rank = static_cast<int>(variables.size());
    std::vector<int> order(rank);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return variables[a] < variables[b]; });
    if (m_random.chance(5)) m_random.shuffle(order);
    const auto wide = draw_index_type(m_random, 1'000'000'000);
    t.format        = rank == 0 ? TensorFormat()
                                : TensorFormat(order, draw_levels(m_random, rank, 0), {}, wide);
    t.layout              = {order, 0, 1};
    m_case.tensors[name] = std::move(t);
    return spell(name, variables);
  }

  Random m_random;
  RandomCase m_case;
  std::vector<std::string> m_names;
  std::vector<std::int64_t> m_extents;
  std::vector<std::vector<std::int64_t>> m_pools;
  std::vector<int> m_small, m_huge, m_left;
  std::int64_t m_kept = 0;  ///< huge variables of the result: the first ones
  ScalarType m_scalar = ScalarType::f64;
};

}  // namespace

RandomCase draw_hypersparse_case(std::uint64_t seed, std::int64_t number) {
  return HypersparseGenerator(seed * 7'000'003u + static_cast<std::uint64_t>(number)).run();
}

}  // namespace Strata::Testing
