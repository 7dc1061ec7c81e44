// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps of a program ahead of, between and behind its launches.
#ifndef STRATA_POSITION_STEP_OPS
#define STRATA_POSITION_STEP_OPS

include "strata/Dialect/Position/PositionBase.td"

def StrataPos_PartitionOp
    : StrataPos_Op<"partition", [AttrSizedOperandSegments]> {
  let summary = "step of the program: cuts loops into pieces of equal work";
  let description = [{
    Cuts the tuples of coordinates of some variables, in lexicographic order,
    into as many pieces as the launch behind it has: `cuts` gets the tuple that
    each of them begins with, and one behind the last. Work is the number of
    entries of the `weighed` tensors, the first `depths` levels of which store
    coordinates of the variables in their order, plus one for every coordinate
    of a loop that comes to all of them (`visits_all`). `beneath` has a pair for
    each tensor, −1 and −1, or: under every coordinate of a level of a tensor
    before it (their numbers, the tensor's first) loops come to what this one
    stores under the same coordinate of its first level. Its `depths` begin with
    that variable; 0: none of them is cut. Extents of the variables
    are those of `dimensions` of the tensors `extents`, or where `counts` is not
    negative, this. Coordinate c of a weighed level is stored as lo + step · c,
    below hi; `windows` has lo, step and hi (−1: the extent) for all levels of
    each tensor in turn, unless all are whole.

    `ranged`: the loop over the one variable stands inside of others, which every
    piece runs whole. The coordinates that a level of each weighed tensor stores
    (`sampled`) are drawn from then, and its depth is 0. Tables, one for each of these
    tensors, get where ranges `begin` under each parent of that level.
    ```mlir
    strata_pos.partition %cuts weighed (%A, %B) depths [1, 0] beneath [-1, -1, 0, 1]
      extents (%A) dimensions [0] visits_all [true] : !cuts, !csr, !csr, !csr
    ```
  }];
  let arguments = (ins StrataItg_TensorType:$cuts,
                       Variadic<StrataItg_TensorType>:$weighed,
                       DenseI64ArrayAttr:$depths,
                       OptionalAttr<DenseI64ArrayAttr>:$beneath,
                       Variadic<StrataItg_TensorType>:$extents,
                       DenseI64ArrayAttr:$dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$counts,
                       OptionalAttr<DenseI64ArrayAttr>:$windows,
                       DenseBoolArrayAttr:$visitsAll, UnitAttr:$privatized,
                       UnitAttr:$ranged, OptionalAttr<DenseI64ArrayAttr>:$sampled,
                       Variadic<StrataItg_TensorType>:$begins);
  let extraClassDeclaration = [{
    /// Coordinates of a variable; −1: those of the dimension.
    int64_t countOf(size_t variable) {
      return getCounts() ? (*getCounts())[variable] : -1;
    }
    /// The tensor, of those weighed, beneath a level of which one stands; −1: none.
    int64_t parentOf(size_t weighed) {
      return getBeneath() ? (*getBeneath())[2 * weighed] : -1;
    }
    int64_t parentLevelOf(size_t weighed) {
      return getBeneath() ? (*getBeneath())[2 * weighed + 1] : -1;
    }
    /// The level of it that is drawn from; −1: it is weighed by its first ones.
    int64_t sampledOf(size_t weighed) {
      return getSampled() ? (*getSampled())[weighed] : -1;
    }
    /// The table of where ranges begin in its fibres; null: nobody asks.
    ::mlir::Value beginsOf(size_t weighed) {
      return getBegins().empty() ? ::mlir::Value() : getBegins()[weighed];
    }
    ::llvm::LogicalResult verifyTensors(size_t variables);
    /// lo, step and hi of every level of one tensor; empty: whole ones.
    ::llvm::ArrayRef<int64_t> windowsOf(size_t weighed);
  }];
  let assemblyFormat = "$cuts `weighed` `(` $weighed `)` `depths` $depths "
                       "(`beneath` $beneath^)? `extents` `(` $extents `)` `dimensions` $dimensions "
                       "(`counts` $counts^)? (`windows` $windows^)? "
                       "`visits_all` $visitsAll (`privatized` $privatized^)? "
                       "(`ranged` $ranged^)? (`sampled` $sampled^)? "
                       "(`begins` `(` $begins^ `)`)? "
                       "attr-dict `:` type(operands)";
  let hasVerifier = 1;
}

def StrataPos_ReserveOp : StrataPos_Op<"reserve"> {
  let summary = "step of the program: makes the tables of hashed worklists";
  let description = [{
    `tables` have a row for each slot. The rows get room for as many coordinates
    of the dimension of `tensor` as the greatest entry of `bounds`.
  }];
  let arguments = (ins StrataItg_TensorType:$bounds,
                       StrataItg_TensorType:$tensor, I64Attr:$dimension,
                       Variadic<StrataItg_TensorType>:$tables);
  let assemblyFormat = "$tables `for` $bounds `of` $tensor `dimension` $dimension "
                       "attr-dict `:` type(operands)";
}

def StrataPos_AllocateOp : StrataPos_Op<"allocate"> {
  let summary = "step of the program: makes the arrays of a sparse tensor";
  let description = [{
    From what each piece of the counting launch before counted, which becomes
    where the piece appends. The positions of `incomplete` levels start as 0: to
    some of their parents no piece may come. A dense level there, the last one, says
    that pieces do not write all values: they start as the fill value.
  }];
  let arguments = (ins StrataItg_TensorType:$tensor,
                       DenseI64ArrayAttr:$incomplete);
  let assemblyFormat = "$tensor `incomplete` $incomplete attr-dict `:` "
                       "type($tensor)";
}

def StrataPos_CompleteOp : StrataPos_Op<"complete"> {
  let summary = "step of the program: positions of parents that nobody came to";
  let arguments = (ins StrataItg_TensorType:$tensor,
                       DenseI64ArrayAttr:$levels);
  let assemblyFormat = "$tensor `levels` $levels attr-dict `:` type($tensor)";
}

def StrataPos_RunOp : StrataPos_Op<"run"> {
  let summary = "step of the program: runs a launch function (stage III)";
  let arguments = (ins FlatSymbolRefAttr:$function, StrAttr:$label,
                       Optional<StrataItg_TensorType>:$tensor,
                       OptionalAttr<I64Attr>:$dimension,
                       OptionalAttr<I64Attr>:$count, UnitAttr:$parallel,
                       StrAttr:$race, OptionalAttr<DenseI64ArrayAttr>:$team,
                       OptionalAttr<StrAttr>:$phase);
  let assemblyFormat = "$function $label (`over` $tensor^ `dimension` $dimension"
                       " `:` type($tensor) (`count` $count^)?)? "
                       "(`parallel` $parallel^)? `race` "
                       "`(` $race `)` (`phase` `(` $phase^ `)`)? "
                       "(`team` $team^)? attr-dict";
}

#endif
