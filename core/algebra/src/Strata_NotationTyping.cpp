// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <span>

#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_NotationCheck.hpp>
#include <impl/Strata_NotationFunctions.hpp>
#include <impl/Strata_NotationLiteral.hpp>

namespace Strata::Impl {
namespace {

using Kind = IndexExpr::Kind;
using Hint = std::optional<ScalarType>;

bool is_comparison(Operator op) {
  return op >= Operator::gt && op <= Operator::neq;
}

/// Operators that integers stay integers under.
bool keeps_integers(Operator op) {
  switch (op) {
    case Operator::neg:
    case Operator::add:
    case Operator::sub:
    case Operator::mul:
    case Operator::div:
    case Operator::abs:
    case Operator::square:
    case Operator::cube:
    case Operator::pow:
    case Operator::mod:
    case Operator::max:
    case Operator::min:
    case Operator::select:
    case Operator::any: return true;
    default: return is_comparison(op);
  }
}

/// Operators that need an order or a real line.
bool is_real_only(Operator op) {
  switch (op) {
    case Operator::cbrt:
    case Operator::mod:
    case Operator::atan2:
    case Operator::max:
    case Operator::min:
    case Operator::heaviside:
    case Operator::gt:
    case Operator::lt:
    case Operator::gte:
    case Operator::lte: return true;
    default: return false;
  }
}

bool is_logical(Operator op) {
  return op == Operator::logical_not || op == Operator::logical_or ||
         op == Operator::logical_and;
}

bool is_additive(Operator op) {
  return op == Operator::neg || op == Operator::add || op == Operator::sub;
}

/// Whether parts of argument i add up to parts of the whole, as those of terms do, and
/// those of the one factor that holds reductions.
bool adds_up(const IndexExpr& e, std::size_t i) {
  if (is_additive(e.op)) return true;
  return e.op == Operator::mul && !has_reduction(*e.args[1 - i]);
}

/// The hint for a literal that is computed with.
Hint computed(Hint hint) {
  return hint ? Hint(compute_type(*hint)) : hint;
}

/// Types expressions bottom up. `hint` is the type that literals adapt to when
/// nothing beside them has a type; `top` marks the top-level terms, whose sums, also
/// those with factors, accumulate in a type as wide as the result. f16 and bf16 are
/// what tensors hold and casts yield: operations and sums on them are f32.
class Typer {
 public:
  Typer(const Assignment& a, const TensorDeclarations& tensors)
      : m_statement(a),
        m_tensors(tensors),
        m_result(tensors.at(a.lhs.tensor).scalar) {}

  /// The type of the expression before it is converted to the result's.
  ScalarType own_type() {
    return type(m_statement.rhs, ScalarType::f64, true)->type;
  }

  /// An expression over arguments of a type, as a value of that type.
  IndexExprPtr run(const IndexExprPtr& e, ScalarType arguments) {
    m_argument              = arguments;
    const IndexExprPtr body = type(e, arguments, false);
    if (implicitly_convertible(body->type, arguments))
      return convert_to(arguments, body);
    throw UnsupportedExpression(error_message(
        "reduction", "'" + to_string(*e) + "'",
        std::string(name_of(arguments)) + ", the type of what is reduced",
        std::string(name_of(body->type)), "cast the terms, or what combines them"));
  }

  IndexExprPtr run() {
    const IndexExprPtr rhs = type(m_statement.rhs, m_result, true);
    if (implicitly_convertible(rhs->type, m_result))
      return convert_to(m_result, rhs);
    const std::string result(name_of(m_result));
    fail_at<UnsupportedExpression>(
        m_statement,
        "the expression has type " + std::string(name_of(rhs->type)) +
            ", which does not convert to " + result + " of '" +
            m_statement.lhs.tensor + "' by itself; write cast_" + result +
            "(…)",
        rhs->where);
  }

 private:
  IndexExprPtr type(const IndexExprPtr& e, Hint hint, bool top) {
    switch (e->kind) {
      case Kind::access:
        return make_access(e->access, m_tensors.at(e->access.tensor).scalar,
                           e->where);
      case Kind::literal: return adapt_literal(*e, hint);
      case Kind::index_value: return make_index_value(e->variable, e->where);
      case Kind::apply: return type_apply(*e, hint, top);
      case Kind::reduce: return type_reduce(*e, hint, top);
      case Kind::cast: return type_cast(*e);
      case Kind::argument: return make_argument(e->variable, m_argument, e->where);
    }
    return e;
  }

  IndexExprPtr type_cast(const IndexExpr& e) {
    return convert_to(e.type, type(e.args[0], e.type, false));
  }

  IndexExprPtr type_reduce(const IndexExpr& e, Hint hint, bool top) {
    const bool is_sum = e.op == Operator::add;
    IndexExprPtr body =
        type(e.args[0], computed(hint),
             top && is_sum && e.args[0]->kind == Kind::reduce);
    if (is_logical(e.op))
      body = convert_to(ScalarType::boolean, body);
    else if (is_sum && top)
      body = convert_to(compute_type(promote(body->type, m_result)), body);
    else
      body = convert_to(compute_type(body->type), body);
    if (e.op == Operator::min || e.op == Operator::max)
      refuse_complex(reduction_name(e.op), *body);
    if (e.combiner)
      return make_reduce(typed_combiner(*e.combiner, body->type), e.variable,
                         body, body->type, e.where);
    return make_reduce(e.op, e.variable, body, body->type, e.where);
  }

  IndexExprPtr type_apply(const IndexExpr& e, Hint hint, bool top) {
    std::vector<IndexExprPtr> args = type_args(e, hint, top);
    if (e.op == Operator::stored)
      return make_apply(e.op, std::move(args), ScalarType::boolean, e.where);
    if (is_logical(e.op)) {
      for (IndexExprPtr& arg : args) arg = convert_to(ScalarType::boolean, arg);
      return make_apply(e.op, std::move(args), ScalarType::boolean, e.where);
    }
    const bool selects = e.op == Operator::select;
    if (selects) args[0] = convert_to(ScalarType::boolean, args[0]);
    const std::span values = std::span(args).subspan(selects ? 1 : 0);
    ScalarType common      = values[0]->type;
    for (const IndexExprPtr& arg : values) common = promote(common, arg->type);
    if (!keeps_integers(e.op) && !is_float(common) && !is_complex(common))
      common = ScalarType::f64;
    common = compute_type(common);
    for (IndexExprPtr& arg : values) arg = convert_to(common, arg);
    if (is_real_only(e.op)) refuse_complex(operator_info(e.op).name, *args[0]);
    return make_apply(e.op, std::move(args), apply_type(e.op, common), e.where);
  }

  static ScalarType apply_type(Operator op, ScalarType common) {
    if (is_comparison(op)) return ScalarType::boolean;
    if (op == Operator::abs && common == ScalarType::c64)
      return ScalarType::f32;
    if (op == Operator::abs && common == ScalarType::c128)
      return ScalarType::f64;
    return common;
  }

  /// Arguments with a type of their own first; literals adapt to those.
  std::vector<IndexExprPtr> type_args(const IndexExpr& e, Hint hint, bool top) {
    std::vector<IndexExprPtr> args(e.args.size());
    Hint common;
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (is_weak(*e.args[i])) continue;
      args[i] = type(e.args[i], std::nullopt, top && adds_up(e, i));
      if (e.op == Operator::select && i == 0) continue;
      common  = common ? promote(*common, args[i]->type) : args[i]->type;
    }
    if (!common && !is_comparison(e.op) && !is_logical(e.op) &&
        e.op != Operator::stored)
      common = hint;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (!args[i])
        args[i] = type(e.args[i], computed(common), top && adds_up(e, i));
    return args;
  }

  void refuse_complex(const std::string& name, const IndexExpr& arg) const {
    if (is_complex(arg.type))
      fail_at<UnsupportedExpression>(
          m_statement, "'" + name + "' is not defined for complex numbers",
          arg.where);
  }

  const Assignment& m_statement;
  const TensorDeclarations& m_tensors;
  ScalarType m_result;
  ScalarType m_argument = ScalarType::f64;
};

}  // namespace

std::shared_ptr<const Combiner> typed_combiner(const Combiner& combiner,
                                               ScalarType type) {
  Assignment none;
  none.lhs.tensor = "result";
  const TensorDeclarations tensors{{none.lhs.tensor, {{}, type, {}, 0}}};
  Combiner typed = combiner;
  for (IndexExprPtr* e : {&typed.body, &typed.identity, &typed.annihilator})
    if (*e) *e = Typer(none, tensors).run(*e, type);
  return std::make_shared<const Combiner>(std::move(typed));
}

IndexExprPtr type_expression(const Assignment& a,
                             const TensorDeclarations& tensors) {
  return Typer(a, tensors).run();
}

ScalarType type_without_result(const Assignment& a,
                               const TensorDeclarations& tensors) {
  return Typer(a, tensors).own_type();
}

}  // namespace Strata::Impl
