// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PASSES
#define STRATA_PASSES

include "mlir/Pass/PassBase.td"

def ConvertLinalgToIterationGraph
    : Pass<"convert-linalg-to-strata-itg", "::mlir::ModuleOp"> {
  let summary = "linalg on sparse_tensor types to index notation";
  let description = [{
    Every function over tensors becomes a kernel with one assignment: the
    linalg ops that feed the returned tensor are read into one expression,
    formats come from `#sparse_tensor.encoding`. `out + f(ins)` becomes `+=` on
    an argument that is overwritten, and `=` where the initial tensor is zero or
    empty; products, minima … become reductions. `sparse_tensor.unary`,
    `binary`, `select` and `reduce` are read as operators and reductions, over
    `stored` where their regions do not compute what absent zeros give.
    `sparse_tensor.convert` is read through.
    What is stored nowhere is zero, and what zero annihilates is not computed:
    0 / 0 and 0 * inf are 0 there, as in notation.
    Everything else is refused with the operation at fault. The result comes
    first; names are those of the attribute `strata.name`, else A0, A1, … in the
    order of the arguments, then the result.
    Stage: none to notation.
    ```mlir
    func.func @spmv(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>,
                    %y: tensor<?xf64>) -> tensor<?xf64> {
      %0 = linalg.matvec ins(%a, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
                         outs(%y : tensor<?xf64>) -> tensor<?xf64>
      return %0 : tensor<?xf64>
    }
    // becomes A2(i) += sum(j, A0(i,j) * A1(j))
    ```
  }];
  let dependentDialects = ["::strata::itg::StrataItgDialect"];
}

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
           "floating-point sums keep the order of the entries">,
    Option<"deterministic", "deterministic", "bool", "false",
           "no atomic additions of floating-point numbers; copies if they pay "
           "whatever the number of threads">,
    Option<"balanced", "balanced", "bool", "false",
           "pieces of equal work, not coordinates of the outermost dimension">,
    Option<"wholeRows", "whole-rows", "bool", "false",
           "pieces have whole rows of dense results">,
    Option<"worklist", "worklist", "std::string", "\"automatic\"",
           "automatic | dense | hashed | sorted">,
    Option<"sharedLoops", "shared-loops", "unsigned", "0",
           "outermost loops that other statements run too">,
    Option<"manyPieces", "many-pieces", "bool", "false",
           "parts of sums are added atomically, where nothing asks for an order">
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
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"
  ];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "no reassociation of floating-point arithmetic">
  ];
}

def ExpandAssembly : Pass<"strata-expand-assembly", "::mlir::ModuleOp"> {
  let summary = "launches that assemble sparse tensors to phases";
  let description = [{
    A launch that inserts into a sparse tensor runs once to count what each piece
    appends to each level, and once to write it: every piece knows where, so that
    the pieces run at the same time, and the structure does not depend on their
    number. Stage: position.
    ```mlir
    strata_pos.launch "add" parallel race("none") assemble %c : !csr { ... }
    // becomes
    strata_pos.launch "add::count" ... phase("count") { ... }
    strata_pos.allocate %c incomplete [] : !csr
    strata_pos.launch "add::fill" ... phase("fill") { ... }
    ```
    With `one-pass` the program can be run in another way as well, where counting
    takes as long as writing: a launch ahead gives a limit for each piece, from the
    lengths of what its innermost loops merge, and the one that writes says where the
    pieces ended. Who runs the program chooses, and leaves out the launch that counts.
  }];
  let dependentDialects = ["::strata::pos::StrataPosDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [
    Option<"separate", "separate", "bool", "false",
           "structure and values are written by launches of their own">,
    Option<"onePass", "one-pass", "bool", "false",
           "what need not be counted may be written at once">
  ];
}

def ChooseMerges : Pass<"strata-choose-merges", "::mlir::ModuleOp"> {
  let summary = "how merging loops advance";
  let description = [{
    Gives loops that merge iterators a body. Automatically: "gallop" where a fibre
    of one operand is 32 times as long as that of one that every case needs
    (`strata.length` of the arguments); else "branchy" where a sparse result is
    appended to, but for counting a union; else none, which is branch-free.
    Stage: position.
    ```mlir
    strata_pos.coiterate "i"(%u, %v) points [3] { ... }
    // becomes
    strata_pos.coiterate "i"(%u, %v) points [3] body "gallop" { ... }
    ```
  }];
  let options = [
    Option<"body", "body", "std::string", "\"automatic\"",
           "automatic | branchy | branchfree | gallop">
  ];
}

def ShareLaunches : Pass<"strata-share-launches", "::mlir::ModuleOp"> {
  let summary = "launches of several statements to one";
  let description = [{
    Every function is a statement, over the same tensors. They become one, with one
    launch for the first launch of each: the loops named by `loops`, outermost
    first, run the bodies of all statements in their order, in the pieces of the
    launch that has cuts; work is what all of them weigh. Launches that add up
    pieces follow. What a tensor with `strata.register` is assigned is not stored,
    but used where it is read. That this is right has been decided before
    (strata/Analysis/SharedLoops.h). Stage: position.
    ```mlir
    func @a(%y, %z, %x) { launch "y" over %y dimension 0 : !vec { ...
      coiterate "i"(%it) points [1] independent { ^bb0(%i: index): ... store %0 to %y } } }
    func @b(%y, %z, %x) { launch "z" over %z dimension 0 : !vec { ...
      coiterate "i"(%it) points [1] independent { ^bb0(%i: index): ... store %1 to %z } } }
    // becomes
    func @a(%y, %z, %x) { launch "y & z" over %y dimension 0 : !vec { ...
      coiterate "i"(%it) points [1] independent { ^bb0(%i: index):
        ... store %0 to %y ... store %1 to %z } } }
    ```
  }];
  let dependentDialects = ["::strata::pos::StrataPosDialect"];
  let options = [
    ListOption<"loops", "loops", "std::string",
               "variables of the loops that are shared, outermost first">
  ];
}

def MapLoops : Pass<"strata-map-loops", "::mlir::ModuleOp"> {
  let summary = "gives the loops of a launch to teams, threads and lanes";
  let description = [{
    A parallel launch is given to teams of `team` threads with `vector` lanes
    each. Lanes share the innermost loops whose iterations are independent or
    add to one sum; floating-point sums only if not `strict`. With `team=0` the
    launch itself is part of a team: its loops are shared all the same. Stage: position.
    ```mlir
    strata_pos.launch "y" over %y dimension 0 : !vec parallel race("none") { ... }
    // becomes, for team=4 vector=8
    strata_pos.launch "y" over %y dimension 0 : !vec parallel race("none")
        team [4, 8] { ... coiterate "j" (%s) points [1] map "vector" ... }
    ```
  }];
  let dependentDialects = ["::strata::pos::StrataPosDialect"];
  let options = [
    Option<"team", "team", "int", "1", "threads of a team">,
    Option<"vector", "vector", "int", "1", "lanes of a thread">,
    Option<"strict", "strict", "bool", "false",
           "floating-point sums keep the order of the entries">
  ];
}

def DropSearches : Pass<"strata-drop-searches", "::mlir::ModuleOp"> {
  let summary = "searches whose result nobody asks for";
  let description = [{
    Calls of library functions that only read, as of one for the number of a member
    where entries are counted. Behind the canonicalizer, which leaves calls alone.
    Stage: flat.
  }];
}

def ConvertPositionToFlat
    : Pass<"convert-strata-pos-to-flat", "::mlir::ModuleOp"> {
  let summary = "position space to scf, arith and memref over flat buffers";
  let description = [{
    Every launch becomes a function over the arrays of its tensors and units
    [begin, end) of so many; level functions expand to loads and arithmetic,
    `coiterate` to for-loops and merging while-loops. All-dense tensors are
    strided memrefs. Stage: position to flat.
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
           "register width that reductions are vectorised for; 0: leave it">,
    Option<"fastGather", "fast-gather", "bool", "true",
           "the processor gathers faster than it loads; else sums that gather have "
           "several partial sums, not vectors">,
    Option<"sums", "sums", "std::string", "\"automatic\"",
           "form of innermost sums: automatic, plain, two (partial sums) or vectors">
  ];
}

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

def KeepInLanes : Pass<"strata-keep-in-lanes", "::mlir::ModuleOp"> {
  let summary = "what lanes add up in scratch memory stays in their registers";
  let description = [{
    In launches of teams with lanes, a loop that lanes share inside of a sum is taken out
    of it: each lane runs the whole sum for its own iterations. Loops that lanes share and
    that follow one another become one, and an element of scratch memory that only one
    iteration touches becomes a value that the sum carries. Sums keep their order.
    Stage: flat.
    ```mlir
    scf.for %k = ... { memref.store %zero, %w[%p, %k] } {strata.map = "vector"}
    scf.for %j = ... {
      scf.for %k = ... { %w[%p, %k] += %x[%j, %k] } {strata.map = "vector"}
    }
    scf.for %k = ... { %y[%i, %k] = %w[%p, %k] } {strata.map = "vector"}
    // becomes
    scf.for %k = ... {
      %s = scf.for %j = ... iter_args(%a = %zero) -> (f64) { %a + %x[%j, %k] }
      memref.store %s, %y[%i, %k]
    } {strata.map = "vector"}
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
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

def ExpandMath : Pass<"strata-expand-math", "::mlir::ModuleOp"> {
  let summary = "functions to calls of libm and of this process";
  let description = [{
    What emitted C++ calls of Kokkos and of Strata_KernelMath.hpp becomes what a
    host has: operations of the math dialect are calls of libm, extrema and
    truncations that C++ leaves open are what Strata_KernelMath.hpp says, and
    functions on complex numbers, and powers of integers, are in the process.
    ```mlir
    %m = arith.maxnumf %x, %y : f64
    // becomes
    %wins = arith.cmpf ogt, %x, %y : f64
    %nan = arith.cmpf uno, %y, %y : f64
    %first = arith.ori %wins, %nan : i1
    %m = arith.select %first, %x, %y : f64
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect"];
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
