// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_BSR_MATRIX_HPP
#define STRATA_BSR_MATRIX_HPP

#include <KokkosSparse_BsrMatrix.hpp>
#include <impl/Strata_MatrixArrays.hpp>

namespace Strata {

/// Blocks of a matrix as a tensor of order 4 (block row, block column, row and
/// column in the block): compressed rows of dense, row-major blocks.
template <class PosT, class CrdT>
using BlocksFormat =
    StaticFormat<PosT, CrdT, StaticLevel<LevelKind::dense, 0>,
                 StaticLevel<LevelKind::compressed, 1>,
                 StaticLevel<LevelKind::dense, 2>,
                 StaticLevel<LevelKind::dense, 3>>;

namespace Impl {
template <class View, class PosT, class CrdT>
using DefaultBsrMatrix = KokkosSparse::Experimental::BsrMatrix<
    typename View::value_type, CrdT,
    default_device_t<typename View::memory_space>, void, PosT>;
}  // namespace Impl

/// A BsrMatrix as the tensor A(I, J, r, c) of its blocks, extents (block rows,
/// block columns, block size, block size): shares ownership of the matrix's
/// Views, copies nothing. `y(I,r) = A(I,J,r,c) * x(J,c)` is its product with a
/// vector seen as blocks. (The matrix indexed by rows and columns needs formats
/// with floordiv and mod, which come with block maps.) Block columns must ascend
/// within a block row; see wrap(CrsMatrix) for `exec`.
/// \throws ShapeMismatch when the values are not one block an entry.
template <class ExecutionSpace, class Scalar, class Ordinal, class Device,
          class Traits, class Offset>
auto wrap(const ExecutionSpace& exec,
          const KokkosSparse::Experimental::BsrMatrix<
              Scalar, Ordinal, Device, Traits, Offset>& matrix) {
  using matrix_type = KokkosSparse::Experimental::BsrMatrix<
      Scalar, Ordinal, Device, Traits, Offset>;
  using memory_space = typename matrix_type::memory_space;
  using format       = BlocksFormat<std::remove_const_t<Offset>,
                              std::remove_const_t<Ordinal>>;
  const auto& graph  = matrix.graph;
  const auto block   = static_cast<std::int64_t>(matrix.blockDim());
  Impl::check_count(
      "Strata::wrap(BsrMatrix)", "values",
      static_cast<std::int64_t>(graph.entries.extent(0)) * block * block,
      static_cast<std::int64_t>(matrix.values.extent(0)));
  return Impl::wrap_as<format>(
      {matrix.numRows(), matrix.numCols(), block, block},
      Impl::row_positions<memory_space>(exec, graph.row_map),
      std::vector{Impl::shared_indices<memory_space>(graph.entries)},
      matrix.values);
}
template <class Scalar, class Ordinal, class Device, class Traits, class Offset>
auto wrap(const KokkosSparse::Experimental::BsrMatrix<Scalar, Ordinal, Device,
                                                      Traits, Offset>& matrix) {
  const typename Device::execution_space exec;
  auto view = wrap(exec, matrix);
  if (matrix.numRows() == 0) exec.fence("Strata::wrap(BsrMatrix)");
  return view;
}

/// The tensor of the blocks as a BsrMatrix that shares ownership of its Views;
/// otherwise as to_crs_matrix().
/// \throws FormatMismatch unless the levels are dense, compressed, dense, dense;
///   ShapeMismatch unless blocks are square and of size 1 at least.
template <class Matrix = void, class View>
auto to_bsr_matrix(const View& view) {
  using matrix_type =
      typename Impl::chosen_matrix<Matrix, Impl::DefaultBsrMatrix, View>::type;
  using ordinal = std::remove_const_t<typename matrix_type::ordinal_type>;
  Impl::check_matrix_type<View, matrix_type, typename matrix_type::value_type>();
  const Impl::matrix_arrays_t<matrix_type, View> arrays(
      "Strata::to_bsr_matrix", view,
      {LevelKind::dense, LevelKind::compressed, LevelKind::dense,
       LevelKind::dense});
  if (arrays.extent(2) != arrays.extent(3) || arrays.extent(2) < 1)
    throw ShapeMismatch(error_message(
        "Strata::to_bsr_matrix", "\"" + arrays.label() + "\"", "square blocks",
        std::to_string(arrays.extent(2)) + " x " +
            std::to_string(arrays.extent(3)),
        "a BsrMatrix has no others"));
  const auto entries = arrays.coordinates(1);
  return matrix_type(arrays.label(), static_cast<ordinal>(arrays.extent(0)),
                     static_cast<ordinal>(arrays.extent(1)), entries.extent(0),
                     arrays.values(), arrays.positions(1), entries,
                     static_cast<ordinal>(arrays.extent(2)));
}

}  // namespace Strata

#endif
