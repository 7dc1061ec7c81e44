// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_VALIDATE_IMPL_HPP
#define STRATA_IMPL_VALIDATE_IMPL_HPP

#include <cstdint>
#include <string>
#include <utility>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_JaggedEdges.hpp>
#include <impl/Strata_LevelSize.hpp>
#include <impl/Strata_ValidateKernels.hpp>

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
    for (int l = 0; l < m_tensor.format.lvl_rank(); ++l) {
      const std::int64_t parents = std::exchange(positions, check_level(l, positions));
      note_coordinates(l, parents, positions);
    }
    check_count(m_tensor.format.lvl_rank() - 1, "values", positions,
                m_tensor.num_values);
  }

 private:
  using numbers_type =
      Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>;

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

  /// Of the positions of level l, where the level below looks at them.
  void note_coordinates(int l, std::int64_t parents, std::int64_t size) {
    numbers_type above;
    if (l + 1 < m_tensor.format.lvl_rank() && asks_above(m_tensor.format, l + 1)) {
      above = allocate<std::int64_t>(m_exec, size, "Strata::validate::above");
      Kokkos::deep_copy(m_exec, above, std::int64_t{0});  // of positions without a child
      Kokkos::parallel_for(
          "Strata::validate::above", IndexRange<ExecutionSpace>(m_exec, 0, parents),
          NoteCoordinatesFunctor{make_any_level(m_tensor, l), m_above.data(), above.data()});
      m_exec.fence("Strata::validate: coordinates have been read");
    }
    m_above = above;
  }

  /// The positions of a registered level: as many as it needs, and what they say of
  /// others than children.
  void check_edges(int l, std::int64_t parents) {
    const LevelType type      = m_tensor.format.level(l);
    const LevelArrays& arrays = m_tensor.levels[l];
    const IndexSpan positions(arrays.positions, m_tensor.format.pos_type());
    switch (level_definition(type.kind).description.edges) {
      case LevelEdges::scanned:
        return check_count(l, "positions", parents + 1, arrays.num_positions);
      case LevelEdges::low_high:
        return check_count(l, "positions", 2 * parents, arrays.num_positions);
      case LevelEdges::sliced: return check_slices(l, parents);
      case LevelEdges::header:
        check_count(l, "positions", 2, arrays.num_positions);
        if (const std::int64_t stored = fetch(m_exec, positions, 1); stored != parents)
          throw_invalid_storage(l, 1, "positions", std::to_string(parents),
                                std::to_string(stored));
        return;
      case LevelEdges::bits:
        return check_count(
            l, "positions",
            num_words(padded_size(type, m_tensor.level_extent(l), parents, 0),
                      m_tensor.format.pos_type()),
            arrays.num_positions);
      case LevelEdges::runs: return check_runs(l, parents);
      case LevelEdges::jagged: return check_jagged(l, parents);
      default: return check_count(l, "positions", 0, arrays.num_positions);
    }
  }

  void check_runs(int l, std::int64_t parents) {
    const LevelArrays& arrays = m_tensor.levels[l];
    const std::int64_t last   = parents + 1 + arrays.num_coordinates;
    check_count(l, "positions", last + 1, arrays.num_positions);
    const IndexSpan positions(arrays.positions, m_tensor.format.pos_type());
    const std::int64_t i =
        first_fault(m_exec, "Strata::validate::runs", last + 1,
                    CheckRunsFunctor{positions, parents + 1, last});
    if (i < 0) return;
    throw_invalid_storage(
        l, i, "positions",
        i <= parents ? "places of runs, ascending from " + std::to_string(parents + 1) +
                           " to " + std::to_string(last)
                     : std::string("first positions of runs, 0 and then larger ones"),
        std::to_string(fetch(m_exec, positions, i)));
  }

  void check_jagged(int l, std::int64_t parents) {
    const LevelArrays& arrays = m_tensor.levels[l];
    const JaggedEdges edges{(arrays.num_positions - 3) / 2};
    check_count(l, "positions", arrays.num_positions < 3 ? 3 : edges.size(),
                arrays.num_positions);
    const IndexSpan positions(arrays.positions, m_tensor.format.pos_type());
    const std::int64_t i = first_fault(m_exec, "Strata::validate::jagged", edges.size(),
                                       CheckJaggedFunctor{edges, positions, parents});
    if (i < 0) return;
    throw_invalid_storage(l, i, "positions",
                          std::to_string(edges.width) +
                              ", where as many k-th children begin, and 0 and the numbers of "
                              "these, at most " +
                              std::to_string(parents),
                          std::to_string(fetch(m_exec, positions, i)));
  }

  /// Where the children of every parent are, and which coordinates they have.
  std::int64_t check_registered(int l, std::int64_t parents) {
    const LevelType type      = m_tensor.format.level(l);
    const LevelArrays& arrays = m_tensor.levels[l];
    check_edges(l, parents);
    const std::int64_t size =
        num_level_positions(m_exec, "Strata::validate", m_tensor, l, parents);
    const AnyLevel level     = make_any_level(m_tensor, l);
    const LevelEdges edges   = level_definition(type.kind).description.edges;
    m_tuples                  = {};
    m_all_ordered             = false;
    if (level_traits(type).stores_coordinates && edges != LevelEdges::runs) {
      check_count(l, "coordinates", size, arrays.num_coordinates);
      m_tuples.columns[m_tuples.width++] =
          IndexSpan(arrays.coordinates, m_tensor.format.crd_type());
    }
    const std::int64_t p =
        first_fault(m_exec, "Strata::validate::children", parents,
                    CheckChildrenFunctor{level, LevelLocator::of(type.kind), m_above.data(),
                                         size, type.unique, type.ordered});
    if (p >= 0)
      throw_invalid_storage(
          l, p, "parent",
          "children at positions below " + std::to_string(size) +
              " with coordinates in [0, " + std::to_string(level.storage.extent) +
              ")" + (type.ordered ? ", ascending" : "") +
              (type.unique ? ", none twice" : "") +
              (level_definition(type.kind).description.placement == LevelPlacement::hash
                   ? ", each where its hash leads to"
                   : ""),
          "others");
    if (level_definition(type.kind).description.placement == LevelPlacement::longest)
      check_repeats(l, parents);
    return size;
  }

  /// Children of segments without an order.
  void check_repeats(int l, std::int64_t parents) {
    m_tuples.positions = IndexSpan(m_tensor.levels[l].positions, m_tensor.format.pos_type());
    m_tuples.segments  = parents;
    find_repeats(l);
  }
  void find_repeats(int l) {
    const LevelArrays& arrays = m_tensor.levels[l];
    const std::int64_t repeat = find_repeat(m_exec, m_tuples, arrays.num_coordinates);
    if (repeat < 0) return;
    throw_invalid_storage(
        l, repeat, "coordinates", "a coordinate not stored before",
        std::to_string(fetch(m_exec, m_tuples.columns[m_tuples.width - 1], repeat)) + " again");
  }

  /// Slices of a registered level are as wide as there are coordinates.
  void check_slices(int l, std::int64_t parents) {
    const std::int64_t height = m_tensor.format.level(l).parameters[0];
    check_positions(l, (parents + height - 1) / height,
                    m_tensor.levels[l].num_coordinates / height);
  }

  void check_positions(int l, std::int64_t parents) {
    check_positions(l, parents, m_tensor.levels[l].num_coordinates);
  }

  void check_positions(int l, std::int64_t parents, std::int64_t last) {
    const LevelArrays& arrays = m_tensor.levels[l];
    check_count(l, "positions", parents + 1, arrays.num_positions);
    const IndexSpan positions(arrays.positions, m_tensor.format.pos_type());
    const std::int64_t i = first_fault(m_exec, "Strata::validate::positions", parents + 1,
                                       CheckPositionsFunctor{positions, parents, last});
    if (i < 0) return;
    const std::int64_t here   = fetch(m_exec, positions, i);
    const std::int64_t before = i == 0 ? 0 : fetch(m_exec, positions, i - 1);
    std::string expected      = "0";
    if (i > 0 && here < before)
      expected = "at least " + std::to_string(before);
    else if (i > 0)
      expected = std::to_string(last) + (last == arrays.num_coordinates
                                             ? ", the number of coordinates"
                                             : ", for that number of coordinates");
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
    find_repeats(l);
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
  numbers_type m_above;       ///< coordinates above the level, where it asks
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
