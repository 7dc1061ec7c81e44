// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of sparse matrices: the size of the result is known in the middle.
#include <utility>

#include <Strata_Error.hpp>
#include <impl/Strata_CuSparseDescriptors.hpp>
#include <impl/Strata_CuSparseProductsImpl.hpp>

namespace Strata::CuSparse::Impl {

namespace {

constexpr const char* spgemm     = "Strata::CuSparse::spgemm";
constexpr auto as_it_is          = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto default_algorithm = CUSPARSE_SPGEMM_DEFAULT;
using Kind                       = MatrixStorage::Kind;

/// op(matrix) with its rows compressed: arrays in compressed columns are the rows of the
/// transpose.
SparseMatrix as_rows(const char* name, const TensorRef& tensor, Op op) {
  SparseMatrix m = sparse_matrix(spgemm, name, tensor);
  const bool by_lines = m.storage.kind == Kind::rows || m.storage.kind == Kind::columns;
  if (by_lines && op == Op::transpose) m = m.transposed();
  if (m.storage.kind != Kind::rows)
    throw FormatMismatch(error_message(
        spgemm, name, "rows that are compressed (CSR, or the transpose of CSC)",
        std::string(op == Op::transpose ? "the transpose of " : "") +
            name_of(matrix_storage(tensor.format)->kind),
        "convert it"));
  if (m.index_type != CUSPARSE_INDEX_32I)
    throw FormatMismatch(error_message(spgemm, name, "positions and coordinates of 32 bits",
                                       "64 bits", "convert it"));
  return m;
}

void take_extent(std::int64_t& wanted, std::int64_t given, const char* what) {
  if (wanted < 0) wanted = given;
  check_extent(spgemm, what, given, wanted);
}

/// One product, step by step; what they have in common.
struct Steps {
  Session& session;
  const Factor &alpha, &beta;
  SparseDescriptor a, b, c;
  ProductDescriptor product;
  cudaDataType type;

  template <class Function, class... Rest>
  void call(Function function, Rest... rest) const {
    session.check(function(session.handle(), as_it_is, as_it_is, alpha.data(), a.get(),
                           b.get(), beta.data(), c.get(), type, default_algorithm,
                           product.get(), rest...),
                  spgemm);
  }
  /// A step that says first how much memory it needs.
  template <class Function>
  void call_with_buffer(Function function, std::size_t number) const {
    std::size_t bytes = 0;
    call(function, &bytes, static_cast<void*>(nullptr));
    void* const memory = session.buffer(number, bytes);
    call(function, &bytes, memory);
  }
};

constexpr std::size_t positions_buffer = 2;

/// The result before its entries are known: with positions that the result's own take
/// the place of.
SparseMatrix pending(Session& session, const SparseMatrix& a, const SparseMatrix& b) {
  SparseMatrix c = a;
  c.columns      = b.columns;
  c.entries      = 0;
  c.positions    = session.buffer(positions_buffer, positions_bytes(c));
  c.indices = c.values = nullptr;
  return c;
}

}  // namespace

SparseProduct::SparseProduct(std::complex<double> alpha, const TensorRef& a, Op op_a,
                             const TensorRef& b, Op op_b, const TensorRef& wanted)
    : m_wanted(wanted), m_alpha(spgemm, alpha, a.scalar), m_beta(spgemm, 0, a.scalar) {
  data_type(spgemm, a.scalar);
  check_same_type(spgemm, a.scalar, b.scalar);
  check_same_type(spgemm, a.scalar, wanted.scalar);
  const auto storage = matrix_storage(wanted.format);
  if (!storage || (storage->kind != Kind::rows && storage->kind != Kind::columns))
    throw FormatMismatch(error_message(spgemm, "the result", "CSR or CSC",
                                       wanted.format.to_string(), "convert it afterwards"));
  if (wanted.format.pos_type().bits() != 32 || wanted.format.crd_type().bits() != 32)
    throw FormatMismatch(error_message(spgemm, "the result",
                                       "positions and coordinates of 32 bits", "others",
                                       "convert it afterwards"));
  const bool columns = storage->kind == Kind::columns;
  m_a = columns ? as_rows("B", b, toggled(op_b)) : as_rows("A", a, op_a);
  m_b = columns ? as_rows("A", a, toggled(op_a)) : as_rows("B", b, op_b);
  check_extent(spgemm, "rows of op(B)", m_a.columns, m_b.rows);
  take_extent(m_wanted.extents[columns ? 1 : 0], m_a.rows, "extents of the result");
  take_extent(m_wanted.extents[columns ? 0 : 1], m_b.columns, "extents of the result");
}

TensorRef SparseProduct::run(Session& session) const {
  const Functions& f   = session.functions();
  const SparseMatrix c = pending(session, m_a, m_b);
  const Steps steps{session,
                    m_alpha,
                    m_beta,
                    describe(session, spgemm, m_a),
                    describe(session, spgemm, m_b),
                    describe(session, spgemm, c),
                    describe_product(session, spgemm),
                    data_type(spgemm, m_a.scalar)};
  steps.call_with_buffer(f.SpGEMM_workEstimation, 0);
  steps.call_with_buffer(f.SpGEMM_compute, 1);
  TensorRef result = make_room(session, spgemm, steps.c, c, m_wanted);
  steps.call(f.SpGEMM_copy);
  return result;
}

}  // namespace Strata::CuSparse::Impl
