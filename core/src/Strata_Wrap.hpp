// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_WRAP_HPP
#define STRATA_WRAP_HPP

#include <algorithm>
#include <any>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_SparseView.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata {

namespace Impl {
/// \throws FormatMismatch with the reason: only contiguous arrays are wrapped.
void check_contiguous(std::string_view what, const std::string& label,
                      std::int64_t stride, bool contiguous);

/// Contiguous View of the same elements in the memory space's own layout; owns
/// them together with `view` when the types allow, otherwise `keep` does.
template <class T, class MemorySpace, class View>
Kokkos::View<T*, MemorySpace> as_contiguous(std::string_view what,
                                            const View& view,
                                            std::shared_ptr<void>& keep) {
  using result_type = Kokkos::View<T*, MemorySpace>;
  static_assert(View::rank() == 1, "Strata::wrap: arrays are Views of rank 1");
  static_assert(std::is_same_v<typename View::memory_space, MemorySpace>,
                "Strata::wrap: all arrays are in one memory space");
  if constexpr (std::is_convertible_v<View, result_type>) {
    if constexpr (!std::is_same_v<typename View::array_layout,
                                  Kokkos::LayoutStride>)
      return view;
  }
  check_contiguous(what, view.label(),
                   static_cast<std::int64_t>(view.stride(0)),
                   view.extent(0) < 2 || view.stride(0) == 1);
  keep = std::make_shared<View>(view);
  return result_type(reinterpret_cast<T*>(view.data()), view.extent(0));
}

/// Integer type of <cstdint> with the size and signedness of T.
template <class T>
using canonical_index_t = std::conditional_t<
    std::is_signed_v<T>,
    std::conditional_t<
        sizeof(T) == 1, std::int8_t,
        std::conditional_t<
            sizeof(T) == 2, std::int16_t,
            std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>,
    std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<
            sizeof(T) == 2, std::uint16_t,
            std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>>;

/// Index types of wrapped arrays. \throws FormatMismatch when they differ.
class IndexTypeMerger {
 public:
  explicit IndexTypeMerger(const char* what) : m_what(what) {}
  void add(IndexType type);
  IndexType result(IndexType otherwise) const {
    return m_found ? m_type : otherwise;
  }

 private:
  const char* m_what;
  IndexType m_type;
  bool m_found = false;
};

/// \throws IndexOverflow when a number is more than its type holds.
void check_fits(std::string_view operation, const std::string& what,
                std::int64_t number, IndexType type);

/// \throws FormatMismatch unless `type` is packed; InvalidStorage when so many numbers
/// need more bytes.
void check_packed_array(std::int64_t bytes, IndexType type, std::int64_t count);

/// \throws FormatMismatch when the numbers of arrays are not what the format
/// stores.
void check_array_counts(const TensorFormat& format, std::size_t positions,
                        std::size_t coordinates);
}  // namespace Impl

/// Positions or coordinates of one level for wrap(): any rank-1 View of
/// integers, or a pointer to `size` integers in MemorySpace.
template <class MemorySpace>
class IndexArray {
 public:
  template <class T, class... Properties>
  IndexArray(const Kokkos::View<T*, Properties...>& view)
      : m_type(index_type_of<std::remove_const_t<T>>()),
        m_is_const(std::is_const_v<T>),
        m_array(Impl::as_contiguous<
                const Impl::canonical_index_t<std::remove_const_t<T>>,
                MemorySpace>("positions or coordinates", view, m_keep)) {}
  template <class T>
  IndexArray(const T* data, std::int64_t size)
      : IndexArray(Kokkos::View<const T*, MemorySpace,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
            data, static_cast<std::size_t>(size))) {}

  /// Keeps the element type of `view` where <cstdint> has another name for it.
  template <class T>
  static IndexArray as_declared(const Kokkos::View<const T*, MemorySpace>& view) {
    return IndexArray(index_type_of<T>(), Impl::ErasedArray<MemorySpace>(view));
  }

  /// `count` coordinates of 1, 2 or 4 bits, the first one in the lowest bits of the first
  /// byte. \throws FormatMismatch for other widths; InvalidStorage for too few bytes
  static IndexArray packed(const Kokkos::View<const std::uint8_t*, MemorySpace>& bytes,
                           int bits, std::int64_t count) {
    const IndexType type{bits};
    Impl::check_packed_array(static_cast<std::int64_t>(bytes.extent(0)), type, count);
    return IndexArray(type, Impl::ErasedArray<MemorySpace>(bytes, count));
  }

  IndexType type() const { return m_type; }
  bool is_const() const { return m_is_const; }
  const Impl::ErasedArray<MemorySpace>& array() const { return m_array; }
  const std::shared_ptr<void>& keep() const { return m_keep; }

 private:
  IndexArray(IndexType type, Impl::ErasedArray<MemorySpace> array)
      : m_type(type), m_array(std::move(array)) {}

  std::shared_ptr<void> m_keep;
  IndexType m_type;
  bool m_is_const = true;
  Impl::ErasedArray<MemorySpace> m_array;
};

/// A tensor over existing arrays, without a copy: managed Views are shared,
/// unmanaged ones must outlive it unless `owner` keeps them (which the SparseView
/// and its TensorRef hold on to, but not a SparseView of a static format made
/// from it). `positions` and `coordinates` hold one array for each level that
/// stores one, from the first level on. Index types come from the arrays (those
/// of `format` are ignored). The content is not looked at: see validate().
/// \throws FormatMismatch for a wrong number of arrays, mixed index types, or a
///   View with stride; ShapeMismatch for a wrong number of extents.
template <class ValuesView>
SparseView<typename ValuesView::value_type, DynamicFormat,
           typename ValuesView::memory_space>
wrap(
    const TensorFormat& format, const std::vector<std::int64_t>& extents,
    const std::vector<IndexArray<typename ValuesView::memory_space>>& positions,
    const std::vector<IndexArray<typename ValuesView::memory_space>>&
        coordinates,
    const ValuesView& values, std::shared_ptr<void> owner = nullptr) {
  using scalar       = typename ValuesView::value_type;
  using memory_space = typename ValuesView::memory_space;
  Impl::check_extents("Strata::wrap", format, extents);
  Impl::check_array_counts(format, positions.size(), coordinates.size());
  Impl::IndexTypeMerger pos("positions"), crd("coordinates");
  std::vector<std::shared_ptr<void>> keep{std::move(owner)};
  for (const auto& p : positions) pos.add(p.type()), keep.push_back(p.keep());
  for (const auto& c : coordinates) crd.add(c.type()), keep.push_back(c.keep());

  auto storage              = std::make_shared<Impl::Storage<memory_space>>();
  const auto may_be_written = [](const auto& array) {
    return !array.is_const();
  };
  storage->writable_pattern = std::ranges::all_of(positions, may_be_written) &&
                              std::ranges::all_of(coordinates, may_be_written);
  storage->label   = values.label();
  storage->format  = format.with_index_types(pos.result(format.pos_type()),
                                             crd.result(format.crd_type()));
  storage->scalar  = scalar_type_of_v<scalar>;
  storage->extents = extents;
  storage->levels.resize(format.lvl_rank());
  auto p = positions.begin();
  auto c = coordinates.begin();
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const LevelTraits traits = level_traits(format.level(l));
    if (traits.stores_positions) storage->levels[l].positions = (p++)->array();
    if (traits.stores_coordinates)
      storage->levels[l].coordinates = (c++)->array();
  }
  keep.emplace_back();
  storage->values = Impl::ErasedArray<memory_space>(
      Impl::as_contiguous<scalar, memory_space>("values", values, keep.back()));
  storage->is_const = std::is_const_v<scalar>;
  storage->keep_alive =
      std::make_shared<std::vector<std::shared_ptr<void>>>(std::move(keep));
  return SparseView<scalar, DynamicFormat, memory_space>(std::move(storage));
}

/// wrap() for compressed rows: rows + 1 positions, one coordinate a value.
template <class PositionsView, class CoordinatesView, class ValuesView>
auto wrap_csr(std::int64_t rows, std::int64_t cols,
              const PositionsView& positions,
              const CoordinatesView& coordinates, const ValuesView& values) {
  return wrap(Formats::csr(), {rows, cols}, {positions}, {coordinates}, values);
}

/// wrap() for compressed columns: cols + 1 positions, one row a value.
template <class PositionsView, class CoordinatesView, class ValuesView>
auto wrap_csc(std::int64_t rows, std::int64_t cols,
              const PositionsView& positions,
              const CoordinatesView& coordinates, const ValuesView& values) {
  return wrap(Formats::csc(), {rows, cols}, {positions}, {coordinates}, values);
}

namespace Impl {
/// Positions of a coordinate list: 0 and `size`, on exec (asynchronous).
/// \throws IndexOverflow when T does not hold `size`.
template <class T, class ExecutionSpace, class MemorySpace>
Kokkos::View<const T*, MemorySpace> list_positions(const ExecutionSpace& exec,
                                                   std::int64_t size,
                                                   MemorySpace) {
  check_fits("Strata::wrap", "number of values", size, index_type_of<T>());
  Kokkos::View<T*, MemorySpace> positions(
      Kokkos::view_alloc(exec, array_label("wrap", "positions")), 2);
  Kokkos::deep_copy(exec, Kokkos::subview(positions, 1), static_cast<T>(size));
  return positions;
}
}  // namespace Impl

/// wrap() for a coordinate list: one array of coordinates for each dimension,
/// one coordinate a value, entries in ascending order, none twice. The two
/// positions it needs are allocated with `exec`; asynchronous.
/// For any other order use wrap() with a format whose levels say so.
template <class ExecutionSpace, class ValuesView>
auto wrap_coo(
    const ExecutionSpace& exec, const std::vector<std::int64_t>& extents,
    const std::vector<IndexArray<typename ValuesView::memory_space>>&
        coordinates,
    const ValuesView& values, std::shared_ptr<void> owner = nullptr) {
  using memory_space = typename ValuesView::memory_space;
  static_assert(Kokkos::SpaceAccessibility<ExecutionSpace,
                                           memory_space>::accessible,
                "Strata::wrap_coo: exec must reach the memory of the values");
  const auto size = static_cast<std::int64_t>(values.extent(0));
  return wrap(Formats::coo(static_cast<int>(extents.size())), extents,
              {Impl::list_positions<std::uint64_t>(exec, size, memory_space{})},
              coordinates, values, std::move(owner));
}

}  // namespace Strata

#endif
