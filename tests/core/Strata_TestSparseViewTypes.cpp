// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What SparseView promises at compile time.
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Kokkos::HostSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class... P>
using Dynamic = SparseView<double, DynamicFormat, P...>;
template <class... P>
using Csr = SparseView<double, CSRFormat<>, P...>;
template <class... P>
using ConstCsr  = SparseView<const double, CSRFormat<>, P...>;
using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
using Random    = Kokkos::MemoryTraits<Kokkos::RandomAccess>;
using AtomicT   = Kokkos::MemoryTraits<Kokkos::Atomic>;

// Types that users of Kokkos::View expect.
static_assert(std::is_same_v<ConstCsr<HostSpace>::value_type, const double>);
static_assert(
    std::is_same_v<ConstCsr<HostSpace>::non_const_value_type, double>);
static_assert(std::is_same_v<Csr<HostSpace>::const_type, ConstCsr<HostSpace>>);
static_assert(
    std::is_same_v<ConstCsr<HostSpace>::non_const_type, Csr<HostSpace>>);
static_assert(
    std::is_same_v<ConstCsr<HostSpace>::host_mirror_type, Csr<HostSpace>>);
static_assert(std::is_same_v<Csr<HostSpace>::HostMirror, Csr<HostSpace>>);
static_assert(std::is_same_v<Csr<HostSpace>::memory_space, HostSpace>);
static_assert(std::is_same_v<Csr<Host>::execution_space, Host>);
static_assert(std::is_same_v<Csr<Host>::memory_space, Host::memory_space>);
static_assert(std::is_same_v<Csr<Kokkos::Device<Host, HostSpace>>::device_type,
                             Kokkos::Device<Host, HostSpace>>);
static_assert(std::is_same_v<SparseView<double>::memory_space,
                             Kokkos::DefaultExecutionSpace::memory_space>);
static_assert(std::is_same_v<SparseView<double>::format_type, DynamicFormat>);
static_assert(std::is_integral_v<Csr<>::size_type>);

// Properties in any order, traits of the arrays.
static_assert(
    std::is_same_v<Csr<Unmanaged, HostSpace>::memory_traits, Unmanaged>);
static_assert(
    std::is_same_v<Csr<HostSpace, Unmanaged>::memory_traits, Unmanaged>);
static_assert(std::is_same_v<Csr<Random>::memory_space,
                             Kokkos::DefaultExecutionSpace::memory_space>);
static_assert(std::is_same_v<Csr<HostSpace>::values_view_type,
                             Kokkos::View<double*, HostSpace>>);
static_assert(Csr<AtomicT>::values_view_type::memory_traits::is_atomic &&
              !Csr<AtomicT>::positions_view_type::memory_traits::is_atomic);
static_assert(
    Csr<Random>::values_view_type::memory_traits::is_random_access &&
    Csr<Random>::coordinates_view_type::memory_traits::is_random_access);

// Traits and concepts.
static_assert(is_sparse_view_v<Csr<>> && is_sparse_view_v<const Dynamic<>>);
static_assert(!is_sparse_view_v<Kokkos::View<double*>> &&
              !is_sparse_view_v<TensorRef> && !is_sparse_view_v<Csr<>&>);
static_assert(SparseViewLike<Csr<>> && !SparseViewLike<int>);
static_assert(StaticSparseView<Csr<>> && !StaticSparseView<Dynamic<>>);
static_assert(DynamicSparseView<Dynamic<>> && !DynamicSparseView<Csr<>>);

// Value semantics.
template <class View>
constexpr bool is_value =
    std::is_default_constructible_v<View>&& std::is_copy_constructible_v<View>&&
        std::is_copy_assignable_v<View>&& std::is_move_constructible_v<View>;
static_assert(is_value<Csr<>> && is_value<Dynamic<Unmanaged>> &&
              is_value<ConstCsr<Host, Random>>);

// Conversions that Kokkos::View has, and those it has not.
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;
static_assert(converts<Csr<>, ConstCsr<>> && converts<Csr<>, Csr<Unmanaged>>);
static_assert(converts<Csr<>, ConstCsr<Random>>);
static_assert(converts<Csr<Host>, Csr<Host::memory_space>>);
static_assert(converts<Csr<AtomicT>, Csr<>> && converts<Csr<>, Csr<AtomicT>>);
static_assert(converts<Csr<>, Dynamic<>> &&
              converts<Csr<>, SparseView<const double, DynamicFormat>>);
static_assert(converts<Csr<>, Dynamic<Unmanaged>>);
static_assert(
    converts<Dynamic<>, SparseView<const double, DynamicFormat, Random>>);
static_assert(!converts<ConstCsr<>, Csr<>> && !converts<ConstCsr<>, Dynamic<>>);
static_assert(!converts<SparseView<const double>, SparseView<double>>);
static_assert(!converts<Dynamic<>, Csr<>> &&
              std::is_constructible_v<Csr<>, Dynamic<>>);
static_assert(
    !std::is_constructible_v<Csr<>, SparseView<const double, DynamicFormat>>);
static_assert(!converts<Csr<>, SparseView<float, CSRFormat<>>> &&
              !converts<Csr<>, SparseView<double, CSCFormat<>>>);

// Access by integers: as many as there are dimensions.
template <class View, class... Index>
constexpr bool is_located_by = requires(const View& view, Index... index) {
  view(index...);
};
static_assert(is_located_by<Csr<>, int, long>);
static_assert(!is_located_by<Csr<>, int> &&
              !is_located_by<Csr<>, int, int, int> &&
              !is_located_by<Csr<>, double, int>);
static_assert(is_located_by<SparseView<double, DenseFormat<0>>>);

STRATA_TYPED_SUITE(SparseViewTypes);

/// Reads through RandomAccess and Unmanaged copies, writes through Atomic ones.
TYPED_TEST(SparseViewTypes, TraitsInKernels) {
  const Csr<TypeParam> a(assemble<double>(this->exec, Formats::csr(), {2, 300},
                                          Coordinates{{0, 1}, {1, 0}, {1, 299}},
                                          Reals{1, 2, 3}));
  const ConstCsr<Random, TypeParam> read = a;
  const Csr<TypeParam, AtomicT> sum      = a;
  const Csr<Unmanaged, TypeParam> plain  = a;
  Kokkos::View<double, typename TypeParam::memory_space> total("Strata::test");
  Kokkos::parallel_for(
      "Strata::test::traits",
      Kokkos::RangePolicy<TypeParam>(this->exec, 0, 300), KOKKOS_LAMBDA(int j) {
        Kokkos::atomic_add(&total(), read(1, j));
        sum.values()(0) += 1;
        if (j == 0) plain.values()(2) = 4;
      });
  this->exec.fence("Strata::test");
  EXPECT_EQ(a(0, 1), 301);
  EXPECT_EQ(a(1, 299), 4);
  EXPECT_GE(total(), 5);
  EXPECT_LE(total(), 6);
}

TYPED_TEST(SparseViewTypes, EmptyViewsConvert) {
  const Csr<TypeParam> none;
  const Dynamic<TypeParam> also_none = none;
  EXPECT_FALSE(none.is_allocated());
  EXPECT_FALSE(also_none.is_allocated());
  EXPECT_FALSE(Csr<TypeParam>(also_none).is_allocated());
  EXPECT_EQ(also_none.bytes(), 0);
  EXPECT_EQ(also_none.values().extent(0), 0u);
  EXPECT_EQ(also_none.use_count(), 0);
}

}  // namespace
