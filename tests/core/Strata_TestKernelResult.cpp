// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What emitted kernels make sparse results of.
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include <Strata_KernelResult.hpp>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(KernelResult);

/// Pieces that share no entries.
template <class ExecutionSpace>
Cursors<ExecutionSpace> counts(const ExecutionSpace& exec, std::size_t levels,
                               const std::vector<std::int64_t>& numbers) {
  const std::size_t pieces = numbers.size() / levels;
  auto cursors = make_cursors(exec, static_cast<std::int64_t>(pieces),
                              static_cast<int>(levels), "Strata::test");
  exec.fence("Strata::test");
  for (std::size_t n = 0; n < numbers.size(); ++n)
    cursors(2 * levels * (n / levels) + n % levels) = numbers[n];
  return cursors;
}

TYPED_TEST(KernelResult, CountsBecomePlaces) {
  // 3 pieces, rows then entries.
  const auto cursors =
      counts(this->exec, 2, {1, 4, 0, 0, 2, 3});
  const auto made = make_appended<float, DCSRFormat<std::uint8_t>>(
      this->exec, "kernel", "C", {9, 5}, cursors);
  this->exec.fence("Strata::test");
  const std::int64_t places[] = {0, 0, 0, 0, 1, 4, 0, 0, 1, 4, 0, 0};
  for (int n = 0; n < 12; ++n) EXPECT_EQ(cursors(n), places[n]) << n;
  EXPECT_EQ(made.view().extents(), (std::vector<std::int64_t>{9, 5}));
  EXPECT_EQ(made.view().label(), "C");
  EXPECT_EQ(made.view().nnz(), 7);
  EXPECT_EQ(made.template coordinates<0>().extent(0), 3u);
  EXPECT_EQ(made.template coordinates<1>().extent(0), 7u);
  const auto roots = made.template positions<0>();
  ASSERT_EQ(roots.extent(0), 2u);
  EXPECT_EQ(roots(0), 0);
  EXPECT_EQ(roots(1), 3);
  const auto positions = made.template positions<1>();
  ASSERT_EQ(positions.extent(0), 4u);
  EXPECT_EQ(positions(0), 0);
  positions(3) = 7;  // what is written is what the view shows
  EXPECT_EQ(made.view().template positions<1>()(3), 7);
}

TYPED_TEST(KernelResult, CompletesWhatNoPieceCameTo) {
  const auto made = make_appended<double, CSRFormat<int>>(
      this->exec, "kernel", "C", {5, 9}, counts(this->exec, 1, {3, 1}), {1});
  this->exec.fence("Strata::test");
  made.template positions<1>()(2) = 3;  // row 1
  made.template positions<1>()(4) = 4;  // row 3
  made.template complete<1>(this->exec);
  this->exec.fence("Strata::test");
  const int expected[] = {0, 0, 3, 3, 4, 4};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(made.view().template positions<1>()(i), expected[i]) << i;
}

TYPED_TEST(KernelResult, SaysWhatDoesNotFit) {
  try {
    make_appended<double, SparseVectorFormat<std::uint8_t, std::uint16_t>>(
        this->exec, "kernel", "c", {1000}, counts(this->exec, 1, {200, 56}));
    FAIL() << "256 fits 8 bits";
  } catch (const IndexOverflow& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("kernel: 'c': "), std::string::npos) << text;
    EXPECT_NE(text.find("256"), std::string::npos) << text;
  }
  EXPECT_THROW(check_worklist("kernel", "C", std::int64_t(1) << 33),
               IndexOverflow);
  EXPECT_NO_THROW(check_worklist("kernel", "C", std::int64_t(1) << 32));
}

TYPED_TEST(KernelResult, CollectsAList) {
  using list_format =
      StaticFormat<std::uint64_t, std::uint64_t,
                   StaticLevel<LevelKind::compressed, 1, false, false>,
                   StaticLevel<LevelKind::singleton, 0, false, false>>;
  const auto list = make_appended<double, list_format>(
      this->exec, "kernel", "C_list", {3, 4}, counts(this->exec, 1, {2, 2}));
  this->exec.fence("Strata::test");
  const int entries[][3] = {{2, 1, 1}, {0, 3, 2}, {2, 1, 4}, {0, 0, 8}};
  for (int e = 0; e < 4; ++e) {
    list.template coordinates<1>()(e) = static_cast<unsigned>(entries[e][0]);
    list.template coordinates<0>()(e) = static_cast<unsigned>(entries[e][1]);
    list.values()(e)                  = entries[e][2];
  }
  const auto made =
      collect_copy<CSRFormat<>>(this->exec, "kernel", "C", list.view());
  this->exec.fence("Strata::test");
  ASSERT_EQ(made.nnz(), 3);
  const unsigned stored[][2] = {{0, 8}, {3, 2}, {1, 5}};  // column, value
  for (int p = 0; p < 3; ++p) {
    EXPECT_EQ(made.template coordinates<1>()(p), stored[p][0]) << p;
    EXPECT_EQ(made.values()(p), stored[p][1]) << p;
  }
  EXPECT_EQ(made.template positions<1>()(1), 2u);
  EXPECT_EQ(made.template positions<1>()(2), 2u);

  // Other values at the same coordinates: the same arrays.
  const auto* const arrays = made.values().data();
  for (std::size_t e = 0; e < list.values().size(); ++e) list.values()(e) *= 10;
  collect_values(this->exec, "kernel", "C", list.view(), made);
  for (int p = 0; p < 3; ++p)
    EXPECT_EQ(made.values()(p), 10 * stored[p][1]) << p;
  EXPECT_EQ(made.values().data(), arrays);

  // The last time that the list is read.
  const auto last = collect<CSRFormat<>>(this->exec, "kernel", "C", list.view());
  this->exec.fence("Strata::test");
  ASSERT_EQ(last.nnz(), 3);
  for (int p = 0; p < 3; ++p) {
    EXPECT_EQ(last.template coordinates<1>()(p), stored[p][0]) << p;
    EXPECT_EQ(last.values()(p), 10 * stored[p][1]) << p;
  }
}

TYPED_TEST(KernelResult, IsTheTensorThatWasAssembled) {
  const auto made = make_appended<double, CSRFormat<>>(
      this->exec, "kernel", "C", {1, 9}, counts(this->exec, 1, {3}));
  EXPECT_NO_THROW(check_assembled("kernel", "C", made.view(), 3));
  EXPECT_EQ(message_of<FormatMismatch>(
                [&] { check_assembled("kernel", "C", made.view(), 4); }),
            "kernel: 'C': expected what was assembled, of 4 values, got a tensor "
            "of 3; pass the tensor that was assigned, or assemble it again");
}

TYPED_TEST(KernelResult, SlotsAreTakenOnce) {
  const Slots<TypeParam> slots(this->exec, 100);
  EXPECT_GE(slots.size(), 1);
  EXPECT_LE(slots.size(), this->exec.concurrency());
  const auto taken = make_zero_workspace<int*>(this->exec, "Strata::test",
                                               slots.size());
  const auto faults = make_zero_workspace<int*>(this->exec, "Strata::test", 1);
  Kokkos::parallel_for(
      "Strata::test", RangePolicy<TypeParam>(this->exec, 0, 100),
      KOKKOS_LAMBDA(const std::int64_t piece) {
        const std::int64_t slot = slots.acquire(piece);
        if (Kokkos::atomic_fetch_add(&taken(slot), 1) != 0)
          Kokkos::atomic_inc(&faults(0));
        Kokkos::atomic_dec(&taken(slot));
        slots.release(slot);
      });
  this->exec.fence("Strata::test");
  EXPECT_EQ(faults(0), 0);
}

// The sort of devices, and that of the space.
TYPED_TEST(KernelResult, SortsRows) {
  std::mt19937_64 random(7);
  for (const int count : {0, 1, 2, 3, 7, 8, 100, 1023}) {
    const auto list = make_workspace<std::uint32_t**>(this->exec,
                                                      "Strata::test", 2, 1024);
    this->exec.fence("Strata::test");
    std::vector<std::uint32_t> numbers;
    for (int n = 0; n < count; ++n)
      numbers.push_back(static_cast<std::uint32_t>(random() % 500));
    std::copy(numbers.begin(), numbers.end(), &list(1, 0));
    list(1, count) = 0;  // not part of the row
    std::vector<std::uint32_t> heap = numbers;
    Impl::heap_sort(heap.data(), count);
    sort_coordinates(list, 1, count);
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(heap, numbers);
    EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), &list(1, 0)));
    EXPECT_EQ(list(1, count), 0u);
  }
}

// Few coordinates are sorted, many are found by their marks.
TYPED_TEST(KernelResult, OrdersMarkedRows) {
  std::mt19937_64 random(9);
  for (const std::int64_t extent : {1, 7, 8, 63, 1000, 4099})
    for (const std::int64_t count : {std::int64_t(0), std::int64_t(1), extent / 40,
                                     extent / 2, extent}) {
      const auto list  = make_workspace<std::uint64_t**>(this->exec, "Strata::test", 2, extent);
      const auto marks = make_zero_workspace<std::uint8_t**>(this->exec, "Strata::test", 2, extent);
      this->exec.fence("Strata::test");
      std::vector<std::uint64_t> all(extent);
      std::iota(all.begin(), all.end(), 0);
      std::shuffle(all.begin(), all.end(), random);
      for (std::int64_t n = 0; n < count; ++n) {
        list(1, n)        = all[n];
        marks(1, all[n])  = 1;
      }
      order_coordinates(list, marks, 1, count, extent);
      std::sort(all.begin(), all.begin() + count);
      EXPECT_TRUE(std::equal(all.begin(), all.begin() + count, &list(1, 0)))
          << count << " of " << extent << (scan_pays(count, extent) ? ", scanned" : ", sorted");
    }
  EXPECT_TRUE(scan_pays(500, 1000));
  EXPECT_FALSE(scan_pays(5, 1000));
}

// A table is half full at the most; coordinates that all fit are their own slots.
TYPED_TEST(KernelResult, TablesHoldWhatTheirBoundSays) {
  const std::int64_t extent = std::int64_t(1) << 31;
  for (const std::int64_t bound : {1, 2, 5, 64, 1000}) {
    const std::int64_t bits = table_bits(bound, extent);
    EXPECT_GE(std::int64_t(1) << bits, 2 * bound);
    EXPECT_LT(std::int64_t(1) << bits, 4 * bound);
    const auto marks = make_zero_workspace<std::uint32_t**>(this->exec, "Strata::test", 2,
                                                            std::int64_t(1) << bits);
    this->exec.fence("Strata::test");
    std::set<std::int64_t> slots;
    for (std::int64_t n = 0; n < bound; ++n) {
      const std::int64_t c  = n << 20;
      const std::int64_t at = find_slot(marks, 1, c, bits);
      EXPECT_EQ(marks(1, at), 0u);
      marks(1, at) = static_cast<std::uint32_t>(c + 1);
      slots.insert(at);
    }
    EXPECT_EQ(static_cast<std::int64_t>(slots.size()), bound);
    for (std::int64_t n = 0; n < bound; ++n)
      EXPECT_EQ(marks(1, find_slot(marks, 1, n << 20, bits)), (n << 20) + 1u);
  }
  EXPECT_EQ(table_bits(1000, 100), 7);
  EXPECT_EQ(table_bits(0, 100), 0);
  const auto all = make_zero_workspace<std::uint32_t**>(this->exec, "Strata::test", 1, 128);
  this->exec.fence("Strata::test");
  for (std::int64_t c = 99; c >= 0; --c) {
    EXPECT_EQ(find_slot(all, 0, c, 7), c);
    all(0, c) = static_cast<std::uint32_t>(c + 1);
  }
}

TYPED_TEST(KernelResult, ResultsAreAssignable) {
  using memory_space = typename TypeParam::memory_space;
  using Matrix       = SparseView<double, CSRFormat<>, memory_space>;
  EXPECT_TRUE((is_sparse_result_v<Matrix, double, CSRFormat<>, TypeParam>));
  EXPECT_FALSE((is_sparse_result_v<const Matrix, double, CSRFormat<>, TypeParam>));
  EXPECT_FALSE((is_sparse_result_v<Matrix, float, CSRFormat<>, TypeParam>));
  EXPECT_FALSE((is_sparse_result_v<Matrix, double, CSCFormat<>, TypeParam>));
  EXPECT_FALSE((is_sparse_result_v<SparseView<double, DynamicFormat, memory_space>,
                                   double, CSRFormat<>, TypeParam>));
}

}  // namespace
