// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DoubleObjects.hpp"
#include "Strata_DoubleSteps.hpp"

namespace Strata::Testing {

namespace {

constexpr std::size_t workspace_bytes = 5000;

/// A sum of rows, alpha · a + beta · b.
using Terms = std::map<std::pair<std::int64_t, std::int64_t>, Number>;

cusparseSpMatDescr rows_of(int rows, int columns, int entries, const int* positions,
                           const int* indices, const void* values, cudaDataType type) {
  return {"csr",
          rows,
          columns,
          entries,
          1,
          1,
          const_cast<int*>(positions),
          const_cast<int*>(indices),
          const_cast<void*>(values),
          CUSPARSE_INDEX_32I,
          type};
}

void add_terms(Terms& terms, const cusparseSpMatDescr& m, Number factor) {
  for (const Entry& e : entries_of(m))
    terms[{e.row, e.column}] += m.values ? factor * read_number(m.type, m.values, e.place) : 0;
}

cusparseStatus_t count(cusparseHandle_t, int rows, int columns, const cusparseMatDescr_t,
                       int entries_a, const int* positions_a, const int* indices_a,
                       const cusparseMatDescr_t, int entries_b, const int* positions_b,
                       const int* indices_b, const cusparseMatDescr_t, int* positions, int* entries,
                       void* workspace) {
  use_buffer(workspace, workspace_bytes);
  Terms terms;
  const auto add = [&](int size, const int* p, const int* i) {
    add_terms(terms, rows_of(rows, columns, size, p, i, nullptr, CUDA_R_64F), 0);
  };
  add(entries_a, positions_a, indices_a);
  add(entries_b, positions_b, indices_b);
  for (int row = 0; row <= rows; ++row) positions[row] = 0;
  for (const auto& [at, value] : terms) ++positions[at.first + 1];
  for (int row = 0; row < rows; ++row) positions[row + 1] += positions[row];
  *entries = static_cast<int>(terms.size());
  return record("Xcsrgeam2Nnz");
}

/// The functions of one type.
template <class T, cudaDataType type>
struct Sum {
  static cusparseStatus_t size(cusparseHandle_t, int, int, const T*, const cusparseMatDescr_t, int,
                               const T*, const int*, const int*, const T*, const cusparseMatDescr_t,
                               int, const T*, const int*, const int*, const cusparseMatDescr_t,
                               const T*, const int*, const int*, std::size_t* bytes) {
    *bytes = workspace_bytes;
    return record("csrgeam2_bufferSizeExt");
  }
  static cusparseStatus_t run(cusparseHandle_t, int rows, int columns, const T* alpha,
                              const cusparseMatDescr_t, int entries_a, const T* values_a,
                              const int* positions_a, const int* indices_a, const T* beta,
                              const cusparseMatDescr_t, int entries_b, const T* values_b,
                              const int* positions_b, const int* indices_b,
                              const cusparseMatDescr_t, T* values, int* positions, int* indices,
                              void* workspace) {
    use_buffer(workspace, workspace_bytes);
    const Number by = read_number(type, alpha, 0), other = read_number(type, beta, 0);
    Terms terms;
    add_terms(terms, rows_of(rows, columns, entries_a, positions_a, indices_a, values_a, type), by);
    add_terms(terms, rows_of(rows, columns, entries_b, positions_b, indices_b, values_b, type),
              other);
    if (positions[rows] != static_cast<int>(terms.size())) return CUSPARSE_STATUS_INVALID_VALUE;
    std::int64_t place = 0;
    for (const auto& [at, value] : terms) {
      indices[place] = static_cast<int>(at.second);
      write_number(type, values, place++, value);
    }
    return record("csrgeam2", "alpha=" + text_of(by) + " beta=" + text_of(other));
  }
};

}  // namespace

void set_sums(CuSparse::Impl::Functions& f) {
  using S                   = Sum<float, CUDA_R_32F>;
  using D                   = Sum<double, CUDA_R_64F>;
  using C                   = Sum<cuComplex, CUDA_C_32F>;
  using Z                   = Sum<cuDoubleComplex, CUDA_C_64F>;
  f.Xcsrgeam2Nnz            = &count;
  f.Scsrgeam2_bufferSizeExt = &S::size;
  f.Dcsrgeam2_bufferSizeExt = &D::size;
  f.Ccsrgeam2_bufferSizeExt = &C::size;
  f.Zcsrgeam2_bufferSizeExt = &Z::size;
  f.Scsrgeam2               = &S::run;
  f.Dcsrgeam2               = &D::run;
  f.Ccsrgeam2               = &C::run;
  f.Zcsrgeam2               = &Z::run;
}

}  // namespace Strata::Testing
