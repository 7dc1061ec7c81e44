// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CRS_MATRIX_HPP
#define STRATA_CRS_MATRIX_HPP

#include <KokkosSparse_CrsMatrix.hpp>
#include <impl/Strata_MatrixArrays.hpp>

namespace Strata {

namespace Impl {
template <class PosT, class CrdT, bool Sorted>
using RowsFormat = StaticFormat<std::remove_const_t<PosT>,
                                std::remove_const_t<CrdT>,
                                StaticLevel<LevelKind::dense, 0>,
                                StaticLevel<LevelKind::compressed, 1, Sorted,
                                            Sorted>>;
template <class View, class PosT, class CrdT>
using DefaultCrsMatrix =
    KokkosSparse::CrsMatrix<typename View::value_type, CrdT,
                            default_device_t<typename View::memory_space>, void,
                            PosT>;

template <bool Sorted, class ExecutionSpace, class Scalar, class Ordinal,
          class Device, class Traits, class Offset>
auto wrap_rows(
    const ExecutionSpace& exec,
    const KokkosSparse::CrsMatrix<Scalar, Ordinal, Device, Traits, Offset>&
        matrix) {
  using matrix_type =
      KokkosSparse::CrsMatrix<Scalar, Ordinal, Device, Traits, Offset>;
  using memory_space = typename matrix_type::memory_space;
  const auto& graph  = matrix.graph;
  check_count("Strata::wrap(CrsMatrix)", "values",
              static_cast<std::int64_t>(graph.entries.extent(0)),
              static_cast<std::int64_t>(matrix.values.extent(0)));
  return wrap_as<RowsFormat<Offset, Ordinal, Sorted>>(
      {matrix.numRows(), matrix.numCols()},
      row_positions<memory_space>(exec, graph.row_map),
      std::vector{shared_indices<memory_space>(graph.entries)}, matrix.values);
}
}  // namespace Impl

/// A CrsMatrix as a SparseView of CSRFormat<Offset, Ordinal>: shares ownership of
/// the matrix's Views, copies nothing. Const scalars stay const. The columns of
/// a row must ascend without repetition, as KokkosSparse::sort_and_merge_matrix
/// leaves them; validate(exec, ref(view)) checks. A matrix without a row map gets
/// the single position of a matrix without rows, allocated with `exec`.
/// \throws ShapeMismatch when there are not as many values as entries.
template <class ExecutionSpace, class Scalar, class Ordinal, class Device,
          class Traits, class Offset>
auto wrap(const ExecutionSpace& exec,
          const KokkosSparse::CrsMatrix<Scalar, Ordinal, Device, Traits,
                                        Offset>& matrix) {
  return Impl::wrap_rows<true>(exec, matrix);
}
template <class Scalar, class Ordinal, class Device, class Traits, class Offset>
auto wrap(const KokkosSparse::CrsMatrix<Scalar, Ordinal, Device, Traits,
                                        Offset>& matrix) {
  const typename Device::execution_space exec;
  auto view = wrap(exec, matrix);
  if (matrix.numRows() == 0) exec.fence("Strata::wrap(CrsMatrix)");
  return view;
}

/// The same for columns in any order and any number of times within a row
/// (repeated entries add up); its level is nonunique and nonordered.
template <class ExecutionSpace, class Scalar, class Ordinal, class Device,
          class Traits, class Offset>
auto wrap_unsorted(const ExecutionSpace& exec,
                   const KokkosSparse::CrsMatrix<Scalar, Ordinal, Device,
                                                 Traits, Offset>& matrix) {
  return Impl::wrap_rows<false>(exec, matrix);
}

/// A SparseView as a CrsMatrix that shares ownership of its Views: levels dense
/// and compressed, index types those of the matrix. The matrix has const
/// ordinals, because the pattern of a SparseView is immutable.
/// \tparam Matrix a CrsMatrix of const ordinals; by default that of the static
///   format of `view`. The ordinals of a CrsMatrix are signed.
/// \throws FormatMismatch for other levels or index types; IndexOverflow when an
///   extent does not fit the ordinal.
template <class Matrix = void, class View>
auto to_crs_matrix(const View& view) {
  using matrix_type =
      typename Impl::chosen_matrix<Matrix, Impl::DefaultCrsMatrix, View>::type;
  using ordinal = std::remove_const_t<typename matrix_type::ordinal_type>;
  Impl::check_matrix_type<View, matrix_type, typename matrix_type::value_type>();
  const Impl::matrix_arrays_t<matrix_type, View> arrays(
      "Strata::to_crs_matrix", view, {LevelKind::dense, LevelKind::compressed});
  const auto entries = arrays.coordinates(1);
  return matrix_type(arrays.label(), static_cast<ordinal>(arrays.extent(0)),
                     static_cast<ordinal>(arrays.extent(1)), entries.extent(0),
                     arrays.values(), arrays.positions(1), entries);
}

}  // namespace Strata

#endif
