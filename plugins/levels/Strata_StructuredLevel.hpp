// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_STRUCTURED_LEVEL_HPP
#define STRATA_STRUCTURED_LEVEL_HPP

#include <string>
#include <vector>

#include <Strata_FormatRegistry.hpp>
#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// MLIR's rules for n:m sparsity: n <= m, the last level, dense ones alone above it,
/// a dimension in blocks of m. Empty: all are kept.
inline std::string find_structured_fault(const IndexMap& map,
                                         const std::vector<LevelType>& levels,
                                         std::size_t l) {
  const std::int32_t n = levels[l].parameters[0], m = levels[l].parameters[1];
  if (n > m) return "expected n <= m";
  if (l + 1 != levels.size()) return "expected structured to be the last level type";
  for (std::size_t k = 0; k < l; ++k)
    if (levels[k].kind != LevelKind::dense)
      return "expected all dense level types before structured";
  const AffineExprPtr& inside = map.results[l];
  const auto stores_block     = [&](AffineExpr::Kind kind, const AffineExpr& e) {
    return e.kind == kind && e.lhs->kind == AffineExpr::Kind::dimension &&
           e.lhs->value == inside->lhs->value &&
           e.rhs->kind == AffineExpr::Kind::constant && e.rhs->value == m;
  };
  if (inside->kind == AffineExpr::Kind::mod && inside->lhs &&
      stores_block(AffineExpr::Kind::mod, *inside))
    for (std::size_t k = 0; k < l; ++k)
      if (stores_block(AffineExpr::Kind::floordiv, *map.results[k])) return "";
  return "expected a 1xm block structure for structured[n, m]: one level that stores a "
         "dimension floordiv m, and this one that dimension mod m";
}

/// `structured[n, m]` (MLIR sparse_tensor; 2:4 of NVIDIA): n of the m places of
/// every block. Where fewer of them are taken, the first free ones hold the fill
/// value, in the order of the coordinates.
struct Structured : StoredCoordinates {
  static constexpr LevelDescription description{.name            = "structured",
                                                .edges           = LevelEdges::width,
                                                .padding         = LevelPadding::values,
                                                .takes_modifiers = false,
                                                .num_parameters  = 2,
                                                .rule = find_structured_fault};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto begin = b.mul(parent, s.parameters[0]);
    return {begin, b.add(begin, s.parameters[0])};
  }
  template <class B>
  static typename B::value_type size(B& b, const LevelStorage<B>& s,
                                     typename B::value_type parents) {
    return b.mul(parents, s.parameters[0]);
  }
};

inline const LevelKind structured = register_level<Structured>();

/// NM(2,4): 2:4.
inline const bool names_structured = register_format(
    {"NM", 2, "(i, j) -> (i : dense, j floordiv $1 : dense, j mod $1 : structured[$0, $1])"});

}  // namespace Strata::Levels

#endif
