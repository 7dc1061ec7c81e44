// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Inputs.hpp>

#include <sstream>

#include <Strata_Error.hpp>
#include <gtest/gtest.h>

namespace {

using namespace Strata::Perf;

std::vector<Input> parse(const std::string& text) {
  std::istringstream stream(text);
  return parse_list(stream, "list.txt", "data");
}

TEST(InputList, linesCommentsKernels) {
  const std::vector<Input> inputs = parse(
      "# a comment\n"
      "\n"
      "p p7/4   # all kernels\n"
      "  r rmat/5/100 spmv residual\n"
      "f matrices/a.mtx\n");
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[0].name, "p");
  EXPECT_EQ(inputs[0].source, "p7/4");
  EXPECT_TRUE(inputs[0].wants("anything"));
  EXPECT_TRUE(inputs[1].wants("residual"));
  EXPECT_FALSE(inputs[1].wants("spmm32"));
  EXPECT_EQ(inputs[2].source, "data/matrices/a.mtx");
  EXPECT_TRUE(parse("").empty());
}

TEST(InputList, malformedLinesAreNamed) {
  try {
    parse("good p7/2\nbad\n");
    FAIL() << "no exception";
  } catch (const Strata::IoError& e) {
    EXPECT_NE(std::string(e.what()).find("list.txt:2"), std::string::npos)
        << e.what();
  }
  EXPECT_THROW(read_list("no/such/list.txt", "."), Strata::IoError);
}

TEST(Load, generatorsMakeWhatTheySay) {
  const auto load_line = [](const std::string& source) {
    return load(parse("name " + source).front());
  };
  EXPECT_EQ(load_line("p7/3").num_entries, 27 * 7 - 6 * 9);
  EXPECT_EQ(load_line("p27/2").num_entries, 64);
  EXPECT_EQ(load_line("band/5/1").num_entries, 13);
  EXPECT_EQ(load_line("rmat/6/100").extents,
            (std::vector<std::int64_t>{64, 64}));
  EXPECT_EQ(load_line("uniform/10x20x30/50").num_entries, 50);
  EXPECT_EQ(load_line("zipf/40x30x20x10/60").order(), 4);
  EXPECT_THROW(load_line("p7/x"), Strata::IoError);
  EXPECT_THROW(load_line("uniform/3x-1/2"), Strata::IoError);
  EXPECT_THROW(load_line("missing.mtx"), Strata::IoError);
}

TEST(Load, ordersAreKnownBeforeLoading) {
  const auto order = [](const std::string& source) {
    return order_of(parse("name " + source).front());
  };
  EXPECT_EQ(order("p7/3"), 2);
  EXPECT_EQ(order("zipf/4x4x4/2"), 3);
  EXPECT_EQ(order("uniform/4x4x4x4/2"), 4);
  EXPECT_EQ(order("some/file.tns"), -1);
}

}  // namespace
