// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-map-loops --verify-diagnostics

// expected-error @+1 {{strata-map-loops runs at stage 'position', but the module is at stage 'flat'}}
module attributes {strata.stage = "flat"} {
}
