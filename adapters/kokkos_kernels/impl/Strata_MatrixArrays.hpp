// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MATRIX_ARRAYS_HPP
#define STRATA_IMPL_MATRIX_ARRAYS_HPP

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Wrap.hpp>

// What the matrices of Kokkos Kernels have in common.
namespace Strata::Impl {

/// Device of a matrix in MemorySpace when the user does not name one.
template <class MemorySpace>
using default_device_t =
    Kokkos::Device<typename MemorySpace::execution_space, MemorySpace>;

template <class T>
concept HasScalarType =
    requires { scalar_type_of<std::remove_cv_t<T>>::value; };

/// Shares a View of the matrix, under its own element type.
template <class MemorySpace, class View>
IndexArray<MemorySpace> shared_indices(const View& view) {
  using element_type = typename View::non_const_value_type;
  return IndexArray<MemorySpace>::as_declared(
      Kokkos::View<const element_type*, MemorySpace>(view));
}

/// The positions of compressed rows; a matrix without rows may have none and
/// gets the one that the format asks for.
template <class MemorySpace, class ExecutionSpace, class RowMap>
IndexArray<MemorySpace> row_positions(const ExecutionSpace& exec,
                                      const RowMap& row_map) {
  using element_type = typename RowMap::non_const_value_type;
  if (row_map.extent(0) > 0) return shared_indices<MemorySpace>(row_map);
  return IndexArray<MemorySpace>::as_declared(
      Kokkos::View<const element_type*, MemorySpace>(
          Kokkos::View<element_type*, MemorySpace>(
              Kokkos::view_alloc(exec, array_label("wrap", "positions")), 1)));
}

/// \throws ShapeMismatch unless there are `expected` of them.
inline void check_count(std::string_view operation, std::string_view what,
                        std::int64_t expected, std::int64_t got) {
  if (expected == got) return;
  throw ShapeMismatch(error_message(operation, what, std::to_string(expected),
                                    std::to_string(got),
                                    "the arrays do not belong together"));
}

/// wrap() with the format made a type.
template <class Format, class ValuesView, class MemorySpace>
auto wrap_as(const std::vector<std::int64_t>& extents,
             const IndexArray<MemorySpace>& positions,
             const std::vector<IndexArray<MemorySpace>>& coordinates,
             const ValuesView& values) {
  using scalar = typename ValuesView::value_type;
  static_assert(HasScalarType<scalar>,
                "Strata::wrap: the matrix's scalar type is none of Strata's "
                "(bool, integers of <cstdint>, float, double, Kokkos::complex)");
  return SparseView<scalar, Format, MemorySpace>(
      wrap(Format::dynamic(), extents, {positions}, coordinates, values));
}

/// The arrays of a SparseView, typed for a matrix class; they share ownership
/// with the view.
/// \tparam PosT, CrdT index types of the matrix, not const
template <class PosT, class CrdT, class Scalar, class MemorySpace>
class MatrixArrays {
 public:
  /// \throws FormatMismatch when the format has other levels or index types;
  ///   IndexOverflow when an extent does not fit CrdT.
  template <class View>
  MatrixArrays(std::string_view operation, const View& view,
               std::initializer_list<LevelKind> levels)
      : m_operation(operation), m_view(view) {
    if (!m_view.is_allocated())
      throw InvalidStorage(error_message(operation, "view",
                                         "a tensor", "nothing",
                                         "assign a SparseView to it first"));
    check_levels(levels);
    check_index_types();
    for (const std::int64_t extent : m_view.extents())
      check_fits(operation, "extent", extent, index_type_of<CrdT>());
  }

  std::string label() const { return m_view.label(); }
  std::int64_t extent(int d) const { return m_view.extent(d); }
  Kokkos::View<Scalar*, MemorySpace> values() const { return m_view.values(); }
  Kokkos::View<const PosT*, MemorySpace> positions(int l) const {
    return m_view.template positions<PosT>(l);
  }
  Kokkos::View<const CrdT*, MemorySpace> coordinates(int l) const {
    return m_view.template coordinates<CrdT>(l);
  }

 private:
  [[noreturn]] void refuse(const std::string& expected) const {
    throw FormatMismatch(error_message(
        m_operation, "\"" + label() + "\"", expected,
        m_view.format().to_string(),
        "assemble the tensor in that format, see with_index_types()"));
  }
  // Order and uniqueness may be anything: the matrix classes promise neither.
  void check_levels(std::initializer_list<LevelKind> levels) const {
    const TensorFormat& format = m_view.format();
    const int n                = static_cast<int>(levels.size());
    bool fits = format.lvl_rank() == n &&
                format.map() == Formats::dense(n).map();
    std::string names;
    int l = 0;
    for (const LevelKind kind : levels) {
      fits = fits && format.level(l).kind == kind;
      names += (l++ ? ", " : "") + std::string(level_traits(kind).name);
    }
    if (!fits) refuse("levels " + names + " in the order of the dimensions");
  }
  void check_index_types() const {
    const auto same = [](IndexType a, IndexType b) {
      return a.bits() == b.bits() && a.is_signed == b.is_signed;
    };
    constexpr IndexType pos = index_type_of<PosT>(), crd = index_type_of<CrdT>();
    if (!same(pos, m_view.format().pos_type()) ||
        !same(crd, m_view.format().crd_type()))
      refuse("positions of " + to_text(pos) + " and coordinates of " +
             to_text(crd));
  }

  std::string_view m_operation;
  SparseView<Scalar, DynamicFormat, MemorySpace> m_view;
};

/// What a matrix class can be made of, checked where it is compiled.
template <class View, class Matrix, class Value>
constexpr void check_matrix_type() {
  static_assert(std::is_const_v<typename Matrix::ordinal_type>,
                "Strata: the pattern of a SparseView is immutable: name a "
                "matrix of const ordinals, or none");
  static_assert(
      std::is_same_v<typename Matrix::memory_space, typename View::memory_space>,
      "Strata: the matrix must be in the memory space of the SparseView");
  static_assert(std::is_const_v<Value> ||
                    !std::is_const_v<typename View::value_type>,
                "Strata: a SparseView of const values makes a matrix of const "
                "values");
}

/// The arrays of `view` for Matrix.
template <class Matrix, class View>
using matrix_arrays_t =
    MatrixArrays<std::remove_const_t<typename Matrix::size_type>,
                 std::remove_const_t<typename Matrix::ordinal_type>,
                 typename View::value_type, typename View::memory_space>;

/// Matrix, or for void what Default makes of the index types of a static format.
template <class Matrix, template <class, class, class> class Default, class View>
struct chosen_matrix {
  using type = Matrix;
};
template <template <class, class, class> class Default, class View>
struct chosen_matrix<void, Default, View> {
  static_assert(!std::is_same_v<typename View::format_type, DynamicFormat>,
                "Strata: a format known at run time makes no type: name the "
                "matrix, as in to_crs_matrix<Matrix>(view)");
  using format = typename View::format_type;
  using type   = Default<View, typename format::position_type,
                         const typename format::coordinate_type>;
};

}  // namespace Strata::Impl

#endif
