// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_COO_MATRIX_HPP
#define STRATA_COO_MATRIX_HPP

#include <KokkosSparse_CooMatrix.hpp>
#include <impl/Strata_MatrixArrays.hpp>

namespace Strata {

namespace Impl {
template <class PosT, class CrdT, bool Sorted>
using ListFormat =
    StaticFormat<std::remove_const_t<PosT>, std::remove_const_t<CrdT>,
                 StaticLevel<LevelKind::compressed, 0, false, Sorted>,
                 StaticLevel<LevelKind::singleton, 1, Sorted, Sorted>>;
template <class View, class PosT, class CrdT>
using DefaultCooMatrix =
    KokkosSparse::CooMatrix<typename View::value_type, CrdT,
                            default_device_t<typename View::memory_space>, void,
                            PosT>;

template <bool Sorted, class ExecutionSpace, class Scalar, class Ordinal,
          class Device, class Traits, class Offset>
auto wrap_list(
    const ExecutionSpace& exec,
    const KokkosSparse::CooMatrix<Scalar, Ordinal, Device, Traits, Offset>&
        matrix) {
  using memory_space = typename Device::memory_space;
  const auto nnz     = static_cast<std::int64_t>(matrix.nnz());
  return wrap_as<ListFormat<Offset, Ordinal, Sorted>>(
      {static_cast<std::int64_t>(matrix.numRows()),
       static_cast<std::int64_t>(matrix.numCols())},
      IndexArray<memory_space>::as_declared(
          list_positions<std::remove_const_t<Offset>>(exec, nnz,
                                                      memory_space{})),
      std::vector{shared_indices<memory_space>(matrix.row()),
                  shared_indices<memory_space>(matrix.col())},
      matrix.data());
}
}  // namespace Impl

/// A CooMatrix as a SparseView of COOFormat<2, Offset, Ordinal>: shares ownership
/// of the matrix's Views, copies nothing; the two positions that the format has
/// and the matrix has not are allocated with `exec` (asynchronous). Entries must
/// ascend by row, then column, none twice; validate(exec, ref(view)) checks.
/// \throws IndexOverflow when Offset does not hold the number of entries.
template <class ExecutionSpace, class Scalar, class Ordinal, class Device,
          class Traits, class Offset>
auto wrap(const ExecutionSpace& exec,
          const KokkosSparse::CooMatrix<Scalar, Ordinal, Device, Traits,
                                        Offset>& matrix) {
  return Impl::wrap_list<true>(exec, matrix);
}
template <class Scalar, class Ordinal, class Device, class Traits, class Offset>
auto wrap(const KokkosSparse::CooMatrix<Scalar, Ordinal, Device, Traits,
                                        Offset>& matrix) {
  const typename Device::execution_space exec;
  auto view = wrap(exec, matrix);
  exec.fence("Strata::wrap(CooMatrix)");
  return view;
}

/// The same for entries in any order, any number of times (they add up); the
/// levels are nonunique and nonordered.
template <class ExecutionSpace, class Scalar, class Ordinal, class Device,
          class Traits, class Offset>
auto wrap_unsorted(const ExecutionSpace& exec,
                   const KokkosSparse::CooMatrix<Scalar, Ordinal, Device,
                                                 Traits, Offset>& matrix) {
  return Impl::wrap_list<false>(exec, matrix);
}

/// A coordinate list of order 2 as a CooMatrix that shares ownership of its
/// Views; otherwise as to_crs_matrix().
/// \throws FormatMismatch unless the levels are compressed and singleton.
template <class Matrix = void, class View>
auto to_coo_matrix(const View& view) {
  using matrix_type =
      typename Impl::chosen_matrix<Matrix, Impl::DefaultCooMatrix, View>::type;
  using size_type = std::remove_const_t<typename matrix_type::size_type>;
  Impl::check_matrix_type<View, matrix_type,
                          typename matrix_type::scalar_type>();
  const Impl::matrix_arrays_t<matrix_type, View> arrays(
      "Strata::to_coo_matrix", view,
      {LevelKind::compressed, LevelKind::singleton});
  for (int d = 0; d < 2; ++d)
    Impl::check_fits("Strata::to_coo_matrix", "extent", arrays.extent(d),
                     index_type_of<size_type>());
  return matrix_type(static_cast<size_type>(arrays.extent(0)),
                     static_cast<size_type>(arrays.extent(1)),
                     arrays.coordinates(0), arrays.coordinates(1),
                     arrays.values());
}

}  // namespace Strata

#endif
