// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_JAGGED_LEVELS_HPP
#define STRATA_JAGGED_LEVELS_HPP

#include <string>
#include <vector>

#include <Strata_FormatRegistry.hpp>
#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// `by_length`: the coordinates of a compressed level, those with the most children first.
struct ByLength : Segments, StoredCoordinates {
  static constexpr LevelDescription description{.name            = "by_length",
                                                .edges           = LevelEdges::scanned,
                                                .placement       = LevelPlacement::longest,
                                                .takes_modifiers = false,
                                                .ordered         = false};
};

inline std::string find_scope_fault(const IndexMap& /*map*/, const std::vector<LevelType>& levels,
                                    std::size_t l) {
  return levels[l].parameters[0] < 1 ? "expected a scope of at least one: by_length_in[32]" : "";
}

/// `by_length_in[s]`: the same among every s neighbouring coordinates. Above `sell[C]` it makes
/// SELL-C-σ (Kreutzer et al. 2014) with σ = s.
struct ByLengthIn : Segments, StoredCoordinates {
  static constexpr LevelDescription description{.name            = "by_length_in",
                                                .edges           = LevelEdges::scanned,
                                                .placement       = LevelPlacement::longest,
                                                .takes_modifiers = false,
                                                .ordered         = false,
                                                .num_parameters  = 1,
                                                .rule            = find_scope_fault};
};

inline const LevelKind by_length    = register_level<ByLength>();
inline const LevelKind by_length_in = register_level<ByLengthIn>();

/// Parents come in the order of their lengths. Empty: they do.
inline std::string find_jagged_fault(const IndexMap& /*map*/, const std::vector<LevelType>& levels,
                                     std::size_t l) {
  return l == 1 && levels[0].kind == by_length
             ? ""
             : "expected jagged below a first level by_length: (i, j) -> (i : by_length, j : "
               "jagged)";
}

/// `jagged` (JAD; Saad 1989): the first children of all parents come first, then the second
/// ones, without padding, for parents with more children come before those with fewer. Child
/// number k of parent p is at begins[k] + p.
///   positions: the largest number of children K; where the first, second, … K-th children
///              begin, and the end of these; 0, then how many K-th, …, first children there are
struct Jagged : StoredCoordinates {
  static constexpr LevelDescription description{
      .name = "jagged", .edges = LevelEdges::jagged, .rule = find_jagged_fault};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto width = b.load(s.positions, b.constant(0));
    const auto begin = b.add(width, b.constant(2)), end = b.add(begin, b.add(width, b.constant(1)));
    const auto shorter = b.sub(b.find(s.positions, begin, end, parent), begin);
    return {b.constant(0), b.sub(width, shorter)};
  }
  template <class B>
  static typename B::value_type position(B& b, const LevelStorage<B>& s,
                                         typename B::value_type parent,
                                         typename B::value_type child) {
    return b.add(b.load(s.positions, b.add(child, b.constant(1))), parent);
  }
};

inline const LevelKind jagged = register_level<Jagged>();

/// SELL(C,σ): SELL-C-σ.
inline const bool names_sorted_sell =
    register_format({"SELL", 2, "(i, j) -> (i : by_length_in[$1], j : sell[$0])"});
inline const bool names_jad = register_format({"JAD", 0, "(i, j) -> (i : by_length, j : jagged)"});

}  // namespace Strata::Levels

#endif
