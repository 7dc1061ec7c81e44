// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tool of Kokkos is told and asked, with hooks that keep a record.
#include <gtest/gtest.h>

#include <tune/Strata_KokkosTool.h>

namespace {

using namespace Strata::Impl;
using Info  = Kokkos::Tools::Experimental::VariableInfo;
using Value = Kokkos::Tools::Experimental::VariableValue;

struct Record {
  std::vector<std::string> inputs, outputs;
  std::vector<std::int64_t> candidates;
  std::vector<std::size_t> open;  ///< contexts
  std::size_t contexts = 0;
  std::vector<std::int64_t> statements;
  std::int64_t offered = -1, answer = 0;
};
Record record;

struct Hooks {
  static std::size_t declare_input_type(const std::string& name, const Info& info) {
    EXPECT_EQ(info.category, kokkos_value_categorical);
    EXPECT_EQ(info.valueQuantity, kokkos_value_unbounded);
    record.inputs.push_back(name);
    return 100;
  }
  static std::size_t declare_output_type(const std::string& name, const Info& info) {
    EXPECT_EQ(info.type, kokkos_value_int64);
    EXPECT_EQ(info.category, kokkos_value_categorical);
    EXPECT_EQ(info.valueQuantity, kokkos_value_set);
    const auto& set = info.candidates.set;
    record.candidates.assign(set.values.int_value, set.values.int_value + set.size);
    record.outputs.push_back(name);
    return 200 + record.outputs.size();
  }
  static std::size_t get_new_context_id() { return ++record.contexts; }
  static void begin_context(std::size_t id) { record.open.push_back(id); }
  static void end_context(std::size_t id) {
    ASSERT_EQ(record.open, std::vector<std::size_t>{id});
    record.open.clear();
  }
  static void set_input_values(std::size_t id, std::size_t count, Value* values) {
    ASSERT_EQ(record.open.back(), id);
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(values->type_id, 100u);
    record.statements.push_back(values->value.int_value);
  }
  static void request_output_values(std::size_t id, std::size_t count, Value* values) {
    ASSERT_EQ(record.open.back(), id);
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(values->type_id, 200 + record.outputs.size());
    record.offered          = values->value.int_value;
    values->value.int_value = record.answer;
  }
};

std::size_t ask(KokkosTool<Hooks>& tool, std::int64_t answer) {
  record.answer            = answer;
  const std::size_t chosen = tool.begin();
  EXPECT_EQ(record.open.size(), 1u);
  tool.end();
  return chosen;
}

TEST(KokkosTool, AsksInContextsOfTheirOwn) {
  record = {};
  KokkosTool<Hooks> tool("statement one", {"default", "merge=gallop", "pieces=8"});
  EXPECT_EQ(record.outputs,
            std::vector<std::string>{"Strata::strategy: [default] [merge=gallop] [pieces=8]"});
  EXPECT_EQ(record.candidates, (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(ask(tool, 2), 2u);
  EXPECT_EQ(record.offered, 0);
  EXPECT_EQ(ask(tool, 1), 1u);
  EXPECT_EQ(record.contexts, 2u);
  EXPECT_EQ(record.inputs.size(), 1u);
  EXPECT_EQ(record.statements[0], record.statements[1]);
}

TEST(KokkosTool, WhatIsNoCandidateIsTheDefault) {
  record = {};
  KokkosTool<Hooks> tool("statement two", {"default", "pieces=8"});
  EXPECT_EQ(ask(tool, 2), 0u);
  EXPECT_EQ(ask(tool, -1), 0u);
}

TEST(KokkosTool, OneVariableForTheSameCandidatesOfAStatement) {
  record = {};
  KokkosTool<Hooks> first("three", {"default", "a"}), again("three", {"default", "a"});
  EXPECT_EQ(record.outputs.size(), 1u);
  KokkosTool<Hooks> other("three", {"default", "b"}), another("four", {"default", "a"});
  EXPECT_EQ(record.outputs.size(), 3u);
  ask(another, 1);
  const auto of_four = record.statements.back();
  KokkosTool<Hooks> last("five", {"default", "a"});
  ask(last, 1);
  EXPECT_NE(record.statements.back(), of_four);
}

TEST(KokkosTool, NobodyIsAskedWithoutATool) {
  EXPECT_EQ(connected_tool("six", {"default", "a"}), nullptr);
}

}  // namespace
