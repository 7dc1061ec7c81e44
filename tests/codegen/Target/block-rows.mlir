// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-block-rows=bytes=64 | FileCheck %s
// RUN: strata-opt %s --strata-block-rows="bytes=64 fewest=2" | FileCheck %s --check-prefix=FEWER
// Long rows that a thread keeps are added up in blocks.

// CHECK-LABEL: func.func @product
// CHECK-SAME: %[[X:[^:]*]]: memref<?x?xf64>, %[[Y:[^:]*]]: memref<?xf64>
// CHECK: %[[ROW:.*]] = memref.alloca() : memref<1x8xf64>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[END:.*]] = arith.constant 32 : index
// CHECK: %[[SIZE:.*]] = arith.constant 8 : index
// CHECK: scf.for %[[BLOCK:.*]] = %{{.*}} to %[[END]] step %[[SIZE]]
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %[[SIZE]] step
// CHECK: memref.store %{{.*}}, %[[ROW]][%{{.*}}, %[[K]]]
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %[[SIZE]] step
// CHECK: %[[AT:.*]] = arith.addi %[[BLOCK]], %[[K]]
// CHECK: memref.load %[[X]][%[[P]], %[[AT]]]
// CHECK: memref.load %[[ROW]][%{{.*}}, %[[K]]]
// CHECK: memref.store %{{.*}}, %[[ROW]][%{{.*}}, %[[K]]]
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %[[SIZE]] step
// CHECK: %[[AT:.*]] = arith.addi %[[BLOCK]], %[[K]]
// CHECK: memref.store %{{.*}}, %[[Y]][%[[AT]]]
func.func @product(%x: memref<?x?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  %row = memref.alloca() : memref<1x32xf64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      memref.store %zero, %row[%c0, %k] : memref<1x32xf64>
    }
    scf.for %p = %c0 to %i step %c1 {
      scf.for %k = %c0 to %c32 step %c1 {
        %a = memref.load %x[%p, %k] : memref<?x?xf64>
        %s = memref.load %row[%c0, %k] : memref<1x32xf64>
        %t = arith.addf %s, %a : f64
        memref.store %t, %row[%c0, %k] : memref<1x32xf64>
      }
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %s = memref.load %row[%c0, %k] : memref<1x32xf64>
      memref.store %s, %y[%k] : memref<?xf64>
    }
  }
  return
}

// A row within a row: one loop over blocks around both.
// CHECK-LABEL: func.func @inner_row
// CHECK-COUNT-2: memref.alloca() : memref<8xf64>
// CHECK-NOT: memref<32xf64>
// CHECK-COUNT-1: arith.constant 8 : index
// CHECK-NOT: arith.constant 8 : index
// CHECK: return
func.func @inner_row(%x: memref<?x?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  %row = memref.alloca() : memref<32xf64>
  %part = memref.alloca() : memref<32xf64>
  scf.for %k = %c0 to %c32 step %c1 {
    memref.store %zero, %row[%k] : memref<32xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      memref.store %zero, %part[%k] : memref<32xf64>
    }
    scf.for %p = %c0 to %i step %c1 {
      scf.for %k = %c0 to %c32 step %c1 {
        %a = memref.load %x[%p, %k] : memref<?x?xf64>
        %s = memref.load %part[%k] : memref<32xf64>
        %t = arith.addf %s, %a : f64
        memref.store %t, %part[%k] : memref<32xf64>
      }
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %a = memref.load %part[%k] : memref<32xf64>
      %s = memref.load %row[%k] : memref<32xf64>
      %t = arith.addf %s, %a : f64
      memref.store %t, %row[%k] : memref<32xf64>
    }
  }
  scf.for %k = %c0 to %c32 step %c1 {
    %s = memref.load %row[%k] : memref<32xf64>
    memref.store %s, %y[%k] : memref<?xf64>
  }
  return
}

// Rows that are short, that keep what they had, that are read elsewhere than they are
// written, and beside which something else is written, stay whole.
// CHECK-LABEL: func.func @whole
// CHECK: memref.alloca() : memref<16xf64>
// CHECK: memref.alloca() : memref<32xf64>
// CHECK: memref.alloca() : memref<36xf64>
// CHECK: memref.alloca() : memref<40xf64>
// CHECK-NOT: arith.constant 8 : index
// CHECK: return
// FEWER-LABEL: func.func @whole
// FEWER: memref.alloca() : memref<8xf64>
// FEWER: memref.alloca() : memref<32xf64>
func.func @whole(%x: memref<?x?xf64>, %y: memref<?xf64>, %n: index, %some: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f64
  %short = memref.alloca() : memref<16xf64>
  %kept = memref.alloca() : memref<32xf64>
  %turned = memref.alloca() : memref<36xf64>
  %beside = memref.alloca() : memref<40xf64>
  scf.for %k = %c0 to %c16 step %c1 {
    memref.store %zero, %short[%k] : memref<16xf64>
  }
  scf.for %k = %c0 to %c16 step %c1 {
    %s = memref.load %short[%k] : memref<16xf64>
    memref.store %s, %y[%k] : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.if %some {
      scf.for %k = %c0 to %c32 step %c1 {
        memref.store %zero, %kept[%k] : memref<32xf64>
      }
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %s = memref.load %kept[%k] : memref<32xf64>
      memref.store %s, %x[%i, %k] : memref<?x?xf64>
    }
    scf.for %k = %c0 to %c36 step %c1 {
      memref.store %zero, %turned[%k] : memref<36xf64>
    }
    scf.for %k = %c0 to %c36 step %c1 {
      %back = arith.subi %c36, %k : index
      %s = memref.load %turned[%back] : memref<36xf64>
      memref.store %s, %x[%i, %k] : memref<?x?xf64>
    }
    scf.for %k = %c0 to %c40 step %c1 {
      memref.store %zero, %beside[%k] : memref<40xf64>
    }
    memref.store %zero, %y[%i] : memref<?xf64>
    scf.for %k = %c0 to %c40 step %c1 {
      %s = memref.load %beside[%k] : memref<40xf64>
      memref.store %s, %x[%i, %k] : memref<?x?xf64>
    }
  }
  return
}
