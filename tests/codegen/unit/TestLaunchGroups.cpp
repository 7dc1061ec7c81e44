// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of a kernel that threads compile apart from one another.
#include <algorithm>
#include <atomic>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <Target/LLVMIR/LaunchGroups.h>
#include <Target/LLVMIR/Workers.h>

#if defined(__linux__)
#include <sched.h>
#endif

namespace {

/// A function of `size` additions and two instructions more that calls `callee`.
std::string function_of(const std::string& head, int size, const std::string& callee) {
  std::string text = "define " + head + "(i64 %v0) {\n";
  for (int n = 0; n < size; ++n)
    text += "  %v" + std::to_string(n + 1) + " = add i64 %v" + std::to_string(n) + ", 7\n";
  return text + "  call void @" + callee + "(i64 %v" + std::to_string(size) + ")\n  ret void\n}\n";
}

class LaunchGroups : public testing::Test {
 protected:
  std::unique_ptr<llvm::Module> parse(const std::string& text) {
    llvm::SMDiagnostic error;
    auto module = llvm::parseAssemblyString(text, error, m_context);
    if (!module) throw std::logic_error(error.getMessage().str());
    return module;
  }
  /// Entries of 300, 200 and 150 instructions; the last one calls the second. With what
  /// they call they have 350, 250 and 400.
  std::unique_ptr<llvm::Module> three_entries() {
    return parse("declare void @process(i64)\n" +
                 function_of("internal void @shared", 50, "process") +
                 function_of("void @first_entry", 300, "shared") +
                 function_of("void @second_entry", 200, "shared") +
                 function_of("void @third_entry", 150, "second_entry"));
  }
  static std::vector<std::string> names_of(const llvm::StringSet<>& group) {
    std::vector<std::string> names;
    for (const auto& entry : group) names.push_back(entry.getKey().str());
    std::sort(names.begin(), names.end());
    return names;
  }
  llvm::LLVMContext m_context;
};

using Names = std::vector<std::string>;

TEST_F(LaunchGroups, HaveEveryEntryOnce) {
  const auto module = three_entries();
  const auto one    = strata::groupEntries(*module, 1);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(names_of(one[0]), (Names{"first_entry", "second_entry", "third_entry"}));
  const auto two = strata::groupEntries(*module, 2);
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(names_of(two[0]), Names{"third_entry"});
  EXPECT_EQ(names_of(two[1]), (Names{"first_entry", "second_entry"}));
  EXPECT_EQ(strata::groupEntries(*module, 64).size(), 3u);
}

TEST_F(LaunchGroups, AreFewWhereThereIsLittleToCompile) {
  const auto module = parse("declare void @process(i64)\n" +
                            function_of("void @first_entry", 40, "process") +
                            function_of("void @second_entry", 50, "process"));
  EXPECT_EQ(strata::groupEntries(*module, 8).size(), 1u);
  EXPECT_EQ(strata::groupEntries(*parse("declare void @process(i64)\n"), 8).size(), 1u);
}

TEST_F(LaunchGroups, KeepWhatTheirEntriesCall) {
  const auto groups = strata::groupEntries(*three_entries(), 3);
  for (const llvm::StringSet<>& group : groups) {
    const auto module = three_entries();
    strata::keepEntries(*module, group);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    Names exported;
    for (const llvm::Function& f : *module)
      if (!f.isDeclaration() && !f.hasLocalLinkage()) exported.push_back(f.getName().str());
    EXPECT_EQ(exported, names_of(group));
    EXPECT_TRUE(module->getFunction("shared"));
    const bool calls = group.contains("third_entry") || group.contains("second_entry");
    EXPECT_EQ(module->getFunction("second_entry") != nullptr, calls);
  }
}

TEST(Workers, RunEveryCallOnce) {
  std::vector<std::atomic<int>> calls(5);
  const auto here = std::this_thread::get_id();
  strata::runTogether(5, [&](unsigned n) {
    ++calls[n];
    EXPECT_EQ(std::this_thread::get_id() == here, n == 0);
  });
  for (const auto& count : calls) EXPECT_EQ(count, 1);
  strata::runTogether(0, [](unsigned) {});
}

TEST(Workers, ThrowWhatTheFirstHasThrownWhenAllHaveEnded) {
  std::atomic<int> ended = 0;
  try {
    strata::runTogether(4, [&](unsigned n) {
      ++ended;
      if (n % 2 == 1) throw std::runtime_error("call " + std::to_string(n));
    });
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), std::string("call 1"));
  }
  EXPECT_EQ(ended, 4);
}

#if defined(__linux__)
TEST(Workers, AreNotBoundToTheProcessorOfTheirMaker) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const unsigned all = strata::numWorkers();
  EXPECT_GE(all, 1u);
  std::promise<void> done;
  std::thread free([&] { done.get_future().wait(); });  // may use what the process may
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(strata::numWorkers(), all);
  strata::runTogether(2, [&](unsigned n) {
    cpu_set_t own;
    ASSERT_EQ(sched_getaffinity(0, sizeof(own), &own), 0);
    EXPECT_EQ(static_cast<unsigned>(CPU_COUNT(&own)), n == 0 ? 1u : all);
  });
  sched_setaffinity(0, sizeof(before), &before);
  done.set_value();
  free.join();
}
#endif

}  // namespace
