// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_MatrixMarket.hpp>

int main() {
  const Strata::CoordinateList list = Strata::parse_matrix_market(
      "%%MatrixMarket matrix coordinate real general\n2 3 1\n2 3 0.5\n",
      "example.mtx");
  return list.num_entries == 1 && list.data<double>()[0] == 0.5 ? 0 : 1;
}
