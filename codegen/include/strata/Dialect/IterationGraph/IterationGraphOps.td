// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ITERATIONGRAPH_OPS
#define STRATA_ITERATIONGRAPH_OPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StrataItg_Dialect : Dialect {
  let name = "strata_itg";
  let cppNamespace = "::strata::itg";
  let summary = "Stage I: index notation in coordinate space";
  let description = [{
    Tensors are accessed by coordinates as if they were dense. Index variables
    are symbols (strings). A module enters as one `assign` over an expression
    (index notation) and leaves as nests of `forall` around assignments
    (concrete index notation), with the order of loops decided.
  }];
  let useDefaultTypePrinterParser = 1;
}

def StrataItg_TensorType : TypeDef<StrataItg_Dialect, "Tensor"> {
  let mnemonic = "tensor";
  let summary = "tensor with a storage format";
  let description = [{
    Element type (signedness kept: `ui8` is unsigned, `i8` signed, `i1` bool) and
    the format in MLIR's encoding syntax:
    `!strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">`.
  }];
  let parameters = (ins "::mlir::Type":$elementType,
                        StringRefParameter<"format">:$format);
  let assemblyFormat = "`<` $elementType `,` $format `>`";
  let genVerifyDecl = 1;
}

class StrataItg_Op<string mnemonic, list<Trait> traits = []>
    : Op<StrataItg_Dialect, mnemonic, traits>;

def StrataItg_ConvertOp : StrataItg_Op<"convert"> {
  let summary = "copy of an operand in another format";
  let description = [{
    Made before the launches run, on their execution space. The copy has the
    entries of the operand, summed where its format tells equal coordinates
    apart; `reason` says what the operand's own format does not serve.
    ```mlir
    %b = strata_itg.convert %B to "B@CSR" {reason = "..."}
        : !strata_itg.tensor<...> -> !strata_itg.tensor<...>
    ```
  }];
  let arguments = (ins StrataItg_TensorType:$source, StrAttr:$label);
  let results = (outs StrataItg_TensorType:$tensor);
  let assemblyFormat = "$source `to` $label attr-dict `:` type($source) `->` "
                       "type($tensor)";
  let hasVerifier = 1;
}

def StrataItg_TemporaryOp : StrataItg_Op<"temporary"> {
  let summary = "tensor that lives during one execution";
  let description = [{
    Extents are those of the index variables named; `#piece` stands for the
    number of pieces of a launch, `#slot` for that of pieces that run at the same
    time. Each piece uses its own part of a `scratch` temporary, and only while it
    runs; `zero` says that it starts as 0. `strata.fill` is what it reads where it
    stores nothing, if that is not 0.
    ```mlir
    %w = strata_itg.temporary "workspace0" ["#piece", "i"] : !strata_itg.tensor<...>
    ```
  }];
  let arguments = (ins StrAttr:$label, StrArrayAttr:$variables,
                       UnitAttr:$scratch, UnitAttr:$zero);
  let results = (outs StrataItg_TensorType:$tensor);
  let assemblyFormat = "$label $variables (`scratch` $scratch^)? "
                       "(`zero` $zero^)? attr-dict `:` "
                       "type($tensor)";
  let hasVerifier = 1;
}

def StrataItg_CollectOp : StrataItg_Op<"collect"> {
  let summary = "step of the program: a sparse tensor made of a list of entries";
  let description = [{
    The same entries in another format; those with equal coordinates are summed.
  }];
  let arguments = (ins StrataItg_TensorType:$source,
                       StrataItg_TensorType:$tensor);
  let assemblyFormat = "$source `to` $tensor attr-dict `:` type($source) `,` "
                       "type($tensor)";
}

def StrataItg_AccessOp : StrataItg_Op<"access", [Pure]> {
  let summary = "component of a tensor at a tuple of index variables";
  let arguments = (ins StrataItg_TensorType:$tensor, StrArrayAttr:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat =
      "$tensor $indices attr-dict `:` type($tensor) `->` type($result)";
  let hasVerifier = 1;
}

def StrataItg_LiteralOp : StrataItg_Op<"literal", [Pure]> {
  let summary = "number; a complex one is an array of two";
  let arguments = (ins AnyAttr:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value attr-dict `to` type($result)";
  let hasVerifier = 1;
}

def StrataItg_IndexOp : StrataItg_Op<"index", [Pure]> {
  let summary = "value of an index variable (i32)";
  let arguments = (ins StrAttr:$variable);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$variable attr-dict `:` type($result)";
}

def StrataItg_ApplyOp : StrataItg_Op<"apply", [Pure]> {
  let summary = "operator of index notation on values";
  let description = [{
    The operator's algebra (what absent operands do to it) decides the merge
    lattice: `mul` is conjunctive, `add` disjunctive, `div` follows its numerator,
    `sin` its operand, and `eq(b, 0)` is 1 where `b` is absent.
  }];
  let arguments = (ins StrAttr:$function, Variadic<AnyType>:$args);
  let results = (outs AnyType:$result);
  let assemblyFormat =
      "$function `(` $args `)` attr-dict `:` functional-type($args, $result)";
  let hasVerifier = 1;
}

def StrataItg_ReduceOp : StrataItg_Op<"reduce", [Pure]> {
  let summary = "reduction of a value over an index variable";
  let description = [{
    A variable with primes, `i'`, takes one coordinate: that of `i`, inside whose
    loop it stands. It is how a diagonal is read, sum(i', A(i,i')).
  }];
  let arguments = (ins StrAttr:$function, AnyType:$value, StrAttr:$variable);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$function $value `over` $variable attr-dict `:` "
                       "type($value) `->` type($result)";
  let hasVerifier = 1;
}

def StrataItg_CastOp : StrataItg_Op<"cast", [Pure]> {
  let summary = "conversion between element types";
  let arguments = (ins AnyType:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat =
      "$value attr-dict `:` type($value) `to` type($result)";
  let hasVerifier = 1;
}

def StrataItg_AssignOp : StrataItg_Op<"assign"> {
  let summary = "tensor(indices) = value, or += with `accumulate`";
  let description = [{
    `by` says what values that loops or pieces have for one entry are combined
    with, if it is another operator than +. What the indices do not come to keeps
    its old contents with `keeps_rest`, as it does with `accumulate`.
  }];
  let arguments = (ins AnyType:$value, StrataItg_TensorType:$tensor,
                       StrArrayAttr:$indices, UnitAttr:$accumulate,
                       UnitAttr:$keeps_rest,
                       OptionalAttr<StrAttr>:$combiner);
  let assemblyFormat = "$value `to` $tensor $indices (`accumulate` "
                       "$accumulate^)? (`keeps_rest` $keeps_rest^)? "
                       "(`by` $combiner^)? attr-dict `:` type($value) `,` "
                       "type($tensor)";
  let hasVerifier = 1;
}

def StrataItg_ForallOp
    : StrataItg_Op<"forall", [NoTerminator, SingleBlock]> {
  let summary = "loop over the coordinates of an index variable";
  let description = [{
    The body stands for every coordinate; which of them are visited follows from
    the storage of what it accesses. `parallel` marks the loop that is cut into
    pieces, with how pieces that add to one entry are kept apart.
  }];
  let arguments = (ins StrAttr:$variable);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$variable attr-dict-with-keyword $body";
}

def StrataItg_KeepOp : StrataItg_Op<"keep"> {
  let summary = "an operand's fibre is kept in a row and looked up";
  let description = [{
    Stands in a nest. Each time that the loop over `after` has come to a coordinate, or
    where that is empty, before the loops, the
    fibre of the operand over `variable` is written to a row of `values`, by coordinate;
    `marks` says where there is something, and `list` where that is. Loops over the
    variable further inside look it up instead of merging it.
    ```mlir
    strata_itg.keep %M ["i", "j"] over "j" in %values, %marks, %list after "i" : ...
    ```
  }];
  let arguments = (ins StrataItg_TensorType:$tensor, StrArrayAttr:$indices,
                       StrAttr:$variable, StrataItg_TensorType:$values,
                       StrataItg_TensorType:$marks, StrataItg_TensorType:$list,
                       StrAttr:$after);
  let assemblyFormat = "$tensor $indices `over` $variable `in` $values `,` $marks `,` "
                       "$list `after` $after attr-dict `:` type($tensor) `,` "
                       "type($values) `,` type($marks) `,` type($list)";
  let hasVerifier = 1;
}

def StrataItg_NestOp
    : StrataItg_Op<"nest", [NoTerminator, SingleBlock,
                            AttrSizedOperandSegments]> {
  let summary = "one statement of concrete index notation: becomes one launch";
  let description = [{
    With a workspace, the entries that the loops below the first `depth` ones
    assign are added up in it, and then assigned to the result.
    ```mlir
    strata_itg.nest parallel("i") race("none")
        workspace %w ["#piece", "j"] depth 1 : !type { forall "i" { ... } }
    ```
    Of a sparse result, `marks` and `list` keep the coordinates that have a
    value. With `bounds` the three are hash tables, the size of which follows from
    the most coordinates that a piece may add up at a time; they are kept there.
    `cut` loops, outermost first, are cut into pieces of equal work; the
    coordinates of the cuts are in a temporary. Where sums are cut, `carry` gets
    what a piece has of the entry that the piece before has begun; afterwards one
    unit adds that in the order of the pieces, or a unit a piece does `atomically`.
    With the race strategy "ranges", tables get where each range `begins` in the fibres of
    operands.
  }];
  let arguments = (ins StrAttr:$parallel, StrAttr:$race,
                       Optional<StrataItg_TensorType>:$workspace,
                       OptionalAttr<StrArrayAttr>:$indices,
                       OptionalAttr<I64Attr>:$depth,
                       Optional<StrataItg_TensorType>:$marks,
                       Optional<StrataItg_TensorType>:$list,
                       Optional<StrataItg_TensorType>:$bounds,
                       Optional<StrataItg_TensorType>:$cuts,
                       OptionalAttr<StrArrayAttr>:$partitioned,
                       Variadic<StrataItg_TensorType>:$begins,
                       Optional<StrataItg_TensorType>:$carry,
                       UnitAttr:$atomicCarry);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`parallel` `(` $parallel `)` `race` `(` $race `)` "
                       "(`workspace` $workspace^ $indices `depth` $depth `:` "
                       "type($workspace))? (`marks` $marks^ `:` type($marks))? "
                       "(`list` $list^ `:` type($list))? "
                       "(`bounds` $bounds^ `:` type($bounds))? "
                       "(`cut` $partitioned^ `at` $cuts `:` type($cuts))? "
                       "(`begins` $begins^ `:` type($begins))? "
                       "(`carry` $carry^ `:` type($carry))? "
                       "(`atomically` $atomicCarry^)? "
                       "attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

#endif
