// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --canonicalize --cse --split-input-file | FileCheck %s
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=FLAT

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
