// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a text is cut must not be seen: neither in what is read nor in faults.
#include <atomic>
#include <cmath>

#include <Strata_Frostt.hpp>
#include <Strata_HostTasks.hpp>
#include <Strata_MatrixMarket.hpp>

#include "../support/Strata_TestSpaces.hpp"
#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

const std::string mm = "%%MatrixMarket matrix coordinate ";

/// Everything that a reader says of a text.
std::string outcome_of(const std::string& text, const ReadOptions& options) {
  try {
    const bool is_mm = is_matrix_market(text);
    const auto list  = is_mm ? parse_matrix_market(text, "f.mtx", options)
                             : parse_frostt(text, "f.tns", options);
    std::string all  = extents_to_string(list.extents) + " " +
                      std::to_string(list.num_entries) + " of " +
                      std::to_string(list.declared_entries) + ":";
    for (const auto c : list.coordinates) all += " " + std::to_string(c);
    for (const auto b : list.values) all += " " + std::to_string(static_cast<int>(b));
    return all;
  } catch (const Error& e) {
    return e.what();
  }
}

/// The last task first: what no thread can do worse.
void run_backwards(std::int64_t count, const std::function<void(std::int64_t)>& body) {
  for (std::int64_t n = count; n-- > 0;) body(n);
}

/// With chunks of every size from one byte on, against a single chunk.
void expect_same_for_every_chunk_size(const std::string& text, ReadOptions options = {}) {
  options.tasks              = run_backwards;
  options.chunk_bytes        = text.size() + 1;
  const std::string expected = outcome_of(text, options);
  for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
    options.chunk_bytes = bytes;
    EXPECT_EQ(outcome_of(text, options), expected)
        << "chunks of " << bytes << " bytes of\n" << text;
  }
}

TEST(Chunks, HostileMatrixMarketFiles) {
  const std::string real = mm + "real general\n";
  for (const std::string& text : {
           real + "3 3 3\n1 1 1\n2 2 2\n3 3 3",                    // no last newline
           real + "3 3 3\r\n1 1 1\r\n\r\n2 2 2\r\n3 3 3\r\n",      // CRLF, blank lines
           real + "3 3 2\n1\t1\t1\n% in the middle\n \t\n  %c\n  2 \t2  2  \n%\n\n",
           real + "3 3 0\n", real + "3 3 0", real + "3 3 0\n\n% x\n",
           real + "3 3 2\n1 1 1\n",                                // one too few
           real + "3 3 1\n1 1 1\n2 2 2\n3 3 x\n",                  // two too many
           real + "3 3 1\n1 1 1\n%\n2\n",                          // one too many, short
           real + "3 3 0\n1 1 1\n", real + "3 3 4\n1 1 1\n2 4 2\n3 3 x\n1 1 1 1\n",
           real + "3 3 3\n1 1 1e400\n2 2 2\n3 3 3\n",
           real + "3 3 3\n1 1 1e-400\n2 2 -1e-400\n3 3 +3.25\n",
           real + "3 3 3\n1 1 inf\n2 2 -Infinity\n+3 3 NaN\n",
           real + "3 3 3\n000001 1 1\n2 00000000000000000000002 2\n3 3 3\n",
           real + "99999999999999999 3 1\n99999999999999999 3 1\n",
           mm + "integer general\n2 2 2\n1 1 -9223372036854775808\n2 2 007\n",
           mm + "integer general\n2 2 2\n1 1 1.0\n2 2 9223372036854775808\n",
           mm + "pattern general\n2 2 3\n1 1\n2 2 \n2 1 1\n",
           mm + "complex general\n2 2 2\n1 1 1 -2\n2 2 1e-3\t+4\n",
           mm + "complex general\n2 2 2\n1 1 1\n-2\n2 2 1 1\n",
           mm + "real symmetric\n3 3 4\n1 1 1\n2 1 2\n3 3 3\n3 2 4\n",
           mm + "real skew-symmetric\n3 3 4\n2 1 2\n1 1 0\n3 2 4\n3 3 1\n",
           mm + "complex hermitian\n3 3 3\n1 1 1 0\n2 1 2 5\n3 2 4 -0.5\n",
           std::string("%%MatrixMarket tensor coordinate real general\n2 3 4 5 2\n"
                       "1 2 3 4 .5\n2 3 4 5 -.5\n")})
    expect_same_for_every_chunk_size(text);
}

TEST(Chunks, HostileArrays) {
  const std::string array = "%%MatrixMarket matrix array ";
  for (const std::string& text : {
           array + "real general\n2 3\n1\n0\n3\n4\n5\n6\n",
           array + "real general\n2 3\n1 0 3 4 5 6",
           array + "real general\r\n2 3\r\n1 0\r\n\r\n% c\r\n3 4 5\r\n %c\r\n6\r\n",
           array + "real general\n2 3\n1 2 %3 4 5\n6\n",     // no comment after a word
           array + "real general\n2 3\n1 2 3 4 5\n\n",        // one too few
           array + "real general\n2 3\n1 2 3 4 5 6\n\n7 8\n", // two too many
           array + "real general\n2 3\n1 2 3 x 5 6 7\n",
           array + "real general\n0 3\n", array + "real general\n0 3\n1\n",
           array + "complex general\n2 2\n1 2 3\n4\n5 6\n0 0\n",
           array + "complex general\n2 2\n1\n2\n3\n4\n5\n6\n7\n",
           array + "complex general\n2 2\n1 2 3 4 5 6 7 8 9\n",
           array + "integer general\n2 2\n1\n+2\n0\n-4\n",
           array + "real symmetric\n3 3\n1\n2\n3\n0\n5\n6\n",
           array + "real skew-symmetric\n3 3\n1\n2\n3\n",
           array + "real skew-symmetric\n1 1\n", array + "real symmetric\n0 0\n",
           array + "complex hermitian\n2 2\n1 0\n2 3\n4 1\n",
           array + "complex hermitian\n2 2\n1\n0\n2\n3\n4\n0\n",
           std::string("%%MatrixMarket tensor array integer general\n2 2 2\n"
                       "1 2\n3 4\n5 6\n7 8\n")})
    expect_same_for_every_chunk_size(text);
}

TEST(Chunks, HostileFrosttFiles) {
  for (const std::string& text :
       {std::string("1 1 1\n2 2 2\n3 3 3"), std::string("1 1 1\r\n\r\n2\t2\t2\r\n#\r\n3 3 3"),
        std::string("# c\n\n  # d\n1 2 3 4\n\t\n5 6 7 8\n#\n"), std::string("2\n4 5\n1 1 3\n"),
        std::string("2\n4 5\n"), std::string("2\n4 5\n5 5 3\n1 6 3\n"), std::string("\n"),
        std::string("7\n"), std::string("7\n8\n"), std::string(""), std::string("#"),
        std::string("1 1 1\n1 0 1\n0 1 1\n"), std::string("1 1 1\n1 1 1 1\n1 x 1\n"),
        std::string("1 1 1\n1 1\n"), std::string("1 1 1e999\n"), std::string("1 1\0 1\n", 8),
        std::string("9223372036854775807 1\n9223372036854775808 1\n")}) {
    expect_same_for_every_chunk_size(text);
    for (const auto type : {ScalarType::c64, ScalarType::i8, ScalarType::boolean}) {
      ReadOptions options;
      options.type = type;
      expect_same_for_every_chunk_size(text, options);
    }
  }
  ReadOptions complex;
  complex.type  = ScalarType::c128;
  complex.order = 2;
  expect_same_for_every_chunk_size("1 1 1 2\n2 2 3\n3 3 -1 \n4 4 4 +4\n", complex);
}

TEST(Chunks, TheFirstFaultOfTheFileIsTold) {
  std::string text = mm + "real general\n9 9 4000\n";
  for (int n = 0; n < 4000; ++n) text += n % 100 == 77 ? "1 1 fault\n" : "1 1 1.5\n";
  ReadOptions options;
  options.chunk_bytes = 64;
  for (int repeat = 0; repeat < 20; ++repeat)
    EXPECT_EQ(outcome_of(text, options), "f.mtx:80: expected a number, got 'fault'");
}

TEST(Chunks, NumbersThatNoTypeHolds) {
  const auto text = [](const std::string& value) {
    return mm + "real general\n1 1 1\n1 1 " + value + "\n";
  };
  ReadOptions single;
  single.type = ScalarType::f32;
  EXPECT_EQ(outcome_of(text("1e400"), {}),
            "f.mtx:3: expected a number that the type f64 holds, got '1e400'");
  EXPECT_EQ(outcome_of(text("-1e39"), single),
            "f.mtx:3: expected a number that the type f32 holds, got '-1e39'");
  EXPECT_EQ(parse_matrix_market(text("1e-400"), "f", {}).data<double>()[0], 0);
  EXPECT_EQ(parse_matrix_market(text("1e-60"), "f", single).data<float>()[0], 0);
  EXPECT_TRUE(std::isinf(parse_matrix_market(text("-inf"), "f", {}).data<double>()[0]));
}

TEST(Chunks, NumbersOfTwoBytesRoundOnce) {
  const auto text = [](const char* field, const std::string& value) {
    return mm + field + " general\n1 1 1\n1 1 " + value + "\n";
  };
  ReadOptions half;
  half.type       = ScalarType::f16;
  const auto bits = [&](const std::string& value) {
    return parse_matrix_market(text("real", value), "f", half).data<half_t>()[0].bits();
  };
  // Just above the middle of 1 and its neighbour: by way of f32, the middle.
  EXPECT_EQ(bits("1.00048828125001"), 0x3c01);
  EXPECT_EQ(bits("1.00048828125"), 0x3c00);
  EXPECT_EQ(bits("-65519.99"), 0xfbff);
  EXPECT_EQ(bits("3e-8"), 0x0001);
  EXPECT_EQ(bits("1e-400"), 0);
  EXPECT_EQ(bits("-inf"), 0xfc00);
  EXPECT_EQ(outcome_of(text("real", "65520"), half),
            "f.mtx:3: expected a number that the type f16 holds, got '65520'");
  EXPECT_EQ(outcome_of(text("integer", "-65520"), half),
            "f.mtx:3: expected a number that the type f16 holds, got '-65520'");
  EXPECT_EQ(outcome_of(text("integer", "1.5"), half),
            "f.mtx:3: expected an integer, got '1.5'");
  half.type = ScalarType::bf16;
  EXPECT_EQ(parse_matrix_market(text("integer", "257"), "f", half).data<bhalf_t>()[0].bits(),
            bhalf_t(256).bits());
  EXPECT_EQ(outcome_of(text("real", "3.4e38"), half),
            "f.mtx:3: expected a number that the type bf16 holds, got '3.4e38'");
}

TEST(Chunks, RoundingToIntegers) {
  ReadOptions options;
  options.type             = ScalarType::i8;
  options.round_to_integer = true;
  const auto list = parse_frostt("1 1.5\n2 2.5\n3 -0.4\n4 127.4\n5 7\n", "f.tns", options);
  const std::int8_t expected[] = {2, 2, 0, 127, 7};
  EXPECT_TRUE(std::equal(expected, expected + 5, list.data<std::int8_t>()));
  EXPECT_EQ(outcome_of("1 127.5\n", options),
            "f.tns:1: expected a value of type i8 (-128 to 127), got '127.5'");
  EXPECT_EQ(outcome_of("1 nan\n", options),
            "f.tns:1: expected a value of type i8 (-128 to 127), got 'nan'");
}

TEST(Chunks, FaultsInProgressReachTheCaller) {
  ReadOptions options;
  options.chunk_bytes = 8;
  options.progress    = [](double) { throw IoError("stop"); };
  EXPECT_EQ(outcome_of("1 1 1\n2 2 2\n3 3 3\n4 4 4\n", options), "stop");
}

template <class Space>
class ChunkSpaces : public testing::Test {};
TYPED_TEST_SUITE(ChunkSpaces, Testing::TestSpaces);

TYPED_TEST(ChunkSpaces, EverySpaceAndTwoInstancesReadTheSame) {
  std::string text = mm + "real symmetric\n500 500 20000\n";
  for (int n = 0; n < 20000; ++n)
    text += std::to_string(1 + n % 499) + " " + std::to_string(1 + n % 331) + " " +
            std::to_string(n * 0.37) + (n % 7 == 0 ? "\n% c\n\n" : "\n");
  ReadOptions options;
  options.chunk_bytes = std::size_t{1} << 30;
  const auto expected = parse_matrix_market(text, "f.mtx", options);
  options.chunk_bytes = 1000;
  const auto expect_same = [&](const auto& exec) {
    options.tasks   = host_tasks(exec);
    const auto list = parse_matrix_market(text, "f.mtx", options);
    EXPECT_EQ(list.coordinates, expected.coordinates);
    EXPECT_EQ(list.values, expected.values);
  };
  expect_same(TypeParam::make());
  for (const auto& instance : Testing::two_instances<TypeParam>()) expect_same(instance);
}

TEST(Chunks, TasksThatAreGivenDoTheWork) {
  std::atomic<int> calls = 0;
  ReadOptions options;
  options.chunk_bytes = 8;
  options.tasks = [&](std::int64_t count, const std::function<void(std::int64_t)>& body) {
    ++calls;
    run_backwards(count, body);
  };
  EXPECT_EQ(parse_frostt("1 1 1\n2 2 2\n3 3 3\n4 4 4\n", "f.tns", options).num_entries, 4);
  EXPECT_EQ(calls, 2);  // counted, read
  EXPECT_EQ(outcome_of("1 1 1\n2 x 2\n3 3 3\n4 y 4\n", options),
            "f.tns:2: expected a coordinate of 1 or more in dimension 2, got 'x'");
}

}  // namespace
}  // namespace Strata::Test
