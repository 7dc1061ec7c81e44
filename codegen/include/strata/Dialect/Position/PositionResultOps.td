// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What loops do to sparse results: entries, and worklists that they are added up in.
#ifndef STRATA_POSITION_RESULT_OPS
#define STRATA_POSITION_RESULT_OPS

include "strata/Dialect/Position/PositionBase.td"

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

def StrataPos_ExpectOp : StrataPos_Op<"expect"> {
  let summary = "so many entries at most may be appended to a sparse result";
  let description = [{
    Stands where the innermost loop that appends to the level with positions does,
    in the phase "limit" of a launch.
  }];
  let arguments = (ins Index:$count, StrataItg_TensorType:$tensor);
  let assemblyFormat = "$count `to` $tensor attr-dict `:` type($tensor)";
}

def StrataPos_ExpectedOp : StrataPos_Op<"expected"> {
  let summary = "how many entries have been said to be appended at most so far";
  let description = [{
    In the phase "limit" of a launch.
  }];
  let arguments = (ins StrataItg_TensorType:$tensor);
  let results = (outs Index:$count);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor)";
}

def StrataPos_CapOp : StrataPos_Op<"cap"> {
  let summary = "no more entries than that are appended up to here";
  let description = [{
    In the phase "limit" of a launch, where coordinates that are different are as many as a
    dimension has at most.
  }];
  let arguments = (ins Index:$count, StrataItg_TensorType:$tensor);
  let assemblyFormat = "$tensor `at` $count attr-dict `:` type($tensor)";
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

def StrataPos_LookupOp : StrataPos_Op<"lookup"> {
  let summary = "whether something was scattered to a coordinate of a worklist";
  let description = [{
    And where it is; nowhere in particular if there is nothing.
  }];
  let arguments = (ins StrataPos_WorklistType:$worklist, Index:$coordinate);
  let results = (outs I1:$found, Index:$place);
  let assemblyFormat = "$worklist `[` $coordinate `]` attr-dict";
}

def StrataPos_KeptOp : StrataPos_Op<"kept"> {
  let summary = "what was scattered to a place of a worklist";
  let arguments = (ins StrataPos_WorklistType:$worklist, Index:$place);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$worklist `[` $place `]` attr-dict `:` type($result)";
}

def StrataPos_ClearOp : StrataPos_Op<"clear"> {
  let summary = "empties a worklist that was looked up in";
  let arguments = (ins StrataPos_WorklistType:$worklist);
  let assemblyFormat = "$worklist attr-dict";
}

#endif
