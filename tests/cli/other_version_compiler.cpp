// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime sees of the code generator of another version of Strata.

extern "C" const char* strataModuleVersion() { return "0.0.1"; }
extern "C" void* strataCompiler_0_0_1() { return nullptr; }
