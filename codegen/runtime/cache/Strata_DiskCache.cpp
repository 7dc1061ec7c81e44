// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DiskCache.h"

#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <Strata_Error.hpp>
#include <Strata_KernelCache.hpp>

#include "../Strata_Modules.h"
#include "../device/Strata_DeviceModule.h"
#include "Strata_KernelFile.h"
#include "Strata_KernelFolder.h"
#include "Strata_KernelKey.h"
#include "Strata_ReadEntry.h"

namespace Strata {

namespace Impl {
namespace {

namespace fs = std::filesystem;

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// That of the environment when a kernel is first looked for; null: there is none.
KernelFolder* folder() {
  static KernelFolder* const instance = [] {
    fs::path path = kernel_cache_folder();
    return path.empty() ? nullptr : new KernelFolder(std::move(path), kernel_cache_limit());
  }();
  return instance;
}

/// File that names the code generator whose kernels are the last that were written.
constexpr const char* maker_file = "code-generator";

/// \pre there is a folder
std::optional<std::string> noted_maker() {
  std::string fault;
  auto maker = folder()->read(maker_file, fault);
  if (!fault.empty()) warn_of_cache(fault + " and is not used");
  return maker;
}

/// \pre there is a folder
void note_maker() {
  static std::atomic<bool> is_noted = false;
  if (is_noted.exchange(true) || noted_maker() == kernel_maker()) return;
  const std::string fault = folder()->write(maker_file, kernel_maker());
  if (!fault.empty()) warn_of_cache(fault);
}

void warn_of_obstacle(const KernelFolder& all) {
  const std::string fault = all.obstacle();
  if (!fault.empty()) warn_of_cache(fault);
}

}  // namespace

void warn_of_cache(const std::string& what) {
  static std::atomic<bool> is_said = false;
  if (is_said.exchange(true)) return;
  std::fprintf(stderr,
               "Strata: kernel cache: %s (further faults of the cache are not mentioned; "
               "STRATA_KERNEL_CACHE=off does without it)\n",
               what.c_str());
}

const std::string& kernel_maker() {
  static const std::string identity = [] {
    std::string own = compiler_identity();
    return own.empty() && folder() ? noted_maker().value_or("") : own;
  }();
  return identity;
}

std::optional<strata::CompiledProgram> find_on_disk(const strata::CompileRequest& request,
                                                    const std::string& key) {
  if (!folder()) return {};
  auto kernel = read_entry(*folder(), key_between_processes(request, key, kernel_maker()),
                           &from_bytes, "no kernel");
  if (!kernel) return {};
  try {
    make_runnable(kernel->program);
  } catch (const CodegenError& error) {
    warn_of_cache(error.what());
    return {};
  }
  return std::move(kernel->program);
}

void keep_on_disk(const strata::CompileRequest& request, const std::string& key,
                  const strata::CompiledProgram& program) {
  if (!folder()) return;
  const KernelFile kernel{key_between_processes(request, key, kernel_maker()), title_of(request),
                          program};
  const std::string fault = folder()->write(file_name_of(kernel.key), to_bytes(kernel));
  if (!fault.empty()) return warn_of_cache(fault);
  note_maker();
}

}  // namespace Impl

std::filesystem::path kernel_cache_folder() {
  using Impl::environment;
  const auto chosen = environment("STRATA_KERNEL_CACHE");
  if (chosen == "off") return {};
  if (!chosen.empty()) return chosen;
  std::filesystem::path base = environment("XDG_CACHE_HOME");
  if (base.is_relative()) {  // or empty: not to be used (XDG Base Directory Specification)
    base = environment("HOME");
    if (base.empty()) return {};
    base /= ".cache";
  }
  return base / "strata" / "kernels";
}

std::uint64_t kernel_cache_limit() {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20, normal = 256;
  const std::string_view text = Impl::environment("STRATA_KERNEL_CACHE_SIZE");
  if (text.empty()) return normal * mib;
  std::uint64_t size     = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (code == std::errc() && end == text.data() + text.size() && size > 0 && size < mib * mib)
    return size * mib;
  Impl::warn_of_cache("STRATA_KERNEL_CACHE_SIZE: expected MiB, a whole number above 0, given '" +
             std::string(text) + "'; 256 are used");
  return normal * mib;
}

std::vector<CachedKernel> cached_kernels() {
  std::vector<CachedKernel> out;
  const Impl::KernelFolder folder(kernel_cache_folder(), kernel_cache_limit());
  if (folder.path().empty()) return out;
  Impl::warn_of_obstacle(folder);
  for (const auto& file : folder.files()) {
    std::string fault;
    const auto bytes = folder.read(file.path.filename().string(), fault);
    const auto kernel =
        bytes ? Impl::from_bytes(*bytes) : std::optional<Impl::KernelFile>();
    out.push_back({file.path, kernel ? kernel->title : "", file.bytes, file.used});
  }
  return out;
}

std::int64_t clear_kernel_cache() {
  Impl::KernelFolder folder(kernel_cache_folder(), kernel_cache_limit());
  if (folder.path().empty()) return 0;
  Impl::warn_of_obstacle(folder);
  folder.remove_what_is_no_file(Impl::maker_file);
  return folder.clear();
}

}  // namespace Strata
