// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEMO_KERNELS_HPP
#define STRATA_DEMO_KERNELS_HPP

#include <functional>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_CoordinateList.hpp>
#include <Strata_Plan.hpp>

namespace Strata::Demo {

using Space = Kokkos::DefaultHostExecutionSpace;

/// A sparse tensor of the table: as a list and in its format.
struct Sample {
  std::string name;
  CoordinateList list;  ///< f64
  TensorRef tensor;
};

/// A kernel on a sample, ready to be compiled.
struct Setup {
  Operands operands;
  /// Compares the result with a plain loop over the list, on sampled rows of the
  /// result: the largest error relative to the sum of |terms|.
  std::function<double()> largest_error;
};

/// One line of index notation.
struct Kernel {
  std::string name, notation;
  int order;  ///< of the sparse tensor
  Setup (*prepare)(const Space& exec, const Sample& sample);
};

const std::vector<Kernel>& all_kernels();

/// Assembles `list` (CSR, or CSF for order 3) with 32-bit positions and
/// coordinates. \throws IndexOverflow.
TensorRef assemble_sample(const Space& exec, const CoordinateList& list);

}  // namespace Strata::Demo

#endif
