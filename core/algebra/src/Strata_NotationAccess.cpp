// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_NotationFunctions.hpp>
#include <impl/Strata_NotationParser.hpp>

namespace Strata::Impl {

void NotationParser::add_variable(const Token& name) {
  if (is_literal_word(name.text))
    m_tokens.fail(describe(name) + " is a number, not an index variable", name);
  m_variables.emplace(name.text);
  if (m_variables.size() > max_variables)
    m_tokens.fail(
        "more than " + std::to_string(max_variables) + " index variables",
        name);
}

void NotationParser::fail_index(const Token& tensor, const Token& at) const {
  m_tokens.fail("unknown function " + describe(tensor) +
                    "; a tensor is indexed by variables: i, "
                    "i(lo,hi,stride) or i({1,3,5})",
                tensor.begin, at.end);
}

/// '(' [index (',' index)*] ')'
void NotationParser::parse_indices(Access& access, const Token& name) {
  m_tokens.expect("(", "after the tensor");
  if (m_tokens.accept(")")) return;
  do {
    if (access.indices.size() == max_order)
      m_tokens.fail("more than " + std::to_string(max_order) + " indices",
                    m_tokens.peek());
    access.indices.push_back(parse_index(name));
  } while (m_tokens.accept(","));
  const Token& next = m_tokens.peek();
  if (next.is("+") || next.is("-") || next.is("*") || next.is("/"))
    fail_index(name, next);
  m_tokens.expect(")", "after the indices of " + describe(name));
}

IndexArg NotationParser::parse_index(const Token& tensor) {
  const Token token = m_tokens.peek();
  if (token.is_number() || token.is("(") || token.is("-"))
    fail_index(tensor, token);
  m_tokens.expect_identifier("an index variable");
  if (m_tokens.peek().is("(") && is_function_name(token.text))
    fail_index(tensor, token);
  IndexArg index;
  index.variable = std::string(token.text);
  if (m_tokens.peek().is("(")) parse_restriction(index, tensor);
  add_variable(token);
  index.where = range_from(token.begin);
  return index;
}

/// (lo,hi[,stride]) or ({c, …}) after an index variable.
void NotationParser::parse_restriction(IndexArg& index, const Token& tensor) {
  m_tokens.expect("(", "after the variable");
  const Token& first = m_tokens.peek();
  if (first.is_identifier() || first.is("(") || first.is(")"))
    fail_index(tensor, first);
  if (m_tokens.accept("{")) {
    index.has_index_set = true;
    if (!m_tokens.peek().is("}")) {
      do {
        index.index_set.push_back(
            m_tokens.expect_signed_integer("a coordinate"));
      } while (m_tokens.accept(","));
    }
    m_tokens.expect("}", "after the index set");
  } else {
    IndexArg::Window window{0, 0, 1};
    window.lo = m_tokens.expect_signed_integer("the first coordinate");
    m_tokens.expect(",", "between the bounds of a window");
    window.hi = m_tokens.expect_signed_integer("the end coordinate");
    if (m_tokens.accept(","))
      window.stride = m_tokens.expect_signed_integer("the stride");
    index.window = window;
  }
  m_tokens.expect(")", "after the window of '" + index.variable + "'");
}

}  // namespace Strata::Impl
