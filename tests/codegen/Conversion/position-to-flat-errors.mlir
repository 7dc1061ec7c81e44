// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-pos-to-flat --verify-diagnostics --split-input-file

// expected-error @+1 {{convert-strata-pos-to-flat runs at stage 'position', but the module is at stage 'coordinate'}}
module attributes {strata.stage = "coordinate"} {
}

// -----

// expected-error @+1 {{convert-strata-pos-to-flat runs at stage 'position', but the module is at stage 'none'}}
module {
}
