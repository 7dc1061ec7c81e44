// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensors of a kernel and the steps of its program.
#include "KernelEmitter.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Windows.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/ScalarTypes.h"

using namespace mlir;
using Kind = strata::KernelArgument::Kind;

namespace strata::cpp {

KernelEmitter::KernelEmitter(ModuleOp flat, const CompileRequest &request)
    : module(flat), request(request), name(identifier(request.name)) {
  for (auto function : flat.getOps<func::FuncOp>())
    if (!function.isPrivate())
      collectTensors(function);
  std::vector<Strata::TensorFormat> formats;
  std::vector<bool> assembled;
  for (const CppTensor &t : tensors) {
    formats.push_back(t.format);
    assembled.push_back(t.isAssembled);
  }
  arguments = kernelArguments(formats, assembled, false);
  llvm::erase_if(arguments, [](const KernelArgument &arg) {
    return arg.kind == Kind::stride;
  });
}

void KernelEmitter::add(Value value, CppTensor tensor) {
  const StringRef base = StringRef(tensor.name).rtrim('\'');
  tensor.variable =
      scopes.claim(tensor.isSnapshot ? base.str() + "_old" : tensor.name);
  tensorIndex[value] = tensors.size();
  tensors.push_back(std::move(tensor));
}

/// The first one, and those that share its launch.
std::vector<const Strata::CheckedAssignment *>
KernelEmitter::statements() const {
  std::vector<const Strata::CheckedAssignment *> all{&request.stmt};
  for (const Strata::CheckedAssignment &stmt : request.followers)
    all.push_back(&stmt);
  return all;
}

void KernelEmitter::collectParameters(func::FuncOp kernel) {
  scopes.claim(name);
  // How the statements index each tensor.
  std::map<std::string, std::vector<std::string>> indices;
  auto look = [&](const Strata::Access &access) {
    accesses.push_back(access);
    auto &list = indices[access.tensor];
    list.resize(access.indices.size());
    for (size_t d = 0; d < access.indices.size(); ++d) {
      const Strata::IndexArg &arg = access.indices[d];
      if (arg.is_restricted())
        lengths[arg.variable] = arg.length(0);
      if (!arg.is_restricted() || list[d].empty())
        list[d] = dimensionVariable(access, d);
    }
  };
  for (const Strata::CheckedAssignment *stmt : statements()) {
    look(stmt->assignment.lhs);
    walk(stmt->assignment.rhs, [&](const Strata::IndexExprPtr &e) {
      if (e->kind == Strata::IndexExpr::Kind::access)
        look(e->access);
    });
  }
  for (auto [i, tensorName] : llvm::enumerate(request.names)) {
    const auto &declared = request.stmt.tensors.at(tensorName);
    CppTensor tensor{tensorName,
                     "",
                     declared.format,
                     declared.scalar,
                     indices[tensorName],
                     false,
                     StringRef(tensorName).ends_with("'")};
    tensor.fill = declared.fill;
    tensor.isRegister = request.registers.count(tensorName) > 0;
    tensor.isResult = llvm::any_of(statements(), [&](auto *stmt) {
      return stmt->assignment.lhs.tensor == tensorName;
    });
    add(kernel.getArgument(i), std::move(tensor));
  }
}

void KernelEmitter::collectTensors(func::FuncOp kernel) {
  collectParameters(kernel);
  kernel.walk([&](Operation *op) {
    if (auto run = dyn_cast<pos::RunOp>(op))
      runs.push_back(run);
    if (isa<pos::RunOp, pos::PartitionOp, pos::ReserveOp, pos::AllocateOp,
            pos::CompleteOp, itg::CollectOp>(op))
      steps.push_back(op);
    if (auto partition = dyn_cast<pos::PartitionOp>(op))
      partitions.push_back(partition);
    if (auto convert = dyn_cast<itg::ConvertOp>(op))
      addCopy(convert);
    if (auto temporary = dyn_cast<itg::TemporaryOp>(op))
      addTemporary(temporary);
    if (auto allocate = dyn_cast<pos::AllocateOp>(op))
      tensors[tensorIndex.lookup(allocate.getTensor())].isAssembled = true;
  });
}

/// Temporaries are named after the result, and what is kept in them.
void KernelEmitter::addTemporary(itg::TemporaryOp temporary) {
  auto type = cast<itg::TensorType>(temporary.getTensor().getType());
  CppTensor tensor{temporary.getLabel().str(),
                   "",
                   formatOf(type),
                   *scalarType(type.getElementType()),
                   {},
                   true,
                   false};
  tensor.isScratch = temporary.getScratch();
  tensor.startsAsZero = temporary.getZero();
  for (Attribute v : temporary.getVariables())
    tensor.indices.push_back(cast<StringAttr>(v).str());
  const bool isList =
      llvm::any_of(temporary.getTensor().getUsers(), [&](Operation *user) {
        auto collect = dyn_cast<itg::CollectOp>(user);
        return collect && collect.getSource() == temporary.getTensor();
      });
  // A worklist has three: values, marks and the coordinates that are marked.
  static const char *const worklist[] = {"_sums", "_marks", "_touched"};
  if (!tensor.isScratch && temporary.getLabel().starts_with("bounds"))
    tensor.name = tensors[0].name + "_bounds";
  else if (tensor.hasSlots()) {
    const int part = slotTemporaries++ % 3;
    const bool isKept = temporary.getLabel().starts_with("kept");
    tensor.name = tensors[0].name + (isKept ? "_kept" : "") + worklist[part];
    tensor.isTouchedList = part == 2;
  } else if (tensor.isScratch)
    tensor.name = tensors[0].name + "_workspace";
  else if (tensor.isSparse())
    tensor.name = tensors[0].name + (isList ? "_list" : "_part");
  add(temporary.getTensor(), std::move(tensor));
}

void KernelEmitter::addCopy(itg::ConvertOp convert) {
  const CppTensor &source = tensorOf(convert.getSource());
  CppTensor copy = source;
  copy.name = convert.getLabel().str();
  copy.variable = scopes.claim(copy.name);
  copy.format = formatOf(convert.getTensor().getType());
  copy.source = source.variable;
  if (auto reason = convert->getAttrOfType<StringAttr>("reason"))
    copy.reason = reason.str();
  tensorIndex[convert.getTensor()] = tensors.size();
  tensors.push_back(std::move(copy));
}

} // namespace strata::cpp
