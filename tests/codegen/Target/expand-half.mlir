// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-expand-half | FileCheck %s
// RUN: strata-opt %s --strata-expand-half=native-f16=true | FileCheck %s --check-prefix=NATIVE

// CHECK-LABEL: func.func @widen_bf16
// CHECK: %[[RAW:.*]] = arith.bitcast %{{.*}} : bf16 to i16
// CHECK-NEXT: %[[BITS:.*]] = arith.extui %[[RAW]] : i16 to i32
// CHECK: %[[SHIFTED:.*]] = arith.shli %[[BITS]], %{{.*}} : i32
// CHECK-NEXT: %[[F:.*]] = arith.bitcast %[[SHIFTED]] : i32 to f32
// CHECK-NEXT: return %[[F]]
func.func @widen_bf16(%x: bf16) -> f32 {
  %0 = arith.extf %x : bf16 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @widen_f16_to_f64
// CHECK-NOT: arith.extf {{.*}} f16
// CHECK: %[[D:.*]] = arith.extf %{{.*}} : f32 to f64
// CHECK-NEXT: return %[[D]]
// NATIVE-LABEL: func.func @widen_f16_to_f64
// NATIVE: %[[F:.*]] = arith.extf %{{.*}} : f16 to f32
// NATIVE-NEXT: %[[D:.*]] = arith.extf %[[F]] : f32 to f64
// NATIVE-NEXT: return %[[D]]
func.func @widen_f16_to_f64(%x: f16) -> f64 {
  %0 = arith.extf %x : f16 to f64
  return %0 : f64
}

// CHECK-LABEL: func.func @round
// CHECK-NOT: arith.truncf {{.*}} to f16
// CHECK: %[[H:.*]] = arith.bitcast %{{.*}} : i16 to f16
// CHECK-NEXT: return %[[H]]
// NATIVE-LABEL: func.func @round
// NATIVE-NEXT: %[[H:.*]] = arith.truncf %{{.*}} : f32 to f16
// NATIVE-NEXT: return %[[H]]
func.func @round(%x: f32) -> f16 {
  %0 = arith.truncf %x : f32 to f16
  return %0 : f16
}

// From f64 by a rounding to odd: the last bit tells that something was dropped.
// CHECK-LABEL: func.func @round_f64
// CHECK: %[[NEAREST:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK: %[[BACK:.*]] = arith.extf %[[NEAREST]] : f32 to f64
// CHECK-DAG: arith.cmpf ogt, %[[BACK]], %arg0
// CHECK-DAG: arith.cmpf olt, %[[BACK]], %arg0
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
// NATIVE-LABEL: func.func @round_f64
func.func @round_f64(%x: f64) -> bf16 {
  %0 = arith.truncf %x : f64 to bf16
  return %0 : bf16
}

// From integers of 64 bits by f64, rounded to odd too.
// CHECK-LABEL: func.func @round_i64
// CHECK: %[[ODD:.*]] = arith.select
// CHECK: %[[WIDE:.*]] = arith.select %{{.*}}, %arg0, %[[ODD]] : i64
// CHECK-NEXT: arith.sitofp %[[WIDE]] : i64 to f64
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @round_i64(%x: i64) -> bf16 {
  %0 = arith.sitofp %x : i64 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @round_u8
// CHECK: arith.uitofp %arg0 : i8 to f64
// CHECK-NOT: arith.uitofp
func.func @round_u8(%x: i8) -> f16 {
  %0 = arith.uitofp %x : i8 to f16
  return %0 : f16
}

// Other conversions stay.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: arith.extf %{{.*}} : f32 to f64
func.func @others(%x: f32) -> f64 {
  %0 = arith.extf %x : f32 to f64
  return %0 : f64
}
