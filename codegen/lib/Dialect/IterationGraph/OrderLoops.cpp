// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-order-loops. Input: one strata_itg.assign (stage notation).
// Output: converted copies, temporaries, then one strata_itg.nest per statement
// of concrete index notation (stage coordinate).
#include "strata/Analysis/ExprUtils.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/MergeNames.h"
#include "strata/Dialect/RaceNames.h"
#include "strata/Dialect/WorklistNames.h"
#include "strata/Passes.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_ORDERLOOPS
#include "strata/Passes.h.inc"

namespace {

/// The checked assignment that the kernel holds.
Strata::CheckedAssignment readAssignment(func::FuncOp kernel, itg::AssignOp op,
                                         const NotationReader &reader) {
  Strata::CheckedAssignment stmt;
  stmt.assignment.lhs = reader.access(op.getTensor(), op.getIndices());
  stmt.assignment.accumulate = op.getAccumulate();
  stmt.assignment.keeps_rest = op.getKeepsRest();
  stmt.assignment.rhs = reader.expr(op.getValue());
  if (auto text = kernel->getAttrOfType<StringAttr>("strata.notation"))
    stmt.assignment.text = text.str();
  stmt.tensors = reader.tensors();
  auto note = [&](const Strata::Access &access) {
    const auto &extents = stmt.tensors.at(access.tensor).extents;
    for (size_t d = 0; d < extents.size(); ++d)
      if (!access.indices[d].variable.empty())
        stmt.extents[access.indices[d].variable] =
            access.indices[d].length(extents[d]);
  };
  note(stmt.assignment.lhs);
  strata::walk(stmt.assignment.rhs, [&](const Strata::IndexExprPtr &e) {
    if (e->kind == Strata::IndexExpr::Kind::access)
      note(e->access);
  });
  for (const auto &[variable, source] : reader.extentSources())
    note(source);
  return stmt;
}

void emitStatement(OpBuilder &b, Location loc, const ConcreteStatement &s,
                   const llvm::StringMap<Value> &tensors) {
  auto tensorOrNone = [&](const std::string &name) {
    return name.empty() ? Value() : tensors.lookup(name);
  };
  auto nest = itg::NestOp::create(b, loc, s.parallel, nameOf(s.race), Value(),
                                  ArrayAttr(), IntegerAttr(),
                                  tensorOrNone(s.marks), tensorOrNone(s.list),
                                  tensorOrNone(s.bounds),
                                  tensorOrNone(s.cuts), ArrayAttr(), ValueRange(),
                                  tensorOrNone(s.carry), s.atomicCarry);
  if (!s.partitioned.empty())
    nest.setPartitionedAttr(b.getStrArrayAttr(
        SmallVector<StringRef>(s.partitioned.begin(), s.partitioned.end())));
  for (const std::string &table : s.begins)
    nest.getBeginsMutable().append(tensors.lookup(table));
  if (!s.collectedIn.empty())
    itg::CollectOp::create(b, loc, tensors.lookup(s.lhs.tensor),
                           tensors.lookup(s.collectedIn));
  OpBuilder::InsertionGuard guard(b);
  if (s.workspace) {
    SmallVector<StringRef> indices;
    for (const Strata::IndexArg &arg : s.workspace->indices)
      indices.push_back(arg.variable);
    nest.getWorkspaceMutable().assign(tensors.lookup(s.workspace->tensor));
    nest.setIndicesAttr(b.getStrArrayAttr(indices));
    nest.setDepth(s.workspaceDepth);
  }
  b.setInsertionPointToStart(&nest.getBody().emplaceBlock());
  for (const KeptFibre &k : s.kept) {
    SmallVector<std::string> indices;
    for (const Strata::IndexArg &arg : k.access.indices)
      indices.push_back(Strata::to_string(arg));
    itg::KeepOp::create(b, loc, tensors.lookup(k.access.tensor),
                        b.getStrArrayAttr(SmallVector<StringRef>(indices.begin(), indices.end())),
                        k.variable(), tensors.lookup(k.row.tensor),
                        tensors.lookup(k.marks), tensors.lookup(k.list), k.after);
  }
  for (const std::string &variable : s.loops) {
    auto forall = itg::ForallOp::create(b, loc, variable);
    b.setInsertionPointToStart(&forall.getBody().emplaceBlock());
  }
  NotationEmitter(b, loc, tensors).emitAssign(s.lhs, s.accumulate, s.rhs, s.combiner);
}

struct OrderLoopsPass : impl::OrderLoopsBase<OrderLoopsPass> {
  using OrderLoopsBase::OrderLoopsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "notation")))
      return signalPassFailure();
    for (func::FuncOp kernel : module.getOps<func::FuncOp>())
      if (failed(guardErrors(kernel, [&] { return order(kernel); })))
        return signalPassFailure();
    setStage(module, "coordinate");
  }

  LogicalResult order(func::FuncOp kernel) {
    NotationReader reader(kernel);
    auto assigns = kernel.getBody().getOps<itg::AssignOp>();
    if (!llvm::hasSingleElement(assigns))
      return kernel.emitError("expected one assignment");
    const auto raceWanted = raceNamed(race);
    const auto worklistWanted = worklistNamed(worklist);
    const auto mergeWanted = mergeBodyNamed(merge);
    const auto refuse = [&](const char *option, const std::string &given,
                            const char *expected) -> LogicalResult {
      return kernel.emitError("strata-order-loops: ")
             << option << " '" << given << "'; expected " << expected;
    };
    if (!raceWanted)
      return refuse("race", race, "automatic, none, atomics, privatize or ranges");
    if (!worklistWanted)
      return refuse("worklist", worklist, "automatic, dense, hashed or sorted");
    if (!mergeWanted)
      return refuse("merge", merge, "automatic, branchy, branchfree, gallop or locate");
    itg::AssignOp assign = *assigns.begin();
    ConcretizeOptions options{*raceWanted, concurrency, entries, smallWork,
                              strict, deterministic, balanced, evenLoops,
                              *worklistWanted,
                              *mergeWanted, anySpace, keepsBegins, {}, sharedLoops,
                              manyPieces};
    for (BlockArgument arg : kernel.getArguments())
      if (auto stored = kernel.getArgAttrOfType<FloatAttr>(arg.getArgNumber(),
                                                           entriesAttr))
        options.entriesOf[reader.nameOf(arg)] = stored.getValueAsDouble();
    const ConcreteProgram program =
        concretize(readAssignment(kernel, assign, reader), options);
    OpBuilder b(assign);
    llvm::StringMap<Value> tensors = reader.values();
    for (const Conversion &c : program.conversions) {
      auto copy = itg::ConvertOp::create(
          b, assign.getLoc(),
          tensorType(b.getContext(), program.tensors.at(c.name)),
          tensors.lookup(c.source), c.name);
      copy->setAttr("reason", b.getStringAttr(c.reason));
      tensors[c.name] = copy.getTensor();
    }
    for (const Temporary &t : program.temporaries) {
      SmallVector<StringRef> variables(t.variables.begin(), t.variables.end());
      auto temporary = itg::TemporaryOp::create(
          b, assign.getLoc(),
          tensorType(b.getContext(), program.tensors.at(t.name)), t.name,
          b.getStrArrayAttr(variables), t.isScratch, t.startsAsZero);
      if (const double fill = program.tensors.at(t.name).fill; fill != 0)
        temporary->setAttr(fillAttr, b.getF64FloatAttr(fill));
      tensors[t.name] = temporary;
    }
    for (const ConcreteStatement &s : program.statements)
      emitStatement(b, assign.getLoc(), s, tensors);
    eraseNotation(assign);
    return success();
  }

  /// Erases the assignment and the expression that only it used.
  static void eraseNotation(itg::AssignOp assign) {
    Block *block = assign->getBlock();
    assign.erase();
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (op.use_empty() && isMemoryEffectFree(&op) &&
          op.getNumResults() == 1 && !isa<itg::TemporaryOp>(op))
        op.erase();
  }
};

} // namespace
} // namespace strata
