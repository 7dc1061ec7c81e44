// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;
using Kokkos::LayoutStride;

STRATA_TYPED_SUITE(Ref);

template <class DataType, class... Properties>
using HostView = Kokkos::View<DataType, Properties..., Kokkos::HostSpace>;

TYPED_TEST(Ref, PackedViews) {
  const TensorRef right =
      ref(HostView<double***, LayoutRight>("Strata::test", 2, 3, 4));
  EXPECT_EQ(right.format, Formats::dense(3));
  EXPECT_EQ(right.extents, (Numbers{2, 3, 4}));
  EXPECT_TRUE(right.strides.empty());
  EXPECT_EQ(right.num_values, 24);
  EXPECT_FALSE(right.is_const);
  EXPECT_EQ(right.levels.size(), 3u);
  const TensorRef left = ref(HostView<const int***, LayoutLeft>(
      HostView<int***, LayoutLeft>("Strata::test", 2, 3, 4)));
  EXPECT_EQ(left.format.order(), (std::vector<int>{2, 1, 0}));
  EXPECT_EQ(left.scalar, ScalarType::i32);
  EXPECT_TRUE(left.strides.empty());
  EXPECT_TRUE(left.is_const);
}

TYPED_TEST(Ref, RanksUpToEight) {
  EXPECT_EQ(ref(HostView<double>("Strata::test")).num_values, 1);
  EXPECT_EQ(ref(HostView<double*>("Strata::test", 7)).extents, (Numbers{7}));
  const TensorRef t = ref(HostView<float********, LayoutLeft>(
      "Strata::test", 2, 3, 2, 3, 2, 3, 2, 3));
  EXPECT_EQ(t.format.order(), (std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(t.num_values, 6 * 6 * 6 * 6);
}

TYPED_TEST(Ref, StridesPerLevel) {
  const HostView<double***, LayoutLeft> base("Strata::test", 4, 5, 6);
  const TensorRef t =
      ref(Kokkos::subview(base, std::pair(1, 3), 2, Kokkos::ALL));
  EXPECT_EQ(t.format.order(), (std::vector<int>{1, 0}));
  EXPECT_EQ(t.strides, (Numbers{20, 1}));
  EXPECT_EQ(t.values, &base(1, 2, 0));
  const HostView<double*, LayoutStride> every_third(base.data(),
                                                    LayoutStride(5, 3));
  EXPECT_EQ(ref(every_third).strides, (Numbers{3}));
}

TYPED_TEST(Ref, ExtentOneStaysInPlace) {
  EXPECT_EQ(
      ref(HostView<double**, LayoutLeft>("Strata::test", 5, 1)).format.order(),
      (std::vector<int>{0, 1}));
  const TensorRef t =
      ref(HostView<double***, LayoutLeft>("Strata::test", 4, 1, 6));
  EXPECT_EQ(t.format.order(), (std::vector<int>{2, 1, 0}));
  EXPECT_TRUE(t.strides.empty());
}

TYPED_TEST(Ref, KeepsViewsAlive) {
  TensorRef t;
  {
    HostView<double*> x("Strata::test", 3);
    x(1) = 4;
    t    = ref(x);
  }
  EXPECT_EQ(values_of(t), (Reals{0, 4, 0}));
  {
    const auto view = assemble<double>(this->exec, Formats::csr(), {2, 2},
                                       Coordinates{{1, 1}}, Reals{3});
    t = ref(SparseView<double, CSRFormat<>, typename TypeParam::memory_space>(
        view));
  }
  EXPECT_EQ(values_of(t), (Reals{3}));
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 0, 1}));
  EXPECT_EQ(ref(t).values, t.values);
}

TYPED_TEST(Ref, ScalarTypes) {
  EXPECT_EQ(ref(HostView<Kokkos::complex<double>*>("Strata::test", 1)).scalar,
            ScalarType::c128);
  EXPECT_EQ(
      Strata::ref(HostView<std::complex<float>*>("Strata::test", 1)).scalar,
      ScalarType::c64);
  EXPECT_EQ(ref(HostView<bool*>("Strata::test", 1)).scalar,
            ScalarType::boolean);
  EXPECT_EQ(ref(HostView<long long*>("Strata::test", 1)).scalar,
            ScalarType::i64);
  EXPECT_EQ(ref(HostView<unsigned long long*>("Strata::test", 1)).scalar,
            ScalarType::u64);
}

TYPED_TEST(Ref, MakeDense) {
  const TensorRef t = make_dense(this->exec, Formats::dense(2, {1, 0}),
                                 ScalarType::f32, {3, 5});
  this->exec.fence("Strata::test");
  EXPECT_EQ(values_of<float>(t), std::vector<float>(15, 0));
  validate(this->exec, t);
  EXPECT_THROW(make_dense(this->exec, Formats::csr(), ScalarType::f32, {3, 5}),
               FormatMismatch);
  EXPECT_THROW(make_dense(this->exec, Formats::dense(2), ScalarType::f32, {3}),
               ShapeMismatch);
  EXPECT_EQ(
      make_dense(this->exec, TensorFormat(), ScalarType::i8, {}).num_values, 1);
}

TYPED_TEST(Ref, BackToSparseView) {
  using memory_space               = typename TypeParam::memory_space;
  const std::int64_t coordinates[] = {1, 0};
  const double values[]            = {2};
  const TensorRef t =
      Strata::assemble(this->exec, Formats::dcsr(), ScalarType::f64, {2, 2},
                       coordinates, values, 1);
  const auto view = view_of<double, memory_space>(t);
  this->exec.fence("Strata::test");
  EXPECT_EQ((view.template coordinates<0, std::uint64_t>()(0)), 1u);
  EXPECT_EQ(view.values()(0), 2);
  EXPECT_THROW((view_of<float, memory_space>(t)), FormatMismatch);
}

}  // namespace
