// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_IterationBound.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <set>

namespace Strata::Testing {
namespace {

struct Term {
  std::vector<const Access*> accesses;
  std::set<std::string> variables;
};
using Terms = std::vector<Term>;

Terms products(const Terms& a, const Terms& b) {
  Terms r;
  for (const Term& x : a) {
    for (const Term& y : b) {
      Term t = x;
      t.accesses.insert(t.accesses.end(), y.accesses.begin(), y.accesses.end());
      t.variables.insert(y.variables.begin(), y.variables.end());
      r.push_back(std::move(t));
    }
  }
  return r;
}

void append(Terms& a, const Terms& b) { a.insert(a.end(), b.begin(), b.end()); }

/// A term over every coordinate: what is not stored takes part.
void append_dense(Terms& r) {
  Term dense;
  for (const Term& t : r) dense.variables.insert(t.variables.begin(), t.variables.end());
  r.push_back(dense);
}

Terms terms_of(const IndexExpr& e);

Terms terms_of_apply(const IndexExpr& e) {
  Terms r = terms_of(*e.args[0]);
  switch (e.op) {
    case Operator::neg: return r;
    case Operator::mul: return products(r, terms_of(*e.args[1]));
    case Operator::div: append(r, products(r, terms_of(*e.args[1]))); return r;
    default: break;
  }
  for (std::size_t k = 1; k < e.args.size(); ++k) append(r, terms_of(*e.args[k]));
  if (e.op == Operator::add || e.op == Operator::sub) return r;
  append_dense(r);
  return r;
}

Terms terms_of(const IndexExpr& e) {
  Term t;
  switch (e.kind) {
    case IndexExpr::Kind::access:
      t.accesses = {&e.access};
      for (const IndexArg& i : e.access.indices) t.variables.insert(i.variable);
      return {t};
    case IndexExpr::Kind::index_value: t.variables = {e.variable}; return {t};
    case IndexExpr::Kind::apply: return terms_of_apply(e);
    case IndexExpr::Kind::cast: return terms_of(*e.args[0]);
    case IndexExpr::Kind::reduce: {
      Terms r = terms_of(*e.args[0]);
      for (Term& x : r) x.variables.insert(e.variable);
      if (e.op != Operator::add && e.op != Operator::logical_or) append_dense(r);
      return r;
    }
    default: return {t};
  }
}

bool restricts(const TensorRef& t, int dimension) {
  for (int l = 0; l < t.format.lvl_rank(); ++l) {
    if (t.format.dimension_of_level(l) == dimension) {
      return t.format.level(l).kind != LevelKind::dense;
    }
  }
  return false;
}

/// Loops run over the members of such a set, and search what is stored for each.
bool is_searched(const IndexArg& i) {
  return i.has_index_set && std::ranges::adjacent_find(i.index_set, std::greater_equal()) !=
                                i.index_set.end();
}

/// Values of a variable; the loops around one without values run all the same.
double extent_of(const std::string& variable, const CheckedAssignment& checked) {
  return static_cast<double>(std::max<std::int64_t>(1, checked.extents.at(variable)));
}

/// The entries beside a window are 0 where they are not kept.
bool is_cleared(const Assignment& a) {
  return !a.accumulate && std::ranges::any_of(a.lhs.indices, [](const IndexArg& i) {
    return i.is_restricted();
  });
}

double entries_of(const TensorRef& tensor) {
  double entries = 1;
  for (std::int64_t extent : tensor.extents)
    entries *= static_cast<double>(std::max<std::int64_t>(1, extent));  // loops around none run
  return entries;
}

/// Of the searches in an innermost loop, in which what is stored is halved.
double searches_of(const Term& t, const Operands& operands) {
  double steps = 0;
  for (const Access* a : t.accesses) {
    const TensorRef& tensor = operands.at(a->tensor);
    for (int d = 0; d < tensor.order(); ++d)
      if (is_searched(a->indices[d]) && restricts(tensor, d))
        steps += std::bit_width(static_cast<std::uint64_t>(tensor.num_values));
  }
  return steps;
}

double bound_of(const Term& t, const CheckedAssignment& checked, const Operands& operands) {
  std::map<std::string, double> reach;
  std::set<std::string> unstored = t.variables;
  for (const std::string& v : t.variables) reach[v] = extent_of(v, checked);
  for (const Access* a : t.accesses) {
    const TensorRef& tensor = operands.at(a->tensor);
    if (tensor.format.is_dense()) continue;
    if (tensor.fill != 0) continue;  // Not 0 where nothing is stored: loops go there as well.
    for (int d = 0; d < tensor.order(); ++d) {
      if (is_searched(a->indices[d])) continue;
      const std::string& v = a->indices[d].variable;
      unstored.erase(v);
      if (restricts(tensor, d)) {
        // An empty operand leaves one walk over the entries of the others.
        const auto entries = std::max<std::int64_t>(1, tensor.num_values);
        reach[v]           = std::min(reach[v], static_cast<double>(entries));
      }
    }
  }
  double bound = 1;
  for (const std::string& v : unstored) bound *= extent_of(v, checked);
  for (const Access* a : t.accesses) {
    const TensorRef& tensor = operands.at(a->tensor);
    if (tensor.format.is_dense()) continue;
    // An empty operand counts as one that stores one entry in each sparse level.
    double product                = static_cast<double>(stored_positions(tensor, 1));
    std::set<std::string> outside = t.variables;
    for (const IndexArg& i : a->indices) outside.erase(i.variable);
    for (const std::string& v : outside) product *= reach[v];
    bound += product;
  }
  return bound * (1 + searches_of(t, operands));
}

}  // namespace

std::int64_t stored_positions(const TensorRef& tensor, std::int64_t at_least) {
  std::int64_t sum = 0, parents = 1;
  for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
    parents = tensor.format.level(l).kind == LevelKind::dense
                  ? parents * tensor.level_extent(l)
                  : std::max(at_least, tensor.levels[l].num_coordinates);
    sum += parents;
  }
  return sum;
}

double searching_steps(const Operands& operands, int pieces) {
  double steps = 0;
  for (const auto& [name, tensor] : operands) {
    if (tensor.format.is_plain()) continue;
    for (int l = 0; l < tensor.format.lvl_rank(); ++l)
      steps += std::bit_width(static_cast<std::uint64_t>(tensor.level_extent(l)));
  }
  return steps * pieces;
}

double iteration_bound(const CheckedAssignment& checked, const Operands& operands, int copies) {
  std::set<std::string> left;
  for (const IndexArg& i : checked.assignment.lhs.indices) left.insert(i.variable);
  const TensorRef& result = operands.at(checked.assignment.lhs.tensor);
  const bool sparse       = !result.format.is_dense();
  double bound            = copies;
  for (const std::string& v : left) bound *= extent_of(v, checked);
  if (is_cleared(checked.assignment)) bound += entries_of(result);
  if (sparse) bound = 1 + static_cast<double>(stored_positions(result));
  Terms terms = terms_of(*checked.assignment.rhs);
  // Nothing restricts loops over operands that are not 0 where they store nothing.
  for (const auto& [name, tensor] : operands) {
    if (tensor.fill == 0) continue;
    append_dense(terms);
    break;
  }
  for (Term& t : terms) {
    t.variables.insert(left.begin(), left.end());
    bound += bound_of(t, checked, operands);
  }
  // Pieces come to the coordinates that their cuts lie in.
  const auto variables = static_cast<double>(checked.extents.size());
  if (copies > 1) bound += copies * variables;
  return sparse ? 2 * bound : bound;
}

}  // namespace Strata::Testing
