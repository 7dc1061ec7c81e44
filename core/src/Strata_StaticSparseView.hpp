// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_STATIC_SPARSE_VIEW_HPP
#define STRATA_STATIC_SPARSE_VIEW_HPP

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_Error.hpp>
#include <Strata_SparseViewTraits.hpp>
#include <impl/Strata_KeepAlive.hpp>
#include <impl/Strata_LocateEntry.hpp>
#include <impl/Strata_Storage.hpp>
#include <impl/Strata_StorageCheck.hpp>

namespace Strata {

/// SparseView whose format is a type. Copies into kernels.
template <class Scalar, class PosT, class CrdT, class... Levels,
          class... Properties>
class SparseView<Scalar, StaticFormat<PosT, CrdT, Levels...>, Properties...>
    : public Impl::SparseViewTypes<Scalar, StaticFormat<PosT, CrdT, Levels...>,
                                   Properties...> {
  using types =
      Impl::SparseViewTypes<Scalar, StaticFormat<PosT, CrdT, Levels...>,
                            Properties...>;
  using properties = typename types::properties;

 public:
  using typename types::format_type;
  using typename types::memory_space;
  using typename types::memory_traits;
  using typename types::non_const_value_type;
  using typename types::value_type;
  using typename types::values_view_type;
  using positions_view_type = typename properties::template pattern_view<PosT>;
  using coordinates_view_type =
      typename properties::template pattern_view<CrdT>;
  using evaluator_type = TypedDeviceEvaluator<PosT, CrdT>;
  using tree_type      = Impl::StaticTree<format_type>;

  SparseView() = default;

  /// The same tensor with its format made a type; shares the arrays.
  /// \throws FormatMismatch when it has another format.
  template <class OtherScalar, class... OtherProperties>
    requires(Impl::is_assignable_v<values_view_type, OtherScalar,
                                   OtherProperties...>)
  explicit SparseView(
      const SparseView<OtherScalar, DynamicFormat, OtherProperties...>& other)
      : m_values(other.values()), m_is_allocated(other.is_allocated()) {
    if (!m_is_allocated) return;
    Impl::check_same_format("Strata::SparseView", other.label(),
                            format_type::dynamic(), other.format());
    for (int l = 0; l < s_rank; ++l) {
      const LevelTraits traits = level_traits(s_types[l]);
      if (traits.stores_positions)
        m_positions[l] = other.template positions<PosT>(l);
      if (traits.stores_coordinates)
        m_coordinates[l] = other.template coordinates<CrdT>(l);
      m_extents[l] = other.extent(l);
    }
    m_writable_pattern = other.storage()->writable_pattern;
    if constexpr (!memory_traits::is_unmanaged)
      m_keep_alive = Impl::KeepAlive(other.storage()->keep_alive);
  }

  /// The same tensor under other properties; shares the arrays.
  template <class OtherScalar, class... OtherProperties>
    requires(Impl::is_assignable_v<values_view_type, OtherScalar,
                                   OtherProperties...>)
  KOKKOS_FUNCTION SparseView(
      const SparseView<OtherScalar, format_type, OtherProperties...>& other)
      : m_extents(other.m_extents),
        m_values(other.m_values),
        m_is_allocated(other.m_is_allocated),
        m_writable_pattern(other.m_writable_pattern) {
    for (int l = 0; l < s_rank; ++l) {
      m_positions[l]   = other.m_positions[l];
      m_coordinates[l] = other.m_coordinates[l];
    }
    if constexpr (!memory_traits::is_unmanaged)
      m_keep_alive = other.m_keep_alive;
  }

  KOKKOS_FUNCTION bool is_allocated() const { return m_is_allocated; }
  /// SparseViews and Views that share the values; 0 when unmanaged.
  int use_count() const {
    if constexpr (memory_traits::is_unmanaged) return 0;
    const int views = m_values.use_count();
    return views > 0 ? views : m_keep_alive.use_count();
  }
  std::string label() const { return Impl::tensor_label(m_values.label()); }
  static TensorFormat format() { return format_type::dynamic(); }
  std::vector<std::int64_t> extents() const {
    return {&m_extents[0], &m_extents[0] + s_rank};
  }
  KOKKOS_FUNCTION std::int64_t extent(int d) const { return m_extents[d]; }
  KOKKOS_FUNCTION static constexpr int rank() { return s_rank; }
  /// Number of stored values, explicit zeros included.
  KOKKOS_FUNCTION std::int64_t nnz() const {
    return static_cast<std::int64_t>(m_values.extent(0));
  }
  /// Bytes of all arrays: positions, coordinates and values.
  KOKKOS_FUNCTION std::int64_t bytes() const {
    std::size_t sum = m_values.extent(0) * sizeof(Scalar);
    for (int l = 0; l < s_rank; ++l)
      sum += m_positions[l].extent(0) * sizeof(PosT) +
             m_coordinates[l].extent(0) * sizeof(CrdT);
    return static_cast<std::int64_t>(sum);
  }

  /// Positions of level L; empty where the level kind stores none.
  template <int L>
  KOKKOS_FUNCTION const positions_view_type& positions() const {
    static_assert(L >= 0 && L < s_rank,
                  "Strata::SparseView::positions<L>: L must be less than the "
                  "number of levels");
    return m_positions[L];
  }
  /// Coordinates of level L; empty where the level kind stores none.
  template <int L>
  KOKKOS_FUNCTION const coordinates_view_type& coordinates() const {
    static_assert(L >= 0 && L < s_rank,
                  "Strata::SparseView::coordinates<L>: L must be less than the "
                  "number of levels");
    return m_coordinates[L];
  }
  /// All stored values, of rank 1 whatever the order of the tensor.
  KOKKOS_FUNCTION const values_view_type& values() const { return m_values; }

  /// Arrays of level L for the level functions, in device code too.
  template <int L>
  KOKKOS_FUNCTION LevelStorage<evaluator_type> level_storage() const {
    return storage_of_level(L, s_dimensions[L]);
  }
  /// All levels, for searches and walks. Does not own the arrays.
  KOKKOS_FUNCTION tree_type tree() const {
    constexpr int dimensions[] = {Levels::dimension..., 0};
    tree_type tree;
    for (int l = 0; l < s_rank; ++l) {
      tree.arrays.storage[l] = storage_of_level(l, dimensions[l]);
      tree.arrays.parents[l] =
          static_cast<std::int64_t>(m_positions[l].extent(0)) - 1;
    }
    return tree;
  }

  /// Value at a coordinate, found level by level: duplicates are summed, 0
  /// where nothing is stored. Bisects ordered levels. In host and device code.
  /// \pre in range (with KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK: ShapeMismatch on the
  ///   host, abort on a device)
  template <std::integral... Coordinates>
    requires(sizeof...(Coordinates) == sizeof...(Levels))
  KOKKOS_FUNCTION non_const_value_type
  operator()(Coordinates... coordinates) const {
    const std::int64_t c[] = {static_cast<std::int64_t>(coordinates)..., 0};
#ifdef KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK
    check_range(c);
#endif
    return Impl::locate_entry(tree(), m_values.data(), c);
  }
  /// operator() that always checks; host only.
  /// \throws ShapeMismatch for a coordinate out of range.
  template <std::integral... Coordinates>
    requires(sizeof...(Coordinates) == sizeof...(Levels))
  non_const_value_type at(Coordinates... coordinates) const {
    static_assert(Impl::host_accessible_v<memory_space>,
                  "Strata::SparseView::at: the host cannot read this memory "
                  "space: copy to a mirror");
    Impl::check_coordinates("Strata::SparseView", label(), extents(),
                            {static_cast<std::int64_t>(coordinates)...});
    return (*this)(coordinates...);
  }

  /// The arrays for algorithms that take any format; null if not allocated.
  std::shared_ptr<const Impl::Storage<memory_space>> make_storage() const {
    if (!m_is_allocated) return nullptr;
    auto storage     = std::make_shared<Impl::Storage<memory_space>>();
    storage->label   = label();
    storage->format  = format();
    storage->scalar  = scalar_type_of_v<Scalar>;
    storage->extents = extents();
    storage->levels.resize(s_rank);
    for (int l = 0; l < s_rank; ++l) {
      const LevelTraits traits = level_traits(s_types[l]);
      if (traits.stores_positions)
        storage->levels[l].positions = Impl::ErasedArray<memory_space>(
            Kokkos::View<const PosT*, memory_space>(m_positions[l]));
      if (traits.stores_coordinates)
        storage->levels[l].coordinates = Impl::ErasedArray<memory_space>(
            Kokkos::View<const CrdT*, memory_space>(m_coordinates[l]));
    }
    storage->values = Impl::ErasedArray<memory_space>(
        Kokkos::View<Scalar*, memory_space>(m_values));
    storage->is_const         = std::is_const_v<Scalar>;
    storage->writable_pattern = m_writable_pattern;
    storage->keep_alive       = m_keep_alive.owner();
    return storage;
  }

 private:
  template <class, class, class...>
  friend class SparseView;

  static constexpr int s_rank = static_cast<int>(sizeof...(Levels));
  static constexpr std::array<LevelType, s_rank> s_types{Levels::type...};
  static constexpr std::array<int, s_rank> s_dimensions{Levels::dimension...};

  KOKKOS_FUNCTION LevelStorage<evaluator_type> storage_of_level(
      int l, int dimension) const {
    return {{m_positions[l].data(), nullptr},
            {nullptr, m_coordinates[l].data()},
            m_extents[dimension]};
  }

#ifdef KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK
  KOKKOS_FUNCTION void check_range(const std::int64_t* c) const {
    for (int d = 0; d < s_rank; ++d) {
      if (c[d] >= 0 && c[d] < m_extents[d]) continue;
      KOKKOS_IF_ON_HOST((Impl::check_coordinates("Strata::SparseView", label(),
                                                 extents(), {c, c + s_rank});))
      KOKKOS_IF_ON_DEVICE(
          (Kokkos::abort("Strata::SparseView: coordinate out of range");))
    }
  }
#endif

  // One element more, so that order 0 needs no arrays of size 0.
  Kokkos::Array<positions_view_type, s_rank + 1> m_positions;
  Kokkos::Array<coordinates_view_type, s_rank + 1> m_coordinates;
  Kokkos::Array<std::int64_t, s_rank + 1> m_extents{};
  values_view_type m_values;
  Impl::KeepAlive m_keep_alive;
  bool m_is_allocated     = false;
  bool m_writable_pattern = false;
};

}  // namespace Strata

#endif
