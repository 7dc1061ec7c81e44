// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_WRITTEN_EDGES_HPP
#define STRATA_IMPL_WRITTEN_EDGES_HPP

#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_JaggedEdges.hpp>
#include <impl/Strata_RewriteLines.hpp>
#include <impl/Strata_RewriteRuns.hpp>
#include <impl/Strata_Sizes.hpp>
#include <impl/Strata_WrittenLevel.hpp>

namespace Strata::Impl {

/// Throws FormatMismatch: a parent has more children than the level has room for.
[[noreturn]] void throw_no_room(std::string_view operation, const TensorFormat& format,
                                int l, std::int64_t room, std::int64_t children);
/// Throws FormatMismatch: a parent has more children than the one before.
[[noreturn]] void throw_not_by_length(std::string_view operation, const TensorFormat& format,
                                      int l);

/// Children are counted by lines: nothing but where they are says how many there are.
template <class ExecutionSpace>
bool reads_lines(const WrittenLevel<ExecutionSpace>& to, const ReadLevel& from) {
  return from.targets == nullptr && to.read == to.written && to.read > 0 &&
         from.values.data == nullptr && lies_in_lines(from.level);
}

/// What says where the children of every parent are: counts what every parent holds, lays
/// out the level.
template <class ExecutionSpace>
class WrittenEdges {
 public:
  using numbers_type = typename WrittenLevel<ExecutionSpace>::numbers_type;

  WrittenEdges(WrittenLevel<ExecutionSpace>& to, const ReadLevel& from)
      : m_to(to), m_from(from), m_exec(to.exec), m_parents(to.written) {}

  /// Returns the number of positions.
  std::int64_t write() {
    const LevelDescription d = m_to.description();
    if (d.edges == LevelEdges::runs) return write_runs();
    if (d.edges == LevelEdges::bits) return write_bits();
    const numbers_type room = m_to.numbers("room", m_parents);
    const std::int64_t most = count_room(d.placement, room);
    switch (d.edges) {
      case LevelEdges::width:
        if (d.placement == LevelPlacement::rank) check_room(most);
        return size_for(most);
      case LevelEdges::header: return write_header(most);
      case LevelEdges::jagged: return write_diagonals(room, most);
      case LevelEdges::sliced: return write_slices(m_to.type().parameters[0], room);
      default: return write_segments(d.edges, m_parents, room);
    }
  }

 private:
  IndexRange<ExecutionSpace> range(std::int64_t n) const {
    return IndexRange<ExecutionSpace>(m_exec, 0, n);
  }
  std::int64_t size_for(std::int64_t width) const {
    return padded_size(m_to.type(), m_to.level.storage.extent, m_parents, width);
  }

  /// Room that the children of every parent need; returns the most of it.
  std::int64_t count_room(LevelPlacement placement, const numbers_type& room) {
    if (placement == LevelPlacement::rank && reads_lines(m_to, m_from))
      return count_lines(
          m_exec, m_to.from, m_to.l,
          LineLevel::of(m_from.level, m_to.from.format.level(m_to.l), m_to.read), room.data());
    Kokkos::deep_copy(m_exec, room, std::int64_t{0});
    std::int64_t most = 0;
    Kokkos::parallel_reduce("Strata::rewrite::count", range(m_to.read),
                            CountRoomFunctor{m_from, placement, room.data()},
                            Kokkos::Max<std::int64_t>(most));
    return most < 0 ? 0 : most;  // of no parents
  }

  void check_room(std::int64_t most) const {
    const auto room = m_to.level.children({});
    if (most > room.end - room.begin)
      throw_no_room(m_to.operation, m_to.to.format, m_to.l, room.end - room.begin, most);
  }

  std::int64_t write_header(std::int64_t width) {
    m_to.check_position_fits(std::max(width, m_parents));
    store_header(m_exec, m_to.allocate_positions(2), width, m_parents);
    return size_for(width);
  }

  /// Every parent of a slice has room for as many as the fullest one of them.
  std::int64_t write_slices(std::int64_t height, const numbers_type& room) {
    const std::int64_t slices = (m_parents + height - 1) / height;
    const numbers_type widest = m_to.numbers("widest", slices);
    Kokkos::parallel_for("Strata::rewrite::slices", range(slices),
                         WidestOfSliceFunctor{room.data(), m_parents, height, widest.data()});
    return checked_product(m_to.operation, write_segments(LevelEdges::scanned, slices, widest),
                           height);
  }

  /// First children, second ones and so on.
  std::int64_t write_diagonals(const numbers_type& room, std::int64_t width) {
    const JaggedCounts counts = count_jagged(m_exec, room.data(), m_parents);
    if (counts.rises > 0) throw_not_by_length(m_to.operation, m_to.to.format, m_to.l);
    m_to.check_position_fits(std::max({counts.children, m_parents, width}));
    const JaggedEdges edges{width};
    store_jagged(m_exec, room.data(), m_parents, edges, m_to.allocate_positions(edges.size()));
    return counts.children;
  }

  std::int64_t write_segments(LevelEdges edges, std::int64_t parents, const numbers_type& room) {
    const MutableIndexSpan positions =
        m_to.allocate_positions(edges == LevelEdges::scanned ? parents + 1 : 2 * parents);
    std::int64_t total = 0;
    Kokkos::parallel_scan("Strata::rewrite::edges", range(parents + 1),
                          StoreEdgesFunctor{room.data(), edges, parents, positions}, total);
    m_to.check_position_fits(total);
    return total;
  }

  /// Where runs begin, and their coordinates.
  std::int64_t write_runs() {
    const numbers_type room = m_to.numbers("room", m_parents),
                       runs = m_to.numbers("runs", m_parents),
                       begins = m_to.numbers("begins", m_parents + 1);
    Kokkos::deep_copy(m_exec, room, std::int64_t{0});
    Kokkos::deep_copy(m_exec, runs, std::int64_t{0});
    std::int64_t all = 0, total = 0, same = 0;
    Kokkos::parallel_reduce("Strata::rewrite::count_runs", range(m_to.read),
                            CountChildRunsFunctor{m_from, room.data(), runs.data()}, all);
    const MutableIndexSpan first(begins.data(), IndexType{64, true});
    Kokkos::parallel_scan(
        "Strata::rewrite::begins", range(m_parents + 1),
        StoreEdgesFunctor{room.data(), LevelEdges::scanned, m_parents, first}, total);
    const std::int64_t last = m_parents + 1 + all;
    m_to.check_position_fits(std::max(last, total));
    const MutableIndexSpan positions = m_to.allocate_positions(last + 1);
    fill_indices(m_exec, positions, last + 1, total);
    Kokkos::parallel_scan(
        "Strata::rewrite::edges", range(m_parents + 1),
        StoreEdgesFunctor{runs.data(), LevelEdges::scanned, m_parents, positions, m_parents + 1},
        same);
    Kokkos::parallel_for("Strata::rewrite::runs", range(m_to.read),
                         StoreChildRunsFunctor{m_from, begins.data(), m_parents + 1, positions,
                                               m_to.allocate_coordinates(all)});
    m_exec.fence("Strata::rewrite: runs have been stored");
    return total;
  }

  std::int64_t write_bits() {
    const std::int64_t size = size_for(0);
    m_to.allocate_positions(num_words(size, m_to.to.format.pos_type()));
    return size;
  }

  WrittenLevel<ExecutionSpace>& m_to;
  const ReadLevel& m_from;
  const ExecutionSpace& m_exec;
  std::int64_t m_parents;  ///< of the level that is written
};

}  // namespace Strata::Impl

#endif
