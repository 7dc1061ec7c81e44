// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_KernelOperands.hpp>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(KernelOperands);

TYPED_TEST(KernelOperands, DenseInOrderOfDimensions) {
  using memory_space = typename TypeParam::memory_space;
  const Kokkos::View<double***, Kokkos::LayoutLeft, memory_space> base(
      "Strata::test", 4, 5, 6);
  Kokkos::deep_copy(this->exec, base, 0.0);
  this->exec.fence("Strata::test");
  base(2, 3, 5)       = 7;
  const TensorRef all = ref(base);
  const auto packed   = dense_operand<double, 3, memory_space>(all);
  EXPECT_EQ(packed.extent(0), 4u);
  EXPECT_EQ(packed.extent(2), 6u);
  EXPECT_EQ(packed(2, 3, 5), 7);
  const TensorRef part = ref(Kokkos::subview(base, std::pair(1, 3), 3, Kokkos::ALL));
  const auto strided   = dense_operand<const double, 2, memory_space>(part);
  EXPECT_EQ(strided.extent(0), 2u);
  EXPECT_EQ(strided(1, 5), 7);
  EXPECT_EQ(strided.stride(0), 1u);
  EXPECT_EQ(strided.stride(1), 20u);
}

TYPED_TEST(KernelOperands, DenseOfOrderAndExtentZero) {
  using memory_space = typename TypeParam::memory_space;
  const Kokkos::View<float, memory_space> number("Strata::test");
  this->exec.fence("Strata::test");
  number()               = 2;
  const TensorRef scalar = ref(number);
  EXPECT_EQ((dense_operand<float, 0, memory_space>(scalar)()), 2);
  const TensorRef empty = make_dense(this->exec, Formats::dense(2, {1, 0}),
                                     ScalarType::u8, {0, 3});
  const auto view = dense_operand<std::uint8_t, 2, memory_space>(empty);
  EXPECT_EQ(view.extent(0), 0u);
  EXPECT_EQ(view.extent(1), 3u);
}

TYPED_TEST(KernelOperands, DenseRefusals) {
  using memory_space = typename TypeParam::memory_space;
  const TensorRef dense =
      make_dense(this->exec, Formats::dense(2), ScalarType::f64, {2, 3});
  this->exec.fence("Strata::test");
  const auto message = [](auto&& f) { return message_of<FormatMismatch>(f); };
  EXPECT_NE(message([&] { dense_operand<double, 1, memory_space>(dense); })
                .find("expected 1 dimensions, got 2"),
            std::string::npos);
  EXPECT_NE(message([&] { dense_operand<float, 2, memory_space>(dense); })
                .find("f32"),
            std::string::npos);
  TensorRef fixed = dense;
  fixed.is_const  = true;
  EXPECT_NE(message([&] { dense_operand<double, 2, memory_space>(fixed); })
                .find("const elements"),
            std::string::npos);
  EXPECT_NO_THROW((dense_operand<const double, 2, memory_space>(fixed)));
  const TensorRef sparse = ref(assemble<double>(
      this->exec, Formats::csr(), {2, 2}, Coordinates{{0, 1}}, Reals{1}));
  EXPECT_NE(message([&] { dense_operand<double, 2, memory_space>(sparse); })
                .find("all levels dense"),
            std::string::npos);
}

TYPED_TEST(KernelOperands, SparseOfStaticFormat) {
  using memory_space  = typename TypeParam::memory_space;
  const TensorRef csr = ref(assemble<double>(this->exec, Formats::csr(), {2, 3},
                                             Coordinates{{1, 2}}, Reals{4}));
  this->exec.fence("Strata::test");
  const auto view =
      sparse_operand<const double, CSRFormat<std::uint64_t>, memory_space>(csr);
  EXPECT_EQ(view.nnz(), 1);
  EXPECT_EQ(view.values()(0), 4);
  EXPECT_EQ(view.template positions<1>()(2), 1u);
  EXPECT_EQ(view.template coordinates<1>()(0), 2u);
  EXPECT_THROW((sparse_operand<const double, CSCFormat<std::uint64_t>,
                               memory_space>(csr)),
               FormatMismatch);
  EXPECT_THROW((sparse_operand<const float, CSRFormat<std::uint64_t>,
                               memory_space>(csr)),
               FormatMismatch);
}

}  // namespace
