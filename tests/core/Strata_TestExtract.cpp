// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Extract);

TYPED_TEST(Extract, ZerosOfDenseAndSparseLevels) {
  const Coordinates coordinates = {{0, 1}, {1, 0}};
  const Reals values            = {5, 0};
  const TensorRef sparse = ref(assemble<double>(this->exec, Formats::dcsr(),
                                                {2, 2}, coordinates, values));
  const TensorRef dense  = ref(assemble<double>(this->exec, Formats::dense(2),
                                               {2, 2}, coordinates, values));
  EXPECT_EQ(extract(this->exec, sparse).size(), 2);
  EXPECT_EQ(extract(this->exec, sparse, ExtractZeros::skip_dense).size(), 2);
  EXPECT_EQ(extract(this->exec, sparse, ExtractZeros::skip_all).size(), 1);
  // Nobody stores an entry of a dense level; those of a compressed one below it are.
  const TensorRef rows = ref(assemble<double>(this->exec, Formats::csr(), {2, 2}, coordinates, values));
  const TensorRef blocks =
      ref(assemble<double>(this->exec, Formats::bsr(2, 2), {2, 2}, coordinates, values));
  EXPECT_EQ(extract(this->exec, rows, ExtractZeros::skip_dense).size(), 2);
  EXPECT_EQ(extract(this->exec, blocks, ExtractZeros::skip_dense).size(), 1);
  EXPECT_EQ(extract(this->exec, dense).size(), 4);
  EXPECT_EQ(extract(this->exec, dense, ExtractZeros::skip_dense).size(), 1);
}

TYPED_TEST(Extract, StridedView) {
  Kokkos::View<double***, Kokkos::LayoutLeft, Kokkos::HostSpace> base(
      "Strata::test", 4, 5, 6);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 6; ++k) base(i, j, k) = 100 * i + 10 * j + k;
  const auto part = Kokkos::subview(base, std::pair(1, 3), 2, Kokkos::ALL);
  EntryMap expected;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 6; ++k) expected[{i, k}] = 100 * (i + 1) + 20 + k;
  EXPECT_EQ(to_map(extract(this->exec, ref(part))), expected);
}

TYPED_TEST(Extract, CoordinatesAreInDimensionOrder) {
  const auto view =
      assemble<double>(this->exec, Formats::csf(3, {2, 0, 1}), {2, 3, 4},
                       Coordinates{{1, 2, 3}}, Reals{1});
  const Entries entries = extract(this->exec, ref(view));
  EXPECT_EQ(entries.coordinates, (Numbers{1, 2, 3}));
}

}  // namespace
