// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_CxxBatch.hpp>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "Strata_CxxBackend.h"
#include "Strata_PlanState.h"

namespace Strata {

namespace {

struct Kernel {
  std::string key, name;
  strata::CompiledProgram program;
};

/// Kernels of equal strictness, in one translation unit.
struct Unit {
  std::vector<Kernel> kernels;
  bool strict = false;
};

std::string source_of(const Unit& unit) {
  std::string source;
  for (const Kernel& kernel : unit.kernels) source += kernel.program.source;
  return source;
}

/// False if the unit, or a kernel in it, does not compile.
bool build_unit(Unit& unit) {
  const bool stays = std::any_of(
      unit.kernels.begin(), unit.kernels.end(), [](const Kernel& kernel) {
        return Impl::allocates_result(kernel.program);
      });
  try {
    const std::shared_ptr<void> code =
        Impl::load_cxx(source_of(unit), {unit.strict, stays});
    for (Kernel& kernel : unit.kernels) {
      kernel.program.code  = code;
      kernel.program.entry = Impl::find_entry(code, kernel.name);
      Impl::add_to_cache(kernel.key,
                         std::make_shared<const strata::CompiledProgram>(
                             std::move(kernel.program)));
    }
    return true;
  } catch (const CodegenError&) {
    return false;
  }
}

void emit_into(Kernel& kernel, strata::CompileRequest request) {
  request.name   = kernel.name;
  kernel.program = Impl::compiler().compile(request);
}

/// Every kernel once. Those to build: what is not in the cache and can be
/// emitted.
std::vector<Unit> units_of(
    const std::vector<std::shared_ptr<Impl::PlanState>>& plans,
    int kernels_per_unit, bool to_build) {
  std::vector<Unit> units;
  std::set<std::string> seen;
  for (const bool strict : {false, true}) {
    bool full = true;
    for (const auto& plan : plans) {
      Kernel kernel{Impl::signature(plan->request, plan->concrete), "", {}};
      if (plan->request.options.strict != strict || seen.count(kernel.key) ||
          (to_build && Impl::is_cached(kernel.key)))
        continue;
      kernel.name = "kernel" + std::to_string(seen.size());
      seen.insert(kernel.key);
      try {
        emit_into(kernel, plan->request);
      } catch (const Error&) {
        if (!to_build) throw;
        continue;  // compile() reports it
      }
      if (full) units.push_back({{}, strict});
      units.back().kernels.push_back(std::move(kernel));
      full = static_cast<int>(units.back().kernels.size()) >= kernels_per_unit;
    }
  }
  return units;
}

}  // namespace

void CxxBatch::add_kernel(std::string_view notation, const Operands& operands,
                          PlanOptions options, const Impl::SpaceFacts& space) {
  options.backend = Backend::cxx;
  m_kernels.push_back(
      Impl::declare_plan(notation, operands, options, space));
}

int CxxBatch::num_kernels() const {
  std::set<std::string> seen;
  for (const auto& plan : m_kernels)
    seen.insert(Impl::signature(plan->request, plan->concrete));
  return static_cast<int>(seen.size());
}

std::vector<std::string> CxxBatch::sources(int kernels_per_unit) const {
  std::vector<std::string> texts;
  for (const Unit& unit : units_of(m_kernels, kernels_per_unit, false))
    texts.push_back(source_of(unit));
  return texts;
}

int CxxBatch::build(int kernels_per_unit, int jobs) {
  std::vector<Unit> units = units_of(m_kernels, kernels_per_unit, true);
  m_kernels.clear();
  std::atomic<std::size_t> next = 0;
  std::atomic<int> built        = 0;
  const auto work = [&] {
    for (std::size_t n = next++; n < units.size(); n = next++) {
      const auto size = static_cast<int>(units[n].kernels.size());
      if (build_unit(units[n])) built += size;
    }
  };
  std::vector<std::thread> threads;
  for (int n = 1; n < jobs; ++n) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return built;
}

}  // namespace Strata
