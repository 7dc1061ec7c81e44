// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What operator() checks where Kokkos checks bounds. A program of its own:
// the macro is for all headers.
#ifndef KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK
#define KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK
#endif
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(BoundsCheck);

TYPED_TEST(BoundsCheck, OutOfRangeIsRefused) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {3, 4},
                                  Coordinates{{2, 3}}, Reals{5}, "A");
  const SparseView<double, CSRFormat<>, typename TypeParam::memory_space> typed(
      a);
  EXPECT_EQ(a(2, 3), 5);
  EXPECT_EQ(typed(2, 3), 5);
  EXPECT_NE(message_of<ShapeMismatch>([&] { a(3, 0); }).find("dimension 0"),
            std::string::npos);
  EXPECT_NE(message_of<ShapeMismatch>([&] { typed(0, -1); }).find("(0, -1)"),
            std::string::npos);
  EXPECT_THROW(a(0), ShapeMismatch);
}

}  // namespace
