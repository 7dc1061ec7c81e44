// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <charconv>
#include <cmath>

#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_NotationFunctions.hpp>

namespace Strata {
namespace Impl {
namespace {

using Kind      = IndexExpr::Kind;
using Variables = std::set<std::string>;

/// Shortest text that reads back as the same double and as no integer.
std::string print_double(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof(buffer), value);
  std::string text(buffer, result.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

struct LiteralPrinter {
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(std::int64_t v) const { return std::to_string(v); }
  std::string operator()(double v) const { return print_double(v); }
  std::string operator()(std::complex<double> v) const {
    return "complex(" + print_double(v.real()) + ", " + print_double(v.imag()) +
           ")";
  }
};

/// How tightly a node binds: sums 1, products 2, negation 3, the rest 4.
int precedence(const IndexExpr& e) {
  if (e.kind != Kind::apply) return 4;
  switch (e.op) {
    case Operator::add:
    case Operator::sub: return 1;
    case Operator::mul:
    case Operator::div: return 2;
    case Operator::neg: return 3;
    default: return 4;
  }
}

/// Parentheses keep "-" from becoming part of the number.
bool is_number(const IndexExpr& e) {
  return e.kind == Kind::literal &&
         (std::holds_alternative<double>(e.literal) ||
          std::holds_alternative<std::int64_t>(e.literal));
}

std::string print_operand(const IndexExpr& e, int at_least,
                          const Variables& variables) {
  const std::string text = print_expression(e, variables);
  return precedence(e) < at_least ? "(" + text + ")" : text;
}

std::string print_apply(const IndexExpr& e, const Variables& variables) {
  const int level  = precedence(e);
  const char* name = operator_info(e.op).name;
  if (e.op == Operator::neg)
    return is_number(*e.args[0])
               ? "-(" + print_expression(*e.args[0], variables) + ")"
               : "-" + print_operand(*e.args[0], 3, variables);
  if (level < 3)
    return print_operand(*e.args[0], level, variables) + " " + name + " " +
           print_operand(*e.args[1], level + 1, variables);
  std::string text(name);
  for (std::size_t i = 0; i < e.args.size(); ++i)
    text.append(i == 0 ? "(" : ", ")
        .append(print_expression(*e.args[i], variables));
  return text + ")";
}

}  // namespace

std::string print_access(const Access& a, const Variables& variables) {
  std::string text = a.tensor;
  if (a.indices.empty())
    return variables.contains(a.tensor) || is_literal_word(a.tensor)
               ? text + "()"
               : text;
  for (std::size_t d = 0; d < a.indices.size(); ++d)
    text += (d == 0 ? "(" : ",") + to_string(a.indices[d]);
  return text + ")";
}

std::string print_expression(const IndexExpr& e, const Variables& variables) {
  switch (e.kind) {
    case Kind::access: return print_access(e.access, variables);
    case Kind::literal: return std::visit(LiteralPrinter{}, e.literal);
    case Kind::index_value:
    case Kind::argument: return e.variable;
    case Kind::apply: return print_apply(e, variables);
    case Kind::reduce:
      if (e.combiner)
        return "reduce(" + e.variable + ", " + to_string(*e.combiner) + ", " +
               print_expression(*e.args[0], variables) + ")";
      return std::string(reduction_name(e.op)) + "(" + e.variable + ", " +
             print_expression(*e.args[0], variables) + ")";
    case Kind::cast:
      return "cast_" + std::string(name_of(e.type)) + "(" +
             print_expression(*e.args[0], variables) + ")";
  }
  return {};
}

}  // namespace Impl

std::string to_string(const IndexExpr& e) {
  std::set<std::string> variables;
  Impl::collect_variables(e, variables);
  return Impl::print_expression(e, variables);
}

std::string to_string(const IndexArg& index) {
  std::string text = index.variable;
  if (index.window) {
    text += "(" + std::to_string(index.window->lo) + "," +
            std::to_string(index.window->hi);
    if (index.window->stride != 1)
      text += "," + std::to_string(index.window->stride);
    text += ")";
  }
  if (index.has_index_set) {
    text += "({";
    for (std::size_t n = 0; n < index.index_set.size(); ++n)
      text += (n == 0 ? "" : ",") + std::to_string(index.index_set[n]);
    text += "})";
  }
  return text;
}

/// What has to stand before the statement.
static std::string print_semiring(const Assignment& a) {
  if (!a.semiring) return {};
  std::string text;
  for (const SemiringOperator* op : {&a.semiring->add, &a.semiring->multiply})
    if (op->definition) text += "define " + to_string(*op->definition) + "; ";
  return text + "semiring " + a.semiring->name + "; ";
}

std::string to_string(const Assignment& a) {
  std::set<std::string> variables;
  Impl::collect_variables(a.lhs, variables);
  Impl::collect_variables(*a.rhs, variables);
  return print_semiring(a) + Impl::print_access(a.lhs, {}) + (a.accumulate ? " += " : " = ") +
         Impl::print_expression(*a.rhs, variables);
}

}  // namespace Strata
