// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <utility>

#include <impl/Strata_MapParser.hpp>

namespace Strata::Impl {
namespace {

using Kind = AffineExpr::Kind;

AffineExprPtr negate(AffineExprPtr e) {
  if (e->kind == Kind::constant)
    return AffineExpr::make(Kind::constant, -e->value);
  return AffineExpr::make(Kind::mul, 0, std::move(e),
                          AffineExpr::make(Kind::constant, -1));
}

/// True when no dimension occurs: the value is fixed before any loop.
bool is_fixed(const AffineExpr& e) {
  if (e.kind == Kind::dimension || e.kind == Kind::count) return false;
  return (!e.lhs || is_fixed(*e.lhs)) && (!e.rhs || is_fixed(*e.rhs));
}

/// sum = term (('+'|'-') term)*; term = factor (('*'|floordiv|…) factor)*.
class AffineParser {
 public:
  AffineParser(TokenStream& tokens, const AffineScope& scope)
      : m_tokens(tokens), m_scope(scope) {}

  AffineExprPtr parse_sum() {
    AffineExprPtr e = parse_term();
    while (m_tokens.peek().is("+") || m_tokens.peek().is("-")) {
      count_operator();
      const bool minus  = m_tokens.next().is("-");
      AffineExprPtr rhs = parse_term();
      e = AffineExpr::make(Kind::add, 0, e, minus ? negate(rhs) : rhs);
    }
    return e;
  }

 private:
  static bool is_product(const Token& t) {
    return t.is("*") || t.is("floordiv") || t.is("ceildiv") || t.is("mod");
  }

  /// Bounds the height of the tree, hence every recursion over it.
  void count_operator() {
    if (++m_operators > 1000)
      m_tokens.fail("affine expression is too long", m_tokens.peek());
  }

  AffineExprPtr parse_term() {
    AffineExprPtr e = parse_factor();
    while (is_product(m_tokens.peek())) {
      count_operator();
      const Token op          = m_tokens.next();
      const std::size_t begin = m_tokens.peek().begin;
      e                       = combine(op, e, parse_factor(), begin);
    }
    return e;
  }

  AffineExprPtr combine(const Token& op, AffineExprPtr a, AffineExprPtr b,
                        std::size_t begin) {
    if (op.is("*")) {
      if (!is_fixed(*a) && !is_fixed(*b))
        m_tokens.fail("not affine: one factor must be free of dimensions", op);
      return AffineExpr::make(Kind::mul, 0, a, b);
    }
    const std::string name(op.text);
    if (!is_fixed(*b))
      m_tokens.fail("not affine: the right side of '" + name +
                        "' must be free of dimensions",
                    begin, m_tokens.last_end());
    if (b->kind == Kind::constant && b->value <= 0)
      m_tokens.fail("the right side of '" + name + "' must be positive", begin,
                    m_tokens.last_end());
    if (op.is("mod")) return AffineExpr::make(Kind::mod, 0, a, b);
    if (op.is("floordiv")) return AffineExpr::make(Kind::floordiv, 0, a, b);
    return negate(
        AffineExpr::make(Kind::floordiv, 0, negate(a), b));  // ceildiv
  }

  AffineExprPtr parse_factor() {
    const NestingGuard guard(m_depth, m_tokens);
    const Token& token = m_tokens.peek();
    if (token.kind == Token::Kind::integer)
      return AffineExpr::make(Kind::constant,
                              m_tokens.expect_integer("a number"));
    if (m_tokens.accept("-")) {
      count_operator();
      return negate(parse_factor());
    }
    if (m_tokens.accept("(")) {
      AffineExprPtr e = parse_sum();
      m_tokens.expect(")", "to close '('");
      return e;
    }
    if (m_tokens.accept("#")) {
      const Token& name = m_tokens.expect_identifier("a dimension after '#'");
      AffineExprPtr e   = find_name(name);
      if (e->kind != Kind::dimension)
        m_tokens.fail("expected a dimension after '#'", name);
      return AffineExpr::make(Kind::count, 0, std::move(e));
    }
    return find_name(m_tokens.expect_identifier("an affine expression"));
  }

  AffineExprPtr find_name(const Token& name) {
    const auto index = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name.text) - names.begin();
    };
    for (const auto& [kind, names] :
         {std::pair(Kind::dimension, &m_scope.dimensions),
          std::pair(Kind::symbol, &m_scope.symbols),
          std::pair(Kind::runtime, &m_scope.runtime)}) {
      const auto i = index(*names);
      if (i < std::ssize(*names)) return AffineExpr::make(kind, i);
    }
    m_tokens.fail("unknown name " + describe(name), name);
  }

  TokenStream& m_tokens;
  const AffineScope& m_scope;
  int m_depth     = 0;
  int m_operators = 0;
};

}  // namespace

AffineExprPtr parse_affine(TokenStream& tokens, const AffineScope& scope) {
  return AffineParser(tokens, scope).parse_sum();
}

}  // namespace Strata::Impl
