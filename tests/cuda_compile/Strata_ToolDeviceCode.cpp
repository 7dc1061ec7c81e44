// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata run --space cuda, and the bandwidth that it measures.
#include <Kokkos_Core.hpp>
#include <strata/ExecuteOn.hpp>

Strata::Tool::RunOutcome run(const Strata::Tool::Problem& problem,
                             const Strata::Tool::LoadedTensors& loaded,
                             const Strata::TensorDeclarations& tensors,
                             const Strata::Tool::RunOptions& options) {
  return Strata::Tool::execute_on(Kokkos::Cuda(), Kokkos::DefaultHostExecutionSpace(), problem,
                                  loaded, tensors, options);
}
