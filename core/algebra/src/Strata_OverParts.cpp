// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_OverParts.hpp>

#include <functional>
#include <memory>
#include <utility>

#include <Strata_Error.hpp>
#include <Strata_Statements.hpp>

namespace Strata {
namespace {

using Kind = IndexExpr::Kind;
/// What stands in the place of an access; null: the access stays.
using Replace = std::function<IndexExprPtr(const IndexExprPtr& access)>;

IndexExprPtr replaced(const IndexExprPtr& e, const Replace& replace) {
  if (e->kind == Kind::access) {
    const IndexExprPtr other = replace(e);
    return other ? other : e;
  }
  auto copy = std::make_shared<IndexExpr>(*e);
  for (IndexExprPtr& arg : copy->args) arg = replaced(arg, replace);
  return copy;
}

IndexExprPtr named(const IndexExprPtr& access, const std::string& tensor) {
  auto copy           = std::make_shared<IndexExpr>(*access);
  copy->access.tensor = tensor;
  return copy;
}

class Parts {
 public:
  explicit Parts(const PartNames& names) : m_names(names) {}

  bool has(const std::string& tensor) const { return m_names.count(tensor) > 0; }

  /// The terms that a term becomes.
  std::vector<IndexExprPtr> terms(const IndexExprPtr& term) const {
    const IndexExprPtr factor = only_factor(term);
    if (!factor) return {with_sums(term)};
    std::vector<IndexExprPtr> out;
    for (const std::string& name : m_names.at(factor->access.tensor))
      out.push_back(replaced(term, [&](const IndexExprPtr& access) {
        return access == factor ? named(access, name) : nullptr;
      }));
    return out;
  }

 private:
  /// A0 + A1 + … for every A.
  IndexExprPtr with_sums(const IndexExprPtr& e) const {
    return replaced(e, [&](const IndexExprPtr& access) -> IndexExprPtr {
      if (!has(access->access.tensor)) return nullptr;
      IndexExprPtr sum;
      for (const std::string& name : m_names.at(access->access.tensor)) {
        const IndexExprPtr part = named(access, name);
        sum = sum ? make_apply(Operator::add, {sum, part}) : part;
      }
      return sum;
    });
  }

  int count(const IndexExprPtr& e) const {
    int accesses = e->kind == Kind::access && has(e->access.tensor);
    for (const IndexExprPtr& arg : e->args) accesses += count(arg);
    return accesses;
  }
  /// The access to a tensor in parts that the term is a multiple of, if there is no other.
  IndexExprPtr only_factor(const IndexExprPtr& term) const {
    return count(term) == 1 ? factor(term) : nullptr;
  }
  IndexExprPtr factor(const IndexExprPtr& e) const {
    if (e->kind == Kind::access) return has(e->access.tensor) ? e : nullptr;
    const bool is_sum = e->kind == Kind::reduce && e->op == Operator::add;
    const bool is_multiple =
        e->kind == Kind::apply && (e->op == Operator::mul || e->op == Operator::neg);
    if (!is_sum && !is_multiple) return nullptr;
    for (const IndexExprPtr& arg : e->args)
      if (const IndexExprPtr found = factor(arg)) return found;
    return nullptr;
  }

  const PartNames& m_names;
};

/// Terms between + and -, and whether they are taken away.
using SignedTerms = std::vector<std::pair<IndexExprPtr, bool>>;

void append_terms(const IndexExprPtr& e, bool is_negative, const Parts& parts,
                  SignedTerms& out) {
  const bool is_sum =
      e->kind == Kind::apply && (e->op == Operator::add || e->op == Operator::sub);
  if (is_sum && e->args.size() == 2) {
    append_terms(e->args[0], is_negative, parts, out);
    append_terms(e->args[1], is_negative != (e->op == Operator::sub), parts, out);
    return;
  }
  for (const IndexExprPtr& term : parts.terms(e)) out.emplace_back(term, is_negative);
}

void check_parts(const Assignment& statement, const PartNames& names) {
  for (const auto& [tensor, parts] : names) {
    if (parts.empty())
      throw UnsupportedExpression(error_message("Strata::over_parts", "'" + tensor + "'",
                                                "one part or more", "none",
                                                "leave it out of the names"));
    if (statement.lhs.tensor == tensor)
      throw UnsupportedExpression(error_message(
          "Strata::over_parts", "'" + tensor + "'", "operands in parts", "the result",
          "assign a tensor of one format and decompose() that"));
  }
}

}  // namespace

Assignment over_parts(const Assignment& statement, const PartNames& names) {
  check_parts(statement, names);
  SignedTerms terms;
  append_terms(statement.rhs, false, Parts(names), terms);
  IndexExprPtr sum;
  for (const auto& [term, is_negative] : terms)
    sum = sum ? make_apply(is_negative ? Operator::sub : Operator::add, {sum, term}) : term;
  Assignment out = statement;
  out.rhs        = sum;
  out.text       = to_string(out);
  return out;
}

std::string over_parts(std::string_view statements, const PartNames& parts) {
  std::string text;
  for (const Assignment& statement : parse_statements(statements))
    text += (text.empty() ? "" : "; ") + over_parts(statement, parts).text;
  return text;
}

}  // namespace Strata
