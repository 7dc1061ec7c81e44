// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles for the levels 0 and 1 that a matrix has, not for 2.
#include <Strata_SparseView.hpp>
#include <Strata_StaticFormat.hpp>

std::size_t entries(const Strata::SparseView<double, Strata::CSRFormat<>>& view) {
  return view.positions<STRATA_TEST_LEVEL>().extent(0) +
         view.coordinates<STRATA_TEST_LEVEL>().extent(0);
}
