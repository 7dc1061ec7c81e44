// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "#i" of Chou et al. 2020: the number of an entry among those that share i.
#include <algorithm>
#include <limits>
#include <optional>

#include <Strata_LevelRegistry.hpp>
#include <impl/Strata_FormatRules.hpp>

namespace Strata::Impl {
namespace {

using Kind    = AffineExpr::Kind;
using Removed = std::vector<std::size_t>;

bool is_dimension(const AffineExpr& e, std::int64_t d) {
  return e.kind == Kind::dimension && e.value == d;
}

/// `d floordiv C` or `d mod C`; its C.
std::optional<std::int64_t> block_of(const AffineExpr& e, Kind kind, std::int64_t d) {
  if (e.kind != kind || !is_dimension(*e.lhs, d) || e.rhs->kind != Kind::constant)
    return std::nullopt;
  return e.rhs->value;
}

/// "#d" in a level of its own, and the level whose coordinates it numbers: the first one
/// that does not store d.
struct CountedSlices {
  std::size_t count = 0;
  std::size_t leaf  = 0;
  std::int64_t d    = 0;
};

enum class Stores { nothing_else, nothing, both };

/// What of dimension d, and of others, an expression stores.
Stores look_for(const AffineExpr& e, std::int64_t d) {
  bool own = false, other = false;
  for_each_variable(e, [&](const AffineExpr& v) {
    (v.kind == Kind::dimension && v.value == d ? own : other) = true;
  });
  return own && other ? Stores::both : own ? Stores::nothing_else : Stores::nothing;
}

bool are_dense(const std::vector<LevelType>& levels, std::size_t begin) {
  return std::all_of(levels.begin() + static_cast<std::ptrdiff_t>(begin), levels.end(),
                     [](LevelType level) { return level.kind == LevelKind::dense; });
}

/// Above the leaf stand "#d" and levels that store d, behind it dense ones alone.
std::optional<CountedSlices> find_slices(const IndexMap& map,
                                         const std::vector<LevelType>& levels) {
  CountedSlices out;
  std::size_t counts = 0;
  for (std::size_t l = 0; l < map.results.size(); ++l)
    if (map.results[l]->kind == Kind::count) out.count = l, ++counts;
  if (counts != 1) return std::nullopt;
  out.d = map.results[out.count]->lhs->value;
  while (out.leaf < map.results.size() &&
         (out.leaf == out.count || look_for(*map.results[out.leaf], out.d) == Stores::nothing_else))
    ++out.leaf;
  if (out.leaf == map.results.size() || out.leaf < out.count || out.leaf < 2 ||
      look_for(*map.results[out.leaf], out.d) == Stores::both)
    return std::nullopt;
  if (!are_dense(levels, out.leaf + 1)) return std::nullopt;
  return out;
}

/// Rewrites the levels of one text.
class SliceFolder {
 public:
  SliceFolder(IndexMap& map, std::vector<LevelType>& levels, const CountedSlices& slices)
      : m_map(map), m_levels(levels), m_at(slices) {}

  Removed run() {
    if (is("singleton(padded)", m_at.leaf)) return fold_padded();
    if (m_levels[m_at.leaf].kind != LevelKind::singleton) return {};
    // (i : dense, #i : ragged, j : singleton) is (i : dense, j : compressed).
    if (is_last() && is("ragged", m_at.count)) return fold(LevelKind::compressed);
    // (#i : dense, i : by_length, j : singleton) is (i : by_length, j : jagged).
    if (is_first() && m_at.leaf == 2 && is_dense(0) && is("by_length", 1) &&
        is_dimension(*m_map.results[1], m_at.d))
      return fold(find_level("jagged"));
    return {};
  }

 private:
  bool is(const char* name, std::size_t l) const {
    const LevelKind kind = find_level(name);
    return is_registered(kind) && m_levels[l].kind == kind;
  }
  bool is_dense(std::size_t l) const { return m_levels[l].kind == LevelKind::dense; }
  bool is_first() const { return m_at.count == 0; }
  bool is_last() const { return m_at.count + 1 == m_at.leaf; }

  Removed fold_padded() {
    bool dense_above = true;
    for (std::size_t l = 1; l < m_at.leaf; ++l) dense_above = dense_above && is_dense(l);
    // (#i : dense, i : dense, j : singleton(padded)) is (i : dense, j : ell).
    if (is_first() && is_dense(0) && dense_above) return fold(find_level("ell"));
    // (i : dense, #i : dense, j : singleton(padded)) is (i : dense, j : fixed_width).
    if (is_last() && is_dense(m_at.count)) return fold(find_level("fixed_width"));
    return fold_sliced();
  }

  /// (i floordiv C : dense, #i : ragged, i mod C : dense, j : singleton(padded)) is
  /// (i : dense, j : sell[C]).
  Removed fold_sliced() {
    if (m_at.count != 1 || m_at.leaf != 3 || !is("ragged", 1) || !is_dense(0) || !is_dense(2))
      return {};
    const auto height = block_of(*m_map.results[0], Kind::floordiv, m_at.d);
    if (!height || *height > std::numeric_limits<std::int32_t>::max() ||
        block_of(*m_map.results[2], Kind::mod, m_at.d) != height)
      return {};
    m_map.results[0]          = AffineExpr::dimension(static_cast<int>(m_at.d));
    m_levels[3].parameters[0] = static_cast<std::int32_t>(*height);
    return fold(find_level("sell"), {2, 1});
  }

  Removed fold(LevelKind kind) { return fold(kind, {m_at.count}); }
  /// The leaf is of `kind`, and the levels `removed` (the last one first) are gone.
  Removed fold(LevelKind kind, Removed removed) {
    m_levels[m_at.leaf].kind = kind;
    for (const std::size_t l : removed) {
      m_map.results.erase(m_map.results.begin() + static_cast<std::ptrdiff_t>(l));
      m_levels.erase(m_levels.begin() + static_cast<std::ptrdiff_t>(l));
    }
    return removed;
  }

  IndexMap& m_map;
  std::vector<LevelType>& m_levels;
  CountedSlices m_at;
};

/// A product of one symbol, one dimension and numbers: "c * 3 * i".
struct SymbolProduct {
  int symbols = 0, dimensions = 0, others = 0;
  std::int64_t factor = 1, dimension = 0;

  void multiply(const AffineExpr& e) {
    if (e.kind == Kind::mul) return multiply(*e.lhs), multiply(*e.rhs);
    if (e.kind == Kind::symbol) ++symbols;
    else if (e.kind == Kind::dimension) ++dimensions, dimension = e.value;
    else if (e.kind != Kind::constant || __builtin_mul_overflow(factor, e.value, &factor)) ++others;
  }
  bool is_slices() const {
    return symbols == 1 && dimensions == 1 && others == 0 && factor >= 1 &&
           factor <= std::numeric_limits<std::int32_t>::max();
  }
};

/// "[c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed)": the symbol counts to 3. It
/// is (i : dense, j : counted[3]).
Removed fold_symbol(IndexMap& map, std::vector<LevelType>& levels) {
  const LevelKind counted = find_level("counted");
  if (levels.size() < 3 || !are_dense(levels, 3) || map.symbols.size() != 1 || !is_registered(counted)) return {};
  const LevelKind leaf = levels[2].kind;
  if (levels[0].kind != LevelKind::dense || levels[1].kind != LevelKind::dense ||
      (leaf != LevelKind::compressed && leaf != find_level("singleton(padded)")))
    return {};
  SymbolProduct slices;
  slices.multiply(*map.results[0]);
  if (!slices.is_slices() || !is_dimension(*map.results[1], slices.dimension) ||
      look_for(*map.results[2], slices.dimension) != Stores::nothing)
    return {};
  map.symbols.clear();
  map.results.erase(map.results.begin());
  levels.erase(levels.begin());
  levels[1].kind          = counted;
  levels[1].parameters[0] = static_cast<std::int32_t>(slices.factor);
  return {0};
}

}  // namespace

std::vector<std::size_t> fold_counted(IndexMap& map, std::vector<LevelType>& levels) {
  if (!is_registered(find_level("ell"))) return {};
  const auto slices = find_slices(map, levels);
  return slices ? SliceFolder(map, levels, *slices).run() : fold_symbol(map, levels);
}

}  // namespace Strata::Impl
