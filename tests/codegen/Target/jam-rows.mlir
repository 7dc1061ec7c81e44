// RUN: strata-opt %s --strata-jam-rows=lanes=2 | FileCheck %s

// The entries of a row stand %rows apart, those of the next row beside them: an even row
// and the next at once where both have an entry in each of %width places; the rows of
// other pairs, and the half ones at the ends, one by one.

// CHECK-LABEL: func.func @slices
func.func @slices(%values: memref<?xf64>, %crd: memref<?xi32>, %len: memref<?xindex>,
                  %x: memref<?xf64>, %y: memref<?xf64>, %rows: index, %width: index,
                  %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: scf.for %[[G:.*]] = %{{.*}} to %arg8 step %{{.*}} {
  // CHECK: %[[FROM:.*]] = arith.maxsi %[[G]], %arg7
  // CHECK: %[[TO:.*]] = arith.minsi %{{.*}}, %arg8
  // CHECK: %[[WHOLE:.*]] = arith.cmpi eq
  // CHECK: %[[ALL:.*]] = scf.if %[[WHOLE]] -> (i1) {
  // CHECK: %[[FULL:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : vector<2xindex>
  // CHECK: %[[BOTH:.*]] = vector.reduction <and>, %[[FULL]]
  // CHECK: scf.yield %[[BOTH]]
  // CHECK: scf.if %[[ALL]] {
  // CHECK: %[[T:.*]] = scf.for %{{.*}} = %c0 to %arg6 step %{{.*}} iter_args
  // CHECK: memref.load %arg1[%[[P:.*]]]
  // CHECK: %[[P1:.*]] = arith.addi %[[P]], %c1{{.*}}
  // CHECK: memref.load %arg1[%[[P1]]]
  // CHECK: %[[V:.*]] = vector.load %arg0[%[[P]]]
  // CHECK: memref.load %arg3
  // CHECK: memref.load %arg3
  // CHECK: %[[W:.*]] = vector.from_elements
  // CHECK: arith.mulf %[[V]], %[[W]] : vector<2xf64>
  // CHECK: scf.yield %{{.*}} : vector<2xf64>
  // CHECK: vector.store %[[T]], %arg4
  // CHECK: } else {
  // CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1
  // CHECK: memref.store
  scf.for %i = %lo to %hi step %c1 {
    %l = memref.load %len[%i] : memref<?xindex>
    %full = arith.cmpi eq, %l, %width : index
    %n = scf.if %full -> (index) {
      scf.yield %width : index
    } else {
      scf.yield %l : index
    }
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
      %far = arith.muli %k, %rows : index
      %p = arith.addi %far, %i : index
      %j32 = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %j32 : i32 to index
      %v = memref.load %values[%p] : memref<?xf64>
      %w = memref.load %x[%j] : memref<?xf64>
      %vw = arith.mulf %v, %w : f64
      %t = arith.addf %a, %vw : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// Rows that are stored one behind the other stay as they are,
// CHECK-LABEL: func.func @compressed
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @compressed(%values: memref<?xf64>, %pos: memref<?xindex>, %y: memref<?xf64>,
                      %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %next = arith.addi %i, %c1 : index
    %b = memref.load %pos[%i] : memref<?xindex>
    %e = memref.load %pos[%next] : memref<?xindex>
    %s = scf.for %p = %b to %e step %c1 iter_args(%a = %zero) -> (f64) {
      %v = memref.load %values[%p] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// and so do rows that depend on one another,
// CHECK-LABEL: func.func @dependent
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @dependent(%values: memref<?xf64>, %y: memref<?xf64>, %n: index,
                     %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
      %far = arith.muli %k, %rows : index
      %p = arith.addi %far, %i : index
      %v = memref.load %values[%p] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%c0] : memref<?xf64>
  }
  return
}

// and rows whose sums write on their way.
// CHECK-LABEL: func.func @writing
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @writing(%values: memref<?xf64>, %y: memref<?xf64>, %n: index, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
      %far = arith.muli %k, %rows : index
      %p = arith.addi %far, %i : index
      %v = memref.load %values[%p] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      memref.store %t, %values[%p] : memref<?xf64>
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// A slice of eight rows: position (begin of its slice + k) * 8 + place in the slice.
// CHECK-LABEL: func.func @sliced
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<2xf64>)
func.func @sliced(%values: memref<?xf64>, %pos: memref<?xindex>, %y: memref<?xf64>,
                  %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %slice = arith.divui %i, %c8 : index
    %following = arith.addi %slice, %c1 : index
    %b = memref.load %pos[%slice] : memref<?xindex>
    %e = memref.load %pos[%following] : memref<?xindex>
    %n = arith.subi %e, %b : index
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
      %first = arith.muli %slice, %c8 : index
      %place = arith.subi %i, %first : index
      %q = arith.addi %b, %k : index
      %q8 = arith.muli %q, %c8 : index
      %p = arith.addi %q8, %place : index
      %v = memref.load %values[%p] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// Pairs do not fit slices of three.
// CHECK-LABEL: func.func @slices_of_three
// CHECK-NOT: -> (f64, f64)
func.func @slices_of_three(%values: memref<?xf64>, %pos: memref<?xindex>, %y: memref<?xf64>,
                  %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %slice = arith.divui %i, %c3 : index
    %following = arith.addi %slice, %c1 : index
    %b = memref.load %pos[%slice] : memref<?xindex>
    %e = memref.load %pos[%following] : memref<?xindex>
    %n = arith.subi %e, %b : index
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
      %first = arith.muli %slice, %c3 : index
      %place = arith.subi %i, %first : index
      %q = arith.addi %b, %k : index
      %q3 = arith.muli %q, %c3 : index
      %p = arith.addi %q3, %place : index
      %v = memref.load %values[%p] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// Copies of a result, which are added up: those of neighbours stand beside one another.
// CHECK-LABEL: func.func @copies
// CHECK: scf.for %[[I:[a-z0-9]+]] = {{.*}} step %c2
// CHECK: %{{.*}} = scf.for %[[K:[a-z0-9]+]] = {{.*}} iter_args({{.*}}) -> (vector<2xf64>)
// CHECK: vector.load %arg0[%[[K]], %[[I]]]
func.func @copies(%copies: memref<?x?xf64, strided<[?, 1]>>, %y: memref<?xf64>,
                  %pieces: index, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %s = scf.for %k = %c0 to %pieces step %c1 iter_args(%a = %zero) -> (f64) {
      %v = memref.load %copies[%k, %i] : memref<?x?xf64, strided<[?, 1]>>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// Where neighbours in memory are the entries of one row, they stay.
// CHECK-LABEL: func.func @transposed
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @transposed(%rows: memref<?x?xf64, strided<[?, 1]>>, %y: memref<?xf64>,
                      %n: index, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
      %v = memref.load %rows[%i, %k] : memref<?x?xf64, strided<[?, 1]>>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// Rows of ELL, of which some may be shorter: an entry behind the last has the coordinate %n.
// Both rows are asked for their last entry in one branch; where one has none, both are asked
// at every place.
// CHECK-LABEL: func.func @padded
// CHECK: %[[ALL:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK: scf.if %{{.*}} -> (i1) {
// CHECK: vector.load %arg1
// CHECK: arith.cmpi ult
// CHECK: vector.reduction <and>
// CHECK: scf.if %[[ALL]] {
// CHECK: scf.for {{.*}} -> (vector<2xf64>)
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK-NEXT: scf.if
// CHECK: scf.for %[[K:[a-z0-9]+]] = {{.*}} -> (f64, f64)
// CHECK: %[[HAS:.*]] = arith.cmpi ult
// CHECK: scf.if %[[HAS]] -> (f64) {
// CHECK: memref.load %arg0
// CHECK: scf.yield
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK: scf.if %{{.*}} -> (f64) {
// CHECK: } else {
// CHECK: scf.for
// CHECK: scf.while
func.func @padded(%values: memref<?xf64>, %crd: memref<?xindex>, %x: memref<?xf64>,
                  %y: memref<?xf64>, %rows: index, %width: index, %n: index,
                  %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %false = arith.constant false
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %last = arith.subi %width, %c1 : index
    %any = arith.cmpi ult, %last, %width : index
    %full = scf.if %any -> (i1) {
      %far = arith.muli %last, %rows : index
      %p = arith.addi %far, %i : index
      %j = memref.load %crd[%p] : memref<?xindex>
      %has = arith.cmpi ult, %j, %n : index
      scf.yield %has : i1
    } else {
      scf.yield %false : i1
    }
    %e = scf.if %full -> (index) {
      scf.yield %width : index
    } else {
      %found:2 = scf.while (%a = %c0, %b = %width) : (index, index) -> (index, index) {
        %more = arith.cmpi ult, %a, %b : index
        scf.condition(%more) %a, %b : index, index
      } do {
      ^bb0(%a: index, %b: index):
        %sum = arith.addi %a, %b : index
        %mid = arith.divui %sum, %c2 : index
        %far = arith.muli %mid, %rows : index
        %p = arith.addi %far, %i : index
        %j = memref.load %crd[%p] : memref<?xindex>
        %has = arith.cmpi ult, %j, %n : index
        %next = arith.addi %mid, %c1 : index
        %a1 = arith.select %has, %next, %a : index
        %b1 = arith.select %has, %b, %mid : index
        scf.yield %a1, %b1 : index, index
      }
      scf.yield %found#0 : index
    }
    %s = scf.for %k = %c0 to %e step %c1 iter_args(%a = %zero) -> (f64) {
      %far = arith.muli %k, %rows : index
      %p = arith.addi %far, %i : index
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %w = memref.load %x[%j] : memref<?xf64>
      %vw = arith.mulf %v, %w : f64
      %t = arith.addf %a, %vw : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// The three rows of a block have their entries in the same columns: they read coordinates and
// %x once, in a group of their own size, and the columns of a block are written out.
// CHECK-LABEL: func.func @blocks
// CHECK: arith.constant 3 : index
// CHECK: scf.for %[[P:[a-z0-9]+]] = {{.*}} -> (f64, f64, f64)
// CHECK-NOT: scf.for
// CHECK: memref.load %arg1[%[[P]]]
// CHECK: memref.load %arg0[%[[V:.*]]]
// CHECK: %[[V1:.*]] = arith.addi %[[V]], %c2
// CHECK: memref.load %arg0[%[[V1]]]
// CHECK: memref.load %arg0
// CHECK: memref.load %arg3
// CHECK-COUNT-3: memref.load %arg0
// CHECK: memref.load %arg3
// CHECK-NOT: memref.load %arg3
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : f64, f64, f64
func.func @blocks(%values: memref<?xf64>, %crd: memref<?xindex>, %pos: memref<?xindex>,
                  %x: memref<?xf64>, %y: memref<?xf64>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.divui %i, %c3 : index
    %following = arith.addi %row, %c1 : index
    %b = memref.load %pos[%row] : memref<?xindex>
    %e = memref.load %pos[%following] : memref<?xindex>
    %s = scf.for %p = %b to %e step %c1 iter_args(%a = %zero) -> (f64) {
      %t = scf.for %c = %c0 to %c2 step %c1 iter_args(%u = %zero) -> (f64) {
        %j = memref.load %crd[%p] : memref<?xindex>
        %j2 = arith.muli %j, %c2 : index
        %column = arith.addi %j2, %c : index
        %r = arith.remui %i, %c3 : index
        %p3 = arith.muli %p, %c3 : index
        %line = arith.addi %p3, %r : index
        %line2 = arith.muli %line, %c2 : index
        %q = arith.addi %line2, %c : index
        %v = memref.load %values[%q] : memref<?xf64>
        %w = memref.load %x[%column] : memref<?xf64>
        %vw = arith.mulf %v, %w : f64
        %uv = arith.addf %u, %vw : f64
        scf.yield %uv : f64
      }
      %at = arith.addf %a, %t : f64
      scf.yield %at : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// Rows of diagonals: those before the first and behind the last have another search at either
// end. Coordinates are those of all rows; what they lead to lies side by side as well.
// CHECK-LABEL: func.func @diagonals
// CHECK: %[[ALL:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK: %[[ANY:.*]] = vector.reduction <or>
// CHECK: arith.xori
// CHECK: vector.reduction <and>
// CHECK: arith.andi
// CHECK: scf.if %[[ALL]] {
// CHECK: scf.for %[[K:[a-z0-9]+]] = %arg5 to %arg6 {{.*}} -> (vector<2xf64>)
// CHECK: memref.load %arg1[%[[K]]]
// CHECK-NOT: memref.load
// CHECK: vector.load %arg0
// CHECK: vector.load %arg2
// CHECK: } else {
// CHECK: scf.for
func.func @diagonals(%values: memref<?xf64>, %offsets: memref<?xindex>, %x: memref<?xf64>,
                     %y: memref<?xf64>, %rows: index, %first: index, %last: index,
                     %n: index, %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %o = memref.load %offsets[%first] : memref<?xindex>
    %j0 = arith.addi %o, %i : index
    %before = arith.cmpi ult, %j0, %n : index
    %b = scf.if %before -> (index) {
      %next = arith.addi %first, %c1 : index
      %found = arith.addi %next, %i : index
      scf.yield %found : index
    } else {
      scf.yield %first : index
    }
    %p = memref.load %offsets[%last] : memref<?xindex>
    %j1 = arith.addi %p, %i : index
    %inside = arith.cmpi ult, %j1, %n : index
    %e = scf.if %inside -> (index) {
      scf.yield %last : index
    } else {
      %found = arith.subi %last, %i : index
      scf.yield %found : index
    }
    %s = scf.for %k = %b to %e step %c1 iter_args(%a = %zero) -> (f64) {
      %d = memref.load %offsets[%k] : memref<?xindex>
      %j = arith.addi %d, %i : index
      %line = arith.muli %k, %rows : index
      %q = arith.addi %line, %i : index
      %v = memref.load %values[%q] : memref<?xf64>
      %w = memref.load %x[%j] : memref<?xf64>
      %vw = arith.mulf %v, %w : f64
      %t = arith.addf %a, %vw : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
  } {strata.independent}
  return
}

// Where the length of a row is more than the end of its sum, rows stay.
// CHECK-LABEL: func.func @lengths
// CHECK-NOT: vector
// CHECK: return
func.func @lengths(%values: memref<?xf64>, %len: memref<?xindex>, %y: memref<?xf64>,
                   %n: memref<?xindex>, %rows: index, %width: index, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %lo to %hi step %c1 {
    %l = memref.load %len[%i] : memref<?xindex>
    %full = arith.cmpi eq, %l, %width : index
    %e = scf.if %full -> (index) {
      scf.yield %width : index
    } else {
      scf.yield %l : index
    }
    %s = scf.for %k = %c0 to %e step %c1 iter_args(%a = %zero) -> (f64) {
      %far = arith.muli %k, %rows : index
      %p = arith.addi %far, %i : index
      %v = memref.load %values[%p] : memref<?xf64>
      %t = arith.addf %a, %v : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<?xf64>
    memref.store %e, %n[%i] : memref<?xindex>
  } {strata.independent}
  return
}
