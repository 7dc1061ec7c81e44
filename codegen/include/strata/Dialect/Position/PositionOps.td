// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches, loops and accesses.
#ifndef STRATA_POSITION_OPS
#define STRATA_POSITION_OPS

include "strata/Dialect/Position/PositionBase.td"
include "strata/Dialect/Position/PositionResultOps.td"
include "strata/Dialect/Position/PositionStepOps.td"

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
    "structure" or "values" where the counts said, or "fill", both. Where a result
    may be made in one pass, "limit" says how many entries a piece appends at most,
    and "append" is "fill" that says where each piece ended. The phase of
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

def StrataPos_SeekOp : StrataPos_Op<"seek", [Pure]> {
  let summary = "the positions of a level that store a coordinate";
  let description = [{
    Under the parents [parentFirst, parentLast). Where none stores it, both results
    are the position that it would stand before. Of a level with ordered
    coordinates; of a full one the position is computed.
    ```mlir
    %first, %last = strata_pos.seek %A level 1 parent[%p, %q) coordinate %j : type
    ```
  }];
  let arguments = (ins StrataItg_TensorType:$tensor, I64Attr:$level,
                       Index:$parentFirst, Index:$parentLast, Index:$coordinate);
  let results = (outs Index:$first, Index:$last);
  let assemblyFormat = "$tensor `level` $level `parent` `[` $parentFirst `,` "
                       "$parentLast `)` `coordinate` $coordinate attr-dict `:` "
                       "type($tensor)";
  let hasVerifier = 1;
}

def StrataPos_ClipOp : StrataPos_Op<"clip", [Pure]> {
  let summary = "the part of an iterator at positions in [first, last)";
  let description = [{
    Of an iterator over a level: %first is not behind the last of its positions,
    and %last not before the first.
  }];
  let arguments = (ins StrataPos_IteratorType:$iterator, Index:$first,
                       Index:$last);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "$iterator `[` $first `,` $last `)` attr-dict";
}

def StrataPos_PartOp : StrataPos_Op<"part", [Pure]> {
  let summary = "the part of an iterator that lies in a range of coordinates";
  let description = [{
    Of all positions under one parent, from a table that has where each range begins
    under each parent.
    ```mlir
    %part = strata_pos.part %it range %piece parent %p in %begins : !table
    ```
  }];
  let arguments = (ins StrataPos_IteratorType:$iterator, Index:$range, Index:$parent,
                       StrataItg_TensorType:$begins);
  let results = (outs StrataPos_IteratorType:$result);
  let assemblyFormat = "$iterator `range` $range `parent` $parent `in` $begins attr-dict "
                       "`:` type($begins)";
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
    universe) and, with `init`, the accumulators, whose next values it yields: one,
    or several of statements that share the loop.
    Cases at different coordinates of an `independent` loop write different
    entries of the result. `map` says who shares the iterations: the threads of
    a team ("team"), the lanes of a thread ("vector") or all lanes of a team
    ("team_vector"). The loop ends once the flag `until` is set; what is left does
    not change the accumulator.

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
                       DenseI64ArrayAttr:$points, Variadic<AnyType>:$inits,
                       Optional<StrataPos_FlagType>:$until,
                       UnitAttr:$independent, OptionalAttr<StrAttr>:$mapping,
                       OptionalAttr<StrAttr>:$body);
  let results = (outs Variadic<AnyType>:$totals);
  let regions = (region VariadicRegion<SizedRegion<1>>:$cases);
  let extraClassDeclaration = [{
    /// Of a loop with one accumulator; else null.
    ::mlir::Value getInit() {
      return getInits().size() == 1 ? getInits().front() : ::mlir::Value();
    }
    ::mlir::Value getTotal() {
      return getTotals().size() == 1 ? getTotals().front() : ::mlir::Value();
    }
  }];
  let assemblyFormat = "$variable `(` $iterators `)` `points` $points "
                       "(`independent` $independent^)? (`map` $mapping^)? "
                       "(`body` $body^)? (`until` $until^)? (`init` `(` $inits^ `:` type($inits) `)`)? "
                       "(`:` type($totals)^)? attr-dict-with-keyword $cases";
  let hasVerifier = 1;
}

def StrataPos_YieldOp : StrataPos_Op<"yield", [Pure, Terminator]> {
  let summary = "ends a case; with the next values of the accumulators, if there are any";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
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

#endif
