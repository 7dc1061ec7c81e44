// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_LevelSpace.hpp>

#include <Strata_LevelSearch.hpp>
#include <impl/Strata_LevelLocator.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {

namespace {

/// Looks for one coordinate of every level, from the first level on.
class PositionFinder {
 public:
  PositionFinder(const TensorRef& tensor,
                 std::vector<std::int64_t> coordinates)
      : m_tensor(tensor), m_coordinates(std::move(coordinates)) {}

  void find(int l, std::int64_t parent) {
    const TensorFormat& format = m_tensor.format;
    if (l == format.lvl_rank()) return m_found.push_back(parent);
    if (is_registered(format.level(l).kind)) 
      return find_registered(l, {parent, l == 0 ? 0 : m_coordinates[l - 1]});
    const LevelStorage<DeviceEvaluator> storage{
        IndexSpan(m_tensor.levels[l].positions, format.pos_type()),
        IndexSpan(m_tensor.levels[l].coordinates, format.crd_type()),
        m_tensor.level_extent(l)};
    visit_level(format.level(l).kind, [&](auto level) {
      using Level = decltype(level);
      DeviceEvaluator b;
      if constexpr (Level::kind == LevelKind::dense) {
        find(l + 1, Level::locate(b, storage, parent, m_coordinates[l]));
      } else {
        const auto bounds = Level::pos_bounds(b, storage, parent, parent + 1);
        find_coordinate<Level>(
            b, storage, format.level(l), bounds.begin, bounds.end,
            m_coordinates[l], [&](std::int64_t first, std::int64_t last) {
              for (std::int64_t p = first; p < last; ++p) find(l + 1, p);
            });
      }
    });
  }
  std::vector<std::int64_t> found() { return std::move(m_found); }

 private:
  void find_registered(int l, const LevelParent& parent) {
    const AnyLevel level       = make_any_level(m_tensor, l);
    const LevelLocator locator = LevelLocator::of(level.kind);
    if (locator.has_locate)
      locator.find(level, parent, m_coordinates[l],
                   [&](std::int64_t at) { find(l + 1, at); });
    else
      search(l, level, parent);
  }

  /// Cursor by cursor, or by bisection to the first one that may be.
  void search(int l, const AnyLevel& level, const LevelParent& parent) {
    auto [begin, end]    = level.children(parent);
    const auto at        = [&](std::int64_t cursor) {
      return level.coordinate(parent, level.position_of(parent, cursor));
    };
    const std::int64_t last = end;
    if (m_tensor.format.level(l).ordered)  // padding stands behind all coordinates
      while (begin < end) {
        const std::int64_t middle = begin + (end - begin) / 2;
        if (at(middle) < m_coordinates[l])
          begin = middle + 1;
        else
          end = middle;
      }
    for (; begin < last; ++begin) {
      const std::int64_t here = at(begin), p = level.position_of(parent, begin);
      if (here == m_coordinates[l] && !level.is_padding(p, here)) find(l + 1, p);
      if (here > m_coordinates[l] && m_tensor.format.level(l).ordered) return;
    }
  }

  const TensorRef& m_tensor;
  std::vector<std::int64_t> m_coordinates, m_found;
};

}  // namespace

TensorRef level_space(TensorRef tensor) {
  std::vector<std::int64_t> extents =
      tensor.format.level_extents(tensor.stored_extents());
  tensor.format        = tensor.format.level_space();
  tensor.extents       = std::move(extents);
  tensor.whole_extents = {};
  return tensor;
}

TensorRef with_joined_end(TensorRef levels, LevelMap& map) {
  const int rank = levels.format.lvl_rank();
  int first      = rank;
  while (first > 0 && levels.format.level(first - 1).kind == LevelKind::dense)
    --first;
  if (rank - first < 2) return levels;
  // Coordinates of the levels, from the last one on, are digits of the joined one.
  std::vector<AffineExprPtr> parts(rank);
  for (int l = 0; l < first; ++l) parts[l] = AffineExpr::dimension(l);
  AffineExprPtr rest  = AffineExpr::dimension(first);
  std::int64_t extent = 1;
  for (int l = rank - 1; l >= first; --l) {
    const std::int64_t size = levels.extents[l];
    extent = checked_product("Strata::convert", extent, size);
    parts[l] = l == first || size == 0 ? rest : mod(rest, size);
    if (size > 0) rest = floordiv(rest, size);
  }
  const auto replace = [&](const AffineExprPtr& v) { return parts[v->value]; };
  for (AffineExprPtr& e : map.to_dimensions) e = substitute(e, replace);
  for (IndexConstraint& c : map.stored)
    c.expression = substitute(c.expression, replace);
  map.to_levels.clear();  // of no use behind
  levels.extents.resize(first + 1);
  levels.extents[first] = extent;
  levels.levels.resize(first + 1);
  std::vector<LevelType> types = levels.format.levels();
  types.resize(first + 1);
  levels.format = TensorFormat(IndexMap::identity(first + 1), std::move(types),
                               levels.format.pos_type(),
                               levels.format.crd_type());
  map.extents   = levels.extents;
  return levels;
}

std::vector<std::int64_t> find_positions(
    const TensorRef& host_tensor,
    const std::vector<std::int64_t>& coordinates) {
  const TensorFormat& format = host_tensor.format;
  std::vector<std::int64_t> levels, stored = coordinates;
  for (std::size_t d = 0; d < format.slices().size(); ++d)
    if (const auto& slice = format.slices()[d])
      stored[d] = slice->offset + slice->stride * stored[d];
  for (int l = 0; l < format.lvl_rank(); ++l)
    levels.push_back(
        evaluate(*format.map().results[l], {stored, {}, {}}) -
        format.level_range(l, host_tensor.stored_extents()).lower);
  PositionFinder finder(host_tensor, std::move(levels));
  finder.find(0, 0);
  return finder.found();
}

}  // namespace Strata::Impl
