// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat="vector-bytes=32 fast-gather=true" --split-input-file | FileCheck %s --check-prefix=FAST
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat="vector-bytes=32 fast-gather=false" --split-input-file | FileCheck %s --check-prefix=SLOW

// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat="vector-bytes=32 sums=plain" --split-input-file | FileCheck %s --check-prefix=PLAIN
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat="vector-bytes=32 sums=two" --split-input-file | FileCheck %s --check-prefix=TWO
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat="vector-bytes=32 fast-gather=false sums=vectors" --split-input-file | FileCheck %s --check-prefix=FAST
// RUN: not strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat="sums=three" --split-input-file 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: sums 'three'; expected automatic, plain, two or vectors

// A sum that reads what it has read the coordinate of: vectors where the processor
// gathers, else two sums at a time.
// FAST: #llvm.loop_interleave<count = 1 : i32>
// FAST: #llvm.loop_vectorize<disable = false, width = 4 : i32>
// SLOW: #llvm.loop_interleave<count = 2 : i32>
// SLOW: #llvm.loop_vectorize<disable = false, width = 1 : i32>
// PLAIN: #llvm.loop_interleave<count = 1 : i32>
// PLAIN: #llvm.loop_vectorize<disable = false, width = 1 : i32>
// TWO: #llvm.loop_interleave<count = 2 : i32>
// TWO: #llvm.loop_vectorize<disable = false, width = 1 : i32>
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
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

// One that reads its entries as they are stored: vectors.
// FAST: #llvm.loop_vectorize<disable = false, width = 4 : i32>
// SLOW: #llvm.loop_vectorize<disable = false, width = 4 : i32>
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "coordinate"} {
  func.func @sums(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}) attributes {strata.notation = "y = A"} {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
        %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
        strata_itg.assign %1 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}
