// RUN: strata-opt %s --strata-unswitch-loops | FileCheck %s
// Branches of innermost loops on what is known before them.

// A value and its opposite are one choice.
// CHECK-LABEL: func.func @apart
// CHECK-SAME: (%[[Y:.*]]: memref<?xf64>, %[[CARRY:.*]]: memref<?xf64>, %[[KEPT:.*]]: i1, %[[N:.*]]: index)
// CHECK: scf.if %[[KEPT]] {
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %[[CARRY]]
// CHECK-NOT: memref.store
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK-NOT: memref.store
// CHECK: return
func.func @apart(%y: memref<?xf64>, %carry: memref<?xf64>, %kept: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1.0 : f64
  scf.for %k = %c0 to %n step %c1 {
    %true = arith.constant true
    %begins = arith.xori %kept, %true : i1
    scf.if %kept {
      memref.store %v, %carry[%k] : memref<?xf64>
    }
    scf.if %begins {
      memref.store %v, %y[%k] : memref<?xf64>
    }
  }
  return
}

// Two choices make four loops, of which one does nothing.
// CHECK-LABEL: func.func @two_choices
// CHECK-COUNT-4: scf.for
// CHECK-NOT: scf.for
func.func @two_choices(%y: memref<?xf64>, %z: memref<?xf64>, %a: i1, %b: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1.0 : f64
  scf.for %k = %c0 to %n step %c1 {
    scf.if %a {
      memref.store %v, %y[%k] : memref<?xf64>
    }
    scf.if %b {
      memref.store %v, %z[%k] : memref<?xf64>
    }
  }
  return
}

// What depends on the iteration stays, and so do loops with others inside.
// CHECK-LABEL: func.func @stay
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: arith.cmpi
// CHECK-NEXT: scf.if
func.func @stay(%y: memref<?xf64>, %kept: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    scf.if %kept {
      memref.store %v, %y[%i] : memref<?xf64>
    }
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %y[%j] : memref<?xf64>
    }
  }
  scf.for %k = %c0 to %n step %c1 {
    %first = arith.cmpi eq, %k, %c0 : index
    scf.if %first {
      memref.store %v, %y[%k] : memref<?xf64>
    }
  }
  return
}
