// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DoubleObjects.hpp"
#include "Strata_DoubleSteps.hpp"

namespace Strata::Testing {

namespace {

constexpr std::size_t estimate_bytes = 300, compute_bytes = 70000;

/// What all three steps have to be the same of.
cusparseStatus_t check_operands(cusparseOperation_t op_a, cusparseOperation_t op_b,
                                const cusparseSpMatDescr& a, const cusparseSpMatDescr& b,
                                const cusparseSpMatDescr& c) {
  const bool plain = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE && op_b == op_a;
  for (const auto* m : {&a, &b, &c})
    if (!plain || m->kind != "csr" || m->index_type != CUSPARSE_INDEX_32I)
      return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (a.columns != b.rows || c.rows != a.rows || c.columns != b.columns)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t estimate(cusparseHandle_t, cusparseOperation_t op_a, cusparseOperation_t op_b,
                          const void*, cusparseConstSpMatDescr_t a,
                          cusparseConstSpMatDescr_t b, const void*, cusparseSpMatDescr_t c,
                          cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t d,
                          std::size_t* bytes, void* buffer) {
  if (const cusparseStatus_t status = check_operands(op_a, op_b, *a, *b, *c)) return status;
  if (!buffer) {
    *bytes = estimate_bytes;
    return record("SpGEMM_workEstimation", "size");
  }
  use_buffer(buffer, estimate_bytes);
  d->estimated = *bytes == estimate_bytes;
  return record("SpGEMM_workEstimation");
}

cusparseStatus_t compute(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                         const void* alpha, cusparseConstSpMatDescr_t a,
                         cusparseConstSpMatDescr_t b, const void*, cusparseSpMatDescr_t c,
                         cudaDataType type, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t d,
                         std::size_t* bytes, void* buffer) {
  if (!d->estimated) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!buffer) {
    *bytes = compute_bytes;
    return record("SpGEMM_compute", "size");
  }
  use_buffer(buffer, compute_bytes);
  const std::vector<Entry> right = entries_of(*b);
  for (const Entry& e : entries_of(*a))
    for (const Entry& f : right)
      if (e.column == f.row)
        d->product[{e.row, f.column}] += read_number(type, alpha, 0) *
                                         read_number(type, a->values, e.place) *
                                         read_number(type, b->values, f.place);
  c->entries = static_cast<std::int64_t>(d->product.size());
  // Positions are there already, where they are to be for now.
  std::int64_t place = 0, row = 0;
  for (const auto& [at, value] : d->product) {
    for (; row <= at.first; ++row) write_index(c->index_type, c->positions, row, place);
    ++place;
  }
  for (; row <= c->rows; ++row) write_index(c->index_type, c->positions, row, place);
  return record("SpGEMM_compute", "alpha=" + text_of(read_number(type, alpha, 0)));
}

cusparseStatus_t copy(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                      cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void* beta,
                      cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t,
                      cusparseSpGEMMDescr_t d) {
  std::int64_t place = 0;
  for (const auto& [at, value] : d->product) {
    write_index(c->index_type, c->indices, place, at.second);
    write_number(type, c->values, place++, value);
  }
  return record("SpGEMM_copy", "beta=" + text_of(read_number(type, beta, 0)));
}

}  // namespace

void set_sparse_products(CuSparse::Impl::Functions& f) {
  f.SpGEMM_workEstimation = &estimate;
  f.SpGEMM_compute        = &compute;
  f.SpGEMM_copy           = &copy;
}

}  // namespace Strata::Testing
