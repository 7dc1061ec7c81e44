// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Dialect/OperatorNames.h"
#include "strata/Dialect/Position/Position.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include <Strata_TensorFormat.hpp>

using namespace mlir;
using namespace strata::pos;

#include "strata/Dialect/Position/PositionDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "strata/Dialect/Position/PositionTypes.cpp.inc"
#define GET_OP_CLASSES
#include "strata/Dialect/Position/PositionOps.cpp.inc"

void StrataPosDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "strata/Dialect/Position/PositionTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "strata/Dialect/Position/PositionOps.cpp.inc"
      >();
}

static size_t numLevels(Value tensor) {
  const auto type = cast<strata::itg::TensorType>(tensor.getType());
  return Strata::TensorFormat::parse(type.getFormat().str()).lvl_rank();
}

static LogicalResult verifyCombiner(Operation *op,
                                    std::optional<StringRef> combiner) {
  if (combiner && !strata::operatorFromMnemonic(*combiner))
    return op->emitOpError("by '") << *combiner << "', which is no operator";
  return success();
}

/// Checks that `level` exists and whether it can be located.
static LogicalResult verifyLevel(Operation *op, strata::itg::TensorType type, uint64_t level,
                                 bool located) {
  const auto format = Strata::TensorFormat::parse(type.getFormat().str());
  if (level >= static_cast<uint64_t>(format.lvl_rank()))
    return op->emitOpError("level ")
           << level << " of a tensor with " << format.lvl_rank() << " levels";
  const Strata::LevelTraits traits =
      Strata::level_traits(format.level(static_cast<int>(level)));
  if (traits.locates != located)
    return op->emitOpError(located ? "cannot locate in a "
                                   : "cannot iterate positions of a ")
           << traits.name << " level";
  return success();
}

LogicalResult ExtentOp::verify() {
  const auto format =
      Strata::TensorFormat::parse(getTensor().getType().getFormat().str());
  if (getDimension() >= static_cast<uint64_t>(format.dim_rank()))
    return emitOpError("dimension ")
           << getDimension() << " of a tensor of order " << format.dim_rank();
  return success();
}

LogicalResult PartitionOp::verify() {
  if (getWeighed().size() != getDepths().size())
    return emitOpError("weighs ") << getWeighed().size() << " tensors, but has "
                                  << getDepths().size() << " depths";
  const size_t variables = getExtents().size();
  if (variables == 0 || getDimensions().size() != variables ||
      (getCounts() && getCounts()->size() != variables) ||
      getVisitsAll().size() != variables)
    return emitOpError("needs the extent of each variable, and whether its loop "
                       "comes to all coordinates");
  size_t levels = 0;
  for (Value tensor : getWeighed())
    levels += numLevels(tensor);
  if (getWindows() && getWindows()->size() != 3 * levels)
    return emitOpError("has ") << getWindows()->size() << " numbers for windows of "
                               << levels << " levels, expected three for each";
  if (getBeneath() && getBeneath()->size() != 2 * getWeighed().size())
    return emitOpError("has ") << getBeneath()->size() << " numbers for what "
                               << getWeighed().size()
                               << " tensors stand beneath, expected two for each";
  if (getRanged() && variables != 1)
    return emitOpError("makes ranges of ") << variables << " variables, expected one";
  if (getSampled() && getSampled()->size() != getWeighed().size())
    return emitOpError("has ") << getSampled()->size() << " levels of "
                               << getWeighed().size() << " tensors, expected one for each";
  if (!getBegins().empty() && (!getSampled() || getBegins().size() != getWeighed().size()))
    return emitOpError("has ") << getBegins().size() << " tables of where ranges begin for "
                               << getWeighed().size() << " tensors, expected one for each that "
                               << "is drawn from";
  return verifyTensors(variables);
}

/// How each of them is weighed.
LogicalResult PartitionOp::verifyTensors(size_t variables) {
  for (auto [n, depth] : llvm::enumerate(getDepths())) {
    const int64_t parent = parentOf(n), sampled = sampledOf(n);
    if (sampled >= static_cast<int64_t>(numLevels(getWeighed()[n])))
      return emitOpError("draws from level ")
             << sampled << " of a tensor with " << numLevels(getWeighed()[n]) << " levels";
    if (depth < (parent < 0 && sampled < 0 ? 1 : 0) || depth > static_cast<int64_t>(variables))
      return emitOpError("depth ")
             << depth << " of " << variables << " variables";
    if (parent < 0)
      continue;
    if (parent >= static_cast<int64_t>(n))
      return emitOpError("tensor ")
             << n << " stands beneath " << parent << ", expected one before it";
    const auto levels = static_cast<int64_t>(numLevels(getWeighed()[parent]));
    if (parentLevelOf(n) < 0 || parentLevelOf(n) >= levels)
      return emitOpError("tensor ") << n << " stands beneath level "
                                    << parentLevelOf(n) << " of a tensor with "
                                    << levels << " levels";
  }
  return success();
}

ArrayRef<int64_t> PartitionOp::windowsOf(size_t weighed) {
  if (!getWindows())
    return {};
  size_t first = 0;
  for (Value tensor : getWeighed().take_front(weighed))
    first += numLevels(tensor);
  return getWindows()->slice(3 * first, 3 * numLevels(getWeighed()[weighed]));
}

LogicalResult SeekOp::verify() {
  const auto format =
      Strata::TensorFormat::parse(getTensor().getType().getFormat().str());
  if (getLevel() >= static_cast<uint64_t>(format.lvl_rank()))
    return emitOpError("level ") << getLevel() << " of a tensor with "
                                 << format.lvl_rank() << " levels";
  if (!format.level(static_cast<int>(getLevel())).ordered)
    return emitOpError("cannot search a nonordered level");
  return success();
}

LogicalResult PositionsOp::verify() {
  return verifyLevel(*this, getTensor().getType(), getLevel(), false);
}

LogicalResult SubrangeOp::verify() {
  const auto lo = static_cast<int64_t>(getLo());
  const auto hi = static_cast<int64_t>(getHi());
  const auto stride = static_cast<int64_t>(getStride());
  if (lo < 0 || hi < lo || stride < 1)
    return emitOpError("from ") << lo << " to " << hi << " step " << stride
                                << ": expected 0 <= from <= to, 1 <= step";
  return success();
}

LogicalResult SubsetOp::verify() {
  const auto members = getMembers();
  for (size_t n = 1; n < members.size(); ++n)
    if (members[n] <= members[n - 1])
      return emitOpError("members do not ascend: ")
             << members[n - 1] << ", " << members[n];
  if (members.empty() || members[0] < 0)
    return emitOpError("expected coordinates as members");
  return success();
}

LogicalResult LocateOp::verify() {
  return verifyLevel(*this, getTensor().getType(), getLevel(), true);
}

LogicalResult EntryOp::verify() {
  const auto format =
      Strata::TensorFormat::parse(getTensor().getType().getFormat().str());
  if (getLevel() >= static_cast<uint64_t>(format.lvl_rank()))
    return emitOpError("level ")
           << getLevel() << " of a tensor with " << format.lvl_rank()
           << " levels";
  if ((getBegun() == nullptr) != (getContinued() == nullptr))
    return emitOpError("is shared with the pieces before and behind, or not");
  if (getLevel() == 0)
    return success();
  for (Operation *up = (*this)->getParentOp(); up; up = up->getParentOp())
    if (auto entry = dyn_cast<EntryOp>(up);
        entry && entry.getTensor() == getTensor())
      return entry.getLevel() + 1 == getLevel()
                 ? success()
                 : emitOpError("of level ") << getLevel() << " stands inside "
                       << "one of level " << entry.getLevel();
  return emitOpError("of level ") << getLevel() << " stands inside no entry";
}

LogicalResult StoreOp::verify() {
  if (getAtomic() && !getAccumulate())
    return emitOpError("only an accumulating store can be atomic");
  return verifyCombiner(*this, getCombiner());
}

LogicalResult ScatterOp::verify() {
  return verifyCombiner(*this, getCombiner());
}

bool strata::pos::isUniverse(Value iterator) {
  if (auto window = iterator.getDefiningOp<WindowOp>())
    return isUniverse(window.getIterator());
  if (auto slice = iterator.getDefiningOp<SliceOp>())
    return isUniverse(slice.getIterator());
  return iterator.getDefiningOp<UniverseOp>() != nullptr;
}

bool strata::pos::skips(Operation *part) {
  auto subrange = dyn_cast<SubrangeOp>(part);
  return isa<SubsetOp>(part) || (subrange && subrange.getStride() > 1);
}

bool strata::pos::alwaysInserts(Block &block) {
  for (Operation &op : block) {
    if (auto insert = dyn_cast<InsertOp>(op); insert && !insert.getCondition())
      return true;
    if (auto entry = dyn_cast<EntryOp>(op);
        entry && alwaysInserts(entry.getBody().front()))
      return true;
  }
  return false;
}

LogicalResult CoiterateOp::verify() {
  if (getPoints().size() != getCases().size())
    return emitOpError("has ") << getPoints().size() << " points for "
                               << getCases().size() << " cases";
  if (TypeRange(getInits()) != TypeRange(getTotals()))
    return emitOpError("has a result for each init value, of its type");
  if (getInits().size() > 1 && getIterators().size() > 1)
    return emitOpError("has ") << getInits().size()
                               << " accumulators, expected one iterator";
  if (getMapping() &&
      !llvm::is_contained({"team", "vector", "team_vector"}, *getMapping()))
    return emitOpError("is mapped to '")
           << *getMapping() << "', expected team, vector or team_vector";
  if (getBody() && !llvm::is_contained({"branchy", "branchfree", "gallop"},
                                       *getBody()))
    return emitOpError("has the body '")
           << *getBody() << "', expected branchy, branchfree or gallop";
  for (size_t p = 0; p < getPoints().size(); ++p)
    for (size_t q = 0; q < p; ++q)
      if ((getPoints()[p] & getPoints()[q]) == getPoints()[q])
        return emitOpError("point ") << getPoints()[p] << " includes point "
                                     << getPoints()[q] << " before it";
  const int64_t all = (int64_t{1} << getIterators().size()) - 1;
  for (auto [mask, region] : llvm::zip(getPoints(), getCases())) {
    if (mask <= 0 || mask > all)
      return emitOpError("point ") << mask << " names no iterator or an "
                                   << "unknown one";
    unsigned expected = 1 + getInits().size();
    for (auto [i, it] : llvm::enumerate(getIterators()))
      if ((mask >> i & 1) && !isUniverse(it))
        expected += 2;
    if (region.getNumArguments() != expected)
      return emitOpError("case of point ")
             << mask << " takes " << region.getNumArguments()
             << " arguments, expected " << expected;
  }
  return success();
}

LogicalResult LaunchOp::verify() {
  if (getBody().getNumArguments() != 2 ||
      !llvm::all_of(getBody().getArgumentTypes(), llvm::IsaPred<IndexType>))
    return emitOpError("body takes two index arguments: the piece and the "
                       "number of pieces, or the begin and end of a range");
  if ((getTensor() == nullptr) != !getDimension())
    return emitOpError("names a dimension exactly when it is over a tensor");
  if (getCount() && !getTensor())
    return emitOpError("counts coordinates of no dimension");
  if (getTeam() && (getTeam()->size() != 2 || (*getTeam())[0] < 1 ||
                    (*getTeam())[1] < 1))
    return emitOpError("takes a team size and a vector length of at least 1");
  if (getPhase() && !getResult() && *getPhase() != "values" &&
      *getPhase() != "count")
    return emitOpError("phase '")
           << *getPhase() << "' of a launch that assembles nothing";
  if (getPhase() && !llvm::is_contained({"count", "structure", "values", "fill",
                                         "limit", "append"},
                                        *getPhase()))
    return emitOpError("phase '")
           << *getPhase()
           << "', expected count, structure, values, fill, limit or append";
  return success();
}
