// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LEXER_HPP
#define STRATA_IMPL_LEXER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Strata::Impl {

/// Word, number or punctuation of index notation and format encodings.
struct Token {
  enum class Kind { identifier, integer, floating, punctuation, end };
  Kind kind = Kind::end;
  std::string_view text;
  std::size_t begin = 0, end = 0;

  bool is(std::string_view spelling) const {
    return kind != Kind::end && text == spelling;
  }
  bool is_identifier() const { return kind == Kind::identifier; }
  bool is_number() const {
    return kind == Kind::integer || kind == Kind::floating;
  }
};

/// `//` starts a comment in MLIR text, not in index notation.
enum class Comments { forbidden, allowed };

/// Tokens of a text with a reading position. Every failure is a ParseError
/// with a caret under a token.
class TokenStream {
 public:
  explicit TokenStream(std::string_view text,
                       Comments comments = Comments::forbidden);

  std::string_view text() const { return m_text; }
  /// The token `ahead` places on; the end token from the end onwards.
  const Token& peek(std::size_t ahead = 0) const;
  /// Reads one token.
  const Token& next();
  /// Reads the token if it is spelled so.
  bool accept(std::string_view spelling);
  /// Reads the token or fails: "expected '<spelling>' <context>".
  const Token& expect(std::string_view spelling, std::string_view context);
  const Token& expect_identifier(std::string_view what);
  /// Reads an unsigned integer that int64 holds.
  std::int64_t expect_integer(std::string_view what);
  /// Reads an optional minus and an integer.
  std::int64_t expect_signed_integer(std::string_view what);
  /// Fails unless everything was read.
  void expect_end(std::string_view what);

  std::size_t position() const { return m_position; }
  /// End of the last token that was read.
  std::size_t last_end() const;

  [[noreturn]] void fail(const std::string& what, const Token& at) const;
  [[noreturn]] void fail(const std::string& what, std::size_t begin,
                         std::size_t end) const;

 private:
  std::string_view m_text;
  std::vector<Token> m_tokens;
  std::size_t m_position = 0;
};

/// "'x'" or "the end" for messages.
std::string describe(const Token& token);
bool is_identifier(std::string_view text);

/// Counts nesting while alive; fails beyond what recursion stands.
class NestingGuard {
 public:
  static constexpr int limit = 256;
  NestingGuard(int& depth, const TokenStream& tokens);
  ~NestingGuard() { --m_depth; }
  NestingGuard(const NestingGuard&)            = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;

 private:
  int& m_depth;
};

}  // namespace Strata::Impl

#endif
