// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of a kernel that are compiled apart from one another.
#include "LaunchGroups.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace strata {

/// Instructions of a group below which a thread of its own does not pay.
constexpr size_t leastSize = 100;

static bool isEntry(const Function &f) {
  return !f.isDeclaration() && !f.hasLocalLinkage();
}

/// The function and what it calls.
static void addReachable(const Function &f, SmallPtrSetImpl<const Function *> &found) {
  if (!found.insert(&f).second)
    return;
  for (const Instruction &inst : instructions(f))
    if (auto *call = dyn_cast<CallBase>(&inst))
      if (const Function *callee = call->getCalledFunction())
        addReachable(*callee, found);
}

static size_t sizeOf(const Function &entry) {
  SmallPtrSet<const Function *, 8> found;
  addReachable(entry, found);
  size_t size = 0;
  for (const Function *f : found)
    size += f->getInstructionCount();
  return size;
}

std::vector<StringSet<>> groupEntries(const Module &module, unsigned most) {
  std::vector<std::pair<size_t, StringRef>> entries;
  size_t total = 0;
  for (const Function &f : module)
    if (isEntry(f)) {
      entries.emplace_back(sizeOf(f), f.getName());
      total += entries.back().first;
    }
  const size_t count =
      std::clamp<size_t>(std::min<size_t>(most, total / leastSize), 1,
                         std::max<size_t>(entries.size(), 1));
  std::vector<StringSet<>> groups(count);
  std::vector<size_t> sizes(count);
  std::sort(entries.rbegin(), entries.rend());
  for (const auto &[size, name] : entries) {
    const auto least = std::min_element(sizes.begin(), sizes.end());
    groups[least - sizes.begin()].insert(name);
    *least += size;
  }
  return groups;
}

void keepEntries(Module &module, const StringSet<> &group) {
  SmallPtrSet<const Function *, 16> kept;
  for (const Function &f : module)
    if (isEntry(f) && group.contains(f.getName()))
      addReachable(f, kept);
  std::vector<Function *> others;
  for (Function &f : module) {
    if (!kept.contains(&f))
      others.push_back(&f);
    else if (isEntry(f) && !group.contains(f.getName())) // called: another group has it too
      f.setLinkage(GlobalValue::InternalLinkage);
  }
  for (Function *f : others)
    f->dropAllReferences();
  for (Function *f : others)
    f->eraseFromParent();
}

} // namespace strata
