// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution spaces and back ends that typed tests run on.
#ifndef STRATA_TEST_BACKENDS_HPP
#define STRATA_TEST_BACKENDS_HPP

#include <gtest/gtest.h>

#include <Strata_PlanOptions.hpp>

namespace Strata::Testing {

/// An execution space and a back end.
template <class Space, Backend B>
struct On {
  using space                       = Space;
  static constexpr Backend back_end = B;
};
/// Every space with the JIT; and with both: the C++ compiler takes its time for one of them.
template <class Spaces>
struct WithBackends;
template <class First, class... Spaces>
struct WithBackends<testing::Types<First, Spaces...>> {
  using jit  = testing::Types<On<First, Backend::jit>, On<Spaces, Backend::jit>...>;
  using both = testing::Types<On<First, Backend::jit>, On<Spaces, Backend::jit>...,
                              On<First, Backend::cxx>>;
};

}  // namespace Strata::Testing

#endif
