// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_LEVELS_HPP
#define STRATA_IMPL_REWRITE_LEVELS_HPP

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include <Kokkos_Core.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_LevelSize.hpp>
#include <impl/Strata_RewriteIndices.hpp>
#include <impl/Strata_RewriteKernels.hpp>
#include <impl/Strata_RewriteLines.hpp>
#include <impl/Strata_RewriteRuns.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Throws FormatMismatch: a parent has more children than the level has room for.
[[noreturn]] void throw_no_room(std::string_view operation, const TensorFormat& format,
                                int l, std::int64_t room, std::int64_t children);

/// The same entries in the same order in levels of other kinds, level by level from
/// the first on: counts what every parent holds, lays out the level, stores. The
/// formats have one map; singleton levels stay what they are.
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
  void rewrite(int l) {
    const LevelType type = m_to.format.level(l);
    if (stays(l)) return;
    ReadLevel from{make_any_level(m_from, l), {}, m_targets.data(), m_above.data()};
    if (l + 1 == m_to.format.lvl_rank() && from.level.padding == LevelPadding::values)
      from.values = {m_from.values, make_fill_bits(m_to.scalar, m_from.fill)};
    const std::int64_t size =
        num_level_positions(m_exec, m_operation, m_from, l, m_read);
    AnyLevel to =
        make_any_level(m_to.format, l, LevelExtents::of(m_from, l), {}, {});
    std::int64_t written;
    if (type.kind == LevelKind::dense)
      written = checked_product(m_operation, m_written, to.storage.extent);
    else if (type.kind == LevelKind::singleton)
      written = m_written;
    else
      written = lay_out(l, from, to);
    if (moves_in_lines(l, from, to))
      fill_lines(l, from, to, written);
    else
      store(l, from, to, size, written);
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

  /// Children are counted by lines: nothing but where they are says how many there are.
  bool reads_lines(const ReadLevel& from) const {
    return m_targets.data() == nullptr && m_read == m_written && m_read > 0 &&
           from.values.data == nullptr && lies_in_lines(from.level);
  }
  /// The last level, in lines like that which is read: values go with their coordinates.
  bool moves_in_lines(int l, const ReadLevel& from, const AnyLevel& to) const {
    return l + 1 == m_to.format.lvl_rank() && reads_lines(from) && lies_in_lines(to);
  }

  /// Coordinates and values of the last level.
  void fill_lines(int l, const ReadLevel& from, const AnyLevel& to, std::int64_t written) {
    allocate_indices_of(l, to, written);
    m_to.values  = allocate_values(m_exec, m_to.scalar, written,
                                   array_label(m_to.label, "values"));
    m_has_values = true;
    std::int64_t padding = 0;
    if (to.padding == LevelPadding::coordinates)
      padding = padding_coordinate(m_operation, l, to.storage.extent, m_to.format.crd_type());
    move_lines(m_exec, m_from, l, LineLevel::of(from.level, m_from.format.level(l), m_read),
               LineLevel::of(to, m_to.format.level(l), m_written).with_full_slices(), padding,
               m_to);
    m_exec.fence("Strata::rewrite: entries have been read");
  }

  LevelDescription description_of(int l) const {
    const LevelKind kind = m_to.format.level(l).kind;
    return is_registered(kind) ? level_definition(kind).description
                               : LevelDescription{""};
  }

  /// Writes the edges; returns the number of positions.
  std::int64_t lay_out(int l, const ReadLevel& from, AnyLevel& to) {
    const LevelType type     = m_to.format.level(l);
    const LevelDescription d = description_of(l);
    if (d.edges == LevelEdges::runs) return lay_out_runs(l, from, to);
    if (d.edges == LevelEdges::bits) return lay_out_bits(l, to);
    const numbers_type room = numbers("room", m_written);
    const std::int64_t most = count_room(l, from, d.placement, room);
    if (d.edges == LevelEdges::width) {
      if (d.placement == LevelPlacement::rank) check_room(l, to, most);
      return padded_size(type, to.storage.extent, m_written, most);
    }
    if (d.edges == LevelEdges::header) {
      add_header(l, to, most);
      return padded_size(type, to.storage.extent, m_written, most);
    }
    if (d.edges == LevelEdges::sliced) return store_slices(l, type.parameters[0], room, to);
    return store_edges(l, d.edges, m_written, room, to);
  }

  /// Room that the children of every parent need; returns the most of it.
  std::int64_t count_room(int l, const ReadLevel& from, LevelPlacement placement,
                          const numbers_type& room) {
    if (placement == LevelPlacement::rank && reads_lines(from))
      return count_lines(m_exec, m_from, l,
                         LineLevel::of(from.level, m_from.format.level(l), m_read), room.data());
    Kokkos::deep_copy(m_exec, room, std::int64_t{0});
    std::int64_t most = 0;
    Kokkos::parallel_reduce("Strata::rewrite::count",
                            IndexRange<ExecutionSpace>(m_exec, 0, m_read),
                            CountRoomFunctor{from, placement, room.data()},
                            Kokkos::Max<std::int64_t>(most));
    return most < 0 ? 0 : most;  // of no parents
  }

  /// Every parent of a slice has room for as many as the fullest one of them.
  std::int64_t store_slices(int l, std::int64_t height, const numbers_type& room,
                            AnyLevel& to) {
    const std::int64_t slices = (m_written + height - 1) / height;
    const numbers_type widest = numbers("widest", slices);
    Kokkos::parallel_for("Strata::rewrite::slices",
                         IndexRange<ExecutionSpace>(m_exec, 0, slices),
                         WidestOfSliceFunctor{room.data(), m_written, height, widest.data()});
    return checked_product(m_operation,
                           store_edges(l, LevelEdges::scanned, slices, widest, to), height);
  }

  void check_room(int l, const AnyLevel& to, std::int64_t most) const {
    const auto room = to.children({});
    if (most > room.end - room.begin)
      throw_no_room(m_operation, m_to.format, l, room.end - room.begin, most);
  }

  void add_header(int l, AnyLevel& to, std::int64_t width) {
    check_index_fits(m_operation, "position", l, std::max(width, m_written),
                     m_to.format.pos_type());
    store_header(m_exec, allocate_positions(l, 2, to), width, m_written);
  }

  std::int64_t store_edges(int l, LevelEdges edges, std::int64_t parents,
                           const numbers_type& room, AnyLevel& to) {
    const bool scanned = edges == LevelEdges::scanned;
    const MutableIndexSpan positions =
        allocate_positions(l, scanned ? parents + 1 : 2 * parents, to);
    std::int64_t total = 0;
    Kokkos::parallel_scan("Strata::rewrite::edges",
                          IndexRange<ExecutionSpace>(m_exec, 0, parents + 1),
                          StoreEdgesFunctor{room.data(), edges, parents, positions}, total);
    check_index_fits(m_operation, "position", l, total, m_to.format.pos_type());
    return total;
  }

  /// Where runs begin, and their coordinates.
  std::int64_t lay_out_runs(int l, const ReadLevel& from, AnyLevel& to) {
    numbers_type room = numbers("room", m_written), runs = numbers("runs", m_written),
                 begins = numbers("begins", m_written + 1);
    Kokkos::deep_copy(m_exec, room, std::int64_t{0});
    Kokkos::deep_copy(m_exec, runs, std::int64_t{0});
    std::int64_t all = 0, total = 0, same = 0;
    const IndexRange<ExecutionSpace> read(m_exec, 0, m_read),
        edges(m_exec, 0, m_written + 1);
    Kokkos::parallel_reduce("Strata::rewrite::count_runs", read,
                            CountChildRunsFunctor{from, room.data(), runs.data()}, all);
    const MutableIndexSpan first(begins.data(), IndexType{64, true});
    Kokkos::parallel_scan(
        "Strata::rewrite::begins", edges,
        StoreEdgesFunctor{room.data(), LevelEdges::scanned, m_written, first}, total);
    const std::int64_t last = m_written + 1 + all;
    check_index_fits(m_operation, "position", l, std::max(last, total),
                     m_to.format.pos_type());
    const MutableIndexSpan positions = allocate_positions(l, last + 1, to);
    fill_indices(m_exec, positions, last + 1, total);
    Kokkos::parallel_scan("Strata::rewrite::edges", edges,
                          StoreEdgesFunctor{runs.data(), LevelEdges::scanned, m_written,
                                            positions, m_written + 1},
                          same);
    Kokkos::parallel_for("Strata::rewrite::runs", read,
                         StoreChildRunsFunctor{from, begins.data(), m_written + 1, positions,
                                          allocate_coordinates(l, to, all)});
    m_exec.fence("Strata::rewrite: runs have been stored");
    return total;
  }

  std::int64_t lay_out_bits(int l, AnyLevel& to) {
    const std::int64_t size =
        padded_size(m_to.format.level(l), to.storage.extent, m_written, 0);
    allocate_positions(l, num_words(size, m_to.format.pos_type()), to);
    return size;
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

  MutableIndexSpan allocate_positions(int l, std::int64_t count, AnyLevel& to) {
    const IndexType type = m_to.format.pos_type();
    auto& array          = m_to.levels[l].positions;
    array = allocate_indices(m_exec, type, count, name("positions", l));
    to.storage.positions = IndexSpan(array.data(), type);
    return {array.mutable_data(), type};
  }

  /// Coordinates of the level, and where every position that is read is written.
  void store(int l, const ReadLevel& from, const AnyLevel& to, std::int64_t size,
             std::int64_t written) {
    const LevelEdges edges = description_of(l).edges;
    MutableIndexSpan coordinates;
    if (edges != LevelEdges::runs) coordinates = allocate_coordinates(l, to, written);
    numbers_type targets = numbers("targets", size), above;
    Kokkos::deep_copy(m_exec, targets, std::int64_t{-1});
    if (is_asked(l)) above = numbers("above", size);
    Kokkos::View<unsigned char*, memory_space> marks;
    if (edges == LevelEdges::bits) {
      marks = allocate<unsigned char>(m_exec, written, "Strata::rewrite::marks");
      Kokkos::deep_copy(m_exec, marks, static_cast<unsigned char>(0));
    }
    Kokkos::parallel_for(
        "Strata::rewrite::store", IndexRange<ExecutionSpace>(m_exec, 0, m_read),
        StoreChildrenFunctor{from, to, LevelLocator::of(to.kind), coordinates,
                             targets.data(), above.data(), marks.data()});
    m_exec.fence("Strata::rewrite: positions have been read");
    if (edges == LevelEdges::bits) pack_bits(l, marks);
    m_targets = targets;
    m_above   = above;
  }

  /// True where the level below l looks at its coordinates.
  bool is_asked(int l) const {
    return l + 1 < m_to.format.lvl_rank() &&
           (asks_above(m_from.format, l + 1) || asks_above(m_to.format, l + 1));
  }

  MutableIndexSpan allocate_coordinates(int l, const AnyLevel& to,
                                        std::int64_t written) {
    if (!level_traits(m_to.format.level(l)).stores_coordinates) return {};
    const MutableIndexSpan coordinates = allocate_indices_of(l, to, written);
    std::int64_t padding               = 0;
    if (to.padding == LevelPadding::coordinates)
      padding = padding_coordinate(m_operation, l, to.storage.extent,
                                   m_to.format.crd_type());
    fill_indices(m_exec, coordinates, written, padding);
    return coordinates;
  }
  /// The array alone.
  MutableIndexSpan allocate_indices_of(int l, const AnyLevel& to, std::int64_t written) {
    const IndexType width = m_to.format.crd_type();
    if (to.storage.extent > 0 && written > 0)
      check_index_fits(m_operation, "coordinate", l, largest(l), width);
    auto& array = m_to.levels[l].coordinates;
    array = allocate_indices(m_exec, width, written, name("coordinates", l));
    return {array.mutable_data(), width};
  }

  /// The largest coordinate that is read, where it may not fit.
  std::int64_t largest(int l) const {
    const std::int64_t last = m_from.level_extent(l) - 1;
    if (static_cast<std::uint64_t>(last) <= m_to.format.crd_type().max()) return last;
    return largest_coordinate(
        m_exec, IndexSpan(m_from.levels[l].coordinates, m_from.format.crd_type()),
        m_from.levels[l].num_coordinates, last + 1);
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

  numbers_type numbers(const char* what, std::int64_t n) const {
    return allocate<std::int64_t>(m_exec, n, std::string("Strata::rewrite::") + what);
  }
  std::string name(const char* what, int l) const {
    return array_label(m_to.label, std::string(what) + "[" + std::to_string(l) + "]");
  }

  const ExecutionSpace& m_exec;
  std::string_view m_operation;
  const TensorRef& m_from;
  Storage<memory_space>& m_to;
  std::int64_t m_read = 1, m_written = 1;  ///< positions of the level above
  bool m_has_values    = false;
  numbers_type m_targets;  ///< without data: positions are where they were
  numbers_type m_above;  ///< by position that is read: its coordinate, where one asks
};

/// `from` in levels of other kinds. Blocks on `exec`.
/// \pre to.map() == from.format.map(); the levels of one of them are the built-in
///   ones of the other
template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>> rewrite_storage(
    const ExecutionSpace& exec, std::string_view operation, const TensorRef& from,
    const TensorFormat& to, const std::string& label) {
  auto storage = std::make_shared<Storage<typename ExecutionSpace::memory_space>>();
  storage->label            = label;
  storage->format           = to;
  storage->scalar           = from.scalar;
  storage->extents          = from.extents;
  storage->whole_extents    = from.whole_extents;
  storage->writable_pattern = true;
  LevelRewriter<ExecutionSpace>(exec, operation, from, *storage).run();
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
