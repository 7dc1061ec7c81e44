// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-pack-arguments | FileCheck %s

// CHECK: strata.stage = "llvm"
// CHECK-NOT: @kernel
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: !llvm.ptr {llvm.noalias}, %[[N:[^:]*]]: index, %[[X:[^:]*]]: !llvm.ptr {llvm.noalias}, %[[PIECE:[^:]*]]: index, %{{[^:]*}}: index)
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK-DAG: llvm.insertvalue %[[Y]], %{{.*}}[0]
// CHECK-DAG: llvm.insertvalue %[[Y]], %{{.*}}[1]
// CHECK: %[[YM:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xf64>
// CHECK-DAG: llvm.insertvalue %[[X]], %{{.*}}[0]
// CHECK-DAG: llvm.insertvalue %[[X]], %{{.*}}[1]
// CHECK: %[[XM:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi8>
// CHECK: memref.load %[[XM]][%[[PIECE]]]
// CHECK: memref.store %{{.*}}, %[[YM]][%[[N]]]

// The entry takes addresses and numbers from an array of words.
// CHECK-LABEL: func.func @launch0_entry(
// CHECK-SAME: %[[WORDS:.*]]: !llvm.ptr, %[[P64:.*]]: i64, %[[Q64:.*]]: i64)
// CHECK-NEXT: %[[SLOT0:.*]] = llvm.getelementptr %[[WORDS]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT: %[[WORD0:.*]] = llvm.load %[[SLOT0]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[SLOT1:.*]] = llvm.getelementptr %[[WORDS]][1]
// CHECK-NEXT: %[[WORD1:.*]] = llvm.load %[[SLOT1]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[EXTENT:.*]] = arith.index_cast %[[WORD1]] : i64 to index
// CHECK-NEXT: %[[SLOT2:.*]] = llvm.getelementptr %[[WORDS]][2]
// CHECK-NEXT: %[[WORD2:.*]] = llvm.load %[[SLOT2]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[P64]] : i64 to index
// CHECK-NEXT: %[[Q:.*]] = arith.index_cast %[[Q64]] : i64 to index
// CHECK-NEXT: call @launch0(%[[WORD0]], %[[EXTENT]], %[[WORD2]], %[[P]], %[[Q]])
// CHECK-NEXT: return
module attributes {strata.stage = "flat"} {
  func.func @kernel() {
    strata_pos.run @launch0 "copy" parallel race("none")
    return
  }
  func.func private @launch0(%y: memref<?xf64> {strata.name = "y_values"}, %n: index {strata.name = "y_extent0"}, %x: memref<?xi8> {strata.name = "x_values", strata.unsigned}, %piece: index, %pieces: index) attributes {strata.label = "copy"} {
    %0 = memref.load %x[%piece] : memref<?xi8>
    %1 = arith.uitofp %0 : i8 to f64
    memref.store %1, %y[%n] : memref<?xf64>
    return
  }
}
