// RUN: strata-opt %s --strata-expand-math | FileCheck %s

// The other number where one is NaN, the second where they are equal.
// CHECK-LABEL: func.func @extrema
func.func @extrema(%x: f64, %y: f64) -> (f64, f64) {
  // CHECK: %[[WINS:.*]] = arith.cmpf ogt, %arg0, %arg1
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %arg1, %arg1
  // CHECK: %[[FIRST:.*]] = arith.ori %[[WINS]], %[[NAN]]
  // CHECK: arith.select %[[FIRST]], %arg0, %arg1
  %0 = arith.maxnumf %x, %y : f64
  // CHECK: arith.cmpf olt
  %1 = arith.minnumf %x, %y : f64
  return %0, %1 : f64, f64
}

// CHECK-LABEL: func.func @truncation
func.func @truncation(%x: f64) -> (i32, i8) {
  // CHECK: llvm.call_intrinsic "llvm.fptosi.sat.i32.f64"(%arg0)
  %0 = arith.fptosi %x : f64 to i32
  // CHECK: llvm.call_intrinsic "llvm.fptoui.sat.i8.f64"(%arg0)
  %1 = arith.fptoui %x : f64 to i8
  return %0, %1 : i32, i8
}

// CHECK-LABEL: func.func @functions
func.func @functions(%x: f32, %y: f64) -> (f32, f64, f64) {
  // CHECK: call @sinf(%arg0)
  %0 = math.sin %x : f32
  // CHECK: llvm.intr.sqrt(%arg1)
  %1 = math.sqrt %y : f64
  // CHECK: call @pow(%arg1, %arg1)
  %2 = math.powf %y, %y : f64
  return %0, %1, %2 : f32, f64, f64
}

// Parts of complex numbers go through memory.
func.func private @"Kokkos::sin.complex<f64>"(complex<f64>) -> complex<f64> attributes {strata.library = "Kokkos::sin"}
func.func private @"power.i32"(i32, i32) -> i32 attributes {strata.library = "power"}

// CHECK: func.func private @"Kokkos::sin.complex<f64>"(%[[Z:.*]]: complex<f64>)
// CHECK: memref.alloca() : memref<4xf64>
// CHECK: complex.re %[[Z]]
// CHECK: call @strata64sin
// CHECK: complex.create
// CHECK: func.func private @power.i32
// CHECK: arith.extsi
// CHECK: call @strataPower
// CHECK: arith.trunci
