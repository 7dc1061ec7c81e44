// RUN: strata-opt %s --strata-prefetch-streams | FileCheck %s
// RUN: strata-opt %s --strata-prefetch-streams=fibres=false | FileCheck %s --check-prefix=BLOCKS

// Coordinates and values of a fibre lie behind those of the one before it: the places 512
// entries further on are asked for once. What coordinates lead to is not.
// CHECK-LABEL: func.func @fibres
// CHECK: %[[FROM:.*]] = memref.load %arg0[%{{.*}}]
// CHECK: %[[AHEAD:.*]] = arith.addi %[[FROM]], %c512
// CHECK: memref.prefetch %arg1[%[[AHEAD]]], read, locality<3>, data
// CHECK: %[[AHEAD:.*]] = arith.addi %[[FROM]], %c512
// CHECK: memref.prefetch %arg2[%[[AHEAD]]], read, locality<3>, data
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: return
// BLOCKS-LABEL: func.func @fibres
// BLOCKS-NOT: memref.prefetch
// BLOCKS: return
func.func @fibres(%pos: memref<?xindex>, %crd: memref<?xindex>, %values: memref<?xf64>,
                  %x: memref<?xf64>, %y: memref<?xf64>, %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %next = arith.addi %i, %c1 : index
    %b = memref.load %pos[%i] : memref<?xindex>
    %e = memref.load %pos[%next] : memref<?xindex>
    %s = scf.for %p = %b to %e step %c1 iter_args(%a = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %w = memref.load %x[%j] : memref<?xf64>
      %vw = arith.mulf %v, %w : f64
      %t = arith.addf %a, %vw : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  }
  return
}

// Rows that stand where coordinates say do not follow one another (SpGEMM),
// CHECK-LABEL: func.func @elsewhere
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @elsewhere(%pos: memref<?xindex>, %crd: memref<?xindex>, %values: memref<?xf64>,
                     %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %k = %c0 to %n step %c1 {
    %i = memref.load %crd[%k] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %b = memref.load %pos[%i] : memref<?xindex>
    %e = memref.load %pos[%next] : memref<?xindex>
    %s = scf.for %p = %b to %e step %c1 iter_args(%a = %zero) -> (f64) {
      %v = memref.load %values[%p] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%k] : memref<?xf64>
  }
  return
}

// and where loops merge, nothing is known of what they read next.
// CHECK-LABEL: func.func @merging
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @merging(%pos: memref<?xindex>, %crd: memref<?xindex>, %y: memref<?xindex>,
                   %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    %next = arith.addi %i, %c1 : index
    %b = memref.load %pos[%i] : memref<?xindex>
    %e = memref.load %pos[%next] : memref<?xindex>
    %s = scf.while (%p = %b) : (index) -> index {
      %more = arith.cmpi ult, %p, %e : index
      scf.condition(%more) %p : index
    } do {
    ^bb0(%p: index):
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = arith.addi %p, %j : index
      scf.yield %q : index
    }
    memref.store %s, %y[%i] : memref<?xindex>
  }
  return
}

// A block of nine numbers is asked for at its beginning, before the loops in it, 512 numbers
// ahead,
// CHECK-LABEL: func.func @blocks
// CHECK: scf.for %[[P:[a-z0-9]+]] = %arg1 to %arg2
// CHECK: %[[BLOCK:.*]] = arith.muli %[[P]], %c9
// CHECK: %[[FIRST:.*]] = arith.addi %[[BLOCK]], %c0
// CHECK: %[[AHEAD:.*]] = arith.addi %[[FIRST]], %c512
// CHECK: memref.prefetch %arg0[%[[AHEAD]]], read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
// BLOCKS-LABEL: func.func @blocks
// BLOCKS: memref.prefetch %arg0
func.func @blocks(%values: memref<?xf64>, %lo: index, %hi: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f64
  scf.for %p = %lo to %hi step %c1 {
    %s = scf.for %k = %c0 to %c9 step %c1 iter_args(%a = %zero) -> (f64) {
      %block = arith.muli %p, %c9 : index
      %at = arith.addi %block, %k : index
      %v = memref.load %values[%at] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%p] : memref<?xf64>
  }
  return
}

// and rows that stand side by side in each of their lines, once for all of a group, less far:
// there are as many lines.
// CHECK-LABEL: func.func @lines
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[AHEAD:.*]] = arith.addi %{{.*}}, %c128
// CHECK: memref.prefetch %arg0[%[[AHEAD]]], read, locality<3>, data
// CHECK: memref.load %arg0
// CHECK-NOT: memref.prefetch
// CHECK: memref.load %arg0
// CHECK-NOT: memref.prefetch
// CHECK: return
// BLOCKS-LABEL: func.func @lines
// BLOCKS: memref.prefetch %arg0
func.func @lines(%values: memref<?xf64>, %rows: index, %width: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c8 {
    %s:2 = scf.for %k = %c0 to %width step %c1 iter_args(%a = %zero, %b = %zero) -> (f64, f64) {
      %line = arith.muli %k, %rows : index
      %at = arith.addi %line, %i : index
      %v = memref.load %values[%at] : memref<?xf64>
      %beside = arith.addi %at, %c1 : index
      %w = memref.load %values[%beside] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      %u = arith.addf %b, %w : f64
      scf.yield %t, %u : f64, f64
    }
    memref.store %s#0, %y[%i] : memref<?xf64>
  }
  return
}

// Fibres of three levels: the outer ones are left to the processor.
// CHECK-LABEL: func.func @levels
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %[[P:[a-z0-9]+]] = %arg0
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %[[Q:[a-z0-9]+]] =
// CHECK: memref.prefetch %arg5
// CHECK: memref.prefetch %arg6
// CHECK: scf.for
// CHECK: memref.prefetch %arg7
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @levels(%lo: index, %hi: index, %pos1: memref<?xindex>, %crd1: memref<?xindex>,
                  %pos2: memref<?xindex>, %crd2: memref<?xindex>, %pos3: memref<?xindex>,
                  %values: memref<?xf64>, %y: memref<?xf64>) {
  %c1 = arith.constant 1 : index
  scf.for %p = %lo to %hi step %c1 {
    %p1 = arith.addi %p, %c1 : index
    %b = memref.load %pos1[%p] : memref<?xindex>
    %e = memref.load %pos1[%p1] : memref<?xindex>
    scf.for %q = %b to %e step %c1 {
      %q1 = arith.addi %q, %c1 : index
      %i = memref.load %crd1[%q] : memref<?xindex>
      %b2 = memref.load %pos2[%q] : memref<?xindex>
      %e2 = memref.load %pos2[%q1] : memref<?xindex>
      scf.for %r = %b2 to %e2 step %c1 {
        %r1 = arith.addi %r, %c1 : index
        %j = memref.load %crd2[%r] : memref<?xindex>
        %b3 = memref.load %pos3[%r] : memref<?xindex>
        %e3 = memref.load %pos3[%r1] : memref<?xindex>
        scf.for %s = %b3 to %e3 step %c1 {
          %v = memref.load %values[%s] : memref<?xf64>
          %ij = arith.addi %i, %j : index
          memref.store %v, %y[%ij] : memref<?xf64>
        }
      }
    }
  }
  return
}

// Index sets are constants, which stand where they are looked up: inside of the loop.
// CHECK-LABEL: func.func @index_set
// CHECK-NOT: memref.prefetch
// CHECK: return
memref.global "private" constant @index_set0 : memref<3xindex> = dense<[0, 2, 3]>
func.func @index_set(%lo: index, %hi: index, %y: memref<?xindex>, %n: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %lo to %hi step %c8 {
    scf.for %k = %lo to %n step %c1 {
      %set = memref.get_global @index_set0 : memref<3xindex>
      %c = memref.load %set[%i] : memref<3xindex>
      %at = arith.addi %c, %k : index
      memref.store %c, %y[%at] : memref<?xindex>
    }
  }
  return
}
