// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_WRAP_HPP
#define STRATA_WRAP_HPP

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

/// \throws FormatMismatch when the numbers of arrays are not what the format
/// stores.
void check_array_counts(const TensorFormat& format, std::size_t positions,
                        std::size_t coordinates);
}  // namespace Impl

/// Positions or coordinates of one level for wrap(): any rank-1 View of
/// integers.
template <class MemorySpace>
class IndexArray {
 public:
  template <class T, class... Properties>
  IndexArray(const Kokkos::View<T*, Properties...>& view)
      : m_type(index_type_of<std::remove_const_t<T>>()),
        m_array(Impl::as_contiguous<
                const Impl::canonical_index_t<std::remove_const_t<T>>,
                MemorySpace>("positions or coordinates", view, m_keep)) {}

  IndexType type() const { return m_type; }
  const Impl::ErasedArray<MemorySpace>& array() const { return m_array; }
  const std::shared_ptr<void>& keep() const { return m_keep; }

 private:
  std::shared_ptr<void> m_keep;
  IndexType m_type;
  Impl::ErasedArray<MemorySpace> m_array;
};

/// A tensor over existing arrays, without a copy: managed Views are shared,
/// unmanaged ones must outlive it. `positions` and `coordinates` hold one array
/// for each level that stores one, from the first level on. Index types come
/// from the arrays (those of `format` are ignored). The content is not looked
/// at: see validate().
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
    const ValuesView& values) {
  using scalar       = typename ValuesView::value_type;
  using memory_space = typename ValuesView::memory_space;
  Impl::check_extents("Strata::wrap", format, extents);
  Impl::check_array_counts(format, positions.size(), coordinates.size());
  Impl::IndexTypeMerger pos("positions"), crd("coordinates");
  std::vector<std::shared_ptr<void>> keep;
  for (const auto& p : positions) pos.add(p.type()), keep.push_back(p.keep());
  for (const auto& c : coordinates) crd.add(c.type()), keep.push_back(c.keep());

  auto storage     = std::make_shared<Impl::Storage<memory_space>>();
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

}  // namespace Strata

#endif
