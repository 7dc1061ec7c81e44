// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <complex>
#include <limits>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Assemble);

template <class T, class ExecutionSpace>
std::vector<T> sum_of_two(const ExecutionSpace& exec, ScalarType scalar, T a,
                          T b) {
  const std::int64_t coordinates[] = {3, 3, 5};
  const T values[]                 = {a, b, a};
  const TensorRef t = Strata::assemble(exec, Formats::sparse_vector(), scalar,
                                       {8}, coordinates, values, 3);
  exec.fence("Strata::test");
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{3, 5}));
  return values_of<T>(t);
}

TYPED_TEST(Assemble, SumsDuplicatesOfEveryScalarType) {
  visit_scalar_type(ScalarType::f64, [](auto) {});
  for (int s = 0; s <= static_cast<int>(ScalarType::c128); ++s) {
    const auto scalar = static_cast<ScalarType>(s);
    SCOPED_TRACE(name_of(scalar));
    visit_scalar_type(scalar, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::is_same_v<T, bool>) {
        const std::int64_t coordinates[] = {3, 3, 5};
        const bool values[]              = {true, true, false};
        const TensorRef t =
            Strata::assemble(this->exec, Formats::sparse_vector(), scalar, {8},
                             coordinates, values, 3);
        this->exec.fence("Strata::test");
        EXPECT_EQ(t.num_values, 2);
        EXPECT_TRUE(static_cast<const bool*>(t.values)[0]);
        EXPECT_FALSE(static_cast<const bool*>(t.values)[1]);
      } else {
        EXPECT_EQ(sum_of_two<T>(this->exec, scalar, T(3), T(4)),
                  (std::vector<T>{T(7), T(3)}));
      }
    });
  }
}

TYPED_TEST(Assemble, ComplexParts) {
  using T = std::complex<double>;
  EXPECT_EQ(sum_of_two<T>(this->exec, ScalarType::c128, T(1, 2), T(3, -5)),
            (std::vector<T>{T(4, -3), T(1, 2)}));
}

TYPED_TEST(Assemble, KeepsExplicitZeros) {
  const TensorRef t = ref(assemble<double>(this->exec, Formats::dcsr(), {4, 4},
                                           Coordinates{{1, 1}, {1, 2}, {1, 2}},
                                           Reals{0, 1, -1}));
  EXPECT_EQ(t.num_values, 2);
  EXPECT_EQ(values_of(t), (Reals{0, 0}));
}

TYPED_TEST(Assemble, Order0) {
  const Coordinates none(3);
  EXPECT_EQ(values_of(ref(assemble<double>(this->exec, TensorFormat(), {}, none,
                                           Reals{1, 2, 4}))),
            (Reals{7}));
  EXPECT_EQ(values_of(ref(assemble<double>(this->exec, TensorFormat(), {},
                                           Coordinates{}, Reals{}))),
            (Reals{0}));
}

TYPED_TEST(Assemble, Empty) {
  for (const char* name : {"CSR", "DCSR", "COO", "Dense"}) {
    const TensorRef t =
        ref(assemble<double>(this->exec, TensorFormat::parse(name, 2), {3, 4},
                             Coordinates{}, Reals{}));
    validate(this->exec, t);
    EXPECT_EQ(t.num_values, std::string(name) == "Dense" ? 12 : 0);
  }
  const TensorRef t = ref(assemble<double>(this->exec, Formats::csr(), {0, 4},
                                           Coordinates{}, Reals{}));
  validate(this->exec, t);
  EXPECT_EQ(positions_of(t, 1), (Numbers{0}));
}

// One coordinate with very many entries is summed by all threads.
TYPED_TEST(Assemble, LongRunOfDuplicates) {
  const std::int64_t n = 100000;
  std::vector<std::int64_t> coordinates(n, 2), values(n);
  for (std::int64_t e = 0; e < n; ++e) values[e] = e;
  coordinates[17] = 1;
  const TensorRef t =
      Strata::assemble(this->exec, Formats::sparse_vector(), ScalarType::i64,
                       {4}, coordinates.data(), values.data(), n);
  this->exec.fence("Strata::test");
  EXPECT_EQ(values_of<std::int64_t>(t),
            (std::vector<std::int64_t>{17, n * (n - 1) / 2 - 17}));
}

TYPED_TEST(Assemble, EightBitCoordinatesAbove127) {
  Coordinates coordinates;
  Reals values;
  for (std::int64_t c = 100; c < 256; ++c) {
    coordinates.push_back({c});
    values.push_back(static_cast<double>(c));
  }
  const TensorRef t = ref(assemble<double>(
      this->exec, Formats::sparse_vector().with_index_types({8}, {8}), {256},
      coordinates, values));
  validate(this->exec, t);
  EXPECT_EQ(coordinates_of(t, 0).back(), 255);
  EXPECT_EQ(to_map(extract(this->exec, t)), to_map(coordinates, values));
}

TYPED_TEST(Assemble, ViewsOfAnyLayout) {
  using memory_space = typename TypeParam::memory_space;
  Kokkos::View<std::int64_t**, Kokkos::LayoutLeft, memory_space> coordinates(
      "Strata::test", 2, 2);
  Kokkos::View<float*, memory_space> values("Strata::test", 2);
  coordinates(0, 0) = 1;
  coordinates(0, 1) = 2;
  values(0)         = 5;
  values(1)         = 7;
  const auto view =
      assemble<float>(this->exec, Formats::coo(2), {2, 3}, coordinates, values);
  EXPECT_EQ(coordinates_of(ref(view), 0), (Numbers{0, 1}));
  EXPECT_EQ(coordinates_of(ref(view), 1), (Numbers{0, 2}));
  EXPECT_EQ(values_of<float>(ref(view)), (std::vector<float>{7, 5}));
}

TYPED_TEST(Assemble, NonuniqueLevelsKeepOnePositionPerEntry) {
  const Coordinates coordinates = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  const Reals values            = {1, 2, 3};
  const auto assembled          = [&](const char* text) {
    return ref(assemble<double>(this->exec, TensorFormat::parse(text, 3),
                                {2, 2, 2}, coordinates, values));
  };
  TensorRef t = assembled(
      "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : "
      "compressed)");
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 0, 0}));
  EXPECT_EQ(positions_of(t, 2), (Numbers{0, 1, 2, 3}));
  // A unique singleton ends the group: (0, 0) is one position.
  t = assembled(
      "(i, j, k) -> (i : compressed(nonunique), j : singleton, k : "
      "compressed)");
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 0}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 1}));
  EXPECT_EQ(positions_of(t, 2), (Numbers{0, 2, 3}));
}

}  // namespace
