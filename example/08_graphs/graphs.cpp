// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triangles, breadth-first search and shortest paths in index notation.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <Strata_Einsum.hpp>

using Space  = Kokkos::DefaultHostExecutionSpace;
using Memory = Space::memory_space;
using Edges  = std::vector<std::vector<std::int64_t>>;
template <class T>
using Vector = Kokkos::View<T*, Memory>;
template <class T>
using Matrix = Strata::SparseView<T, Strata::DynamicFormat, Memory>;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Graph {
  std::int64_t size;
  Edges edges;                  // from, to; each once, none to itself
  std::vector<double> lengths;  // of the edges
};

Graph random_graph(std::int64_t size, int count) {
  std::mt19937 random(4);
  std::set<std::vector<std::int64_t>> edges;
  while (static_cast<int>(edges.size()) < count) {
    const auto from = static_cast<std::int64_t>(random() % size);
    const auto to   = static_cast<std::int64_t>(random() % size);
    if (from != to) edges.insert({from, to});
  }
  Graph g{size, {edges.begin(), edges.end()}, {}};
  for (int e = 0; e < count; ++e) g.lengths.push_back(1 + random() % 9);
  return g;
}

bool report(const std::string& what, double found, double wanted) {
  std::cout << what << ": " << found << (found == wanted ? "" : "   <- WRONG")
            << "\n";
  return found == wanted;
}

// Paths of two edges that an edge closes, in the graph without directions: with
// the neighbours below each vertex only, every triangle is found once.
bool triangles(const Space& exec, const Graph& g) {
  std::set<std::vector<std::int64_t>> below;
  for (const auto& e : g.edges)
    below.insert({std::max(e[0], e[1]), std::min(e[0], e[1])});
  const Edges entries(below.begin(), below.end());
  const std::vector<std::int64_t> ones(entries.size(), 1);
  const Matrix<std::int64_t> L = Strata::assemble<std::int64_t>(
      exec, Strata::Formats::csr(), {g.size, g.size}, entries, ones, "L");
  Kokkos::View<std::int64_t, Memory> t("t");
  Strata::einsum(exec, "t = L(i,j) * L(j,k) * L(i,k)", t, L);
  exec.fence("triangles");

  std::int64_t wanted = 0;
  for (const auto& ij : entries)
    for (std::int64_t k = 0; k < ij[1]; ++k)
      wanted += below.count({ij[1], k}) * below.count({ij[0], k});
  return report("triangles", static_cast<double>(t()),
                static_cast<double>(wanted));
}

// One frontier after the other: what an edge leads to from there and has not
// been seen. A(i,j) is an edge from j to i.
bool breadth_first(const Space& exec, const Graph& g) {
  Edges entries;
  for (const auto& e : g.edges) entries.push_back({e[1], e[0]});
  const std::vector<std::int64_t> ones(entries.size(), 1);
  const Matrix<std::int64_t> A = Strata::assemble<std::int64_t>(
      exec, Strata::Formats::csr(), {g.size, g.size}, entries, ones, "A");
  Vector<bool> frontier("frontier", g.size), next("next", g.size),
      seen("seen", g.size);
  frontier(0) = seen(0)   = true;
  const Strata::Plan step = Strata::compile(
      exec,
      "semiring or-and; "
      "next(i) = sum(j, A(i,j) * frontier(j)) * not(seen(i))",
      {{"next", Strata::ref(next)},
       {"A", Strata::ref(A)},
       {"frontier", Strata::ref(frontier)},
       {"seen", Strata::ref(seen)}});
  std::int64_t depth = -1, found = 1, reached = 0;
  for (; found > 0; ++depth) {
    reached += found;
    step.execute(exec);
    Strata::einsum(exec, "seen(i) += next(i)", seen, next);
    Kokkos::deep_copy(exec, frontier, next);
    exec.fence("a level");
    found = 0;
    for (std::int64_t i = 0; i < g.size; ++i) found += next(i);
  }

  std::vector<std::int64_t> level(g.size, -1), queue{0};
  level[0] = 0;
  std::vector<std::vector<std::int64_t>> to(g.size);
  for (const auto& e : g.edges) to[e[0]].push_back(e[1]);
  for (std::size_t n = 0; n < queue.size(); ++n)
    for (const std::int64_t i : to[queue[n]])
      if (level[i] < 0) {
        level[i] = level[queue[n]] + 1;
        queue.push_back(i);
      }
  const bool right = report("levels", static_cast<double>(depth),
                            static_cast<double>(level[queue.back()]));
  return report("reached", static_cast<double>(reached),
                static_cast<double>(queue.size())) &&
         right;
}

// Bellman and Ford: shorter ways over one more edge, until there are none. In this
// semiring, + is the smaller one, * is the sum, and what W does not store is infinite.
bool shortest_paths(const Space& exec, const Graph& g) {
  Edges entries;
  for (const auto& e : g.edges) entries.push_back({e[1], e[0]});
  const Matrix<double> W = Strata::assemble<double>(
      exec, Strata::Formats::csr(), {g.size, g.size}, entries, g.lengths, "W");
  Vector<double> d("d", g.size), shorter("shorter", g.size);
  Kokkos::deep_copy(exec, d, infinity);
  exec.fence("start");
  d(0)                    = 0;
  const Strata::Plan step = Strata::compile(
      exec, "semiring min-plus; shorter(i) = d(i) + W(i,j) * d(j)",
      {{"shorter", Strata::ref(shorter)},
       {"d", Strata::ref(d)},
       {"W", Strata::ref(W)}});
  bool changed = true;
  while (changed) {
    step.execute(exec);
    exec.fence("a round");
    changed = !std::equal(d.data(), d.data() + g.size, shorter.data());
    Kokkos::deep_copy(exec, d, shorter);
  }
  exec.fence("shortest paths");

  std::vector<double> wanted(g.size, infinity);
  wanted[0] = 0;
  for (std::int64_t round = 0; round < g.size; ++round)
    for (std::size_t e = 0; e < g.edges.size(); ++e)
      wanted[g.edges[e][1]] =
          std::min(wanted[g.edges[e][1]], wanted[g.edges[e][0]] + g.lengths[e]);
  double sum = 0, wanted_sum = 0;
  for (std::int64_t i = 0; i < g.size; ++i) {
    sum += d(i) == infinity ? -1 : d(i);
    wanted_sum += wanted[i] == infinity ? -1 : wanted[i];
  }
  return report("sum of the distances", sum, wanted_sum);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Space exec;
  const Graph g = random_graph(500, 1500);
  const bool right =
      triangles(exec, g) & breadth_first(exec, g) & shortest_paths(exec, g);
  return right ? 0 : 1;
}
