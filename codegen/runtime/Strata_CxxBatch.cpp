// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_CxxBatch.hpp>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "Strata_CxxBackend.h"
#include "Strata_Modules.h"
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
      Impl::link_unit(kernel.program, code, kernel.name);
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

/// A kernel to be emitted, and its key in the cache.
struct Wanted {
  std::string key;
  strata::CompileRequest request;
};

/// Every kernel once.
std::vector<Wanted> kernels_of(
    const std::vector<std::shared_ptr<Impl::PlanState>>& plans,
    bool in_phases) {
  std::vector<Wanted> wanted;
  std::set<std::string> seen;
  const auto want = [&](std::string key, const strata::CompileRequest& request) {
    if (seen.insert(key).second) wanted.push_back({std::move(key), request});
  };
  for (const auto& plan : plans) {
    const strata::CompileRequest& request = plan->request;
    want(Impl::signature(request, plan->concrete), request);
    if (in_phases && !plan->operands.at(request.names[0]).format.is_dense())
      want(Impl::phases_signature(request, plan->concrete),
           Impl::in_phases(request));
  }
  return wanted;
}

/// Those to build: what is not in the cache and can be emitted.
std::vector<Unit> units_of(const std::vector<Wanted>& kernels,
                           int kernels_per_unit, bool to_build) {
  std::vector<Unit> units;
  for (const bool strict : {false, true}) {
    bool full = true;
    for (std::size_t n = 0; n < kernels.size(); ++n) {
      const auto& [key, request] = kernels[n];
      if (request.options.strict != strict ||
          (to_build && Impl::is_cached(key)))
        continue;
      Kernel kernel{key, "kernel" + std::to_string(n), {}};
      try {
        emit_into(kernel, request);
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
                          PlanOptions options, const Impl::SpaceInstance& space) {
  options.backend = Backend::cxx;
  m_kernels.push_back(
      Impl::declare_plan(notation, operands, options, space));
  strata::CompileRequest& request = m_kernels.back()->request;
  if (m_team > 0) Impl::set_in_team(request);
  request.entryTeam = m_team;
}

int CxxBatch::num_kernels() const {
  return static_cast<int>(kernels_of(m_kernels, m_in_phases).size());
}

std::vector<std::string> CxxBatch::sources(int kernels_per_unit) const {
  std::vector<std::string> texts;
  for (const Unit& unit : units_of(kernels_of(m_kernels, m_in_phases),
                                   kernels_per_unit, false))
    texts.push_back(source_of(unit));
  return texts;
}

int CxxBatch::build(int kernels_per_unit, int jobs) {
  std::vector<Unit> units =
      units_of(kernels_of(m_kernels, m_in_phases), kernels_per_unit, true);
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
