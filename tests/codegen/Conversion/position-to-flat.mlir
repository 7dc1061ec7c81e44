// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat="count-iterations" --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=COUNT

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK: strata.stage = "flat"
// CHECK-LABEL: func.func @spmv(
// CHECK-NEXT: strata_pos.run @launch0 "Strata::einsum[y(i) = A(i,j) * x(j); A: CSR]" over %{{.*}} dimension 0 : !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> parallel race("none")
// CHECK-NEXT: return
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xf64, strided<[?]>> {strata.name = "y_values"}
// CHECK-SAME: index {strata.name = "y_extent0"}
// CHECK-SAME: %[[A:[^:]*]]: memref<?xf64> {strata.name = "A_values"}
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi64> {strata.name = "A_positions1"}
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates1"}
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf64, strided<[?]>> {strata.name = "x_values"}
// CHECK-SAME: %[[BEGIN:[^:]*]]: index {strata.name = "begin"}, %[[END:[^:]*]]: index {strata.name = "end"}, %{{[^:]*}}: index {strata.name = "units"})
// CHECK-SAME: strata.label = "Strata::einsum[y(i) = A(i,j) * x(j); A: CSR]"
// CHECK: scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]] step
// CHECK: %[[FIRST64:.*]] = memref.load %[[POS]][%[[I]]]
// CHECK: %[[FIRST:.*]] = arith.index_castui %[[FIRST64]] : i64 to index
// CHECK: %[[LAST64:.*]] = memref.load %[[POS]]
// CHECK: %[[LAST:.*]] = arith.index_castui %[[LAST64]] : i64 to index
// CHECK: %[[SUM:.*]] = scf.for %[[P:.*]] = %[[FIRST]] to %[[LAST]] step %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (f64) {
// CHECK: %[[J64:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[J:.*]] = arith.index_castui %[[J64]]
// CHECK: memref.load %[[A]][%[[P]]]
// CHECK: memref.load %[[X]][%[[J]]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[S]], %{{.*}} fastmath<reassoc,contract>
// CHECK: scf.yield %[[NEXT]]
// CHECK: memref.store %[[SUM]], %[[Y]][%[[I]]]
// CHECK-NOT: scf.while
// CHECK-NOT: counters

// Each loop adds 1 to the counter of the call's first unit.
// COUNT-LABEL: func.func @spmv(
// COUNT: %[[COUNTERS:[^:]*]]: memref<?xi64> {strata.name = "counters"}, %{{[^:]*}}: index {strata.name = "slot"}, %[[PIECE:[^:]*]]: index {strata.name = "begin"}
// COUNT: scf.for
// COUNT-NEXT: %[[OLD:.*]] = memref.load %[[COUNTERS]][%[[PIECE]]]
// COUNT-NEXT: %[[NEW:.*]] = arith.addi %[[OLD]], %c1_i64
// COUNT-NEXT: memref.store %[[NEW]], %[[COUNTERS]][%[[PIECE]]]
// COUNT: scf.for
// COUNT-NEXT: %[[OLD2:.*]] = memref.load %[[COUNTERS]][%[[PIECE]]]
// COUNT-NEXT: %[[NEW2:.*]] = arith.addi %[[OLD2]], %c1_i64
// COUNT-NEXT: memref.store %[[NEW2]], %[[COUNTERS]][%[[PIECE]]]
// COUNT-NOT: memref.load %[[COUNTERS]]
// COUNT: return
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
// One while loop steps both operands; only a match computes.
// CHECK-LABEL: func.func @intersection(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[UCRD:[^:]*]]: memref<?xi64> {strata.name = "u_coordinates0"}
// CHECK-SAME: %[[VCRD:[^:]*]]: memref<?xi64> {strata.name = "v_coordinates0"}
// CHECK: scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT: scf.for
// CHECK: scf.while
// CHECK-NEXT: %[[GOU:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK-NEXT: %[[GOV:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK-NEXT: %[[GO:.*]] = arith.andi %[[GOU]], %[[GOV]]
// CHECK-NEXT: scf.condition(%[[GO]])
// CHECK: ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index):
// CHECK-NEXT: %[[U64:.*]] = memref.load %[[UCRD]][%[[P]]]
// CHECK-NEXT: %[[U:.*]] = arith.index_castui %[[U64]]
// CHECK-NEXT: %[[V64:.*]] = memref.load %[[VCRD]][%[[Q]]]
// CHECK-NEXT: %[[V:.*]] = arith.index_castui %[[V64]]
// CHECK-NEXT: %[[I:.*]] = arith.minui %[[U]], %[[V]]
// CHECK-NEXT: %[[PNEXT:.*]] = arith.addi %[[P]], %c1
// CHECK-NEXT: %[[ATU:.*]] = arith.cmpi eq, %[[U]], %[[I]]
// CHECK-NEXT: %[[QNEXT:.*]] = arith.addi %[[Q]], %c1
// CHECK-NEXT: %[[ATV:.*]] = arith.cmpi eq, %[[V]], %[[I]]
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[ATU]], %[[ATV]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK: arith.mulf
// CHECK-NOT: else
// CHECK: %[[PSTEP:.*]] = arith.select %[[ATU]], %[[PNEXT]], %[[P]]
// CHECK-NEXT: %[[QSTEP:.*]] = arith.select %[[ATV]], %[[QNEXT]], %[[Q]]
// CHECK-NEXT: scf.yield %[[PSTEP]], %[[QSTEP]]
// CHECK-NOT: scf.for
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
// S4-14: one loop per lattice point, three in all, of which the first holds
// three cases and the others, over what is left of one operand, one each.
// CHECK-LABEL: func.func @union(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[UPOS:[^:]*]]: memref<?xi64> {strata.name = "u_positions0"}
// CHECK-SAME: %[[VPOS:[^:]*]]: memref<?xi64> {strata.name = "v_positions0"}
// CHECK: memref.load %[[UPOS]][%c0]
// CHECK: %[[UEND64:.*]] = memref.load %[[UPOS]][%c1]
// CHECK: %[[UEND:.*]] = arith.index_castui %[[UEND64]]
// CHECK: %[[VEND64:.*]] = memref.load %[[VPOS]][%c1]
// CHECK: %[[VEND:.*]] = arith.index_castui %[[VEND64]]
// CHECK-NOT: scf.for
// CHECK: %[[LEFT:.*]]:2 = scf.while
// CHECK: %[[ATU:.*]] = arith.cmpi eq
// CHECK: %[[ATV:.*]] = arith.cmpi eq
// CHECK: %[[BOTH:.*]] = arith.andi %[[ATU]], %[[ATV]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK: } else {
// CHECK-NEXT: scf.if %[[ATU]] {
// CHECK: } else {
// CHECK-NEXT: scf.if %[[ATV]] {
// CHECK-NOT: scf.if
// CHECK-NOT: scf.while
// CHECK: scf.for %{{.*}} = %[[LEFT]]#0 to %[[UEND]]
// CHECK-NOT: scf.if
// CHECK: scf.for %{{.*}} = %[[LEFT]]#1 to %[[VEND]]
// CHECK-NOT: scf.if
// CHECK-NOT: scf.for
// CHECK-NOT: scf.while
// CHECK: return
module attributes {strata.stage = "coordinate"} {
  func.func @union(%y: !vec {strata.name = "y"}, %u: !sv {strata.name = "u"}, %v: !sv {strata.name = "v"}) {
    strata_itg.nest parallel("") race("none") {
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
// The universe stands at every coordinate: its own counter is the coordinate,
// without a minimum, and it always steps.
// CHECK-LABEL: func.func @universe(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[N:[^:]*]]: index {strata.name = "y_extent0"}
// CHECK-SAME: %[[UCRD:[^:]*]]: memref<?xi64> {strata.name = "u_coordinates0"}
// CHECK: %[[LEFT:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %c0)
// CHECK: ^bb0(%[[P:.*]]: index, %[[I:.*]]: index):
// CHECK-NEXT: %[[U64:.*]] = memref.load %[[UCRD]][%[[P]]]
// CHECK-NEXT: %[[U:.*]] = arith.index_castui %[[U64]]
// CHECK-NOT: arith.minui
// CHECK: %[[ATU:.*]] = arith.cmpi eq, %[[U]], %[[I]]
// CHECK-NEXT: %[[INEXT:.*]] = arith.addi %[[I]], %c1
// CHECK-NEXT: scf.if %[[ATU]] {
// CHECK: arith.addf
// CHECK: } else {
// CHECK-NOT: arith.addf
// CHECK: scf.yield %{{.*}}, %[[INEXT]]
// CHECK: scf.for %{{.*}} = %[[LEFT]]#1 to %[[N]]
// CHECK-NOT: scf.for
// CHECK: return
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

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// One round of the outer loop per distinct row; the sum runs to the end of the
// segment, which is found in as many steps as its length has bits.
// CHECK-LABEL: func.func @segments(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[A:[^:]*]]: memref<?xf64> {strata.name = "A_values"}
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates0"}
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (index) -> index {
// CHECK: ^bb0(%[[P:.*]]: index):
// CHECK-NEXT: %[[I64:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK-NEXT: %[[I:.*]] = arith.index_castui %[[I64]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[P]], %c1
// CHECK-NEXT: %[[BEHIND:.*]] = arith.addi %[[I]], %c1
// CHECK-NEXT: %[[END:.*]] = func.call @skip_to_i64(%[[BEHIND]], %[[CRD]], %[[NEXT]], %{{.*}})
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[R:.*]] = %[[P]] to %[[END]]
// CHECK: memref.load %[[A]][%[[R]]]
// CHECK: arith.addf %{{.*}}, %[[SUM]]
// CHECK: scf.yield %[[END]]
// CHECK: func.func private @skip_to_i64(%[[C:.*]]: index, %[[ALL:.*]]: memref<?xi64>, %[[FIRST:.*]]: index, %[[LAST:.*]]: index) -> index attributes {strata.library = "skip_to"}
// CHECK: %[[BRACKET:.*]]:2 = scf.while (%[[AT:.*]] = %[[FIRST]], %[[STEP:.*]] = %c1)
// CHECK: arith.cmpi ult, %{{.*}}, %[[LAST]]
// CHECK: memref.load %[[ALL]]
// CHECK: arith.cmpi ult, %{{.*}}, %[[C]]
// CHECK: arith.muli %{{.*}}, %c2
// CHECK: %[[FOUND:.*]]:2 = scf.while (%{{.*}} = %[[BRACKET]]#0, %{{.*}} = %{{.*}})
// CHECK: return %[[FOUND]]#0
module attributes {strata.stage = "coordinate"} {
  func.func @segments(%y: !vec {strata.name = "y"}, %a: !coo {strata.name = "A"}) {
    strata_itg.nest parallel("") race("none") {
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

!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-LABEL: func.func @atomics(
// CHECK: strata_pos.run @launch0 "{{.*}}" over %arg1 dimension 1 : {{.*}} parallel race("atomics")
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xf64, strided<[?]>> {strata.name = "y_values"}
// CHECK: memref.atomic_rmw addf %{{.*}}, %[[Y]][%{{.*}}]
// CHECK-NOT: memref.store
// CHECK: return
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

!unordered = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonordered))">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A slice is cut by position, without a search.
// CHECK-LABEL: func.func @nonordered(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[BEGIN:[^:]*]]: index {strata.name = "begin"}, %[[END:[^:]*]]: index {strata.name = "end"}, %[[PIECES:[^:]*]]: index {strata.name = "units"})
// CHECK-NOT: scf.while
// CHECK: scf.for %[[PIECE:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: %[[LENGTH:.*]] = arith.subi
// CHECK-NEXT: %[[SCALED:.*]] = arith.muli %[[LENGTH]], %[[PIECE]]
// CHECK-NEXT: arith.divui %[[SCALED]], %[[PIECES]]
// CHECK: scf.for
// CHECK: } {strata.map = "league"}
// CHECK-NEXT: return
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

!csr = !strata_itg.tensor<ui8, "(d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 8, crdWidth = 8">
!vec = !strata_itg.tensor<ui8, "(d0) -> (d0 : dense)">
// Signless memory: unsigned positions are zero-extended, unsigned values are
// marked.
// CHECK-LABEL: func.func @unsigned(
// CHECK: func.func private @launch0(
// CHECK-SAME: memref<?xi8, strided<[?]>> {strata.name = "y_values", strata.unsigned}
// CHECK-SAME: memref<?xi8> {strata.name = "A_values", strata.unsigned}
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi8> {strata.name = "A_positions1"}
// CHECK-SAME: memref<?xi8> {strata.name = "A_coordinates1"}
// CHECK: %[[FIRST8:.*]] = memref.load %[[POS]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.index_castui %[[FIRST8]] : i8 to index
// CHECK: %[[LAST8:.*]] = memref.load %[[POS]]
// CHECK-NEXT: %[[LAST:.*]] = arith.index_castui %[[LAST8]] : i8 to index
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
// CHECK: arith.addi %{{.*}}, %{{.*}} : i8
module attributes {strata.stage = "coordinate"} {
  func.func @unsigned(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !csr -> ui8
        %1 = strata_itg.reduce "add" %0 over "j" : ui8 -> ui8
        strata_itg.assign %1 to %y ["i"] : ui8, !vec
      }
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<i1, "(d0) -> (d0 : dense)">
// A bool is a marked byte in memory and i1 in a register; + is or.
// CHECK-LABEL: func.func @bool(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xi8, strided<[?]>> {strata.boolean, strata.name = "y_values"}
// CHECK-SAME: %[[U:[^:]*]]: memref<?xi8, strided<[?]>> {strata.boolean, strata.name = "u_values"}
// CHECK: %[[U8:.*]] = memref.load %[[U]]
// CHECK-NEXT: %[[U1:.*]] = arith.cmpi ne, %[[U8]], %c0_i8
// CHECK: %[[V1:.*]] = arith.cmpi ne
// CHECK: %[[OR:.*]] = arith.ori %[[U1]], %[[V1]] : i1
// CHECK: %[[BYTE:.*]] = arith.extui %[[OR]] : i1 to i8
// CHECK-NEXT: memref.store %[[BYTE]], %[[Y]]
module attributes {strata.stage = "coordinate"} {
  func.func @bool(%y: !vec {strata.name = "y"}, %u: !vec {strata.name = "u"}, %v: !vec {strata.name = "v"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !vec -> i1
        %1 = strata_itg.access %v ["i"] : !vec -> i1
        %2 = strata_itg.apply "add"(%0, %1) : (i1, i1) -> i1
        strata_itg.assign %2 to %y ["i"] : i1, !vec
      }
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A function per launch; that a level has stride 1 is in the memref's type.
// CHECK-LABEL: func.func @two_launches(
// CHECK-NEXT: strata_pos.run @launch0 "Strata::einsum[y(i) = 0.0]" over %{{.*}} dimension 0 : !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> parallel race("none")
// CHECK-NEXT: strata_pos.run @launch1 "Strata::einsum[y(i) += 1.0]" race("none")
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xf64, strided<[1]>> {strata.name = "y_values"}
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: memref.store %{{.*}}, %[[Y]][%[[I]]] : memref<?xf64, strided<[1]>>
// CHECK: func.func private @launch1(
// CHECK-SAME: %[[N:[^:]*]]: index {strata.name = "y_extent0"}
// CHECK-SAME: strata.label = "Strata::einsum[y(i) += 1.0]"
// CHECK: scf.for %[[J:.*]] = %c0 to %[[N]] step
// CHECK-NEXT: %[[OLD:.*]] = memref.load %{{.*}}[%[[J]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK-NEXT: memref.store %[[NEW]], %{{.*}}[%[[J]]]
module attributes {strata.stage = "coordinate"} {
  func.func @two_launches(%y: !vec {strata.name = "y", strata.unit_level = 0 : i64}) attributes {strata.notation = "y(i) = 0"} {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.literal 0.0 : f64 to f64
        strata_itg.assign %0 to %y ["i"] : f64, !vec
      }
    }
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.literal 1.0 : f64 to f64
        strata_itg.assign %0 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// What lies between two cuts: rows, the last one too if the cut lies inside of it, and
// of their positions those from the cut before to the cut behind.
// CHECK-LABEL: func.func @cut(
// CHECK: strata_pos.partition
// CHECK-NEXT: strata_pos.run @launch0 "{{.*}}" parallel race("none")
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[ROWS:[^:]*]]: index {strata.name = "C_extent0"}
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi64> {strata.name = "A_positions1"}
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates1"}
// CHECK-SAME: %[[CUTS:[^:]*]]: memref<?x?xi64, strided<[?, 1]>> {strata.name = "cuts0_values", strata.unsigned}
// CHECK: scf.for %[[PIECE:.*]] =
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[PIECE]], %c1
// CHECK-NEXT: %[[BEGINI64:.*]] = memref.load %[[CUTS]][%[[PIECE]], %c0]
// CHECK-NEXT: %[[BEGINI:.*]] = arith.index_castui %[[BEGINI64]]
// CHECK-NEXT: %[[ENDI64:.*]] = memref.load %[[CUTS]][%[[NEXT]], %c0]
// CHECK-NEXT: %[[ENDI:.*]] = arith.index_castui %[[ENDI64]]
// CHECK-NEXT: %[[BEGINJ64:.*]] = memref.load %[[CUTS]][%[[PIECE]], %c1]
// CHECK-NEXT: %[[BEGINJ:.*]] = arith.index_castui %[[BEGINJ64]]
// CHECK-NEXT: %[[ENDJ64:.*]] = memref.load %[[CUTS]][%[[NEXT]], %c1]
// CHECK-NEXT: %[[ENDJ:.*]] = arith.index_castui %[[ENDJ64]]
// CHECK: %[[ROW0:.*]] = arith.minui %[[BEGINI]], %{{.*}}
// CHECK: %[[ROW1:.*]] = arith.minui %[[ENDI]], %{{.*}}
// CHECK: memref.load %[[POS]][%[[ROW0]]]
// CHECK: %[[P:.*]] = func.call @lower_bound_i64(%[[BEGINJ]], %[[CRD]],
// CHECK: memref.load %[[POS]][%[[ROW1]]]
// CHECK: %[[Q:.*]] = func.call @lower_bound_i64(%[[ENDJ]], %[[CRD]],
// CHECK: %[[TO:.*]] = arith.select %{{.*}}, %{{.*}}, %[[ENDI]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.minui %[[BEGINI]], %[[ROWS]]
// CHECK-NEXT: %[[LAST:.*]] = arith.minui %[[TO]], %[[ROWS]]
// CHECK-NEXT: scf.for %[[I:.*]] = %[[FIRST]] to %[[LAST]]
// CHECK: memref.load %[[POS]][%[[I]]]
// CHECK-NEXT: %[[ROW:.*]] = arith.index_castui
// CHECK: %[[END:.*]] = arith.index_castui
// CHECK-NEXT: %[[LOW:.*]] = arith.maxui %[[ROW]], %[[P]]
// CHECK-NEXT: %[[HIGH:.*]] = arith.minui %[[END]], %[[Q]]
// CHECK-NEXT: scf.for %{{.*}} = %[[LOW]] to %[[HIGH]]
// CHECK-NOT: scf.
// CHECK: return
module attributes {strata.stage = "coordinate"} {
  func.func @cut(%c: !mat {strata.name = "C"}, %a: !csr {strata.name = "A"}) {
    %cuts = strata_itg.temporary "cuts0" ["#cut", "#2"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i", "j"] at %cuts : !cuts {
      strata_itg.forall "i" {
        strata_itg.forall "j" {
          %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
          strata_itg.assign %0 to %c ["i", "j"] accumulate : f64, !mat
        }
      }
    }
    return
  }
}
