// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --canonicalize --cse --split-input-file | FileCheck %s
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos="strict" --split-input-file | FileCheck %s --check-prefix=STRICT

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Dense levels are located, the compressed level is iterated; the launch runs over
// the rows.
// CHECK: strata.stage = "position"
// CHECK-LABEL: func.func @spmv(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {strata.name = "y"}
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-SAME: %[[X:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: strata_pos.launch "Strata::einsum[y(i) = A(i,j) * x(j); A: CSR]" over %[[Y]] dimension 0 : {{.*}} parallel race("none") {
// CHECK-NEXT: ^bb0(%[[BEGIN:.*]]: index, %[[END:.*]]: index):
// CHECK-NEXT: %[[U:.*]] = strata_pos.universe[%[[BEGIN]], %[[END]])
// CHECK-NEXT: strata_pos.coiterate "i"(%[[U]]) points [1] independent {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK-NEXT: %[[PI:.*]] = strata_pos.locate %[[A]] level 0 parent %[[C0]] coordinate %[[I]]
// CHECK-NEXT: %[[QI:.*]] = arith.addi %[[PI]], %[[C1]]
// CHECK-NEXT: %[[ROW:.*]] = strata_pos.positions %[[A]] level 1 parent[%[[PI]], %[[QI]])
// CHECK-NEXT: %[[SUM:.*]] = strata_pos.coiterate "j"(%[[ROW]]) points [1] init(%[[ZERO]] : f64) : f64 {
// CHECK-NEXT: ^bb0(%[[J:.*]]: index, %[[PJ:.*]]: index, %[[QJ:.*]]: index, %[[S:.*]]: f64):
// CHECK-NEXT: %[[AIJ:.*]] = strata_pos.value %[[A]][%[[PJ]], %[[QJ]])
// CHECK-NEXT: %[[PX:.*]] = strata_pos.locate %[[X]] level 0 parent %[[C0]] coordinate %[[J]]
// CHECK: %[[XJ:.*]] = strata_pos.value %[[X]][%[[PX]],
// CHECK-NEXT: %[[AX:.*]] = arith.mulf %[[AIJ]], %[[XJ]] fastmath<reassoc,contract>
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[S]], %[[AX]] fastmath<reassoc,contract>
// CHECK-NEXT: strata_pos.yield %[[NEXT]] : f64
// CHECK: %[[PY:.*]] = strata_pos.locate %[[Y]] level 0 parent %[[C0]] coordinate %[[I]]
// CHECK-NEXT: strata_pos.store %[[SUM]] to %[[Y]][%[[PY]]] : f64
// STRICT-LABEL: func.func @spmv(
// STRICT-NOT: fastmath
// STRICT: return
module attributes {strata.stage = "coordinate"} {
  func.func @spmv(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}, %x: !vec {strata.name = "x"}) attributes {strata.notation = "y = A x"} {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
        %1 = strata_itg.access %x ["j"] : !vec -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
        strata_itg.assign %3 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// A sum has three cases: both operands, the left one, the right one. The merged
// loop is cut at coordinates, at which both operands are windowed, so that pieces
// have equal numbers of entries of both.
// CHECK-LABEL: func.func @union(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-SAME: %[[U:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)"> {strata.name = "u"}
// CHECK-SAME: %[[V:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)"> {strata.name = "v"}
// CHECK: %[[CUTS:.*]] = strata_itg.temporary
// CHECK-NEXT: strata_pos.partition %[[CUTS]] weighed(%[[U]], %[[V]]) depths [1, 1] extents(%[[Y]]) dimensions [0] visits_all [false] :
// CHECK: ^bb0(%[[PIECE:.*]]: index, %{{.*}}: index):
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[PIECE]], %c1
// CHECK-NEXT: %[[BEGIN:.*]] = strata_pos.cut %[[CUTS]][%[[PIECE]]] variable 0
// CHECK-NEXT: %[[END:.*]] = strata_pos.cut %[[CUTS]][%[[NEXT]]] variable 0
// CHECK-NEXT: %[[ITU:.*]] = strata_pos.positions %[[U]] level 0
// CHECK-NEXT: %[[ITV:.*]] = strata_pos.positions %[[V]] level 0
// CHECK-NEXT: %[[WU:.*]] = strata_pos.window %[[ITU]][%[[BEGIN]], %[[END]])
// CHECK-NEXT: %[[WV:.*]] = strata_pos.window %[[ITV]][%[[BEGIN]], %[[END]])
// CHECK-NEXT: strata_pos.coiterate "i"(%[[WU]], %[[WV]]) points [3, 1, 2] independent {
// CHECK-NEXT: ^bb0(%{{.*}}: index, %[[PU:.*]]: index, %[[QU:.*]]: index, %[[PV:.*]]: index, %[[QV:.*]]: index):
// CHECK-NEXT: %[[UI:.*]] = strata_pos.value %[[U]][%[[PU]], %[[QU]])
// CHECK-NEXT: %[[VI:.*]] = strata_pos.value %[[V]][%[[PV]], %[[QV]])
// CHECK-NEXT: %[[BOTH:.*]] = arith.addf %[[UI]], %[[VI]]
// CHECK: strata_pos.store %[[BOTH]] to %[[Y]]
// CHECK: }, {
// CHECK-NEXT: ^bb0(%{{.*}}: index, %[[PU1:.*]]: index, %[[QU1:.*]]: index):
// CHECK-NEXT: %[[LEFT:.*]] = strata_pos.value %[[U]][%[[PU1]], %[[QU1]])
// CHECK-NOT: arith.addf
// CHECK: strata_pos.store %[[LEFT]] to %[[Y]]
// CHECK: }, {
// CHECK-NEXT: ^bb0(%{{.*}}: index, %[[PV2:.*]]: index, %[[QV2:.*]]: index):
// CHECK-NEXT: %[[RIGHT:.*]] = strata_pos.value %[[V]][%[[PV2]], %[[QV2]])
// CHECK-NOT: arith.addf
// CHECK: strata_pos.store %[[RIGHT]] to %[[Y]]
module attributes {strata.stage = "coordinate"} {
  func.func @union(%y: !vec {strata.name = "y"}, %u: !sv {strata.name = "u"}, %v: !sv {strata.name = "v"}) {
    %cuts = strata_itg.temporary "cuts0" ["#cut", "#1"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i"] at %cuts : !cuts {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !sv -> f64
        %1 = strata_itg.access %v ["i"] : !sv -> f64
        %2 = strata_itg.apply "add"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A product has the one case in which both operands store something.
// CHECK-LABEL: func.func @intersection(
// CHECK: strata_pos.launch "{{.*}}" race("none") {
// CHECK-NOT: strata_pos.cut
// CHECK: strata_pos.coiterate "i"(%{{.*}}, %{{.*}}) points [3] independent {
// CHECK: arith.mulf
// CHECK-NOT: }, {
// CHECK: return
module attributes {strata.stage = "coordinate"} {
  func.func @intersection(%y: !vec {strata.name = "y"}, %u: !sv {strata.name = "u"}, %v: !sv {strata.name = "v"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !sv -> f64
        %1 = strata_itg.access %v ["i"] : !sv -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A dense operand of a sum makes every coordinate count: the universe takes
// part, and has no positions of its own.
// CHECK-LABEL: func.func @universe(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {strata.name = "y"}
// CHECK-SAME: %[[B:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {strata.name = "b"}
// CHECK-SAME: %[[U:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
// CHECK: %[[ITU:.*]] = strata_pos.positions %[[U]] level 0
// CHECK: %[[ALL:.*]] = strata_pos.universe
// CHECK: strata_pos.coiterate "i"(%[[ITU]], %[[ALL]]) points [3, 2] independent {
// CHECK-NEXT: ^bb0(%[[I:[^:]*]]: index, %[[P:[^:]*]]: index, %[[Q:[^:]*]]: index):
// CHECK: strata_pos.locate %[[B]] level 0 parent %{{.*}} coordinate %[[I]]
// CHECK: strata_pos.value %[[U]][%[[P]], %[[Q]])
// CHECK: }, {
// CHECK-NEXT: ^bb0(%[[I2:[^:]*]]: index):
// CHECK-NOT: strata_pos.value %[[U]]
// CHECK: %[[BI:.*]] = strata_pos.value %[[B]]
// CHECK: strata_pos.store %[[BI]] to %[[Y]]
module attributes {strata.stage = "coordinate"} {
  func.func @universe(%y: !vec {strata.name = "y"}, %b: !vec {strata.name = "b"}, %u: !sv {strata.name = "u"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %b ["i"] : !vec -> f64
        %1 = strata_itg.access %u ["i"] : !sv -> f64
        %2 = strata_itg.apply "add"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A dense operand of a product is located where the sparse one stores something.
// CHECK-LABEL: func.func @locate(
// CHECK-SAME: %{{[^:]*}}: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {strata.name = "y"}
// CHECK-SAME: %[[B:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {strata.name = "b"}
// CHECK-SAME: %[[U:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
// CHECK-NOT: strata_pos.universe
// CHECK: %[[ITU:.*]] = strata_pos.positions %[[U]] level 0
// CHECK: strata_pos.coiterate "i"(%[[ITU]]) points [1] independent {
// CHECK-NEXT: ^bb0(%[[I:[^:]*]]: index, %{{.*}}: index, %{{.*}}: index):
// CHECK: strata_pos.locate %[[B]] level 0 parent %{{.*}} coordinate %[[I]]
module attributes {strata.stage = "coordinate"} {
  func.func @locate(%y: !vec {strata.name = "y"}, %b: !vec {strata.name = "b"}, %u: !sv {strata.name = "u"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %b ["i"] : !vec -> f64
        %1 = strata_itg.access %u ["i"] : !sv -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// The sum over j does not depend on k: it is computed ahead of the loop over k.
// CHECK-LABEL: func.func @nested_reduction(
// CHECK: strata_pos.coiterate "i"
// CHECK: %[[SUM:.*]] = strata_pos.coiterate "j"(%{{.*}}) points [1] init(%{{.*}} : f64) : f64 {
// CHECK: strata_pos.coiterate "k"
// CHECK-NOT: strata_pos.coiterate
// CHECK: arith.mulf %{{.*}}, %[[SUM]]
module attributes {strata.stage = "coordinate"} {
  func.func @nested_reduction(%c: !mat {strata.name = "C"}, %a: !csr {strata.name = "A"}, %b: !vec {strata.name = "b"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        strata_itg.forall "k" {
          %0 = strata_itg.access %b ["k"] : !vec -> f64
          %1 = strata_itg.access %a ["i", "j"] : !csr -> f64
          %2 = strata_itg.reduce "add" %1 over "j" : f64 -> f64
          %3 = strata_itg.apply "mul"(%0, %2) : (f64, f64) -> f64
          strata_itg.assign %3 to %c ["i", "k"] : f64, !mat
        }
      }
    }
    return
  }
}

// -----

!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Pieces of columns meet in y: each addition is atomic.
// CHECK-LABEL: func.func @atomics(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
// CHECK: strata_pos.launch "{{.*}}" over %[[A]] dimension 1 : {{.*}} parallel race("atomics") {
// CHECK-NEXT: ^bb0
// CHECK: strata_pos.coiterate "j"
// CHECK: strata_pos.coiterate "i"
// CHECK: strata_pos.store %{{.*}} to %[[Y]][%{{.*}}] accumulate atomic
module attributes {strata.stage = "coordinate"} {
  func.func @atomics(%y: !vec {strata.name = "y"}, %a: !csc {strata.name = "A"}) {
    strata_itg.nest parallel("j") race("atomics") {
      strata_itg.forall "j" {
        strata_itg.forall "i" {
          %0 = strata_itg.access %a ["i", "j"] : !csc -> f64
          strata_itg.assign %0 to %y ["i"] accumulate : f64, !vec
        }
      }
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// A piece adds into its own copy.
// CHECK-LABEL: func.func @privatize(
// CHECK: %[[COPY:.*]] = strata_itg.temporary "workspace0" ["#piece"]
// CHECK: strata_pos.partition %{{.*}} weighed() depths [] extents(%{{.*}}) dimensions [0] visits_all [true] privatized :
// CHECK-NEXT: strata_pos.launch "{{.*}}" parallel race("privatize") {
// CHECK-NEXT: ^bb0(%[[PIECE:.*]]: index, %{{.*}}: index):
// CHECK: %[[SUM:.*]] = strata_pos.coiterate "i"
// CHECK: %[[P:.*]] = strata_pos.locate %[[COPY]] level 0 parent %{{.*}} coordinate %[[PIECE]]
// CHECK-NEXT: strata_pos.store %[[SUM]] to %[[COPY]][%[[P]]] : f64
module attributes {strata.stage = "coordinate"} {
  func.func @privatize(%x: !vec {strata.name = "x"}) {
    %w = strata_itg.temporary "workspace0" ["#piece"] : !vec
    %cuts = strata_itg.temporary "cuts1" ["#cut", "#1"] : !cuts
    strata_itg.nest parallel("i") race("privatize") cut ["i"] at %cuts : !cuts {
      %0 = strata_itg.access %x ["i"] : !vec -> f64
      %1 = strata_itg.reduce "add" %0 over "i" : f64 -> f64
      strata_itg.assign %1 to %w ["#piece"] : f64, !vec
    }
    return
  }
}

// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// A row of COO is a segment of positions: parent of its singleton level.
// CHECK-LABEL: func.func @segments(
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)">
// CHECK: %[[ALL:.*]] = strata_pos.positions %[[A]] level 0
// CHECK-NEXT: %[[PART:.*]] = strata_pos.window %[[ALL]][
// CHECK-NEXT: strata_pos.coiterate "i"(%[[PART]])
// CHECK-NEXT: ^bb0(%{{.*}}: index, %[[FIRST:.*]]: index, %[[LAST:.*]]: index):
// CHECK-NEXT: %[[ROW:.*]] = strata_pos.positions %[[A]] level 1 parent[%[[FIRST]], %[[LAST]])
// CHECK-NEXT: strata_pos.coiterate "j"(%[[ROW]]) points [1] init
module attributes {strata.stage = "coordinate"} {
  func.func @segments(%y: !vec {strata.name = "y"}, %a: !coo {strata.name = "A"}) {
    %cuts = strata_itg.temporary "cuts0" ["#cut", "#1"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i"] at %cuts : !cuts {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !coo -> f64
        %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
        strata_itg.assign %1 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!unordered = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonordered))">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Coordinates that do not ascend are cut by position.
// CHECK-LABEL: func.func @nonordered(
// CHECK: ^bb0(%[[PIECE:.*]]: index, %[[PIECES:.*]]: index):
// CHECK: %[[IT:.*]] = strata_pos.positions
// CHECK-NEXT: %[[PART:.*]] = strata_pos.slice %[[IT]] piece %[[PIECE]] of %[[PIECES]]
// CHECK-NEXT: strata_pos.coiterate "i"(%[[PART]])
// CHECK-NOT: strata_pos.cut
module attributes {strata.stage = "coordinate"} {
  func.func @nonordered(%y: !vec {strata.name = "y"}, %u: !unordered {strata.name = "u"}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !unordered -> f64
        strata_itg.assign %0 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!mixed = !strata_itg.tensor<ui8, "(d0) -> (d0 : dense)">
// The store converts to the type of the result; signedness is that of the tensor.
// CHECK-LABEL: func.func @conversion(
// CHECK: %[[V:.*]] = strata_pos.value %{{.*}} : <ui8, "(d0) -> (d0 : dense)"> -> i8
// CHECK-NEXT: %[[F:.*]] = arith.uitofp %[[V]] : i8 to f64
// CHECK: strata_pos.store %[[F]]
module attributes {strata.stage = "coordinate"} {
  func.func @conversion(%y: !vec {strata.name = "y"}, %x: !mixed {strata.name = "x"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %x ["i"] : !mixed -> ui8
        strata_itg.assign %0 to %y ["i"] : ui8, !vec
      }
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// Two loops are cut. The row of a cut belongs to the pieces on both sides of it:
// the outer loop comes to the row of the end if that lies inside of it. What is between
// the cuts are positions that follow each other; they are looked up before the loops.
// The entry of the row may be shared, that of the column may not.
// CHECK-LABEL: func.func @two_loops(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[B:[^:]*]]: !strata_itg.tensor
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[CUTS:.*]] = strata_itg.temporary
// CHECK-NEXT: strata_pos.partition %[[CUTS]] weighed(%[[B]]) depths [2] extents(%[[A]], %[[A]]) dimensions [0, 1] visits_all [false, false] :
// CHECK: ^bb0(%[[PIECE:.*]]: index, %{{.*}}: index):
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[PIECE]], %[[C1]]
// CHECK-NEXT: %[[BEGINI:.*]] = strata_pos.cut %[[CUTS]][%[[PIECE]]] variable 0
// CHECK-NEXT: %[[ENDI:.*]] = strata_pos.cut %[[CUTS]][%[[NEXT]]] variable 0
// CHECK-NEXT: %[[BEGINJ:.*]] = strata_pos.cut %[[CUTS]][%[[PIECE]]] variable 1
// CHECK-NEXT: %[[ENDJ:.*]] = strata_pos.cut %[[CUTS]][%[[NEXT]]] variable 1
// CHECK-NEXT: %[[ROW0:.*]], %[[ROW0END:.*]] = strata_pos.seek %[[B]] level 0 parent[%[[C0]], %[[C1]]) coordinate %[[BEGINI]] :
// CHECK-NEXT: %[[ROW1:.*]], %[[ROW1END:.*]] = strata_pos.seek %[[B]] level 0 parent[%[[C0]], %[[C1]]) coordinate %[[ENDI]] :
// CHECK-NEXT: %[[INSIDE:.*]] = arith.cmpi ne, %[[ENDJ]], %[[C0]]
// CHECK-NEXT: %[[LASTROW:.*]] = arith.select %[[INSIDE]], %[[ROW1END]], %[[ROW1]]
// CHECK-NEXT: %[[FIRST:.*]], %{{.*}} = strata_pos.seek %[[B]] level 1 parent[%[[ROW0]], %[[ROW0END]]) coordinate %[[BEGINJ]] :
// CHECK-NEXT: %[[LAST:.*]], %{{.*}} = strata_pos.seek %[[B]] level 1 parent[%[[ROW1]], %[[ROW1END]]) coordinate %[[ENDJ]] :
// CHECK-NEXT: %[[ROWS:.*]] = strata_pos.positions %[[B]] level 0
// CHECK-NEXT: %[[OWN:.*]] = strata_pos.clip %[[ROWS]][%[[ROW0]], %[[LASTROW]])
// CHECK-NEXT: strata_pos.coiterate "i"(%[[OWN]]) points [1] {
// CHECK-NEXT: ^bb0(%[[I:[^:]*]]: index,
// CHECK-NEXT: %[[ATBEGIN:.*]] = arith.cmpi eq, %[[I]], %[[BEGINI]]
// CHECK-NEXT: %[[ATEND:.*]] = arith.cmpi eq, %[[I]], %[[ENDI]]
// CHECK-NEXT: strata_pos.entry %[[A]] level 0 coordinate %[[I]] begun %[[ATBEGIN]] continued %[[ATEND]] :
// CHECK-NEXT: %[[ROW:.*]] = strata_pos.positions %[[B]] level 1
// CHECK-NEXT: %[[PART:.*]] = strata_pos.clip %[[ROW]][%[[FIRST]], %[[LAST]])
// CHECK-NEXT: strata_pos.coiterate "j"(%[[PART]]) points [1] {
// CHECK-NEXT: ^bb0(%[[J:[^:]*]]: index,
// CHECK-NEXT: strata_pos.entry %[[A]] level 1 coordinate %[[J]] :
// CHECK: strata_pos.insert
module attributes {strata.stage = "coordinate"} {
  func.func @two_loops(%a: !csr {strata.name = "A"}, %b: !dcsr {strata.name = "B"}) {
    %cuts = strata_itg.temporary "cuts0" ["#cut", "#2"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i", "j"] at %cuts : !cuts {
      strata_itg.forall "i" {
        strata_itg.forall "j" {
          %0 = strata_itg.access %b ["i", "j"] : !dcsr -> f64
          strata_itg.assign %0 to %a ["i", "j"] : f64, !csr
        }
      }
    }
    return
  }
}

// -----

!csf = !strata_itg.tensor<f64, "(d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed)">
!scalar = !strata_itg.tensor<f64, "() -> ()">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// Three cut sums: the positions of the piece in each level are looked up before the
// loops, down from those of the coordinates above; the outer ones go on past a cut below
// them.
// CHECK-LABEL: func.func @three_sums(
// CHECK: strata_pos.partition %{{.*}} weighed(%[[B:.*]]) depths [3] extents(%[[B]], %[[B]], %[[B]]) dimensions [0, 1, 2] visits_all [false, false, false] privatized :
// CHECK: %[[BEGINI:.*]] = strata_pos.cut {{.*}} variable 0
// CHECK-NEXT: %[[ENDI:.*]] = strata_pos.cut {{.*}} variable 0
// CHECK-NEXT: %[[BEGINJ:.*]] = strata_pos.cut {{.*}} variable 1
// CHECK-NEXT: %[[ENDJ:.*]] = strata_pos.cut {{.*}} variable 1
// CHECK-NEXT: %{{.*}} = strata_pos.cut {{.*}} variable 2
// CHECK-NEXT: %[[ENDK:.*]] = strata_pos.cut {{.*}} variable 2
// CHECK: %[[P0:.*]], %[[P0END:.*]] = strata_pos.seek %[[B]] level 0 {{.*}} coordinate %[[BEGINI]] :
// CHECK: %[[Q0:.*]], %[[Q0END:.*]] = strata_pos.seek %[[B]] level 0 {{.*}} coordinate %[[ENDI]] :
// CHECK: %[[INJ:.*]] = arith.cmpi ne, %[[ENDJ]], %c0
// CHECK-NEXT: %[[INK:.*]] = arith.cmpi ne, %[[ENDK]], %c0
// CHECK-NEXT: %[[IN:.*]] = arith.ori %[[INJ]], %[[INK]]
// CHECK-NEXT: %[[LAST0:.*]] = arith.select %[[IN]], %[[Q0END]], %[[Q0]]
// CHECK: %[[P1:.*]], %[[P1END:.*]] = strata_pos.seek %[[B]] level 1 parent[%[[P0]], %[[P0END]]) coordinate %[[BEGINJ]] :
// CHECK: %[[Q1:.*]], %[[Q1END:.*]] = strata_pos.seek %[[B]] level 1 parent[%[[Q0]], %[[Q0END]]) coordinate %[[ENDJ]] :
// CHECK-NEXT: %[[LAST1:.*]] = arith.select %[[INK]], %[[Q1END]], %[[Q1]]
// CHECK: %[[P2:.*]], %{{.*}} = strata_pos.seek %[[B]] level 2 parent[%[[P1]], %[[P1END]])
// CHECK: %[[Q2:.*]], %{{.*}} = strata_pos.seek %[[B]] level 2 parent[%[[Q1]], %[[Q1END]]) coordinate %[[ENDK]] :
// CHECK: strata_pos.clip %{{.*}}[%[[P0]], %[[LAST0]])
// CHECK-NEXT: strata_pos.coiterate "i"
// CHECK-NOT: arith.cmpi
// CHECK: strata_pos.clip %{{.*}}[%[[P1]], %[[LAST1]])
// CHECK-NEXT: strata_pos.coiterate "j"
// CHECK: strata_pos.clip %{{.*}}[%[[P2]], %[[Q2]])
// CHECK-NEXT: strata_pos.coiterate "k"
// CHECK-NOT: arith.cmpi
// CHECK: return
module attributes {strata.stage = "coordinate"} {
  func.func @three_sums(%t: !scalar {strata.name = "t"}, %b: !csf {strata.name = "B"}) {
    %w = strata_itg.temporary "workspace0" ["#piece"] : !vec
    %cuts = strata_itg.temporary "cuts1" ["#cut", "#3"] : !cuts
    strata_itg.nest parallel("i") race("privatize") cut ["i", "j", "k"] at %cuts : !cuts {
      %0 = strata_itg.access %b ["i", "j", "k"] : !csf -> f64
      %1 = strata_itg.reduce "add" %0 over "k" : f64 -> f64
      %2 = strata_itg.reduce "add" %1 over "j" : f64 -> f64
      %3 = strata_itg.reduce "add" %2 over "i" : f64 -> f64
      strata_itg.assign %3 to %w ["#piece"] : f64, !vec
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// A cut sum: a piece that begins inside a row has its part of it in the carry,
// without the term that has no sum, and a launch behind adds the parts in order.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME: %[[Y:[^:]*]]: {{.*}}, %[[A:[^:]*]]: {{.*}}, %[[B:[^:]*]]: !strata_itg.tensor
// CHECK: %[[PART:.*]] = strata_itg.temporary "carry0" ["#carry"] zero
// CHECK: ^bb0(%[[PIECE:.*]]: index, %{{.*}}: index):
// CHECK: %[[BEGINI:.*]] = strata_pos.cut %[[CUTS:.*]][%[[PIECE]]] variable 0
// CHECK: %[[BEGINJ:.*]] = strata_pos.cut %[[CUTS]][%[[PIECE]]] variable 1
// CHECK: strata_pos.coiterate "i"
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK: %[[ATBEGIN:.*]] = arith.cmpi eq, %[[I]], %[[BEGINI]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ne, %[[BEGINJ]], %c0
// CHECK-NEXT: %[[RESUMES:.*]] = arith.andi %[[ATBEGIN]], %[[INSIDE]]
// CHECK: %[[SUM:.*]] = strata_pos.coiterate "j"
// CHECK: %[[BI:.*]] = strata_pos.value %[[B]]
// CHECK-NEXT: %[[REST:.*]] = arith.select %[[RESUMES]], %cst, %[[BI]]
// CHECK-NEXT: %[[ALL:.*]] = arith.addf %[[SUM]], %[[REST]]
// CHECK-DAG: %[[FIRST:.*]] = arith.xori %[[RESUMES]], %true
// CHECK-DAG: %[[OWN:.*]] = strata_pos.locate %[[PART]] level 0 parent %c0 coordinate %[[PIECE]]
// CHECK: strata_pos.store %[[ALL]] to %[[PART]][%[[OWN]]] if %[[RESUMES]] :
// CHECK-NEXT: strata_pos.store %[[ALL]] to %[[Y]][%{{.*}}] if %[[FIRST]] :
// CHECK: strata_pos.launch "{{.*}}::carry" race("none") phase("values") {
// CHECK: strata_pos.coiterate "#carry"(%{{.*}}) points [1] {
// CHECK-NEXT: ^bb0(%[[P:.*]]: index):
// CHECK-NEXT: %[[ROW:.*]] = strata_pos.cut %[[CUTS]][%[[P]]] variable 0
// CHECK-NEXT: %[[COLUMN:.*]] = strata_pos.cut %[[CUTS]][%[[P]]] variable 1
// CHECK-NEXT: %[[RESUMED:.*]] = arith.cmpi ne, %[[COLUMN]], %c0
// CHECK: %[[VALUE:.*]] = strata_pos.value %[[PART]]
// CHECK: %[[AT:.*]] = strata_pos.locate %[[Y]] level 0 parent %c0 coordinate %[[ROW]]
// CHECK-NEXT: strata_pos.store %[[VALUE]] to %[[Y]][%[[AT]]] accumulate if %[[RESUMED]] :
module attributes {strata.stage = "coordinate"} {
  func.func @carried(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}, %b: !vec {strata.name = "b"}) {
    %part = strata_itg.temporary "carry0" ["#carry"] zero : !vec
    %cuts = strata_itg.temporary "cuts1" ["#cut", "#2"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i", "j"] at %cuts : !cuts carry %part : !vec {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
        %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
        %2 = strata_itg.access %b ["i"] : !vec -> f64
        %3 = strata_itg.apply "add"(%1, %2) : (f64, f64) -> f64
        strata_itg.assign %3 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// Where there are many pieces, their parts are added by a unit each.
// CHECK-LABEL: func.func @carried_atomically(
// CHECK-SAME: %[[Y:[^:]*]]: {{.*}}, %[[A:[^:]*]]: !strata_itg.tensor
// CHECK: %[[PART:.*]] = strata_itg.temporary "carry0" ["#carry"] zero
// CHECK: strata_pos.launch "{{.*}}::carry" over %[[PART]] dimension 0 : {{.*}} parallel race("atomics") phase("values") {
// CHECK-NEXT: ^bb0(%[[FROM:.*]]: index, %[[TO:.*]]: index):
// CHECK-NEXT: %[[UNITS:.*]] = strata_pos.universe[%[[FROM]], %[[TO]])
// CHECK-NEXT: strata_pos.coiterate "#carry"(%[[UNITS]]) points [1] {
// CHECK: strata_pos.store %{{.*}} to %[[Y]][%{{.*}}] accumulate atomic if %{{.*}} :
module attributes {strata.stage = "coordinate"} {
  func.func @carried_atomically(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}) {
    %part = strata_itg.temporary "carry0" ["#carry"] zero : !vec
    %cuts = strata_itg.temporary "cuts1" ["#cut", "#2"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i", "j"] at %cuts : !cuts carry %part : !vec atomically {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
        %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
        strata_itg.assign %1 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

