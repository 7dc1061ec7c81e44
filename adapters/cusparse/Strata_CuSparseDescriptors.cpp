// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CuSparseDescriptors.hpp>

namespace Strata::CuSparse::Impl {

namespace {

cusparseStatus_t create(const Functions& f, cusparseSpMatDescr_t* made,
                        const SparseMatrix& m, cudaDataType type) {
  using Kind                       = MatrixStorage::Kind;
  constexpr cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  // Descriptors of operands are made like those of results: nothing writes through them.
  void* const positions = const_cast<void*>(m.positions);
  void* const indices   = const_cast<void*>(m.indices);
  const std::int64_t br = m.storage.block_rows, bc = m.storage.block_columns;
  switch (m.storage.kind) {
    case Kind::rows:
      return f.CreateCsr(made, m.rows, m.columns, m.entries, positions, indices, m.values,
                         m.index_type, m.index_type, base, type);
    case Kind::columns:
      return f.CreateCsc(made, m.rows, m.columns, m.entries, positions, indices, m.values,
                         m.index_type, m.index_type, base, type);
    case Kind::coordinates:
      return f.CreateCoo(made, m.rows, m.columns, m.entries, positions, indices, m.values,
                         m.index_type, base, type);
    default:
      return f.CreateBsr(made, m.rows / br, m.columns / bc, m.entries / (br * bc), br, bc,
                         positions, indices, m.values, m.index_type, m.index_type, base, type,
                         CUSPARSE_ORDER_ROW);
  }
}

}  // namespace

SparseDescriptor describe(const Session& session, std::string_view operation,
                          const SparseMatrix& matrix) {
  const Functions& f          = session.functions();
  cusparseSpMatDescr_t handle = nullptr;
  session.check(create(f, &handle, matrix, data_type(operation, matrix.scalar)), operation);
  return {handle, f.DestroySpMat};
}

MatrixDescriptor describe(const Session& session, std::string_view operation,
                          const DenseMatrix& matrix) {
  const Functions& f          = session.functions();
  cusparseDnMatDescr_t handle = nullptr;
  session.check(f.CreateDnMat(&handle, matrix.rows, matrix.columns, matrix.stride,
                              matrix.values, data_type(operation, matrix.scalar),
                              matrix.order),
                operation);
  return {handle, f.DestroyDnMat};
}

VectorDescriptor describe(const Session& session, std::string_view operation,
                          const DenseVector& vector) {
  const Functions& f          = session.functions();
  cusparseDnVecDescr_t handle = nullptr;
  session.check(f.CreateDnVec(&handle, vector.size, vector.values,
                              data_type(operation, vector.scalar)),
                operation);
  return {handle, f.DestroyDnVec};
}

ProductDescriptor describe_product(const Session& session, std::string_view operation) {
  const Functions& f           = session.functions();
  cusparseSpGEMMDescr_t handle = nullptr;
  session.check(f.SpGEMM_createDescr(&handle), operation);
  return {handle, f.SpGEMM_destroyDescr};
}

std::size_t positions_bytes(const SparseMatrix& rows) {
  const std::size_t bytes = rows.index_type == CUSPARSE_INDEX_32I ? 4 : 8;
  return bytes * (static_cast<std::size_t>(rows.rows) + 1);
}

TensorRef make_room(const Session& session, std::string_view operation,
                    const SparseDescriptor& descriptor, const SparseMatrix& rows,
                    const TensorRef& wanted) {
  const Functions& f = session.functions();
  std::int64_t num_rows = 0, num_columns = 0, entries = 0;
  session.check(f.SpMatGetSize(descriptor.get(), &num_rows, &num_columns, &entries), operation);
  TensorRef made  = session.make_sparse(wanted, entries);
  void* positions = const_cast<void*>(made.levels[1].positions);
  session.copy(positions, rows.positions, positions_bytes(rows));
  session.check(f.CsrSetPointers(descriptor.get(), positions,
                                 const_cast<void*>(made.levels[1].coordinates), made.values),
                operation);
  return made;
}

}  // namespace Strata::CuSparse::Impl
