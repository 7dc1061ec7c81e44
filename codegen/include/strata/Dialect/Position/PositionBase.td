// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect and its types.
#ifndef STRATA_POSITION_BASE
#define STRATA_POSITION_BASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "strata/Dialect/IterationGraph/IterationGraphOps.td"

def StrataPos_Dialect : Dialect {
  let name = "strata_pos";
  let cppNamespace = "::strata::pos";
  let summary = "Stage II: loops over positions of storage levels";
  let description = [{
    Coordinates and positions are `index` values. An *iterator* is an ordered
    sequence of (coordinate, position) pairs; `coiterate` merges iterators.
  }];
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::strata::itg::StrataItgDialect"];
}

def StrataPos_IteratorType : TypeDef<StrataPos_Dialect, "Iterator"> {
  let mnemonic = "iterator";
  let summary = "ordered sequence of (coordinate, position) pairs";
}

def StrataPos_FlagType : TypeDef<StrataPos_Dialect, "Flag"> {
  let mnemonic = "flag";
  let summary = "truth value that turns from false to true while a unit runs";
}

def StrataPos_WorklistType : TypeDef<StrataPos_Dialect, "Worklist"> {
  let mnemonic = "worklist";
  let summary = "coordinates that values were scattered to";
}

class StrataPos_Op<string mnemonic, list<Trait> traits = []>
    : Op<StrataPos_Dialect, mnemonic, traits>;

#endif
