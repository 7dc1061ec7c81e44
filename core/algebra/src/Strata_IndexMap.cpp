// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexMap.hpp>

#include <Strata_Error.hpp>
#include <impl/Strata_MapParser.hpp>

namespace Strata {
namespace {

using Kind = AffineExpr::Kind;

/// How tightly an expression binds: sums 1, products 2, everything else 3.
int precedence(const AffineExpr& e) {
  switch (e.kind) {
    case Kind::add: return 1;
    case Kind::mul:
    case Kind::floordiv:
    case Kind::mod: return 2;
    default: return 3;
  }
}

bool is_constant(const AffineExpr& e, std::int64_t value) {
  return e.kind == Kind::constant && e.value == value;
}

/// Prints expressions with the fewest parentheses that parse back.
struct Printer {
  const std::vector<std::string>& dimensions;
  const std::vector<std::string>& symbols;

  std::string operand(const AffineExpr& e, int at_least) const {
    const std::string text = print(e);
    return precedence(e) >= at_least ? text : "(" + text + ")";
  }

  std::string sum(const AffineExpr& e) const {
    const AffineExpr& r    = *e.rhs;
    const std::string head = operand(*e.lhs, 1);
    if (r.kind == Kind::mul && is_constant(*r.rhs, -1))
      return head + " - " + operand(*r.lhs, 2);
    if (r.kind == Kind::constant && r.value < 0)
      return head + " - " + std::to_string(-r.value);
    return head + " + " + operand(r, 2);
  }

  std::string product(const AffineExpr& e, const char* spelling) const {
    return operand(*e.lhs, 2) + spelling + operand(*e.rhs, 3);
  }

  std::string print(const AffineExpr& e) const {
    switch (e.kind) {
      case Kind::constant: return std::to_string(e.value);
      case Kind::dimension: return dimensions.at(e.value);
      case Kind::symbol: return symbols.at(e.value);
      case Kind::add: return sum(e);
      case Kind::mul: return product(e, " * ");
      case Kind::floordiv: return product(e, " floordiv ");
      case Kind::mod: return product(e, " mod ");
      case Kind::count: return "#" + operand(*e.lhs, 3);
    }
    return {};
  }
};

bool equal(const AffineExprPtr& a, const AffineExprPtr& b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind || a->value != b->value) return false;
  return equal(a->lhs, b->lhs) && equal(a->rhs, b->rhs);
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string numbers(const std::vector<int>& values) {
  std::vector<std::string> texts;
  for (int value : values) texts.push_back(std::to_string(value));
  return "(" + join(texts) + ")";
}

}  // namespace

IndexMap IndexMap::identity(int rank) {
  std::vector<int> order(rank);
  for (int d = 0; d < rank; ++d) order[d] = d;
  return permutation(order);
}

IndexMap IndexMap::permutation(const std::vector<int>& order) {
  IndexMap map;
  for (std::size_t d = 0; d < order.size(); ++d)
    map.dimensions.push_back("d" + std::to_string(d));
  for (int d : order)
    map.results.push_back(std::make_shared<const AffineExpr>(
        AffineExpr{Kind::dimension, d, nullptr, nullptr}));
  if (!map.as_permutation())
    throw FormatMismatch(error_message("IndexMap::permutation", "order",
                                       "every dimension exactly once",
                                       numbers(order)));
  return map;
}

IndexMap IndexMap::parse(std::string_view text) {
  Impl::TokenStream tokens(text, Impl::Comments::allowed);
  Impl::ParsedMap parsed = Impl::parse_map(tokens, Impl::LevelTypes::absent);
  tokens.expect_end("the index map");
  return std::move(parsed.map);
}

std::string IndexMap::to_string() const {
  std::vector<std::string> texts;
  for (const AffineExprPtr& e : results)
    texts.push_back(Strata::to_string(*e, dimensions, symbols));
  const std::string head = symbols.empty() ? "" : "[" + join(symbols) + "]";
  return head + "(" + join(dimensions) + ") -> (" + join(texts) + ")";
}

std::optional<std::vector<int>> IndexMap::as_permutation() const {
  if (results.size() != dimensions.size()) return std::nullopt;
  std::vector<int> order;
  std::vector<bool> seen(dimensions.size(), false);
  for (const AffineExprPtr& e : results) {
    if (!e || e->kind != Kind::dimension || e->value < 0 ||
        e->value >= static_cast<std::int64_t>(seen.size()) || seen[e->value])
      return std::nullopt;
    seen[e->value] = true;
    order.push_back(static_cast<int>(e->value));
  }
  return order;
}

bool IndexMap::operator==(const IndexMap& other) const {
  if (dimensions.size() != other.dimensions.size() ||
      symbols.size() != other.symbols.size() ||
      results.size() != other.results.size())
    return false;
  for (std::size_t l = 0; l < results.size(); ++l)
    if (!equal(results[l], other.results[l])) return false;
  return true;
}

std::string to_string(const AffineExpr& e,
                      const std::vector<std::string>& dimensions,
                      const std::vector<std::string>& symbols) {
  return Printer{dimensions, symbols}.print(e);
}

}  // namespace Strata
