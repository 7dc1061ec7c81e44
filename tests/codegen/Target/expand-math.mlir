// RUN: strata-opt %s --strata-expand-math | FileCheck %s

// The other number where one is NaN, the first where they are equal.
// CHECK-LABEL: func.func @extrema
func.func @extrema(%x: f64, %y: f64) -> (f64, f64) {
  // CHECK: %[[WINS:.*]] = arith.cmpf ogt, %arg1, %arg0
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %arg0, %arg0
  // CHECK: %[[SECOND:.*]] = arith.ori %[[WINS]], %[[NAN]]
  // CHECK: arith.select %[[SECOND]], %arg1, %arg0
  %0 = arith.maxnumf %x, %y : f64
  // CHECK: arith.cmpf olt
  %1 = arith.minnumf %x, %y : f64
  return %0, %1 : f64, f64
}

// What a loop carries is never NaN where it begins with a number.
// CHECK-LABEL: func.func @carried
func.func @carried(%n: index, %x: memref<?xf64>, %y: f64) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %inf = arith.constant 0x7FF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = {{.*}}, %[[B:.*]] = {{.*}}, %[[C:.*]] = {{.*}})
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %inf, %b = %y, %c = %nan) -> (f64, f64, f64) {
    // CHECK: %[[V:.*]] = memref.load
    %v = memref.load %x[%i] : memref<?xf64>
    // CHECK-NEXT: %[[LESS:.*]] = arith.cmpf olt, %[[V]], %[[A]]
    // CHECK-NEXT: arith.select %[[LESS]], %[[V]], %[[A]]
    %1 = arith.minnumf %a, %v : f64
    // CHECK: arith.cmpf uno, %[[B]], %[[B]]
    %2 = arith.minnumf %b, %v : f64
    // CHECK: arith.cmpf uno, %[[C]], %[[C]]
    %3 = arith.maxnumf %c, %v : f64
    scf.yield %1, %2, %3 : f64, f64, f64
  }
  return %0#0, %0#1, %0#2 : f64, f64, f64
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
