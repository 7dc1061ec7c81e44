// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Topology.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#include <unistd.h>
#endif

#ifdef STRATA_HAS_HWLOC
#include <hwloc.h>

#include <memory>
#endif

namespace Strata {
namespace {

std::size_t vector_register_bytes(std::size_t fallback) {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
  if (__builtin_cpu_supports("avx512f")) return 64;
  if (__builtin_cpu_supports("avx")) return 32;
#endif
  return fallback;
}

/// Processors that any thread of this process may use: one thread alone can be
/// bound to less than the process has.
int usable_thread_count() {
#if defined(__linux__)
  cpu_set_t usable;
  CPU_ZERO(&usable);
  std::error_code error;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/self/task", error)) {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    const int id = std::atoi(task.path().filename().c_str());
    if (sched_getaffinity(id, sizeof(mask), &mask) == 0)
      CPU_OR(&usable, &usable, &mask);
  }
  if (const int count = CPU_COUNT(&usable); count > 0) return count;
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

#if defined(__linux__)
void set_from_system(std::size_t& bytes, int name) {
  if (const long value = sysconf(name); value > 0)
    bytes = static_cast<std::size_t>(value);
}
#endif

/// What the operating system tells without any library.
MachineModel model_from_system() {
  MachineModel model;
  model.source       = "system";
  model.thread_count = usable_thread_count();
  model.core_count   = model.thread_count;
  model.vector_bytes = vector_register_bytes(model.vector_bytes);
#if defined(__linux__) && defined(_SC_LEVEL1_DCACHE_SIZE)
  set_from_system(model.l1_bytes, _SC_LEVEL1_DCACHE_SIZE);
  set_from_system(model.l2_bytes, _SC_LEVEL2_CACHE_SIZE);
  set_from_system(model.l3_bytes, _SC_LEVEL3_CACHE_SIZE);
  set_from_system(model.line_bytes, _SC_LEVEL1_DCACHE_LINESIZE);
#endif
  return model;
}

#ifdef STRATA_HAS_HWLOC
struct DestroyTopology {
  void operator()(hwloc_topology_t topology) const {
    hwloc_topology_destroy(topology);
  }
};
using Topology =
    std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, DestroyTopology>;

/// This process' part of the machine, or null.
Topology load_topology() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Topology topology(raw);
  if (hwloc_topology_load(raw) != 0) return nullptr;
  hwloc_bitmap_t mask = hwloc_bitmap_alloc();
  if (mask != nullptr &&
      hwloc_get_cpubind(raw, mask, HWLOC_CPUBIND_PROCESS) == 0 &&
      !hwloc_bitmap_iszero(mask))
    hwloc_topology_restrict(raw, mask, 0);
  hwloc_bitmap_free(mask);
  return topology;
}

int object_count(const Topology& topology, hwloc_obj_type_t type) {
  return std::max(1, hwloc_get_nbobjs_by_type(topology.get(), type));
}

/// The first cache of a kind; virtual machines may describe none, or one
/// without a size.
hwloc_obj_t first_cache(const Topology& topology, hwloc_obj_type_t type) {
  hwloc_obj_t cache = hwloc_get_obj_by_type(topology.get(), type, 0);
  return cache != nullptr && cache->attr->cache.size > 0 ? cache : nullptr;
}

void add_hwloc(const Topology& topology, MachineModel& model) {
  model.source          = "hwloc";
  model.thread_count    = object_count(topology, HWLOC_OBJ_PU);
  model.core_count      = object_count(topology, HWLOC_OBJ_CORE);
  model.numa_node_count = object_count(topology, HWLOC_OBJ_NUMANODE);
  if (hwloc_obj_t l1 = first_cache(topology, HWLOC_OBJ_L1CACHE)) {
    model.l1_bytes = l1->attr->cache.size;
    if (l1->attr->cache.linesize > 0)
      model.line_bytes = l1->attr->cache.linesize;
  }
  if (hwloc_obj_t l2 = first_cache(topology, HWLOC_OBJ_L2CACHE))
    model.l2_bytes = l2->attr->cache.size;
  if (hwloc_obj_t l3 = first_cache(topology, HWLOC_OBJ_L3CACHE)) {
    model.l3_bytes     = l3->attr->cache.size;
    model.cores_per_l3 = std::max(
        1, hwloc_get_nbobjs_inside_cpuset_by_type(topology.get(), l3->cpuset,
                                                  HWLOC_OBJ_CORE));
  }
}
#endif

}  // namespace

MachineModel detect_machine() {
  MachineModel model = model_from_system();
#ifdef STRATA_HAS_HWLOC
  if (const Topology topology = load_topology()) add_hwloc(topology, model);
#endif
  return model;
}

}  // namespace Strata
