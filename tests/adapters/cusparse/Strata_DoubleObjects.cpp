// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DoubleObjects.hpp"

#include <cstring>
#include <sstream>

namespace Strata::Testing {

Number read_number(cudaDataType type, const void* data, std::int64_t i) {
  switch (type) {
    case CUDA_R_32F: return static_cast<const float*>(data)[i];
    case CUDA_R_64F: return static_cast<const double*>(data)[i];
    case CUDA_C_32F: return static_cast<const std::complex<float>*>(data)[i];
    default: return static_cast<const std::complex<double>*>(data)[i];
  }
}

void write_number(cudaDataType type, void* data, std::int64_t i, Number value) {
  switch (type) {
    case CUDA_R_32F: static_cast<float*>(data)[i] = static_cast<float>(value.real()); break;
    case CUDA_R_64F: static_cast<double*>(data)[i] = value.real(); break;
    case CUDA_C_32F:
      static_cast<std::complex<float>*>(data)[i] = std::complex<float>(value);
      break;
    default: static_cast<std::complex<double>*>(data)[i] = value;
  }
}

std::int64_t read_index(cusparseIndexType_t type, const void* data, std::int64_t i) {
  return type == CUSPARSE_INDEX_32I ? static_cast<const std::int32_t*>(data)[i]
                                    : static_cast<const std::int64_t*>(data)[i];
}

void write_index(cusparseIndexType_t type, void* data, std::int64_t i, std::int64_t value) {
  if (type == CUSPARSE_INDEX_32I)
    static_cast<std::int32_t*>(data)[i] = static_cast<std::int32_t>(value);
  else
    static_cast<std::int64_t*>(data)[i] = value;
}

std::vector<Entry> entries_of(const cusparseSpMatDescr& m) {
  std::vector<Entry> entries;
  const auto index = [&](const void* data, std::int64_t i) {
    return read_index(m.index_type, data, i);
  };
  if (m.kind == "coo") {
    for (std::int64_t p = 0; p < m.entries; ++p)
      entries.push_back({index(m.positions, p), index(m.indices, p), p});
    return entries;
  }
  const std::int64_t br = m.block_rows, bc = m.block_columns;
  const std::int64_t lines = m.kind == "csc" ? m.columns : m.rows / br;
  for (std::int64_t line = 0; line < lines; ++line)
    for (std::int64_t p = index(m.positions, line); p < index(m.positions, line + 1); ++p) {
      const std::int64_t other = index(m.indices, p);
      if (m.kind == "csc") entries.push_back({other, line, p});
      else
        for (std::int64_t r = 0; r < br; ++r)
          for (std::int64_t c = 0; c < bc; ++c)
            entries.push_back({line * br + r, other * bc + c, (p * br + r) * bc + c});
    }
  return entries;
}

std::int64_t place_of(const cusparseDnMatDescr& m, std::int64_t row, std::int64_t column) {
  return m.order == CUSPARSE_ORDER_ROW ? row * m.stride + column : column * m.stride + row;
}

std::string text_of(const cusparseSpMatDescr& m) {
  std::string text = m.kind + (m.index_type == CUSPARSE_INDEX_32I ? "<32>" : "<64>");
  if (m.kind == "bsr")
    text += std::to_string(m.block_rows) + "x" + std::to_string(m.block_columns);
  return text;
}

std::string text_of(const cusparseDnMatDescr& m) {
  return m.order == CUSPARSE_ORDER_ROW ? "row" : "col";
}

std::string text_of(cusparseOperation_t op) {
  return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? "N"
         : op == CUSPARSE_OPERATION_TRANSPOSE   ? "T"
                                                : "C";
}

std::string text_of(Number value) {
  std::ostringstream out;
  out << value.real();
  if (value.imag() != 0) out << "+" << value.imag() << "i";
  return out.str();
}

void use_buffer(void* buffer, std::size_t bytes) { std::memset(buffer, 0xAB, bytes); }

}  // namespace Strata::Testing
