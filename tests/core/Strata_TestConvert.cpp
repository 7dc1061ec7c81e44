// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every format to every other one, from storage as awkward as the format allows.
#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Convert);

template <class ExecutionSpace>
void check(const ExecutionSpace& exec, const TensorRef& from,
           const TensorFormat& to, const Sums& expected) {
  SCOPED_TRACE(from.format.to_string() + " to " + to.to_string());
  const TensorRef result = convert(exec, from, to);
  ASSERT_NO_THROW(validate(exec, result));
  EXPECT_EQ(result.format, to);
  EXPECT_EQ(result.extents, from.extents);
  EXPECT_EQ(sums_of(extract(exec, result)), expected);
}

template <class ExecutionSpace>
void check_pairs(const ExecutionSpace& exec,
                 const std::vector<TensorFormat>& sources,
                 const std::vector<TensorFormat>& targets,
                 const std::vector<std::int64_t>& extents, std::size_t size) {
  const RandomEntries entries(static_cast<unsigned>(size), size, extents);
  const Sums expected = sums_of(entries);
  for (const TensorFormat& source : sources) {
    const TensorRef from = store_awkwardly(source, extents, entries);
    ASSERT_NO_THROW(validate(exec, from)) << source.to_string();
    for (const TensorFormat& target : targets)
      check(exec, from, target, expected);
  }
}

TYPED_TEST(Convert, EveryPairOfOrder1) {
  const auto exec = one_thread(this->exec);
  const auto formats = all_formats(1);
  for (const std::size_t size : {0, 1, 9, 60})
    check_pairs(exec, formats, formats, {12}, size);
}

TYPED_TEST(Convert, EveryPairOfOrder2) {
  const auto exec = one_thread(this->exec);
  const auto formats = all_formats(2);
  ASSERT_GE(formats.size(), 60u);
  check_pairs(exec, formats, formats, {5, 4}, 23);
}

// Orders in which every format is converted from and to.
std::vector<TensorFormat> named(int rank) {
  std::vector<TensorFormat> formats;
  for (const char* text : {"CSF", "COO", "Dense"})
    formats.push_back(TensorFormat::parse(text, rank));
  std::vector<int> reversed;
  for (int d = rank - 1; d >= 0; --d) reversed.push_back(d);
  formats.push_back(Formats::csf(rank, reversed));
  formats.push_back(Formats::coo(rank, reversed));
  formats.push_back(Formats::dense(rank, reversed));
  return formats;
}

TYPED_TEST(Convert, EmptyAndTinyExtents) {
  const auto exec    = one_thread(this->exec);
  const auto formats = all_formats(2);
  const auto check   = [&](const std::vector<std::int64_t>& extents,
                         std::size_t size) {
    check_pairs(exec, formats, named(2), extents, size);
    check_pairs(exec, named(2), formats, extents, size);
  };
  for (const auto& extents :
       {Numbers{3, 2}, Numbers{0, 3}, Numbers{3, 0}, Numbers{0, 0}})
    check(extents, 0);
  for (const auto& extents : {Numbers{1, 1}, Numbers{1, 6}, Numbers{6, 1}})
    check(extents, 4);
}

// More than a thousand formats.
TYPED_TEST(Convert, EveryFormatOfOrder3) {
  const auto exec    = one_thread(this->exec);
  const auto formats = all_formats(3);
  check_pairs(exec, formats, {Formats::csf(3, {2, 0, 1}), Formats::coo(3)},
              {3, 2, 4}, 12);
  check_pairs(exec, {Formats::csf(3), Formats::coo(3, {1, 2, 0})}, formats,
              {3, 2, 4}, 12);
}

TYPED_TEST(Convert, PairsOfOrder4) {
  const auto exec = one_thread(this->exec);
  auto formats = named(4);
  for (const char* text :
       {"CSF(1,3,0,2)", "COO(2,0,3,1)", "Dense(3,1,0,2)",
        "(i, j, k, l) -> (i : dense, j : dense, k : compressed, l : dense)",
        "(i, j, k, l) -> (l : compressed, j : dense, i : compressed, k : "
        "compressed)",
        "(i, j, k, l) -> (k : compressed(nonunique), i : singleton, j : "
        "compressed(nonunique), l : singleton)",
        "(i, j, k, l) -> (k : compressed(nonunique, nonordered), i : "
        "singleton(nonunique, nonordered), j : singleton(nonunique, "
        "nonordered), l : singleton(nonunique, nonordered))",
        "(i, j, k, l) -> (j : dense, k : compressed(nonunique, nonordered), i "
        ": singleton(nonunique), l : singleton(nonordered))"})
    formats.push_back(TensorFormat::parse(text, 4));
  for (const std::size_t size : {0, 1, 30, 150})
    check_pairs(exec, formats, formats, {3, 4, 2, 3}, size);
}

// Keys of several words.
TYPED_TEST(Convert, HugeExtents) {
  const auto exec = one_thread(this->exec);
  const std::vector<std::int64_t> extents = {1000000000, 999999937, 1000000000,
                                             7, std::int64_t{1} << 62};
  std::vector<TensorFormat> formats;
  for (const char* text :
       {"CSF", "COO", "CSF(4,2,0,3,1)",
        "(a, b, c, d, e) -> (e : compressed, a : compressed, d : dense, b : "
        "compressed(nonunique), c : singleton)",
        "(a, b, c, d, e) -> (e : compressed, c : compressed, b : compressed, a "
        ": compressed, d : dense)",
        "(a, b, c, d, e) -> (a : compressed(nonunique, nonordered), e : "
        "singleton(nonunique, nonordered), d : singleton(nonunique, "
        "nonordered), b : singleton(nonunique, nonordered), c : "
        "singleton(nonunique, nonordered))"})
    formats.push_back(TensorFormat::parse(text, 5));
  check_pairs(exec, formats, formats, extents, 200);
}

TYPED_TEST(Convert, Order0) {
  const TensorRef a = ref(assemble<double>(
      this->exec, TensorFormat(), {}, Coordinates(1), Reals{7}));
  const TensorRef b = convert(this->exec, a, TensorFormat());
  this->exec.fence("Strata::test");
  EXPECT_EQ(values_of(b), (Reals{7}));
  EXPECT_NE(a.values, b.values);
}

TYPED_TEST(Convert, TwoInstances) {
  const std::vector<std::int64_t> extents = {300, 200};
  const RandomEntries entries(8, 20000, extents);
  const auto parts = Kokkos::Experimental::partition_space(this->exec, 1, 1);
  const auto a     = assemble<double>(parts[0], Formats::csr(), extents,
                                  entries.coordinates, entries.values);
  parts[0].fence("Strata::test");
  for (const auto& part : parts)
    for (const char* name : {"CSC", "COO(1,0)", "Dense(1,0)"})
      check(part, ref(a), TensorFormat::parse(name, 2), sums_of(entries));
}

}  // namespace
