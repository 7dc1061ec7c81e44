// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mirrors and deep copies.
#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Mirrors);

template <class View>
EntryMap entries_of(const View& view) {
  return to_map(extract(ref(view)));
}

TYPED_TEST(Mirrors, MirrorOfEveryFormatTakesACopy) {
  const RandomEntries two(3, 60, {9, 14}), three(4, 50, {4, 3, 7});
  const auto check = [&](const auto& a) {
    const auto mirror = create_mirror(a);
    ASSERT_NE(mirror.values().data(), a.values().data());
    EXPECT_EQ(mirror.format(), a.format());
    EXPECT_EQ(mirror.label(), "A_mirror");
    EXPECT_EQ(mirror.bytes(), a.bytes());
    deep_copy(this->exec, mirror, a);
    this->exec.fence("Strata::test");
    validate(this->exec, ref(mirror));
    EXPECT_EQ(entries_of(mirror), entries_of(a)) << a.format().to_string();
  };
  for (const TensorFormat& format : matrix_formats())
    check(random_tensor(this->exec, format, two, {9, 14}));
  for (const TensorFormat& format : order3_formats())
    check(random_tensor(this->exec, format, three, {4, 3, 7}));
}

template <class ExecutionSpace>
using Csr = SparseView<double, CSRFormat<std::uint32_t, std::uint8_t>,
                       typename ExecutionSpace::memory_space>;
template <class ExecutionSpace>
Csr<ExecutionSpace> small_csr(const ExecutionSpace& exec) {
  return Csr<ExecutionSpace>(assemble<double>(
      exec, Csr<ExecutionSpace>::format(), {3, 4},
      Coordinates{{0, 1}, {2, 0}, {2, 3}}, Reals{1, 2, 3}, "A"));
}

TYPED_TEST(Mirrors, OverloadsOfKokkos) {
  using memory_space = typename TypeParam::memory_space;
  const auto a       = small_csr(this->exec);
  const auto check   = [&](const auto& mirror) {
    using mirror_type = std::remove_cvref_t<decltype(mirror)>;
    static_assert(std::is_same_v<mirror_type, Csr<TypeParam>>);
    EXPECT_NE(mirror.values().data(), a.values().data());
    EXPECT_NE(mirror.template positions<1>().data(),
                a.template positions<1>().data());
    deep_copy(mirror, a);
    EXPECT_EQ(entries_of(mirror), entries_of(a));
  };
  check(create_mirror(a));
  check(create_mirror(Kokkos::WithoutInitializing, a));
  check(create_mirror(memory_space{}, a));
  check(create_mirror(this->exec, a));
  check(create_mirror(Kokkos::WithoutInitializing, memory_space{}, a));
  check(create_mirror(Kokkos::view_alloc(this->exec, memory_space{}), a));
  check(create_mirror(Kokkos::view_alloc(this->exec, memory_space{},
                                         Kokkos::WithoutInitializing),
                      a));
  const auto zero = create_mirror(a);
  EXPECT_EQ(zero.values()(2), 0);
  EXPECT_EQ(zero.template positions<1>()(3), 0u);
}

TYPED_TEST(Mirrors, MirrorViewsOfHostViewsShare) {
  using memory_space = typename TypeParam::memory_space;
  const auto a       = small_csr(this->exec);
  const auto shares  = [&](const auto& mirror) {
    EXPECT_EQ(mirror.values().data(), a.values().data());
  };
  shares(create_mirror_view(a));
  shares(create_mirror_view(memory_space{}, a));
  shares(create_mirror_view(Kokkos::WithoutInitializing, a));
  shares(create_mirror_view(Kokkos::WithoutInitializing, this->exec, a));
  shares(create_mirror_view(Kokkos::view_alloc(memory_space{}), a));
  shares(create_mirror_view_and_copy(memory_space{}, a));
  shares(create_mirror_view_and_copy(this->exec, a, "B"));
  shares(create_mirror_view_and_copy(
      Kokkos::view_alloc(this->exec, memory_space{}), a));
  const typename Csr<TypeParam>::const_type c = a;
  shares(create_mirror_view(c));
  static_assert(std::is_same_v<decltype(create_mirror_view(c)),
                               typename Csr<TypeParam>::const_type>);
}

TYPED_TEST(Mirrors, MirrorsOfConstViewsMayBeWritten) {
  const typename Csr<TypeParam>::const_type a = small_csr(this->exec);
  const auto mirror                           = create_mirror(a);
  static_assert(std::is_same_v<typename decltype(mirror)::value_type, double>);
  deep_copy(mirror, a);
  mirror.values()(0) = 9;
  EXPECT_EQ(mirror(0, 1), 9);
  EXPECT_EQ(a(0, 1), 1);
  EXPECT_FALSE(create_mirror(Csr<TypeParam>()).is_allocated());
}

// There and back: into the arrays that were assembled.
TYPED_TEST(Mirrors, RoundTripWritesTheOriginal) {
  const auto a      = small_csr(this->exec);
  const auto mirror = create_mirror(a);
  deep_copy(mirror, a);
  mirror.values()(1) = 20;
  const SparseView<double, DynamicFormat, typename TypeParam::memory_space>
      dynamic = a;
  deep_copy(this->exec, dynamic, mirror);
  this->exec.fence("Strata::test");
  EXPECT_EQ(a(2, 0), 20);
  deep_copy(this->exec, a, 4.0);
  this->exec.fence("Strata::test");
  EXPECT_EQ(a(2, 0), 4);
  EXPECT_EQ(a(1, 1), 0);
  deep_copy(a, 5);
  EXPECT_EQ(a(2, 3), 5);
}

TYPED_TEST(Mirrors, OddSizesAndAlignments) {
  for (const int n : {0, 1, 7, 8, 9, 1000}) {
    std::vector<std::int64_t> extents = {300};
    const RandomEntries entries(11, static_cast<std::size_t>(n), extents);
    const auto a = assemble<std::int8_t>(
        this->exec, Formats::sparse_vector().with_index_types({16}, {16}),
        extents, entries.coordinates,
        std::vector<std::int8_t>(entries.values.begin(), entries.values.end()));
    const auto mirror = create_mirror(Kokkos::WithoutInitializing, a);
    deep_copy(this->exec, mirror, a);
    this->exec.fence("Strata::test");
    validate(this->exec, ref(mirror));
    for (std::int64_t i = 0; i < 300; ++i) ASSERT_EQ(mirror(i), a(i));
  }
  Kokkos::View<std::uint8_t*, typename TypeParam::memory_space> bytes(
      "Strata::test", 20);
  const auto part = Kokkos::subview(bytes, std::pair(3, 14));
  const auto odd  = wrap(Formats::dense(1), {11}, {}, {}, part);
  const auto even = create_mirror(odd);
  deep_copy(this->exec, odd, std::uint8_t{7});
  deep_copy(this->exec, even, odd);
  this->exec.fence("Strata::test");
  EXPECT_EQ(even(10), 7);
  EXPECT_EQ(bytes(2), 0);
  EXPECT_EQ(bytes(14), 0);
}

TYPED_TEST(Mirrors, MismatchesAreRefused) {
  const auto make = [&](const TensorFormat& format, std::int64_t columns,
                        Reals values) {
    return assemble<double>(this->exec, format, {3, columns},
                            Coordinates(values.size(), {1, 1}), values, "B");
  };
  const auto a       = make(Formats::csr(), 4, {1});
  const auto refuses = [&]<class E>(const auto& b, E*, const char* text) {
    for (const std::string& message :
         {message_of<E>([&] { deep_copy(this->exec, b, a); }),
          message_of<E>([&] { deep_copy(b, a); })})
      EXPECT_NE(message.find(text), std::string::npos) << message;
  };
  refuses(make(Formats::csc(), 4, {1}), static_cast<FormatMismatch*>(nullptr),
          "Strata::deep_copy: \"B\": expected (d0, d1) -> (d1 : dense");
  refuses(make(Formats::csr(), 5, {1}), static_cast<ShapeMismatch*>(nullptr),
          "extents of \"B\": expected (3, 5), got (3, 4)");
  refuses(make(Formats::csr(), 4, {}), static_cast<ShapeMismatch*>(nullptr),
          "coordinates of level 1: expected 0 elements, got 1");
}

TYPED_TEST(Mirrors, ConstantPatternsAreNotWritten) {
  using memory_space = typename TypeParam::memory_space;
  const auto a =
      assemble<double>(this->exec, Formats::csr().with_index_types({32}, {32}),
                       {2, 2}, Coordinates{{0, 1}, {1, 0}}, Reals{1, 2});
  const Kokkos::View<std::uint32_t*, memory_space> pos("Strata::test", 3),
      crd("Strata::test", 2);
  const Kokkos::View<double*, memory_space> values("Strata::test", 2);
  const Kokkos::View<const std::uint32_t*, memory_space> const_pos = pos;
  const std::string message = message_of<FormatMismatch>(
      [&] { deep_copy(wrap_csr(2, 2, const_pos, crd, values), a); });
  EXPECT_NE(message.find("positions and coordinates that may be written"),
            std::string::npos)
      << message;
  const auto b = wrap_csr(2, 2, pos, crd, values);
  deep_copy(b, a);
  EXPECT_EQ(b(1, 0), 2);
  // A pattern that both share is not copied.
  const auto c =
      wrap_csr(2, 2, const_pos, crd,
               Kokkos::View<double*, memory_space>("Strata::test", 2));
  deep_copy(this->exec, c, b);
  this->exec.fence("Strata::test");
  EXPECT_EQ(c(1, 0), 2);
}

}  // namespace
