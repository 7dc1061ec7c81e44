// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class T>
using Unmanaged = Kokkos::View<T*, Kokkos::HostSpace,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class T>
class WrapIndex : public testing::Test {};
using IndexTypes =
    testing::Types<int, unsigned, std::int64_t, std::uint64_t, long long,
                   unsigned long long, std::uint8_t, std::int16_t>;
TYPED_TEST_SUITE(WrapIndex, IndexTypes);

TYPED_TEST(WrapIndex, Csr) {
  std::vector<TypeParam> positions = {0, 1, 1, 3}, coordinates = {2, 0, 3};
  std::vector<double> values = {1, 2, 3};
  const auto view =
      wrap_csr(3, 4, Unmanaged<const TypeParam>(positions.data(), 4),
               Unmanaged<TypeParam>(coordinates.data(), 3),
               Unmanaged<double>(values.data(), 3));
  EXPECT_EQ(view.format(),
            Formats::csr().with_index_types(index_type_of<TypeParam>(),
                                            index_type_of<TypeParam>()));
  const TensorRef t = ref(view);
  EXPECT_EQ(t.levels[1].positions, positions.data());
  EXPECT_EQ(t.levels[1].coordinates, coordinates.data());
  EXPECT_EQ(t.values, values.data());
  validate(Kokkos::DefaultHostExecutionSpace(), t);
  view.values()(1) = 7;
  EXPECT_EQ(values[1], 7);
}

TEST(Wrap, MixedIndexTypes) {
  std::vector<std::int64_t> positions = {0, 1};
  std::vector<int> coordinates        = {2};
  std::vector<float> values           = {1};
  const auto view = wrap_csr(1, 4, Unmanaged<std::int64_t>(positions.data(), 2),
                             Unmanaged<int>(coordinates.data(), 1),
                             Unmanaged<float>(values.data(), 1));
  EXPECT_EQ(view.format().pos_type(), (IndexType{64, true}));
  EXPECT_EQ(view.format().crd_type(), (IndexType{32, true}));
}

TEST(Wrap, ManagedViewsAreShared) {
  TensorRef t;
  {
    Kokkos::View<int*, Kokkos::HostSpace> positions("Strata::test", 2),
        rows("Strata::test", 2), columns("Strata::test", 2);
    Kokkos::View<long long*, Kokkos::HostSpace> unused("Strata::test", 1);
    Kokkos::View<double*, Kokkos::HostSpace> values("Strata::test", 2);
    positions(1) = 2;
    rows(1)      = 1;
    columns(0)   = 3;
    const auto view =
        wrap(Formats::coo(2), {2, 4}, {positions}, {rows, columns}, values);
    EXPECT_EQ(values.use_count(), 2);
    t = ref(view);
  }
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 1}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{3, 0}));
  validate(Kokkos::DefaultHostExecutionSpace(), t);
}

TEST(Wrap, ConstValues) {
  const std::vector<int> positions = {0, 1}, coordinates = {2};
  const std::vector<double> values = {5};
  const auto view = wrap_csr(1, 4, Unmanaged<const int>(positions.data(), 2),
                             Unmanaged<const int>(coordinates.data(), 1),
                             Unmanaged<const double>(values.data(), 1));
  static_assert(std::is_same_v<decltype(view.values()(0)), const double&>);
  EXPECT_TRUE(ref(view).is_const);
  EXPECT_EQ(view.values()(0), 5);
}

TEST(Wrap, StridesAreRefused) {
  std::vector<int> positions = {0, 0, 1, 0}, coordinates = {2};
  std::vector<double> values = {5};
  using Strided  = Kokkos::View<int*, Kokkos::LayoutStride, Kokkos::HostSpace>;
  const auto run = [&](std::size_t stride) {
    return wrap_csr(1, 4,
                    Strided(positions.data(), Kokkos::LayoutStride(2, stride)),
                    Unmanaged<int>(coordinates.data(), 1),
                    Unmanaged<double>(values.data(), 1));
  };
  const std::string message = message_of<FormatMismatch>([&] { run(2); });
  EXPECT_NE(message.find("stride 2"), std::string::npos) << message;
  EXPECT_EQ(run(1).nnz(), 1);
}

TEST(Wrap, NumberOfArrays) {
  std::vector<int> array(4);
  std::vector<double> values(4);
  const Unmanaged<int> a(array.data(), 4);
  const std::string message = message_of<FormatMismatch>([&] {
    wrap(Formats::dcsr(), {2, 4}, {a}, {a, a},
         Unmanaged<double>(values.data(), 4));
  });
  EXPECT_NE(message.find("2 positions and 2 coordinates"), std::string::npos)
      << message;
  const Unmanaged<std::int64_t> wide(nullptr, 0);
  EXPECT_THROW(wrap(Formats::dcsr(), {2, 4}, {a, wide}, {a, a},
                    Unmanaged<double>(values.data(), 4)),
               FormatMismatch);
  EXPECT_THROW(
      wrap(Formats::csr(), {2}, {a}, {a}, Unmanaged<double>(values.data(), 4)),
      ShapeMismatch);
}

}  // namespace
