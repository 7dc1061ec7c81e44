// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Error.hpp>
#include <Strata_Statements.hpp>
#include <impl/Strata_Lexer.hpp>
#include <impl/Strata_NotationCheck.hpp>

namespace Strata {
namespace {

using Impl::Token;

bool opens(const Token& t) { return t.is("(") || t.is("{") || t.is("["); }
bool closes(const Token& t) { return t.is(")") || t.is("}") || t.is("]"); }

/// True where a statement may end with the line: two operands in a row are no
/// expression.
bool ends_with_line(const Token& last, const Token& next) {
  return (last.is_identifier() || last.is_number() || closes(last)) &&
         next.is_identifier();
}

/// What stands before statements: "define f(x) = …", "semiring min-plus".
class Preamble {
 public:
  /// True for a part of it, which is kept.
  bool take(const std::string& text) {
    Impl::TokenStream tokens(text);
    const Token first = tokens.next();
    if (!tokens.peek().is_identifier()) return false;
    if (first.is("define"))
      m_definitions += text + "; ";
    else if (first.is("semiring"))
      m_semiring = text + "; ";
    else
      return false;
    return true;
  }
  std::string before(const std::string& statement) const {
    return m_definitions + m_semiring + statement;
  }

 private:
  std::string m_definitions, m_semiring;
};

/// Texts between `;` and the ends of lines at which statements may end.
std::vector<std::string> split_text(std::string_view text) {
  Impl::TokenStream tokens(text);
  std::vector<std::string> parts;
  std::size_t begin = 0, end = 0;
  const auto finish = [&] {
    if (end > begin) parts.emplace_back(text.substr(begin, end - begin));
  };
  int depth = 0;
  Token last;
  while (tokens.peek().kind != Token::Kind::end) {
    const Token token = tokens.next();
    const bool is_new_line =
        text.substr(end, token.begin - end).find('\n') != std::string_view::npos;
    if (token.is(";") ||
        (depth == 0 && is_new_line && ends_with_line(last, token))) {
      finish();
      begin = token.is(";") ? token.end : token.begin;
      depth = 0;
    } else if (end <= begin) {
      begin = token.begin;  // without the blanks before
    }
    depth += opens(token) ? 1 : closes(token) ? -1 : 0;
    end  = token.is(";") ? begin : token.end;
    last = token;
  }
  finish();
  return parts;
}

}  // namespace

std::vector<std::string> split_statements(std::string_view text) {
  Preamble preamble;
  std::vector<std::string> statements;
  for (const std::string& part : split_text(text))
    if (!preamble.take(part)) statements.push_back(preamble.before(part));
  return statements;
}

std::vector<Assignment> parse_statements(std::string_view text) {
  std::vector<Assignment> statements;
  for (const std::string& statement : split_statements(text))
    statements.push_back(parse_notation(statement));
  if (statements.empty()) statements.push_back(parse_notation(text));
  return statements;
}

ScalarType inferred_type(const Assignment& a, TensorDeclarations tensors) {
  const int order = static_cast<int>(a.lhs.indices.size());
  tensors[a.lhs.tensor] = {Formats::dense(order), ScalarType::boolean,
                           std::vector<std::int64_t>(order, -1)};
  Impl::check_declarations(a, tensors);
  Assignment with_sums = a;
  with_sums.rhs        = Impl::make_sums_explicit(a).rhs;
  return Impl::type_without_result(with_sums, tensors);
}

static bool reads(const IndexExpr& e, std::string_view tensor) {
  return (e.kind == IndexExpr::Kind::access && e.access.tensor == tensor) ||
         std::any_of(e.args.begin(), e.args.end(),
                     [&](const IndexExprPtr& arg) { return reads(*arg, tensor); });
}

bool reads(const Assignment& a, std::string_view tensor) {
  return (a.accumulate && a.lhs.tensor == tensor) || reads(*a.rhs, tensor);
}

TensorDeclarations declare_statements(const std::vector<Assignment>& statements,
                                      TensorDeclarations tensors) {
  for (const Assignment& statement : statements) {
    const std::string& name = statement.lhs.tensor;
    const std::size_t order = statement.lhs.indices.size();
    const auto declared     = tensors.find(name);
    if (declared != tensors.end() && declared->second.extents.empty())
      declared->second.extents.assign(order, -1);
  }
  for (const Assignment& statement : statements) {
    const std::string& name = statement.lhs.tensor;
    const std::size_t order = statement.lhs.indices.size();
    const bool is_new = statements.size() > 1 && !tensors.count(name) &&
                        !reads(statement, name);
    if (is_new)
      tensors[name] = {Formats::dense(static_cast<int>(order)),
                       inferred_type(statement, tensors),
                       std::vector<std::int64_t>(order, -1), 0};
    tensors = check(statement, std::move(tensors)).tensors;
  }
  return tensors;
}

}  // namespace Strata
