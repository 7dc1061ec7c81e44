// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops="race=atomics concurrency=2" | FileCheck %s --check-prefix=ATOMICS
// RUN: strata-opt %s --strata-order-loops="race=none concurrency=2" | FileCheck %s --check-prefix=NONE
// RUN: strata-opt %s --strata-order-loops="strict concurrency=2" | FileCheck %s --check-prefix=NONE
// RUN: strata-opt %s --strata-order-loops="race=privatize concurrency=2" | FileCheck %s --check-prefix=PRIVATIZE
// RUN: strata-opt %s --strata-order-loops="concurrency=2" | FileCheck %s --check-prefix=ATOMICS
// RUN: strata-opt %s --strata-order-loops="concurrency=2 entries=10000000" | FileCheck %s --check-prefixes=RANGES,TABLE
// RUN: strata-opt %s --strata-order-loops="strict concurrency=2 entries=10000000" | FileCheck %s --check-prefixes=RANGES,TABLE
// RUN: strata-opt %s --strata-order-loops="race=ranges concurrency=2 entries=30" | FileCheck %s --check-prefixes=RANGES,TABLE
// RUN: strata-opt %s --strata-order-loops="race=ranges concurrency=2 entries=29" | FileCheck %s --check-prefixes=RANGES,SEARCH
// RUN: strata-opt %s --strata-order-loops="race=ranges concurrency=2 entries=30 keeps-begins=false" | FileCheck %s --check-prefixes=RANGES,SEARCH
// RUN: strata-opt %s --strata-order-loops="race=ranges concurrency=2" | FileCheck %s --check-prefixes=RANGES,SEARCH
// RUN: strata-opt %s --strata-order-loops="concurrency=2 entries=10000000 many-pieces" | FileCheck %s --check-prefix=PRIVATIZE
// RUN: strata-opt %s --strata-order-loops="deterministic concurrency=2 entries=3000000" | FileCheck %s --check-prefix=RANGES
// RUN: strata-opt %s --strata-order-loops="deterministic concurrency=2 entries=4000000" | FileCheck %s --check-prefix=RANGES
// RUN: strata-opt %s --strata-order-loops="deterministic concurrency=2 entries=3000000 many-pieces" | FileCheck %s --check-prefix=NONE
// RUN: strata-opt %s --strata-order-loops="deterministic concurrency=2 entries=4000000 many-pieces" | FileCheck %s --check-prefix=PRIVATIZE
// RUN: not strata-opt %s --strata-order-loops="deterministic race=atomics concurrency=2" 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: error: {{.*}}the option race: expected automatic, none, privatize or ranges for sums of f64 that are deterministic, got atomics
// y is large: copies of it pay only if there are many more entries than copies.
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Columns and their entries are cut: two of few columns keep more threads busy.
// ATOMICS-NOT: strata_itg.temporary "workspace
// ATOMICS: strata_itg.nest parallel("j") race("atomics") cut ["j", "i"]
// ATOMICS: strata_itg.assign {{.*}} ["i"] accumulate
// NONE-NOT: strata_itg.temporary
// NONE: strata_itg.nest parallel("") race("none")
// NONE-NEXT: strata_itg.forall "j"
// NONE: strata_itg.assign {{.*}} ["i"] accumulate
// PRIVATIZE: strata_itg.temporary "workspace0" ["#piece", "i"]
// PRIVATIZE: strata_itg.nest parallel("j") race("privatize") cut ["j", "i"]
// The columns are few: each piece goes through all of them, and has a range of the rows.
// RANGES: %[[CUTS:.*]] = strata_itg.temporary "cuts0" ["#range", "#1"]
// TABLE: %[[BEGINS:.*]] = strata_itg.temporary "begins1" ["#range", "#parent"]
// SEARCH-NOT: strata_itg.temporary
// RANGES: strata_itg.nest parallel("i") race("ranges") cut ["i"] at %[[CUTS]] :
// TABLE-SAME: begins %[[BEGINS]] :
// SEARCH-NOT: begins
// RANGES-NEXT: strata_itg.forall "j"
// RANGES-NEXT: strata_itg.forall "i"
// RANGES: strata_itg.assign {{.*}} ["i"] accumulate
module attributes {strata.stage = "notation"} {
  func.func @kernel(%y: !vec {strata.extents = array<i64: 1000000>, strata.name = "y"}, %a: !csc {strata.extents = array<i64: 1000000, 5>, strata.name = "A"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csc -> f64
    %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
    strata_itg.assign %1 to %y ["i"] : f64, !vec
    return
  }
}
