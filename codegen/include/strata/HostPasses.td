// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way from stage flat to machine code of a host.
#ifndef STRATA_HOSTPASSES
#define STRATA_HOSTPASSES

include "mlir/Pass/PassBase.td"

def SimulateTeams : Pass<"strata-simulate-teams", "::mlir::ModuleOp"> {
  let summary = "loops that threads and lanes share to loops over work items";
  let description = [{
    A work item (thread, lane, or both) of a loop mapped with `strata.map` takes
    every n-th iteration, where n is the number of work items in the launch's
    `strata.team`; carried values are summed a work item, then in the order of the
    work items. Code between such loops runs once a thread.

    With `permute` a unit of the launch, and a work item of a loop, is another
    than the one whose turn it is. With `check` each access to a buffer that the
    launch writes is recorded in a log (AccessLog.h), an argument of its own.
    Stage: flat.
    ```mlir
    %s = scf.for %p = %lo to %hi step %one iter_args(%a = %init) -> (f64) {
      ... } {strata.map = "vector"}
    // becomes, for 8 lanes
    scf.for %lane = %zero to %eight step %one {
      %first = arith.addi %lo, %lane : index
      %part = scf.for %p = %first to %hi step %eight iter_args(%a = %none) ...
      memref.store %part, %parts[%lane] : memref<8xf64>
    }
    %s = scf.for %lane = %zero to %eight step %one iter_args(%a = %init) -> (f64)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
  let options = [
    Option<"permute", "permute", "int", "-1",
           "seed of the order of units and work items; -1: ascending">,
    Option<"check", "check", "bool", "false",
           "record accesses to buffers that a launch writes">
  ];
}

def UnswitchLoops : Pass<"strata-unswitch-loops", "::mlir::ModuleOp"> {
  let summary = "branches on what is known before an innermost loop stand around it";
  let description = [{
    A short loop is written once for each case, so that what it stores lies side by side:
    LLVM would make one store of both, at an address that depends on the condition, and
    scatter vectors. Stage: flat.
    ```mlir
    scf.for %k = %b to %e step %c1 {
      scf.if %kept { memref.store %v, %carry[%k] }
      scf.if %not_kept { memref.store %v, %y[%i, %k] }
    }
    // becomes
    scf.if %kept {
      scf.for %k = %b to %e step %c1 { memref.store %v, %carry[%k] }
    } else {
      scf.for %k = %b to %e step %c1 { memref.store %v, %y[%i, %k] }
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def FactorSums : Pass<"strata-factor-sums", "::mlir::ModuleOp"> {
  let summary = "what all terms of a sum are multiplied by is multiplied once";
  let description = [{
    A loop that adds products to a number, or to each element of a row, adds up what differs
    from one iteration to the next, of rows in one of its own; the other factors are
    multiplied behind it, if there was an iteration at all (distributive law; of the factors
    of a tensor in CSF: Smith et al., SPLATT, 2015). Where products may be reassociated, and
    rows that are to stay in registers come to `bytes` bytes at most. Stage: flat.
    ```mlir
    scf.for %p = %b to %e step %c1 {
      scf.for %r = %c0 to %c16 step %c1 {
        ... // %y[%i, %r] += %v[%p] * %d[%k, %r] * %f[%l, %r]
      }
    }
    // becomes
    %any = arith.cmpi slt, %b, %e
    scf.if %any {
      scf.for %r = %c0 to %c16 step %c1 { memref.store %zero, %sum[%r] }
      scf.for %p = %b to %e step %c1 {
        scf.for %r = %c0 to %c16 step %c1 {
          ... // %sum[%r] += %v[%p] * %f[%l, %r]
        }
      }
      scf.for %r = %c0 to %c16 step %c1 {
        ... // %y[%i, %r] += %sum[%r] * %d[%k, %r]
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let options = [
    Option<"bytes", "bytes", "int64_t", "1536", "of rows in registers, at most; 0: all sums stay as they are">
  ];
}

def BlockRows : Pass<"strata-block-rows", "::mlir::ModuleOp"> {
  let summary = "long rows that a thread keeps are added up in blocks";
  let description = [{
    A row of numbers that a thread fills, adds to in the loops around it and stores stays
    in vector registers if these hold it and what is added. From the loop that fills a row
    of `fewest` blocks of `bytes` bytes or more to the last loop that uses it, the operations
    run once for each block, on as many elements each; what they come to is read again.
    Elements have to be computed each by itself. Stage: flat.
    ```mlir
    scf.for %k = %c0 to %c256 step %c1 { memref.store %zero, %row[%k] }
    scf.for %p = %b to %e step %c1 {
      scf.for %k = %c0 to %c256 step %c1 { ... memref.store %sum, %row[%k] }
    }
    scf.for %k = %c0 to %c256 step %c1 { ... memref.store %v, %y[%i, %k] }
    // becomes
    scf.for %block = %c0 to %c256 step %c32 {
      scf.for %k = %c0 to %c32 step %c1 { memref.store %zero, %row[%k] }
      scf.for %p = %b to %e step %c1 {
        scf.for %k = %c0 to %c32 step %c1 { ... memref.store %sum, %row[%k] }
      }
      scf.for %k = %c0 to %c32 step %c1 {
        %element = arith.addi %block, %k
        ... memref.store %v, %y[%i, %element]
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let options = [
    Option<"bytes", "bytes", "int64_t", "256", "of a block, about; 0: rows stay whole">,
    Option<"fewest", "fewest", "int64_t", "4", "blocks of a row that is not left whole">
  ];
}

def JamRows : Pass<"strata-jam-rows", "::mlir::ModuleOp"> {
  let summary = "rows stored side by side are added up together";
  let description = [{
    A loop over independent rows with a sum over each, where the entries of one row lie
    apart and those of rows that follow one another side by side (ELL, slices of it,
    columns of a dense matrix, diagonals), takes as many rows at once as there are lanes,
    from a multiple of these on: floating-point numbers of a group are vectors. Rows that
    have fewer entries than they have place for begin and end where an `scf.if` says; where
    its condition does not hold for the whole group, each entry is looked at, or, where the
    condition is not one on an entry, its rows go one by one.
    The rows of a block (BSR), which have their entries in the same columns, go at once as
    well, and read these columns once; loops inside of the sum, over the columns of a block,
    are written out. Sums keep their order. Stage: flat.
    ```mlir
    scf.for %i = %b to %e step %c1 {
      %n = scf.if %full -> (index) { yield %width } else { ... }
      %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %z) -> (f64) { ... at %k * %m + %i }
      memref.store %s, %y[%i]
    } {strata.independent}
    // becomes, for two lanes
    scf.for %g = %even to %e step %c2 {
      %all = ...  // %g and %g + 1 are rows of the loop, and full
      scf.if %all {
        %s = scf.for %k = %c0 to %width step %c1 iter_args(%a = %zz) -> (vector<2xf64>)
        ... stored at once
      } else {
        scf.for %i = %from to %to step %c1 ... as before
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"lanes", "lanes", "unsigned", "8", "rows at once">
  ];
}

def LowerVectors : Pass<"strata-lower-vectors", "::mlir::ModuleOp"> {
  let summary = "vectors become those of LLVM, where there are any";
  let description = [{
    MLIR's pass for it takes time also where it finds nothing. Stage: flat, without loops.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PrefetchStreams : Pass<"strata-prefetch-streams", "::mlir::ModuleOp"> {
  let summary = "arrays that are read from one end to the other are prefetched";
  let description = [{
    A processor that reads from more arrays at once than it can follow waits for memory. Where
    fibres that lie one behind the other are read, coordinates and values that stand some way
    behind the beginning of one are prefetched before it; where an iteration reads half a line
    or more of an array, as of blocks, or of rows stored side by side, it prefetches by
    itself. What is gathered is not prefetched, nor what loops read that merge. Stage: flat.
    ```mlir
    scf.for %i = %b to %e step %c1 {
      %from = memref.load %positions[%i]
      %to = ...
      %s = scf.for %p = %from to %to step %c1 ... { memref.load %values[%p] }
    }
    // becomes
    scf.for %i = %b to %e step %c1 {
      %from = memref.load %positions[%i]
      %ahead = arith.addi %from, %c512
      memref.prefetch %values[%ahead], read, locality<3>, data
      ...
    ```
  }];
  let options = [Option<"fibres", "fibres", "bool", "true",
                        "fibres as well; otherwise only what iterations read half a line of">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def ExpandHalf : Pass<"strata-expand-half", "::mlir::ModuleOp"> {
  let summary = "conversions of f16 and bf16 to integer arithmetic";
  let description = [{
    `arith.extf` from f16 or bf16, `arith.truncf`, `arith.sitofp` and
    `arith.uitofp` to them become operations on the bits: processors without the conversions would call functions that no
    library may have. The same arithmetic as Strata_Half.hpp.
    ```mlir
    %w = arith.extf %h : bf16 to f32
    // becomes
    %bits = arith.bitcast %h : bf16 to i16
    %wide = arith.extui %bits : i16 to i32
    %shifted = arith.shli %wide, %c16 : i32
    %w = arith.bitcast %shifted : i32 to f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"nativeF16", "native-f16", "bool", "false",
           "the processor converts between f16 and f32">
  ];
}

def PackArguments : Pass<"strata-pack-arguments", "::mlir::ModuleOp"> {
  let summary = "memref arguments to noalias pointers, entry over packed words";
  let description = [{
    Turns the memref arguments of launches into `!llvm.ptr {llvm.noalias}` and
    adds for each launch an exported function over an array of 64-bit words and
    the range of units.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

#endif
