// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_SESSION_HPP
#define STRATA_IMPL_CUSPARSE_SESSION_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_TensorRef.hpp>
#include <impl/Strata_CuSparseFunctions.hpp>

namespace Strata::CuSparse::Impl {

/// What the adapter asks of an execution space; `exec` is an instance.
struct SpaceOperations {
  std::shared_ptr<void> (*allocate)(const void* exec, std::size_t bytes);
  void (*fence)(const void* exec, const char* label);
  void (*copy)(const void* exec, void* to, const void* from, std::size_t bytes);
  /// A tensor with arrays for `entries` entries of its compressed level.
  TensorRef (*make_sparse)(const void* exec, const TensorRef& wanted, std::int64_t entries);
  /// A copy with arrays of its own.
  TensorRef (*copy_tensor)(const void* exec, const TensorRef& tensor);
  /// to[i] *= from[i], of `scalar`.
  void (*multiply)(const void* exec, ScalarType scalar, void* to, const void* from,
                   std::int64_t size);
};

/// A handle of cuSPARSE on the stream of an instance, with memory that its operations
/// use one after the other.
class Session {
 public:
  /// `exec` outlives the session.
  Session(const Functions& functions, cudaStream_t stream, const void* exec,
          const SpaceOperations& space);
  ~Session();
  Session(const Session&)            = delete;
  Session& operator=(const Session&) = delete;

  const Functions& functions() const { return m_functions; }
  cusparseHandle_t handle() const { return m_handle; }

  /// \throws UnsupportedExpression or LibraryError unless `status` is success.
  void check(cusparseStatus_t status, std::string_view operation) const;
  /// At least `bytes` of device memory, the same at every call with this number.
  void* buffer(std::size_t number, std::size_t bytes);

  void fence(const char* label) const { m_space.fence(m_exec, label); }
  void copy(void* to, const void* from, std::size_t bytes) const {
    m_space.copy(m_exec, to, from, bytes);
  }
  TensorRef make_sparse(const TensorRef& wanted, std::int64_t entries) const {
    return m_space.make_sparse(m_exec, wanted, entries);
  }
  TensorRef copy_tensor(const TensorRef& tensor) const {
    return m_space.copy_tensor(m_exec, tensor);
  }
  void multiply(ScalarType scalar, void* to, const void* from, std::int64_t size) const {
    m_space.multiply(m_exec, scalar, to, from, size);
  }

 private:
  struct Buffer {
    std::shared_ptr<void> memory;
    std::size_t bytes = 0;
  };
  const Functions& m_functions;
  const void* m_exec;
  const SpaceOperations& m_space;
  cusparseHandle_t m_handle = nullptr;
  std::vector<Buffer> m_buffers;
};

}  // namespace Strata::CuSparse::Impl

#endif
