// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_UserOperator.hpp>

#include <algorithm>

#include <Strata_Error.hpp>
#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_ExpressionMerge.hpp>
#include <impl/Strata_NotationFunctions.hpp>

namespace Strata {
namespace Impl {

using Kind = IndexExpr::Kind;

IndexExprPtr substitute(const IndexExprPtr& e, const Arguments& arguments) {
  if (e->kind == Kind::argument) {
    const auto found = arguments.find(e->variable);
    return found == arguments.end() ? e : found->second;
  }
  IndexExpr copy = *e;
  for (IndexExprPtr& arg : copy.args) arg = substitute(arg, arguments);
  return std::make_shared<const IndexExpr>(std::move(copy));
}

std::size_t size_of_expression(const IndexExpr& e) {
  std::size_t size = 1;
  for (const IndexExprPtr& arg : e.args) size += size_of_expression(*arg);
  return size;
}

IndexExprPtr stored_of(IndexExprPtr e) {
  return make_apply(Operator::stored, {std::move(e)});
}

IndexExprPtr all_of(const std::vector<IndexExprPtr>& conditions) {
  IndexExprPtr all = conditions.front();
  for (std::size_t k = 1; k < conditions.size(); ++k)
    all = make_apply(Operator::logical_and, {all, conditions[k]});
  return all;
}

namespace {

IndexExprPtr any_of(const std::vector<IndexExprPtr>& conditions) {
  IndexExprPtr any = conditions.front();
  for (std::size_t k = 1; k < conditions.size(); ++k)
    any = make_apply(Operator::logical_or, {any, conditions[k]});
  return any;
}

IndexExprPtr negation(IndexExprPtr e) {
  return make_apply(Operator::logical_not, {std::move(e)});
}

/// False where the argument is not stored and its fill value is `constant`.
IndexExprPtr is_other_than(const IndexExprPtr& arg, const IndexExprPtr& constant) {
  return make_apply(Operator::logical_or,
                    {stored_of(arg), make_apply(Operator::neq, {arg, constant})});
}

IndexExprPtr select(IndexExprPtr condition, IndexExprPtr a, IndexExprPtr b) {
  return make_apply(Operator::select, {std::move(condition), std::move(a), std::move(b)});
}

/// An argument that stands several times in a body is there as often.
void check_size(const OperatorDefinition& definition, const IndexExpr& e) {
  constexpr std::size_t most = 20'000;
  if (const std::size_t size = size_of_expression(e); size > most)
    throw UnsupportedExpression(error_message(
        "operator", "'" + definition.name + "'",
        "an expression of at most " + std::to_string(most) + " operators and operands",
        std::to_string(size), "compute its arguments in statements of their own"));
}

IndexExprPtr literal_of(double value) {
  const auto integer = static_cast<std::int64_t>(value);
  if (std::abs(value) < 1e15 && static_cast<double>(integer) == value)
    return make_literal(integer, ScalarType::i64);
  return make_literal(value);
}

}  // namespace

IndexExprPtr named_region(std::string_view name, const std::vector<std::string>& parameters) {
  std::vector<IndexExprPtr> p;
  for (const std::string& parameter : parameters) p.push_back(make_argument(parameter));
  if (name == "intersection") return all_of(p);
  if (name == "union") return any_of(p);
  if (p.size() != 2) return nullptr;
  if (name == "left") return p[0];
  if (name == "right") return p[1];
  if (name == "left_only") return all_of({p[0], negation(p[1])});
  if (name == "right_only") return all_of({negation(p[0]), p[1]});
  if (name == "xor") return make_apply(Operator::neq, {p[0], p[1]});
  return nullptr;
}

IndexExprPtr instantiate(const OperatorDefinition& definition,
                         const std::vector<IndexExprPtr>& args) {
  Arguments values, presences;
  for (std::size_t k = 0; k < args.size(); ++k) {
    values[definition.parameters[k]]    = args[k];
    presences[definition.parameters[k]] = stored_of(args[k]);
  }
  IndexExprPtr e = substitute(definition.body, values);
  if (definition.identity && args.size() == 2)
    for (std::size_t k = 0; k < 2; ++k)
      e = select(is_other_than(args[k], definition.identity), e, args[1 - k]);
  if (definition.annihilator)
    for (const IndexExprPtr& arg : args)
      e = select(is_other_than(arg, definition.annihilator), e, definition.annihilator);
  if (definition.region)
    e = select(substitute(definition.region, presences), e,
               definition.fill ? definition.fill : make_literal(std::int64_t{0}));
  check_size(definition, *e);
  return e;
}

std::shared_ptr<const Combiner> combiner_of(const OperatorDefinition& d) {
  if (d.parameters.size() != 2 || !d.identity)
    throw UnsupportedExpression(error_message(
        "reduction", "'" + d.name + "'", "an operator on two arguments that has an identity",
        d.parameters.size() == 2 ? "none declared"
                                 : std::to_string(d.parameters.size()) + " arguments",
        "declare what nothing reduces to, as in 'add(x, y) = x + y identity 0'"));
  return std::make_shared<const Combiner>(
      Combiner{d.parameters[0], d.parameters[1], d.body, d.identity, d.annihilator});
}

}  // namespace Impl

namespace {

std::string print(const IndexExprPtr& e) { return to_string(*e); }

TensorExpression call(Operator op, const std::vector<TensorExpression>& args) {
  std::vector<IndexExprPtr> nodes;
  std::map<std::string, TensorRef> tensors;
  for (const TensorExpression& arg : args) {
    nodes.push_back(arg.node());
    Impl::merge_tensors(tensors, arg.tensors());
  }
  return {make_apply(op, std::move(nodes)), std::move(tensors)};
}

}  // namespace

TensorExpression select(const TensorExpression& condition, const TensorExpression& a,
                        const TensorExpression& b) {
  return call(Operator::select, {condition, a, b});
}
TensorExpression stored(const TensorExpression& e) { return call(Operator::stored, {e}); }
TensorExpression any(const TensorExpression& a, const TensorExpression& b) {
  return call(Operator::any, {a, b});
}
TensorExpression logical_and(const TensorExpression& a, const TensorExpression& b) {
  return call(Operator::logical_and, {a, b});
}
TensorExpression logical_or(const TensorExpression& a, const TensorExpression& b) {
  return call(Operator::logical_or, {a, b});
}
TensorExpression reduce_any(const IndexVar& variable, const TensorExpression& e) {
  return {make_reduce(Operator::any, variable.name(), e.node()), e.tensors()};
}

std::string to_string(const OperatorDefinition& d) {
  std::string text = d.name + "(";
  for (std::size_t k = 0; k < d.parameters.size(); ++k)
    text += (k ? ", " : "") + d.parameters[k];
  text += ") = " + print(d.body);
  if (d.region) text += " on " + print(d.region);
  if (d.fill) text += " fill " + print(d.fill);
  if (d.identity) text += " identity " + print(d.identity);
  if (d.annihilator) text += " annihilator " + print(d.annihilator);
  if (d.commutative) text += " commutative";
  if (d.associative) text += " associative";
  return text;
}

TensorExpression UserOperator::parameter(std::size_t number) {
  return {make_argument("x" + std::to_string(number)), {}};
}

UserOperator::UserOperator(std::string name, std::size_t arity, const TensorExpression& body,
                           const OperatorProperties& properties) {
  if (!body.tensors().empty())
    throw ParseError(error_message("UserOperator", "'" + name + "'",
                                   "a body over its arguments and numbers", "one with tensors",
                                   "pass what is read of a tensor as an argument"));
  OperatorDefinition d;
  d.name = std::move(name);
  for (std::size_t k = 0; k < arity; ++k) d.parameters.push_back("x" + std::to_string(k));
  d.body              = body.node();
  const auto constant = [](const std::optional<double>& value) {
    return value ? Impl::literal_of(*value) : nullptr;
  };
  d.fill        = constant(properties.fill);
  d.identity    = constant(properties.identity);
  d.annihilator = constant(properties.annihilator);
  d.commutative = properties.commutative;
  d.associative = properties.associative;
  // The text has the checks: names, regions.
  const std::string region = properties.region.empty() ? "" : " on " + properties.region;
  m_definition             = parse_operator(to_string(d) + region);
}

TensorExpression UserOperator::apply(const std::vector<TensorExpression>& args) const {
  if (args.size() != m_definition.parameters.size())
    throw ParseError(error_message("UserOperator", "'" + m_definition.name + "'",
                                   std::to_string(m_definition.parameters.size()) + " arguments",
                                   std::to_string(args.size())));
  std::vector<IndexExprPtr> nodes;
  std::map<std::string, TensorRef> tensors;
  for (const TensorExpression& arg : args) {
    nodes.push_back(arg.node());
    Impl::merge_tensors(tensors, arg.tensors());
  }
  return {Impl::instantiate(m_definition, nodes), std::move(tensors)};
}

TensorExpression reduce(const UserOperator& op, const IndexVar& variable,
                        const TensorExpression& e) {
  return {make_reduce(Impl::combiner_of(op.definition()), variable.name(), e.node()),
          e.tensors()};
}

Statement in_semiring(const Semiring& semiring, const Statement& statement) {
  Statement out           = statement;
  out.assignment.semiring = std::make_shared<const Semiring>(semiring);
  out.assignment          = parse_notation(to_string(out.assignment));
  return out;
}

}  // namespace Strata
