// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_LEVELS_HPP
#define STRATA_IMPL_REWRITE_LEVELS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <Kokkos_Core.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_LevelSize.hpp>
#include <impl/Strata_PackCoordinates.hpp>
#include <impl/Strata_RewriteByLength.hpp>
#include <impl/Strata_RewriteKernels.hpp>
#include <impl/Strata_RewriteLines.hpp>
#include <impl/Strata_RewriteRuns.hpp>
#include <impl/Strata_Storage.hpp>
#include <impl/Strata_WrittenEdges.hpp>
#include <impl/Strata_WrittenLevel.hpp>

namespace Strata::Impl {

/// The same entries in levels of other kinds, level by level from the first on: counts what
/// every parent holds, lays out the level, stores. The formats have one map; singleton
/// levels stay what they are.
template <class ExecutionSpace>
class LevelRewriter {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using numbers_type = Kokkos::View<std::int64_t*, memory_space>;

  LevelRewriter(const ExecutionSpace& exec, std::string_view operation,
                const TensorRef& from, Storage<memory_space>& to)
      : m_exec(exec), m_operation(operation), m_from(from), m_to(to) {}

  void run() {
    m_to.levels.resize(m_to.format.lvl_rank());
    for (int l = 0; l < m_to.format.lvl_rank(); ++l) rewrite(l);
    if (!m_has_values) move_values();
  }

 private:
  using Written = WrittenLevel<ExecutionSpace>;

  void rewrite(int l) {
    if (stays(l)) return;
    ReadLevel from{make_any_level(m_from, l), {}, m_targets.data(), m_above.data()};
    if (l + 1 == m_to.format.lvl_rank() && from.level.padding == LevelPadding::values)
      from.values = {m_from.values, make_fill_bits(m_to.scalar, m_from.fill)};
    const std::int64_t size = num_level_positions(m_exec, m_operation, m_from, l, m_read);
    Written to{m_exec, m_operation, m_from, m_to, l, m_read, m_written};
    const std::int64_t written = lay_out(to, from);
    if (to.is_last() && reads_lines(to, from) && lies_in_lines(to.level))
      fill_lines(to, from, written);
    else if (to.description().placement == LevelPlacement::longest)
      store_in_order(to, from, size, written);
    else
      store(to, from, size, written);
    m_read    = size;
    m_written = written;
  }

  /// True for a dense level that is dense in the target as well, below positions that
  /// are where they were. Nothing is stored.
  bool stays(int l) {
    const bool dense = m_from.format.level(l).kind == LevelKind::dense &&
                       m_to.format.level(l).kind == LevelKind::dense;
    if (!dense || m_targets.data() != nullptr || m_read != m_written || is_asked(l))
      return false;
    m_read = m_written = checked_product(m_operation, m_read, m_from.level_extent(l));
    return true;
  }

  /// Returns the number of positions.
  std::int64_t lay_out(Written& to, const ReadLevel& from) const {
    switch (to.type().kind) {
      case LevelKind::dense:
        return checked_product(m_operation, to.written, to.level.storage.extent);
      case LevelKind::singleton: return to.written;
      default: return WrittenEdges<ExecutionSpace>(to, from).write();
    }
  }

  /// Coordinates and values of the last level, in lines like that which is read: values go
  /// with their coordinates.
  void fill_lines(Written& to, const ReadLevel& from, std::int64_t written) {
    to.allocate_coordinate_array(written);
    m_to.values  = allocate_values(m_exec, m_to.scalar, written,
                                   array_label(m_to.label, "values"));
    m_has_values = true;
    move_lines(m_exec, m_from, to.l,
               LineLevel::of(from.level, m_from.format.level(to.l), to.read),
               LineLevel::of(to.level, to.type(), to.written).with_full_slices(), to.padding(),
               m_to);
    m_exec.fence("Strata::rewrite: entries have been read");
  }

  /// Coordinates of the level, and where every position that is read is written.
  void store(Written& to, const ReadLevel& from, std::int64_t size, std::int64_t written) {
    const LevelEdges edges = to.description().edges;
    MutableIndexSpan coordinates;
    if (edges != LevelEdges::runs) coordinates = to.allocate_coordinates(written);
    begin_targets(to.l, size);
    Kokkos::View<unsigned char*, memory_space> marks;
    if (edges == LevelEdges::bits) {
      marks = allocate<unsigned char>(m_exec, written, "Strata::rewrite::marks");
      Kokkos::deep_copy(m_exec, marks, static_cast<unsigned char>(0));
    }
    Kokkos::parallel_for(
        "Strata::rewrite::store", IndexRange<ExecutionSpace>(m_exec, 0, m_read),
        StoreChildrenFunctor{from, to.level, LevelLocator::of(to.level.kind), coordinates,
                             m_next_targets.data(), m_next_above.data(), marks.data()});
    m_exec.fence("Strata::rewrite: positions have been read");
    if (edges == LevelEdges::bits) pack_bits(to.l, marks);
    end_targets();
  }

  /// The same of a level that puts the longest first.
  void store_in_order(Written& to, const ReadLevel& from, std::int64_t size,
                      std::int64_t written) {
    begin_targets(to.l, size);
    AnyLevel below;
    if (!to.is_last()) below = make_any_level(m_from, to.l + 1);
    store_by_length(m_exec, to.type(), from, to.is_last() ? nullptr : &below, to.level, m_read,
                    size, written,
                    {nullptr, from.level.storage.coordinates, to.allocate_coordinates(written),
                     m_next_targets.data(), m_next_above.data()});
    end_targets();
  }

  void begin_targets(int l, std::int64_t size) {
    m_next_targets = allocate<std::int64_t>(m_exec, size, "Strata::rewrite::targets");
    Kokkos::deep_copy(m_exec, m_next_targets, std::int64_t{-1});
    if (is_asked(l))
      m_next_above = allocate<std::int64_t>(m_exec, size, "Strata::rewrite::above");
  }
  void end_targets() {
    m_targets = std::exchange(m_next_targets, {});
    m_above   = std::exchange(m_next_above, {});
  }

  void pack_bits(int l, const Kokkos::View<unsigned char*, memory_space>& marks) {
    const IndexType type = m_to.format.pos_type();
    const auto size      = static_cast<std::int64_t>(marks.extent(0));
    Kokkos::parallel_for(
        "Strata::rewrite::bits",
        IndexRange<ExecutionSpace>(m_exec, 0, num_words(size, type)),
        PackBitsFunctor{marks.data(), size, type.bits(),
                        {m_to.levels[l].positions.mutable_data(), type}});
    m_exec.fence("Strata::rewrite: marks have been read");
  }

  /// True where the level below l looks at its coordinates.
  bool is_asked(int l) const {
    return l + 1 < m_to.format.lvl_rank() &&
           (asks_above(m_from.format, l + 1) || asks_above(m_to.format, l + 1));
  }

  void move_values() {
    const FillBits fill = make_fill_bits(m_to.scalar, m_from.fill);
    m_to.values = allocate_values(m_exec, m_to.scalar, m_written,
                                  array_label(m_to.label, "values"));
    auto* to = static_cast<unsigned char*>(m_to.values.mutable_data());
    if (m_written > 0) fill_values(m_exec, to, m_written, fill);
    Kokkos::parallel_for(
        "Strata::rewrite::values", IndexRange<ExecutionSpace>(m_exec, 0, m_read),
        MoveValuesFunctor{static_cast<const unsigned char*>(m_from.values), to,
                          m_targets.data(), fill.bytes});
    m_exec.fence("Strata::rewrite: values have been read");
  }

  const ExecutionSpace& m_exec;
  std::string_view m_operation;
  const TensorRef& m_from;
  Storage<memory_space>& m_to;
  std::int64_t m_read = 1, m_written = 1;  ///< positions of the level above
  bool m_has_values = false;
  numbers_type m_targets;  ///< without data: positions are where they were
  numbers_type m_above;  ///< by position that is read: its coordinate, where one asks
  numbers_type m_next_targets, m_next_above;  ///< of the level that is being written
};

/// `from` in levels of other kinds, or with coordinates packed or not. Blocks on `exec`.
/// \pre to.map() == from.format.map(); the levels of one of them are the built-in
///   ones of the other
template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>> rewrite_storage(
    const ExecutionSpace& exec, std::string_view operation, const TensorRef& from,
    const TensorFormat& to, const std::string& label) {
  auto storage = std::make_shared<Storage<typename ExecutionSpace::memory_space>>();
  storage->label            = label;
  storage->format = to.with_index_types(to.pos_type(), unpacked(to.crd_type()));
  storage->scalar           = from.scalar;
  storage->extents          = from.extents;
  storage->whole_extents    = from.whole_extents;
  storage->writable_pattern = true;
  check_packed_padding(operation, from, to);
  LevelRewriter<ExecutionSpace>(exec, operation, from, *storage).run();
  if (is_packed(to.crd_type())) pack_coordinates(exec, operation, from, to, *storage);
  return storage;
}

// Host spaces are compiled once, in Strata_HostInstances.cpp.
#ifdef KOKKOS_ENABLE_SERIAL
extern template class LevelRewriter<Kokkos::Serial>;
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template class LevelRewriter<Kokkos::OpenMP>;
#endif

}  // namespace Strata::Impl

#endif
