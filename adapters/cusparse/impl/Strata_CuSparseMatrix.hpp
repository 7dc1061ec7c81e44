// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_MATRIX_HPP
#define STRATA_IMPL_CUSPARSE_MATRIX_HPP

#include <complex>
#include <cstdint>
#include <string_view>

#include <cusparse.h>
#include <Strata_MatrixStorage.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata::CuSparse {

/// Whether a matrix is multiplied as it is or transposed.
enum class Op : std::uint8_t { none, transpose };

inline Op toggled(Op op) {
  return op == Op::none ? Op::transpose : Op::none;
}

namespace Impl {

/// A sparse matrix as cuSPARSE's descriptors have it; its arrays belong to a tensor.
struct SparseMatrix {
  MatrixStorage storage;
  std::int64_t rows = 0, columns = 0, entries = 0;
  const void* positions = nullptr;  ///< of a list of coordinates: its rows
  const void* indices   = nullptr;
  void* values          = nullptr;
  cusparseIndexType_t index_type = CUSPARSE_INDEX_32I;
  ScalarType scalar              = ScalarType::f64;

  /// The same arrays as the transpose. \pre compressed rows or columns
  SparseMatrix transposed() const;
};

/// A dense matrix, of which rows (or columns) lie `stride` elements apart.
struct DenseMatrix {
  std::int64_t rows = 0, columns = 0, stride = 0;
  void* values          = nullptr;
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;
  ScalarType scalar     = ScalarType::f64;

  DenseMatrix transposed() const;
};

struct DenseVector {
  std::int64_t size = 0;
  void* values      = nullptr;
  ScalarType scalar = ScalarType::f64;
};

/// The tensors as such, without a copy; `operation` and `name` are for messages. Positions
/// and coordinates of 32 and of 64 bits, which are signed for cuSPARSE.
/// \throws FormatMismatch for other formats, types, strides; IndexOverflow for numbers
///   that need the bit of the sign.
SparseMatrix sparse_matrix(std::string_view operation, std::string_view name,
                           const TensorRef& tensor);
DenseMatrix dense_matrix(std::string_view operation, std::string_view name,
                         const TensorRef& tensor);
DenseVector dense_vector(std::string_view operation, std::string_view name,
                         const TensorRef& tensor);

/// \throws FormatMismatch unless it is float, double or complex.
cudaDataType data_type(std::string_view operation, ScalarType scalar);

/// \throws FormatMismatch when the types of operands differ.
void check_same_type(std::string_view operation, ScalarType expected, ScalarType got);
/// \throws ShapeMismatch when the extents do.
void check_extent(std::string_view operation, std::string_view what, std::int64_t expected,
                  std::int64_t got);

/// A number by which an operation multiplies, of the type it computes in.
class Factor {
 public:
  /// \throws FormatMismatch for a complex number where the type is real.
  Factor(std::string_view operation, std::complex<double> value, ScalarType scalar);
  const void* data() const { return m_bytes; }

 private:
  alignas(16) unsigned char m_bytes[16] = {};
};

}  // namespace Impl
}  // namespace Strata::CuSparse

#endif
