// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors of f16 and bf16: two bytes a value, rounded once.
#include <cmath>
#include <sstream>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(HalfValues);

static_assert(scalar_type_of_v<half_t> == ScalarType::f16);
static_assert(scalar_type_of_v<bhalf_t> == ScalarType::bf16);
static_assert(std::is_same_v<kokkos_scalar_t<half_t>, half_t>);

// 2048 + 1 is no f16, and 256 + 1 no bf16: the sum is rounded, not its steps.
TYPED_TEST(HalfValues, DuplicatesAreSummedInF32) {
  const Coordinates same = {{3}, {3}, {3}, {3}};
  const auto a = assemble<half_t>(
      this->exec, Formats::sparse_vector(), {8}, same,
      std::vector<half_t>{half_t(2048), half_t(1), half_t(1), half_t(1)});
  const auto b = assemble<bhalf_t>(
      this->exec, Formats::sparse_vector(), {8}, same,
      std::vector<bhalf_t>{bhalf_t(256), bhalf_t(1), bhalf_t(1), bhalf_t(1)});
  this->exec.fence("Strata::test");
  EXPECT_EQ(values_of<half_t>(ref(a)), std::vector<half_t>{half_t(2052)});
  EXPECT_EQ(values_of<bhalf_t>(ref(b)), std::vector<bhalf_t>{bhalf_t(260)});
}

// Longer than the runs that one thread sums.
TYPED_TEST(HalfValues, LongRunsToo) {
  constexpr int size = 40000;
  const Coordinates all(size, {2});
  const auto a =
      assemble<half_t>(this->exec, Formats::sparse_vector(), {8}, all,
                       std::vector<half_t>(size, half_t(1)));
  this->exec.fence("Strata::test");
  EXPECT_EQ(values_of<half_t>(ref(a)), std::vector<half_t>{half_t(40000)});
}

TYPED_TEST(HalfValues, ConversionsRoundOnceAndBackExactly) {
  const double above = 1 + 0x1p-11 + 0x1p-40;  // a float would be the middle
  const auto a       = assemble<double>(this->exec, Formats::coo(2), {2, 3},
                                  Coordinates{{0, 1}, {1, 0}, {1, 2}},
                                  Reals{above, 1e30, -0x1p-25});
  const auto h = convert<half_t>(this->exec, a, Formats::csr(), "h");
  const auto b = convert<bhalf_t>(this->exec, h, Formats::csr(), "b");
  const auto back = convert<double>(this->exec, h, Formats::csr(), "back");
  this->exec.fence("Strata::test");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ref(h).scalar, ScalarType::f16);
  EXPECT_EQ(values_of(ref(back)), (Reals{1 + 0x1p-10, infinity, 0}));
  EXPECT_EQ(values_of<bhalf_t>(ref(b)),
            (std::vector<bhalf_t>{bhalf_t(1), bhalf_t(infinity), bhalf_t(0)}));
}

// The zeros of a dense level go, -0 too; the smallest number stays.
TYPED_TEST(HalfValues, ZerosOfDenseLevels) {
  const auto dense = assemble<half_t>(
      this->exec, Formats::dense(1), {4}, Coordinates{{0}, {1}, {2}},
      std::vector<half_t>{half_t(-0.0), half_t::from_bits(1), half_t(0)});
  const auto sparse =
      convert(this->exec, dense, Formats::sparse_vector());
  this->exec.fence("Strata::test");
  EXPECT_EQ(coordinates_of(ref(sparse), 0), (Numbers{1}));
}

TYPED_TEST(HalfValues, ViewsTakePartAsTheyAre) {
  Kokkos::View<half_t**, Kokkos::HostSpace> view("view", 2, 2);
  view(0, 1)        = half_t(1.5);
  const auto tensor = ref(view);
  EXPECT_EQ(tensor.scalar, ScalarType::f16);
  const TensorRef csr = convert(this->exec, tensor, Formats::csr());
  this->exec.fence("Strata::test");
  EXPECT_EQ(values_of<half_t>(csr), std::vector<half_t>{half_t(1.5)});
  std::ostringstream out;
  print(this->exec, out, csr);
  EXPECT_NE(out.str().find("scalar: f16\n"), std::string::npos);
  EXPECT_NE(out.str().find("values (1): 1.5\n"), std::string::npos);
}

}  // namespace
