// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <set>

#include <impl/Strata_NotationCheck.hpp>
#include <impl/Strata_NotationFunctions.hpp>

namespace Strata::Impl {
namespace {

using Kind  = IndexExpr::Kind;
using Names = std::set<std::string>;

/// True for the operators that separate top-level terms.
bool is_additive(const IndexExpr& e) {
  return e.kind == Kind::apply &&
         (e.op == Operator::add || e.op == Operator::sub ||
          e.op == Operator::neg);
}

IndexExprPtr with_args(const IndexExpr& e, std::vector<IndexExprPtr> args) {
  IndexExpr copy = e;
  copy.args      = std::move(args);
  return std::make_shared<const IndexExpr>(std::move(copy));
}

/// Variables in order of first appearance.
void append_variables(const IndexExpr& e, std::vector<std::string>& out) {
  const auto append = [&](const std::string& name) {
    if (std::find(out.begin(), out.end(), name) == out.end())
      out.push_back(name);
  };
  for (const IndexArg& index : e.access.indices) append(index.variable);
  if (!e.variable.empty()) append(e.variable);
  for (const IndexExprPtr& arg : e.args) append_variables(*arg, out);
}

/// Sums every top-level term over its variables that are not in `free`.
IndexExprPtr sum_terms(const IndexExprPtr& e, const Names& free) {
  if (is_additive(*e)) {
    std::vector<IndexExprPtr> args;
    for (const IndexExprPtr& arg : e->args)
      args.push_back(sum_terms(arg, free));
    return with_args(*e, std::move(args));
  }
  std::vector<std::string> variables;
  append_variables(*e, variables);
  IndexExprPtr term = e;
  for (auto v = variables.rbegin(); v != variables.rend(); ++v)
    if (!free.contains(*v))
      term = make_reduce(Operator::add, *v, term, e->type, e->where);
  return term;
}

void append_tensors(const IndexExpr& e, Names& names) {
  if (e.kind == Kind::access) names.insert(e.access.tensor);
  for (const IndexExprPtr& arg : e.args) append_tensors(*arg, names);
}

/// Gives every reduction a variable of its own.
class Renamer {
 public:
  explicit Renamer(const Assignment& a) : m_statement(a) {
    collect_variables(a.lhs, m_bound);
    for (const std::string& name : m_bound) m_scope[name] = name;
    m_taken = {a.lhs.tensor};
    append_tensors(*a.rhs, m_taken);
    collect_variables(a.lhs, m_taken);
    collect_variables(*a.rhs, m_taken);
  }

  IndexExprPtr rename(const IndexExprPtr& e) {
    if (e->kind == Kind::reduce) return rename_reduction(*e);
    IndexExpr copy = *e;
    for (IndexArg& index : copy.access.indices)
      index.variable = lookup(index.variable, e->where);
    if (e->kind == Kind::index_value)
      copy.variable = lookup(e->variable, e->where);
    for (IndexExprPtr& arg : copy.args) arg = rename(arg);
    return std::make_shared<const IndexExpr>(std::move(copy));
  }

  /// New name → name in the text.
  std::map<std::string, std::string> renamed;

 private:
  IndexExprPtr rename_reduction(const IndexExpr& e) {
    const std::string name = choose_name(e.variable);
    const auto outer       = m_scope.find(e.variable);
    const std::string hidden =
        outer == m_scope.end() ? std::string() : outer->second;
    m_scope[e.variable] = name;
    IndexExpr copy      = e;
    copy.variable       = name;
    copy.args           = {rename(e.args[0])};
    if (hidden.empty())
      m_scope.erase(e.variable);
    else
      m_scope[e.variable] = hidden;
    return std::make_shared<const IndexExpr>(std::move(copy));
  }

  std::string choose_name(const std::string& variable) {
    if (m_bound.insert(variable).second) return variable;
    int& suffix = m_suffix[variable];
    std::string name;
    do {
      name = variable + "_" + std::to_string(++suffix);
    } while (!m_taken.insert(name).second);
    renamed[name] = variable;
    return name;
  }

  const std::string& lookup(const std::string& variable, SourceRange where) {
    const auto found = m_scope.find(variable);
    if (found == m_scope.end())
      fail_at<ParseError>(m_statement,
                          "index variable '" + variable +
                              "' is not on the left, and no reduction binds it "
                              "(a statement with an explicit reduction has no "
                              "implicit ones)",
                          where);
    return found->second;
  }

  const Assignment& m_statement;
  Names m_bound, m_taken;
  std::map<std::string, std::string> m_scope;
  std::map<std::string, int> m_suffix;
};

}  // namespace

bool has_reduction(const IndexExpr& e) {
  return e.kind == Kind::reduce ||
         std::any_of(e.args.begin(), e.args.end(), [](const IndexExprPtr& arg) {
           return has_reduction(*arg);
         });
}

ExplicitSums make_sums_explicit(const Assignment& a) {
  const bool is_explicit = has_reduction(*a.rhs);
  Names free;
  collect_variables(a.lhs, free);
  Renamer renamer(a);
  ExplicitSums out;
  out.rhs = renamer.rename(is_explicit ? a.rhs : sum_terms(a.rhs, free));
  if (!is_explicit) out.origin = renamer.renamed;
  out.spelled = std::move(renamer.renamed);
  return out;
}

}  // namespace Strata::Impl
