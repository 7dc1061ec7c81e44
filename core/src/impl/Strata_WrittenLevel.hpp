// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_WRITTEN_LEVEL_HPP
#define STRATA_IMPL_WRITTEN_LEVEL_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <Kokkos_Core.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_RewriteIndices.hpp>
#include <impl/Strata_RewriteKernels.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Level l of a tensor that is written from the same level of another one, and its arrays.
template <class ExecutionSpace>
struct WrittenLevel {
  using memory_space = typename ExecutionSpace::memory_space;
  using numbers_type = Kokkos::View<std::int64_t*, memory_space>;

  const ExecutionSpace& exec;
  std::string_view operation;
  const TensorRef& from;
  Storage<memory_space>& to;
  int l;
  std::int64_t read, written;  ///< positions of the level above: those read, those written
  AnyLevel level = make_any_level(to.format, l, LevelExtents::of(from, l), {}, {});

  LevelType type() const { return to.format.level(l); }
  LevelDescription description() const {
    return is_registered(type().kind) ? level_definition(type().kind).description
                                      : LevelDescription{""};
  }
  bool is_last() const { return l + 1 == to.format.lvl_rank(); }

  numbers_type numbers(const char* what, std::int64_t n) const {
    return allocate<std::int64_t>(exec, n, std::string("Strata::rewrite::") + what);
  }

  MutableIndexSpan allocate_positions(std::int64_t count) {
    const IndexType width   = to.format.pos_type();
    auto& array             = to.levels[l].positions;
    array                   = allocate_indices(exec, width, count, name("positions"));
    level.storage.positions = IndexSpan(array.data(), width);
    return {array.mutable_data(), width};
  }
  void check_position_fits(std::int64_t position) const {
    check_index_fits(operation, "position", l, position, to.format.pos_type());
  }

  /// Padding everywhere; without data where the level stores none.
  MutableIndexSpan allocate_coordinates(std::int64_t count) {
    if (!level_traits(type()).stores_coordinates) return {};
    const MutableIndexSpan coordinates = allocate_coordinate_array(count);
    fill_indices(exec, coordinates, count, padding());
    return coordinates;
  }
  /// The array alone.
  MutableIndexSpan allocate_coordinate_array(std::int64_t count) {
    const IndexType width = to.format.crd_type();
    if (level.storage.extent > 0 && count > 0)
      check_index_fits(operation, "coordinate", l, largest(), width);
    auto& array = to.levels[l].coordinates;
    array       = allocate_indices(exec, width, count, name("coordinates"));
    return {array.mutable_data(), width};
  }
  /// The coordinate that stands for none; 0 where nothing is padded with one.
  std::int64_t padding() const {
    if (level.padding != LevelPadding::coordinates) return 0;
    return padding_coordinate(operation, l, level.storage.extent, to.format.crd_type());
  }

 private:
  std::string name(const char* what) const {
    return array_label(to.label, std::string(what) + "[" + std::to_string(l) + "]");
  }
  /// The largest coordinate that is read, where it may not fit.
  std::int64_t largest() const {
    const std::int64_t last = from.level_extent(l) - 1;
    if (static_cast<std::uint64_t>(last) <= to.format.crd_type().max()) return last;
    return largest_coordinate(exec,
                              IndexSpan(from.levels[l].coordinates, from.format.crd_type()),
                              from.levels[l].num_coordinates, last + 1);
  }
};

}  // namespace Strata::Impl

#endif
