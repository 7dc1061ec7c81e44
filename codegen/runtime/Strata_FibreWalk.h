// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FIBRE_WALK_H
#define STRATA_FIBRE_WALK_H

#include <cstdint>
#include <optional>
#include <vector>

#include <Strata_DeviceEvaluator.hpp>
#include <Strata_IndexNotation.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// The upper levels of a stored tensor, with how many entries lie below. Private to the
/// runtime (a .h is not installed).
namespace Strata::Impl {

/// Calls f(numbers of the index variables by level, entries below) for each position of the
/// uppermost `depth` levels that the indices of an access come to. Those below are counted
/// by where their segments begin and end.
/// \pre the format is plain, the arrays are in memory of the host, no index has a set
class FibreWalk {
 public:
  FibreWalk(const TensorRef& tensor, const Access& access, int depth)
      : m_tensor(tensor), m_depth(depth), m_numbers(tensor.format.lvl_rank(), 0) {
    for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
      const IndexArg& index = access.indices[tensor.format.dimension_of_level(l)];
      m_levels.push_back({index.window, earlier(access, l, index.variable)});
    }
  }

  template <class F>
  void run(F&& f) {
    level(0, 0, f);
  }

 private:
  struct Level {
    std::optional<IndexArg::Window> window;
    int same;  ///< a level above with the same variable; -1: none
  };
  struct Range {
    std::int64_t begin, end;
  };

  int earlier(const Access& access, int l, const std::string& variable) const {
    for (int k = 0; k < l; ++k)
      if (access.indices[m_tensor.format.dimension_of_level(k)].variable == variable) return k;
    return -1;
  }

  /// Positions of level `l` under some of the level above.
  Range below(int l, Range above) const {
    const LevelKind kind = m_tensor.format.level(l).kind;
    if (kind == LevelKind::singleton) return above;
    if (kind == LevelKind::dense) {
      const std::int64_t n = m_tensor.level_extent(l);
      return {above.begin * n, above.end * n};
    }
    const IndexSpan positions(m_tensor.levels[l].positions, m_tensor.format.pos_type());
    return {positions[above.begin], positions[above.end]};
  }

  std::int64_t entries_below(int l, std::int64_t position) const {
    Range at{position, position + 1};
    for (; l < m_tensor.format.lvl_rank(); ++l) at = below(l, at);
    return at.end - at.begin;
  }

  /// Notes the number of the variable that stands for a coordinate; false: none does.
  bool bind(int l, std::int64_t coordinate) {
    const Level& level = m_levels[l];
    if (level.window) {
      const auto [lo, hi, stride] = *level.window;
      if (coordinate < lo || coordinate >= hi || (coordinate - lo) % stride != 0) return false;
      coordinate = (coordinate - lo) / stride;
    }
    m_numbers[l] = coordinate;
    return level.same < 0 || m_numbers[level.same] == coordinate;
  }

  template <class F>
  void level(int l, std::int64_t parent, F& f) {
    if (l == m_depth) return f(m_numbers, entries_below(l, parent));
    const bool is_dense = m_tensor.format.level(l).kind == LevelKind::dense;
    const Range at      = below(l, {parent, parent + 1});
    const IndexSpan coordinates(m_tensor.levels[l].coordinates, m_tensor.format.crd_type());
    for (std::int64_t p = at.begin; p < at.end; ++p)
      if (bind(l, is_dense ? p - at.begin : coordinates[p])) level(l + 1, p, f);
  }

  const TensorRef& m_tensor;
  const int m_depth;
  std::vector<Level> m_levels;
  std::vector<std::int64_t> m_numbers;
};

}  // namespace Strata::Impl

#endif
