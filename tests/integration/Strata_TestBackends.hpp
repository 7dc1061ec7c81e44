// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution spaces and back ends that typed tests run on.
#ifndef STRATA_TEST_BACKENDS_HPP
#define STRATA_TEST_BACKENDS_HPP

#include <gtest/gtest.h>

#include <Strata_CxxBatch.hpp>
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

/// Compiles the emitted kernels of all cases of a fixture together: a run of the compiler
/// costs much. A fixture has inputs(), result_of() and options() of a case, and pieces_of().
template <class Fixture, class Cases>
void build_together(const Fixture& fixture, const Cases& cases) {
  CxxBatch batch;
  for (const auto& c : cases) {
    Operands all         = fixture.inputs(c);
    all[{c.notation[0]}] = fixture.result_of(c);
    for (const int pieces : fixture.pieces_of())
      batch.add(fixture.exec, c.notation, all, fixture.options(c, pieces));
  }
  batch.build();
}

}  // namespace Strata::Testing

#endif
