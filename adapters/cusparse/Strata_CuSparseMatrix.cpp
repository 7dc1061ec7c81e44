// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CuSparseMatrix.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include <Strata_Error.hpp>

namespace Strata::CuSparse::Impl {

namespace {

/// Of an operand that a message is about.
struct Named {
  std::string_view operation, name;
  [[noreturn]] void refuse(std::string_view expected, const std::string& got,
                           std::string_view advice = {}) const {
    throw FormatMismatch(error_message(operation, name, expected, got, advice));
  }
};

cusparseIndexType_t index_type(const Named& named, const TensorRef& tensor) {
  const IndexType pos = tensor.format.pos_type(), crd = tensor.format.crd_type();
  if (pos.bits() != crd.bits() || pos.bits() < 32)
    named.refuse("positions and coordinates of 32 bits, or of 64",
                 std::to_string(pos.bits()) + " and " + std::to_string(crd.bits()),
                 "convert it, see TensorFormat::with_index_types()");
  return pos.bits() == 32 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
}

/// cuSPARSE has signed indices of 32 bits.
void check_signed(const Named& named, const SparseMatrix& m) {
  if (m.index_type != CUSPARSE_INDEX_32I) return;
  const std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (m.rows <= most && m.columns <= most && m.entries <= most) return;
  throw IndexOverflow(error_message(
      named.operation, named.name,
      "extents and entries of at most " + std::to_string(most),
      std::to_string(m.rows) + " x " + std::to_string(m.columns) + " with " +
          std::to_string(m.entries) + " entries",
      "use indices of 64 bits"));
}

void check_blocks(const Named& named, const SparseMatrix& m) {
  if (m.rows % m.storage.block_rows == 0 && m.columns % m.storage.block_columns == 0)
    return;
  named.refuse("extents that are multiples of those of a block",
               std::to_string(m.rows) + " x " + std::to_string(m.columns),
               "pad the matrix, or convert it to CSR");
}

/// Elements between neighbours of the first level, whose second is contiguous.
std::int64_t line_stride(const Named& named, const TensorRef& tensor) {
  const std::int64_t within = tensor.extents[tensor.format.order()[1]];
  if (tensor.strides.empty()) return within;
  if (tensor.strides[1] != 1 && within > 1)
    named.refuse("rows or columns that are contiguous",
                 "a stride of " + std::to_string(tensor.strides[1]),
                 "copy it, or take the generated kernel");
  return std::max(tensor.strides[0], within);
}

void check_dense(const Named& named, const TensorRef& tensor, int order) {
  if (tensor.format.is_dense() && tensor.order() == order && !tensor.format.is_sliced())
    return;
  named.refuse(order == 1 ? "a dense vector" : "a dense matrix",
               tensor.format.to_string());
}

}  // namespace

SparseMatrix SparseMatrix::transposed() const {
  using Kind     = MatrixStorage::Kind;
  SparseMatrix t = *this;
  t.rows         = columns;
  t.columns      = rows;
  t.storage.kind = storage.kind == Kind::rows ? Kind::columns : Kind::rows;
  return t;
}

DenseMatrix DenseMatrix::transposed() const {
  DenseMatrix t = *this;
  t.rows        = columns;
  t.columns     = rows;
  t.order = order == CUSPARSE_ORDER_ROW ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW;
  return t;
}

SparseMatrix sparse_matrix(std::string_view operation, std::string_view name,
                           const TensorRef& tensor) {
  const Named named{operation, name};
  const auto storage = matrix_storage(tensor.format);
  if (!storage) named.refuse("CSR, CSC, COO or BSR", tensor.format.to_string());
  SparseMatrix m;
  m.storage    = *storage;
  m.rows       = tensor.extents[0];
  m.columns    = tensor.extents[1];
  m.entries    = tensor.num_values;
  m.values     = tensor.values;
  m.scalar     = tensor.scalar;
  m.index_type = index_type(named, tensor);
  const bool list = storage->kind == MatrixStorage::Kind::coordinates;
  m.positions = list ? tensor.levels[0].coordinates : tensor.levels[1].positions;
  m.indices   = tensor.levels[1].coordinates;
  check_signed(named, m);
  check_blocks(named, m);
  return m;
}

DenseMatrix dense_matrix(std::string_view operation, std::string_view name,
                         const TensorRef& tensor) {
  const Named named{operation, name};
  check_dense(named, tensor, 2);
  DenseMatrix m;
  m.rows    = tensor.extents[0];
  m.columns = tensor.extents[1];
  m.stride  = line_stride(named, tensor);
  m.values  = tensor.values;
  m.scalar  = tensor.scalar;
  m.order   = tensor.format.order()[0] == 0 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  return m;
}

DenseVector dense_vector(std::string_view operation, std::string_view name,
                         const TensorRef& tensor) {
  const Named named{operation, name};
  check_dense(named, tensor, 1);
  if (!tensor.strides.empty() && tensor.strides[0] != 1 && tensor.extents[0] > 1)
    named.refuse("elements that are contiguous",
                 "a stride of " + std::to_string(tensor.strides[0]),
                 "copy it, or take the generated kernel");
  return {tensor.extents[0], tensor.values, tensor.scalar};
}

cudaDataType data_type(std::string_view operation, ScalarType scalar) {
  switch (scalar) {
    case ScalarType::f32: return CUDA_R_32F;
    case ScalarType::f64: return CUDA_R_64F;
    case ScalarType::c64: return CUDA_C_32F;
    case ScalarType::c128: return CUDA_C_64F;
    default: break;
  }
  throw FormatMismatch(error_message(operation, "values", "f32, f64, c64 or c128",
                                     name_of(scalar), "convert them"));
}

void check_same_type(std::string_view operation, ScalarType expected, ScalarType got) {
  if (expected == got) return;
  throw FormatMismatch(error_message(operation, "operands",
                                     std::string(name_of(expected)) + " as the first one",
                                     name_of(got), "convert one of them"));
}

void check_extent(std::string_view operation, std::string_view what, std::int64_t expected,
                  std::int64_t got) {
  if (expected == got) return;
  throw ShapeMismatch(error_message(operation, what, std::to_string(expected),
                                    std::to_string(got)));
}

Factor::Factor(std::string_view operation, std::complex<double> value, ScalarType scalar) {
  if (!is_complex(scalar) && value.imag() != 0)
    throw FormatMismatch(error_message(operation, "alpha or beta", "a real number",
                                       "a complex one", "use complex tensors"));
  const auto put = [&](auto number) {
    static_assert(sizeof(number) <= sizeof(m_bytes));
    std::memcpy(m_bytes, &number, sizeof(number));
  };
  switch (scalar) {
    case ScalarType::f32: put(static_cast<float>(value.real())); break;
    case ScalarType::f64: put(value.real()); break;
    case ScalarType::c64: put(std::complex<float>(value)); break;
    default: put(value); break;
  }
}

}  // namespace Strata::CuSparse::Impl
