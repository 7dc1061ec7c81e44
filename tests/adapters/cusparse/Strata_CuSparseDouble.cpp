// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, descriptors and the list of calls.
#include "Strata_CuSparseDouble.hpp"

#include <map>

#include "Strata_DoubleObjects.hpp"
#include "Strata_DoubleSteps.hpp"

namespace Strata::Testing {

namespace {

std::vector<std::string> calls;
std::map<std::string, cusparseStatus_t> failures;
int live = 0;

template <class T, class Handle>
cusparseStatus_t make(Handle* handle, T object) {
  *handle = new T(std::move(object));
  ++live;
  return CUSPARSE_STATUS_SUCCESS;
}
template <class T>
cusparseStatus_t destroy(const T* object) {
  delete object;
  --live;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t create_lines(const char* kind, cusparseSpMatDescr_t* made, std::int64_t rows,
                              std::int64_t columns, std::int64_t entries, void* positions,
                              void* indices, void* values, cusparseIndexType_t position_type,
                              cusparseIndexType_t index_type, cudaDataType type) {
  if (position_type != index_type || !positions) return CUSPARSE_STATUS_INVALID_VALUE;
  return make(made, cusparseSpMatDescr{kind, rows, columns, entries, 1, 1, positions, indices,
                                       values, index_type, type});
}

void set_objects(CuSparse::Impl::Functions& f) {
  f.Create = [](cusparseHandle_t* handle) {
    const cusparseStatus_t status = record("Create");
    return status ? status : make(handle, cusparseContext{});
  };
  f.Destroy   = [](cusparseHandle_t handle) { return destroy(handle); };
  f.SetStream = [](cusparseHandle_t handle, cudaStream_t stream) {
    handle->stream = stream;
    return record("SetStream", stream == double_stream() ? "of exec" : "other");
  };
  f.GetErrorName   = [](cusparseStatus_t s) { return ::cusparseGetErrorName(s); };
  f.GetErrorString = [](cusparseStatus_t s) { return ::cusparseGetErrorString(s); };
  f.CreateDnVec = [](cusparseDnVecDescr_t* made, std::int64_t size, void* values,
                     cudaDataType type) {
    return make(made, cusparseDnVecDescr{size, values, type});
  };
  f.DestroyDnVec = [](cusparseConstDnVecDescr_t v) { return destroy(v); };
  f.CreateDnMat  = [](cusparseDnMatDescr_t* made, std::int64_t rows, std::int64_t columns,
                     std::int64_t stride, void* values, cudaDataType type,
                     cusparseOrder_t order) {
    if (stride < (order == CUSPARSE_ORDER_ROW ? columns : rows))
      return CUSPARSE_STATUS_INVALID_VALUE;
    return make(made, cusparseDnMatDescr{rows, columns, stride, values, type, order});
  };
  f.DestroyDnMat       = [](cusparseConstDnMatDescr_t m) { return destroy(m); };
  f.SpGEMM_createDescr = [](cusparseSpGEMMDescr_t* made) {
    return make(made, cusparseSpGEMMDescr{});
  };
  f.SpGEMM_destroyDescr = [](cusparseSpGEMMDescr_t d) { return destroy(d); };
  f.CreateMatDescr      = [](cusparseMatDescr_t* made) { return make(made, cusparseMatDescr{}); };
  f.DestroyMatDescr     = [](cusparseMatDescr_t d) { return destroy(d); };
}

void set_matrices(CuSparse::Impl::Functions& f) {
  f.CreateCsr = [](cusparseSpMatDescr_t* made, std::int64_t rows, std::int64_t columns,
                   std::int64_t entries, void* positions, void* indices, void* values,
                   cusparseIndexType_t position_type, cusparseIndexType_t index_type,
                   cusparseIndexBase_t, cudaDataType type) {
    return create_lines("csr", made, rows, columns, entries, positions, indices, values,
                        position_type, index_type, type);
  };
  f.CreateCsc = [](cusparseSpMatDescr_t* made, std::int64_t rows, std::int64_t columns,
                   std::int64_t entries, void* positions, void* indices, void* values,
                   cusparseIndexType_t position_type, cusparseIndexType_t index_type,
                   cusparseIndexBase_t, cudaDataType type) {
    return create_lines("csc", made, rows, columns, entries, positions, indices, values,
                        position_type, index_type, type);
  };
  f.CreateCoo = [](cusparseSpMatDescr_t* made, std::int64_t rows, std::int64_t columns,
                   std::int64_t entries, void* row_indices, void* indices, void* values,
                   cusparseIndexType_t index_type, cusparseIndexBase_t, cudaDataType type) {
    return make(made, cusparseSpMatDescr{"coo", rows, columns, entries, 1, 1, row_indices,
                                         indices, values, index_type, type});
  };
  f.CreateBsr = [](cusparseSpMatDescr_t* made, std::int64_t rows, std::int64_t columns,
                   std::int64_t blocks, std::int64_t br, std::int64_t bc, void* positions,
                   void* indices, void* values, cusparseIndexType_t,
                   cusparseIndexType_t index_type, cusparseIndexBase_t, cudaDataType type,
                   cusparseOrder_t order) {
    if (order != CUSPARSE_ORDER_ROW) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return make(made, cusparseSpMatDescr{"bsr", rows * br, columns * bc, blocks * br * bc, br,
                                         bc, positions, indices, values, index_type, type});
  };
  f.DestroySpMat = [](cusparseConstSpMatDescr_t m) { return destroy(m); };
  f.SpMatGetSize = [](cusparseConstSpMatDescr_t m, std::int64_t* rows, std::int64_t* columns,
                      std::int64_t* entries) {
    *rows    = m->rows;
    *columns = m->columns;
    *entries = m->entries;
    return CUSPARSE_STATUS_SUCCESS;
  };
  f.CsrSetPointers = [](cusparseSpMatDescr_t m, void* positions, void* indices, void* values) {
    m->positions = positions;
    m->indices   = indices;
    m->values    = values;
    return CUSPARSE_STATUS_SUCCESS;
  };
}

}  // namespace

std::vector<std::string> take_calls() { return std::exchange(calls, {}); }
int num_live_objects() { return live; }
void fail_next(const std::string& name, cusparseStatus_t status) { failures[name] = status; }

cusparseStatus_t record(const std::string& name, const std::string& arguments) {
  calls.push_back(name + (arguments.empty() ? "" : " ") + arguments);
  const auto failure = failures.find(name);
  if (failure == failures.end()) return CUSPARSE_STATUS_SUCCESS;
  const cusparseStatus_t status = failure->second;
  failures.erase(failure);
  return status;
}

cudaStream_t double_stream() {
  static int stream = 0;
  return reinterpret_cast<cudaStream_t>(&stream);
}

const CuSparse::Impl::Functions& double_functions() {
  static const CuSparse::Impl::Functions functions = [] {
    CuSparse::Impl::Functions f;
    set_objects(f);
    set_matrices(f);
    set_products(f);
    set_sparse_products(f);
    set_sums(f);
    set_conversions(f);
    return f;
  }();
  return functions;
}

}  // namespace Strata::Testing
