// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-expand-math: see Passes.td.
#include "HostLibrary.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_EXPANDMATH
#include "strata/Passes.h.inc"

namespace {

/// True for what a loop carries of \p op, and begins with a number: never NaN.
static bool isCarriedNumber(Value value, Operation *op) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || argument.getArgNumber() == 0)
    return false;
  const unsigned carried = argument.getArgNumber() - 1;
  FloatAttr begin;
  return loop.getYieldedValues()[carried].getDefiningOp() == op &&
         matchPattern(loop.getInitArgs()[carried], m_Constant(&begin)) &&
         !begin.getValue().isNaN();
}

/// As Strata::maximum and Strata::minimum: the other one where one is NaN, the
/// first where both are equal. One instruction where the first is carried.
template <class Op>
struct ExpandExtremum : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &b) const override {
    constexpr bool isMax = std::is_same_v<Op, arith::MaxNumFOp>;
    const Location loc = op.getLoc();
    Value x = op.getLhs(), y = op.getRhs();
    Value second = arith::CmpFOp::create(
        b, loc, isMax ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT, y,
        x);
    if (!isCarriedNumber(x, op)) {
      Value nan =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
      second = arith::OrIOp::create(b, loc, second, nan);
    }
    b.replaceOpWithNewOp<arith::SelectOp>(op, second, y, x);
    return success();
  }
};

/// As Strata::to_integer: the nearest number that there is, 0 for NaN.
template <class Op>
struct ExpandTruncation : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &b) const override {
    constexpr bool isSigned = std::is_same_v<Op, arith::FPToSIOp>;
    std::string name;
    llvm::raw_string_ostream(name)
        << (isSigned ? "llvm.fptosi.sat." : "llvm.fptoui.sat.") << op.getType()
        << "." << op.getIn().getType();
    b.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), b.getStringAttr(name), ValueRange{op.getIn()});
    return success();
  }
};

/// Functions that are instructions, not calls.
template <class Op, class Instruction>
struct ExpandToInstruction : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &b) const override {
    b.replaceOpWithNewOp<Instruction>(op, op.getType(), op.getOperand());
    return success();
  }
};

/// Complex numbers are equal where both parts are.
template <class Op>
struct ExpandEquality : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &b) const override {
    constexpr bool isEqual = std::is_same_v<Op, complex::EqualOp>;
    const Location loc = op.getLoc();
    auto compare = [&](Value x, Value y) -> Value {
      return arith::CmpFOp::create(b, loc,
                                   isEqual ? arith::CmpFPredicate::OEQ
                                           : arith::CmpFPredicate::UNE,
                                   x, y);
    };
    Value x = op.getLhs(), y = op.getRhs();
    Value real = compare(complex::ReOp::create(b, loc, x),
                         complex::ReOp::create(b, loc, y));
    Value imaginary = compare(complex::ImOp::create(b, loc, x),
                              complex::ImOp::create(b, loc, y));
    if constexpr (isEqual)
      b.replaceOpWithNewOp<arith::AndIOp>(op, real, imaginary);
    else
      b.replaceOpWithNewOp<arith::OrIOp>(op, real, imaginary);
    return success();
  }
};

/// Gives a library function on numbers a body that calls one of this process.
class LibraryBody {
public:
  explicit LibraryBody(func::FuncOp function)
      : function(function), b(function.getContext()), loc(function.getLoc()) {
    b.setInsertionPoint(function);
  }

  void complete(StringRef library) {
    const Type type = function.getResultTypes()[0];
    function->removeAttr(libraryAttr);
    function->setAttr("llvm.linkage",
                      LLVM::LinkageAttr::get(b.getContext(),
                                             LLVM::Linkage::Internal));
    if (isa<ComplexType>(type))
      return complex(library, cast<ComplexType>(type).getElementType());
    power(library == "power", type);
  }

private:
  func::FuncOp process(const std::string &name, ArrayRef<Type> arguments,
                       ArrayRef<Type> results) {
    auto module = function->getParentOfType<ModuleOp>();
    if (auto found = module.lookupSymbol<func::FuncOp>(name))
      return found;
    auto declared = func::FuncOp::create(
        b, loc, name, b.getFunctionType(arguments, results));
    declared.setPrivate();
    return declared;
  }

  void power(bool isSigned, Type type) {
    const Type wide = b.getI64Type();
    func::FuncOp callee =
        process(powerName(isSigned), {wide, wide}, {wide});
    Block *body = function.addEntryBlock();
    b.setInsertionPointToStart(body);
    SmallVector<Value> args(body->getArguments());
    for (Value &arg : args)
      if (type != wide)
        arg = isSigned ? arith::ExtSIOp::create(b, loc, wide, arg).getResult()
                       : arith::ExtUIOp::create(b, loc, wide, arg).getResult();
    Value result = func::CallOp::create(b, loc, callee, args).getResult(0);
    if (type != wide)
      result = arith::TruncIOp::create(b, loc, type, result);
    func::ReturnOp::create(b, loc, result);
  }

  /// Complex numbers are passed in memory: how they are in registers is not the
  /// same everywhere.
  void complex(StringRef library, Type part) {
    const Type index = b.getIndexType();
    const std::string name =
        complexFunctionName(library.str(), part.getIntOrFloatBitWidth());
    func::FuncOp callee = process(name, {index}, {});
    Block *body = function.addEntryBlock();
    b.setInsertionPointToStart(body);
    Value numbers = memref::AllocaOp::create(b, loc, MemRefType::get({4}, part));
    auto place = [&](int64_t i) -> Value {
      return arith::ConstantIndexOp::create(b, loc, i);
    };
    int64_t next = 0;
    for (Value z : body->getArguments()) {
      Value parts[] = {mlir::complex::ReOp::create(b, loc, z),
                       mlir::complex::ImOp::create(b, loc, z)};
      for (Value number : parts)
        memref::StoreOp::create(b, loc, number, numbers, place(next++));
    }
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(b, loc, numbers);
    func::CallOp::create(b, loc, callee, ValueRange{address});
    Value real = memref::LoadOp::create(b, loc, numbers, place(0));
    Value imaginary = memref::LoadOp::create(b, loc, numbers, place(1));
    Value result = mlir::complex::CreateOp::create(
        b, loc, function.getResultTypes()[0], real, imaginary);
    func::ReturnOp::create(b, loc, result);
  }

  func::FuncOp function;
  OpBuilder b;
  Location loc;
};

struct ExpandMathPass : impl::ExpandMathBase<ExpandMathPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> library;
    module.walk([&](func::FuncOp function) {
      if (function->hasAttr(libraryAttr) && function.isExternal() &&
          function.getNumResults() == 1)
        library.push_back(function);
    });
    for (func::FuncOp function : library) {
      auto name = function->getAttrOfType<StringAttr>(libraryAttr);
      LibraryBody(function).complete(name.getValue());
    }
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtremum<arith::MaxNumFOp>,
                 ExpandExtremum<arith::MinNumFOp>,
                 ExpandTruncation<arith::FPToSIOp>,
                 ExpandTruncation<arith::FPToUIOp>,
                 ExpandEquality<complex::EqualOp>,
                 ExpandEquality<complex::NotEqualOp>,
                 ExpandToInstruction<math::AbsFOp, LLVM::FAbsOp>,
                 ExpandToInstruction<math::SqrtOp, LLVM::SqrtOp>>(
        &getContext(), PatternBenefit(2));
    populateMathToLibmConversionPatterns(patterns);
    if (failed(applyPatternsGreedily(module, std::move(patterns))))
      return signalPassFailure();
    keepCalls(module);
  }

  /// Calls that LLVM knows are exchanged for others with other last bits.
  static void keepCalls(ModuleOp module) {
    OpBuilder b(module.getContext());
    for (func::FuncOp function : module.getOps<func::FuncOp>())
      if (function.isExternal())
        function->setAttr("passthrough", b.getStrArrayAttr({"nobuiltin"}));
  }
};

} // namespace
} // namespace strata
