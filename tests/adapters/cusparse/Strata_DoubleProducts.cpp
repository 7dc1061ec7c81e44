// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DoubleObjects.hpp"
#include "Strata_DoubleSteps.hpp"

namespace Strata::Testing {

namespace {

bool is_plain(cusparseOperation_t op) { return op == CUSPARSE_OPERATION_NON_TRANSPOSE; }

/// op(m) at (row, column).
Number element(const cusparseDnMatDescr& m, cusparseOperation_t op, std::int64_t row,
               std::int64_t column) {
  return read_number(m.type, m.values,
                     is_plain(op) ? place_of(m, row, column) : place_of(m, column, row));
}

/// beta · old; what was there is not read where beta is 0.
Number scaled(cudaDataType type, const void* data, std::int64_t place, Number beta) {
  return beta == 0.0 ? 0 : beta * read_number(type, data, place);
}

std::string scales(Number alpha, Number beta) {
  return " alpha=" + text_of(alpha) + " beta=" + text_of(beta);
}

cusparseStatus_t spmv(cusparseHandle_t, cusparseOperation_t op, const void* alpha,
                      cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                      const void* beta, cusparseDnVecDescr_t y, cudaDataType type,
                      cusparseSpMVAlg_t, void* buffer) {
  const Number by = read_number(type, alpha, 0), keep = read_number(type, beta, 0);
  const cusparseStatus_t status =
      record("SpMV", text_of(op) + " " + text_of(*a) + scales(by, keep));
  if (status) return status;
  const bool plain = is_plain(op);
  if (x->size != (plain ? a->columns : a->rows) || y->size != (plain ? a->rows : a->columns) ||
      type != a->type || type != x->type || type != y->type)
    return CUSPARSE_STATUS_INVALID_VALUE;
  use_buffer(buffer);
  for (std::int64_t i = 0; i < y->size; ++i)
    write_number(type, y->values, i, scaled(type, y->values, i, keep));
  for (const Entry& e : entries_of(*a)) {
    const std::int64_t to = plain ? e.row : e.column, from = plain ? e.column : e.row;
    write_number(type, y->values, to,
                 read_number(type, y->values, to) + by * read_number(type, a->values, e.place) *
                                                        read_number(type, x->values, from));
  }
  return status;
}

cusparseStatus_t spmm(cusparseHandle_t, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      const void* alpha, cusparseConstSpMatDescr_t a,
                      cusparseConstDnMatDescr_t b, const void* beta, cusparseDnMatDescr_t c,
                      cudaDataType type, cusparseSpMMAlg_t, void* buffer) {
  const Number by = read_number(type, alpha, 0), keep = read_number(type, beta, 0);
  const cusparseStatus_t status =
      record("SpMM", text_of(op_a) + text_of(op_b) + " " + text_of(*a) + " " + text_of(*b) +
                         " " + text_of(*c) + scales(by, keep));
  if (status) return status;
  const bool plain_a = is_plain(op_a), plain_b = is_plain(op_b);
  if ((plain_a ? a->columns : a->rows) != (plain_b ? b->rows : b->columns) ||
      (plain_a ? a->rows : a->columns) != c->rows ||
      (plain_b ? b->columns : b->rows) != c->columns || type != a->type || type != b->type ||
      type != c->type)
    return CUSPARSE_STATUS_INVALID_VALUE;
  use_buffer(buffer);
  const auto at = [&](std::int64_t i, std::int64_t j) { return place_of(*c, i, j); };
  for (std::int64_t i = 0; i < c->rows; ++i)
    for (std::int64_t j = 0; j < c->columns; ++j)
      write_number(type, c->values, at(i, j), scaled(type, c->values, at(i, j), keep));
  for (const Entry& e : entries_of(*a)) {
    const std::int64_t to = plain_a ? e.row : e.column, from = plain_a ? e.column : e.row;
    const Number factor = by * read_number(type, a->values, e.place);
    for (std::int64_t j = 0; j < c->columns; ++j)
      write_number(type, c->values, at(to, j),
                   read_number(type, c->values, at(to, j)) + factor * element(*b, op_b, from, j));
  }
  return status;
}

cusparseStatus_t sddmm(cusparseHandle_t, cusparseOperation_t op_a, cusparseOperation_t op_b,
                       const void* alpha, cusparseConstDnMatDescr_t a,
                       cusparseConstDnMatDescr_t b, const void* beta, cusparseSpMatDescr_t c,
                       cudaDataType type, cusparseSDDMMAlg_t, void* buffer) {
  const Number by = read_number(type, alpha, 0), keep = read_number(type, beta, 0);
  const cusparseStatus_t status =
      record("SDDMM", text_of(op_a) + text_of(op_b) + " " + text_of(*a) + " " + text_of(*b) +
                          " " + text_of(*c) + scales(by, keep));
  if (status) return status;
  if (c->kind != "csr") return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool plain_a = is_plain(op_a), plain_b = is_plain(op_b);
  const std::int64_t inner = plain_a ? a->columns : a->rows;
  if (inner != (plain_b ? b->rows : b->columns) ||
      (plain_a ? a->rows : a->columns) != c->rows ||
      (plain_b ? b->columns : b->rows) != c->columns)
    return CUSPARSE_STATUS_INVALID_VALUE;
  use_buffer(buffer);
  for (const Entry& e : entries_of(*c)) {
    Number sum = 0;
    for (std::int64_t k = 0; k < inner; ++k)
      sum += element(*a, op_a, e.row, k) * element(*b, op_b, k, e.column);
    write_number(type, c->values, e.place,
                 by * sum + scaled(type, c->values, e.place, keep));
  }
  return status;
}

}  // namespace

void set_products(CuSparse::Impl::Functions& f) {
  f.SpMV            = &spmv;
  f.SpMM            = &spmm;
  f.SDDMM           = &sddmm;
  f.SpMV_bufferSize = [](cusparseHandle_t, cusparseOperation_t, const void*,
                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t,
                         std::size_t* bytes) {
    *bytes = buffer_bytes;
    return record("SpMV_bufferSize");
  };
  f.SpMM_bufferSize = [](cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                         const void*, cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                         const void*, cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t,
                         std::size_t* bytes) {
    *bytes = buffer_bytes;
    return record("SpMM_bufferSize");
  };
  f.SDDMM_bufferSize = [](cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                          const void*, cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                          const void*, cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t,
                          std::size_t* bytes) {
    *bytes = buffer_bytes;
    return record("SDDMM_bufferSize");
  };
}

}  // namespace Strata::Testing
