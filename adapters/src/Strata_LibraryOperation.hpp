// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIBRARY_OPERATION_HPP
#define STRATA_LIBRARY_OPERATION_HPP

#include <complex>
#include <cstdint>
#include <optional>
#include <string>

#include <Strata_IndexNotation.hpp>

namespace Strata {

/// A statement as an operation that libraries of sparse matrices have:
///
///   result = alpha · op(left) · op(right) + beta · result,
///
/// of which `sampled` computes the entries that `mask` stores, and multiplies them by it.
/// op() is the matrix or its transpose, which is not the conjugate one.
struct LibraryOperation {
  enum class Kind : std::uint8_t {
    matrix_vector,  ///< left is sparse, right and the result are dense vectors: SpMV
    matrix_dense,   ///< left is sparse, right and the result are dense matrices: SpMM
    sampled,        ///< left and right are dense, mask and result sparse: SDDMM
    sparse_product  ///< all are sparse matrices: SpGEMM
  };
  Kind kind = Kind::matrix_vector;
  std::complex<double> alpha{1}, beta{0};
  std::string result, left, right;
  std::string mask;               ///< of `sampled`, else empty
  bool transpose_left   = false;
  bool transpose_right  = false;
  bool transpose_result = false;  ///< of matrix_dense: the transpose of the result
};

/// "SpMV", "SpMM", "SDDMM", "SpGEMM".
const char* name_of(LibraryOperation::Kind kind);

/// What was found, or why nothing was.
struct LibraryMatch {
  std::optional<LibraryOperation> operation;
  std::string reason;  ///< empty where there is an operation
};

/// Which of these operations `statement` is, by its index notation, and by which of its
/// tensors are sparse; names do not matter. Terms may be in any order, scaled by literals,
/// and negated; the old result may be a term (`y(i) = 2 * A(i,j) * x(j) + 3 * y(i)`, `+=`).
/// All tensors have one type, float, double or a complex one, and are 0 where they store
/// nothing. How sparse ones are stored is for the library to judge (matrix_storage()).
LibraryMatch match_library_operation(const CheckedAssignment& statement);

}  // namespace Strata

#endif
