// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-pack-arguments | FileCheck %s

// CHECK: strata.stage = "llvm"
// CHECK-NOT: @kernel
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: !llvm.ptr {llvm.noalias}, %[[N:[^:]*]]: index, %[[X:[^:]*]]: !llvm.ptr {llvm.noalias}, %{{[^:]*}}: index, %[[BEGIN:[^:]*]]: index, %{{[^:]*}}: index, %{{[^:]*}}: index)
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK-DAG: llvm.insertvalue %[[Y]], %{{.*}}[0]
// CHECK-DAG: llvm.insertvalue %[[Y]], %{{.*}}[1]
// CHECK: %[[YM:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xf64>
// CHECK-DAG: llvm.insertvalue %[[X]], %{{.*}}[0]
// CHECK-DAG: llvm.insertvalue %[[X]], %{{.*}}[1]
// CHECK: %[[XM:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi8>
// CHECK: memref.load %[[XM]][%[[BEGIN]]]
// CHECK: memref.store %{{.*}}, %[[YM]][%[[N]]]

// The entry takes addresses and numbers from an array of words.
// CHECK-LABEL: func.func @launch0_entry(
// CHECK-SAME: %[[WORDS:.*]]: !llvm.ptr, %[[P64:.*]]: i64, %[[B64:.*]]: i64, %[[E64:.*]]: i64, %[[U64:.*]]: i64)
// CHECK-NEXT: %[[SLOT0:.*]] = llvm.getelementptr %[[WORDS]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT: %[[WORD0:.*]] = llvm.load %[[SLOT0]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[SLOT1:.*]] = llvm.getelementptr %[[WORDS]][1]
// CHECK-NEXT: %[[WORD1:.*]] = llvm.load %[[SLOT1]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[EXTENT:.*]] = arith.index_cast %[[WORD1]] : i64 to index
// CHECK-NEXT: %[[SLOT2:.*]] = llvm.getelementptr %[[WORDS]][2]
// CHECK-NEXT: %[[WORD2:.*]] = llvm.load %[[SLOT2]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[P64]] : i64 to index
// CHECK-NEXT: %[[B:.*]] = arith.index_cast %[[B64]] : i64 to index
// CHECK-NEXT: %[[E:.*]] = arith.index_cast %[[E64]] : i64 to index
// CHECK-NEXT: %[[U:.*]] = arith.index_cast %[[U64]] : i64 to index
// CHECK-NEXT: call @launch0(%[[WORD0]], %[[EXTENT]], %[[WORD2]], %[[P]], %[[B]], %[[E]], %[[U]])
// CHECK-NEXT: return

// A dense tensor is a pointer and the strides of its levels.
// CHECK-LABEL: func.func private @launch1(
// CHECK-SAME: %[[A:[^:]*]]: !llvm.ptr {llvm.noalias}, %[[S0:[^:]*]]: index, %[[S1:[^:]*]]: index, %[[N:[^:]*]]: index, %{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: index)
// CHECK-DAG: %[[S0W:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-DAG: %[[S1W:.*]] = arith.index_cast %[[S1]] : index to i64
// CHECK-DAG: llvm.insertvalue %[[S0W]], %{{.*}}[4, 0]
// CHECK-DAG: llvm.insertvalue %[[S1W]], %{{.*}}[4, 1]
// CHECK: %[[AM:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?x?xf64, strided<[?, 1]>>
// CHECK: memref.load %[[AM]][%[[N]], %[[N]]]
// CHECK: call @helper(

// Functions that launches call stay.
// CHECK: func.func private @helper(
module attributes {strata.stage = "flat"} {
  func.func @kernel() {
    strata_pos.run @launch0 "copy" parallel race("none")
    return
  }
  func.func private @launch0(%y: memref<?xf64> {strata.name = "y_values"}, %n: index {strata.name = "y_extent0"}, %x: memref<?xi8> {strata.name = "x_values", strata.unsigned}, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "copy"} {
    %0 = memref.load %x[%begin] : memref<?xi8>
    %1 = arith.uitofp %0 : i8 to f64
    memref.store %1, %y[%n] : memref<?xf64>
    return
  }  func.func private @launch1(%a: memref<?x?xf64, strided<[?, 1]>> {strata.name = "A_values"}, %n: index {strata.name = "A_extent0"}, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "call"} {
    %0 = memref.load %a[%n, %n] : memref<?x?xf64, strided<[?, 1]>>
    call @helper(%0) : (f64) -> ()
    return
  }
  func.func private @helper(%v: f64) {
    return
  }
}
