// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not strata-opt %s --strata-map-to-device --split-input-file 2>&1 | FileCheck %s

// CHECK: error: compile: PlanOptions::vector_length: expected a power of two up to 32 on a CUDA device, whose warps have 32 lanes, got 12
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "lanes", strata.team = array<i64: 1, 12>} {
    return
  }
}

// -----

// CHECK: error: compile: PlanOptions::team_size: expected at most 1024 threads · lanes in a CUDA block, got 64 · 32
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "threads", strata.team = array<i64: 64, 32>} {
    return
  }
}

// -----

// CHECK: error: compile: launch for a CUDA device: expected writes in the loops that the threads of a team share, got one outside of them; compile it without teams
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "writes", strata.team = array<i64: 4, 1>} {
    %zero = arith.constant 0.0 : f64
    memref.store %zero, %y[%begin] : memref<?xf64>
    return
  }
}

// -----

// CHECK: error: compile: launch for a CUDA device: expected sums that the lanes of a thread share, got one of all threads of a team; compile it without teams
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %n: index, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "sums", strata.team = array<i64: 4, 8>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    %s = scf.for %p = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f64) {
      %v = memref.load %y[%p] : memref<?xf64>
      %t = arith.addf %sum, %v : f64
      scf.yield %t : f64
    } {strata.map = "team_vector"}
    return
  }
}

// -----

// CHECK: error: strata-map-to-device runs at stage 'flat', but the module is at stage 'none'
module {
}
