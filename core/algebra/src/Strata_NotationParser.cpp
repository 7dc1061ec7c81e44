// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <charconv>
#include <limits>
#include <set>

#include <Strata_Error.hpp>
#include <Strata_IndexNotation.hpp>
#include <impl/Strata_Lexer.hpp>
#include <impl/Strata_NotationFunctions.hpp>
#include <impl/Strata_NotationParser.hpp>

namespace Strata {
namespace Impl {

SourceRange NotationParser::range_from(std::size_t begin) const {
  return {begin, m_tokens.last_end()};
}

void NotationParser::count_operator() {
  if (++m_operators > max_operators)
    m_tokens.fail("more than " + std::to_string(max_operators) + " operators",
                  m_tokens.peek());
}

Assignment NotationParser::parse() {
  Assignment a;
  a.text            = std::string(m_tokens.text());
  parse_prelude(a);
  const Token name  = m_tokens.expect_identifier("a tensor to assign to");
  const bool called = m_tokens.peek().is("(");
  if ((called && is_call(name)) || is_literal_word(name.text))
    m_tokens.fail(describe(name) + " is a reserved name, not a tensor", name);
  a.lhs.tensor = std::string(name.text);
  if (called) parse_indices(a.lhs, name);
  a.lhs_where  = range_from(name.begin);
  a.accumulate = m_tokens.peek().is("+=");
  if (!m_tokens.accept("+=")) m_tokens.expect("=", "or '+='");
  a.rhs = parse_sum();
  m_tokens.expect_end("the expression");
  return a;
}

bool NotationParser::needs_second_pass() const {
  for (const std::string& name : m_bare_names)
    if (m_variables.contains(name) && !m_known_variables.contains(name))
      return true;
  return false;
}

IndexExprPtr NotationParser::parse_sum() {
  const NestingGuard guard(m_depth, m_tokens);
  const std::size_t begin = m_tokens.peek().begin;
  IndexExprPtr e          = parse_product();
  while (m_tokens.peek().is("+") || m_tokens.peek().is("-")) {
    count_operator();
    const Operator op = m_tokens.next().is("+") ? Operator::add : Operator::sub;
    IndexExprPtr rhs  = parse_product();
    e = make_apply(op, {e, rhs}, ScalarType::f64, range_from(begin));
  }
  return e;
}

IndexExprPtr NotationParser::parse_product() {
  const std::size_t begin = m_tokens.peek().begin;
  IndexExprPtr e          = parse_unary();
  while (m_tokens.peek().is("*") || m_tokens.peek().is("/")) {
    count_operator();
    const Operator op = m_tokens.next().is("*") ? Operator::mul : Operator::div;
    IndexExprPtr rhs  = parse_unary();
    e = make_apply(op, {e, rhs}, ScalarType::f64, range_from(begin));
  }
  return e;
}

IndexExprPtr NotationParser::parse_unary() {
  if (!m_tokens.peek().is("-")) return parse_primary();
  const NestingGuard guard(m_depth, m_tokens);
  const std::size_t begin = m_tokens.next().begin;
  if (starts_number()) return parse_number(begin, true);
  count_operator();
  IndexExprPtr arg = parse_unary();
  return make_apply(Operator::neg, {arg}, ScalarType::f64, range_from(begin));
}

IndexExprPtr NotationParser::parse_primary() {
  const Token token = m_tokens.peek();
  if (token.is("(")) {
    m_tokens.next();
    IndexExprPtr e = parse_sum();
    m_tokens.expect(")", "to close '('");
    return e;
  }
  if (starts_number()) return parse_number(token.begin, false);
  m_tokens.expect_identifier("a tensor, a number, a function or '('");
  if (m_tokens.peek().is("(")) {
    if (is_call(token)) return parse_call(token);
    Access access{std::string(token.text), {}};
    parse_indices(access, token);
    return make_access(std::move(access), ScalarType::f64,
                       range_from(token.begin));
  }
  if (token.is("true") || token.is("false"))
    return make_literal(token.is("true"), ScalarType::boolean,
                        range_from(token.begin));
  return parse_bare_name(token);
}

/// An index variable used as a value, or a tensor of order 0.
IndexExprPtr NotationParser::parse_bare_name(const Token& token) {
  const std::string name(token.text);
  if (m_arguments.contains(name))
    return make_argument(name, ScalarType::f64, {token.begin, token.end});
  m_bare_names.insert(name);
  const SourceRange where{token.begin, token.end};
  if (m_known_variables.contains(name)) return make_index_value(name, where);
  return make_access(Access{name, {}}, ScalarType::f64, where);
}

bool NotationParser::starts_number() const {
  const Token& token = m_tokens.peek();
  return token.is_number() ||
         ((token.is("inf") || token.is("nan")) && !m_tokens.peek(1).is("("));
}

IndexExprPtr NotationParser::parse_number(std::size_t begin, bool negative) {
  const Token token = m_tokens.next();
  const SourceRange where{begin, token.end};
  if (token.kind != Token::Kind::integer) {
    const double value = read_double(token);
    return make_literal(negative ? -value : value, ScalarType::f64, where);
  }
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(
      token.text.data(), token.text.data() + token.text.size(), magnitude);
  constexpr std::uint64_t max = std::numeric_limits<std::int64_t>::max();
  if (error != std::errc{} || magnitude > max + (negative ? 1 : 0))
    m_tokens.fail("integer does not fit in 64 bits", token);
  const auto value =
      static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
  return make_literal(value, ScalarType::i64, where);
}

double NotationParser::read_double(const Token& token) const {
  if (token.is("inf")) return std::numeric_limits<double>::infinity();
  if (token.is("nan")) return std::numeric_limits<double>::quiet_NaN();
  double value            = 0;
  const auto [end, error] = std::from_chars(
      token.text.data(), token.text.data() + token.text.size(), value);
  if (error != std::errc{})
    m_tokens.fail("number is outside the range of f64", token);
  return value;
}

}  // namespace Impl

Assignment parse_notation(std::string_view text) {
  Impl::NotationParser first(text, {});
  Assignment a = first.parse();
  if (!first.needs_second_pass()) return a;
  return Impl::NotationParser(text, first.variables()).parse();
}

}  // namespace Strata
