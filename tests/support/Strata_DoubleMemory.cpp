// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DoubleMemory.hpp"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace Strata::Testing {
namespace {

constexpr std::size_t most = std::size_t{1} << 34, alignment = 256;

/// Addresses for all of it; pages come with use.
char* arena() {
  static char* const begin = [] {
    void* const p = mmap(nullptr, most, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                         -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    return static_cast<char*>(p);
  }();
  return begin;
}

std::size_t s_used = 0, s_live = 0;
int s_open = 0;

void protect(int how) { mprotect(arena(), most, how); }

void give_back(void*) {
  if (--s_live > 0) return;
  madvise(arena(), s_used, MADV_DONTNEED);
  s_used = 0;
}

}  // namespace

DoubleMemory::Open::Open() {
  if (s_open++ == 0) protect(PROT_READ | PROT_WRITE);
}

DoubleMemory::Open::~Open() {
  if (--s_open == 0) protect(PROT_NONE);
}

std::shared_ptr<void> DoubleMemory::take(std::size_t bytes) {
  constexpr int nonsense = 0xa5;
  if (s_used + bytes + alignment > most) throw std::bad_alloc();
  char* const data = arena() + s_used;
  s_used += (bytes / alignment + 1) * alignment;
  ++s_live;
  const Open open;
  std::memset(data, nonsense, bytes);
  return {data, &give_back};
}

bool DoubleMemory::holds(const void* address) {
  const auto* const a = static_cast<const char*>(address);
  return a >= arena() && a < arena() + most;
}

}  // namespace Strata::Testing
