// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for and while, with what they carry from one iteration to the next.
#include "BodyEmitter.h"
#include "strata/Conversion/FlatNames.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata::cpp {

/// A variable that an earlier loop has left behind and only `loop` goes on
/// with.
bool BodyEmitter::isSpent(Value value, Operation &loop) {
  return isa_and_nonnull<scf::ForOp, scf::WhileOp>(value.getDefiningOp()) &&
         value.getDefiningOp()->getBlock() == loop.getBlock() &&
         llvm::all_of(value.getUsers(), [&](Operation *user) {
           Operation *here = loop.getBlock()->findAncestorOpInBlock(*user);
           return user == &loop || (here && here->isBeforeInBlock(&loop));
         });
}

/// A variable that the loop sets, and nothing reads.
static bool isOnlySet(Operation &loop, Value argument, Value result) {
  if (!result || !result.use_empty())
    return false;
  if (auto whileLoop = dyn_cast<scf::WhileOp>(loop))
    argument = whileLoop.getAfterArguments()[cast<OpResult>(result)
                                                 .getResultNumber()];
  auto isPassedOn = [](Operation *user) { return isa<scf::YieldOp>(user); };
  return llvm::all_of(argument.getUsers(), [&](Operation *user) {
    return isPassedOn(user) ||
           (isa<arith::SelectOp>(user) && llvm::all_of(user->getUsers(), isPassedOn));
  });
}

std::string BodyEmitter::carry(Operation &loop, Value init, Value argument,
                               Value result, StringRef hint,
                               ArrayRef<std::string> targets) {
  std::string name = result ? targetOf(result, targets) : "";
  auto known = names.find(init);
  const bool goesOn = known != names.end() && isSpent(init, loop);
  if (name.empty() && goesOn)
    name = known->second;
  if (name.empty() || known == names.end() || known->second != name ||
      !(variables.contains(init) || goesOn)) {
    const std::string start = initializer(init);
    name = scopes.claim(hint);
    out.line((isOnlySet(loop, argument, result) ? "[[maybe_unused]] " : "") +
             typeName(init.getType(), isUnsigned(init)) + " " + name + " = " +
             start + ";");
  }
  bind(argument, name);
  variables.insert(argument);
  holders[name] = argument;
  if (result)
    bind(result, name);
  return name;
}

/// The condition is evaluated every time round: it names its bound.
std::string BodyEmitter::upperBound(scf::ForOp loop, StringRef variable) {
  Value bound = loop.getUpperBound();
  Operation *op = bound.getDefiningOp();
  if (!op || names.count(bound) || op->hasTrait<OpTrait::ConstantLike>() ||
      (readsLocal(*op) && isInlined(*op) && !changesLocals(*loop, *op)))
    return wide(bound, sum);
  return declareBound(bound, variable.str() + "_end");
}

/// A bound as a constant, named as what computes it or `otherwise`.
std::string BodyEmitter::declareBound(Value bound, StringRef otherwise) {
  const std::string hint = nameAt(bound.getDefiningOp()->getLoc());
  const std::string value = initializer(bound);
  const std::string name = scopes.claim(hint.empty() ? otherwise : hint);
  out.line("const std::int64_t " + name + " = " + value + ";");
  return name;
}

/// Where a loop starts: in a constant if it is computed and has a name.
std::string BodyEmitter::lowerBound(scf::ForOp loop) {
  Value bound = loop.getLowerBound();
  Operation *op = bound.getDefiningOp();
  if (op && !names.count(bound) && isa<arith::AddIOp, arith::MulIOp>(op) &&
      !nameAt(op->getLoc()).empty())
    return declareBound(bound, "");
  return initializer(bound);
}

/// The variable that an earlier loop has left where this one goes on; or empty.
std::string BodyEmitter::continued(scf::ForOp loop) {
  Value start = loop.getLowerBound();
  auto known = names.find(start);
  return known != names.end() && isSpent(start, *loop) ? known->second : "";
}

void BodyEmitter::emitFor(scf::ForOp loop, ArrayRef<std::string> targets) {
  auto mapping = loop->getAttrOfType<StringAttr>(mappingAttr);
  if (teams && mapping && (!oneLane || mapping.getValue() == "team"))
    return emitShared(loop, mapping.getValue());
  comment(*loop);
  std::vector<std::string> carriedNames;
  for (auto [init, argument, result] : llvm::zip(
           loop.getInitArgs(), loop.getRegionIterArgs(), loop.getResults()))
    carriedNames.push_back(
        carry(*loop, init, argument, result, "sum", targets));
  const std::string hint = metadataAt(loop.getLoc(), variableName);
  const std::string lower = lowerBound(loop);
  const std::string upper = upperBound(loop, hint);
  std::string variable = continued(loop), start;
  scopes.open();
  if (variable.empty()) {
    variable = scopes.claim(hint.empty() ? "n" : hint);
    start = "std::int64_t " + variable + " = " + lower;
  }
  bind(loop.getInductionVar(), variable);
  out.open("for (" + start + "; " + variable + " < " + upper + "; ++" +
           variable + ") {");
  emitBlock(*loop.getBody(), carriedNames);
  out.close();
  scopes.close();
}

void BodyEmitter::emitWhile(scf::WhileOp loop, ArrayRef<std::string> targets) {
  comment(*loop);
  SmallVector<StringRef> hints;
  const std::string list = metadataAt(loop.getLoc(), variableName);
  StringRef(list).split(hints, ' ', -1, false);
  scf::ConditionOp condition = loop.getConditionOp();
  std::vector<std::string> carriedNames;
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    Value argument = loop.getBeforeArguments()[i], result;
    for (auto [k, passed] : llvm::enumerate(condition.getArgs()))
      if (passed == argument)
        result = loop.getResult(k);
    const bool isPosition = isa<IndexType>(init.getType());
    const StringRef hint = isPosition && i < hints.size() ? hints[i] : "sum";
    carriedNames.push_back(carry(*loop, init, argument, result, hint, targets));
  }
  for (auto [k, passed] : llvm::enumerate(condition.getArgs())) {
    if (!names.count(passed))
      throw Strata::CodegenError("emit: a loop passes on a computed value");
    Value after = loop.getAfterArguments()[k];
    bind(after, names[passed]);
    bind(loop.getResult(k), names[passed]);
    variables.insert(after);
    holders[names[passed]] = after;
  }
  for (Operation &op : loop.getBeforeBody()->without_terminator())
    if (!isInlined(op))
      throw Strata::CodegenError("emit: a loop's condition is no expression");
  scopes.open();
  out.open("while (" + text(condition.getCondition()) + ") {");
  emitBlock(*loop.getAfterBody(), carriedNames);
  out.close();
  scopes.close();
}

} // namespace strata::cpp
