// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass convert-strata-itg-to-strata-pos. Input: strata_itg.nest ops (stage
// coordinate). Output: one strata_pos.launch each (stage position).
#include "LaunchLabel.h"
#include "PositionEmitter.h"
#include "strata/Conversion/KernelName.h"
#include "strata/Dialect/OperatorNames.h"
#include "strata/Dialect/RaceNames.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_CONVERTITERATIONGRAPHTOPOSITION
#include "strata/Passes.h.inc"

namespace {

KeptFibre readKept(itg::KeepOp op, const NotationReader &reader) {
  KeptFibre kept;
  kept.access = reader.access(op.getTensor(), op.getIndices());
  kept.after = op.getAfter().str();
  kept.row.tensor = reader.nameOf(op.getValues());
  for (const std::string &variable : {std::string(slotVariable), op.getVariable().str()}) {
    kept.row.indices.emplace_back();
    kept.row.indices.back().variable = variable;
  }
  kept.marks = reader.nameOf(op.getMarks());
  kept.list = reader.nameOf(op.getList());
  return kept;
}

ConcreteStatement readNest(itg::NestOp nest, const NotationReader &reader) {
  ConcreteStatement s;
  s.parallel = nest.getParallel().str();
  s.race = *raceNamed(nest.getRace()); // the verifier knows it
  if (nest.getWorkspace()) {
    s.workspace = reader.access(nest.getWorkspace(), *nest.getIndices());
    s.workspaceDepth = *nest.getDepth();
    if (nest.getMarks())
      s.marks = reader.nameOf(nest.getMarks());
    if (nest.getList())
      s.list = reader.nameOf(nest.getList());
    if (nest.getBounds())
      s.bounds = reader.nameOf(nest.getBounds());
  }
  if (nest.getCuts()) {
    s.cuts = reader.nameOf(nest.getCuts());
    for (Attribute v : nest.getPartitionedAttr())
      s.partitioned.push_back(cast<StringAttr>(v).str());
    for (Value table : nest.getBegins())
      s.begins.push_back(reader.nameOf(table));
    if (nest.getCarry())
      s.carry = reader.nameOf(nest.getCarry());
    s.atomicCarry = nest.getAtomicCarry();
  }
  nest.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto keep = dyn_cast<itg::KeepOp>(op))
      s.kept.push_back(readKept(keep, reader));
    if (auto forall = dyn_cast<itg::ForallOp>(op))
      s.loops.push_back(forall.getVariable().str());
    if (auto assign = dyn_cast<itg::AssignOp>(op)) {
      s.lhs = reader.access(assign.getTensor(), assign.getIndices());
      s.accumulate = assign.getAccumulate();
      s.combiner = combinerNamed(assign.getCombiner());
      s.rhs = reader.expr(assign.getValue());
    }
  });
  return s;
}

struct ConvertPass
    : impl::ConvertIterationGraphToPositionBase<ConvertPass> {
  using ConvertIterationGraphToPositionBase::
      ConvertIterationGraphToPositionBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "coordinate")))
      return signalPassFailure();
    for (func::FuncOp kernel : module.getOps<func::FuncOp>())
      if (!kernel.isPrivate() &&
          failed(guardErrors(kernel, [&] { return convert(kernel); })))
        return signalPassFailure();
    setStage(module, "position");
  }

  LogicalResult convert(func::FuncOp kernel) {
    NotationReader reader(kernel);
    auto name = kernel->getAttrOfType<StringAttr>(kernelNameAttr);
    LaunchLabels labels(name ? name.str() : "einsum");
    for (itg::NestOp nest :
         llvm::make_early_inc_range(kernel.getBody().getOps<itg::NestOp>())) {
      const ConcreteStatement stmt = readNest(nest, reader);
      OpBuilder b(nest);
      PositionEmitter(b, nest.getLoc(), reader, !strict)
          .emit(stmt, labels.next(stmt, reader.tensors()));
      nest.erase();
    }
    return success();
  }
};

} // namespace
} // namespace strata
