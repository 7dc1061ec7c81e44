// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PASSES
#define STRATA_PASSES

include "mlir/Pass/PassBase.td"

def OrderLoops : Pass<"strata-order-loops", "::mlir::ModuleOp"> {
  let summary = "index notation to concrete index notation";
  let description = [{
    Orders the loops of the module's assignment from the storage of its operands
    (iteration graph), places its reductions, and decides which loop is cut into
    pieces and how pieces that add to one entry are kept apart.
    Stage: notation to coordinate.
    ```mlir
    strata_itg.assign %v to %y ["i"]
    // becomes
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" { ... strata_itg.assign %v to %y ["i"] }
    }
    ```
  }];
  let dependentDialects = ["::strata::itg::StrataItgDialect"];
  let options = [
    Option<"race", "race", "std::string", "\"automatic\"",
           "automatic | none | atomics | privatize">,
    Option<"concurrency", "concurrency", "int", "1",
           "pieces that may run at the same time">,
    Option<"entries", "entries", "double", "0",
           "entries of the largest operand">,
    Option<"smallWork", "small-work", "double", "0",
           "entries of operands and result below which one piece does it all">,
    Option<"strict", "strict", "bool", "false",
           "floating-point sums keep the order of the entries">
  ];
}

def ConvertIterationGraphToPosition
    : Pass<"convert-strata-itg-to-strata-pos", "::mlir::ModuleOp"> {
  let summary = "loops over coordinates to loops over positions";
  let description = [{
    Builds the merge lattice of every loop variable and emits one `coiterate`
    with a case per lattice point; full levels are located. Each nest becomes a
    launch. Stage: coordinate to position.
  }];
  let dependentDialects = [
    "::strata::pos::StrataPosDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect"
  ];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "no reassociation of floating-point arithmetic">
  ];
}

def ConvertPositionToFlat
    : Pass<"convert-strata-pos-to-flat", "::mlir::ModuleOp"> {
  let summary = "position space to scf, arith and memref over flat buffers";
  let description = [{
    Every launch becomes a function over the arrays of its tensors, a piece and
    the number of pieces; level functions expand to loads and arithmetic,
    `coiterate` to for-loops and merging while-loops. Stage: position to flat.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::LLVM::LLVMDialect"
  ];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "no reassociation of floating-point arithmetic">,
    Option<"countIterations", "count-iterations", "bool", "false",
           "every loop iteration increments a counter">,
    Option<"vectorBytes", "vector-bytes", "int", "0",
           "register width that reductions are vectorised for; 0: leave it">
  ];
}

def PackArguments : Pass<"strata-pack-arguments", "::mlir::ModuleOp"> {
  let summary = "memref arguments to noalias pointers, entry over packed words";
  let description = [{
    Turns the memref arguments of launches into `!llvm.ptr {llvm.noalias}` and
    adds for each launch an exported function over an array of 64-bit words, the
    piece and the number of pieces.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

#endif
