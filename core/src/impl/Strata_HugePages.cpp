// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_HugePages.hpp>

#include <cstdlib>
#include <string_view>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace Strata::Impl {

#if defined(__linux__) && defined(MADV_HUGEPAGE)

static bool are_wanted() {
  static const bool wanted = [] {
    const char* const value = std::getenv("STRATA_HUGE_PAGES");
    return value == nullptr || std::string_view(value) != "off";
  }();
  return wanted;
}

void prefer_huge_pages(void* data, std::int64_t bytes) {
  constexpr std::int64_t least = std::int64_t{4} << 20;
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  if (bytes < least || !are_wanted()) return;
  // Only whole pages: what else is in the first and the last one is not ours.
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const auto first = (begin + page - 1) / page * page;
  const auto last  = (begin + static_cast<std::uintptr_t>(bytes)) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

#else

void prefer_huge_pages(void*, std::int64_t) {}

#endif

}  // namespace Strata::Impl
