// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DYNAMIC_SPARSE_VIEW_HPP
#define STRATA_DYNAMIC_SPARSE_VIEW_HPP

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Error.hpp>
#include <Strata_SparseViewTraits.hpp>
#include <impl/Strata_LevelSpace.hpp>
#include <impl/Strata_LocateEntry.hpp>
#include <impl/Strata_Storage.hpp>
#include <impl/Strata_StorageCheck.hpp>

namespace Strata {

/// SparseView whose format is a run-time object. A host object: kernels take
/// its arrays, a StaticFormat, or parallel_for_each.
template <class Scalar, class... Properties>
class SparseView<Scalar, DynamicFormat, Properties...>
    : public Impl::SparseViewTypes<Scalar, DynamicFormat, Properties...> {
  using types = Impl::SparseViewTypes<Scalar, DynamicFormat, Properties...>;
  using properties = typename types::properties;

 public:
  using typename types::format_type;
  using typename types::memory_space;
  using typename types::memory_traits;
  using typename types::non_const_value_type;
  using typename types::value_type;
  using typename types::values_view_type;
  using storage_type = Impl::Storage<memory_space>;
  template <class T>
  using index_view_type = typename properties::template pattern_view<T>;

  /// Holds nothing; is_allocated() is false and only assignment is allowed.
  SparseView() = default;

  /// Shares `storage`.
  /// \throws FormatMismatch when its values are not Scalar, or const.
  explicit SparseView(std::shared_ptr<const storage_type> storage)
      : m_storage(hold(std::move(storage))) {
    if (!m_storage) return;
    Impl::check_same_scalar("Strata::SparseView", label(),
                            scalar_type_of_v<Scalar>, m_storage->scalar);
    if (m_storage->is_const && !std::is_const_v<Scalar>)
      throw FormatMismatch(error_message(
          "Strata::SparseView", label(), "values that may be written",
          "const values", "use SparseView<const Scalar>"));
  }

  /// The same tensor under other properties; shares the arrays.
  template <class OtherScalar, class... OtherProperties>
    requires(Impl::is_assignable_v<values_view_type, OtherScalar,
                                   OtherProperties...>)
  SparseView(
      const SparseView<OtherScalar, DynamicFormat, OtherProperties...>& other)
      : m_storage(hold(other.storage())) {}

  /// The same tensor with the format forgotten; shares the arrays.
  template <class OtherScalar, class PosT, class CrdT, class... Levels,
            class... OtherProperties>
    requires(Impl::is_assignable_v<values_view_type, OtherScalar,
                                   OtherProperties...>)
  SparseView(const SparseView<OtherScalar, StaticFormat<PosT, CrdT, Levels...>,
                              OtherProperties...>& other)
      : m_storage(hold(other.make_storage())) {}

  bool is_allocated() const { return m_storage != nullptr; }
  /// SparseViews and Views that share the values; 0 when unmanaged. Copies of a
  /// view with a run-time format count as one toward a static one.
  int use_count() const {
    if (!m_storage || memory_traits::is_unmanaged) return 0;
    const int views = static_cast<int>(m_storage.use_count());
    const int other = m_storage->values.use_count();
    if (other > 0) return views + other - 1;
    return m_storage->keep_alive ? views : 0;
  }
  std::string label() const {
    return m_storage ? m_storage->label : std::string();
  }
  const TensorFormat& format() const { return m_storage->format; }
  const std::vector<std::int64_t>& extents() const {
    return m_storage->extents;
  }
  std::int64_t extent(int d) const { return m_storage->extents[d]; }
  int rank() const { return static_cast<int>(m_storage->extents.size()); }
  /// Number of stored values, explicit zeros included.
  std::int64_t nnz() const { return m_storage->values.size(); }
  /// Bytes of all arrays: positions, coordinates and values.
  std::int64_t bytes() const {
    return m_storage ? Impl::storage_bytes(*m_storage) : 0;
  }

  /// Positions of level L.
  /// \throws FormatMismatch when the level stores none, or not as T.
  template <int L, class T>
  index_view_type<T> positions() const {
    return positions<T>(L);
  }
  template <class T>
  index_view_type<T> positions(int l) const {
    check_level("positions", l, index_type_of<T>());
    return typed<T>("Strata::SparseView::positions",
                    m_storage->levels[l].positions, l);
  }
  /// Coordinates of level L.
  /// \throws FormatMismatch when the level stores none, or not as T.
  template <int L, class T>
  index_view_type<T> coordinates() const {
    return coordinates<T>(L);
  }
  template <class T>
  index_view_type<T> coordinates(int l) const {
    check_level("coordinates", l, index_type_of<T>());
    return typed<T>("Strata::SparseView::coordinates",
                    m_storage->levels[l].coordinates, l);
  }
  /// All stored values, of rank 1 whatever the order of the tensor.
  values_view_type values() const {
    if (!m_storage) return {};
    if (const auto* view = m_storage->values.template get<Scalar>())
      return *view;
    return *m_storage->values.template get<std::remove_const_t<Scalar>>();
  }

  /// Value at a coordinate, found level by level: duplicates are summed, 0
  /// where nothing is stored. Bisects ordered levels.
  /// \pre order() coordinates, in range (checked with
  ///   KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK, see at())
  template <std::integral... Coordinates>
  non_const_value_type operator()(Coordinates... coordinates) const {
#ifdef KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK
    return at(coordinates...);
#else
    return locate(coordinates...);
#endif
  }
  /// operator() that always checks.
  /// \throws ShapeMismatch for a wrong number of coordinates or one out of
  ///   range.
  template <std::integral... Coordinates>
  non_const_value_type at(Coordinates... coordinates) const {
    Impl::check_coordinates("Strata::SparseView", label(), extents(),
                            {static_cast<std::int64_t>(coordinates)...});
    return locate(coordinates...);
  }

  const std::shared_ptr<const storage_type>& storage() const {
    return m_storage;
  }

 private:
  /// The storage to keep; unmanaged: one that does not own the arrays.
  static std::shared_ptr<const storage_type> hold(
      std::shared_ptr<const storage_type> storage) {
    if constexpr (memory_traits::is_unmanaged)
      return Impl::unmanaged_storage(storage);
    else
      return storage;
  }

  template <class... Coordinates>
  non_const_value_type locate(Coordinates... coordinates) const {
    static_assert(Impl::host_accessible_v<memory_space>,
                  "Strata::SparseView::operator(): the host cannot read this "
                  "memory space: copy to a mirror, or use a StaticFormat in a "
                  "kernel");
    const auto* values = static_cast<const Scalar*>(m_storage->values.data());
    if (!format().is_permutation() || !format().is_built_in())
      return Impl::sum_values_at<non_const_value_type>(
          values,
          Impl::find_positions(Impl::make_ref<memory_space>(m_storage),
                               {static_cast<std::int64_t>(coordinates)...}));
    const std::int64_t c[] = {static_cast<std::int64_t>(coordinates)..., 0};
    return Impl::locate_entry(
        Impl::make_tree<static_cast<int>(sizeof...(Coordinates))>(*m_storage),
        values, c);
  }

  void check_level(const char* what, int l, IndexType asked) const {
    if (l < 0 || l >= format().lvl_rank())
      Impl::throw_array_mismatch(std::string("Strata::SparseView::") + what,
                                 label(), format(), l, asked);
  }
  template <class T>
  Kokkos::View<const T*, memory_space> typed(
      const char* operation, const Impl::ErasedArray<memory_space>& array,
      int l) const {
    const auto* view = array.template get<const T>();
    if (!view)
      Impl::throw_array_mismatch(operation, label(), format(), l,
                                 index_type_of<T>());
    return *view;
  }

  std::shared_ptr<const storage_type> m_storage;
};

}  // namespace Strata

#endif
