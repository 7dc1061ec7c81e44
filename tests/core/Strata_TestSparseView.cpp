// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(SparseViews);

template <class Space, class Format>
using View = SparseView<double, Format, typename Space::memory_space>;

template <class ExecutionSpace>
auto small_csr(const ExecutionSpace& exec) {
  return assemble<double>(exec, Formats::csr().with_index_types({32}, {16}),
                          {3, 4}, Coordinates{{0, 1}, {2, 0}, {2, 3}},
                          Reals{1, 2, 3}, "A");
}

TYPED_TEST(SparseViews, DynamicAccess) {
  const auto a = small_csr(this->exec);
  EXPECT_EQ(a.label(), "A");
  EXPECT_EQ(a.nnz(), 3);
  EXPECT_EQ(a.rank(), 2);
  EXPECT_EQ(a.extents(), (Numbers{3, 4}));
  const auto pos = a.template positions<1, std::uint32_t>();
  const auto crd = a.template coordinates<1, std::uint16_t>();
  EXPECT_EQ(pos.extent(0), 4u);
  EXPECT_EQ(crd(2), 3);
  EXPECT_EQ(a.values().label(), "Strata::A::values");
  EXPECT_EQ(pos.label(), "Strata::A::positions[1]");
}

TYPED_TEST(SparseViews, WrongArrayIsRefused) {
  const auto a              = small_csr(this->exec);
  const std::string message = message_of<FormatMismatch>(
      [&] { a.template positions<1, std::int32_t>(); });
  EXPECT_NE(message.find("32-bit signed array at level 1"), std::string::npos)
      << message;
  EXPECT_THROW((a.template positions<0, std::uint32_t>()), FormatMismatch);
  EXPECT_THROW((a.template coordinates<2, std::uint16_t>()), FormatMismatch);
}

TYPED_TEST(SparseViews, CopiesShareValues) {
  const auto a  = small_csr(this->exec);
  const auto b  = a;
  b.values()(0) = 9;
  EXPECT_EQ(a.values()(0), 9);
}

TYPED_TEST(SparseViews, ArraysOutliveTheView) {
  auto a         = small_csr(this->exec);
  const auto pos = a.template positions<1, std::uint32_t>();
  a              = {};
  EXPECT_FALSE(a.is_allocated());
  EXPECT_EQ(pos(3), 3u);
}

TYPED_TEST(SparseViews, StaticAndDynamicShareStorage) {
  using Csr    = View<TypeParam, CSRFormat<std::uint32_t, std::uint16_t>>;
  const auto a = small_csr(this->exec);
  const Csr typed(a);
  EXPECT_EQ(typed.values().data(), a.values().data());
  EXPECT_EQ(typed.template coordinates<1>()(1), 0);
  EXPECT_EQ(typed.template positions<0>().extent(0), 0u);
  EXPECT_EQ(typed.extents(), a.extents());
  const View<TypeParam, DynamicFormat> back = typed;
  EXPECT_EQ(back.values().data(), a.values().data());
  EXPECT_EQ(back.format(), a.format());
  EXPECT_EQ((back.template positions<1, std::uint32_t>().data()),
            (a.template positions<1, std::uint32_t>().data()));
}

TYPED_TEST(SparseViews, StaticFormatIsChecked) {
  const auto a = small_csr(this->exec);
  EXPECT_THROW((View<TypeParam, CSRFormat<>>(a)), FormatMismatch);
  EXPECT_THROW((View<TypeParam, CSCFormat<std::uint32_t, std::uint16_t>>(a)),
               FormatMismatch);
  EXPECT_THROW((View<TypeParam, COOFormat<2, std::uint32_t, std::uint16_t>>(a)),
               FormatMismatch);
}

// A user's kernel with inlined level functions.
TYPED_TEST(SparseViews, LevelFunctionsInKernels) {
  using Csr = View<TypeParam, CSRFormat<std::uint32_t, std::uint16_t>>;
  const Csr a(small_csr(this->exec));
  Kokkos::View<double*, typename TypeParam::memory_space> y("Strata::test", 3);
  Kokkos::parallel_for(
      "Strata::test::row_sums",
      Kokkos::RangePolicy<TypeParam>(this->exec, 0, 3), KOKKOS_LAMBDA(int i) {
        typename Csr::evaluator_type b;
        const auto level = a.template level_storage<1>();
        const auto range = CompressedLevel::pos_bounds(b, level, i, i + 1);
        for (auto p = range.begin; p < range.end; ++p) y(i) += a.values()(p);
      });
  this->exec.fence("Strata::test");
  EXPECT_EQ(y(0), 1);
  EXPECT_EQ(y(1), 0);
  EXPECT_EQ(y(2), 5);
}

TYPED_TEST(SparseViews, StaticFormats) {
  EXPECT_EQ(CSRFormat<>::dynamic(), Formats::csr());
  EXPECT_EQ(CSCFormat<>::dynamic(), Formats::csc());
  EXPECT_EQ(DCSRFormat<>::dynamic(), Formats::dcsr());
  EXPECT_EQ(DCSCFormat<>::dynamic(), Formats::dcsc());
  EXPECT_EQ(SparseVectorFormat<>::dynamic(), Formats::sparse_vector());
  EXPECT_EQ(DenseFormat<3>::dynamic(), Formats::dense(3));
  for (const auto& [made, named] :
       {std::pair{COOFormat<1>::dynamic(), Formats::coo(1)},
        {COOFormat<2>::dynamic(), Formats::coo(2)},
        {COOFormat<4>::dynamic(), Formats::coo(4)},
        {CSFFormat<3>::dynamic(), Formats::csf(3)}})
    EXPECT_EQ(made, named) << made.to_string() << " and " << named.to_string();
  EXPECT_EQ((CSRFormat<int, int>::dynamic()),
            Formats::csr().with_index_types({32, true}, {32, true}));
}

TYPED_TEST(SparseViews, ScalarTypeIsChecked) {
  const auto a = small_csr(this->exec);
  EXPECT_THROW(
      (SparseView<float, DynamicFormat, typename TypeParam::memory_space>(
          a.storage())),
      FormatMismatch);
  const SparseView<const double, DynamicFormat,
                   typename TypeParam::memory_space>
      c(a.storage());
  EXPECT_EQ(c.values()(2), 3);
  EXPECT_TRUE(ref(c).is_const);
  EXPECT_FALSE(ref(a).is_const);
}

}  // namespace
