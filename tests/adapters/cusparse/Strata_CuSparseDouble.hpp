// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_DOUBLE_HPP
#define STRATA_CUSPARSE_DOUBLE_HPP

#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_CuSparse.hpp>

/// A library in cuSPARSE's place, for host memory: it writes down what it is asked for,
/// and does it, entry by entry. What is against cuSPARSE's manual it refuses.
namespace Strata::Testing {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Calls since the last time: "SpMV T csr<32> alpha=2 beta=0".
std::vector<std::string> take_calls();
/// Handles and descriptors that are not destroyed.
int num_live_objects();
/// The next call of this name, without "cusparse", returns `status`.
void fail_next(const std::string& name, cusparseStatus_t status);

const CuSparse::Impl::Functions& double_functions();
/// The stream of Host in this library.
cudaStream_t double_stream();

}  // namespace Strata::Testing

template <>
struct Strata::CuSparse::Impl::Library<Strata::Testing::Host> {
  static const Functions& functions() { return Testing::double_functions(); }
  static cudaStream_t stream(const Testing::Host&) { return Testing::double_stream(); }
};

#endif
