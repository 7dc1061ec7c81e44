// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <Strata_Error.hpp>
#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_NotationCheck.hpp>
#include <impl/Strata_NotationFunctions.hpp>
#include <impl/Strata_NotationLiteral.hpp>
#include <impl/Strata_OperatorAlgebra.hpp>

namespace Strata {
namespace Impl {
namespace {

using Kind = IndexExpr::Kind;

/// Operators of semirings that have another name elsewhere, or none.
const OperatorDefinition* standard_definition(std::string_view name) {
  static const std::array definitions{parse_operator("first(x, y) = x on intersection"),
                                      parse_operator("second(x, y) = y on intersection"),
                                      parse_operator("pair(x, y) = 1 on intersection")};
  for (const OperatorDefinition& d : definitions)
    if (d.name == name) return &d;
  return nullptr;
}

std::optional<Operator> standard_operator(std::string_view name) {
  if (name == "plus") return Operator::add;
  if (name == "times") return Operator::mul;
  const auto op = find_function(name);
  return op && operator_info(*op).max_args == 2 ? op : std::nullopt;
}

SemiringOperator operator_of(const std::string& name, const FindDefinition& find) {
  const OperatorDefinition* definition = find(name);
  if (!definition) definition = standard_definition(name);
  if (definition)
    return {Operator::combine, std::make_shared<const OperatorDefinition>(*definition)};
  if (const auto op = standard_operator(name)) return {*op, nullptr};
  throw UnsupportedExpression(error_message(
      "semiring", "'" + name + "'",
      "plus, times, min, max, or, and, any, first, second, pair, a function on two arguments or a "
      "user operator",
      "an operator that is not known", "define it before: define " + name + "(x, y) = …;"));
}

void check_semiring(const Semiring& s) {
  const auto& d   = s.add.definition;
  const bool sums = d ? d->parameters.size() == 2 && d->identity && d->associative &&
                            d->commutative
                      : find_reduction(std::string("reduce_") + operator_info(s.add.op).name) ||
                            s.add.op == Operator::add || s.add.op == Operator::mul;
  if (!sums)
    throw UnsupportedExpression(error_message(
        "semiring " + s.name, "the addition",
        "plus, times, min, max, or, and, any, or a user operator on two arguments",
        d ? "'" + d->name + "', of which an identity, commutative or associative is not declared"
          : std::string("'") + operator_info(s.add.op).name + "'",
        "terms come in any order: declare identity, commutative and associative"));
  if (s.multiply.definition && s.multiply.definition->parameters.size() != 2)
    throw UnsupportedExpression(error_message("semiring " + s.name, "the multiplication",
                                              "an operator on two arguments",
                                              to_string(*s.multiply.definition)));
}

/// Rewrites one statement.
class SemiringRewriter {
 public:
  SemiringRewriter(const Assignment& a, const TensorDeclarations& tensors)
      : m_statement(a), m_semiring(*a.semiring), m_tensors(tensors) {
    m_type = tensors.at(a.lhs.tensor).scalar;
    if (!ignores_operands()) widen(*a.rhs);
    m_type = compute_type(m_type);
    if (is_logical(m_semiring.add)) m_type = ScalarType::boolean;
    m_zero = zero();
  }

  IndexExprPtr rewrite(const IndexExprPtr& e) const {
    switch (e->kind) {
      case Kind::access: return read(e);
      case Kind::reduce: return rewrite_reduction(*e);
      case Kind::apply: break;
      default: return with_rewritten_args(*e);
    }
    switch (e->op) {
      case Operator::add: return apply(m_semiring.add, rewrite(e->args[0]), rewrite(e->args[1]));
      case Operator::mul: return product(e);
      case Operator::neg:
      case Operator::sub:
      case Operator::div:
        fail_at<UnsupportedExpression>(
            m_statement,
            std::string("'") + operator_info(e->op).name + "' has no meaning in the semiring " +
                m_semiring.name + "; expected + and *, or functions such as max(a, b)",
            e->where);
      default: return with_rewritten_args(*e);
    }
  }

  /// What is read where nothing is stored.
  double fill() const { return m_fill; }

 private:
  static bool is_logical(const SemiringOperator& o) {
    return o.op == Operator::logical_or || o.op == Operator::logical_and;
  }

  bool ignores_operands() const {
    return m_semiring.multiply.definition && is_weak(*m_semiring.multiply.definition->body);
  }

  void widen(const IndexExpr& e) {
    if (e.kind == Kind::access) m_type = promote(m_type, m_tensors.at(e.access.tensor).scalar);
    for (const IndexExprPtr& arg : e.args) widen(*arg);
  }

  IndexExprPtr zero() {
    if (m_semiring.add.definition) {
      const IndexExprPtr e = m_semiring.add.definition->identity;
      const Number n       = constant_of(*e, m_type);
      m_fill               = is_integer(m_type) || m_type == ScalarType::boolean ? as_double(n)
                                                                                : n.z.real();
      return e;
    }
    Number n    = identity(m_semiring.add.op, m_type);
    m_fill      = is_integer(m_type) || m_type == ScalarType::boolean ? as_double(n) : n.z.real();
    // No literal holds the greatest u64.
    if (m_type == ScalarType::u64 && n.i < 0)
      return make_cast(m_type, make_literal(std::numeric_limits<double>::infinity()));
    return literal_of(n);
  }

  IndexExprPtr in_type(const IndexExprPtr& access) const {
    return m_tensors.at(access->access.tensor).scalar == m_type ? access
                                                                : make_cast(m_type, access);
  }

  bool reads_zero(const IndexExpr& access) const {
    const TensorDeclaration& tensor = m_tensors.at(access.access.tensor);
    return tensor.format.is_dense() || tensor.fill == m_fill;
  }

  IndexExprPtr read(const IndexExprPtr& access) const {
    const IndexExprPtr value = in_type(access);
    return reads_zero(*access)
               ? value
               : make_apply(Operator::select, {stored_of(access), value, m_zero}, ScalarType::f64,
                            access->where);
  }

  IndexExprPtr apply(const SemiringOperator& o, const IndexExprPtr& a,
                     const IndexExprPtr& b) const {
    return o.definition ? instantiate(*o.definition, {a, b}) : make_apply(o.op, {a, b});
  }

  /// True where absent factors annihilate by themselves.
  bool annihilates(const std::vector<IndexExprPtr>& factors) const {
    if (m_semiring.multiply.definition || m_semiring.add.definition) return false;
    const Number zero   = identity(m_semiring.add.op, m_type);
    const Operator op   = m_semiring.multiply.op;
    const Absence left  = what_absence_decides(op, &zero, nullptr);
    const Absence right = what_absence_decides(op, nullptr, &zero);
    const auto is_zero  = [&](const Absence& a) {
      return a.decides == Absence::Decides::value && equals(a.value, zero);
    };
    return is_zero(left) && is_zero(right) &&
           std::all_of(factors.begin(), factors.end(), [&](const IndexExprPtr& f) {
             return f->kind != Kind::access || reads_zero(*f);
           });
  }

  static void collect_factors(const IndexExprPtr& e, std::vector<IndexExprPtr>& out) {
    if (e->kind != Kind::apply || e->op != Operator::mul) return out.push_back(e);
    collect_factors(e->args[0], out);
    collect_factors(e->args[1], out);
  }

  /// Only where all factors store something there is a product.
  IndexExprPtr product(const IndexExprPtr& e) const {
    std::vector<IndexExprPtr> factors, values, presences;
    collect_factors(e, factors);
    for (const IndexExprPtr& f : factors) {
      const bool is_access = f->kind == Kind::access;
      values.push_back(is_access ? in_type(f) : rewrite(f));
      if (f->kind != Kind::literal)
        presences.push_back(stored_of(is_access ? f : values.back()));
    }
    IndexExprPtr value = values[0];
    for (std::size_t k = 1; k < values.size(); ++k)
      value = multiplied(value, values[k]);
    if (presences.empty() || annihilates(factors)) return value;
    return make_apply(Operator::select, {all_of(presences), value, m_zero}, ScalarType::f64,
                      e->where);
  }

  /// Where both are there.
  IndexExprPtr multiplied(const IndexExprPtr& a, const IndexExprPtr& b) const {
    const auto& d = m_semiring.multiply.definition;
    if (!d) return make_apply(m_semiring.multiply.op, {a, b});
    return substitute(d->body, {{d->parameters[0], a}, {d->parameters[1], b}});
  }

  IndexExprPtr with_rewritten_args(const IndexExpr& e) const {
    IndexExpr copy = e;
    for (IndexExprPtr& arg : copy.args) arg = rewrite(arg);
    return std::make_shared<const IndexExpr>(std::move(copy));
  }

  IndexExprPtr rewrite_reduction(const IndexExpr& e) const {
    if (e.op != Operator::add) return with_rewritten_args(e);
    const IndexExprPtr body = rewrite(e.args[0]);
    const auto& d           = m_semiring.add.definition;
    return d ? make_reduce(combiner_of(*d), e.variable, body, e.type, e.where)
             : make_reduce(m_semiring.add.op, e.variable, body, e.type, e.where);
  }

  const Assignment& m_statement;
  const Semiring& m_semiring;
  const TensorDeclarations& m_tensors;
  ScalarType m_type;
  IndexExprPtr m_zero;
  double m_fill = 0;
};

}  // namespace

Semiring semiring_of(const std::string& add, const std::string& multiply,
                     const FindDefinition& find) {
  Semiring s{operator_of(add, find), operator_of(multiply, find), add + "-" + multiply};
  check_semiring(s);
  return s;
}

void apply_semiring(Assignment& a, TensorDeclarations& tensors) {
  if (a.accumulate) {
    a.rhs = make_apply(Operator::add, {make_access(a.lhs, ScalarType::f64, a.lhs_where), a.rhs});
    a.accumulate = false;
    a.keeps_rest = true;
  }
  const SemiringRewriter rewriter(a, tensors);
  a.rhs                         = rewriter.rewrite(a.rhs);
  tensors.at(a.lhs.tensor).fill = rewriter.fill();
  a.semiring.reset();
}

}  // namespace Impl

Semiring make_semiring(const std::string& add, const std::string& multiply) {
  return Impl::semiring_of(add, multiply, [](std::string_view) { return nullptr; });
}

Semiring make_semiring(const UserOperator& add, const UserOperator& multiply) {
  const OperatorDefinition &a = add.definition(), &m = multiply.definition();
  return Impl::semiring_of(a.name, m.name, [&](std::string_view name) {
    return name == a.name ? &a : name == m.name ? &m : nullptr;
  });
}

}  // namespace Strata
