// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not strata-opt %s --strata-expand-device-library --split-input-file 2>&1 | FileCheck %s

// CHECK: error: compile: 'Kokkos::erf' of complex<f64>: expected functions that a CUDA device has, got one of this process only; compile it for a host space
module attributes {strata.stage = "flat"} {
  func.func private @f(complex<f64>) -> complex<f64> attributes {strata.library = "Kokkos::erf"}
}
