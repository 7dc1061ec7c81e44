// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!unordered = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonordered))">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">

// CHECK-LABEL: func.func @launch(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @launch(%y: !vec, %a: !csr) {
  // CHECK: strata_pos.launch "spmv" parallel race("none") {
  // CHECK-NEXT: ^bb0(%[[PIECE:.*]]: index, %[[PIECES:.*]]: index):
  strata_pos.launch "spmv" parallel race("none") {
  ^bb0(%piece: index, %pieces: index):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    // CHECK: %[[N:.*]] = strata_pos.extent %[[Y]] dimension 0 : <f64, "(d0) -> (d0 : dense)">
    %n = strata_pos.extent %y dimension 0 : !vec
    // CHECK: %[[U:.*]] = strata_pos.universe[%{{.*}}, %[[N]])
    %u = strata_pos.universe[%c0, %n)
    // CHECK: %[[W:.*]] = strata_pos.window %[[U]][%[[PIECE]], %[[PIECES]])
    %w = strata_pos.window %u[%piece, %pieces)
    // CHECK: strata_pos.coiterate "i"(%[[W]]) points [1] {
    strata_pos.coiterate "i"(%w) points [1] {
    // CHECK-NEXT: ^bb0(%[[I:.*]]: index):
    ^bb0(%i: index):
      // CHECK: %[[P:.*]] = strata_pos.locate %[[A]] level 0 parent %{{.*}} coordinate %[[I]] : <f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
      %p = strata_pos.locate %a level 0 parent %c0 coordinate %i : !csr
      %q = arith.addi %p, %c1 : index
      // CHECK: %[[ROW:.*]] = strata_pos.positions %[[A]] level 1 parent[%[[P]], %{{.*}}) : <f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
      %row = strata_pos.positions %a level 1 parent[%p, %q) : !csr
      // CHECK: %[[SUM:.*]] = strata_pos.coiterate "j"(%[[ROW]]) points [1] init(%{{.*}} : f64) : f64 {
      %sum = strata_pos.coiterate "j"(%row) points [1] init(%zero : f64) : f64 {
      // CHECK-NEXT: ^bb0(%{{.*}}: index, %[[FIRST:.*]]: index, %[[LAST:.*]]: index, %[[S:.*]]: f64):
      ^bb0(%j: index, %first: index, %last: index, %s: f64):
        // CHECK: %[[V:.*]] = strata_pos.value %[[A]][%[[FIRST]], %[[LAST]]) : <f64, "(d0, d1) -> (d0 : dense, d1 : compressed)"> -> f64
        %v = strata_pos.value %a[%first, %last) : !csr -> f64
        %t = arith.addf %s, %v : f64
        // CHECK: strata_pos.yield %{{.*}} : f64
        strata_pos.yield %t : f64
      }
      // CHECK: strata_pos.store %[[SUM]] to %[[Y]][%[[P]]] : f64, <f64, "(d0) -> (d0 : dense)">
      strata_pos.store %sum to %y[%p] : f64, !vec
      // CHECK: strata_pos.store %[[SUM]] to %[[Y]][%[[P]]] accumulate : f64
      strata_pos.store %sum to %y[%p] accumulate : f64, !vec
      // CHECK: strata_pos.store %[[SUM]] to %[[Y]][%[[P]]] accumulate atomic : f64
      strata_pos.store %sum to %y[%p] accumulate atomic : f64, !vec
      // CHECK: strata_pos.store %[[SUM]] to %[[Y]][%[[P]]] accumulate by "min" : f64
      strata_pos.store %sum to %y[%p] accumulate by "min" : f64, !vec
      // CHECK: strata_pos.yield{{$}}
      strata_pos.yield
    }
  }
  return
}

// CHECK-LABEL: func.func @merge(
func.func @merge(%a: !sv, %b: !sv) {
  // CHECK: strata_pos.launch "merge" race("none") {
  strata_pos.launch "merge" race("none") {
  ^bb0(%piece: index, %pieces: index):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[A:.*]] = strata_pos.positions
    %0 = strata_pos.positions %a level 0 parent[%c0, %c1) : !sv
    // CHECK: %[[B:.*]] = strata_pos.positions
    %1 = strata_pos.positions %b level 0 parent[%c0, %c1) : !sv
    // CHECK: strata_pos.coiterate "i"(%[[A]], %[[B]]) points [3, 1, 2] {
    strata_pos.coiterate "i"(%0, %1) points [3, 1, 2] {
    // CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
    // CHECK-NEXT: strata_pos.yield
    // CHECK-NEXT: }, {
    ^bb0(%i: index, %p: index, %q: index, %r: index, %s: index):
      strata_pos.yield
    }, {
    // CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
    // CHECK-NEXT: strata_pos.yield
    // CHECK-NEXT: }, {
    ^bb0(%i: index, %p: index, %q: index):
      strata_pos.yield
    }, {
    // CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
    // CHECK-NEXT: strata_pos.yield
    // CHECK-NEXT: }
    ^bb0(%i: index, %p: index, %q: index):
      strata_pos.yield
    }
  }
  return
}

// CHECK-LABEL: func.func @slice(
func.func @slice(%a: !unordered, %piece: index, %pieces: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = strata_pos.positions
  %0 = strata_pos.positions %a level 0 parent[%c0, %c1) : !unordered
  // CHECK: strata_pos.slice %[[A]] piece %{{.*}} of %{{.*}}
  %1 = strata_pos.slice %0 piece %piece of %pieces
  return
}

// CHECK-LABEL: func.func @tables(
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor
func.func @tables(%a: !csr) {
  // CHECK: %[[BOUNDS:.*]] = strata_itg.temporary "bounds0"
  %bounds = strata_itg.temporary "bounds0" ["#cut"] zero : !vec
  %sums = strata_itg.temporary "sums1" ["#slot", "#table"] scratch : !cuts
  %marks = strata_itg.temporary "marks2" ["#slot", "#table"] scratch zero : !cuts
  %list = strata_itg.temporary "list3" ["#slot", "#table"] scratch : !cuts
  // CHECK: strata_pos.reserve %[[SUMS:.*]], %[[MARKS:.*]], %[[LIST:.*]] for %[[BOUNDS]] of %[[A]] dimension 1 :
  strata_pos.reserve %sums, %marks, %list for %bounds of %a dimension 1 : !vec, !csr, !cuts, !cuts, !cuts
  strata_pos.launch "bound" race("none") phase("count") {
  ^bb0(%piece: index, %pieces: index):
    %u = strata_pos.universe[%piece, %pieces)
    // CHECK: %[[LENGTH:.*]] = strata_pos.length %{{.*}}
    %length = strata_pos.length %u
    %extent = strata_pos.extent %a dimension 1 : !csr
    // CHECK: strata_pos.worklist %[[SUMS]], %[[MARKS]], %[[LIST]][%{{.*}}] hashed %[[LENGTH]] of %{{.*}} :
    %w = strata_pos.worklist %sums, %marks, %list[%piece] hashed %length of %extent : !cuts, !cuts, !cuts
  }
  return
}

// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[ROW:[^:]*]]: !strata_itg.tensor{{.*}}, %[[J:[^:]*]]: index)
func.func @kept(%row: !cuts, %j: index) {
  strata_pos.launch "kept" parallel race("none") {
  ^bb0(%piece: index, %pieces: index):
    // CHECK: %[[W:.*]] = strata_pos.worklist
    %w = strata_pos.worklist %row, %row, %row[%piece] : !cuts, !cuts, !cuts
    // CHECK: %[[FOUND:.*]], %[[PLACE:.*]] = strata_pos.lookup %[[W]][%[[J]]]
    %found, %place = strata_pos.lookup %w[%j]
    // CHECK: strata_pos.kept %[[W]][%[[PLACE]]] : ui64
    %value = strata_pos.kept %w[%place] : ui64
    // CHECK: strata_pos.clear %[[W]]
    strata_pos.clear %w
  }
  return
}

// CHECK-LABEL: func.func @pieces(
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor
func.func @pieces(%a: !csr) {
  // CHECK: %[[CUTS:.*]] = strata_itg.temporary "cuts0" ["#cut", "#2"]
  %cuts = strata_itg.temporary "cuts0" ["#cut", "#2"] : !cuts
  // CHECK: strata_pos.partition %[[CUTS]] weighed(%[[A]]) depths [2] extents(%[[A]], %[[A]]) dimensions [0, 1] visits_all [true, false] : !strata_itg.tensor<ui64,
  strata_pos.partition %cuts weighed(%a) depths [2] extents(%a, %a) dimensions [0, 1] visits_all [true, false] : !cuts, !csr, !csr, !csr
  // CHECK: strata_pos.partition %[[CUTS]] weighed(%[[A]], %[[A]]) depths [1, 0] beneath [-1, -1, 0, 1] extents(%[[A]]) dimensions [0] visits_all [true] :
  strata_pos.partition %cuts weighed(%a, %a) depths [1, 0] beneath [-1, -1, 0, 1] extents(%a) dimensions [0] visits_all [true] : !cuts, !csr, !csr, !csr
  // CHECK: strata_pos.partition %[[CUTS]] weighed() depths [] extents(%[[A]]) dimensions [0] visits_all [true] privatized :
  strata_pos.partition %cuts weighed() depths [] extents(%a) dimensions [0] visits_all [true] privatized : !cuts, !csr
  // CHECK: %[[PART:.*]] = strata_itg.temporary "carry1" ["#carry"] zero
  %part = strata_itg.temporary "carry1" ["#carry"] zero : !vec
  // CHECK: strata_pos.launch "sum" parallel race("none") assemble %[[A]] : !strata_itg.tensor
  strata_pos.launch "sum" parallel race("none") assemble %a : !csr {
  ^bb0(%piece: index, %pieces: index):
    %one = arith.constant 1.0 : f64
    // CHECK: %[[I:.*]] = strata_pos.cut %[[CUTS]][%{{.*}}] variable 0 : <ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
    %i = strata_pos.cut %cuts[%piece] variable 0 : !cuts
    // CHECK: %[[J:.*]] = strata_pos.cut %[[CUTS]][%{{.*}}] variable 1
    %j = strata_pos.cut %cuts[%piece] variable 1 : !cuts
    // CHECK: %[[AT:.*]] = arith.cmpi
    %at = arith.cmpi eq, %i, %j : index
    %u = strata_pos.universe[%i, %j)
    // CHECK: strata_pos.window %{{.*}}[%[[I]], %[[J]]) if %[[AT]]
    %w = strata_pos.window %u[%i, %j) if %at
    // CHECK: strata_pos.entry %[[A]] level 0 coordinate %[[I]] begun %[[AT]] continued %[[AT]] : <f64
    strata_pos.entry %a level 0 coordinate %i begun %at continued %at : !csr {
      // CHECK: strata_pos.entry %[[A]] level 1 coordinate %[[J]] everywhere : <f64
      strata_pos.entry %a level 1 coordinate %j everywhere : !csr {
        // CHECK: strata_pos.insert %{{.*}} to %[[A]] if %[[AT]] : f64, <f64
        strata_pos.insert %one to %a if %at : f64, !csr
        // CHECK: strata_pos.insert %{{.*}} to %[[A]] carry %[[PART]][%{{.*}}] : !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> : f64, <f64
        strata_pos.insert %one to %a carry %part [%piece] : !vec : f64, !csr
      }
    }
  }
  // CHECK: strata_pos.launch "sum::carry" race("none") phase("values") {
  strata_pos.launch "sum::carry" race("none") phase("values") {
  ^bb0(%begin: index, %end: index):
    %one = arith.constant 1.0 : f64
    // CHECK: %[[OPEN:.*]], %[[POSITION:.*]] = strata_pos.seam %[[A]][%{{.*}}] : <f64
    %open, %position = strata_pos.seam %a[%begin] : !csr
    // CHECK: strata_pos.store %{{.*}} to %[[A]][%[[POSITION]]] accumulate if %[[OPEN]] : f64
    strata_pos.store %one to %a[%position] accumulate if %open : f64, !csr
  }
  return
}

// CHECK-LABEL: func.func @teams(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor
func.func @teams(%y: !vec, %a: !sv) {
  // CHECK: strata_pos.launch "fill" over %[[Y]] dimension 0 : !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> parallel race("none") team [4, 8] {
  // CHECK-NEXT: ^bb0(%[[BEGIN:.*]]: index, %[[END:.*]]: index):
  strata_pos.launch "fill" over %y dimension 0 : !vec parallel race("none") team [4, 8] {
  ^bb0(%begin: index, %end: index):
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f64
    // CHECK: strata_pos.universe[%[[BEGIN]], %[[END]])
    %u = strata_pos.universe[%begin, %end)
    // CHECK: strata_pos.coiterate "i"(%{{.*}}) points [1] independent map "team_vector" {
    strata_pos.coiterate "i"(%u) points [1] independent map "team_vector" {
    ^bb0(%i: index):
      strata_pos.yield
    }
    // CHECK: strata_pos.coiterate "i"(%{{.*}}) points [1] map "vector" init(%{{.*}} : f64) : f64 {
    %sum = strata_pos.coiterate "i"(%u) points [1] map "vector" init(%zero : f64) : f64 {
    ^bb0(%i: index, %s: f64):
      strata_pos.yield %s : f64
    }
  }
  return
}

// CHECK-LABEL: func.func @program(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor
func.func @program(%y: !vec) {
  // CHECK: strata_pos.run @launch0 "fill" parallel race("atomics")
  strata_pos.run @launch0 "fill" parallel race("atomics")
  // CHECK: strata_pos.run @launch1 "sum" race("none")
  strata_pos.run @launch1 "sum" race("none")
  // CHECK: strata_pos.run @launch2 "scale" over %[[Y]] dimension 0 : !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> parallel race("none") team [32, 8]
  strata_pos.run @launch2 "scale" over %y dimension 0 : !vec parallel race("none") team [32, 8]
  return
}

// CHECK-LABEL: func.func @windows(
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor
func.func @windows(%a: !csr, %cuts: !cuts, %p: index, %q: index) {
  // CHECK: strata_pos.partition %{{.*}} weighed(%[[A]]) depths [2] extents(%[[A]], %[[A]]) dimensions [0, 1] counts [4, -1] windows [2, 1, 6, 0, 5, -1] visits_all [true, false] :
  strata_pos.partition %cuts weighed(%a) depths [2] extents(%a, %a) dimensions [0, 1] counts [4, -1] windows [2, 1, 6, 0, 5, -1] visits_all [true, false] : !cuts, !csr, !csr, !csr
  // CHECK: strata_pos.launch "rows" over %[[A]] dimension 0 : !strata_itg.tensor<{{.*}}> count 4 parallel race("none") {
  strata_pos.launch "rows" over %a dimension 0 : !csr count 4 parallel race("none") {
  ^bb0(%begin: index, %end: index):
    // CHECK: %[[ROW:.*]] = strata_pos.positions
    %row = strata_pos.positions %a level 1 parent[%p, %q) : !csr
    // CHECK-NEXT: strata_pos.subrange %[[ROW]] from 2 to 8 step 3
    %0 = strata_pos.subrange %row from 2 to 8 step 3
    // CHECK-NEXT: strata_pos.subset %[[ROW]] of [1, 4, 9]
    %1 = strata_pos.subset %row of [1, 4, 9]
    // CHECK-NEXT: strata_pos.member %{{.*}} of [5, 2]
    %2 = strata_pos.member %begin of [5, 2]
  }
  // CHECK: strata_pos.run @rows "rows" over %[[A]] dimension 0 : !strata_itg.tensor<{{.*}}> count 4 parallel race("none")
  strata_pos.run @rows "rows" over %a dimension 0 : !csr count 4 parallel race("none")
  return
}
