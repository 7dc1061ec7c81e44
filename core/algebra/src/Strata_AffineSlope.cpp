// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_AffineExpr.hpp>

namespace Strata {

std::optional<std::int64_t> slope_of(const AffineExpr& e, int dimension) {
  using Kind = AffineExpr::Kind;
  bool stores = false;
  for_each_variable(e, [&](const AffineExpr& v) {
    stores = stores || (v.kind == Kind::dimension && v.value == dimension);
  });
  if (!stores) return 0;
  if (e.kind == Kind::dimension) return 1;
  if (e.kind != Kind::add && e.kind != Kind::mul) return std::nullopt;
  const auto x = slope_of(*e.lhs, dimension), y = slope_of(*e.rhs, dimension);
  if (!x || !y) return std::nullopt;
  if (e.kind == Kind::add) return *x + *y;
  if (e.rhs->kind == Kind::constant) return *x * e.rhs->value;
  if (e.lhs->kind == Kind::constant) return *y * e.lhs->value;
  return std::nullopt;
}

}  // namespace Strata
