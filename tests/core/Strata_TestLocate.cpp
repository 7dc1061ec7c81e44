// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values by coordinates.
#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Locate);

double expected_at(const EntryMap& map, const Numbers& coordinates) {
  const auto entry = map.find(coordinates);
  return entry == map.end() ? 0 : entry->second;
}

template <class View>
void check_matrix(const View& a, const EntryMap& map) {
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    for (std::int64_t j = 0; j < a.extent(1); ++j)
      ASSERT_EQ(a(i, j), expected_at(map, {i, j}))
          << a.format().to_string() << " at " << i << ", " << j;
}
template <class View>
void check_order3(const View& a, const EntryMap& map) {
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    for (std::int64_t j = 0; j < a.extent(1); ++j)
      for (std::int64_t k = 0; k < a.extent(2); ++k)
        ASSERT_EQ(a(i, j, k), expected_at(map, {i, j, k}))
            << a.format().to_string();
}

TYPED_TEST(Locate, EveryFormat) {
  const RandomEntries two(3, 60, {9, 14}), three(4, 50, {4, 3, 7});
  for (const TensorFormat& format : matrix_formats())
    check_matrix(random_tensor(this->exec, format, two, {9, 14}),
                 to_map(two.coordinates, two.values));
  for (const TensorFormat& format : order3_formats())
    check_order3(random_tensor(this->exec, format, three, {4, 3, 7}),
                 to_map(three.coordinates, three.values));
}

template <class Format, class ExecutionSpace>
void check_static(const ExecutionSpace& exec) {
  using view_type =
      SparseView<double, Format, typename ExecutionSpace::memory_space>;
  const RandomEntries entries(5, 40, {6, 11});
  const view_type a(random_tensor(exec, Format::dynamic(), entries, {6, 11}));
  check_matrix(a, to_map(entries.coordinates, entries.values));
}

TYPED_TEST(Locate, StaticFormats) {
  check_static<CSRFormat<>>(this->exec);
  check_static<CSCFormat<std::int32_t>>(this->exec);
  check_static<DCSRFormat<std::uint32_t, std::uint8_t>>(this->exec);
  check_static<DCSCFormat<>>(this->exec);
  check_static<COOFormat<2>>(this->exec);
  check_static<CSFFormat<2>>(this->exec);
  check_static<DenseFormat<2>>(this->exec);
}

TYPED_TEST(Locate, InKernels) {
  using view_type =
      SparseView<double, CSFFormat<3>, typename TypeParam::memory_space>;
  const RandomEntries entries(6, 50, {4, 3, 7});
  const view_type a(
      random_tensor(this->exec, Formats::csf(3), entries, {4, 3, 7}));
  Kokkos::View<double***, typename TypeParam::memory_space> dense(
      "Strata::test", 4, 3, 7);
  Kokkos::parallel_for(
      "Strata::test::locate", Kokkos::RangePolicy<TypeParam>(this->exec, 0, 84),
      KOKKOS_LAMBDA(int n) {
        dense(n / 21, n / 7 % 3, n % 7) = a(n / 21, n / 7 % 3, n % 7);
      });
  this->exec.fence("Strata::test");
  const EntryMap map = to_map(entries.coordinates, entries.values);
  for (int n = 0; n < 84; ++n)
    EXPECT_EQ(dense(n / 21, n / 7 % 3, n % 7),
              expected_at(map, {n / 21, n / 7 % 3, n % 7}));
}

template <class T, class Space>
Kokkos::View<T*, typename Space::memory_space> array(std::vector<T> numbers) {
  Kokkos::View<T*, typename Space::memory_space> view("Strata::test",
                                                      numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) view(i) = numbers[i];
  return view;
}

// Duplicates, in order and out of order.
TYPED_TEST(Locate, DuplicatesAreSummed) {
  const auto pos = array<int, TypeParam>({0, 5});
  const auto val = array<double, TypeParam>({1, 2, 4, 8, 16});
  for (const char* text :
       {"(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))",
        "(i, j) -> (i : compressed(nonunique, nonordered), "
        "j : singleton(nonunique, nonordered))"}) {
    const auto a = wrap(TensorFormat::parse(text), {3, 3}, {pos},
                        {array<int, TypeParam>({0, 1, 1, 1, 2}),
                         array<int, TypeParam>({2, 0, 0, 2, 1})},
                        val);
    EXPECT_EQ(a(1, 0), 6) << text;
    EXPECT_EQ(a(1, 2), 8) << text;
    EXPECT_EQ(a(0, 2), 1) << text;
    EXPECT_EQ(a(2, 2), 0) << text;
  }
  const auto unordered = wrap(
      TensorFormat::parse("(i, j) -> (i : compressed(nonunique, nonordered), "
                          "j : singleton(nonunique, nonordered))"),
      {3, 3}, {pos},
      {array<int, TypeParam>({2, 0, 2, 1, 2}),
       array<int, TypeParam>({1, 0, 2, 1, 1})},
      val);
  EXPECT_EQ(unordered(2, 1), 17);
  EXPECT_EQ(unordered(0, 0), 2);
  EXPECT_EQ(unordered(1, 1), 8);
  EXPECT_EQ(unordered(1, 2), 0);
  const auto repeated_rows = wrap(
      TensorFormat::parse("(i, j) -> (i : compressed(nonunique), j : dense)"),
      {3, 2}, {array<int, TypeParam>({0, 3})},
      {array<int, TypeParam>({1, 1, 2})},
      array<double, TypeParam>({1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(repeated_rows(1, 0), 5);
  EXPECT_EQ(repeated_rows(1, 1), 10);
  EXPECT_EQ(repeated_rows(2, 1), 32);
  EXPECT_EQ(repeated_rows(0, 0), 0);
}

TYPED_TEST(Locate, OtherScalarsAndOrders) {
  const auto scalar = assemble<float>(this->exec, TensorFormat(), {},
                                      Coordinates{{}}, std::vector<float>{7});
  EXPECT_EQ(scalar(), 7);
  const auto flags =
      wrap(TensorFormat::parse("(i) -> (i : compressed(nonunique))"), {3},
           {array<int, TypeParam>({0, 2})}, {array<int, TypeParam>({1, 1})},
           array<bool, TypeParam>({true, true}));
  EXPECT_EQ(flags(1), true);
  EXPECT_EQ(flags(0), false);
  using complex = Kokkos::complex<double>;
  const auto z  = assemble<complex>(this->exec, Formats::sparse_vector(), {3},
                                   Coordinates{{2}, {2}},
                                   std::vector<complex>{{1, 2}, {3, 4}});
  EXPECT_EQ(z(2), complex(4, 6));
  EXPECT_EQ(z(0), complex(0, 0));
  const auto one = assemble<double>(this->exec, Formats::csr(), {1, 1},
                                    Coordinates{{0, 0}}, Reals{5});
  EXPECT_EQ(one(0, 0), 5);
}

TYPED_TEST(Locate, CheckedAccess) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {3, 4},
                                  Coordinates{{2, 3}}, Reals{5}, "A");
  const SparseView<double, CSRFormat<>, typename TypeParam::memory_space> typed(
      a);
  EXPECT_EQ(a.at(2, 3), 5);
  EXPECT_EQ(typed.at(2, 3), 5);
  const std::string message =
      message_of<ShapeMismatch>([&] { typed.at(2, 4); });
  EXPECT_NE(message.find("\"A\": expected a coordinate of dimension 1 in [0, 4)"
                         ", got (2, 4)"),
            std::string::npos)
      << message;
  EXPECT_THROW(a.at(-1, 0), ShapeMismatch);
  EXPECT_NE(message_of<ShapeMismatch>([&] {
              a.at(1);
            }).find("expected 2 coordinates, got (1)"),
            std::string::npos);
}

}  // namespace
