// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of this process by signature, then those on disk, then the compiler. The key is
// computed without MLIR, so that a hit loads no compiler.
#include <bit>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>

#include <Strata_Config.hpp>
#include <Strata_KernelCache.hpp>
#include <strata/Analysis/FibreLengths.h>
#include <strata/Analysis/Prefetch.h>
#include <strata/Analysis/RowBlocks.h>
#include <strata/Analysis/SmallExtents.h>
#include <strata/Analysis/SumFactors.h>

#include "../Strata_CxxBackend.h"
#include "../Strata_Modules.h"
#include "../Strata_PlanState.h"
#include "../device/Strata_DeviceModule.h"
#include "Strata_DiskCache.h"

namespace Strata::Impl {

namespace {

using Program = std::shared_ptr<const strata::CompiledProgram>;

/// Keeps the most recently used kernels; evicted code is freed when the last
/// plan that uses it is gone.
class KernelCache {
 public:
  Program find(const std::string& key) {
    std::lock_guard lock(m_mutex);
    auto it = m_entries.find(key);
    if (it == m_entries.end()) return nullptr;
    m_recent.splice(m_recent.begin(), m_recent, it->second.place);
    return it->second.program;
  }

  void insert(const std::string& key, Program program) {
    std::lock_guard lock(m_mutex);
    if (m_entries.count(key)) return;
    m_recent.push_front(key);
    m_entries[key] = {std::move(program), m_recent.begin()};
    if (m_entries.size() <= capacity) return;
    m_entries.erase(m_recent.back());
    m_recent.pop_back();
  }

  void clear() {
    std::lock_guard lock(m_mutex);
    m_entries.clear();
    m_recent.clear();
  }

 private:
  static constexpr std::size_t capacity = 1024;
  struct Entry {
    Program program;
    std::list<std::string>::iterator place;
  };
  std::mutex m_mutex;
  std::list<std::string> m_recent;
  std::unordered_map<std::string, Entry> m_entries;
};

KernelCache& cache() {
  static KernelCache* instance = new KernelCache;  // outlives static plans
  return *instance;
}

}  // namespace

std::string signature(const strata::CompileRequest& request,
                      const strata::ConcreteProgram& concrete) {
  std::string key = STRATA_VERSION_STRING;
  key += "|" + to_string(request.stmt.assignment);
  for (const CheckedAssignment& stmt : request.followers)
    key += ";" + to_string(stmt.assignment);
  for (const std::string& v : request.sharedLoops) key += "," + v;
  for (const std::string& name : request.names) {
    const TensorDeclaration& tensor = request.stmt.tensors.at(name);
    key += "|" + name + ":" + tensor.format.to_string() +
           (tensor.format.pos_type().is_signed ? "p" : "") +
           (tensor.format.crd_type().is_signed ? "c" : "") + " " +
           std::string(name_of(tensor.scalar));
    if (tensor.fill != 0) key += "~" + std::to_string(std::bit_cast<std::uint64_t>(tensor.fill));
    if (request.registers.count(name)) key += " in registers";
    auto unit = request.unitLevels.find(name);
    if (unit != request.unitLevels.end())
      key += "/" + std::to_string(unit->second);
  }
  // Index types of lists follow the extents.
  for (const strata::Temporary& t : concrete.temporaries)
    key += "|" + concrete.tensors.at(t.name).format.to_string();
  for (const strata::ConcreteStatement& s : concrete.statements) {
    key += "|" + s.parallel + ":" + std::to_string(static_cast<int>(s.race));
    for (const std::string& v : s.partitioned) key += "/" + v;
    key += s.carry + (s.atomicCarry ? " atomically" : "");
  }
  // Which statements there are depends on extents and entries as well.
  key += "|" + concrete.toString();
  key += request.onePass ? "|one pass" : "";
  key += request.options.strict ? "|strict" : "";
  key += request.options.deterministic ? "|deterministic" : "";
  key += request.options.count_iterations ? "|count" : "";
  key += "|team " + std::to_string(request.options.team_size) + "x" +
         std::to_string(request.options.vector_length);
  key += "|merge " + std::to_string(static_cast<int>(request.options.merge));
  for (const auto& [name, length] : strata::fibreLengths(request))
    key += "," + std::to_string(length);
  key += "|sums " + std::to_string(static_cast<int>(request.options.sums));
  if (request.vectorBytes > 0)
    for (const std::string& name : strata::shortFibres(request)) key += ",short " + name;
  for (const auto& [variable, extent] : strata::smallExtents(request))
    key += "," + variable + "=" + std::to_string(extent);
  const strata::PrefetchChoice prefetch = strata::choosePrefetch(request);
  key += prefetch.blocks ? "|prefetch blocks" : "";
  key += prefetch.fibres ? "|prefetch fibres" : "";
  const strata::RowBlockChoice rows = strata::chooseRowBlocks(request);
  key += "|" + std::to_string(rows.fewest) + " blocks of " + std::to_string(rows.bytes);
  key += "|factored in " + std::to_string(strata::bytesOfFactoredSums(request));
  key += request.options.check_races ? "|check" : "";
  key += "|permute " + std::to_string(request.options.permute);
  if (request.options.backend == Backend::cxx)
    key += "|" + request.entrySpace + " in pieces " +
           std::to_string(request.options.pieces);
  if (!request.chip.empty()) key += "|" + request.chip;
  return key + "|" + std::to_string(request.vectorBytes);
}

bool is_cached(const std::string& key) { return cache().find(key) != nullptr; }

void add_to_cache(const std::string& key, Program program) {
  cache().insert(key, std::move(program));
}

/// Machine code of `request`, where nobody has it: made, and kept for other processes.
static strata::CompiledProgram compile_anew(const strata::CompileRequest& request,
                                            const std::string& key, bool use_cache) {
  strata::CompiledProgram program = compiler().compile(request);
  if (request.options.backend == Backend::cxx) {
    link_cxx(program, request);
    return program;
  }
  if (use_cache) keep_on_disk(request, key, program);
  make_runnable(program);
  return program;
}

FoundProgram find_or_compile(const strata::CompileRequest& request, const std::string& key,
                             bool use_cache) {
  if (Program program = use_cache ? cache().find(key) : nullptr)
    return {std::move(program), KernelOrigin::process};
  std::optional<strata::CompiledProgram> found;
  if (use_cache && request.options.backend == Backend::jit)
    found = find_on_disk(request, key);
  FoundProgram out;
  out.origin  = found ? KernelOrigin::disk : KernelOrigin::compiled;
  out.program = std::make_shared<const strata::CompiledProgram>(
      found ? std::move(*found) : compile_anew(request, key, use_cache));
  if (use_cache) cache().insert(key, out.program);
  return out;
}

}  // namespace Strata::Impl

void Strata::forget_kernels() { Impl::cache().clear(); }
