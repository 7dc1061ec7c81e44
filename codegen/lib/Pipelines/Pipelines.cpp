// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole flow on one page.
#include "strata/Pipelines.h"

#include "../Target/LLVMIR/HostFeatures.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/Passes.h"
#include "strata/Dialect/MergeNames.h"
#include "strata/Dialect/RaceNames.h"
#include "strata/Dialect/WorklistNames.h"
#include "strata/Analysis/Prefetch.h"
#include "strata/Analysis/RowBlocks.h"
#include "strata/Analysis/SumFactors.h"
#include "strata/DeviceGrid.h"
#include "strata/DevicePasses.h"
#include "strata/HostPasses.h"
#include "strata/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace strata {

void registerDialects(DialectRegistry &registry) {
  registry.insert<itg::StrataItgDialect, pos::StrataPosDialect,
                  arith::ArithDialect, cf::ControlFlowDialect,
                  complex::ComplexDialect, func::FuncDialect,
                  LLVM::LLVMDialect, math::MathDialect,
                  memref::MemRefDialect, NVVM::NVVMDialect, scf::SCFDialect,
                  ub::UBDialect, vector::VectorDialect>();
}

void buildStagePipeline(OpPassManager &pm, const CompileRequest &request,
                        Strata::Stage stage) {
  const Strata::PlanOptions &options = request.options;
  if (stage == Strata::Stage::notation)
    return;
  OrderLoopsOptions order;
  order.race = nameOf(request.concretize.race).str();
  order.concurrency = request.concretize.concurrency;
  order.entries = request.concretize.entries;
  order.smallWork = request.concretize.smallWork;
  order.strict = request.concretize.strict;
  order.deterministic = request.concretize.deterministic;
  order.balanced = request.concretize.balanced;
  order.evenLoops = request.concretize.evenLoops;
  order.worklist = nameOf(options.worklist).str();
  order.merge = nameOf(request.concretize.merge).str();
  order.anySpace = request.concretize.anySpace;
  order.keepsBegins = request.concretize.keepsBegins;
  order.sharedLoops = request.concretize.sharedLoops;
  order.manyPieces = request.concretize.manyPieces;
  pm.addPass(createOrderLoops(order));
  if (stage == Strata::Stage::coordinate)
    return;
  ConvertIterationGraphToPositionOptions position;
  position.strict = options.strict;
  pm.addPass(createConvertIterationGraphToPosition(position));
  ExpandAssemblyOptions assembly;
  assembly.separate = request.separatePhases;
  assembly.onePass = request.onePass;
  pm.addPass(createExpandAssembly(assembly));
  ChooseMergesOptions merges;
  merges.body = nameOf(options.merge).str();
  pm.addPass(createChooseMerges(merges));
  if (!request.followers.empty()) {
    ShareLaunchesOptions share;
    share.loops.assign(request.sharedLoops.begin(), request.sharedLoops.end());
    pm.addPass(createShareLaunches(share));
  }
  if (request.inTeam) {
    MapLoopsOptions map;
    map.team = 0;
    map.strict = options.strict || options.deterministic;
    pm.addPass(createMapLoops(map));
  } else if (options.team_size > 0 || options.vector_length > 0) {
    MapLoopsOptions map;
    map.team = std::max(options.team_size, 1);
    map.vector = std::max(options.vector_length, 1);
    map.strict = options.strict;
    pm.addPass(createMapLoops(map));
  }
  if (stage == Strata::Stage::position)
    return;
  ConvertPositionToFlatOptions flat;
  flat.strict = options.strict;
  flat.countIterations = options.count_iterations;
  flat.vectorBytes = request.vectorBytes;
  flat.fastGather = hostGathersFast();
  flat.sums = nameOf(options.sums).str();
  pm.addPass(createConvertPositionToFlat(flat));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createDropSearches());
  pm.addPass(createCSEPass());
}

/// Behind the passes that make pointers of memref arguments.
static void addConversionToLLVM(OpPassManager &pm) {
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createLowerVectors());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void buildHostPipeline(OpPassManager &pm, const CompileRequest &request) {
  const Strata::PlanOptions &options = request.options;
  if (options.team_size > 0 || options.vector_length > 0) {
    if (!options.check_races) // of what the kernel is written to do
      pm.addPass(createKeepInLanes());
    SimulateTeamsOptions simulate;
    simulate.permute = options.permute;
    simulate.check = options.check_races;
    pm.addPass(createSimulateTeams(simulate));
  }
  pm.addPass(createUnswitchLoops());
  BlockRowsOptions blocks;
  const RowBlockChoice rows = chooseRowBlocks(request);
  blocks.bytes = rows.bytes;
  blocks.fewest = rows.fewest;
  pm.addPass(createBlockRows(blocks));
  pm.addPass(createJamRows());
  if (const PrefetchChoice choice = choosePrefetch(request); choice.blocks) {
    PrefetchStreamsOptions prefetch;
    prefetch.fibres = choice.fibres;
    pm.addPass(createPrefetchStreams(prefetch));
  }
  FactorSumsOptions factors;
  factors.bytes = bytesOfFactoredSums(request);
  pm.addPass(createFactorSums(factors));
  ExpandHalfOptions half;
  half.nativeF16 = hostConvertsF16();
  pm.addPass(createExpandHalf(half));
  pm.addPass(createExpandMath());
  pm.addPass(createPackArguments());
  addConversionToLLVM(pm);
}

void buildDevicePipeline(OpPassManager &pm, StringRef name) {
  pm.addPass(createKeepInLanes());
  pm.addPass(createMapToDevice());
  UnrollReadsOptions unroll;
  unroll.times = deviceUnroll;
  pm.addPass(createUnrollReads(unroll));
  pm.addPass(createExpandDeviceLibrary());
  pm.addPass(createExpandMath());
  AddDeviceKernelsOptions kernels;
  kernels.name = name.str();
  pm.addPass(createAddDeviceKernels(kernels));
  addConversionToLLVM(pm);
}

using Tensors = llvm::DenseMap<Value, int>;

static ProgramStep::Pass passOf(std::optional<StringRef> phase) {
  return llvm::StringSwitch<ProgramStep::Pass>(phase.value_or(""))
      .Case("limit", ProgramStep::Pass::limit)
      .Case("count", ProgramStep::Pass::count)
      .Case("append", ProgramStep::Pass::append)
      .Default(ProgramStep::Pass::other);
}

static ProgramStep readStep(pos::RunOp run, const Tensors &tensors) {
  ProgramStep step;
  step.label = run.getLabel().str();
  step.parallel = run.getParallel();
  step.privatized = run.getRace() == "privatize";
  step.ranged = run.getRace() == "ranges";
  if (run.getTensor()) {
    step.tensor = tensors.lookup(run.getTensor());
    step.dimension = static_cast<int>(*run.getDimension());
    if (run.getCount())
      step.count = static_cast<std::int64_t>(*run.getCount());
  }
  if (auto team = run.getTeam()) {
    step.teamSize = static_cast<int>((*team)[0]);
    step.vectorLength = static_cast<int>((*team)[1]);
  }
  step.pass = passOf(run.getPhase());
  step.numeric = run.getPhase() == "values";
  step.symbolic = run.getPhase() == "count" || run.getPhase() == "structure";
  return step;
}

static ProgramStep readPartition(pos::PartitionOp op, const Tensors &tensors) {
  ProgramStep step;
  step.kind = ProgramStep::Kind::partition;
  step.tensor = tensors.lookup(op.getCuts());
  step.parallel = true;
  step.privatized = op.getPrivatized();
  step.ranged = op.getRanged();
  for (auto [n, tensor, depth] :
       llvm::enumerate(op.getWeighed(), op.getDepths()))
    step.weighed.push_back({tensors.lookup(tensor), static_cast<int>(depth),
                            op.windowsOf(n).vec(),
                            static_cast<int>(op.parentOf(n)),
                            static_cast<int>(op.parentLevelOf(n)),
                            static_cast<int>(op.sampledOf(n)),
                            op.beginsOf(n) ? tensors.lookup(op.beginsOf(n)) : -1});
  for (auto [v, tensor, dimension, all] : llvm::enumerate(
           op.getExtents(), op.getDimensions(), op.getVisitsAll()))
    step.variables.push_back({tensors.lookup(tensor),
                              static_cast<int>(dimension), op.countOf(v), all});
  return step;
}

static ProgramStep readReserve(pos::ReserveOp op, const Tensors &tensors) {
  ProgramStep step;
  step.kind = ProgramStep::Kind::reserve;
  step.tensor = tensors.lookup(op.getBounds());
  step.variables.push_back({tensors.lookup(op.getTensor()),
                            static_cast<int>(op.getDimension()), -1, false});
  for (Value table : op.getTables())
    step.tables.push_back(tensors.lookup(table));
  return step;
}

/// A step that is no launch; none: \p op is not one.
static std::optional<ProgramStep> readHostStep(Operation *op,
                                               const Tensors &tensors) {
  ProgramStep step;
  if (auto partition = dyn_cast<pos::PartitionOp>(op))
    return readPartition(partition, tensors);
  if (auto reserve = dyn_cast<pos::ReserveOp>(op))
    return readReserve(reserve, tensors);
  if (auto allocate = dyn_cast<pos::AllocateOp>(op)) {
    step.kind = ProgramStep::Kind::allocate;
    step.tensor = tensors.lookup(allocate.getTensor());
    step.levels.assign(allocate.getIncomplete().begin(),
                       allocate.getIncomplete().end());
    return step;
  }
  if (auto complete = dyn_cast<pos::CompleteOp>(op)) {
    step.kind = ProgramStep::Kind::complete;
    step.tensor = tensors.lookup(complete.getTensor());
    step.levels.assign(complete.getLevels().begin(),
                       complete.getLevels().end());
    return step;
  }
  if (auto collect = dyn_cast<itg::CollectOp>(op)) {
    step.kind = ProgramStep::Kind::collect;
    step.source = tensors.lookup(collect.getSource());
    step.tensor = tensors.lookup(collect.getTensor());
    return step;
  }
  return std::nullopt;
}

CompiledProgram readProgram(ModuleOp flat) {
  CompiledProgram program;
  Tensors tensors;
  flat.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto kernel = dyn_cast<func::FuncOp>(op); kernel && !kernel.isPrivate())
      for (BlockArgument arg : kernel.getArguments())
        tensors[arg] = static_cast<int>(arg.getArgNumber());
    if (auto c = dyn_cast<itg::ConvertOp>(op))
      tensors.try_emplace(c.getTensor(), static_cast<int>(tensors.size()));
    if (auto t = dyn_cast<itg::TemporaryOp>(op)) {
      Temporary temporary;
      temporary.name = t.getLabel().str();
      for (Attribute v : t.getVariables())
        temporary.variables.push_back(cast<StringAttr>(v).str());
      temporary.isScratch = t.getScratch();
      temporary.startsAsZero = t.getZero();
      program.temporaries.push_back(std::move(temporary));
      tensors[t.getTensor()] = static_cast<int>(tensors.size());
    }
    if (auto run = dyn_cast<pos::RunOp>(op))
      program.steps.push_back(readStep(run, tensors));
    if (auto step = readHostStep(op, tensors))
      program.steps.push_back(std::move(*step));
  });
  return program;
}

} // namespace strata
