// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s
// RUN: sed 's/phase("fill")/phase("count")/' %s | strata-opt --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=COUNT

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// The row closes at the cursor of its entries: positions[row + 1]. A piece has two
// words a level, the cursor and the seam.
// CHECK-LABEL: func.func @csr(
// CHECK-NEXT: strata_pos.run @launch0 "csr" race("none") phase("fill")
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[VALUES:[^:]*]]: memref<?xf64> {strata.name = "A_values"}, %[[POS:[^:]*]]: memref<?xi64> {strata.name = "A_positions1"}, %[[CRD:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates1"}
// CHECK-SAME: %[[CURSORS:[^:]*]]: memref<?xi64> {strata.name = "A_cursors"}
// CHECK: scf.for %[[PIECE:.*]] =
// CHECK-NEXT: %[[WORDS:.*]] = arith.muli %[[PIECE]], %c2
// CHECK-NEXT: %[[START:.*]] = memref.load %[[CURSORS]][%[[WORDS]]]
// CHECK-NEXT: %[[BEGIN:.*]] = arith.index_castui %[[START]] : i64 to index
// CHECK-NEXT: %[[CURSOR:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT: memref.store %[[BEGIN]], %[[CURSOR]][]
// CHECK-NEXT: %[[AT:.*]] = memref.load %[[CURSOR]][]
// CHECK-NEXT: memref.store %cst, %[[VALUES]][%[[AT]]]
// CHECK-NEXT: memref.store %c3_i64, %[[CRD]][%[[AT]]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// CHECK-NEXT: memref.store %[[NEXT]], %[[CURSOR]][]
// CHECK-NEXT: %[[LAST:.*]] = memref.load %[[CURSOR]][]
// CHECK-NEXT: %[[NARROW:.*]] = arith.index_castui %[[LAST]] : index to i64
// CHECK-NEXT: memref.store %[[NARROW]], %[[POS]][%c4]
// CHECK-NOT: memref.store
// CHECK: return

// A counting launch writes nothing but the cursors.
// COUNT-LABEL: func.func @csr(
// COUNT: %[[CURSORS:[^:]*]]: memref<?xi64> {strata.name = "A_cursors"}
// COUNT: scf.for %[[PIECE:.*]] =
// COUNT-NEXT: %[[CURSOR:.*]] = memref.alloca() : memref<index>
// COUNT-NEXT: memref.store %c0, %[[CURSOR]][]
// COUNT: %[[NEXT:.*]] = arith.addi
// COUNT-NEXT: memref.store %[[NEXT]], %[[CURSOR]][]
// COUNT-NEXT: %[[WORDS:.*]] = arith.muli %[[PIECE]], %c2
// COUNT-NEXT: %[[COUNT:.*]] = memref.load %[[CURSOR]][]
// COUNT-NEXT: %[[NARROW:.*]] = arith.index_castui %[[COUNT]] : index to i64
// COUNT-NEXT: memref.store %[[NARROW]], %[[CURSORS]][%[[WORDS]]]
// COUNT-NOT: memref.store
// COUNT: return
module attributes {strata.stage = "position"} {
  func.func @csr(%a: !csr {strata.name = "A"}) {
    strata_pos.launch "csr" race("none") assemble %a : !csr phase("fill") {
    ^bb0(%piece: index, %pieces: index):
      %i = arith.constant 3 : index
      %v = arith.constant 2.0 : f64
      strata_pos.entry %a level 0 coordinate %i : !csr {
        strata_pos.entry %a level 1 coordinate %i : !csr {
          strata_pos.insert %v to %a : f64, !csr
        }
      }
    }
    return
  }
}

// -----

!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// Two cursors and two seams a piece. An entry that may stay empty is appended if the insert came
// to pass; a row, if its entries grew.
// CHECK-LABEL: func.func @dcsr(
// CHECK: %[[ROWS:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates0"}, %[[POS:[^:]*]]: memref<?xi64> {strata.name = "A_positions1"}, %[[CRD:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates1"}
// CHECK: scf.for %[[PIECE:.*]] =
// CHECK-NEXT: %[[BASE:.*]] = arith.muli %[[PIECE]], %c4
// CHECK: %[[CURSOR0:.*]] = memref.alloca() : memref<index>
// CHECK: %[[CURSOR1:.*]] = memref.alloca() : memref<index>
// CHECK: %[[TOUCHED:.*]] = memref.alloca() : memref<i1>
// CHECK: %[[FLAG:.*]] = memref.alloca() : memref<i1>
// CHECK-NEXT: memref.store %false, %[[FLAG]][]
// CHECK: %[[ANY:.*]] = arith.ori
// CHECK-NEXT: memref.store %[[ANY]], %[[FLAG]][]
// CHECK-NEXT: %[[IS:.*]] = memref.load %[[FLAG]][]
// CHECK-NEXT: %[[ROW:.*]] = memref.load %[[CURSOR0]][]
// CHECK-NEXT: %[[AT:.*]] = memref.load %[[CURSOR1]][]
// CHECK-NEXT: memref.store %false, %[[TOUCHED]][]
// CHECK-NEXT: scf.if %[[IS]] {
// CHECK-NEXT: memref.store %true, %[[TOUCHED]][]
// CHECK-NEXT: memref.store %cst, %{{.*}}[%[[AT]]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[GREW:.*]] = memref.load %[[TOUCHED]][]
// CHECK-NEXT: scf.if %[[GREW]] {
// CHECK-NEXT: memref.store %c3_i64, %[[CRD]][%[[AT]]]
// CHECK: memref.store %{{.*}}, %[[CURSOR1]][]
// CHECK-NEXT: }
// CHECK-NEXT: %[[NOW:.*]] = memref.load %[[CURSOR1]][]
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi ult, %[[AT]], %[[NOW]]
// CHECK-NEXT: scf.if %[[MORE]] {
// CHECK-NEXT: memref.store %c3_i64, %[[ROWS]][%[[ROW]]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[ROW]], %c1
// CHECK: memref.store %{{.*}}, %[[POS]][%[[NEXT]]]
// CHECK-NEXT: memref.store %[[NEXT]], %[[CURSOR0]][]
// COUNT-LABEL: func.func @dcsr(
// COUNT: memref<?xi64> {strata.name = "A_cursors"}
// COUNT-NOT: memref.store %c3_i64
// COUNT-NOT: memref.store %cst
// COUNT: return
module attributes {strata.stage = "position"} {
  func.func @dcsr(%a: !dcsr {strata.name = "A"}) {
    strata_pos.launch "dcsr" race("none") assemble %a : !dcsr phase("fill") {
    ^bb0(%piece: index, %pieces: index):
      %i = arith.constant 3 : index
      %v = arith.constant 2.0 : f64
      %flag = strata_pos.flag
      %positive = arith.cmpi ult, %piece, %i : index
      strata_pos.set %flag if %positive
      %is = strata_pos.test %flag
      strata_pos.entry %a level 0 coordinate %i : !dcsr {
        strata_pos.entry %a level 1 coordinate %i : !dcsr {
          strata_pos.insert %v to %a if %is : f64, !dcsr
        }
      }
    }
    return
  }
}

// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)">
// The levels of one entry are appended together and share a cursor.
// CHECK-LABEL: func.func @coo(
// CHECK: %[[VALUES:[^:]*]]: memref<?xf64> {strata.name = "A_values"}, %{{.*}} {strata.name = "A_positions0"}, %[[CRD0:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates0"}, %[[CRD1:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates1"}
// CHECK: %[[CURSOR:.*]] = memref.alloca() : memref<index>
// CHECK: %[[AT:.*]] = memref.load %[[CURSOR]][]
// CHECK-NEXT: memref.store %cst, %[[VALUES]][%[[AT]]]
// CHECK-NEXT: memref.store %c3_i64, %[[CRD0]][%[[AT]]]
// CHECK-NEXT: memref.store %c3_i64, %[[CRD1]][%[[AT]]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// CHECK-NEXT: memref.store %[[NEXT]], %[[CURSOR]][]
// CHECK-NOT: memref.store
// CHECK: return
// COUNT-LABEL: func.func @coo(
// COUNT-COUNT-1: memref.alloca
// COUNT-NOT: memref.alloca
// COUNT: return
module attributes {strata.stage = "position"} {
  func.func @coo(%a: !coo {strata.name = "A"}) {
    strata_pos.launch "coo" race("none") assemble %a : !coo phase("fill") {
    ^bb0(%piece: index, %pieces: index):
      %i = arith.constant 3 : index
      %v = arith.constant 2.0 : f64
      strata_pos.entry %a level 0 coordinate %i : !coo {
        strata_pos.entry %a level 1 coordinate %i : !coo {
          strata_pos.insert %v to %a : f64, !coo
        }
      }
    }
    return
  }
}

// -----

!cd = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : dense)">
// A dense level below stores every coordinate: the value is located.
// CHECK-LABEL: func.func @cd(
// CHECK: %[[VALUES:[^:]*]]: memref<?xf64> {strata.name = "A_values"}, %{{.*}} {strata.name = "A_positions0"}, %[[CRD:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates0"}, %{{.*}}: index {strata.name = "A_extent0"}, %[[EXTENT:[^:]*]]: index {strata.name = "A_extent1"}
// CHECK: %[[AT:.*]] = memref.load %{{.*}}[] : memref<index>
// CHECK-NEXT: %[[FIRST:.*]] = arith.muli %[[AT]], %[[EXTENT]]
// CHECK-NEXT: %[[VALUE:.*]] = arith.addi %[[FIRST]], %c3
// CHECK-NEXT: memref.store %cst, %[[VALUES]][%[[VALUE]]]
// CHECK-NEXT: memref.store %c3_i64, %[[CRD]][%[[AT]]]
// COUNT-LABEL: func.func @cd(
// COUNT: return
module attributes {strata.stage = "position"} {
  func.func @cd(%a: !cd {strata.name = "A"}) {
    strata_pos.launch "cd" race("none") assemble %a : !cd phase("fill") {
    ^bb0(%piece: index, %pieces: index):
      %i = arith.constant 3 : index
      %v = arith.constant 2.0 : f64
      strata_pos.entry %a level 0 coordinate %i : !cd {
        strata_pos.entry %a level 1 coordinate %i : !cd {
          strata_pos.insert %v to %a : f64, !cd
        }
      }
    }
    return
  }
}

// -----

!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// The row may be shared with the pieces before and behind. Who finds it open does
// not write its coordinate again, and who goes on with it in the next piece leaves
// the end of its segment to that one.
// CHECK-LABEL: func.func @shared(
// CHECK: %[[ROWS:[^:]*]]: memref<?xi64> {strata.name = "A_coordinates0"}, %[[POS:[^:]*]]: memref<?xi64> {strata.name = "A_positions1"}
// CHECK-SAME: %[[WORDS:[^:]*]]: memref<?xi64> {strata.name = "A_cursors"}
// CHECK: scf.for %[[PIECE:.*]] =
// CHECK-NEXT: %[[BASE:.*]] = arith.muli %[[PIECE]], %c4
// CHECK: %[[CURSOR0:.*]] = memref.alloca() : memref<index>
// CHECK: %[[AT:.*]] = arith.addi %[[BASE]], %c2
// CHECK-NEXT: %[[WORD:.*]] = memref.load %[[WORDS]][%[[AT]]]
// CHECK-NEXT: %[[SEAM:.*]] = arith.index_castui %[[WORD]]
// CHECK-NEXT: %[[OPEN:.*]] = arith.cmpi ne, %[[SEAM]], %c0
// CHECK: %[[CURSOR1:.*]] = memref.alloca() : memref<index>
// CHECK: %[[BEGUN:.*]] = arith.cmpi ult, %[[PIECE]], %c3
// CHECK: %[[ROW:.*]] = memref.load %[[CURSOR0]][]
// CHECK: %[[OLD:.*]] = arith.andi %[[BEGUN]], %[[OPEN]]
// CHECK: %[[NEW:.*]] = arith.xori %[[OLD]], %true
// CHECK-NEXT: scf.if %[[NEW]] {
// CHECK-NEXT: memref.store %c3_i64, %[[ROWS]][%[[ROW]]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[ENDS:.*]] = arith.cmpi uge, %{{.*}}, %c3
// CHECK-NEXT: scf.if %[[ENDS]] {
// CHECK-NEXT: %[[BEHIND:.*]] = arith.addi %[[ROW]], %c1
// CHECK-NEXT: %[[LAST:.*]] = memref.load %[[CURSOR1]][]
// CHECK-NEXT: %[[NARROW:.*]] = arith.index_castui %[[LAST]]
// CHECK-NEXT: memref.store %[[NARROW]], %[[POS]][%[[BEHIND]]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[ROW]], %c1
// CHECK-NEXT: memref.store %[[NEXT]], %[[CURSOR0]][]

// A counting launch notes where the cuts lie: both in the row (4), that the first
// entry is the row of the first cut (1), that the last is that of the other (2).
// COUNT-LABEL: func.func @shared(
// COUNT: %[[WORDS:[^:]*]]: memref<?xi64> {strata.name = "A_cursors"}
// COUNT: scf.for %[[PIECE:.*]] =
// COUNT-COUNT-2: memref.alloca
// COUNT: memref.store %c0, %[[SEAM:.*]][]
// COUNT: %[[BEGUN:.*]] = arith.cmpi ult, %[[PIECE]], %c3
// COUNT-NEXT: %[[CONTINUED:.*]] = arith.cmpi ult, %{{.*}}, %c3
// COUNT: %[[BOTH:.*]] = arith.andi %[[BEGUN]], %[[CONTINUED]]
// COUNT-NEXT: arith.select %[[BOTH]], %c4, %c0
// COUNT: arith.select %[[BEGUN]], %c1, %c0
// COUNT: arith.select %[[CONTINUED]], %c2, %c0
// COUNT: %[[BASE:.*]] = arith.muli %[[PIECE]], %c4
// COUNT: %[[AT:.*]] = arith.addi %[[BASE]], %c2
// COUNT-NEXT: %[[BITS:.*]] = memref.load %[[SEAM]][]
// COUNT-NEXT: %[[NARROW:.*]] = arith.index_castui %[[BITS]]
// COUNT-NEXT: memref.store %[[NARROW]], %[[WORDS]][%[[AT]]]
module attributes {strata.stage = "position"} {
  func.func @shared(%a: !dcsr {strata.name = "A"}) {
    strata_pos.launch "shared" race("none") assemble %a : !dcsr phase("fill") {
    ^bb0(%piece: index, %pieces: index):
      %i = arith.constant 3 : index
      %v = arith.constant 2.0 : f64
      %begun = arith.cmpi ult, %piece, %i : index
      %continued = arith.cmpi ult, %pieces, %i : index
      strata_pos.entry %a level 0 coordinate %i begun %begun continued %continued : !dcsr {
        strata_pos.entry %a level 1 coordinate %i : !dcsr {
          strata_pos.insert %v to %a : f64, !dcsr
        }
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Where the entry is one that a piece before has begun, its value goes to the carry;
// afterwards the two words of a piece say which entry that was.
// CHECK-LABEL: func.func @carried(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[VALUES:[^:]*]]: memref<?xf64> {strata.name = "a_values"}
// CHECK-SAME: %[[PART:[^:]*]]: memref<?xf64, strided<[1]>> {strata.name = "carry0_values"}
// CHECK: scf.for %[[PIECE:.*]] =
// CHECK: %[[OPEN:.*]] = arith.cmpi ne, %{{.*}}, %c0
// CHECK: %[[BEGUN:.*]] = arith.cmpi ult, %[[PIECE]], %c3
// CHECK: %[[RESUMES:.*]] = arith.andi %[[BEGUN]], %[[OPEN]]
// CHECK-NEXT: scf.if %[[RESUMES]] {
// CHECK-NEXT: memref.store %cst, %[[PART]][%[[PIECE]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %cst, %[[VALUES]]
// CHECK-NEXT: }
// CHECK: func.func private @launch1(
// CHECK-SAME: %[[SUMS:[^:]*]]: memref<?xf64> {strata.name = "a_values"}
// CHECK-SAME: %[[WORDS:[^:]*]]: memref<?xi64> {strata.name = "a_cursors"}
// CHECK: memref.load %[[WORDS]][%c11]
// CHECK: %[[WAS:.*]] = arith.cmpi ne, %{{.*}}, %c0
// CHECK: memref.load %[[WORDS]][%c10]
// CHECK-NEXT: %[[AT:.*]] = arith.index_castui
// CHECK-NEXT: scf.if %[[WAS]] {
// CHECK-NEXT: memref.load %[[SUMS]][%[[AT]]]
// CHECK-NEXT: arith.addf
// CHECK-NEXT: memref.store %{{.*}}, %[[SUMS]][%[[AT]]]

// A launch that counts has no values to put there.
// COUNT-LABEL: func.func @carried(
// COUNT: func.func private @launch0(
// COUNT: scf.for
// COUNT-NOT: memref.store %cst
// COUNT: func.func private @launch1(
module attributes {strata.stage = "position"} {
  func.func @carried(%a: !sv {strata.name = "a"}) {
    %part = strata_itg.temporary "carry0" ["#carry"] zero : !vec
    strata_pos.launch "carried" race("none") assemble %a : !sv phase("fill") {
    ^bb0(%piece: index, %pieces: index):
      %i = arith.constant 3 : index
      %v = arith.constant 2.0 : f64
      %begun = arith.cmpi ult, %piece, %i : index
      strata_pos.entry %a level 0 coordinate %i begun %begun continued %begun : !sv {
        strata_pos.insert %v to %a carry %part [%piece] : !vec : f64, !sv
      }
    }
    strata_pos.launch "carried::carry" race("none") phase("values") {
    ^bb0(%begin: index, %end: index):
      %piece = arith.constant 5 : index
      %v = arith.constant 2.0 : f64
      %open, %position = strata_pos.seam %a[%piece] : !sv
      strata_pos.store %v to %a[%position] accumulate if %open : f64, !sv
    }
    return
  }
}
