// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-expand-device-library: see DevicePasses.td.
#include "ComplexFunctions.h"
#include "DeviceFunctions.h"

#include "mlir/Parser/Parser.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/DevicePasses.h"
#include "strata/Passes.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_EXPANDDEVICELIBRARY
#include "strata/DevicePasses.h.inc"

namespace {

std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Functions on devices that stand for those of the process.
class DeviceLibrary {
public:
  explicit DeviceLibrary(ModuleOp module)
      : module(module), b(module.getContext()) {}

  void complete(func::FuncOp function) {
    const StringRef library =
        function->getAttrOfType<StringAttr>(libraryAttr).getValue();
    if (library == "sort_coordinates" || library == "order_coordinates")
      return sort(function);
    if (library == "power" || library == "unsigned_power")
      return power(function, library == "power");
    if (isa<ComplexType>(function.getArgumentTypes()[0]))
      return complexFunction(function, library);
    refuse(function, library);
  }

private:
  [[noreturn]] static void refuse(func::FuncOp function, StringRef library) {
    throw Strata::UnsupportedExpression(Strata::error_message(
        "compile", "'" + library.str() + "' of " +
                       textOf(function.getArgumentTypes()[0]),
        "functions that a CUDA device has", "one of this process only",
        "compile it for a host space"));
  }

  /// A function that `text` defines, in the module; null where it does not.
  func::FuncOp define(StringRef name, const std::string &aliases,
                      const char *text, const std::string &suffix) {
    if (auto known = module.lookupSymbol<func::FuncOp>((name + suffix).str()))
      return known;
    auto parsed = parseSourceString<ModuleOp>(aliases + text,
                                              module.getContext());
    SmallVector<func::FuncOp> functions(parsed->getOps<func::FuncOp>());
    for (func::FuncOp f : functions) {
      const std::string renamed = (f.getName() + suffix).str();
      if (failed(SymbolTable::replaceAllSymbolUses(
              f, b.getStringAttr(renamed), *parsed)))
        throw Strata::CodegenError("compile: a device function is malformed");
      f.setName(renamed);
      f->setAttr(libraryAttr, b.getStringAttr(renamed));
    }
    for (func::FuncOp f : functions) {
      f->remove();
      module.push_back(f);
    }
    return module.lookupSymbol<func::FuncOp>((name + suffix).str());
  }

  /// The arguments of the function that is called begin with the list, end, before
  /// the extent if there is one, with row and count; marks are between.
  void sort(func::FuncOp function) {
    const bool hasMarks = function.getNumArguments() == 5;
    auto list = cast<MemRefType>(function.getArgumentTypes()[0]);
    const std::string number = textOf(list.getElementType());
    func::FuncOp callee =
        define("sort", "!list = " + textOf(list) + "\n!number = " + number + "\n",
               deviceSort, "_" + number);
    Block *body = function.addEntryBlock();
    b.setInsertionPointToStart(body);
    const Location loc = function.getLoc();
    const unsigned row = hasMarks ? 2 : 1;
    func::CallOp::create(b, loc, callee,
                         ValueRange{body->getArgument(0), body->getArgument(row),
                                    body->getArgument(row + 1)});
    func::ReturnOp::create(b, loc);
  }

  void power(func::FuncOp function, bool isSigned) {
    const std::string number = textOf(function.getArgumentTypes()[0]);
    forward(function, define(isSigned ? "signed_power" : "unsigned_power",
                             "!number = " + number + "\n", devicePower,
                             "_" + number));
  }

  /// \p library: "Kokkos::exp".
  void complexFunction(func::FuncOp function, StringRef library) {
    auto type = cast<ComplexType>(function.getArgumentTypes()[0]);
    const std::string part = textOf(type.getElementType());
    func::FuncOp callee = define("complex_" + library.split("::").second.str(),
                                 "!z = " + textOf(type) + "\n!r = " + part + "\n",
                                 complexFunctions, "_" + part);
    if (!callee)
      refuse(function, library);
    forward(function, callee);
  }

  /// \p function calls \p callee.
  void forward(func::FuncOp function, func::FuncOp callee) {
    Block *body = function.addEntryBlock();
    b.setInsertionPointToStart(body);
    const Location loc = function.getLoc();
    auto call = func::CallOp::create(b, loc, callee, body->getArguments());
    func::ReturnOp::create(b, loc, call.getResults());
  }

  ModuleOp module;
  OpBuilder b;
};

/// Remainders are calls as well: as instructions they are inexact.
void callRemainder(arith::RemFOp op) {
  auto module = op->getParentOfType<ModuleOp>();
  OpBuilder b(op);
  const Location loc = op.getLoc();
  const Type type = op.getType();
  const Type wide = type.isF64() ? type : Type(b.getF32Type());
  const StringRef name = type.isF64() ? "fmod" : "fmodf";
  auto callee = module.lookupSymbol<func::FuncOp>(name);
  if (!callee) {
    OpBuilder outside = OpBuilder::atBlockEnd(module.getBody());
    callee = func::FuncOp::create(outside, loc, name,
                                  b.getFunctionType({wide, wide}, {wide}));
    callee.setPrivate();
  }
  Value args[] = {op.getLhs(), op.getRhs()};
  for (Value &arg : args)
    if (type != wide)
      arg = arith::ExtFOp::create(b, loc, wide, arg);
  Value result = func::CallOp::create(b, loc, callee, args).getResult(0);
  if (type != wide)
    result = arith::TruncFOp::create(b, loc, type, result);
  op.replaceAllUsesWith(result);
  op.erase();
}

struct ExpandPass : impl::ExpandDeviceLibraryBase<ExpandPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> library;
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(libraryAttr) && function.isExternal())
        library.push_back(function);
    const auto expand = [&] {
      for (func::FuncOp function : library)
        DeviceLibrary(module).complete(function);
      return success();
    };
    if (failed(guardErrors(module, expand)))
      return signalPassFailure();
    // Calls of a device cost a stack.
    module.walk([](func::CallOp call) { call.setNoInline(false); });
    SmallVector<arith::RemFOp> remainders;
    module.walk([&](arith::RemFOp op) { remainders.push_back(op); });
    for (arith::RemFOp op : remainders)
      callRemainder(op);
  }
};

} // namespace
} // namespace strata
