// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-pack-arguments --verify-diagnostics

// expected-error @+1 {{strata-pack-arguments runs at stage 'flat', but the module is at stage 'position'}}
module attributes {strata.stage = "position"} {
}
