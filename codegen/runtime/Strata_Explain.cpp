// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan as data and as text: iteration graph, statements, lattices.
#include "Strata_Explain.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/FibreLengths.h>
#include <strata/Analysis/LoopOrder.h>
#include <strata/Analysis/Roles.h>

#include <Strata_Topology.hpp>

#include "Strata_PlanState.h"

namespace Strata::Impl {

namespace {

/// Lattices of the loops of a statement, outermost first, then of the
/// reductions inside.
class LoopCollector {
 public:
  LoopCollector(const strata::ConcreteProgram& program,
                const strata::ConcreteStatement& statement)
      : m_program(program), m_statement(statement) {}

  std::vector<ExplainedLoop> collect() {
    IndexExprPtr expr = m_statement.rhs;
    const strata::Number background =
        strata::backgroundOf(m_statement, m_program.tensors.at(m_statement.lhs.tensor));
    for (const std::string& v : m_statement.loops) {
      add(v, expr, background);
      if (m_loops.back().lattice.empty()) return std::move(m_loops);
      expr = m_loops.back().lattice.points[0].expr;
      ++m_depth;
    }
    reductions(expr);
    return std::move(m_loops);
  }

 private:
  void reductions(const IndexExprPtr& e) {
    const int depth = m_depth;
    if (e->kind == IndexExpr::Kind::reduce) {
      add(e->variable, e->args[0], identity(*e));
      if (strata::endsEarly(*e)) m_loops.back().end = end_of(*e);
      ++m_depth;
    }
    for (const IndexExprPtr& arg : e->args) reductions(arg);
    m_depth = depth;
  }

  static std::string end_of(const IndexExpr& reduction) {
    const auto last = annihilator(reduction);
    return last ? "the total is " + to_string(*literal_of(*last)) : "there is a term";
  }

  void add(const std::string& v, IndexExprPtr e, const strata::Number& background) {
    const auto extent = m_program.extents.find(v);
    for (const strata::KeptFibre& kept : m_statement.kept)
      if (kept.variable() == v) e = strata::readingRow(kept, e);
    m_loops.push_back({v, m_depth, !strata::usesVariable(m_statement.lhs, v),
                       extent == m_program.extents.end() ? -1 : extent->second,
                       strata::latticeOf(e, v, m_program.tensors, background), {}});
  }

  const strata::ConcreteProgram& m_program;
  const strata::ConcreteStatement& m_statement;
  std::vector<ExplainedLoop> m_loops;
  int m_depth = 0;
};

std::string members(const strata::LatticePoint& p) {
  std::string out;
  for (const std::string& m : p.members) out += (out.empty() ? "" : " ^ ") + m;
  return out.empty() ? "U" : out;
}

void print_loop(const ExplainedLoop& loop, const std::string& merge, std::string& out) {
  const std::string indent(2 + 2 * loop.depth, ' ');
  const strata::MergeLattice& lattice = loop.lattice;
  out += indent + loop.variable + ": lattice " + lattice.toString() + " -> " +
         loop_shape(lattice) + merge + (loop.end.empty() ? "" : ", ends when " + loop.end) + "\n";
  for (const strata::LatticePoint& p : lattice.points)
    if (lattice.points.size() > 1)
      out += indent + "    " + members(p) + ": " + to_string(*p.expr) + "\n";
}

std::string storage(const strata::CompileRequest& request) {
  std::string out = "tensors\n";
  for (const std::string& name : request.names) {
    const TensorDeclaration& t = request.stmt.tensors.at(name);
    out += "  " + name + ": " + std::string(Strata::name_of(t.scalar));
    for (std::size_t d = 0; d < t.extents.size(); ++d)
      out += (d ? " x " : " ") + std::to_string(t.extents[d]);
    out += t.extents.empty() ? "\n" : "  " + t.format.to_string() + "\n";
  }
  return out;
}

/// How threads share the work of a unit; nothing for hosts without teams.
std::string geometry(const strata::CompileRequest& request) {
  const PlanOptions& options = request.options;
  const bool teams           = options.team_size > 0 || options.vector_length > 0;
  if (request.chip.empty() && !teams) return "";
  std::string out = request.chip.empty() ? "" : "device " + request.chip + ": ";
  out += teams ? "teams of " + std::to_string(std::max(options.team_size, 1)) +
                     " threads of " + std::to_string(std::max(options.vector_length, 1)) +
                     " lanes"
               : "a thread for each unit";
  const auto lengths = strata::averageFibreLengths(request);
  for (const auto& [name, length] : lengths)
    out += (name == lengths.begin()->first ? "; entries of a fibre on average: " : ", ") +
           name + " " + std::to_string(std::lround(length));
  return out + "\n";
}

/// What pieces of a launch are.
std::string pieces_text(const strata::ConcreteStatement& s) {
  if (s.partitioned.empty()) return "pieces over " + s.parallel;
  if (s.race == RaceStrategy::ranges)
    return "pieces have ranges of " + s.parallel + " and run the loops around it whole, " +
           (s.begins.empty() ? "searching for them in each fibre"
                             : "with a table of where they begin in each fibre");
  std::string variables;
  for (const std::string& v : s.partitioned)
    variables += (variables.empty() ? "" : ", ") + v;
  return "pieces of equal work over (" + variables + ")" +
         (s.carry.empty() ? ""
                          : "; parts of a sum are kept in " + s.carry +
                                " and added " +
                                (s.atomicCarry ? "atomically, by a unit a piece"
                                               : "in the order of the pieces"));
}

/// What becomes of fibres that loops inside of others would merge again and again.
std::string kept_text(const strata::ConcreteStatement& s) {
  std::string out;
  for (const strata::KeptFibre& kept : s.kept)
    out += "  " + strata::accessKey(kept.access) + " is kept in " + strata::accessKey(kept.row) +
           (kept.after.empty() ? " by each piece" : " in the loop over " + kept.after) +
           ", and looked up instead of merged\n    because " + kept.reason + "\n";
  for (const auto& [access, reason] : s.mergedAgain)
    out += "  " + access + " is merged, not kept in a row\n    because " + reason + "\n";
  return out;
}

std::string launch_text(const strata::ConcreteStatement& s) {
  std::string out;
  for (const std::string& v : s.loops) out += "forall " + v + " ";
  out += to_string(*make_access(s.lhs)) + (s.accumulate ? " += " : " = ") +
         to_string(*s.rhs) + "\n";
  if (s.workspace)
    out += "  added up in " + to_string(*make_access(*s.workspace)) +
           " under the loops over the first " +
           std::to_string(s.workspaceDepth) + "\n";
  out += kept_text(s);
  out += s.parallel.empty() ? "  one piece"
                            : "  " + pieces_text(s) +
                                  "; races: " + race_text(s.race);
  return out + (s.raceReason.empty() ? "" : "\n  because " + s.raceReason) +
         "\n";
}

/// The part that does not depend on an order of loops.
Explanation explanation_of(const strata::CompileRequest& request) {
  Explanation out;
  out.request = request;
  out.graph   = strata::IterationGraph::build(request.stmt);
  strata::OrderConstraints strict;
  strict.variables = out.graph.variables();
  strict.hard      = out.graph.edges();
  out.cycle        = strata::findCycle(strict);
  return out;
}

void add_launches(Explanation& out) {
  for (const strata::ConcreteStatement& s : out.concrete.statements) {
    CheckedAssignment part;
    part.assignment.lhs = s.lhs;
    part.assignment.rhs = s.rhs;
    part.tensors        = out.concrete.tensors;
    out.launches.push_back({s, strata::IterationGraph::build(part),
                            LoopCollector(out.concrete, s).collect()});
  }
}

}  // namespace

std::string conversion_text(const strata::Conversion& c,
                            const strata::CompileRequest& request) {
  const std::int64_t bytes = std::llround(c.bytes);
  const bool exact         = request.concretize.entriesOf.count(c.source) != 0;
  return "convert " + c.source + " to " + c.name + ": " + c.format.to_string() +
         "\n  because " + c.reason + "\n  " +
         (c.bytes < 0 ? "bytes not known before there are data"
                      : (exact ? "" : "at most ") + std::to_string(bytes) +
                            " bytes of entries") +
         "; once for every structure that is bound\n";
}

std::string whole_number(double number) {
  char text[400];  // of any double
  std::snprintf(text, sizeof text, "%.0f", number);
  return text;
}

const char* race_text(RaceStrategy race) {
  switch (race) {
    case RaceStrategy::atomics: return "atomic additions";
    case RaceStrategy::privatize: return "one copy of the result per piece";
    case RaceStrategy::ranges: return "none: each piece has a range of coordinates";
    default: return "none: pieces write disjoint entries";
  }
}

std::string loop_shape(const strata::MergeLattice& lattice) {
  if (lattice.empty()) return "no loop";
  const bool universe = lattice.needsUniverse(0);
  if (lattice.isForLoop())
    return universe ? "for over the extent"
                    : "for over " + lattice.iterators[0];
  return std::to_string(lattice.points.size()) +
         (lattice.points.size() == 1 ? " merging loop" : " merging loops");
}

Explanation explanation_of(const strata::CompileRequest& request,
                           const strata::ConcreteProgram& concrete) {
  Explanation out = explanation_of(request);
  out.concrete    = concrete;
  add_launches(out);
  return out;
}

Explanation explanation_of(std::string_view notation,
                           const TensorDeclarations& tensors,
                           const PlanOptions& options) {
  std::string old_result;
  strata::CompileRequest request =
      make_request(notation, tensors, options, old_result);
  set_concurrency(request, detect_machine().thread_count, false);
  Explanation out = explanation_of(request);
  try {
    out.concrete = strata::concretize(request.stmt, request.concretize);
    add_launches(out);
  } catch (const UnsupportedExpression&) {
    out.launches.clear();
    out.refusal = std::current_exception();
  }
  return out;
}

std::string to_string(const Explanation& explanation) {
  if (explanation.refusal) std::rethrow_exception(explanation.refusal);
  std::string out = to_string(explanation.request.stmt.assignment) + "\n";
  out += storage(explanation.request) + geometry(explanation.request) +
         extents_text(explanation.request) + sums_text(explanation) +
         prefetch_text(explanation.request) + row_blocks_text(explanation.request) +
         factors_text(explanation.request) +
         explanation.graph.toString();
  for (const strata::Conversion& c : explanation.concrete.conversions)
    out += conversion_text(c, explanation.request);
  for (const strata::Temporary& t : explanation.concrete.temporaries) {
    out += "temporary " + t.name + "(";
    for (std::size_t i = 0; i < t.variables.size(); ++i)
      out += (i ? "," : "") + t.variables[i];
    out += ") : " + std::string(Strata::name_of(t.scalar)) + "\n";
  }
  int number = 0;
  for (const ExplainedLaunch& launch : explanation.launches) {
    out += "launch " + std::to_string(number++) + ": " +
           launch_text(launch.statement) +
           explain_result(explanation, launch.statement);
    for (const ExplainedLoop& loop : launch.loops)
      print_loop(loop, merge_text(loop, launch, explanation), out);
  }
  return out;
}

std::string explain(const strata::CompileRequest& request,
                    const strata::ConcreteProgram& concrete) {
  return to_string(explanation_of(request, concrete));
}

}  // namespace Strata::Impl
