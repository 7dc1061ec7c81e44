// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Dialect/IterationGraph/IterationGraph.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "strata/Analysis/Windows.h"
#include "strata/Dialect/OperatorNames.h"
#include "strata/Dialect/ScalarTypes.h"

#include <Strata_Error.hpp>
#include <Strata_IndexNotation.hpp>
#include <impl/Strata_Definitions.hpp>

using namespace mlir;
using namespace strata::itg;

#include "strata/Dialect/IterationGraph/IterationGraphDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "strata/Dialect/IterationGraph/IterationGraphTypes.cpp.inc"
#define GET_OP_CLASSES
#include "strata/Dialect/IterationGraph/IterationGraphOps.cpp.inc"

void StrataItgDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "strata/Dialect/IterationGraph/IterationGraphTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "strata/Dialect/IterationGraph/IterationGraphOps.cpp.inc"
      >();
}

LogicalResult
strata::itg::TensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                   Type elementType, StringRef format) {
  if (!strata::scalarType(elementType))
    return emitError() << "element type " << elementType
                       << " is not a scalar type of Strata";
  try {
    if (!Strata::TensorFormat::parse(format.str()).has_order())
      return emitError() << "format \"" << format
                         << "\": expected levels that store one dimension "
                            "each; convert the tensor first";
  } catch (const Strata::Error &e) {
    return emitError() << "format \"" << format << "\": " << e.what();
  }
  return success();
}

/// Number of dimensions of a tensor type.
static int64_t rankOf(strata::itg::TensorType type) {
  return Strata::TensorFormat::parse(type.getFormat().str()).dim_rank();
}

static LogicalResult verifyIndices(Operation *op, strata::itg::TensorType type,
                                   ArrayAttr indices) {
  const int64_t rank = rankOf(type);
  if (static_cast<int64_t>(indices.size()) != rank)
    return op->emitOpError("has ")
           << indices.size() << " indices for a tensor of order " << rank;
  for (Attribute index : indices) {
    try {
      (void)strata::parseIndex(cast<StringAttr>(index).str());
    } catch (const Strata::Error &e) {
      return op->emitOpError(e.what());
    }
  }
  return success();
}

LogicalResult ConvertOp::verify() {
  const TensorType from = getSource().getType(), to = getTensor().getType();
  if (from.getElementType() != to.getElementType())
    return emitOpError("changes the element type from ")
           << from.getElementType() << " to " << to.getElementType();
  if (rankOf(from) != rankOf(to))
    return emitOpError("changes the order of a tensor from ")
           << rankOf(from) << " to " << rankOf(to);
  return success();
}

LogicalResult TemporaryOp::verify() {
  return verifyIndices(*this, getTensor().getType(), getVariables());
}

LogicalResult AccessOp::verify() {
  if (getResult().getType() != getTensor().getType().getElementType())
    return emitOpError("result type ")
           << getResult().getType() << " is not the element type "
           << getTensor().getType().getElementType();
  return verifyIndices(*this, getTensor().getType(), getIndices());
}

LogicalResult AssignOp::verify() {
  if (getCombiner() && !strata::operatorFromMnemonic(*getCombiner()))
    return emitOpError("by '") << *getCombiner() << "', which is no operator";
  return verifyIndices(*this, getTensor().getType(), getIndices());
}

LogicalResult ApplyOp::verify() {
  const auto op = strata::operatorFromMnemonic(getFunction());
  if (!op)
    return emitOpError("unknown operator '") << getFunction() << "'";
  const Strata::OperatorInfo &info = Strata::operator_info(*op);
  const int n = static_cast<int>(getArgs().size());
  if (n < info.min_args || n > info.max_args)
    return emitOpError("'") << getFunction() << "' takes " << info.min_args
                            << " operands, got " << n;
  return success();
}

LogicalResult ReduceOp::verify() {
  if (strata::operatorFromMnemonic(getFunction()))
    return success();
  if (!getFunction().starts_with("("))
    return emitOpError("unknown operator '") << getFunction() << "'";
  try {
    (void)Strata::Impl::parse_combiner(getFunction().str(),
                                       *strata::scalarType(getResult().getType()));
  } catch (const Strata::Error &e) {
    return emitOpError("combines with ") << e.what();
  }
  return success();
}

LogicalResult LiteralOp::verify() {
  bool known = isa<IntegerAttr, FloatAttr>(getValue());
  if (auto pair = dyn_cast<ArrayAttr>(getValue()))
    known = pair.size() == 2 && llvm::all_of(pair, llvm::IsaPred<FloatAttr>);
  if (!known)
    return emitOpError("expected an integer, a float or an array of two floats");
  if (!strata::scalarType(getResult().getType()))
    return emitOpError("result type ")
           << getResult().getType() << " is not a scalar type of Strata";
  return success();
}

LogicalResult CastOp::verify() {
  for (Type type : {getValue().getType(), getResult().getType()})
    if (!strata::scalarType(type))
      return emitOpError("type ") << type << " is not a scalar type of Strata";
  return success();
}

LogicalResult KeepOp::verify() {
  const auto indices = getIndices().getAsValueRange<StringAttr>();
  if (getVariable() == getAfter() || !llvm::is_contained(indices, getVariable()))
    return emitOpError("expected an index of the tensor after another, got '")
           << getVariable() << "' after '" << getAfter() << "'";
  return success();
}

LogicalResult NestOp::verify() {
  int assigns = 0;
  getBody().walk([&](AssignOp) { ++assigns; });
  if (assigns != 1)
    return emitOpError("holds ") << assigns << " assignments, expected one";
  if (!llvm::is_contained({"none", "atomics", "privatize", "ranges"}, getRace()))
    return emitOpError("unknown race strategy '") << getRace() << "'";
  int64_t loops = 0;
  getBody().walk([&](ForallOp) { ++loops; });
  if (getWorkspace() && (!getDepth() || !getIndices() || *getDepth() < 1 ||
                         static_cast<int64_t>(*getDepth()) >= loops))
    return emitOpError("adds up a workspace under some of its loops: expected "
                       "a depth of at least 1 and less than ")
           << loops;
  const bool isCut = getPartitioned() && !getPartitionedAttr().empty();
  if (isCut != (getCuts() != nullptr))
    return emitOpError("cuts loops exactly where it has a tensor of cuts");
  if (!getBegins().empty() && getRace() != "ranges")
    return emitOpError("begins ranges, but has the race strategy '") << getRace() << "'";
  if (getAtomicCarry() && !getCarry())
    return emitOpError("adds parts of sums atomically: expected a tensor of these");
  return success();
}
