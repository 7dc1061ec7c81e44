// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries that meet, from one operand to those that share an index with it.
#include "Strata_TupleCount.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

#include "Strata_FibreWalk.h"

namespace Strata::Impl {

namespace {

using Variables = std::set<std::string>;
using Extents   = std::map<std::string, std::int64_t>;
/// What is stored under each number of a variable.
using Weights = std::unordered_map<std::int64_t, double>;

Variables variables_of(const Access& access) {
  Variables out;
  for (const IndexArg& index : access.indices) out.insert(index.variable);
  return out;
}

/// How many numbers the variables in `some` have together, of those not in `bound`.
double combinations(const Variables& some, const Variables& bound, const Extents& extents) {
  double number = 1;
  for (const std::string& v : some)
    if (!bound.count(v)) number *= static_cast<double>(extents.at(v));
  return number;
}

/// Entries that an access may come to, at most.
double most_entries(const CountedAccess& a, const Extents& extents) {
  const double all = combinations(variables_of(a.access), {}, extents);
  return a.is_made ? std::min(all, static_cast<double>(a.tensor->num_values)) : all;
}

/// Without a look at arrays: entries of the operand `first`, each of which meets all of
/// another one at most, or what there is room for under its indices.
double bound_from(std::size_t first, const std::vector<CountedAccess>& accesses,
                  const Extents& extents) {
  Variables bound = variables_of(accesses[first].access);
  double number   = most_entries(accesses[first], extents);
  for (std::size_t n = 0; n < accesses.size(); ++n) {
    if (n == first) continue;
    const Variables own = variables_of(accesses[n].access);
    number *= std::min(most_entries(accesses[n], extents), combinations(own, bound, extents));
    bound.insert(own.begin(), own.end());
  }
  Variables all;
  for (const auto& [v, extent] : extents) all.insert(v);
  return number * combinations(all, bound, extents);
}

/// An operand with those that are looked up from its entries.
struct JoinNode {
  const CountedAccess* access = nullptr;
  std::string key;          ///< variable that it is looked up by; empty: none
  bool is_presence = false; ///< all of its indices are known: it is there or not
  std::vector<std::size_t> children;
};

/// Operands as a tree whose edges are shared variables.
class Join {
 public:
  Join(const std::vector<CountedAccess>& accesses, std::size_t root, const Extents& extents)
      : m_extents(extents) {
    place(accesses[root]);
    std::vector<const CountedAccess*> rest;
    for (std::size_t n = 0; n < accesses.size(); ++n)
      if (n != root) rest.push_back(&accesses[n]);
    while (!rest.empty()) {
      auto next = std::find_if(rest.begin(), rest.end(), [&](const CountedAccess* a) {
        return !shared(variables_of(a->access), m_bound).empty();
      });
      if (next == rest.end()) next = rest.begin();
      place(**next);
      rest.erase(next);
    }
  }

  TupleCount count() const {
    double number = 1;
    for (const std::size_t root : m_roots) number *= total(m_nodes[root]);
    Variables all;
    for (const auto& [v, extent] : m_extents) all.insert(v);
    return {number * combinations(all, m_bound, m_extents), m_is_exact};
  }

 private:
  static Variables shared(const Variables& a, const Variables& b) {
    Variables out;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
    return out;
  }

  void place(const CountedAccess& access) {
    const Variables own = variables_of(access.access), known = shared(own, m_bound);
    JoinNode node{&access, {}, known == own && known.size() > 1, {}};
    if (known.empty())
      m_roots.push_back(m_nodes.size());
    else
      hang(node, known);
    m_is_exact &= known.size() <= 1;
    m_bound.insert(own.begin(), own.end());
    m_nodes.push_back(std::move(node));
  }

  /// Under the operand that has most of the `known` variables, by the one with the most
  /// numbers: others are not asked for.
  void hang(JoinNode& node, const Variables& known) {
    std::size_t parent = 0;
    Variables keys;
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
      const Variables common = shared(known, variables_of(m_nodes[n].access->access));
      if (m_nodes[n].is_presence || common.size() <= keys.size()) continue;
      parent = n;
      keys   = common;
    }
    node.key = *std::max_element(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
      return m_extents.at(a) < m_extents.at(b);
    });
    m_nodes[parent].children.push_back(m_nodes.size());
  }

  /// Calls f(number of the key, tuples) for what `node` stores.
  template <class F>
  void visit(const JoinNode& node, F&& f) const {
    struct Edge {
      int level;
      Weights weights;
    };
    const auto level_of = [&](const std::string& v) { return deepest_level(node, v); };
    std::vector<Edge> edges;
    for (const std::size_t child : node.children)
      edges.push_back({level_of(m_nodes[child].key), weights_of(m_nodes[child])});
    const int key = node.key.empty() ? -1 : level_of(node.key);
    FibreWalk(*node.access->tensor, node.access->access, depth_of(node))
        .run([&](const std::vector<std::int64_t>& numbers, std::int64_t entries) {
          double tuples = static_cast<double>(entries);
          for (const Edge& edge : edges) {
            const auto found = edge.weights.find(numbers[edge.level]);
            tuples *= found == edge.weights.end() ? 0 : found->second;
          }
          if (tuples != 0) f(key < 0 ? 0 : numbers[key], tuples);
        });
  }

  double total(const JoinNode& node) const {
    double sum = 0;
    visit(node, [&](std::int64_t, double tuples) { sum += tuples; });
    return sum;
  }

  Weights weights_of(const JoinNode& node) const {
    Weights out;
    visit(node, [&](std::int64_t number, double tuples) {
      double& weight = out[number];
      weight         = node.is_presence ? 1 : weight + tuples;
    });
    return out;
  }

  static int deepest_level(const JoinNode& node, const std::string& variable) {
    const auto& indices        = node.access->access.indices;
    const TensorFormat& format = node.access->tensor->format;
    int level                  = format.lvl_rank() - 1;
    while (indices[format.dimension_of_level(level)].variable != variable) --level;
    return level;
  }

  /// Levels with coordinates that matter: of keys, in windows, on diagonals.
  int depth_of(const JoinNode& node) const {
    Variables wanted{node.key};
    for (const std::size_t child : node.children) wanted.insert(m_nodes[child].key);
    Variables seen;
    int depth                  = 0;
    const TensorFormat& format = node.access->tensor->format;
    for (int l = 0; l < format.lvl_rank(); ++l) {
      const IndexArg& index = node.access->access.indices[format.dimension_of_level(l)];
      const bool repeats    = !seen.insert(index.variable).second;
      if (index.window || repeats || wanted.count(index.variable)) depth = l + 1;
    }
    return depth;
  }

  const Extents& m_extents;
  std::vector<JoinNode> m_nodes;
  std::vector<std::size_t> m_roots;
  Variables m_bound;
  bool m_is_exact = true;
};

TupleCount better(const TupleCount& a, const TupleCount& b) {
  if (a.is_exact != b.is_exact) return a.is_exact ? a : b;
  return a.number <= b.number ? a : b;
}

}  // namespace

TupleCount count_tuples(const std::vector<CountedAccess>& accesses, const Extents& extents) {
  if (accesses.empty()) {
    Variables all;
    for (const auto& [v, extent] : extents) all.insert(v);
    return {combinations(all, {}, extents), true};
  }
  TupleCount out{bound_from(0, accesses, extents), false};
  for (std::size_t n = 1; n < accesses.size(); ++n)
    out.number = std::min(out.number, bound_from(n, accesses, extents));
  if (std::all_of(accesses.begin(), accesses.end(),
                  [](const CountedAccess& a) { return a.is_readable; }))
    for (std::size_t n = 0; n < accesses.size() && !out.is_exact; ++n)
      out = better(out, Join(accesses, n, extents).count());
  // Entries of one operand are those that it stores, wherever they are.
  const CountedAccess& only = accesses.front();
  out.is_exact |= accesses.size() == 1 && only.is_whole;
  return out;
}

}  // namespace Strata::Impl
