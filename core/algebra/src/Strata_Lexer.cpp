// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_Lexer.hpp>

#include <algorithm>
#include <charconv>

#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// Splits a text into tokens.
class Scanner {
 public:
  Scanner(std::string_view text, Comments comments)
      : m_text(text), m_comments(comments) {}

  std::vector<Token> scan() {
    std::vector<Token> tokens;
    for (skip_space(); m_at < m_text.size(); skip_space())
      tokens.push_back(scan_token());
    const std::size_t end = tokens.empty() ? 0 : tokens.back().end;
    tokens.push_back({Token::Kind::end, {}, end, end});
    return tokens;
  }

 private:
  char at(std::size_t i) const { return i < m_text.size() ? m_text[i] : '\0'; }

  void skip_space() {
    while (m_at < m_text.size()) {
      if (is_space(m_text[m_at])) {
        ++m_at;
      } else if (m_comments == Comments::allowed && at(m_at) == '/' &&
                 at(m_at + 1) == '/') {
        m_at = std::min(m_text.find('\n', m_at), m_text.size());
      } else {
        return;
      }
    }
  }

  Token finish(Token::Kind kind, std::size_t end) {
    Token token{kind, m_text.substr(m_at, end - m_at), m_at, end};
    m_at = end;
    return token;
  }

  Token scan_token() {
    const char c = m_text[m_at];
    if (is_letter(c)) {
      std::size_t end = m_at;
      while (is_letter(at(end)) || is_digit(at(end))) ++end;
      return finish(Token::Kind::identifier, end);
    }
    if (is_digit(c) || (c == '.' && is_digit(at(m_at + 1))))
      return scan_number();
    const std::string_view two = m_text.substr(m_at, 2);
    if (two == "->" || two == "+=")
      return finish(Token::Kind::punctuation, m_at + 2);
    // Quotes are of MLIR text, as comments are.
    const bool is_quote = c == '"' && m_comments == Comments::allowed;
    if (is_quote || std::string_view("()[]{}<>,:;=+-*/#?.").find(c) !=
                        std::string_view::npos)
      return finish(Token::Kind::punctuation, m_at + 1);
    fail_character();
  }

  Token scan_number() {
    std::size_t end = m_at;
    bool floating   = false;
    while (is_digit(at(end))) ++end;
    if (at(end) == '.') {
      floating = true;
      ++end;
      while (is_digit(at(end))) ++end;
    }
    if (at(end) == 'e' || at(end) == 'E') {
      std::size_t digits = end + 1;
      if (at(digits) == '+' || at(digits) == '-') ++digits;
      if (is_digit(at(digits))) {
        floating = true;
        end      = digits;
        while (is_digit(at(end))) ++end;
      }
    }
    if (is_letter(at(end))) {
      while (is_letter(at(end)) || is_digit(at(end))) ++end;
      throw ParseError(caret_message("malformed number", m_text, m_at, end));
    }
    return finish(floating ? Token::Kind::floating : Token::Kind::integer, end);
  }

  [[noreturn]] void fail_character() {
    std::size_t end = m_at + 1;
    while (end < m_text.size() &&
           (static_cast<unsigned char>(m_text[end]) & 0xC0) == 0x80)
      ++end;
    throw ParseError(caret_message("unexpected character", m_text, m_at, end));
  }

  std::string_view m_text;
  Comments m_comments;
  std::size_t m_at = 0;
};

}  // namespace

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end";
  return "'" + std::string(token.text) + "'";
}

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_letter(c) || is_digit(c); });
}

NestingGuard::NestingGuard(int& depth, const TokenStream& tokens)
    : m_depth(depth) {
  if (m_depth >= limit) tokens.fail("nested too deeply", tokens.peek());
  ++m_depth;
}

TokenStream::TokenStream(std::string_view text, Comments comments)
    : m_text(text), m_tokens(Scanner(text, comments).scan()) {}

const Token& TokenStream::peek(std::size_t ahead) const {
  return m_tokens[std::min(m_position + ahead, m_tokens.size() - 1)];
}

const Token& TokenStream::next() {
  const Token& token = peek();
  if (m_position + 1 < m_tokens.size()) ++m_position;
  return token;
}

bool TokenStream::accept(std::string_view spelling) {
  if (!peek().is(spelling)) return false;
  next();
  return true;
}

const Token& TokenStream::expect(std::string_view spelling,
                                 std::string_view context) {
  if (!peek().is(spelling))
    fail("expected '" + std::string(spelling) + "' " + std::string(context) +
             ", got " + describe(peek()),
         peek());
  return next();
}

const Token& TokenStream::expect_identifier(std::string_view what) {
  if (!peek().is_identifier())
    fail("expected " + std::string(what) + ", got " + describe(peek()), peek());
  return next();
}

std::int64_t TokenStream::expect_integer(std::string_view what) {
  const Token& token = peek();
  if (token.kind != Token::Kind::integer)
    fail("expected " + std::string(what) + ", got " + describe(token), token);
  std::int64_t value      = 0;
  const auto [end, error] = std::from_chars(
      token.text.data(), token.text.data() + token.text.size(), value);
  if (error != std::errc{}) fail("integer does not fit in 64 bits", token);
  next();
  return value;
}

std::int64_t TokenStream::expect_signed_integer(std::string_view what) {
  const bool negative      = accept("-");
  const std::int64_t value = expect_integer(what);
  return negative ? -value : value;
}

void TokenStream::expect_end(std::string_view what) {
  if (peek().kind != Token::Kind::end)
    fail("unexpected " + describe(peek()) + " after " + std::string(what),
         peek());
}

std::size_t TokenStream::last_end() const {
  return m_position == 0 ? 0 : m_tokens[m_position - 1].end;
}

void TokenStream::fail(const std::string& what, const Token& at) const {
  fail(what, at.begin, at.end);
}

void TokenStream::fail(const std::string& what, std::size_t begin,
                       std::size_t end) const {
  throw ParseError(caret_message(what, m_text, begin, end));
}

}  // namespace Strata::Impl
