// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DoubleObjects.hpp"
#include "Strata_DoubleSteps.hpp"

namespace Strata::Testing {

namespace {

cusparseStatus_t rows_to_columns(cusparseHandle_t, int rows, int columns, int entries,
                                 const void* values, const int* positions, const int* indices,
                                 void* new_values, int* new_positions, int* new_indices,
                                 cudaDataType type, cusparseAction_t action,
                                 cusparseIndexBase_t, cusparseCsr2CscAlg_t, void* buffer) {
  if (action != CUSPARSE_ACTION_NUMERIC || positions[rows] != entries)
    return CUSPARSE_STATUS_INVALID_VALUE;
  use_buffer(buffer);
  int place = 0;
  for (int column = 0; column < columns; ++column) {
    new_positions[column] = place;
    for (int row = 0; row < rows; ++row)
      for (int p = positions[row]; p < positions[row + 1]; ++p)
        if (indices[p] == column) {
          new_indices[place] = row;
          write_number(type, new_values, place++, read_number(type, values, p));
        }
  }
  new_positions[columns] = place;
  return record("Csr2cscEx2", std::to_string(rows) + "x" + std::to_string(columns));
}

cusparseStatus_t rows_of_list(cusparseHandle_t, const int* row_of, int entries, int rows,
                              int* positions, cusparseIndexBase_t) {
  int place = 0;
  for (int row = 0; row <= rows; ++row) {
    while (place < entries && row_of[place] < row) ++place;
    positions[row] = place;
  }
  return record("Xcoo2csr");
}

cusparseStatus_t to_dense(cusparseHandle_t, cusparseConstSpMatDescr_t m,
                          cusparseDnMatDescr_t d, cusparseSparseToDenseAlg_t, void* buffer) {
  use_buffer(buffer);
  for (std::int64_t i = 0; i < d->rows; ++i)
    for (std::int64_t j = 0; j < d->columns; ++j)
      write_number(d->type, d->values, place_of(*d, i, j), 0);
  for (const Entry& e : entries_of(*m))
    write_number(d->type, d->values, place_of(*d, e.row, e.column),
                 read_number(m->type, m->values, e.place));
  return record("SparseToDense", text_of(*m) + " " + text_of(*d));
}

/// Calls f(i, j, value) with what is not 0, row by row.
template <class F>
void for_each_number(const cusparseDnMatDescr& d, F f) {
  for (std::int64_t i = 0; i < d.rows; ++i)
    for (std::int64_t j = 0; j < d.columns; ++j)
      if (const Number v = read_number(d.type, d.values, place_of(d, i, j)); v != 0.0) f(i, j, v);
}

cusparseStatus_t count(cusparseHandle_t, cusparseConstDnMatDescr_t d, cusparseSpMatDescr_t m,
                       cusparseDenseToSparseAlg_t, void* buffer) {
  use_buffer(buffer);
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(m->rows), 0);
  for_each_number(*d, [&](std::int64_t i, std::int64_t, Number) { ++lengths[i]; });
  m->entries = 0;
  for (std::int64_t i = 0; i < m->rows; ++i) {
    write_index(m->index_type, m->positions, i, m->entries);
    m->entries += lengths[static_cast<std::size_t>(i)];
  }
  write_index(m->index_type, m->positions, m->rows, m->entries);
  return record("DenseToSparse_analysis");
}

cusparseStatus_t fill(cusparseHandle_t, cusparseConstDnMatDescr_t d, cusparseSpMatDescr_t m,
                      cusparseDenseToSparseAlg_t, void* buffer) {
  use_buffer(buffer);
  std::int64_t place = 0;
  for_each_number(*d, [&](std::int64_t, std::int64_t j, Number v) {
    write_index(m->index_type, m->indices, place, j);
    write_number(m->type, m->values, place++, v);
  });
  return record("DenseToSparse_convert", text_of(*d) + " " + text_of(*m));
}

}  // namespace

void set_conversions(CuSparse::Impl::Functions& f) {
  f.Csr2cscEx2            = &rows_to_columns;
  f.Csr2cscEx2_bufferSize = [](cusparseHandle_t, int, int, int, const void*, const int*,
                               const int*, void*, int*, int*, cudaDataType, cusparseAction_t,
                               cusparseIndexBase_t, cusparseCsr2CscAlg_t, std::size_t* bytes) {
    *bytes = buffer_bytes;
    return CUSPARSE_STATUS_SUCCESS;
  };
  f.Xcoo2csr                 = &rows_of_list;
  f.SparseToDense            = &to_dense;
  f.SparseToDense_bufferSize = [](cusparseHandle_t, cusparseConstSpMatDescr_t,
                                  cusparseDnMatDescr_t, cusparseSparseToDenseAlg_t,
                                  std::size_t* bytes) {
    *bytes = buffer_bytes;
    return CUSPARSE_STATUS_SUCCESS;
  };
  f.DenseToSparse_bufferSize = [](cusparseHandle_t, cusparseConstDnMatDescr_t,
                                  cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t,
                                  std::size_t* bytes) {
    *bytes = buffer_bytes;
    return CUSPARSE_STATUS_SUCCESS;
  };
  f.DenseToSparse_analysis = &count;
  f.DenseToSparse_convert  = &fill;
}

}  // namespace Strata::Testing
