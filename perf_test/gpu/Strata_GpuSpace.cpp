// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_GpuSpace.hpp"

#include <Strata_SpaceCopies.hpp>

namespace Strata::Perf {

#ifdef KOKKOS_ENABLE_CUDA
Space make_space(int) { return Space(); }
std::string device_of(const Space& exec) { return exec.cuda_device_prop().name; }
#else
Space make_space(int concurrency) { return Space(concurrency); }
std::string device_of(const Space&) { return "the host in its place"; }
#endif

Impl::SpaceFacts space_facts(const Space& exec) { return Impl::facts_of(exec); }

const Impl::SpaceOperations& operations_of_space() { return Impl::space_operations<Space>(); }

TensorRef to_device(const Space& exec, const TensorRef& tensor) {
  return Testing::to_space(exec, tensor);
}

TensorRef to_host(const Space& exec, const TensorRef& tensor) {
  return Testing::from_space(exec, tensor);
}

Plan compile_plan(const Space& exec, std::string_view notation, const Operands& operands,
                  const PlanOptions& options) {
  return compile(exec, notation, operands, ProgramOptions(), options);
}

void execute(const Space& exec, const Plan& plan) { plan.execute(exec); }
void assemble(const Space& exec, const Plan& plan) { plan.assemble(exec); }
void compute(const Space& exec, const Plan& plan) { plan.compute(exec); }

}  // namespace Strata::Perf
