// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compound statement -> statements with temporaries between them.
#include "Strata_Factor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include <Strata_Error.hpp>
#include <Strata_Statements.hpp>
#include <strata/Analysis/ExprUtils.h>

#include "Strata_WorkEstimate.h"

namespace Strata::Impl {

namespace {

using Kind  = IndexExpr::Kind;
using Names = std::set<std::string>;

/// Of floating-point numbers.
bool is_rounded(ScalarType type) { return is_float(type) || is_complex(type); }

/// Variables that no reduction inside binds, in order of appearance.
std::vector<std::string> variables_of(const IndexExprPtr& e) {
  return strata::freeVariables(e);
}

/// True when the extents of all variables follow from what `e` accesses.
bool has_extents(const IndexExprPtr& e) {
  Names indexed;
  std::vector<std::string> needed = variables_of(e);
  strata::walk(e, [&](const IndexExprPtr& x) {
    if (x->kind == Kind::reduce) needed.push_back(x->variable);
    if (x->kind != Kind::access) return;
    for (const IndexArg& index : x->access.indices) indexed.insert(index.variable);
  });
  return std::all_of(needed.begin(), needed.end(),
                     [&](const std::string& v) { return indexed.count(v) > 0; });
}

int num_accesses(const IndexExprPtr& e) {
  int number = 0;
  strata::walk(e, [&](const IndexExprPtr& x) { number += x->kind == Kind::access; });
  return number;
}

/// Makes temporaries of one statement.
class Factorizer {
 public:
  Factorizer(const Assignment& statement, const FactorContext& context)
      : m_statement(statement),
        m_context(context),
        m_work(context),
        m_result(context.tensors.at(statement.lhs.tensor)) {
    strata::walk(statement.rhs, [&](const IndexExprPtr& e) {
      m_is_explicit |= e->kind == Kind::reduce;
      m_taken.insert(e->access.tensor);
      m_taken.insert(e->variable);
      for (const IndexArg& index : e->access.indices)
        m_taken.insert(index.variable);
    });
    for (const IndexArg& index : statement.lhs.indices)
      m_left.insert(index.variable);
    m_taken.insert(m_left.begin(), m_left.end());
    for (const auto& [name, d] : context.tensors) m_taken.insert(name);
  }

  FactoredStatement run() {
    m_out.fused_work = total_visits(m_statement.rhs);
    Assignment last  = m_statement;
    last.rhs         = terms(m_statement.rhs);
    if (m_out.texts.empty()) {
      m_out.texts = {m_statement.text};
      return std::move(m_out);
    }
    last.text = to_string(last);
    m_out.texts.push_back(last.text);
    add_work(total_visits(last.rhs));
    return std::move(m_out);
  }

  /// Sums of floating-point numbers are added up in another order.
  bool reassociates = false;
  /// Where nothing is stored, a temporary is 0.
  bool forgets_absence = false;
  /// Products of integers would be computed in wider ones, and not wrap.
  bool widens = false;

 private:
  double total_visits(const IndexExprPtr& e) const {
    if (!is_additive(e)) return m_work.visits(e);
    double total = 0;
    for (const IndexExprPtr& arg : e->args) {
      const double part = total_visits(arg);
      total             = total < 0 || part < 0 ? -1 : total + part;
    }
    return total;
  }

  void add_work(double work) {
    double& total = m_out.factored_work;
    if (m_is_unknown || work < 0) {
      m_is_unknown = true;
      total        = -1;
    } else {
      total = std::max(total, 0.0) + work;
    }
  }

  IndexExprPtr terms(const IndexExprPtr& e) {
    if (!is_additive(e)) return inside(e, m_left);
    std::vector<IndexExprPtr> args;
    for (const IndexExprPtr& arg : e->args) args.push_back(terms(arg));
    return strata::withArgs(*e, std::move(args));
  }

  /// `e` with what is compound among its factors in temporaries; `needed`: variables
  /// of what stands around it.
  IndexExprPtr inside(const IndexExprPtr& e, const Names& needed) {
    if (!is_op(e, Operator::mul)) return e;
    std::vector<IndexExprPtr> args;
    for (std::size_t n = 0; n < e->args.size(); ++n) {
      Names around = needed;
      for (std::size_t m = 0; m < e->args.size(); ++m) {
        if (m == n) continue;
        const std::vector<std::string> names = variables_of(e->args[m]);
        around.insert(names.begin(), names.end());
      }
      args.push_back(factor(e->args[n], around));
    }
    IndexExprPtr product  = strata::withArgs(*e, std::move(args));
    const ScalarType type = type_of(e);
    widens |= !is_rounded(type) && type_of(product) != type;
    return product;
  }

  /// The type that `e` is computed in, whatever is made of it.
  ScalarType type_of(const IndexExprPtr& e) const {
    TensorDeclarations known = m_context.tensors;
    known.insert(m_out.temporaries.begin(), m_out.temporaries.end());
    Assignment a;
    a.lhs = access_to("", variables_of(e));
    a.rhs = e;
    return inferred_type(a, std::move(known));
  }

  static Access access_to(const std::string& tensor,
                          const std::vector<std::string>& variables) {
    Access access;
    access.tensor = tensor;
    for (const std::string& v : variables) {
      access.indices.emplace_back();
      access.indices.back().variable = v;
    }
    return access;
  }

  IndexExprPtr factor(const IndexExprPtr& e, const Names& needed) {
    if (!has_extents(e)) return e;
    if (e->kind == Kind::reduce) return temporary(e, variables_of(e));
    if (is_op(e, Operator::add) || is_op(e, Operator::sub))
      return num_accesses(e) > 1 ? temporary(e, variables_of(e)) : e;
    if (!is_op(e, Operator::mul) || num_accesses(e) < 2) return e;
    const IndexExprPtr product = inside(e, needed);
    std::vector<std::string> kept;
    const std::vector<std::string> all = variables_of(product);
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
                 [&](const std::string& v) { return needed.count(v) > 0; });
    // With explicit sums none is implied, and none moves.
    if (m_is_explicit) kept = all;
    reassociates |= kept.size() < all.size();
    return temporary(product, kept);
  }

  IndexExprPtr temporary(const IndexExprPtr& value,
                         const std::vector<std::string>& variables) {
    Assignment a;
    a.lhs  = access_to(unused_name(), variables);
    a.rhs  = value;
    a.text = to_string(a);
    declare(a);
    m_out.texts.push_back(a.text);
    return make_access(a.lhs);
  }

  std::string unused_name() {
    std::string name;
    do
      name = m_statement.lhs.tensor + "_" + std::to_string(++m_number);
    while (m_taken.count(name));
    return name;
  }

  void declare(const Assignment& a) {
    TensorDeclarations known = m_context.tensors;
    known.insert(m_out.temporaries.begin(), m_out.temporaries.end());
    const int order = static_cast<int>(a.lhs.indices.size());
    TensorDeclaration d{Formats::dense(order), ScalarType::f64,
                        std::vector<std::int64_t>(order, -1), 0};
    // As wide as sums of the whole statement.
    d.scalar =
        compute_type(promote(inferred_type(a, known), m_result.scalar));
    known[a.lhs.tensor] = d;
    d.extents           = check(a, known).tensors.at(a.lhs.tensor).extents;
    double size         = 1;
    for (const std::int64_t extent : d.extents) size *= static_cast<double>(extent);
    const double visits = total_visits(a.rhs);
    const double stored = visits < 0 ? -1 : std::min(size, visits);
    const bool absent   = m_work.may_be_absent(a.rhs);
    const bool is_thin  = stored < 0 || stored * 4 < size;
    if (absent && order > 0 &&
        (!m_result.format.is_dense() || (order > 1 && is_thin)))
      d.format = order == 1   ? Formats::sparse_vector()
                 : order == 2 ? Formats::csr()
                              : Formats::csf(order);
    forgets_absence |= absent && d.format.is_dense() && is_rounded(d.scalar);
    add_work(visits);
    if (d.format.is_dense()) add_work(size);
    m_out.temporaries[a.lhs.tensor] = d;
    m_work.add_temporary(a.lhs.tensor, d, stored);
  }

  const Assignment& m_statement;
  const FactorContext& m_context;
  WorkEstimate m_work;
  TensorDeclaration m_result;
  FactoredStatement m_out;
  Names m_taken, m_left;
  bool m_is_explicit = false, m_is_unknown = false;
  int m_number = 0;
};

std::string rounded(double work) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", work);
  return work < 0 ? "an unknown number of" : text;
}

/// Why a statement that could be factored is not; empty: it is.
std::string why_fused(const FactoredStatement& factored,
                      const Factorizer& factorizer, bool strict,
                      bool has_sparse_result) {
  constexpr double small_work = 1e6, clearly = 4;
  if (has_sparse_result)
    return "the structure of a sparse result can be assembled by itself then";
  if (strict && factorizer.reassociates)
    return "sums are strict, and would be added up in another order";
  if (factorizer.widens)
    return "products of integers wrap, and would not in wider temporaries";
  if (factorizer.forgets_absence)
    return "a dense temporary does not tell 0 from what is not stored";
  if (factored.fused_work < 0 || factored.factored_work < 0)
    return "it is not known how much operands store";
  if (factored.fused_work < small_work) return "there is little to do";
  if (factored.factored_work * clearly > factored.fused_work)
    return "temporaries do not save enough";
  return "";
}

/// True with a reduction over a variable that no tensor inside of it has.
bool borrows_extents(const IndexExprPtr& expr) {
  bool borrows = false;
  strata::walk(expr, [&](const IndexExprPtr& e) {
    bool is_indexed = e->kind != Kind::reduce;
    strata::walk(e, [&](const IndexExprPtr& x) {
      is_indexed |= strata::usesVariable(x->access, e->variable);
    });
    borrows |= !is_indexed;
  });
  return borrows;
}

/// Three tensors, or a sum: less is no compound statement.
bool may_be_compound(const Assignment& a) {
  bool has_sum = false;
  strata::walk(a.rhs, [&](const IndexExprPtr& e) {
    has_sum |= e->kind == Kind::reduce;
  });
  return has_sum || num_accesses(a.rhs) > 2;
}

}  // namespace

FactoredStatement factor(const Assignment& statement,
                         const FactorContext& context) {
  FactoredStatement alone;
  alone.texts = {statement.text};
  if (context.fuse == Fuse::all) return alone;
  if (borrows_extents(statement.rhs)) {
    alone.reason = "fused because a sum takes its extent from the rest";
    return alone;
  }
  Factorizer factorizer(statement, context);
  FactoredStatement out = factorizer.run();
  if (!out.is_factored()) return out;
  const std::string works = rounded(out.fused_work) + " steps in one kernel, " +
                            rounded(out.factored_work) + " in factors";
  if (context.fuse == Fuse::none) {
    if (factorizer.widens)
      throw UnsupportedExpression(error_message(
          "compile", "'" + statement.text + "' with Fuse::none",
          "products of the type of their sums",
          "products of narrower integers, which wrap before they are summed",
          "cast the operands, or use Fuse::all"));
    if (context.strict && factorizer.reassociates &&
        is_rounded(context.tensors.at(statement.lhs.tensor).scalar))
      throw UnsupportedExpression(error_message(
          "compile", "'" + statement.text + "' with Fuse::none",
          "sums that may be added up in another order", "PlanOptions::strict",
          "write the factors as statements of their own"));
    out.reason = "factored as asked for; " + works;
    return out;
  }
  const TensorDeclaration& result = context.tensors.at(statement.lhs.tensor);
  const std::string why = why_fused(out, factorizer, context.strict,
                                    !result.format.is_dense());
  if (why.empty()) {
    out.reason = "factored because it is less work; " + works;
    return out;
  }
  alone.reason = "fused because " + why + "; " + works;
  return alone;
}

FactoredProgram factor_statements(std::vector<Assignment> statements,
                                  const FactorContext& given) {
  FactoredProgram out;
  const bool is_needed =
      given.fuse != Fuse::all &&
      std::any_of(statements.begin(), statements.end(), may_be_compound);
  if (!is_needed) {
    out.reasons.resize(statements.size());
    out.statements = std::move(statements);
    return out;
  }
  FactorContext context = given;
  context.tensors       = declare_statements(statements, given.tensors);
  for (const Assignment& statement : statements) {
    if (statement.semiring) {
      // Its + and * are not those that factors are moved past.
      out.statements.push_back(statement);
      out.reasons.resize(out.statements.size());
      continue;
    }
    FactoredStatement one = factor(statement, context);
    for (const std::string& text : one.texts)
      out.statements.push_back(parse_notation(text));
    out.reasons.resize(out.statements.size());
    out.reasons.back() = one.reason;
    out.temporaries.insert(one.temporaries.begin(), one.temporaries.end());
    context.tensors.insert(one.temporaries.begin(), one.temporaries.end());
    // What a statement makes is not what was known of it.
    context.entries.erase(statement.lhs.tensor);
  }
  return out;
}

}  // namespace Strata::Impl
