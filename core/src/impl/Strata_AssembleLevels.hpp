// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ASSEMBLE_LEVELS_HPP
#define STRATA_IMPL_ASSEMBLE_LEVELS_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_SortEntries.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Depth of the prefix that tells positions of level l apart: entries that
/// agree in levels 0 … depth share a position. At least depth_above; the last
/// level when a level keeps one position per entry.
int position_depth(const TensorFormat& format, int l, int depth_above);

/// Throws FormatMismatch: the singleton level l would need several coordinates
/// at one position.
[[noreturn]] void throw_not_singleton(std::string_view operation,
                                      const TensorFormat& format, int l);

/// `what` is "position" or "coordinate".
/// \throws IndexOverflow naming the level when `number` does not fit `type`.
void check_index_fits(std::string_view operation, std::string_view what, int l,
                      std::int64_t number, IndexType type);

/// Position of every entry in one level, without an array where it is the same
/// for all (0), the number of the entry, or that of dense levels alone.
template <class MemorySpace>
struct EntryPositions {
  Kokkos::View<std::int64_t*, MemorySpace> array;
  std::int64_t scale = 0;
  std::int64_t count = 1;  ///< positions of the level
  int dense_levels   = 0;  ///< > 0: row-major in so many first levels
};

/// The part of EntryPositions that goes into kernels.
struct PositionSpan {
  const std::int64_t* array = nullptr;
  std::int64_t scale        = 0;
  int dense_levels          = 0;

  template <class MemorySpace>
  explicit PositionSpan(const EntryPositions<MemorySpace>& p)
      : array(p.array.data()), scale(p.scale), dense_levels(p.dense_levels) {}
  /// \pre the position is not one of dense levels alone
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t e) const {
    return array ? array[e] : scale * e;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(const EntryKeys& keys,
                                                 std::int64_t e) const {
    if (dense_levels == 0) return (*this)(e);
    std::int64_t position = keys.coordinate(0, e);
    for (int l = 1; l < dense_levels; ++l)
      position = position * keys.layout.extents[l] + keys.coordinate(l, e);
    return position;
  }
};

/// Dense level: position = parent · extent + coordinate.
template <class ExecutionSpace>
void locate_entries(
    const ExecutionSpace& exec, std::string_view operation,
    const EntryKeys& keys, int l, std::int64_t size,
    EntryPositions<typename ExecutionSpace::memory_space>& positions) {
  const std::int64_t extent = keys.layout.extents[l];
  const std::int64_t count =
      checked_product(operation, positions.count, extent);
  const PositionSpan parent(positions);
  if (positions.dense_levels == l && l + 1 < keys.layout.num_levels) {
    positions.dense_levels = l + 1;
    positions.count        = count;
    return;
  }
  positions.dense_levels = 0;
  if (!positions.array.data())
    positions.array =
        allocate<std::int64_t>(exec, size, "Strata::assemble::positions");
  std::int64_t* result = positions.array.data();
  Kokkos::parallel_for(
      "Strata::assemble::locate", IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t e) {
        DeviceEvaluator evaluator;
        const LevelStorage<DeviceEvaluator> level{{}, {}, extent};
        result[e] = DenseLevel::locate(evaluator, level, parent(keys, e),
                                       keys.coordinate(l, e));
      });
  positions.count = count;
}

/// Numbers distinct prefixes: the position of an entry is the number of the
/// prefixes that begin at or before it, minus one.
struct NumberPrefixesFunctor {
  EntryKeys m_keys;
  int m_depth;
  std::int64_t* m_positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e, std::int64_t& count,
                                         bool final) const {
    count += e == 0 || !m_keys.same_prefix(m_depth, e - 1, e);
    if (final) m_positions[e] = count - 1;
  }
};

/// Counts distinct prefixes.
struct CountPrefixesFunctor {
  EntryKeys m_keys;
  int m_depth;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e,
                                         std::int64_t& count) const {
    count += e == 0 || !m_keys.same_prefix(m_depth, e - 1, e);
  }
};

template <class ExecutionSpace>
EntryPositions<typename ExecutionSpace::memory_space> number_prefixes(
    const ExecutionSpace& exec, const EntryKeys& keys, int depth,
    std::int64_t size) {
  EntryPositions<typename ExecutionSpace::memory_space> positions;
  if (depth == keys.layout.num_levels - 1) {
    positions.scale = 1;
    positions.count = size;
    return positions;
  }
  positions.array =
      allocate<std::int64_t>(exec, size, "Strata::assemble::positions");
  positions.count = 0;
  Kokkos::parallel_scan(
      "Strata::assemble::number_prefixes",
      IndexRange<ExecutionSpace>(exec, 0, size),
      NumberPrefixesFunctor{keys, depth, positions.array.data()},
      positions.count);
  return positions;
}

/// Stores coordinates, and the end of every segment that is not empty.
struct FillLevelFunctor {
  EntryKeys m_keys;
  int m_level;
  std::int64_t m_size;
  PositionSpan m_parent, m_position;
  MutableIndexSpan m_positions, m_coordinates;
  bool m_has_positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    const std::int64_t position = m_position(e);
    if (e == 0 || m_position(e - 1) != position)
      m_coordinates.store(position, m_keys.coordinate(m_level, e));
    if (!m_has_positions) return;
    const std::int64_t parent = m_parent(m_keys, e);
    if (e + 1 == m_size || m_parent(m_keys, e + 1) != parent)
      m_positions.store(parent + 1, position + 1);
  }
};

/// Running maximum: gives empty segments the end of the segment before.
struct CloseSegmentsFunctor {
  using value_type = std::int64_t;
  MutableIndexSpan m_positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, value_type& end,
                                         bool final) const {
    join(end, m_positions[i]);
    if (final) m_positions.store(i, end);
  }
  KOKKOS_INLINE_FUNCTION void init(value_type& end) const { end = 0; }
  KOKKOS_INLINE_FUNCTION void join(value_type& end,
                                   const value_type& other) const {
    if (other > end) end = other;
  }
};

/// Largest coordinate of level l. \pre size > 0
template <class ExecutionSpace>
std::int64_t max_coordinate(const ExecutionSpace& exec, const EntryKeys& keys,
                            int l, std::int64_t size) {
  std::int64_t largest = 0;
  Kokkos::parallel_reduce(
      "Strata::assemble::max_coordinate",
      IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t e, std::int64_t & value) {
        const std::int64_t c = keys.coordinate(l, e);
        if (c > value) value = c;
      },
      Kokkos::Max<std::int64_t>(largest));
  return largest;
}

/// \throws IndexOverflow when a coordinate of level l does not fit.
template <class ExecutionSpace>
void check_coordinates_fit(const ExecutionSpace& exec,
                           std::string_view operation, const EntryKeys& keys,
                           int l, std::int64_t size, IndexType type) {
  const std::int64_t extent = keys.layout.extents[l];
  if (size == 0 || static_cast<std::uint64_t>(extent - 1) <= type.max()) return;
  check_index_fits(operation, "coordinate", l,
                   max_coordinate(exec, keys, l, size), type);
}

/// Builds the arrays of one tensor level by level, from the first on.
template <class ExecutionSpace>
class LevelAssembler {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using sorted_type  = SortedEntries<memory_space>;

  LevelAssembler(const ExecutionSpace& exec, std::string_view operation,
                 const sorted_type& sorted, Storage<memory_space>& storage)
      : m_exec(exec),
        m_operation(operation),
        m_sorted(sorted),
        m_storage(storage) {
    if (format().lvl_rank() == 0) return;
    m_storage.levels.resize(format().lvl_rank());
  }

  void run() {
    for (int l = 0; l < format().lvl_rank(); ++l) {
      m_depth = position_depth(format(), l, m_depth);
      switch (format().level(l).kind) {
        case LevelKind::compressed: add_compressed(l); break;
        case LevelKind::singleton: add_singleton(l); break;
        default:
          locate_entries(m_exec, m_operation, m_sorted.keys, l, m_sorted.size,
                         m_positions);
      }
    }
  }

  /// Position of every entry below the last level so far.
  const EntryPositions<memory_space>& positions() const { return m_positions; }

 private:
  const TensorFormat& format() const { return m_storage.format; }
  std::string name(const char* what, int l) const {
    return array_label(m_storage.label,
                       std::string(what) + "[" + std::to_string(l) + "]");
  }

  void add_compressed(int l) {
    const auto parents = m_positions;
    m_positions =
        number_prefixes(m_exec, m_sorted.keys, m_depth, m_sorted.size);
    const IndexType pos_type = format().pos_type();
    check_index_fits(m_operation, "position", l, m_positions.count, pos_type);
    StoredLevel<memory_space>& level = m_storage.levels[l];
    const std::int64_t length        = parents.count + 1;
    level.positions =
        allocate_indices(m_exec, pos_type, length, name("positions", l));
    zero_fill(m_exec, level.positions.mutable_data(),
              length * pos_type.bytes());
    const MutableIndexSpan positions(level.positions.mutable_data(), pos_type);
    fill(l, parents, positions, m_positions.count);
    if (parents.count > 1)
      Kokkos::parallel_scan("Strata::assemble::close_segments",
                            IndexRange<ExecutionSpace>(m_exec, 0, length),
                            CloseSegmentsFunctor{positions});
  }

  void add_singleton(int l) {
    if (m_depth < l && count_prefixes(l) != count_prefixes(m_depth))
      throw_not_singleton(m_operation, format(), l);
    fill(l, m_positions, {}, m_positions.count);
  }

  std::int64_t count_prefixes(int depth) const {
    std::int64_t count = 0;
    Kokkos::parallel_reduce(
        "Strata::assemble::count_prefixes",
        IndexRange<ExecutionSpace>(m_exec, 0, m_sorted.size),
        CountPrefixesFunctor{m_sorted.keys, depth}, count);
    return count;
  }

  /// Coordinates of level l, and ends of segments where `positions` is given.
  void fill(int l, const EntryPositions<memory_space>& parents,
            MutableIndexSpan positions, std::int64_t count) {
    const IndexType crd_type = format().crd_type();
    check_coordinates_fit(m_exec, m_operation, m_sorted.keys, l, m_sorted.size,
                          crd_type);
    auto& array = m_storage.levels[l].coordinates;
    array = allocate_indices(m_exec, crd_type, count, name("coordinates", l));
    if (count >
        m_sorted.size)  // a dense level above leaves positions without entry
      zero_fill(m_exec, array.mutable_data(), count * crd_type.bytes());
    Kokkos::parallel_for(
        "Strata::assemble::fill_level",
        IndexRange<ExecutionSpace>(m_exec, 0, m_sorted.size),
        FillLevelFunctor{m_sorted.keys, l, m_sorted.size, PositionSpan(parents),
                         PositionSpan(m_positions), positions,
                         MutableIndexSpan(array.mutable_data(), crd_type),
                         positions.data() != nullptr});
  }

  const ExecutionSpace& m_exec;
  std::string_view m_operation;
  const sorted_type& m_sorted;
  Storage<memory_space>& m_storage;
  EntryPositions<memory_space> m_positions;
  int m_depth = -1;
};

}  // namespace Strata::Impl

#endif
