// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata emit 'A(i(1,3),j) += B(i,j)' --dims A=5x4 --dims B=2x4 --format A=CSR --format B=CSR --stage notation | FileCheck %s --check-prefix=NOTATION
// RUN: strata emit 'A(i(1,3),j) += B(i,j)' --dims A=5x4 --dims B=2x4 --format A=CSR --format B=CSR --stage coordinate | FileCheck %s --check-prefix=SPARSE
// RUN: strata emit 'semiring min-plus; A(i(1,3),j) += B(i,j)' --dims A=5x4 --dims B=2x4 --format B=CSR --stage coordinate | FileCheck %s --check-prefix=DENSE

// NOTATION: strata_itg.assign %{{.*}} to %arg0 ["i(1,3)", "j"] keeps_rest :

// A sparse result is what the part stores, beside it the old contents.
// SPARSE: %[[PART:.*]] = strata_itg.temporary "workspace0" ["i.A", "j"]
// SPARSE: %[[OLD:.*]] = strata_itg.access %arg1 ["i(1,3)", "j"]
// SPARSE: %[[SUM:.*]] = strata_itg.apply "add"(%[[OLD]],
// SPARSE: strata_itg.assign %[[SUM]] to %[[PART]] ["i(1,3)", "j"]
// SPARSE: %[[NEW:.*]] = strata_itg.access %[[PART]] ["i.A", "j"]
// SPARSE: %[[REST:.*]] = strata_itg.access %arg1 ["i.A", "j"]
// SPARSE: strata_itg.apply "any"(%[[NEW]], %[[REST]])

// Of a dense one, nothing but the part is written.
// DENSE: func.func @kernel
// DENSE-NOT: strata_itg.assign
// DENSE: strata_itg.apply "min"
// DENSE: strata_itg.assign %{{.*}} to %arg0 ["i(1,3)", "j"]
// DENSE-NOT: strata_itg.assign
