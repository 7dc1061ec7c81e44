// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan as text: iteration graph, statements, lattices.
#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/IterationGraph.h>
#include <strata/Analysis/Roles.h>

#include "Strata_PlanState.h"

namespace Strata::Impl {

namespace {

const char* name_of(RaceStrategy race) {
  switch (race) {
    case RaceStrategy::atomics: return "atomic additions";
    case RaceStrategy::privatize: return "one copy of the result per piece";
    default: return "none: pieces write disjoint entries";
  }
}

/// Lattices of the loops over `variables`, outermost first, then of the
/// reductions inside.
class LatticePrinter {
 public:
  LatticePrinter(const TensorDeclarations& tensors, std::string& out)
      : m_tensors(tensors), m_out(out) {}

  void loops(const std::vector<std::string>& variables, IndexExprPtr expr) {
    for (const std::string& v : variables) {
      const strata::MergeLattice lattice = print(v, expr);
      if (lattice.empty()) return;
      expr = lattice.points[0].expr;
      m_indent += "  ";
    }
    reductions(expr);
  }

 private:
  void reductions(const IndexExprPtr& e) {
    if (e->kind == IndexExpr::Kind::reduce) {
      const std::string indent = m_indent;
      print(e->variable, e->args[0]);
      m_indent += "  ";
      reductions(e->args[0]);
      m_indent = indent;
      return;
    }
    for (const IndexExprPtr& arg : e->args) reductions(arg);
  }

  strata::MergeLattice print(const std::string& v, const IndexExprPtr& e) {
    const strata::MergeLattice lattice = strata::latticeOf(e, v, m_tensors);
    m_out += m_indent + v + ": lattice " + lattice.toString() + " -> " +
             shape(lattice) + "\n";
    for (const strata::LatticePoint& p : lattice.points)
      if (lattice.points.size() > 1)
        m_out += m_indent + "    " + members(p) + ": " + to_string(*p.expr) +
                 "\n";
    return lattice;
  }

  static std::string members(const strata::LatticePoint& p) {
    std::string out;
    for (const std::string& m : p.members) out += (out.empty() ? "" : " ^ ") + m;
    return out.empty() ? "U" : out;
  }

  static std::string shape(const strata::MergeLattice& lattice) {
    if (lattice.empty()) return "no loop";
    const bool universe = lattice.needsUniverse(0);
    if (lattice.isForLoop())
      return universe ? "for over the extent"
                      : "for over " + lattice.iterators[0];
    return std::to_string(lattice.points.size()) +
           (lattice.points.size() == 1 ? " merging loop" : " merging loops");
  }

  const TensorDeclarations& m_tensors;
  std::string& m_out;
  std::string m_indent = "  ";
};

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

}  // namespace

std::string explain(const strata::CompileRequest& request,
                    const strata::ConcreteProgram& concrete) {
  std::string out = to_string(request.stmt.assignment) + "\n";
  out += storage(request);
  out += strata::IterationGraph::build(request.stmt).toString();
  for (const strata::Temporary& t : concrete.temporaries) {
    out += "temporary " + t.name + "(";
    for (std::size_t i = 0; i < t.variables.size(); ++i)
      out += (i ? "," : "") + t.variables[i];
    out += ") : " + std::string(Strata::name_of(t.scalar)) + "\n";
  }
  int number = 0;
  for (const strata::ConcreteStatement& s : concrete.statements) {
    out += "launch " + std::to_string(number++) + ": ";
    for (const std::string& v : s.loops) out += "forall " + v + " ";
    out += to_string(*make_access(s.lhs)) + (s.accumulate ? " += " : " = ") +
           to_string(*s.rhs) + "\n";
    out += s.parallel.empty()
               ? "  one piece\n"
               : "  pieces over " + s.parallel + "; races: " +
                     name_of(s.race) + "\n";
    LatticePrinter(concrete.tensors, out).loops(s.loops, s.rhs);
  }
  return out;
}

}  // namespace Strata::Impl
