// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-choose-merges --split-input-file --verify-diagnostics
// RUN: not strata-opt %S/choose-merges.mlir --convert-strata-itg-to-strata-pos --strata-choose-merges="body=quick" --split-input-file 2>&1 | FileCheck %s
// CHECK: strata-choose-merges: body 'quick'; expected automatic, branchy, branchfree, gallop or locate

// expected-error @+1 {{strata-choose-merges runs at stage 'position', but the module is at stage 'flat'}}
module attributes {strata.stage = "flat"} {
}
