// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Context.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <Kokkos_Core.hpp>
#include <Strata_Config.hpp>
#include <benchmark/benchmark.h>

#include "Strata_Build.hpp"
#include "Strata_Peers.hpp"

namespace Strata::Perf {

namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." +
         std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string kokkos_backends() {
  std::string names = Kokkos::DefaultHostExecutionSpace::name();
#ifdef KOKKOS_ENABLE_SERIAL
  if (names != "Serial") names += " Serial";
#endif
#ifdef KOKKOS_ENABLE_CUDA
  names += " Cuda";
#endif
#ifdef KOKKOS_ENABLE_HIP
  names += " HIP";
#endif
  return names;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

void add(const char* key, const std::string& value) {
  if (!value.empty()) benchmark::AddCustomContext(key, value);
}

void add_bandwidth(const std::string& where, const Bandwidth& bandwidth) {
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return std::string(text);
  };
  add(("bandwidth_" + where + "_array_mib").c_str(),
      number(static_cast<double>(bandwidth.array_bytes) / (1 << 20)));
  add(("bandwidth_" + where + "_read_gb_s").c_str(), number(bandwidth.read));
  add(("bandwidth_" + where + "_triad_gb_s").c_str(), number(bandwidth.triad));
}

}  // namespace

void add_context(int threads, const Bandwidth& memory,
                 const Bandwidth& cache) {
  add("strata_version", STRATA_VERSION_STRING);
  add("strata_git_commit", git_commit());
  add("kokkos_version", kokkos_version());
  add("kokkos_backends", kokkos_backends());
  add("kokkos_threads", std::to_string(threads));
  add("llvm_version", Build::llvm_version);
  add("compiler", Build::compiler);
  add("compiler_flags", Build::flags);
  add("yardstick_and_peer_flags", Build::yardstick_flags);
  add("build_type", Build::build_type);
  add("cpu_model", cpu_model());
  for (const char* name : {"OMP_PROC_BIND", "OMP_PLACES", "GLIBC_TUNABLES"})
    add(name, environment(name));
  // Which of several processes of a batch job this is.
  for (const char* name : {"STRATA_PERF_RANK", "SLURM_PROCID",
                           "OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (!environment(name).empty()) {
      add("rank", environment(name));
      break;
    }
  std::string others;
  for (const Peer& peer : peers(threads))
    others += (others.empty() ? "" : ", ") + peer.name + " " + peer.version;
  add("peers", others);
  add_bandwidth("memory", memory);
  add_bandwidth("cache", cache);
}

}  // namespace Strata::Perf
