// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_NotationFunctions.hpp>
#include <impl/Strata_NotationParser.hpp>

namespace Strata::Impl {
namespace {

std::string argument_count(int min, int max) {
  const std::string text =
      min == max ? std::to_string(min)
                 : std::to_string(min) + " or " + std::to_string(max);
  return text + (max == 1 ? " argument" : " arguments");
}

}  // namespace

IndexExprPtr NotationParser::parse_call(const Token& name) {
  count_operator();
  if (const OperatorDefinition* d = find_definition(name.text))
    return parse_user_operator(name, *d);
  if (const auto op = find_function(name.text))
    return parse_function(name, *op);
  if (const auto op = find_reduction(name.text))
    return parse_reduction(name, *op);
  if (name.text.starts_with("reduce")) return parse_user_reduction(name);
  return name.is("complex") ? parse_complex(name) : parse_cast(name);
}

IndexExprPtr NotationParser::parse_function(const Token& name, Operator op) {
  m_tokens.expect("(", "after the function");
  std::vector<IndexExprPtr> args;
  if (!m_tokens.peek().is(")")) {
    do {
      args.push_back(parse_sum());
    } while (m_tokens.accept(","));
  }
  m_tokens.expect(")", "after the arguments of " + describe(name));
  const OperatorInfo& info = operator_info(op);
  const int count          = static_cast<int>(args.size());
  if (count < info.min_args || count > info.max_args)
    m_tokens.fail(describe(name) + " takes " +
                      argument_count(info.min_args, info.max_args) + ", got " +
                      std::to_string(count),
                  name.begin, m_tokens.last_end());
  return make_apply(op, std::move(args), ScalarType::f64,
                    range_from(name.begin));
}

IndexExprPtr NotationParser::parse_reduction(const Token& name, Operator op) {
  m_tokens.expect("(", "after the reduction");
  const Token variable = m_tokens.expect_identifier("an index variable");
  if (!m_tokens.peek().is(","))
    m_tokens.fail(describe(name) +
                      " takes an index variable and an expression,"
                      " as in " +
                      std::string(name.text) + "(k, A(i,k))",
                  m_tokens.peek());
  m_tokens.next();
  add_variable(variable);
  IndexExprPtr body = parse_sum();
  m_tokens.expect(")", "after the body of " + describe(name));
  return make_reduce(op, std::string(variable.text), std::move(body),
                     ScalarType::f64, range_from(name.begin));
}

IndexExprPtr NotationParser::parse_cast(const Token& name) {
  const std::string_view type_name = name.text.substr(5);
  const auto type                  = scalar_type_from_name(type_name);
  if (!type)
    m_tokens.fail("unknown type '" + std::string(type_name) +
                      "' in a cast; known are bool, i8 … i64, u8 … u64, f16, "
                      "bf16, f32, f64, c64, c128",
                  name);
  m_tokens.expect("(", "after the cast");
  IndexExprPtr arg = parse_sum();
  if (m_tokens.peek().is(","))
    m_tokens.fail(describe(name) + " takes 1 argument", m_tokens.peek());
  m_tokens.expect(")", "after the argument of " + describe(name));
  return make_cast(*type, std::move(arg), range_from(name.begin));
}

/// complex(re, im) with two numbers is a literal.
IndexExprPtr NotationParser::parse_complex(const Token& name) {
  m_tokens.expect("(", "after 'complex'");
  const double re = parse_complex_part();
  m_tokens.expect(",", "between the parts of a complex number");
  const double im = parse_complex_part();
  m_tokens.expect(")", "after the parts of a complex number");
  return make_literal(std::complex<double>(re, im), ScalarType::c128,
                      range_from(name.begin));
}

double NotationParser::parse_complex_part() {
  const bool negative = m_tokens.accept("-");
  if (!starts_number())
    m_tokens.fail("expected a number, got " + describe(m_tokens.peek()),
                  m_tokens.peek());
  const double value = read_double(m_tokens.next());
  return negative ? -value : value;
}

}  // namespace Strata::Impl
