// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-simulate-teams --split-input-file | FileCheck %s
// RUN: strata-opt %s --strata-simulate-teams="permute=2" --split-input-file | FileCheck %s --check-prefix=PERMUTE
// RUN: strata-opt %s --strata-simulate-teams="check" --split-input-file | FileCheck %s --check-prefix=LOG

// Threads take rows in turns; a lane sums every eighth entry of a row from zero
// on, and the sums are added to the start value in the order of the lanes.
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xf64>, %[[X:[^:]*]]: memref<?xf64>
// CHECK: %[[PARTS:.*]] = memref.alloca() : memref<8xf64>
// CHECK: scf.for %[[UNIT:.*]] = %{{.*}} to %{{.*}} step %[[ONE:.*]] {
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[THREAD:.*]] = %{{.*}} to %[[C4]]
// CHECK-NEXT: %[[ROW:.*]] = arith.muli %[[THREAD]], %[[ONE]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[ROW]]
// CHECK-NEXT: %[[STEP:.*]] = arith.muli %[[C4]], %[[ONE]]
// CHECK-NEXT: scf.for %[[I:.*]] = %[[FIRST]] to %{{.*}} step %[[STEP]] {
// CHECK: %[[C8:.*]] = arith.constant 8 : index
// CHECK: scf.for %[[LANE:.*]] = %{{.*}} to %[[C8]]
// CHECK: %[[NONE:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %[[PART:.*]] = scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[NONE]]) -> (f64)
// CHECK: memref.load %[[X]][%[[P]]]
// CHECK: memref.store %[[PART]], %[[PARTS]][%[[LANE]]]
// CHECK: %[[SUM:.*]] = scf.for %[[L:.*]] = %{{.*}} to %[[C8]] step %{{.*}} iter_args(%[[S:.*]] = %[[START:.*]]) -> (f64)
// CHECK-NEXT: %[[TERM:.*]] = memref.load %[[PARTS]][%[[L]]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[S]], %[[TERM]] : f64
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: memref.store %[[SUM]], %[[Y]][%[[I]]]
// CHECK-NOT: strata.map

// With a permutation the unit is not the one whose turn it is.
// PERMUTE-LABEL: func.func private @launch0(
// PERMUTE-SAME: %[[UNITS:[^: ]*]]: index) attributes
// PERMUTE: scf.for %[[TURN:.*]] = %{{.*}} to
// PERMUTE: %[[PRIME:.*]] = arith.constant 1000037 : index
// PERMUTE: %[[REST:.*]] = arith.remui %[[UNITS]], %[[PRIME]]
// PERMUTE: %[[DIVIDES:.*]] = arith.cmpi eq, %[[REST]], %{{.*}}
// PERMUTE-NEXT: %[[FACTOR:.*]] = arith.select %[[DIVIDES]], %{{.*}}, %[[PRIME]]
// PERMUTE-NEXT: %[[SCALED:.*]] = arith.muli %[[TURN]], %[[FACTOR]]
// PERMUTE: %[[SHIFTED:.*]] = arith.addi %[[SCALED]], %c3
// PERMUTE-NEXT: %[[UNIT:.*]] = arith.remui %[[SHIFTED]], %[[UNITS]]
// PERMUTE-NEXT: arith.muli %[[UNIT]]
// PERMUTE: scf.for %[[WHO:.*]] = %{{.*}} to %[[C4:.*]] step
// PERMUTE: %[[MIXED:.*]] = arith.muli %[[WHO]]
// PERMUTE: %[[THREAD:.*]] = arith.remui %{{.*}}, %[[C4]]
// PERMUTE-NEXT: arith.muli %[[THREAD]]

// What the launch writes is recorded, with who did it: y, not x.
// LOG-LABEL: func.func private @launch0(
// LOG-SAME: memref<?xf64>, %[[X:[^:]*]]: memref<?xf64>, %[[LOG:[^:]*]]: memref<?xi64> {strata.name = "accesses"}
// LOG: memref.extract_strided_metadata
// LOG: scf.for %[[UNIT:[^ ]*]] =
// LOG: scf.for %[[THREAD:[^ ]*]] =
// LOG: memref.atomic_rmw addi %{{.*}}, %[[LOG]]
// LOG-NOT: call
// LOG: memref.load %[[X]]
// LOG: %[[ELEMENT:.*]] = arith.addi
// LOG: %[[WRITE:.*]] = arith.constant 1 : index
// LOG: call @record_access(%[[LOG]], %{{.*}}, %[[ELEMENT]], %[[WRITE]], %[[UNIT]], %[[THREAD]], %[[LANE:[^,]*]], %[[LANE]], %{{.*}})
// LOG-NEXT: memref.store
// LOG-NOT: call
// LOG: return
// LOG: func.func private @record_access(
// LOG-SAME: no_inline
// LOG: %[[NUMBER:.*]] = memref.atomic_rmw addi
// LOG: %[[FITS:.*]] = arith.cmpi slt, %[[NUMBER]], %{{.*}} : i64
// LOG-NEXT: scf.if %[[FITS]]
// LOG-COUNT-8: memref.store
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %x: memref<?xf64>, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "y", strata.team = array<i64: 4, 8>} {
    %one = arith.constant 1 : index
    %width = arith.constant 16 : index
    %start = arith.constant 1.0 : f64
    scf.for %unit = %begin to %end step %one {
      %first = arith.muli %unit, %width : index
      %last = arith.addi %first, %width : index
      scf.for %i = %first to %last step %one {
        %from = arith.muli %i, %width : index
        %to = arith.addi %from, %width : index
        %sum = scf.for %p = %from to %to step %one iter_args(%s = %start) -> (f64) {
          %v = memref.load %x[%p] : memref<?xf64>
          %t = arith.addf %s, %v : f64
          scf.yield %t : f64
        } {strata.map = "vector"}
        memref.store %sum, %y[%i] : memref<?xf64>
      } {strata.map = "team"}
    } {strata.map = "league"}
    return
  }
}

// -----

// All lanes of a team: thread and lane are quotient and rest. A bool is summed
// with or, a complex number in its parts; there may be several sums.
// CHECK-LABEL: func.func private @launch0(
// CHECK-DAG: %[[BOOLS:.*]] = memref.alloca() : memref<6xi1>
// CHECK-DAG: %[[NUMBERS:.*]] = memref.alloca() : memref<6xcomplex<f32>>
// CHECK: %[[ITEMS:.*]] = arith.constant 6 : index
// CHECK: scf.for %[[ITEM:.*]] = %{{.*}} to %[[ITEMS]]
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[ZERO:.*]] = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[FALSE]], %{{.*}} = %[[ZERO]])
// CHECK-DAG: memref.store %{{.*}}, %[[BOOLS]][%[[ITEM]]]
// CHECK-DAG: memref.store %{{.*}}, %[[NUMBERS]][%[[ITEM]]]
// CHECK: scf.for
// CHECK: arith.ori
// CHECK: complex.add
// LOG-LABEL: func.func private @launch0(
// LOG: scf.for
// LOG: scf.for %[[ITEM:[^ ]*]] = %{{.*}} to %{{.*}} step
// LOG: %[[V:.*]] = arith.constant 2 : index
// LOG-NEXT: %[[THREAD:.*]] = arith.divui %[[ITEM]], %[[V]]
// LOG-NEXT: %[[LANE:.*]] = arith.remui %[[ITEM]], %[[V]]
// LOG: call @record_access(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[THREAD]], %[[LANE]], %{{.*}}, %{{.*}})
// LOG-NEXT: memref.atomic_rmw
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xi32>, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "y", strata.team = array<i64: 3, 2>} {
    %one = arith.constant 1 : index
    %true = arith.constant true
    %n = arith.constant 5 : i32
    %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
    scf.for %unit = %begin to %end step %one {
      %r:2 = scf.for %i = %begin to %end step %one iter_args(%a = %true, %c = %z) -> (i1, complex<f32>) {
        %old = memref.atomic_rmw addi %n, %y[%i] : (i32, memref<?xi32>) -> i32
        %b = arith.ori %a, %true : i1
        %d = complex.add %c, %z : complex<f32>
        scf.yield %b, %d : i1, complex<f32>
      } {strata.map = "team_vector"}
    } {strata.map = "league"}
    return
  }
}

// -----

// A launch without teams stays what it is.
// CHECK-LABEL: func.func private @launch0(
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: memref.store
// CHECK-NEXT: } {strata.map = "league"}
// LOG-LABEL: func.func private @launch0(
// LOG-NOT: record_access
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xindex>, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "y"} {
    scf.for %unit = %begin to %end step %units {
      memref.store %unit, %y[%unit] : memref<?xindex>
    } {strata.map = "league"}
    return
  }
}
