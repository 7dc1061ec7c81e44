// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_ProductTerms.hpp>

#include <set>

namespace Strata::Impl {

namespace {

std::complex<double> value_of(const IndexExpr& literal) {
  return std::visit(
      [](auto value) -> std::complex<double> {
        if constexpr (std::is_same_v<decltype(value), std::complex<double>>)
          return value;
        else
          return {static_cast<double>(value), 0};
      },
      literal.literal);
}

bool is_apply(const IndexExpr& e, Operator op) {
  return e.kind == IndexExpr::Kind::apply && e.op == op;
}

/// Multiplies `term` by `e`.
void multiply(ProductTerm& term, const IndexExpr& e) {
  using IndexKind = IndexExpr::Kind;
  if (e.kind == IndexKind::access) {
    term.accesses.push_back(e.access);
  } else if (e.kind == IndexKind::literal && !e.absent) {
    term.factor *= value_of(e);
  } else if (e.kind == IndexKind::reduce && e.op == Operator::add) {
    term.sums.push_back(e.variable);
    multiply(term, *e.args[0]);
  } else if (is_apply(e, Operator::neg)) {
    term.factor = -term.factor;
    multiply(term, *e.args[0]);
  } else if (is_apply(e, Operator::mul)) {
    for (const IndexExprPtr& arg : e.args) multiply(term, *arg);
  } else {
    throw Mismatch{"more than sums and products of tensors and literals"};
  }
}

void collect_terms(const IndexExpr& e, double sign,
                   std::vector<ProductTerm>& terms) {
  const bool minus = is_apply(e, Operator::sub);
  if (minus || is_apply(e, Operator::add)) {
    collect_terms(*e.args[0], sign, terms);
    collect_terms(*e.args[1], minus ? -sign : sign, terms);
    return;
  }
  ProductTerm term;
  multiply(term, e);
  term.factor *= sign;
  terms.push_back(std::move(term));
}

void check_access(const CheckedAssignment& statement, const Access& access) {
  const TensorDeclarations& tensors = statement.tensors;
  const TensorDeclaration& tensor   = tensors.at(access.tensor);
  std::set<std::string> variables;
  for (const IndexArg& index : access.indices) {
    if (index.is_restricted()) throw Mismatch{"a window or a set of indices"};
    if (!variables.insert(index.variable).second)
      throw Mismatch{"a variable twice in one tensor"};
  }
  if (tensor.scalar !=
      tensors.at(statement.assignment.lhs.tensor).scalar)
    throw Mismatch{"tensors of different types"};
  if (compute_type(tensor.scalar) != tensor.scalar ||
      !(is_float(tensor.scalar) || is_complex(tensor.scalar)))
    throw Mismatch{"a type that is neither float, double nor complex"};
  if (!tensor.format.is_dense() && tensor.fill != 0)
    throw Mismatch{"a tensor that is not 0 where it stores nothing"};
}

bool same_indices(const Access& a, const Access& b) {
  if (a.indices.size() != b.indices.size()) return false;
  for (std::size_t i = 0; i < a.indices.size(); ++i)
    if (a.indices[i].variable != b.indices[i].variable) return false;
  return true;
}

/// Terms that are the old result are added up as beta; one product is left.
StatementTerms split(const Access& result, std::vector<ProductTerm> terms) {
  StatementTerms split;
  bool found = false;
  for (ProductTerm& term : terms) {
    const bool is_old = term.accesses.size() == 1 && term.sums.empty() &&
                        term.accesses[0].tensor == result.tensor;
    if (is_old && same_indices(term.accesses[0], result)) {
      split.beta += term.factor;
      continue;
    }
    if (found) throw Mismatch{"a sum of several products"};
    found         = true;
    split.product = std::move(term);
  }
  if (!found) throw Mismatch{"no product"};
  return split;
}

}  // namespace

StatementTerms terms_of(const CheckedAssignment& statement) {
  const Assignment& a = statement.assignment;
  if (statement.sets_fill || a.keeps_rest)
    throw Mismatch{"a result that is not 0 where it stores nothing"};
  std::vector<ProductTerm> terms;
  collect_terms(*a.rhs, 1, terms);
  StatementTerms result = split(a.lhs, std::move(terms));
  if (a.accumulate) result.beta += 1;
  check_access(statement, a.lhs);
  for (const Access& access : result.product.accesses) {
    check_access(statement, access);
    if (access.tensor == a.lhs.tensor)
      throw Mismatch{"the old result is a factor"};
  }
  return result;
}

}  // namespace Strata::Impl
