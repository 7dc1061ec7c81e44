// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CuSparseSession.hpp>

#include <Strata_CuSparseError.hpp>

namespace Strata::CuSparse::Impl {

Session::Session(const Functions& functions, cudaStream_t stream, const void* exec,
                 const SpaceOperations& space)
    : m_functions(functions), m_exec(exec), m_space(space) {
  check(m_functions.Create(&m_handle), "cusparseCreate");
  const cusparseStatus_t status = m_functions.SetStream(m_handle, stream);
  if (status != CUSPARSE_STATUS_SUCCESS) m_functions.Destroy(m_handle);
  check(status, "cusparseSetStream");
}

// What still runs may use the memory.
Session::~Session() {
  m_space.fence(m_exec, "Strata::CuSparse: end of a context");
  m_functions.Destroy(m_handle);
}

void Session::check(cusparseStatus_t status, std::string_view operation) const {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  const char* const name = m_functions.GetErrorName(status);
  const char* const text = m_functions.GetErrorString(status);
  const std::string got  = std::string(name ? name : std::to_string(status)) +
                          (text ? std::string(" (") + text + ")" : "");
  if (status == CUSPARSE_STATUS_NOT_SUPPORTED)
    throw UnsupportedExpression(
        error_message(operation, "cuSPARSE", "what it supports", got,
                      "take the generated kernel, Strata::einsum"));
  throw LibraryError(error_message(operation, "cuSPARSE", "success", got));
}

void* Session::buffer(std::size_t number, std::size_t bytes) {
  if (m_buffers.size() <= number) m_buffers.resize(number + 1);
  Buffer& buffer = m_buffers[number];
  if (buffer.bytes < bytes) {
    if (buffer.memory) fence("Strata::CuSparse: a larger buffer");
    buffer.memory = nullptr;
    buffer.memory = m_space.allocate(m_exec, bytes);
    buffer.bytes  = bytes;
  }
  return buffer.memory.get();
}

}  // namespace Strata::CuSparse::Impl
