// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_AffineExpr.hpp>

namespace Strata {
namespace {

using Kind = AffineExpr::Kind;

/// "-x" for something else than a number.
bool is_negation(const AffineExpr& e) {
  return e.kind == Kind::mul && e.rhs->kind == Kind::constant &&
         e.rhs->value == -1 && e.lhs->kind != Kind::constant;
}

/// How tightly an expression binds: sums and signs 1, products 2, others 3.
int precedence(const AffineExpr& e) {
  if (e.kind == Kind::add || is_negation(e)) return 1;
  if (e.kind == Kind::mul || e.kind == Kind::floordiv || e.kind == Kind::mod)
    return 2;
  return 3;
}

std::string name_of(const std::vector<std::string>& names, std::int64_t number,
                    const char* prefix) {
  if (number >= 0 && number < static_cast<std::int64_t>(names.size()))
    return names[static_cast<std::size_t>(number)];
  return prefix + std::to_string(number);
}

/// Prints expressions with the fewest parentheses that parse back.
struct Printer {
  const AffineNames& names;

  std::string operand(const AffineExpr& e, int at_least) const {
    const std::string text = print(e);
    return precedence(e) >= at_least ? text : "(" + text + ")";
  }

  std::string sum(const AffineExpr& e) const {
    const AffineExpr& r    = *e.rhs;
    const std::string head = operand(*e.lhs, 1);
    if (is_negation(r)) return head + " - " + operand(*r.lhs, 2);
    if (r.kind == Kind::constant && r.value < 0)
      return head + " - " + std::to_string(r.value).substr(1);
    return head + " + " + operand(r, 2);
  }

  std::string product(const AffineExpr& e, const char* spelling) const {
    if (is_negation(e)) return "-" + operand(*e.lhs, 3);
    // As MLIR: nobody should have to know which of mod and * binds first.
    const bool is_rest =
        e.lhs->kind == Kind::floordiv || e.lhs->kind == Kind::mod;
    return operand(*e.lhs, is_rest ? 3 : 2) + spelling + operand(*e.rhs, 3);
  }

  std::string print(const AffineExpr& e) const {
    switch (e.kind) {
      case Kind::constant: return std::to_string(e.value);
      case Kind::dimension: return name_of(names.dimensions, e.value, "d");
      case Kind::symbol: return name_of(names.symbols, e.value, "s");
      case Kind::runtime: return name_of(names.runtime, e.value, "rt");
      case Kind::add: return sum(e);
      case Kind::mul: return product(e, " * ");
      case Kind::floordiv: return product(e, " floordiv ");
      case Kind::mod: return product(e, " mod ");
      case Kind::count: return "#" + operand(*e.lhs, 3);
    }
    return {};
  }
};

}  // namespace

std::string to_string(const AffineExpr& e, const AffineNames& names) {
  return Printer{names}.print(e);
}

std::string to_string(const AffineExpr& e,
                      const std::vector<std::string>& dimensions,
                      const std::vector<std::string>& symbols) {
  return to_string(e, AffineNames{dimensions, symbols, {}});
}

}  // namespace Strata
