// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function template around the launches of a program.
#include "KernelEmitter.h"
#include "strata/Target/KokkosCpp.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Windows.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/ScalarTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using Kind = strata::KernelArgument::Kind;

namespace strata {

std::string emitKokkosCpp(ModuleOp flat, const CompileRequest &request) {
  return cpp::KernelEmitter(flat, request).emit();
}

namespace cpp {

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
    CppTensor tensor{tensorName, "", declared.format, declared.scalar,
                     indices[tensorName], false,
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
            pos::CompleteOp,
            itg::CollectOp>(op))
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
  CppTensor tensor{temporary.getLabel().str(), "", formatOf(type),
                   *scalarType(type.getElementType()), {}, true, false};
  tensor.isScratch = temporary.getScratch();
  tensor.startsAsZero = temporary.getZero();
  for (Attribute v : temporary.getVariables())
    tensor.indices.push_back(cast<StringAttr>(v).str());
  const bool isList = llvm::any_of(
      temporary.getTensor().getUsers(), [&](Operation *user) {
        auto collect = dyn_cast<itg::CollectOp>(user);
        return collect && collect.getSource() == temporary.getTensor();
      });
  // A worklist has three: values, marks and the coordinates that are marked.
  static const char *const worklist[] = {"_sums", "_marks", "_touched"};
  if (!tensor.isScratch && temporary.getLabel().starts_with("bounds"))
    tensor.name = tensors[0].name + "_bounds";
  else if (tensor.hasSlots()) {
    const int part = slotTemporaries++ % 3;
    tensor.name = tensors[0].name + worklist[part];
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

bool KernelEmitter::converts() const {
  return llvm::any_of(tensors,
                      [](const CppTensor &t) { return !t.source.empty(); });
}

/// Operands in other formats; converted each time the function runs.
void KernelEmitter::emitCopies() {
  for (const CppTensor &t : tensors) {
    if (t.source.empty())
      continue;
    out.comment(t.source + " in another format: " + t.reason);
    out.line("const auto " + t.variable + " = Strata::convert<" +
             formatName(t.format) + ">(exec, " + t.source + ", \"" + t.name +
             "\"" + (t.fill == 0 ? "" : ", " + number(t.fill, false)) + ");");
  }
}

const CppTensor &KernelEmitter::tensorOf(Value value) const {
  return tensors[tensorIndex.lookup(value)];
}

std::string KernelEmitter::emit() {
  emitDocumentation();
  emitSignature();
  emitTypeChecks();
  emitExtentChecks();
  emitExtents();
  emitPieces();
  emitSnapshots();
  emitCopies();
  emitSlots();
  emitTemporaries();
  emitCursors();
  emitArrays();
  for (Operation *step : steps)
    emitStep(step);
  emitAssignment();
  out.close();
  emitEntry();
  return wrapInFile(out.take());
}

bool KernelEmitter::isUsed(size_t argument) {
  for (pos::RunOp run : runs) {
    auto function = module.lookupSymbol<func::FuncOp>(run.getFunction());
    if (!function.getArgument(argument).use_empty())
      return true;
  }
  return false;
}

/// Entries of the largest operand, which decide how many pieces are worth it.
std::string KernelEmitter::work() const {
  std::vector<std::string> entries;
  for (const CppTensor &t : tensors)
    if (t.isSparse() && t.isParameter() && isRead(t))
      entries.push_back(t.variable + ".nnz()");
  for (const CppTensor &t : tensors)
    if (!t.isSparse() && t.isParameter() && entries.empty())
      entries.push_back("std::int64_t(" + t.variable + ".size())");
  if (entries.empty())
    return "1";
  return entries.size() == 1 ? entries[0]
                             : "std::max({" + llvm::join(entries, ", ") + "})";
}

/// A team's part of a temporary is in scratch memory. Cuts of a statement that runs
/// in the pieces of another one nobody reads.
bool KernelEmitter::isAllocated(const CppTensor &t) {
  if (!t.isTemporary || t.isSparse() ||
      (t.isScratch && !t.hasSlots() && teamSize > 0))
    return false;
  for (auto [i, arg] : llvm::enumerate(arguments))
    if (&tensors[arg.tensor] == &t && arg.kind == Kind::values && isUsed(i))
      return true;
  return false;
}

bool KernelEmitter::usesPieces() {
  for (const CppTensor &t : tensors)
    if (isAllocated(t) && (llvm::is_contained(t.indices, pieceVariable) ||
                           llvm::is_contained(t.indices, cutVariable)))
      return true;
  for (auto [i, arg] : llvm::enumerate(arguments))
    if ((arg.kind == Kind::extent && isUsed(i) &&
         tensors[arg.tensor].indices[arg.index] == pieceVariable) ||
        arg.kind == Kind::cursors)
      return true;
  return llvm::any_of(runs, [](pos::RunOp run) {
    return !run.getTensor() && run.getParallel() && !run.getTeam();
  });
}

/// Pieces that the kernel is cut into, as an expression.
std::string KernelEmitter::piecesForWork() const {
  if (!request.options.deterministic)
    return "Strata::num_pieces(exec, " + work() + slotBytes() + ")";
  for (const CppTensor &t : tensors) {
    if (!t.isTemporary || t.isScratch ||
        !llvm::is_contained(t.indices, pieceVariable))
      continue;
    std::string elements = "std::int64_t(1)"; // of a copy of the result
    for (const std::string &v : t.indices)
      elements += v == pieceVariable ? "" : " * " + extents.at(v);
    return "Strata::deterministic_copies(" + work() + ", " + elements + ")";
  }
  return "Strata::deterministic_pieces(" + work() + ")";
}

/// Declares how many teams and pieces there are.
void KernelEmitter::emitPieces() {
  for (pos::RunOp run : runs)
    if (auto team = run.getTeam(); team && run.getParallel())
      teamSize = static_cast<int>((*team)[0]);
  const int forced = request.options.pieces;
  if (teamSize > 0) {
    teams = scopes.claim("teams");
    const std::string number =
        forced > 0
            ? std::to_string((forced + teamSize - 1) / teamSize)
        : request.options.deterministic
            ? "(" + piecesForWork() + " + " + std::to_string(teamSize - 1) +
                  ") / " + std::to_string(teamSize)
            : "Strata::num_teams(exec, " + std::to_string(teamSize) + ", " +
                  work() + slotBytes() + ")";
    out.line("const std::int64_t " + teams + " = " + number + ";");
  }
  if (!usesPieces())
    return;
  pieces = scopes.claim("pieces");
  const std::string number =
      teamSize > 0 ? teams + " * " + std::to_string(teamSize)
      : forced > 0 ? std::to_string(forced)
                   : piecesForWork();
  out.line("const std::int64_t " + pieces + " = " + number + ";");
  extents[pieceVariable] = pieces;
  extents[cutVariable] = pieces + " + 1";
  extents[carryVariable] = pieces;
}

/// Old contents of the result. A sparse one is not written.
void KernelEmitter::emitSnapshots() {
  const std::string &old = result().variable;
  for (const CppTensor &t : tensors)
    if (t.isSnapshot)
      out.line("const auto " + t.variable + " = " +
               (t.isSparse() ? old : "Strata::copy_of(exec, " + old + ")") +
               ";");
}

void KernelEmitter::emitTemporaries() {
  for (const CppTensor &t : tensors)
    if (isAllocated(t) && !t.isTable())
      emitTemporary(t);
}

void KernelEmitter::emitTemporary(const CppTensor &t) {
  std::string stars(t.indices.size(), '*'), sizes;
  for (const std::string &v : t.indices)
    sizes += ", " + (countOf(v) < 0 ? extents[v] : v.substr(1));
  out.line("const auto " + t.variable + " = Strata::make_" +
           (t.startsAsZero ? "zero_workspace<" : "workspace<") +
           typeName(t.scalar) + stars + ">(exec, \"Strata::" + name + "::" +
           t.variable + "\"" + sizes + ");");
  }

/// Those that are there before the first launch.
void KernelEmitter::emitArrays() {
  for (const CppTensor &t : tensors)
    if (!t.isTemporary && (&t != &result() || !assignsResult()))
      emitArrays(t, t.variable);
}

/// The arrays of a sparse tensor: member functions of `object`.
void KernelEmitter::emitArrays(const CppTensor &t, const std::string &object) {
  for (auto [i, arg] : llvm::enumerate(arguments)) {
    if (&tensors[arg.tensor] != &t || !isUsed(i) || !t.isSparse() ||
        arg.kind == Kind::extent || arg.kind == Kind::cursors)
      continue;
    const std::string level = std::to_string(arg.index);
    std::string suffix = "values", value = "values()";
    if (arg.kind != Kind::values) {
      suffix = arg.kind == Kind::positions ? "positions" : "coordinates";
      value = "template " + suffix + "<" + level + ">()";
      suffix += level;
    }
    arrays[i] = scopes.claim(t.variable + "_" + suffix);
    out.line("const auto " + arrays[i] + " = " + object + "." + value + ";");
  }
}

} // namespace cpp
} // namespace strata
