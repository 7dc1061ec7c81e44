// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sstream>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Print);

template <class ExecutionSpace>
std::string printed(const ExecutionSpace& exec, const TensorRef& tensor,
                    const PrintOptions& options = {}) {
  std::ostringstream out;
  print(exec, out, tensor, options);
  return out.str();
}

TYPED_TEST(Print, CompressedRows) {  // S1-02
  const auto view = assemble<double>(this->exec, Formats::csr(), {8, 8},
                                     Coordinates{{7, 2}, {0, 4}, {0, 1}},
                                     Reals{3.3, 2.2, 1.1});
  EXPECT_EQ(printed(this->exec, ref(view)),
            "format: (d0, d1) -> (d0 : dense, d1 : compressed)\n"
            "scalar: f64\n"
            "extents: 8 8\n"
            "level 0 (d0): dense, size 8\n"
            "level 1 (d1): compressed, size 8\n"
            "  positions[1] (9): 0 2 2 2 2 2 2 2 3\n"
            "  coordinates[1] (3): 1 4 2\n"
            "values (3): 1.1 2.2 3.3\n");
}

TYPED_TEST(Print, TruncatedListsAndModifiers) {
  const auto view = assemble<float>(this->exec, Formats::coo(2), {8, 8},
                                    Coordinates{{7, 2}, {0, 4}, {0, 1}},
                                    std::vector<float>{3.3f, 2.2f, 1.1f});
  EXPECT_EQ(printed(this->exec, ref(view), {2}),
            "format: (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)\n"
            "scalar: f32\n"
            "extents: 8 8\n"
            "level 0 (d0): compressed(nonunique), size 8\n"
            "  positions[0] (2): 0 3\n"
            "  coordinates[0] (3): 0 0 ... (1 more)\n"
            "level 1 (d1): singleton, size 8\n"
            "  coordinates[1] (3): 1 4 ... (1 more)\n"
            "values (3): 1.1 2.2 ... (1 more)\n");
}

TYPED_TEST(Print, StridedViewOfComplex) {
  Kokkos::View<Kokkos::complex<float>**, Kokkos::LayoutLeft, Kokkos::HostSpace>
      base("Strata::test", 4, 2);
  base(0, 0)      = Kokkos::complex<float>(1, -2);
  base(1, 1)      = Kokkos::complex<float>(0.5f, 0);
  const auto part = Kokkos::subview(base, std::pair(0, 2), Kokkos::ALL);
  EXPECT_EQ(printed(this->exec, ref(part)),
            "format: (d0, d1) -> (d1 : dense, d0 : dense)\n"
            "scalar: c64\n"
            "extents: 2 2\n"
            "level 0 (d1): dense, size 2, stride 4\n"
            "level 1 (d0): dense, size 2, stride 1\n"
            "values (4): (1,-2) (0,0) (0,0) (0.5,0)\n");
}

}  // namespace
