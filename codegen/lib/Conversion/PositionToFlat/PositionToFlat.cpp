// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass convert-strata-pos-to-flat. Input: strata_pos.launch ops over tensors
// (stage position). Output: a function per launch over flat buffers, and the
// program that runs them (stage flat).
#include "LaunchLowering.h"
#include "PieceRows.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/MergeNames.h"
#include "strata/Dialect/ScalarTypes.h"
#include "strata/KernelArguments.h"
#include "strata/Passes.h"

using namespace mlir;
using Strata::ScalarType;

namespace strata {
#define GEN_PASS_DEF_CONVERTPOSITIONTOFLAT
#include "strata/Passes.h.inc"

namespace {

using Kind = KernelArgument::Kind;

/// A tensor of the kernel: argument, converted copy or temporary.
struct KernelTensor {
  Value value;
  std::string name;
  Strata::TensorFormat format;
  ScalarType scalar;
  int unitLevel = -1; ///< level with stride 1, when that is known
  bool assembled = false, shortFibres = false, scratch = false;
  std::vector<int64_t> fixedExtents = {}; ///< by dimension, -1: any; or empty
};

/// Extents of a temporary that the kernel is compiled for.
std::vector<int64_t> fixedExtentsOf(func::FuncOp kernel, itg::TemporaryOp t) {
  auto known = kernel->getAttrOfType<DictionaryAttr>(fixedVariablesAttr);
  std::vector<int64_t> out;
  for (auto variable : t.getVariables().getAsRange<StringAttr>()) {
    auto extent = known ? known.getAs<IntegerAttr>(variable) : IntegerAttr();
    out.push_back(extent ? extent.getInt() : -1);
  }
  return out;
}

std::vector<KernelTensor> tensorsOf(func::FuncOp kernel) {
  std::vector<KernelTensor> out;
  auto add = [&](Value value, StringRef name, int unitLevel) {
    auto type = cast<itg::TensorType>(value.getType());
    out.push_back({value, name.str(), formatOf(type),
                   *scalarType(type.getElementType()), unitLevel});
  };
  for (BlockArgument arg : kernel.getArguments()) {
    const unsigned i = arg.getArgNumber();
    auto name = kernel.getArgAttrOfType<StringAttr>(i, nameAttr);
    auto unit = kernel.getArgAttrOfType<IntegerAttr>(i, unitLevelAttr);
    add(arg, name ? name.getValue() : "tensor", unit ? unit.getInt() : -1);
    if (auto fixed = kernel.getArgAttrOfType<DenseI64ArrayAttr>(i, fixedExtentsAttr))
      out.back().fixedExtents = fixed.asArrayRef().vec();
    out.back().shortFibres = bool(kernel.getArgAttr(i, shortAttr));
  }
  for (auto c : kernel.getBody().getOps<itg::ConvertOp>())
    add(c.getTensor(), c.getLabel(), -1);
  for (auto t : kernel.getBody().getOps<itg::TemporaryOp>()) {
    add(t.getTensor(), t.getLabel(),
        static_cast<int>(t.getVariables().size()) - 1);
    out.back().fixedExtents = fixedExtentsOf(kernel, t);
    out.back().scratch = t.getScratch();
  }
  for (auto launch : kernel.getBody().getOps<pos::LaunchOp>())
    for (KernelTensor &t : out)
      t.assembled |= launch.getResult() == t.value;
  return out;
}

/// All-dense tensors: a strided memref with a dimension per level. Else the
/// stored values, of rank 1.
MemRefType valuesType(MLIRContext *context, const KernelTensor &tensor) {
  const Type element = memoryType(context, tensor.scalar);
  if (!tensor.format.is_dense())
    return MemRefType::get({ShapedType::kDynamic}, element);
  const int rank = tensor.format.lvl_rank();
  if (rank == 0)
    return MemRefType::get({}, element);
  SmallVector<int64_t> strides(rank, ShapedType::kDynamic);
  if (tensor.unitLevel >= 0)
    strides[tensor.unitLevel] = 1;
  return MemRefType::get(SmallVector<int64_t>(rank, ShapedType::kDynamic),
                         element, StridedLayoutAttr::get(context, 0, strides));
}

Type argumentType(MLIRContext *context, const KernelArgument &arg,
                  ArrayRef<KernelTensor> tensors) {
  auto buffer = [](Type element) {
    return MemRefType::get({ShapedType::kDynamic}, element);
  };
  const auto integer = [&](int bits) { return IntegerType::get(context, bits); };
  switch (arg.kind) {
  case Kind::values:
    return valuesType(context, tensors[arg.tensor]);
  case Kind::positions:
    return buffer(integer(tensors[arg.tensor].format.pos_type().bits()));
  case Kind::coordinates:
    return buffer(integer(tensors[arg.tensor].format.crd_type().bits()));
  case Kind::cursors:
  case Kind::counters:
    return buffer(integer(64));
  default:
    return IndexType::get(context);
  }
}

std::string argumentName(const KernelArgument &arg,
                         ArrayRef<KernelTensor> tensors) {
  const std::string &name = tensors[arg.tensor].name;
  const std::string number = std::to_string(arg.index);
  switch (arg.kind) {
  case Kind::values:
    return name + "_values";
  case Kind::positions:
    return name + "_positions" + number;
  case Kind::coordinates:
    return name + "_coordinates" + number;
  case Kind::extent:
    return name + "_extent" + number;
  case Kind::offset:
    return name + "_offset" + number;
  case Kind::step:
    return name + "_step" + number;
  case Kind::whole:
    return name + "_whole" + number;
  case Kind::stride:
    return name + "_stride" + number;
  case Kind::cursors:
    return name + "_cursors";
  case Kind::counters:
    return "counters";
  case Kind::accesses:
    return "accesses";
  }
  return name;
}

struct ConvertPass : impl::ConvertPositionToFlatBase<ConvertPass> {
  using ConvertPositionToFlatBase::ConvertPositionToFlatBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "position")))
      return signalPassFailure();
    if (!sumsNamed(sums)) {
      module.emitError("convert-strata-pos-to-flat: sums '")
          << sums << "'; expected automatic, plain, two or vectors";
      return signalPassFailure();
    }
    for (func::FuncOp kernel :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (!kernel.isPrivate() &&
          failed(guardErrors(kernel, [&] { return convert(kernel); })))
        return signalPassFailure();
    setStage(module, "flat");
  }

  LogicalResult convert(func::FuncOp kernel) {
    const std::vector<KernelTensor> tensors = tensorsOf(kernel);
    std::vector<Strata::TensorFormat> formats;
    std::vector<bool> assembled;
    for (const KernelTensor &t : tensors) {
      formats.push_back(t.format);
      assembled.push_back(t.assembled);
    }
    // Strides are in the types of the memrefs.
    auto arguments = kernelArguments(formats, assembled, countIterations);
    llvm::erase_if(arguments, [](const KernelArgument &arg) {
      return arg.kind == Kind::stride;
    });
    int number = 0;
    for (pos::LaunchOp launch :
         llvm::make_early_inc_range(kernel.getBody().getOps<pos::LaunchOp>())) {
      const std::string name = "launch" + std::to_string(number++);
      outline(launch, kernel, name, tensors, arguments);
      OpBuilder b(launch);
      pos::RunOp::create(b, launch.getLoc(), name, launch.getLabel(),
                         launch.getTensor(), launch.getDimensionAttr(),
                         launch.getCountAttr(),
                         launch.getParallel(), launch.getRace(),
                         launch.getTeamAttr(), launch.getPhaseAttr());
      launch.erase();
    }
    return success();
  }

  void outline(pos::LaunchOp launch, func::FuncOp kernel, StringRef name,
               ArrayRef<KernelTensor> tensors,
               ArrayRef<KernelArgument> arguments) {
    OpBuilder b(kernel->getContext());
    b.setInsertionPointAfter(kernel);
    if (Operation *last = &kernel->getBlock()->back())
      b.setInsertionPointAfter(last);
    SmallVector<Type> types;
    for (const KernelArgument &arg : arguments)
      types.push_back(argumentType(b.getContext(), arg, tensors));
    types.append(4, b.getIndexType());
    const Location loc = launch.getLoc();
    auto function =
        func::FuncOp::create(b, loc, name, b.getFunctionType(types, {}));
    function.setPrivate();
    function->setAttr("strata.label", launch.getLabelAttr());
    if (DenseI64ArrayAttr team = launch.getTeamAttr())
      function->setAttr(teamAttr, team);
    Block *body = function.addEntryBlock();
    for (auto [i, arg] : llvm::enumerate(arguments)) {
      function.setArgAttr(i, nameAttr,
                          b.getStringAttr(argumentName(arg, tensors)));
      if (arg.kind == Kind::values &&
          Strata::is_unsigned_integer(tensors[arg.tensor].scalar))
        function.setArgAttr(i, unsignedAttr, b.getUnitAttr());
      if (arg.kind == Kind::values &&
          tensors[arg.tensor].scalar == ScalarType::boolean)
        function.setArgAttr(i, booleanAttr, b.getUnitAttr());
      if (arg.kind == Kind::values && tensors[arg.tensor].scratch)
        function.setArgAttr(i, scratchAttr, b.getUnitAttr());
    }
    unsigned next = arguments.size();
    for (StringRef name : {"slot", "begin", "end", "units"})
      function.setArgAttr(next++, nameAttr, b.getStringAttr(name));
    b.setInsertionPointToStart(body);
    const FlatOptions flat{strict, countIterations, vectorBytes, fastGather,
                           *sumsNamed(sums)};
    Value counters = countIterations
                         ? body->getArgument(arguments.size() - 1)
                         : Value();
    auto bound = buffers(b, body, tensors, arguments);
    keepPieceRows(b, launch, bound);
    LaunchLowering lowering(getOperation(), b, loc, std::move(bound), counters, flat);
    auto range = body->getArguments().take_back(4);
    lowering.lower(launch, range[0], range[1], range[2], range[3]);
    func::ReturnOp::create(b, loc);
  }

  static llvm::DenseMap<Value, TensorBuffers>
  buffers(OpBuilder &b, Block *body, ArrayRef<KernelTensor> tensors,
          ArrayRef<KernelArgument> arguments) {
    llvm::DenseMap<Value, TensorBuffers> out;
    for (const KernelTensor &t : tensors) {
      TensorBuffers &buffer = out[t.value];
      buffer.name = t.name;
      buffer.format = t.format;
      buffer.scalar = t.scalar;
      buffer.shortFibres = t.shortFibres;
      buffer.levels.resize(t.format.lvl_rank());
      buffer.extents.resize(t.format.dim_rank());
      buffer.slices.resize(t.format.lvl_rank());
    }
    for (auto [i, arg] : llvm::enumerate(arguments)) {
      if (arg.kind == Kind::counters)
        continue;
      const KernelTensor &t = tensors[arg.tensor];
      Value value = body->getArgument(i);
      if (arg.kind == Kind::extent && !t.fixedExtents.empty() &&
          t.fixedExtents[arg.index] >= 0)
        value = arith::ConstantIndexOp::create(b, b.getUnknownLoc(),
                                               t.fixedExtents[arg.index]);
      bind(out[t.value], arg, t, value);
    }
    return out;
  }

  static void bindSlice(TensorBuffers &buffer, const KernelArgument &arg,
                        const KernelTensor &t, Value value) {
    for (int l = 0; l < t.format.lvl_rank(); ++l) {
      if (t.format.dimension_of_level(l) != arg.index)
        continue;
      if (!buffer.slices[l])
        buffer.slices[l].emplace();
      if (arg.kind == Kind::offset)
        buffer.slices[l]->offset = {0, value};
      else if (arg.kind == Kind::step)
        buffer.slices[l]->stride = {0, value};
      else
        buffer.levels[l].extent = value;
    }
  }

  static void bind(TensorBuffers &buffer, const KernelArgument &arg,
                   const KernelTensor &t, Value value) {
    switch (arg.kind) {
    case Kind::values:
      buffer.values = value;
      break;
    case Kind::positions:
      buffer.levels[arg.index].positions = {value,
                                            t.format.pos_type().is_signed};
      break;
    case Kind::coordinates:
      buffer.levels[arg.index].coordinates = {value,
                                              t.format.crd_type().is_signed};
      break;
    case Kind::extent:
      buffer.extents[arg.index] = value;
      for (int l = 0; l < t.format.lvl_rank(); ++l)
        if (t.format.dimension_of_level(l) == arg.index)
          buffer.levels[l].extent = value;
      break;
    case Kind::offset:
    case Kind::step:
    case Kind::whole:
      bindSlice(buffer, arg, t, value);
      break;
    case Kind::cursors:
      buffer.cursors = value;
      break;
    case Kind::stride:
    case Kind::counters:
    case Kind::accesses:
      break;
    }
  }
};

} // namespace
} // namespace strata
