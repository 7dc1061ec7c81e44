// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CXX_BATCH_HPP
#define STRATA_CXX_BATCH_HPP

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_Plan.hpp>

namespace Strata {

/// Kernels of the C++ back end that are compiled together: a translation unit
/// costs far more than a kernel in it. compile() then finds them in the cache.
class CxxBatch {
 public:
  /// \param in_phases also what Plan::assemble() and compute() run, for sparse results
  /// \param team threads of a team that calls functions for teams (EmitNames::in_team)
  ///   instead of what launches; 0: none. compile() takes them for its kernels: this is
  ///   how they are tested.
  explicit CxxBatch(bool in_phases = false, int team = 0)
      : m_in_phases(in_phases), m_team(team) {}

  /// Adds what compile(exec, notation, operands, options) would compile.
  /// \throws what compile() throws before it generates code.
  template <class ExecutionSpace>
  void add(const ExecutionSpace& exec, std::string_view notation,
           const Operands& operands, const PlanOptions& options) {
    const Impl::SpaceFacts facts = Impl::facts_of(exec);
    add_kernel(notation, operands, options,
               {facts, &exec, Impl::space_operations<ExecutionSpace>()});
  }

  /// Adds a kernel for the execution space Kokkos::`space`, also one that this
  /// process does not have: for sources().
  void add(const char* space, int concurrency, std::string_view notation,
           const Operands& operands, const PlanOptions& options) {
    using host_space = Kokkos::DefaultHostExecutionSpace;
    const host_space host;
    const Impl::SpaceFacts facts{space, concurrency};
    add_kernel(notation, operands, options,
               {facts, &host, Impl::space_operations<host_space>()});
  }

  /// Kernels that were added, each counted once.
  int num_kernels() const;

  /// The translation units of what was added, whether in the cache or not.
  /// \throws UnsupportedExpression, CodegenError when a kernel cannot be emitted.
  std::vector<std::string> sources(int kernels_per_unit = 12) const;

  /// Compiles what was added and is not in the cache, `kernels_per_unit` kernels
  /// in a translation unit, `jobs` units at a time. Returns the number of kernels
  /// compiled. Those of a unit that does not compile are left to compile(), which
  /// reports what is wrong with which.
  int build(int kernels_per_unit = 12, int jobs = 2);

 private:
  void add_kernel(std::string_view notation, const Operands& operands,
                  PlanOptions options, const Impl::SpaceInstance& space);

  std::vector<std::shared_ptr<Impl::PlanState>> m_kernels;
  bool m_in_phases;
  int m_team;
};

}  // namespace Strata

#endif
