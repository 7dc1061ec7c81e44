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
           "automatic | none | atomics | privatize | ranges">,
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
    Option<"evenLoops", "even-loops", "int", "0",
           "outer loops between whose coordinates pieces are of equal work, so that "
           "sums are not cut; 0: they are where they can be">,
    Option<"worklist", "worklist", "std::string", "\"automatic\"",
           "automatic | dense | hashed | sorted">,
    Option<"merge", "merge", "std::string", "\"automatic\"",
           "fibres are kept in rows: where it pays (automatic), where it can be "
           "(locate), never (others)">,
    Option<"anySpace", "any-space", "bool", "false",
           "the code may run on a device: fibres are kept beside dense worklists alone">,
    Option<"keepsBegins", "keeps-begins", "bool", "true",
           "tables of where ranges begin in the fibres of operands may be made">,
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
           "automatic | branchy | branchfree | gallop | locate (as automatic)">
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

#endif
