// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata cache: the kernels that are kept on disk.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <Strata_Error.hpp>
#include <Strata_KernelCache.hpp>

#include "Commands.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* examples = R"(Examples:
  strata cache list
  strata cache clear
  STRATA_KERNEL_CACHE=kernels strata cache list
Kernels are kept in the folder STRATA_KERNEL_CACHE (else strata/kernels in XDG_CACHE_HOME, or
in .cache of the home), together at most STRATA_KERNEL_CACHE_SIZE MiB (else 256): those that
nobody has used for longest go first. STRATA_KERNEL_CACHE=off keeps none. What strata run --tune
has chosen is kept beside them.)";

std::string day_of(std::filesystem::file_time_type time) {
  const auto elapsed = std::filesystem::file_time_type::clock::now() - time;
  const auto system  = std::chrono::system_clock::now() -
                      std::chrono::duration_cast<std::chrono::seconds>(elapsed);
  return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::chrono::system_clock::to_time_t(system)));
}

/// \throws UnsupportedExpression where there is none.
std::filesystem::path folder_in_use(const char* operation) {
  auto folder = kernel_cache_folder();
  if (folder.empty())
    throw UnsupportedExpression(error_message(
        operation, "the folder of kernels", "one", "STRATA_KERNEL_CACHE=off, or no HOME",
        "set STRATA_KERNEL_CACHE to a folder"));
  return folder;
}

std::string line_of(const TunedChoice& choice) {
  const std::string day = day_of(choice.used);
  if (choice.title.empty())
    return fmt::format("{}  {} (damaged)\n", day, choice.file.filename().string());
  return fmt::format("{}  {}  {}  {:.4g} ms, default {:.4g} ms\n", day, choice.title,
                     choice.strategy, choice.ms, choice.default_ms);
}

void list() {
  const auto folder  = folder_in_use("strata cache list");
  const auto kernels = cached_kernels();
  std::uint64_t total = 0;
  for (const CachedKernel& kernel : kernels) total += kernel.bytes;
  fmt::print("{}: {} kernels, {:.1f} of {} MiB\n", folder.string(), kernels.size(),
             static_cast<double>(total) / (1 << 20), kernel_cache_limit() >> 20);
  for (const CachedKernel& kernel : kernels)
    fmt::print("{}  {:>5} KiB  {}\n", day_of(kernel.used), (kernel.bytes + 1023) >> 10,
               kernel.title.empty() ? kernel.file.filename().string() + " (damaged)"
                                    : kernel.title);
  const auto choices = tuned_choices();
  if (!choices.empty()) fmt::print("{}: {} tuned\n", (folder / "tuned").string(), choices.size());
  for (const TunedChoice& choice : choices) fmt::print("{}", line_of(choice));
}

void clear() {
  const auto folder = folder_in_use("strata cache clear");
  fmt::print("{}: {} kernels removed\n", folder.string(), clear_kernel_cache());
  if (const std::int64_t tuned = clear_tuned_choices(); tuned > 0)
    fmt::print("{}: {} tuned removed\n", (folder / "tuned").string(), tuned);
}

}  // namespace

void add_cache(CLI::App& app) {
  CLI::App& sub = *app.add_subcommand("cache", "Show or remove compiled kernels on disk");
  sub.require_subcommand(1);
  sub.add_subcommand("list", "Kernels, those used last first: day, size, statement; then what was tuned")
      ->callback(list);
  sub.add_subcommand("clear", "Remove them all")->callback(clear);
  sub.footer(examples);
}

}  // namespace Strata::Tool
