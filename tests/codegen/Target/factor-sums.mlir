// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-factor-sums | FileCheck %s
// RUN: strata-opt %s --strata-factor-sums=bytes=128 | FileCheck %s --check-prefix=FEW
// What all terms of a sum are multiplied by is multiplied once.

// CHECK-LABEL: func.func @product
// CHECK-SAME: %[[Y:[^:]*]]: memref<?x?xf64>, %[[V:[^:]*]]: memref<?xf64>, %[[D:[^:]*]]: memref<?x?xf64>, %[[F:[^:]*]]: memref<?x?xf64>, %[[I:[^:]*]]: index, %[[K:[^:]*]]: index, %[[B:[^:]*]]: index, %[[E:[^:]*]]: index
// CHECK: %[[SUM:.*]] = memref.alloca() {{.*}} : memref<16xf64>
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[B]], %[[E]]
// CHECK: scf.if %[[ANY]]
// CHECK: scf.for %[[R:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: memref.store %[[ZERO]], %[[SUM]][%[[R]]]
// CHECK-NEXT: } {strata.independent}
// CHECK: scf.for %[[P:.*]] = %[[B]] to %[[E]] step
// CHECK: scf.for %[[R:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: %[[A:.*]] = memref.load %[[V]][%[[P]]]
// CHECK-NEXT: %[[C:.*]] = memref.load %[[F]][%[[P]], %[[R]]]
// CHECK-NEXT: %[[AC:.*]] = arith.mulf %[[A]], %[[C]] fastmath<reassoc,contract>
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[SUM]][%[[R]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[AC]]
// CHECK-NEXT: memref.store %[[NEW]], %[[SUM]][%[[R]]]
// CHECK: scf.for %[[R:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: %[[S:.*]] = memref.load %[[SUM]][%[[R]]]
// CHECK-NEXT: %[[X:.*]] = memref.load %[[D]][%[[K]], %[[R]]]
// CHECK-NEXT: %[[SX:.*]] = arith.mulf %[[S]], %[[X]]
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[Y]][%[[I]], %[[R]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[SX]]
// CHECK-NEXT: memref.store %[[NEW]], %[[Y]][%[[I]], %[[R]]]
// FEW-LABEL: func.func @product
// FEW: memref.alloca
func.func @product(%y: memref<?x?xf64>, %v: memref<?xf64>, %d: memref<?x?xf64>, %f: memref<?x?xf64>, %i: index, %k: index, %b: index, %e: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %p = %b to %e step %c1 {
    scf.for %r = %c0 to %c16 step %c1 {
      %0 = memref.load %v[%p] : memref<?xf64>
      %1 = memref.load %d[%k, %r] : memref<?x?xf64>
      %2 = arith.mulf %0, %1 fastmath<reassoc,contract> : f64
      %3 = memref.load %f[%p, %r] : memref<?x?xf64>
      %4 = arith.mulf %2, %3 fastmath<reassoc,contract> : f64
      %5 = memref.load %y[%i, %r] : memref<?x?xf64>
      %6 = arith.addf %5, %4 fastmath<reassoc,contract> : f64
      memref.store %6, %y[%i, %r] : memref<?x?xf64>
    } {strata.independent}
  }
  return
}

// Two rows of 128 bytes stay in registers, or none is added up apart.
// CHECK-LABEL: func.func @kept_row
// CHECK-COUNT-2: memref.alloca
// FEW-LABEL: func.func @kept_row
// FEW-COUNT-1: memref.alloca
// FEW-NOT: memref.alloca
// FEW-LABEL: func.func @strict
func.func @kept_row(%v: memref<?xf64>, %d: memref<?xf64>, %f: memref<?x?xf64>, %b: index, %e: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %row = memref.alloca() : memref<1x16xf64>
  scf.for %p = %b to %e step %c1 {
    scf.for %r = %c0 to %c16 step %c1 {
      %0 = memref.load %v[%p] : memref<?xf64>
      %1 = memref.load %d[%r] : memref<?xf64>
      %2 = arith.mulf %0, %1 fastmath<reassoc> : f64
      %3 = memref.load %row[%c0, %r] : memref<1x16xf64>
      %4 = arith.addf %3, %2 fastmath<reassoc> : f64
      memref.store %4, %row[%c0, %r] : memref<1x16xf64>
    }
  }
  return
}

// Products that may not be reassociated stay.
// CHECK-LABEL: func.func @strict
// CHECK-NOT: memref.alloca
// CHECK-NOT: scf.if
func.func @strict(%y: memref<?xf64>, %v: memref<?xf64>, %d: memref<?xf64>, %b: index, %e: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %p = %b to %e step %c1 {
    scf.for %r = %c0 to %c16 step %c1 {
      %0 = memref.load %v[%p] : memref<?xf64>
      %1 = memref.load %d[%r] : memref<?xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = memref.load %y[%r] : memref<?xf64>
      %4 = arith.addf %3, %2 : f64
      memref.store %4, %y[%r] : memref<?xf64>
    }
  }
  return
}

// Terms without a factor in common, rows that differ, loops that write something else.
// CHECK-LABEL: func.func @nothing_in_common
// CHECK-NOT: scf.if
// CHECK-LABEL: func.func @scattered
// CHECK-NOT: scf.if
// CHECK-LABEL: func.func @counted
// CHECK-NOT: scf.if
// CHECK-LABEL: func.func @written
// CHECK-NOT: scf.if
func.func @nothing_in_common(%y: memref<?xf64>, %v: memref<?xf64>, %f: memref<?x?xf64>, %b: index, %e: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %p = %b to %e step %c1 {
    scf.for %r = %c0 to %c16 step %c1 {
      %0 = memref.load %v[%p] : memref<?xf64>
      %1 = memref.load %f[%p, %r] : memref<?x?xf64>
      %2 = arith.mulf %0, %1 fastmath<reassoc> : f64
      %3 = memref.load %y[%r] : memref<?xf64>
      %4 = arith.addf %3, %2 fastmath<reassoc> : f64
      memref.store %4, %y[%r] : memref<?xf64>
    }
  }
  return
}
func.func @scattered(%y: memref<?x?xf64>, %v: memref<?xf64>, %d: memref<?xf64>, %b: index, %e: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %p = %b to %e step %c1 {
    scf.for %r = %c0 to %c16 step %c1 {
      %0 = memref.load %v[%p] : memref<?xf64>
      %1 = memref.load %d[%r] : memref<?xf64>
      %2 = arith.mulf %0, %1 fastmath<reassoc> : f64
      %3 = memref.load %y[%p, %r] : memref<?x?xf64>
      %4 = arith.addf %3, %2 fastmath<reassoc> : f64
      memref.store %4, %y[%p, %r] : memref<?x?xf64>
    }
  }
  return
}
func.func @counted(%y: memref<?xf64>, %v: memref<?xf64>, %d: memref<?xf64>, %n: memref<i64>, %b: index, %e: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i64
  scf.for %p = %b to %e step %c1 {
    memref.store %one, %n[] : memref<i64>
    scf.for %r = %c0 to %c16 step %c1 {
      %0 = memref.load %v[%p] : memref<?xf64>
      %1 = memref.load %d[%r] : memref<?xf64>
      %2 = arith.mulf %0, %1 fastmath<reassoc> : f64
      %3 = memref.load %y[%r] : memref<?xf64>
      %4 = arith.addf %3, %2 fastmath<reassoc> : f64
      memref.store %4, %y[%r] : memref<?xf64>
    }
  }
  return
}
// The factor is what the sum is added to.
func.func @written(%y: memref<?xf64>, %v: memref<?xf64>, %b: index, %e: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %p = %b to %e step %c1 {
    scf.for %r = %c0 to %c16 step %c1 {
      %0 = memref.load %v[%p] : memref<?xf64>
      %1 = memref.load %y[%c0] : memref<?xf64>
      %2 = arith.mulf %0, %1 fastmath<reassoc> : f64
      %3 = memref.load %y[%r] : memref<?xf64>
      %4 = arith.addf %3, %2 fastmath<reassoc> : f64
      memref.store %4, %y[%r] : memref<?xf64>
    }
  }
  return
}

// A number that is carried around the loop; without a term it stays.
// CHECK-LABEL: func.func @number
// CHECK-SAME: %[[V:[^:]*]]: memref<?xf64>, %[[D:[^:]*]]: memref<?xf64>, %[[I:[^:]*]]: index, %[[B:[^:]*]]: index, %[[E:[^:]*]]: index, %[[X:[^:]*]]: f64
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[SUM:.*]] = scf.for %[[P:.*]] = %[[B]] to %[[E]] step %{{.*}} iter_args(%[[A:.*]] = %[[ZERO]])
// CHECK-NEXT: %[[T:.*]] = memref.load %[[V]][%[[P]]]
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[A]], %[[T]] fastmath<reassoc>
// CHECK-NEXT: scf.yield %[[N]]
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[B]], %[[E]]
// CHECK: %[[ALL:.*]] = scf.if %[[ANY]] -> (f64)
// CHECK-NEXT: %[[F:.*]] = memref.load %[[D]][%[[I]]]
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[SUM]], %[[F]] fastmath<reassoc>
// CHECK-NEXT: %[[O:.*]] = arith.addf %[[X]], %[[M]] fastmath<reassoc>
// CHECK-NEXT: scf.yield %[[O]]
// CHECK-NEXT: else
// CHECK-NEXT: scf.yield %[[X]]
// CHECK: return %[[ALL]]
func.func @number(%v: memref<?xf64>, %d: memref<?xf64>, %i: index, %b: index, %e: index, %x: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %s = scf.for %p = %b to %e step %c1 iter_args(%a = %x) -> f64 {
    %0 = memref.load %v[%p] : memref<?xf64>
    %1 = memref.load %d[%i] : memref<?xf64>
    %2 = arith.mulf %0, %1 fastmath<reassoc> : f64
    %3 = arith.addf %a, %2 fastmath<reassoc> : f64
    scf.yield %3 : f64
  }
  return %s : f64
}

// Where there are terms in all cases, nobody asks.
// CHECK-LABEL: func.func @fixed
// CHECK: %[[SUM:.*]] = scf.for
// CHECK-NOT: scf.if
// CHECK: %[[M:.*]] = arith.mulf %[[SUM]], %{{.*}} fastmath<reassoc>
// CHECK: %[[ALL:.*]] = arith.addf %{{.*}}, %[[M]] fastmath<reassoc>
// CHECK: return %[[ALL]]
func.func @fixed(%v: memref<?xf64>, %f: f64, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s = scf.for %p = %c0 to %c8 step %c1 iter_args(%a = %x) -> f64 {
    %0 = memref.load %v[%p] : memref<?xf64>
    %2 = arith.mulf %0, %f fastmath<reassoc> : f64
    %3 = arith.addf %a, %2 fastmath<reassoc> : f64
    scf.yield %3 : f64
  }
  return %s : f64
}

// The factor is read from what the loop writes; what is added up is asked for on the way.
// CHECK-LABEL: func.func @on_the_way
// CHECK: scf.for
// CHECK: arith.mulf
// CHECK: scf.yield
// CHECK: scf.for
// CHECK: arith.mulf
// CHECK: scf.yield
func.func @on_the_way(%v: memref<?xf64>, %d: memref<f64>, %f: f64, %b: index, %e: index, %x: f64) -> (f64, f64) {
  %c1 = arith.constant 1 : index
  %s = scf.for %p = %b to %e step %c1 iter_args(%a = %x) -> f64 {
    %0 = memref.load %v[%p] : memref<?xf64>
    %1 = memref.load %d[] : memref<f64>
    %2 = arith.mulf %0, %1 fastmath<reassoc> : f64
    %3 = arith.addf %a, %2 fastmath<reassoc> : f64
    memref.store %0, %d[] : memref<f64>
    scf.yield %3 : f64
  }
  %t:2 = scf.for %p = %b to %e step %c1 iter_args(%a = %x, %last = %x) -> (f64, f64) {
    %0 = memref.load %v[%p] : memref<?xf64>
    %2 = arith.mulf %0, %f fastmath<reassoc> : f64
    %3 = arith.addf %a, %2 fastmath<reassoc> : f64
    scf.yield %3, %a : f64, f64
  }
  return %s, %t#1 : f64, f64
}
