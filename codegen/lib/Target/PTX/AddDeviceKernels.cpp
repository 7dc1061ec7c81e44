// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-add-device-kernels: see DevicePasses.td.
#include "../LLVMIR/LaunchPointers.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/DeviceGrid.h"
#include "strata/DevicePasses.h"
#include "strata/Passes.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_ADDDEVICEKERNELS
#include "strata/DevicePasses.h.inc"

namespace {

/// A number that the device has in a register, as an index.
template <class Register>
Value readRegister(OpBuilder &b, Location loc) {
  Value word = Register::create(b, loc, b.getI32Type());
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), word);
}

/// The kernel of one launch.
class Kernel {
public:
  Kernel(func::FuncOp launch, const std::string &name)
      : launch(launch), b(launch.getContext()), loc(launch.getLoc()) {
    if (auto team = launch->getAttrOfType<DenseI64ArrayAttr>(teamAttr)) {
      threads = team[0];
      lanes = team[1];
    }
    // Words, and the number of units.
    const auto types = launch.getFunctionType().getInputs().drop_back(4);
    SmallVector<Type> words;
    for (Type type : types)
      words.push_back(isa<LLVM::LLVMPointerType>(type) ? type
                                                       : Type(b.getI64Type()));
    words.push_back(b.getI64Type());
    checkSize(words.size());
    b.setInsertionPointAfter(launch);
    kernel = func::FuncOp::create(b, loc, name, b.getFunctionType(words, {}));
    for (auto [i, type] : llvm::enumerate(types))
      if (isa<LLVM::LLVMPointerType>(type))
        kernel.setArgAttr(i, "llvm.noalias", b.getUnitAttr());
  }

  void complete() {
    // Where shuffles are may not depend on what optimisation makes of branches.
    launch->setAttr("passthrough",
                    b.getStrArrayAttr({"alwaysinline", "convergent"}));
    kernel->setAttr("passthrough",
                    b.getArrayAttr({b.getStringAttr("convergent"), sizeOfBlock(),
                                    blocksOfProcessor()}));
    Block *body = kernel.addEntryBlock();
    b.setInsertionPointToStart(body);
    const Type index = b.getIndexType();
    SmallVector<Value> arguments;
    for (Value word : body->getArguments())
      arguments.push_back(
          isa<LLVM::LLVMPointerType>(word.getType())
              ? word
              : arith::IndexCastOp::create(b, loc, index, word).getResult());
    Value units = arguments.pop_back_val();
    addUnits(arguments, units);
    b.setInsertionPointToEnd(body);
    func::ReturnOp::create(b, loc);
  }

private:
  /// Bytes that parameters may have before PTX 8.1.
  void checkSize(size_t words) const {
    constexpr size_t most = 4352 / 8;
    if (words > most)
      throw Strata::UnsupportedExpression(Strata::error_message(
          "compile", "launch for a CUDA device",
          "at most " + std::to_string(most) + " words of arguments",
          std::to_string(words), "split the statement"));
  }

  /// Teams have just so many threads, others at most.
  ArrayAttr sizeOfBlock() {
    const bool isTeam = lanes > 0;
    const std::string size =
        isTeam ? std::to_string(lanes) + "," + std::to_string(threads) + ",1"
               : std::to_string(deviceBlock) + ",1,1";
    return b.getStrArrayAttr({isTeam ? "nvvm.reqntid" : "nvvm.maxntid", size});
  }

  /// Without it the assembler gives a thread 32 registers, however many it spills.
  ArrayAttr blocksOfProcessor() {
    constexpr int64_t atLeast = 512; // threads, of 128 registers at most
    const int64_t size = lanes > 0 ? threads * lanes : deviceBlock;
    const int64_t blocks = std::clamp<int64_t>(atLeast / size, 1, 32);
    return b.getStrArrayAttr({"nvvm.minctasm", std::to_string(blocks)});
  }

  /// A loop over the units of this block, or of this thread.
  void addUnits(ArrayRef<Value> arguments, Value units) {
    Value first = readRegister<NVVM::BlockIdXOp>(b, loc);
    Value step = readRegister<NVVM::GridDimXOp>(b, loc);
    if (lanes == 0) {
      Value size = readRegister<NVVM::BlockDimXOp>(b, loc);
      Value number = readRegister<NVVM::ThreadIdXOp>(b, loc);
      Value before = arith::MulIOp::create(b, loc, first, size);
      first = arith::AddIOp::create(b, loc, before, number);
      step = arith::MulIOp::create(b, loc, step, size);
    }
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    auto loop = scf::ForOp::create(b, loc, first, units, step);
    b.setInsertionPointToStart(loop.getBody());
    Value unit = loop.getInductionVar();
    Value next = arith::AddIOp::create(b, loc, unit, one);
    SmallVector<Value> all(arguments);
    all.append({first, unit, next, units}); // a slot, a range, how many
    func::CallOp::create(b, loc, launch, all);
  }

  func::FuncOp launch, kernel;
  OpBuilder b;
  Location loc;
  int64_t threads = 0, lanes = 0;
};

struct AddPass : impl::AddDeviceKernelsBase<AddPass> {
  using AddDeviceKernelsBase::AddDeviceKernelsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "flat")))
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(libraryAttr))
        makeInternal(function);
    const auto add = [&] {
      for (func::FuncOp launch : packLaunches(module))
        Kernel(launch, name + "_" + launch.getName().str()).complete();
      return success();
    };
    if (failed(guardErrors(module, add)))
      return signalPassFailure();
    setStage(module, "llvm");
  }
};

} // namespace
} // namespace strata
