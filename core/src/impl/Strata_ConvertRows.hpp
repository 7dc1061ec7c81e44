// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_ROWS_HPP
#define STRATA_IMPL_CONVERT_ROWS_HPP

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_RewriteKernels.hpp>
#include <impl/Strata_RowKernels.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Rows to blocks or diagonals: marks, counts, a scan, values. Two passes over the
/// entries, beside the result at most 12 bytes for every thread and coordinate of the
/// compressed level, and 8 for every parent of it.
template <class ExecutionSpace>
class RowConverter {
 public:
  using memory_space = typename ExecutionSpace::memory_space;

  RowConverter(const ExecutionSpace& exec, const TensorRef& from, const RowPlan& plan,
               Storage<memory_space>& to)
      : m_exec(exec), m_from(from), m_plan(plan), m_to(to) {}

  /// False where marks would take more memory than records of the entries do.
  bool fits() const {
    const double slots = m_plan.search == 0 ? 1 : static_cast<double>(m_tokens.size());
    const double bytes = 12 * slots * static_cast<double>(m_plan.extent);
    return bytes <= 64.0 * (1 << 20) + 16 * static_cast<double>(m_from.num_values);
  }

  void run() {
    m_to.levels.resize(m_to.format.lvl_rank());
    with_coordinates(m_from, 1, [&](const auto& coordinates) {
      using coordinates_type = std::decay_t<decltype(coordinates)>;
      const SourceRows<coordinates_type> rows{
          m_from.extents[m_from.format.dimension_of_level(0)],
          IndexSpan(m_from.levels[1].positions, m_from.format.pos_type()), coordinates};
      m_plan.search == 0 ? below_one_parent(rows) : below_parents(rows);
    });
    m_exec.fence("Strata::convert: entries have been read");
  }

 private:
  using token_type = Kokkos::Experimental::UniqueToken<ExecutionSpace>;
  using dynamic_range =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                          Kokkos::Schedule<Kokkos::Dynamic>>;

  template <class F>
  void with_index(const F& f) const {
    visit_index_type(m_to.format.crd_type(), [&](auto zero) {
      f(static_cast<decltype(zero)*>(
          m_to.levels[m_plan.search].coordinates.mutable_data()));
    });
  }

  template <class F>
  void move_with(const F& f) const {
    with_values(m_from.values, m_to.values.mutable_data(),
                make_fill_bits(m_to.scalar, m_from.fill), f);
  }

  MutableIndexSpan allocate_positions(std::int64_t parents) {
    const IndexType type = m_to.format.pos_type();
    auto& array          = m_to.levels[m_plan.search].positions;
    array                = allocate_indices(m_exec, type, parents + 1, name("positions"));
    return {array.mutable_data(), type};
  }
  void allocate_entries(std::int64_t count) {
    check_index_fits("Strata::convert", "position", m_plan.search, count,
                     m_to.format.pos_type());
    m_to.levels[m_plan.search].coordinates =
        allocate_indices(m_exec, m_to.format.crd_type(), count, name("coordinates"));
    m_to.values = allocate_values(
        m_exec, m_to.scalar, checked_product("Strata::convert", count, m_plan.block),
        array_label(m_to.label, "values"));
  }
  std::string name(const char* what) const {
    return array_label(m_to.label, std::string(what) + "[" + std::to_string(m_plan.search) +
                                       "]");
  }
  template <class T>
  Kokkos::View<T*, memory_space> zeros(std::int64_t count, const char* label) const {
    const auto view = allocate<T>(m_exec, count, label);
    zero_fill(m_exec, view.data(), count * static_cast<std::int64_t>(sizeof(T)));
    return view;
  }

  template <class Rows>
  void below_parents(const Rows& rows) {
    const std::int64_t cells =
        static_cast<std::int64_t>(m_tokens.size()) * m_plan.extent;
    const auto marks   = zeros<std::int64_t>(cells, "Strata::convert::marks");
    const auto numbers = allocate<std::int32_t>(m_exec, cells, "Strata::convert::numbers");
    const auto counts =
        allocate<std::int64_t>(m_exec, m_plan.parents, "Strata::convert::counts");
    const MarkedCoordinates marked{m_plan.extent, marks.data(), numbers.data()};
    using coordinates_type = decltype(rows.coordinates);
    const dynamic_range pieces(m_exec, 0, m_plan.pieces);
    Kokkos::parallel_for("Strata::convert::count_blocks", pieces,
                         CountParentsFunctor<ExecutionSpace, coordinates_type>{
                             m_plan, rows, marked, m_tokens, counts.data()});
    const MutableIndexSpan positions = allocate_positions(m_plan.parents);
    std::int64_t total               = 0;
    Kokkos::parallel_scan(
        "Strata::convert::edges", IndexRange<ExecutionSpace>(m_exec, 0, m_plan.parents + 1),
        StoreEdgesFunctor{counts.data(), LevelEdges::scanned, m_plan.parents, positions},
        total);
    allocate_entries(total);
    with_index([&](auto* coordinates) {
      move_with([&](const auto& values) {
        using index_type  = std::decay_t<decltype(*coordinates)>;
        using values_type = std::decay_t<decltype(values)>;
        Kokkos::parallel_for(
            "Strata::convert::fill_blocks", pieces,
            FillParentsFunctor<ExecutionSpace, coordinates_type, index_type, values_type>{
                m_plan, rows, marked, m_tokens, positions, coordinates, values});
      });
    });
    m_exec.fence("Strata::convert: marks have been read");
  }

  template <class Rows>
  void below_one_parent(const Rows& rows) {
    using coordinates_type = decltype(rows.coordinates);
    const std::int64_t words = CoordinateBits::words_for(m_plan.extent);
    const auto bits          = zeros<CoordinateBits::word_type>(words, "Strata::convert::bits");
    const auto numbers =
        allocate<std::int64_t>(m_exec, m_plan.extent, "Strata::convert::numbers");
    const CoordinateBits marked{bits.data()};
    const IndexRange<ExecutionSpace> tiles(m_exec, 0, RowTile::count(rows.rows));
    const IndexRange<ExecutionSpace> all_words(m_exec, 0, words);
    Kokkos::parallel_for("Strata::convert::mark", tiles,
                         MarkRowsFunctor<coordinates_type>{m_plan, rows, marked});
    std::int64_t total = 0;
    Kokkos::parallel_reduce("Strata::convert::count_marks", all_words, CountBitsFunctor{marked},
                            total);
    store_ends(allocate_positions(1), total);
    allocate_entries(total);
    with_index([&](auto* coordinates) {
      using index_type = std::decay_t<decltype(*coordinates)>;
      Kokkos::parallel_scan(
          "Strata::convert::list_marks", all_words,
          ListBitsFunctor<index_type>{marked, coordinates, numbers.data()});
    });
    if (m_to.values.size() > 0 && !m_plan.stores_rows)
      fill_values(m_exec, m_to.values.mutable_data(), m_to.values.size(),
                  make_fill_bits(m_to.scalar, m_from.fill));
    move_with([&](const auto& values) {
      using values_type = std::decay_t<decltype(values)>;
      Kokkos::parallel_for("Strata::convert::move_rows", tiles,
                           MoveRowsFunctor<coordinates_type, values_type>{
                               m_plan, rows, numbers.data(), values, total});
    });
    m_exec.fence("Strata::convert: marks have been read");
  }
  void store_ends(const MutableIndexSpan& positions, std::int64_t total) const {
    Kokkos::parallel_for("Strata::convert::edges", IndexRange<ExecutionSpace>(m_exec, 0, 1),
                         StoreEndsFunctor{positions, total});
  }

  const ExecutionSpace& m_exec;
  const TensorRef& m_from;
  RowPlan m_plan;
  Storage<memory_space>& m_to;
  token_type m_tokens{m_exec};
};

/// `from` in the format of `to`, if it is rows and the target blocks or diagonals.
template <class ExecutionSpace>
bool convert_rows(const ExecutionSpace& exec, const TensorRef& from,
                  Storage<typename ExecutionSpace::memory_space>& to) {
  if (from.scalar != to.scalar) return false;
  const auto plan = plan_rows(from, to.format);
  if (!plan) return false;
  RowConverter<ExecutionSpace> converter(exec, from, *plan, to);
  if (!converter.fits()) return false;
  converter.run();
  return true;
}

}  // namespace Strata::Impl

#endif
