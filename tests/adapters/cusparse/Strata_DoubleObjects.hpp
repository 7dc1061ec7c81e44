// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DOUBLE_OBJECTS_HPP
#define STRATA_DOUBLE_OBJECTS_HPP

#include <complex>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <cusparse.h>

// What the handles and descriptors of the library in cuSPARSE's place are.

struct cusparseContext {
  cudaStream_t stream = nullptr;
};

struct cusparseSpMatDescr {
  std::string kind;  ///< "csr", "csc", "coo", "bsr"
  std::int64_t rows = 0, columns = 0, entries = 0;
  std::int64_t block_rows = 1, block_columns = 1;
  void *positions = nullptr, *indices = nullptr, *values = nullptr;
  cusparseIndexType_t index_type = CUSPARSE_INDEX_32I;
  cudaDataType type              = CUDA_R_64F;
};

struct cusparseDnMatDescr {
  std::int64_t rows = 0, columns = 0, stride = 0;
  void* values          = nullptr;
  cudaDataType type     = CUDA_R_64F;
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;
};

struct cusparseDnVecDescr {
  std::int64_t size = 0;
  void* values      = nullptr;
  cudaDataType type = CUDA_R_64F;
};

struct cusparseMatDescr {};

struct cusparseSpGEMMDescr {
  bool estimated = false;
  std::map<std::pair<std::int64_t, std::int64_t>, std::complex<double>> product;
};

namespace Strata::Testing {

using Number = std::complex<double>;

Number read_number(cudaDataType type, const void* data, std::int64_t i);
void write_number(cudaDataType type, void* data, std::int64_t i, Number value);
std::int64_t read_index(cusparseIndexType_t type, const void* data, std::int64_t i);
void write_index(cusparseIndexType_t type, void* data, std::int64_t i, std::int64_t value);

/// An entry of a sparse matrix and the place of its value.
struct Entry {
  std::int64_t row, column, place;
};
std::vector<Entry> entries_of(const cusparseSpMatDescr& matrix);

/// Place of an element of a dense matrix.
std::int64_t place_of(const cusparseDnMatDescr& matrix, std::int64_t row, std::int64_t column);

/// "csr<32>", "row", "col".
std::string text_of(const cusparseSpMatDescr& matrix);
std::string text_of(const cusparseDnMatDescr& matrix);
std::string text_of(cusparseOperation_t op);
std::string text_of(Number value);

/// Writes the call down; what it shall return.
cusparseStatus_t record(const std::string& name, const std::string& arguments = "");

/// What a call with a buffer needs of it, every byte of which it writes.
constexpr std::size_t buffer_bytes = 1000;
void use_buffer(void* buffer, std::size_t bytes = buffer_bytes);

}  // namespace Strata::Testing

#endif
