// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --verify-diagnostics --split-input-file
// RUN: not strata-opt %S/order-loops-sparse.mlir --strata-order-loops="merge=quick" --split-input-file 2>&1 | FileCheck %s
// RUN: not strata-opt %S/order-loops-sparse.mlir --strata-order-loops="race=none-at-all" --split-input-file 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not strata-opt %S/order-loops-sparse.mlir --strata-order-loops="worklist=long" --split-input-file 2>&1 | FileCheck %s --check-prefix=WORKLIST
// RACE: strata-order-loops: race 'none-at-all'; expected automatic, none, atomics, privatize or ranges
// WORKLIST: strata-order-loops: worklist 'long'; expected automatic, dense, hashed or sorted
// CHECK: strata-order-loops: merge 'quick'; expected automatic, branchy, branchfree, gallop or locate

// expected-error @+1 {{strata-order-loops runs at stage 'notation', but the module is at stage 'coordinate'}}
module attributes {strata.stage = "coordinate"} {
}

// -----

// expected-error @+1 {{strata-order-loops runs at stage 'notation', but the module is at stage 'none'}}
module {
}

// -----

module attributes {strata.stage = "notation"} {
  // expected-error @+1 {{expected one assignment}}
  func.func @no_assignment() {
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "notation"} {
  // expected-error @+1 {{expected one assignment}}
  func.func @two_assignments(%y: !vec {strata.name = "y"}) {
    %0 = strata_itg.literal 0.0 : f64 to f64
    strata_itg.assign %0 to %y ["i"] : f64, !vec
    strata_itg.assign %0 to %y ["i"] : f64, !vec
    return
  }
}
