// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_CACHE_HPP
#define STRATA_KERNEL_CACHE_HPP

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// \file
/// Machine code of kernels that outlives the process (docs/kernel-cache.md). compile()
/// looks a kernel up in the process, then on disk, and compiles it last; what is said
/// here is for those who want to see what there is.

namespace Strata {

/// Where kernels are kept: STRATA_KERNEL_CACHE of the environment, else strata/kernels in
/// XDG_CACHE_HOME or in ~/.cache. Empty where STRATA_KERNEL_CACHE is "off", and without a
/// home.
std::filesystem::path kernel_cache_folder();

/// Bytes that the files may have together: STRATA_KERNEL_CACHE_SIZE MiB, else 256.
std::uint64_t kernel_cache_limit();

struct CachedKernel {
  std::filesystem::path file;
  std::string title;  ///< the statement and the formats of its tensors
  std::uint64_t bytes = 0;
  std::filesystem::file_time_type used;  ///< to an hour
};

/// The kernels in kernel_cache_folder(), those used last first; damaged files have no
/// title. Safe while other processes use the folder.
std::vector<CachedKernel> cached_kernels();

/// Removes them, and what was left behind by processes that were killed. Plans keep
/// their kernels. Returns how many there were.
std::int64_t clear_kernel_cache();

/// Lets go of the kernels that this process keeps, at most 1,024, for plans to come; those on
/// disk stay. Plans keep theirs: memory of code is free when the last one is gone.
void forget_kernels();

/// What a tuning run has found for a statement and a class of operands
/// (PlanOptions::tune, docs/tuning.md).
struct TunedChoice {
  std::filesystem::path file;
  std::string title;     ///< the statement and the formats of its tensors
  std::string strategy;  ///< "merge=gallop pieces=64", or "default"
  double ms         = 0;
  double default_ms = 0;  ///< without it
  std::filesystem::file_time_type used;  ///< to an hour
};

/// What is kept in the folder `tuned` of kernel_cache_folder(), used last first; damaged
/// files have no title. Safe while other processes use it.
std::vector<TunedChoice> tuned_choices();

/// Removes them; this process forgets what it has tuned. Returns how many there were.
std::int64_t clear_tuned_choices();

}  // namespace Strata

#endif
