// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_AFFINE_EXPR_HPP
#define STRATA_AFFINE_EXPR_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace Strata {

struct AffineExpr;
using AffineExprPtr = std::shared_ptr<const AffineExpr>;

/// Affine expression over the variables of an IndexMap. floordiv rounds
/// towards minus infinity, mod has the sign of its right side, which is
/// positive.
struct AffineExpr {
  enum class Kind {
    constant,
    dimension,
    symbol,
    runtime,  ///< value known when the kernel runs: a coordinate that is loaded
    add,
    mul,
    floordiv,
    mod,
    count
  };
  Kind kind          = Kind::constant;
  std::int64_t value = 0;  ///< constant, or number of the variable
  AffineExprPtr lhs, rhs;  ///< operands (count: lhs only)

  static AffineExprPtr make(Kind kind, std::int64_t value,
                            AffineExprPtr lhs = nullptr,
                            AffineExprPtr rhs = nullptr);
  static AffineExprPtr constant(std::int64_t value);
  static AffineExprPtr dimension(std::size_t number);
  static AffineExprPtr symbol(std::size_t number);
  static AffineExprPtr runtime(std::size_t number);

  bool is_variable() const {
    return kind == Kind::dimension || kind == Kind::symbol ||
           kind == Kind::runtime;
  }
};

AffineExprPtr operator+(AffineExprPtr a, AffineExprPtr b);
AffineExprPtr operator+(AffineExprPtr a, std::int64_t b);
AffineExprPtr operator-(AffineExprPtr a, AffineExprPtr b);
AffineExprPtr operator-(AffineExprPtr a, std::int64_t b);
AffineExprPtr operator-(AffineExprPtr a);
AffineExprPtr operator*(AffineExprPtr a, std::int64_t factor);
AffineExprPtr floordiv(AffineExprPtr a, std::int64_t divisor);
AffineExprPtr mod(AffineExprPtr a, std::int64_t divisor);

/// Values of the variables of a map.
struct IndexPoint {
  std::vector<std::int64_t> dimensions, symbols, runtime;
};

/// How much `e` grows where a dimension grows by one; none where that depends on more
/// than the dimension (quotients, remainders).
std::optional<std::int64_t> slope_of(const AffineExpr& e, int dimension);

/// Value at a point. \throws IndexOverflow beyond 64 bits;
/// UnsupportedExpression for counting ('#'), which depends on stored entries,
/// for variables that the point lacks and for a divisor below 1.
std::int64_t evaluate(const AffineExpr& e, const IndexPoint& point);

/// The expression with every variable replaced by what `replace` returns for
/// it.
AffineExprPtr substitute(
    const AffineExprPtr& e,
    const std::function<AffineExprPtr(const AffineExprPtr&)>& replace);

/// Total order of trees: dimensions, symbols, run-time variables, then
/// floordiv, then mod.
int compare(const AffineExpr& a, const AffineExpr& b);
inline bool equal(const AffineExprPtr& a, const AffineExprPtr& b) {
  return a == b || (a && b && compare(*a, *b) == 0);
}

/// Calls visit(e) for every variable of an expression, repeated ones too.
void for_each_variable(const AffineExpr& e,
                       const std::function<void(const AffineExpr&)>& visit);

/// Names of variables; those that are missing print as d0…, s0…, rt0….
struct AffineNames {
  std::vector<std::string> dimensions, symbols, runtime;
};

std::string to_string(const AffineExpr& e, const AffineNames& names);
std::string to_string(const AffineExpr& e,
                      const std::vector<std::string>& dimensions,
                      const std::vector<std::string>& symbols);

}  // namespace Strata

#endif
