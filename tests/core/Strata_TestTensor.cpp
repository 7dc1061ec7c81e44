// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Tensors);

TYPED_TEST(Tensors, ViewsInIndexNotation) {
  const auto a =
      assemble<double>(this->exec, Formats::csr(), {2, 3},
                       Coordinates{{0, 1}, {1, 2}}, Reals{1, 2});
  const Kokkos::View<double*, Kokkos::HostSpace> x("Strata::test", 3),
      y("Strata::test", 2);
  IndexVar i("i"), j("j");
  Tensor Y = Strata::tensor(y, "y"), A = Strata::tensor(a, "A"),
         X = Strata::tensor(x, "x");
  const Statement s = (Y(i) = A(i, j) * X(j));
  EXPECT_EQ(to_string(s.assignment), "y(i) = A(i,j) * x(j)");
  EXPECT_EQ(s.tensors.at("A").values, a.values().data());
  EXPECT_EQ(s.tensors.at("y").values, y.data());
  static_assert(TensorView<decltype(a)> && TensorView<decltype(x)>);
  static_assert(!TensorView<double>);
}

}  // namespace
