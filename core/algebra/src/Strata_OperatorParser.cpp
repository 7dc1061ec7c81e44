// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may stand before a statement: "define NAME(x, …) = …;" and "semiring A-B;".
#include <algorithm>

#include <Strata_Error.hpp>
#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_NotationFunctions.hpp>
#include <impl/Strata_NotationParser.hpp>

namespace Strata {
namespace Impl {

const OperatorDefinition* NotationParser::find_definition(std::string_view name) const {
  const auto found = m_definitions.find(name);
  return found == m_definitions.end() ? nullptr : &found->second;
}

bool NotationParser::is_call(const Token& name) const {
  constexpr std::string_view reduce = "reduce_";
  const bool reduces                = name.text.starts_with(reduce);
  const bool inlined = name.is("reduce") && m_tokens.peek(2).is(",") && m_tokens.peek(3).is("(");
  return is_function_name(name.text) || find_definition(name.text) || inlined ||
         (reduces && find_definition(name.text.substr(reduce.size())));
}

void NotationParser::parse_prelude(Assignment& a) {
  while (m_tokens.peek(1).is_identifier()) {
    if (m_tokens.accept("define")) {
      OperatorDefinition d = parse_definition();
      std::string name     = d.name;
      m_definitions.insert_or_assign(std::move(name), std::move(d));
    } else if (m_tokens.accept("semiring")) {
      a.semiring = parse_semiring();
    } else {
      return;
    }
    m_tokens.expect(";", "before the statement");
  }
}

OperatorDefinition NotationParser::parse_definition() {
  OperatorDefinition d;
  const Token name = m_tokens.expect_identifier("the name of an operator");
  if (is_function_name(name.text) || is_literal_word(name.text))
    m_tokens.fail(describe(name) + " is a function already; choose another name", name);
  d.name = std::string(name.text);
  m_tokens.expect("(", "after the operator");
  do {
    const Token parameter = m_tokens.expect_identifier("a parameter");
    if (!m_arguments.emplace(parameter.text).second)
      m_tokens.fail("the parameter " + describe(parameter) + " is there twice", parameter);
    d.parameters.emplace_back(parameter.text);
  } while (m_tokens.accept(","));
  m_tokens.expect(")", "after the parameters");
  m_tokens.expect("=", "before what the operator computes");
  d.body = parse_scalar("the body of '" + d.name + "'");
  while (parse_property(d)) {
  }
  m_arguments.clear();
  return d;
}

bool NotationParser::parse_property(OperatorDefinition& d) {
  const Token word = m_tokens.peek();
  if (m_tokens.accept("commutative")) return d.commutative = true;
  if (m_tokens.accept("associative")) return d.associative = true;
  IndexExprPtr* const value = word.is("fill")          ? &d.fill
                              : word.is("identity")    ? &d.identity
                              : word.is("annihilator") ? &d.annihilator
                                                       : nullptr;
  if (value) {
    m_tokens.next();
    const std::set<std::string> parameters = std::exchange(m_arguments, {});
    *value      = parse_scalar("the " + std::string(word.text) + " of '" + d.name + "'", true);
    m_arguments = parameters;
    return true;
  }
  if (m_tokens.accept("on")) {
    d.region = parse_region(d);
    return true;
  }
  if (word.is_identifier())
    m_tokens.fail("unknown property " + describe(word) +
                      " of an operator; there are: on, fill, identity, annihilator, commutative, "
                      "associative",
                  word);
  return false;
}

IndexExprPtr NotationParser::parse_region(const OperatorDefinition& d) {
  const Token name       = m_tokens.peek();
  const bool is_argument = std::count(d.parameters.begin(), d.parameters.end(), name.text) > 0;
  if (name.is_identifier() && !is_argument && !m_tokens.peek(1).is("(")) {
    m_tokens.next();
    if (IndexExprPtr region = named_region(name.text, d.parameters)) return region;
    m_tokens.fail("no region " + describe(name) + " of " + std::to_string(d.parameters.size()) +
                      (d.parameters.size() == 1 ? " argument" : " arguments") +
                      "; there are: intersection, union, of two arguments left, right, "
                      "left_only, right_only, xor, and expressions such as and(x, not(y))",
                  name);
  }
  return parse_scalar("the region of '" + d.name + "'");
}

/// An expression over arguments and numbers.
IndexExprPtr NotationParser::parse_scalar(const std::string& what, bool is_value) {
  IndexExprPtr e = is_value ? parse_unary() : parse_sum();
  check_scalar(what, *e);
  return e;
}

void NotationParser::check_scalar(const std::string& what, const IndexExpr& e) const {
  using Kind = IndexExpr::Kind;
  if (e.kind == Kind::access || e.kind == Kind::index_value || e.kind == Kind::reduce)
    m_tokens.fail(what + " holds " + (e.kind == Kind::reduce ? "a reduction" : "a tensor or "
                                      "an index variable") +
                      "; expected parameters, numbers and functions of these",
                  e.where.begin, e.where.end);
  for (const IndexExprPtr& arg : e.args) check_scalar(what, *arg);
}

std::shared_ptr<const Semiring> NotationParser::parse_semiring() {
  const std::size_t begin = m_tokens.peek().begin;
  const Token add         = m_tokens.expect_identifier("the addition of a semiring");
  m_tokens.expect("-", "between the operators of a semiring, as in min-plus");
  const Token multiply = m_tokens.expect_identifier("its multiplication");
  try {
    return std::make_shared<const Semiring>(semiring_of(
        std::string(add.text), std::string(multiply.text),
        [&](std::string_view name) { return find_definition(name); }));
  } catch (const UnsupportedExpression& e) {
    m_tokens.fail(e.what(), begin, m_tokens.last_end());
  }
}

/// (x, y) = body from identity [until annihilator]
std::shared_ptr<const Combiner> NotationParser::parse_combiner() {
  Combiner c;
  m_tokens.expect("(", "before the arguments of a combiner");
  c.total = std::string(m_tokens.expect_identifier("an argument").text);
  m_tokens.expect(",", "between the arguments of a combiner");
  c.term = std::string(m_tokens.expect_identifier("an argument").text);
  m_tokens.expect(")", "after the arguments of a combiner");
  m_tokens.expect("=", "before what a combiner computes");
  const std::set<std::string> outer = std::exchange(m_arguments, {c.total, c.term});
  c.body                            = parse_scalar("a combiner");
  m_arguments                       = outer;
  m_tokens.expect("from", "before the identity of a combiner");
  c.identity = parse_scalar("an identity", true);
  if (m_tokens.accept("until")) c.annihilator = parse_scalar("an annihilator", true);
  return std::make_shared<const Combiner>(std::move(c));
}

IndexExprPtr NotationParser::parse_user_operator(const Token& name,
                                                 const OperatorDefinition& definition) {
  m_tokens.expect("(", "after the operator");
  std::vector<IndexExprPtr> args;
  do {
    args.push_back(parse_sum());
  } while (m_tokens.accept(","));
  m_tokens.expect(")", "after the arguments of " + describe(name));
  const std::size_t expected = definition.parameters.size();
  if (args.size() != expected)
    m_tokens.fail(describe(name) + " takes " + std::to_string(expected) +
                      (expected == 1 ? " argument" : " arguments") + ", got " +
                      std::to_string(args.size()),
                  name.begin, m_tokens.last_end());
  IndexExprPtr e = instantiate(definition, args);
  const std::size_t size = size_of_expression(*e);
  for (std::size_t n = 0; n < size; ++n) count_operator();
  return e;
}

IndexExprPtr NotationParser::parse_user_reduction(const Token& name) {
  m_tokens.expect("(", "after the reduction");
  const Token variable = m_tokens.expect_identifier("an index variable");
  m_tokens.expect(",", "after the variable of " + describe(name));
  add_variable(variable);
  std::shared_ptr<const Combiner> combiner;
  if (name.is("reduce")) {
    combiner = parse_combiner();
    m_tokens.expect(",", "after the combiner");
  } else {
    combiner = combiner_of(*find_definition(name.text.substr(7)));
  }
  IndexExprPtr body = parse_sum();
  m_tokens.expect(")", "after the body of " + describe(name));
  return make_reduce(std::move(combiner), std::string(variable.text), std::move(body),
                     ScalarType::f64, range_from(name.begin));
}

OperatorDefinition NotationParser::parse_only_definition() {
  OperatorDefinition d = parse_definition();
  m_tokens.expect_end("the definition");
  return d;
}

std::shared_ptr<const Combiner> NotationParser::parse_only_combiner() {
  auto combiner = parse_combiner();
  m_tokens.expect_end("the combiner");
  return combiner;
}

std::string to_string(const Combiner& c) {
  return "(" + c.total + ", " + c.term + ") = " + Strata::to_string(*c.body) + " from " +
         Strata::to_string(*c.identity) +
         (c.annihilator ? " until " + Strata::to_string(*c.annihilator) : "");
}

std::shared_ptr<const Combiner> parse_combiner(std::string_view text, ScalarType type) {
  return typed_combiner(*NotationParser(text, {}).parse_only_combiner(), type);
}

}  // namespace Impl

OperatorDefinition parse_operator(std::string_view text) {
  return Impl::NotationParser(text, {}).parse_only_definition();
}

}  // namespace Strata
