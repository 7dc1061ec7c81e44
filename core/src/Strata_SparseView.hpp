// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SPARSE_VIEW_HPP
#define STRATA_SPARSE_VIEW_HPP

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_Error.hpp>
#include <Strata_KokkosScalar.hpp>
#include <Strata_StaticFormat.hpp>
#include <impl/Strata_Storage.hpp>
#include <impl/Strata_StorageCheck.hpp>

namespace Strata {

/// Sparse tensor with the value semantics of Kokkos::View: copies are cheap and
/// share reference-counted arrays. The pattern (positions, coordinates) is
/// immutable, values are written through values() unless Scalar is const.
///
/// \tparam Scalar element type; complex types are Kokkos::complex
/// \tparam Format a StaticFormat, or DynamicFormat: known at run time only
template <class Scalar, class Format = DynamicFormat,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class SparseView;

/// SparseView whose format is a run-time object.
template <class Scalar, class MemorySpace>
class SparseView<Scalar, DynamicFormat, MemorySpace> {
  static_assert(
      std::is_same_v<Scalar, kokkos_scalar_t<Scalar>>,
      "Strata::SparseView: use Kokkos::complex instead of std::complex");
  static_assert(
      Kokkos::is_memory_space_v<MemorySpace>,
      "Strata::SparseView: the third parameter is a Kokkos memory space");

 public:
  using value_type       = Scalar;
  using format_type      = DynamicFormat;
  using memory_space     = MemorySpace;
  using values_view_type = Kokkos::View<Scalar*, MemorySpace>;
  using storage_type     = Impl::Storage<MemorySpace>;

  /// Holds nothing; is_allocated() is false and only assignment is allowed.
  SparseView() = default;

  /// Shares `storage`.
  /// \throws FormatMismatch when its values are not Scalar, or const.
  explicit SparseView(std::shared_ptr<const storage_type> storage)
      : m_storage(std::move(storage)) {
    Impl::check_same_scalar("Strata::SparseView", label(),
                            scalar_type_of_v<Scalar>, m_storage->scalar);
    if (m_storage->is_const && !std::is_const_v<Scalar>)
      throw FormatMismatch(error_message(
          "Strata::SparseView", label(), "values that may be written",
          "const values", "use SparseView<const Scalar>"));
  }

  /// The same tensor with the format forgotten; shares the arrays.
  template <class PosT, class CrdT, class... Levels>
  SparseView(const SparseView<Scalar, StaticFormat<PosT, CrdT, Levels...>,
                              MemorySpace>& other)
      : m_storage(other.make_storage()) {}

  bool is_allocated() const { return m_storage != nullptr; }
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

  /// Positions of level L.
  /// \throws FormatMismatch when the level stores none, or not as T.
  template <int L, class T>
  Kokkos::View<const T*, MemorySpace> positions() const {
    return positions<T>(L);
  }
  template <class T>
  Kokkos::View<const T*, MemorySpace> positions(int l) const {
    check_level("positions", l, index_type_of<T>());
    return typed<T>("Strata::SparseView::positions",
                    m_storage->levels[l].positions, l);
  }
  /// Coordinates of level L.
  /// \throws FormatMismatch when the level stores none, or not as T.
  template <int L, class T>
  Kokkos::View<const T*, MemorySpace> coordinates() const {
    return coordinates<T>(L);
  }
  template <class T>
  Kokkos::View<const T*, MemorySpace> coordinates(int l) const {
    check_level("coordinates", l, index_type_of<T>());
    return typed<T>("Strata::SparseView::coordinates",
                    m_storage->levels[l].coordinates, l);
  }
  /// All stored values, of rank 1 whatever the order of the tensor.
  values_view_type values() const {
    if (const auto* view = m_storage->values.template get<Scalar>())
      return *view;
    return *m_storage->values.template get<std::remove_const_t<Scalar>>();
  }

  const std::shared_ptr<const storage_type>& storage() const {
    return m_storage;
  }

 private:
  void check_level(const char* what, int l, IndexType asked) const {
    if (l < 0 || l >= format().lvl_rank())
      Impl::throw_array_mismatch(std::string("Strata::SparseView::") + what,
                                 label(), format(), l, asked);
  }
  template <class T>
  Kokkos::View<const T*, MemorySpace> typed(
      const char* operation, const Impl::ErasedArray<MemorySpace>& array,
      int l) const {
    const auto* view = array.template get<const T>();
    if (!view)
      Impl::throw_array_mismatch(operation, label(), format(), l,
                                 index_type_of<T>());
    return *view;
  }

  std::shared_ptr<const storage_type> m_storage;
};

/// SparseView whose format is a type. Copies into kernels.
template <class Scalar, class PosT, class CrdT, class... Levels,
          class MemorySpace>
class SparseView<Scalar, StaticFormat<PosT, CrdT, Levels...>, MemorySpace> {
  static_assert(
      std::is_same_v<Scalar, kokkos_scalar_t<Scalar>>,
      "Strata::SparseView: use Kokkos::complex instead of std::complex");
  static_assert(
      Kokkos::is_memory_space_v<MemorySpace>,
      "Strata::SparseView: the third parameter is a Kokkos memory space");

 public:
  using value_type            = Scalar;
  using format_type           = StaticFormat<PosT, CrdT, Levels...>;
  using memory_space          = MemorySpace;
  using values_view_type      = Kokkos::View<Scalar*, MemorySpace>;
  using positions_view_type   = Kokkos::View<const PosT*, MemorySpace>;
  using coordinates_view_type = Kokkos::View<const CrdT*, MemorySpace>;
  using evaluator_type        = TypedDeviceEvaluator<PosT, CrdT>;

  SparseView() = default;

  /// The same tensor with its format made a type; shares the arrays.
  /// \throws FormatMismatch when it has another format.
  explicit SparseView(
      const SparseView<Scalar, DynamicFormat, MemorySpace>& other)
      : m_values(other.values()) {
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
  }

  KOKKOS_FUNCTION bool is_allocated() const {
    return m_values.data() != nullptr;
  }
  std::string label() const { return m_values.label(); }
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
    return {{positions<L>().data(), nullptr},
            {nullptr, coordinates<L>().data()},
            m_extents[format_type::template level<L>::dimension]};
  }

  /// The arrays for algorithms that take any format. \pre is_allocated()
  std::shared_ptr<const Impl::Storage<MemorySpace>> make_storage() const {
    auto storage     = std::make_shared<Impl::Storage<MemorySpace>>();
    storage->label   = label();
    storage->format  = format();
    storage->scalar  = scalar_type_of_v<Scalar>;
    storage->extents = extents();
    storage->levels.resize(s_rank);
    for (int l = 0; l < s_rank; ++l) {
      const LevelTraits traits = level_traits(s_types[l]);
      if (traits.stores_positions)
        storage->levels[l].positions =
            Impl::ErasedArray<MemorySpace>(m_positions[l]);
      if (traits.stores_coordinates)
        storage->levels[l].coordinates =
            Impl::ErasedArray<MemorySpace>(m_coordinates[l]);
    }
    storage->values   = Impl::ErasedArray<MemorySpace>(m_values);
    storage->is_const = std::is_const_v<Scalar>;
    return storage;
  }

 private:
  static constexpr int s_rank = static_cast<int>(sizeof...(Levels));
  static constexpr std::array<LevelType, s_rank> s_types{Levels::type...};

  // One element more, so that order 0 needs no arrays of size 0.
  Kokkos::Array<positions_view_type, s_rank + 1> m_positions;
  Kokkos::Array<coordinates_view_type, s_rank + 1> m_coordinates;
  Kokkos::Array<std::int64_t, s_rank + 1> m_extents{};
  values_view_type m_values;
};

}  // namespace Strata

#endif
