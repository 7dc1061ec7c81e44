// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_POSITION_OPS
#define STRATA_POSITION_OPS

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

def StrataPos_LaunchOp
    : StrataPos_Op<"launch", [NoTerminator, SingleBlock,
                              AttrSizedOperandSegments]> {
  let summary = "kernel over the coordinates of a dimension, or over pieces";
  let description = [{
    With `over`, the units of work are the coordinates of a dimension, or so many
    of them (`count`, through a window); the body runs them from its first
    argument to its second. Else they are pieces of
    about equal work; the body runs for each piece, and its arguments are the
    piece and the number of pieces. A launch that is not `parallel` has one unit.

    With `team [T, V]` a unit is given to a team of T threads of V lanes: a
    coordinate to a thread, or T pieces to a team. Loops mapped to `vector` are
    run by the lanes of a thread together, the rest once a thread.

    A launch that assembles a sparse tensor is written once; `phase` says which
    part of it runs: "count" the entries that each piece appends, write
    "structure" or "values" where the counts said, or "fill", both. The phase of
    a launch that assembles nothing says that it serves one of these.
  }];
  let arguments = (ins StrAttr:$label, Optional<StrataItg_TensorType>:$tensor,
                       OptionalAttr<I64Attr>:$dimension,
                       OptionalAttr<I64Attr>:$count, UnitAttr:$parallel,
                       StrAttr:$race, OptionalAttr<DenseI64ArrayAttr>:$team,
                       Optional<StrataItg_TensorType>:$result,
                       OptionalAttr<StrAttr>:$phase);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$label (`over` $tensor^ `dimension` $dimension `:` "
                       "type($tensor) (`count` $count^)?)? "
                       "(`parallel` $parallel^)? `race` `(` "
                       "$race `)` (`assemble` $result^ `:` type($result))? "
                       "(`phase` `(` $phase^ `)`)? (`team` $team^)? "
                       "attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def StrataPos_ExtentOp : StrataPos_Op<"extent", [Pure]> {
  let summary = "extent of a tensor's dimension";
  let arguments = (ins StrataItg_TensorType:$tensor, I64Attr:$dimension);
  let results = (outs Index:$result);
  let assemblyFormat = "$tensor `dimension` $dimension attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def StrataPos_PositionsOp : StrataPos_Op<"positions", [Pure]> {
  let summary = "iterator over a level under parent positions [first, last)";
  let arguments = (ins StrataItg_TensorType:$tensor, I64Attr:$level,
                       Index:$first, Index:$last);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "$tensor `level` $level `parent` `[` $first `,` "
                       "$last `)` attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def StrataPos_UniverseOp : StrataPos_Op<"universe", [Pure]> {
  let summary = "iterator over every coordinate in [first, last)";
  let arguments = (ins Index:$first, Index:$last);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "`[` $first `,` $last `)` attr-dict";
}

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
                       DenseBoolArrayAttr:$visitsAll, UnitAttr:$privatized);
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
    ::llvm::LogicalResult verifyTensors(size_t variables);
    /// lo, step and hi of every level of one tensor; empty: whole ones.
    ::llvm::ArrayRef<int64_t> windowsOf(size_t weighed);
  }];
  let assemblyFormat = "$cuts `weighed` `(` $weighed `)` `depths` $depths "
                       "(`beneath` $beneath^)? `extents` `(` $extents `)` `dimensions` $dimensions "
                       "(`counts` $counts^)? (`windows` $windows^)? "
                       "`visits_all` $visitsAll (`privatized` $privatized^)? "
                       "attr-dict `:` type(operands)";
  let hasVerifier = 1;
}

def StrataPos_CutOp : StrataPos_Op<"cut", [Pure]> {
  let summary = "coordinate of a variable at a cut between pieces";
  let arguments = (ins StrataItg_TensorType:$cuts, Index:$cut,
                       I64Attr:$variable);
  let results = (outs Index:$result);
  let assemblyFormat = "$cuts `[` $cut `]` `variable` $variable attr-dict `:` "
                       "type($cuts)";
}

def StrataPos_SliceOp : StrataPos_Op<"slice", [Pure]> {
  let summary = "one of equal parts of an iterator, by position";
  let description = [{
    For a single iterator, or one that is not ordered: pieces hold disjoint
    coordinates only if the level is unique.
  }];
  let arguments = (ins StrataPos_IteratorType:$iterator, Index:$piece,
                       Index:$pieces);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "$iterator `piece` $piece `of` $pieces attr-dict";
}

def StrataPos_WindowOp : StrataPos_Op<"window", [Pure]> {
  let summary = "the part of an iterator with coordinates in [begin, end)";
  let description = [{
    All of it, where the condition does not hold.
  }];
  let arguments = (ins StrataPos_IteratorType:$iterator, Index:$begin,
                       Index:$end, Optional<I1>:$condition);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "$iterator `[` $begin `,` $end `)` (`if` $condition^)? "
                       "attr-dict";
}

def StrataPos_SubrangeOp : StrataPos_Op<"subrange", [Pure]> {
  let summary = "an iterator through a window: lo, lo + step, … below hi as 0, 1, …";
  let description = [{
    Of a level with ordered coordinates: the window is searched for where it
    begins and ends, and what it holds between two steps is skipped.
    ```mlir
    %w = strata_pos.subrange %it from 2 to 8 step 3
    ```
  }];
  let arguments = (ins StrataPos_IteratorType:$iterator, I64Attr:$lo,
                       I64Attr:$hi, I64Attr:$stride);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "$iterator `from` $lo `to` $hi `step` $stride attr-dict";
  let hasVerifier = 1;
}

def StrataPos_SubsetOp : StrataPos_Op<"subset", [Pure]> {
  let summary = "an iterator through an index set: its members as 0, 1, …";
  let description = [{
    Of a level with ordered coordinates; the members ascend. What lies between
    two members is searched for the next one.
  }];
  let arguments = (ins StrataPos_IteratorType:$iterator,
                       DenseI64ArrayAttr:$members);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "$iterator `of` $members attr-dict";
  let hasVerifier = 1;
}

def StrataPos_MemberOp : StrataPos_Op<"member", [Pure]> {
  let summary = "the member of an index set with a number";
  let arguments = (ins Index:$number, DenseI64ArrayAttr:$members);
  let results = (outs Index:$result);
  let assemblyFormat = "$number `of` $members attr-dict";
}

def StrataPos_LengthOp : StrataPos_Op<"length", [Pure]> {
  let summary = "how many positions, or coordinates, an iterator has";
  let arguments = (ins StrataPos_IteratorType:$iterator);
  let results = (outs Index:$result);
  let assemblyFormat = "$iterator attr-dict";
}

def StrataPos_NonemptyOp : StrataPos_Op<"nonempty", [Pure]> {
  let summary = "whether an iterator has anything";
  let arguments = (ins StrataPos_IteratorType:$iterator);
  let results = (outs I1:$result);
  let assemblyFormat = "$iterator attr-dict";
}

def StrataPos_CoiterateOp : StrataPos_Op<"coiterate", [AttrSizedOperandSegments]> {
  let summary = "merged loop over iterators: one case per lattice point";
  let description = [{
    `points` holds one bit mask over the iterators per case, supersets before
    subsets. A case runs for the coordinates at which just its iterators store
    something (the most specific case wins). Its block arguments are the
    coordinate, positions [first, last) of each of its iterators (not of the
    universe) and, with `init`, the accumulator, whose next value it yields.
    Cases at different coordinates of an `independent` loop write different
    entries of the result. `map` says who shares the iterations: the threads of
    a team ("team"), the lanes of a thread ("vector") or all lanes of a team
    ("team_vector").

    `body` says how a merging loop advances its iterators: "branchfree" by
    selects, for coordinates in no regular order; "branchy" in the branch of the
    case, for regular ones; "gallop" by a search for the next coordinate at which
    a case can run, where one iterator is much longer than another that all cases
    need. Without it the loop is branch-free.
    ```mlir
    %s = strata_pos.coiterate "j" (%a, %b) points [3, 1, 2] init(%zero : f64) : f64
      { ^bb0(%j: index, %pa: index, %qa: index, %pb: index, %qb: index, %s: f64): ... },
      { ... }, { ... }
    ```
  }];
  let arguments = (ins StrAttr:$variable,
                       Variadic<StrataPos_IteratorType>:$iterators,
                       DenseI64ArrayAttr:$points, Optional<AnyType>:$init,
                       UnitAttr:$independent, OptionalAttr<StrAttr>:$mapping,
                       OptionalAttr<StrAttr>:$body);
  let results = (outs Optional<AnyType>:$result);
  let regions = (region VariadicRegion<SizedRegion<1>>:$cases);
  let assemblyFormat = "$variable `(` $iterators `)` `points` $points "
                       "(`independent` $independent^)? (`map` $mapping^)? "
                       "(`body` $body^)? (`init` `(` $init^ `:` type($init) `)`)? "
                       "(`:` type($result)^)? attr-dict-with-keyword $cases";
  let hasVerifier = 1;
}

def StrataPos_YieldOp : StrataPos_Op<"yield", [Pure, Terminator]> {
  let summary = "ends a case; with the accumulator's next value, if there is one";
  let arguments = (ins Optional<AnyType>:$value);
  let assemblyFormat = "($value^ `:` type($value))? attr-dict";
}

def StrataPos_LocateOp : StrataPos_Op<"locate", [Pure]> {
  let summary = "position of a coordinate under a parent position";
  let arguments = (ins StrataItg_TensorType:$tensor, I64Attr:$level,
                       Index:$parent, Index:$coordinate);
  let results = (outs Index:$result);
  let assemblyFormat = "$tensor `level` $level `parent` $parent `coordinate` "
                       "$coordinate attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def StrataPos_ValueOp : StrataPos_Op<"value", [Pure]> {
  let summary = "stored value at positions [first, last), summed if several";
  let arguments = (ins StrataItg_TensorType:$tensor, Index:$first, Index:$last);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$tensor `[` $first `,` $last `)` attr-dict `:` "
                       "type($tensor) `->` type($result)";
}

def StrataPos_StoreOp : StrataPos_Op<"store"> {
  let summary = "writes or adds a value at a position, if the condition holds";
  let description = [{
    `by` another operator than + a value is combined with the one that is there.
  }];
  let arguments = (ins AnyType:$value, StrataItg_TensorType:$tensor,
                       Index:$position, UnitAttr:$accumulate, UnitAttr:$atomic,
                       OptionalAttr<StrAttr>:$combiner, Optional<I1>:$condition);
  let assemblyFormat = "$value `to` $tensor `[` $position `]` (`accumulate` "
                       "$accumulate^)? (`atomic` $atomic^)? (`by` $combiner^)? "
                       "(`if` $condition^)? attr-dict `:` type($value) `,` type($tensor)";
  let hasVerifier = 1;
}

def StrataPos_EntryOp
    : StrataPos_Op<"entry", [NoTerminator, SingleBlock,
                             AttrSizedOperandSegments]> {
  let summary = "a coordinate of one level of a sparse result";
  let description = [{
    Stands inside the entry of the level above. What the body inserts lies below
    this coordinate; a level that stores coordinates appends it if the body
    inserted something. Coordinates ascend under one parent.

    An entry that pieces may share says whether it was `begun` in a piece before
    (the cut that the piece begins with lies in it), and whether it is
    `continued` in the next (so does the cut that it ends with).
    ```mlir
    strata_pos.entry %c level 0 coordinate %i : !type {
      ... strata_pos.entry %c level 1 coordinate %j : !type {
        strata_pos.insert %v to %c : f64, !type
      }
    }
    ```
  }];
  let arguments = (ins StrataItg_TensorType:$tensor, I64Attr:$level,
                       Index:$coordinate, UnitAttr:$everywhere,
                       Optional<I1>:$begun, Optional<I1>:$continued);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$tensor `level` $level `coordinate` $coordinate "
                       "(`everywhere` $everywhere^)? (`begun` $begun^)? "
                       "(`continued` $continued^)? attr-dict `:` "
                       "type($tensor) $body";
  let hasVerifier = 1;
}

def StrataPos_InsertOp
    : StrataPos_Op<"insert", [AttrSizedOperandSegments]> {
  let summary = "value of a sparse result at the coordinates of the entries";
  let description = [{
    Where a piece before has begun the innermost entry, the value is written to
    `carry` instead, at a position that is the piece's.
  }];
  let arguments = (ins AnyType:$value, StrataItg_TensorType:$tensor,
                       Optional<I1>:$condition,
                       Optional<StrataItg_TensorType>:$carry,
                       Optional<Index>:$position);
  let assemblyFormat = "$value `to` $tensor (`if` $condition^)? (`carry` $carry^ "
                       "`[` $position `]` `:` type($carry))? attr-dict `:` "
                       "type($value) `,` type($tensor)";
}

def StrataPos_SeamOp : StrataPos_Op<"seam"> {
  let summary = "the entry that a piece has in common with those before";
  let description = [{
    Whether the entry of the last level with positions that a piece begins in was
    there before, and its position. For after the counts have been scanned.
  }];
  let arguments = (ins StrataItg_TensorType:$tensor, Index:$piece);
  let results = (outs I1:$open, Index:$position);
  let assemblyFormat = "$tensor `[` $piece `]` attr-dict `:` type($tensor)";
}

def StrataPos_FlagOp : StrataPos_Op<"flag"> {
  let summary = "a new flag, false";
  let results = (outs StrataPos_FlagType:$result);
  let assemblyFormat = "attr-dict";
}

def StrataPos_SetOp : StrataPos_Op<"set"> {
  let summary = "makes a flag true, if the condition holds";
  let arguments = (ins StrataPos_FlagType:$flag, Optional<I1>:$condition);
  let assemblyFormat = "$flag (`if` $condition^)? attr-dict";
}

def StrataPos_TestOp : StrataPos_Op<"test"> {
  let summary = "what a flag is";
  let arguments = (ins StrataPos_FlagType:$flag);
  let results = (outs I1:$result);
  let assemblyFormat = "$flag attr-dict";
}

def StrataPos_SlotOp : StrataPos_Op<"slot", [Pure]> {
  let summary = "a number that pieces which run at the same time do not share";
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def StrataPos_WorklistOp
    : StrataPos_Op<"worklist", [AttrSizedOperandSegments]> {
  let summary = "an empty workspace of entries by coordinate";
  let description = [{
    Uses one row of three dense tensors: values by coordinate, marks (not 0
    where there is one) by coordinate, and the list of the coordinates. The marks
    of the row are 0, and are so again once the worklist is drained.

    A hashed worklist has at most `bound` coordinates, all below `extent`. Values
    and marks are at the slot that a coordinate hashes to, or the next free one;
    a mark is the coordinate plus one.
  }];
  let arguments = (ins StrataItg_TensorType:$values,
                       StrataItg_TensorType:$marks,
                       StrataItg_TensorType:$list, Index:$row,
                       Optional<Index>:$bound, Optional<Index>:$extent);
  let results = (outs StrataPos_WorklistType:$result);
  let assemblyFormat = "$values `,` $marks `,` $list `[` $row `]` (`hashed` "
                       "$bound^ `of` $extent)? attr-dict `:` "
                       "type($values) `,` type($marks) `,` type($list)";
}

def StrataPos_ScatterOp : StrataPos_Op<"scatter"> {
  let summary = "adds a value at a coordinate of a worklist, or combines it";
  let arguments = (ins AnyType:$value, StrataPos_WorklistType:$worklist,
                       Index:$coordinate, OptionalAttr<StrAttr>:$combiner,
                       Optional<I1>:$condition);
  let assemblyFormat = "$value `to` $worklist `[` $coordinate `]` "
                       "(`by` $combiner^)? (`if` $condition^)? attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def StrataPos_DrainOp
    : StrataPos_Op<"drain", [NoTerminator, SingleBlock]> {
  let summary = "loop over a worklist by ascending coordinate; empties it";
  let description = [{
    The body's arguments are the coordinate and the value.
  }];
  let arguments = (ins StrAttr:$variable, StrataPos_WorklistType:$worklist);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$variable $worklist attr-dict-with-keyword $body";
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
    some of their parents no piece may come.
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
