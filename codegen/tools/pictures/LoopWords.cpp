// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopWords.hpp"

#include <algorithm>

namespace Strata::Tool {
namespace {

std::string join(const std::vector<std::string>& parts, const std::string& glue) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : glue) + part;
  return out;
}

std::string everywhere(const Impl::ExplainedLoop& loop) {
  const std::string v = "every " + loop.variable;
  if (loop.extent == 0) return v + " of none (extent 0)";
  return loop.extent < 0 ? v : v + " from 0 to " + std::to_string(loop.extent - 1);
}

/// What the loop visits: a coordinate where some smallest point holds.
std::string visited(const Impl::ExplainedLoop& loop) {
  const strata::MergeLattice& lattice = loop.lattice;
  if (lattice.needsUniverse(0)) return everywhere(loop);
  std::vector<std::vector<int>> smallest;
  for (std::size_t p = 0; p < lattice.points.size(); ++p)
    if (lattice.dominatedBy(static_cast<int>(p)).size() == 1)
      smallest.push_back(lattice.points[p].iterators);
  std::sort(smallest.begin(), smallest.end());
  std::vector<std::string> cases;
  for (const std::vector<int>& iterators : smallest) {
    std::vector<std::string> keys;
    for (const int i : iterators) keys.push_back(lattice.iterators[i]);
    cases.push_back(join(keys, " and "));
  }
  return "every " + loop.variable + " stored in " + join(cases, " or ");
}

std::string located(const Impl::ExplainedLoop& loop) {
  const strata::MergeLattice& lattice = loop.lattice;
  std::vector<std::string> keys;
  for (const std::string& m : lattice.points[0].members)
    if (std::find(lattice.iterators.begin(), lattice.iterators.end(), m) ==
        lattice.iterators.end())
      keys.push_back(m);
  return join(keys, ", ");
}

/// What happens inside loop `l` when no loop is.
std::string body(const Impl::ExplainedLaunch& launch, std::size_t l) {
  const Impl::ExplainedLoop& loop = launch.loops[l];
  if (l + 1 < launch.loops.size() && launch.loops[l + 1].depth > loop.depth) return "";
  if (loop.lattice.points.size() != 1) return "compute what the point says";
  const IndexExpr& expr = *loop.lattice.points[0].expr;
  return l < launch.statement.loops.size() ? statement_text(launch.statement, expr)
                                           : "add up " + to_string(expr);
}

}  // namespace

std::string statement_text(const strata::ConcreteStatement& statement, const IndexExpr& rhs) {
  return to_string(*make_access(statement.lhs)) + (statement.accumulate ? " += " : " = ") +
         to_string(rhs);
}

std::vector<std::string> loop_words(const Impl::ExplainedLaunch& launch, std::size_t l) {
  const Impl::ExplainedLoop& loop = launch.loops[l];
  if (loop.lattice.empty()) return {"no loop over " + loop.variable};
  const std::size_t points = loop.lattice.points.size();
  const bool universe      = loop.lattice.needsUniverse(0);
  std::vector<std::string> lines{"for " + visited(loop)};
  if (universe && !loop.lattice.iterators.empty())
    lines.push_back("merged with " + join(loop.lattice.iterators, ", "));
  if (points > 1) lines.push_back(std::to_string(points) + " merging loops, one per point");
  const std::string found = located(loop);
  if (!found.empty()) lines.push_back("locate " + found);
  if (launch.statement.parallel == loop.variable) {
    lines.push_back("in parallel: cut into pieces");
    lines.push_back(std::string("races: ") + Impl::race_text(launch.statement.race));
  }
  const std::string inside = body(launch, l);
  if (!inside.empty()) lines.push_back(inside);
  return lines;
}

}  // namespace Strata::Tool
