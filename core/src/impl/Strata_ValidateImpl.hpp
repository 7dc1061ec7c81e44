// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_VALIDATE_IMPL_HPP
#define STRATA_IMPL_VALIDATE_IMPL_HPP

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_FetchIndex.hpp>
#include <impl/Strata_FindRepeats.hpp>

namespace Strata::Impl {

/// Throws InvalidStorage: "level l, position p: expected …, got …".
[[noreturn]] void throw_invalid_storage(int l, std::int64_t position,
                                        const char* array,
                                        const std::string& expected,
                                        const std::string& got);
/// Throws InvalidStorage unless an array has the expected number of elements.
void check_count(int l, const char* array, std::int64_t expected,
                 std::int64_t got);
/// Throws InvalidStorage unless extents, levels and strides suit the format.
void check_shape(const TensorRef& tensor);

/// Finds the first position that does not start at 0, ascend, end at `m_last`.
struct CheckPositionsFunctor {
  IndexSpan m_positions;
  std::int64_t m_parents, m_last;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i,
                                         std::int64_t& first) const {
    const std::int64_t before = i == 0 ? 0 : m_positions[i - 1],
                       here   = m_positions[i];
    const bool good           = here >= before && (i > 0 || here == 0) &&
                      (i < m_parents || here == m_last);
    if (!good && i < first) first = i;
  }
};

/// Finds the first coordinate that is out of range, or out of order or repeated
/// under one parent (below nonunique levels: under equal coordinates of those).
struct CheckCoordinatesFunctor {
  SegmentedTuples m_tuples;
  std::int64_t m_extent;
  bool m_unique, m_ordered;

  KOKKOS_INLINE_FUNCTION bool good(std::int64_t p) const {
    const int last          = m_tuples.width - 1;
    const std::int64_t here = m_tuples.columns[last][p];
    if (here < 0 || here >= m_extent) return false;
    if (p == 0 || !(m_unique || m_ordered) || m_tuples.starts_segment(p))
      return true;
    for (int k = 0; k < last; ++k)
      if (m_tuples.columns[k][p - 1] != m_tuples.columns[k][p]) return true;
    const std::int64_t before = m_tuples.columns[last][p - 1];
    return !(m_ordered && here < before) && !(m_unique && here == before);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p,
                                         std::int64_t& first) const {
    if (!good(p) && p < first) first = p;
  }
};

/// Finds the first parent with children out of range, or out of order, or repeated.
struct CheckChildrenFunctor {
  AnyLevel m_level;
  std::int64_t m_size;
  bool m_unique, m_ordered;

  KOKKOS_INLINE_FUNCTION bool good(std::int64_t parent) const {
    const auto cursors  = m_level.children(parent);
    std::int64_t before = -1;
    if (cursors.begin < 0 || cursors.end < cursors.begin) return false;
    for (std::int64_t c = cursors.begin; c < cursors.end; ++c) {
      const std::int64_t at = m_level.position_of(parent, c);
      if (at < 0 || at >= m_size) return false;
      const std::int64_t here = m_level.coordinate(parent, at);
      const bool padded       = m_level.is_padding(here);
      if (here < 0 || (here >= m_level.storage.extent && !padded)) return false;
      if (!padded && ((m_ordered && here < before) || (m_unique && here == before)))
        return false;
      before = here;
    }
    return true;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent,
                                         std::int64_t& first) const {
    if (parent < first && !good(parent)) first = parent;
  }
};

template <class ExecutionSpace, class Functor>
std::int64_t first_fault(const ExecutionSpace& exec, const char* label,
                         std::int64_t size, const Functor& functor) {
  std::int64_t first = size;
  Kokkos::parallel_reduce(label, IndexRange<ExecutionSpace>(exec, 0, size),
                          functor, Kokkos::Min<std::int64_t>(first));
  return first < size ? first : -1;
}

/// Walks the levels from the first on.
template <class ExecutionSpace>
class StorageValidator {
 public:
  StorageValidator(const ExecutionSpace& exec, const TensorRef& tensor)
      : m_exec(exec), m_tensor(tensor) {}

  void run() {
    check_shape(m_tensor);
    std::int64_t positions = 1;
    for (int l = 0; l < m_tensor.format.lvl_rank(); ++l)
      positions = check_level(l, positions);
    check_count(m_tensor.format.lvl_rank() - 1, "values", positions,
                m_tensor.num_values);
  }

 private:
  /// Returns the number of positions of level l below `parents` positions.
  std::int64_t check_level(int l, std::int64_t parents) {
    const LevelArrays& arrays = m_tensor.levels[l];
    if (is_registered(m_tensor.format.level(l).kind))
      return check_registered(l, parents);
    switch (m_tensor.format.level(l).kind) {
      case LevelKind::compressed:
        check_positions(l, parents);
        m_tuples.width = 0;
        m_tuples.positions =
            IndexSpan(arrays.positions, m_tensor.format.pos_type());
        m_tuples.segments = parents;
        check_coordinates(l);
        return arrays.num_coordinates;
      case LevelKind::singleton:
        check_count(l, "coordinates", parents, arrays.num_coordinates);
        check_coordinates(l);
        return parents;
      default:
        m_tuples = {};  // every position below is a segment of its own
        return checked_product("Strata::validate", parents,
                               m_tensor.level_extent(l));
    }
  }

  /// Positions of a registered level, from the arrays that it has.
  std::int64_t registered_size(int l, std::int64_t parents) {
    const LevelType type       = m_tensor.format.level(l);
    const LevelDefinition& d   = level_definition(type.kind);
    const LevelArrays& arrays  = m_tensor.levels[l];
    const std::int64_t edges   = num_edges(d, parents);
    const IndexSpan positions(arrays.positions, m_tensor.format.pos_type());
    check_count(l, "positions", edges, arrays.num_positions);
    std::int64_t width = 0;
    switch (d.description.edges) {
      case LevelEdges::header:
        width = fetch(m_exec, positions, 0);
        if (const std::int64_t stored = fetch(m_exec, positions, 1); stored != parents)
          throw_invalid_storage(l, 1, "positions", std::to_string(parents),
                                std::to_string(stored));
        [[fallthrough]];
      case LevelEdges::width:
        return padded_size(type, m_tensor.level_extent(l), parents, width);
      default:
        return d.description.stores_coordinates ? arrays.num_coordinates
                                                : fetch(m_exec, positions, edges - 1);
    }
  }

  /// Where the children of every parent are, and which coordinates they have.
  std::int64_t check_registered(int l, std::int64_t parents) {
    const LevelType type      = m_tensor.format.level(l);
    const LevelArrays& arrays = m_tensor.levels[l];
    const std::int64_t size   = registered_size(l, parents);
    const AnyLevel level      = make_any_level(m_tensor, l);
    m_tuples                  = {};
    m_all_ordered             = false;
    if (level_traits(type).stores_coordinates) {
      check_count(l, "coordinates", size, arrays.num_coordinates);
      m_tuples.columns[m_tuples.width++] =
          IndexSpan(arrays.coordinates, m_tensor.format.crd_type());
    }
    const std::int64_t p =
        first_fault(m_exec, "Strata::validate::children", parents,
                    CheckChildrenFunctor{level, size, type.unique, type.ordered});
    if (p >= 0)
      throw_invalid_storage(
          l, p, "parent",
          "children at positions below " + std::to_string(size) +
              " with coordinates in [0, " + std::to_string(level.storage.extent) +
              ")" + (type.ordered ? ", ascending" : "") +
              (type.unique ? ", none twice" : ""),
          "others");
    return size;
  }

  void check_positions(int l, std::int64_t parents) {
    const LevelArrays& arrays = m_tensor.levels[l];
    check_count(l, "positions", parents + 1, arrays.num_positions);
    const IndexSpan positions(arrays.positions, m_tensor.format.pos_type());
    const std::int64_t i = first_fault(
        m_exec, "Strata::validate::positions", parents + 1,
        CheckPositionsFunctor{positions, parents, arrays.num_coordinates});
    if (i < 0) return;
    const std::int64_t here   = fetch(m_exec, positions, i);
    const std::int64_t before = i == 0 ? 0 : fetch(m_exec, positions, i - 1);
    std::string expected      = "0";
    if (i > 0 && here < before)
      expected = "at least " + std::to_string(before);
    else if (i > 0)
      expected = std::to_string(arrays.num_coordinates) +
                 ", the number of coordinates";
    throw_invalid_storage(l, i, "positions", expected, std::to_string(here));
  }

  void check_coordinates(int l) {
    const LevelType type      = m_tensor.format.level(l);
    const LevelArrays& arrays = m_tensor.levels[l];
    m_tuples.columns[m_tuples.width++] =
        IndexSpan(arrays.coordinates, m_tensor.format.crd_type());
    const CheckCoordinatesFunctor functor{m_tuples, m_tensor.level_extent(l),
                                          type.unique, type.ordered};
    const std::int64_t p = first_fault(m_exec, "Strata::validate::coordinates",
                                       arrays.num_coordinates, functor);
    if (p >= 0) report_coordinate(l, p, functor);
    m_all_ordered = (m_tuples.width == 1 || m_all_ordered) && type.ordered;
    if (!type.unique || m_all_ordered || !m_tuples.positions.data()) return;
    const std::int64_t repeat =
        find_repeat(m_exec, m_tuples, arrays.num_coordinates);
    if (repeat >= 0)
      throw_invalid_storage(
          l, repeat, "coordinates", "a coordinate not stored before",
          std::to_string(
              fetch(m_exec, m_tuples.columns[m_tuples.width - 1], repeat)) +
              " again");
  }

  [[noreturn]] void report_coordinate(int l, std::int64_t p,
                                      const CheckCoordinatesFunctor& functor) {
    const IndexSpan& column = m_tuples.columns[m_tuples.width - 1];
    const std::int64_t here = fetch(m_exec, column, p);
    std::string expected =
        "a coordinate in [0, " + std::to_string(functor.m_extent) + ")";
    if (here >= 0 && here < functor.m_extent)
      expected = std::string(functor.m_ordered
                                 ? functor.m_unique ? "more than " : "at least "
                                 : "another than ") +
                 std::to_string(fetch(m_exec, column, p - 1));
    throw_invalid_storage(l, p, "coordinates", expected, std::to_string(here));
  }

  const ExecutionSpace& m_exec;
  const TensorRef& m_tensor;
  SegmentedTuples m_tuples;   ///< of the compressed level and singletons below
  bool m_all_ordered = true;  ///< of those levels
};

// Host spaces are compiled once, in Strata_HostInstances.cpp.
#ifdef KOKKOS_ENABLE_SERIAL
extern template class StorageValidator<Kokkos::Serial>;
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template class StorageValidator<Kokkos::OpenMP>;
#endif

}  // namespace Strata::Impl

#endif
