// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products with a dense result, and sampled ones.
#include <impl/Strata_CuSparseProductsImpl.hpp>

#include <utility>

#include <Strata_Error.hpp>
#include <impl/Strata_CuSparseDescriptors.hpp>

namespace Strata::CuSparse::Impl {

namespace {

constexpr const char *spmv = "Strata::CuSparse::spmv", *spmm = "Strata::CuSparse::spmm",
                     *sddmm = "Strata::CuSparse::sddmm";

cusparseOperation_t operation_of(Op op) {
  return op == Op::none ? CUSPARSE_OPERATION_NON_TRANSPOSE : CUSPARSE_OPERATION_TRANSPOSE;
}

template <class Matrix>
std::int64_t rows_of(const Matrix& m, Op op) {
  return op == Op::none ? m.rows : m.columns;
}
template <class Matrix>
std::int64_t columns_of(const Matrix& m, Op op) {
  return op == Op::none ? m.columns : m.rows;
}

/// Blocks are only multiplied as they are.
void check_op(std::string_view operation, const SparseMatrix& a, Op op) {
  if (op == Op::none || a.storage.kind != MatrixStorage::Kind::blocks) return;
  throw UnsupportedExpression(error_message(operation, "A", "a matrix that is not transposed",
                                            "the transpose of one in BSR",
                                            "convert it to CSR"));
}

void check_product(std::string_view operation, std::int64_t inner_a, std::int64_t inner_b,
                   std::int64_t rows_a, std::int64_t rows_c) {
  check_extent(operation, "rows of op(B) or x", inner_a, inner_b);
  check_extent(operation, "rows of the result", rows_a, rows_c);
}

void check_writable(std::string_view operation, const TensorRef& result) {
  if (result.is_const)
    throw FormatMismatch(error_message(operation, "the result", "values that may be written",
                                       "const values", "pass a tensor of values"));
}

}  // namespace

MatrixVector::MatrixVector(std::complex<double> alpha, const TensorRef& a, Op op,
                           const TensorRef& x, std::complex<double> beta, const TensorRef& y)
    : m_a(sparse_matrix(spmv, "A", a)),
      m_op(op),
      m_x(dense_vector(spmv, "x", x)),
      m_y(dense_vector(spmv, "y", y)),
      m_alpha(spmv, alpha, a.scalar),
      m_beta(spmv, beta, a.scalar) {
  data_type(spmv, a.scalar);
  check_same_type(spmv, a.scalar, x.scalar);
  check_same_type(spmv, a.scalar, y.scalar);
  check_op(spmv, m_a, op);
  check_writable(spmv, y);
  check_product(spmv, columns_of(m_a, op), m_x.size, rows_of(m_a, op), m_y.size);
}

void MatrixVector::run(Session& session) const {
  const Functions& f     = session.functions();
  const auto type        = data_type(spmv, m_a.scalar);
  const auto a           = describe(session, spmv, m_a);
  const auto x           = describe(session, spmv, m_x);
  const auto y           = describe(session, spmv, m_y);
  const auto op          = operation_of(m_op);
  constexpr auto default_algorithm = CUSPARSE_SPMV_ALG_DEFAULT;
  std::size_t bytes      = 0;
  session.check(f.SpMV_bufferSize(session.handle(), op, m_alpha.data(), a.get(), x.get(),
                                  m_beta.data(), y.get(), type, default_algorithm, &bytes),
                spmv);
  session.check(f.SpMV(session.handle(), op, m_alpha.data(), a.get(), x.get(), m_beta.data(),
                       y.get(), type, default_algorithm, session.buffer(0, bytes)),
                spmv);
}

MatrixDense::MatrixDense(std::complex<double> alpha, const TensorRef& a, Op op_a,
                         const TensorRef& b, Op op_b, std::complex<double> beta,
                         const TensorRef& c, Op op_c)
    : m_a(sparse_matrix(spmm, "A", a)),
      m_op_a(op_a),
      m_op_b(op_b),
      m_b(dense_matrix(spmm, "B", b)),
      m_c(dense_matrix(spmm, "C", c)),
      m_alpha(spmm, alpha, a.scalar),
      m_beta(spmm, beta, a.scalar) {
  data_type(spmm, a.scalar);
  check_same_type(spmm, a.scalar, b.scalar);
  check_same_type(spmm, a.scalar, c.scalar);
  check_op(spmm, m_a, op_a);
  check_writable(spmm, c);
  if (op_c == Op::transpose) m_c = m_c.transposed();
  // Dense matrices of one order: the other one is its transpose in that order.
  if (m_b.order != m_c.order) {
    m_b    = m_b.transposed();
    m_op_b = toggled(m_op_b);
  }
  check_product(spmm, columns_of(m_a, op_a), rows_of(m_b, m_op_b), rows_of(m_a, op_a),
                m_c.rows);
  check_extent(spmm, "columns of C", columns_of(m_b, m_op_b), m_c.columns);
}

void MatrixDense::run(Session& session) const {
  const Functions& f = session.functions();
  const auto type    = data_type(spmm, m_a.scalar);
  const auto a       = describe(session, spmm, m_a);
  const auto b       = describe(session, spmm, m_b);
  const auto c       = describe(session, spmm, m_c);
  const auto op_a = operation_of(m_op_a), op_b = operation_of(m_op_b);
  constexpr auto default_algorithm = CUSPARSE_SPMM_ALG_DEFAULT;
  std::size_t bytes  = 0;
  session.check(f.SpMM_bufferSize(session.handle(), op_a, op_b, m_alpha.data(), a.get(),
                                  b.get(), m_beta.data(), c.get(), type, default_algorithm,
                                  &bytes),
                spmm);
  session.check(f.SpMM(session.handle(), op_a, op_b, m_alpha.data(), a.get(), b.get(),
                       m_beta.data(), c.get(), type, default_algorithm,
                       session.buffer(0, bytes)),
                spmm);
}

Sampled::Sampled(std::complex<double> alpha, const TensorRef& a, Op op_a, const TensorRef& b,
                 Op op_b, std::complex<double> beta, const TensorRef& c)
    : m_c(sparse_matrix(sddmm, "C", c)),
      m_a(dense_matrix(sddmm, "A", a)),
      m_b(dense_matrix(sddmm, "B", b)),
      m_op_a(op_a),
      m_op_b(op_b),
      m_alpha(sddmm, alpha, c.scalar),
      m_beta(sddmm, beta, c.scalar) {
  using Kind = MatrixStorage::Kind;
  data_type(sddmm, c.scalar);
  check_same_type(sddmm, c.scalar, a.scalar);
  check_same_type(sddmm, c.scalar, b.scalar);
  check_writable(sddmm, c);
  if (m_c.storage.kind != Kind::rows && m_c.storage.kind != Kind::columns)
    throw FormatMismatch(error_message(sddmm, "C", "CSR or CSC", name_of(m_c.storage.kind),
                                       "convert it"));
  // Compressed columns are the rows of the transpose, op(B)^T op(A)^T.
  if (m_c.storage.kind == Kind::columns) {
    m_c = m_c.transposed();
    std::swap(m_a, m_b);
    m_op_a = toggled(op_b);
    m_op_b = toggled(op_a);
  }
  check_product(sddmm, columns_of(m_a, m_op_a), rows_of(m_b, m_op_b), rows_of(m_a, m_op_a),
                m_c.rows);
  check_extent(sddmm, "columns of the result", columns_of(m_b, m_op_b), m_c.columns);
}

void Sampled::run(Session& session) const {
  const Functions& f = session.functions();
  const auto type    = data_type(sddmm, m_c.scalar);
  const auto a       = describe(session, sddmm, m_a);
  const auto b       = describe(session, sddmm, m_b);
  const auto c       = describe(session, sddmm, m_c);
  const auto op_a = operation_of(m_op_a), op_b = operation_of(m_op_b);
  constexpr auto default_algorithm = CUSPARSE_SDDMM_ALG_DEFAULT;
  std::size_t bytes  = 0;
  session.check(f.SDDMM_bufferSize(session.handle(), op_a, op_b, m_alpha.data(), a.get(),
                                   b.get(), m_beta.data(), c.get(), type, default_algorithm,
                                   &bytes),
                sddmm);
  session.check(f.SDDMM(session.handle(), op_a, op_b, m_alpha.data(), a.get(), b.get(),
                        m_beta.data(), c.get(), type, default_algorithm,
                        session.buffer(0, bytes)),
                sddmm);
}

}  // namespace Strata::CuSparse::Impl
