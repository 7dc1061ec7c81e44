// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views of the same arrays with their dimensions in another order.
#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Permute);

TYPED_TEST(Permute, RowsBecomeColumns) {
  using memory_space = typename TypeParam::memory_space;
  const RandomEntries entries(3, 60, {9, 14});
  const auto a = random_tensor(this->exec, Formats::csr(), entries, {9, 14});
  const auto t = transposed(a);
  EXPECT_EQ(t.format(), Formats::csc());
  EXPECT_EQ(t.extents(), (Numbers{14, 9}));
  EXPECT_EQ(t.values().data(), a.values().data());
  validate(this->exec, ref(t));
  for (std::int64_t i = 0; i < 9; ++i)
    for (std::int64_t j = 0; j < 14; ++j) EXPECT_EQ(t(j, i), a(i, j));
  const SparseView<double, CSRFormat<>, memory_space> rows(a);
  const auto columns = transposed(rows);
  static_assert(std::is_same_v<std::remove_const_t<decltype(columns)>,
                               SparseView<double, CSCFormat<>, memory_space>>);
  EXPECT_EQ(columns.extent(0), 14);
  EXPECT_EQ(columns(3, 2), a(2, 3));
  EXPECT_EQ(columns.values().data(), a.values().data());
  EXPECT_EQ(columns.use_count(),
            4);  // a and t count as one each, rows, columns
}

TYPED_TEST(Permute, EveryFormatOfOrderThree) {
  const RandomEntries entries(4, 50, {4, 3, 7});
  for (const TensorFormat& format : order3_formats()) {
    const auto a = random_tensor(this->exec, format, entries, {4, 3, 7});
    const auto b = permuted(a, {2, 0, 1});
    EXPECT_EQ(b.extents(), (Numbers{7, 4, 3}));
    validate(this->exec, ref(b));
    for (std::int64_t i = 0; i < 4; ++i)
      for (std::int64_t j = 0; j < 3; ++j)
        for (std::int64_t k = 0; k < 7; ++k)
          ASSERT_EQ(b(k, i, j), a(i, j, k)) << format.to_string();
    EXPECT_EQ(permuted(b, {1, 2, 0}).format(), format);
  }
  using memory_space = typename TypeParam::memory_space;
  const SparseView<const double, CSFFormat<3>, memory_space> fibers(
      random_tensor(this->exec, Formats::csf(3), entries, {4, 3, 7}));
  const auto turned = permuted<2, 0, 1>(fibers);
  for (std::int64_t k = 0; k < 7; ++k)
    EXPECT_EQ(turned(k, 3, 1), fibers(3, 1, k));
  EXPECT_EQ(turned.format(), Formats::csf(3, {1, 2, 0}));
}

TYPED_TEST(Permute, WrongOrdersAreRefused) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {2, 3},
                                  Coordinates{}, Reals{});
  EXPECT_NE(message_of<ShapeMismatch>([&] {
              permuted(a, {0, 0});
            })
                .find("order: expected a permutation of 2 dimensions, got (0, "
                      "0)"),
            std::string::npos);
  EXPECT_THROW(permuted(a, {0}), ShapeMismatch);
  EXPECT_THROW(permuted(a, {0, 2}), ShapeMismatch);
  EXPECT_THROW(permuted(a, {0, 1, 2}), ShapeMismatch);
  EXPECT_THROW(transposed(assemble<double>(this->exec, Formats::dense(1), {2},
                                           Coordinates{}, Reals{})),
               ShapeMismatch);
  EXPECT_EQ(permuted(a, {0, 1}).format(), a.format());
  EXPECT_FALSE(permuted(decltype(assemble<double>(this->exec, a.format(), {},
                                                  Coordinates{}, Reals{}))(),
                        {1, 0})
                   .is_allocated());
}

}  // namespace
