// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_CONTEXT_HPP
#define STRATA_CUSPARSE_CONTEXT_HPP

#include <memory>

#include <impl/Strata_CuSparseSession.hpp>
#include <impl/Strata_CuSparseSpace.hpp>

namespace Strata::CuSparse {

/// cuSPARSE on the stream of an instance of Kokkos::Cuda: its handle, and the memory that
/// its operations need beside their operands, which they use one after the other and
/// which only grows. A copy is the same context. Not to be used by two threads at a time.
/// The last one that goes away waits for the instance.
/// Source: NVIDIA, cuSPARSE library manual (CUDA 12.2 and later), generic API.
template <class ExecutionSpace>
class Context {
 public:
  using execution_space = ExecutionSpace;

  /// \throws LibraryError where there is no device.
  explicit Context(const ExecutionSpace& exec) : m_shared(std::make_shared<Shared>(exec)) {}

  const ExecutionSpace& instance() const { return m_shared->exec; }
  Impl::Session& session() const { return m_shared->session; }

 private:
  struct Shared {
    explicit Shared(const ExecutionSpace& e)
        : exec(e),
          session(Impl::Library<ExecutionSpace>::functions(),
                  Impl::Library<ExecutionSpace>::stream(exec), &exec,
                  Impl::space_operations<ExecutionSpace>()) {}
    ExecutionSpace exec;
    Impl::Session session;
  };
  std::shared_ptr<Shared> m_shared;
};

}  // namespace Strata::CuSparse

#endif
