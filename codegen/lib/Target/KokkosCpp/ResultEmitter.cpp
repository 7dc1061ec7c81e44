// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results: what stands between the launches that count, fill and list.
#include "KernelEmitter.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using Kind = strata::KernelArgument::Kind;

namespace strata::cpp {

bool CppTensor::hasSlots() const {
  return isTemporary && llvm::is_contained(indices, slotVariable);
}

bool CppTensor::isTable() const {
  return isTemporary && (llvm::is_contained(indices, tableVariable) ||
                         llvm::is_contained(indices, parentsVariable));
}

bool KernelEmitter::readsResult() const {
  if (!assignsResult() ||
      llvm::any_of(tensors, [](const CppTensor &t) { return t.isSnapshot; }))
    return true;
  return !llvm::all_of(result().indices, [&](const std::string &v) {
    return lengths.count(v) || llvm::any_of(tensors, [&](const CppTensor &t) {
      return t.isParameter() && &t != &result() &&
             llvm::is_contained(t.indices, v);
    });
  });
}

bool KernelEmitter::isRead(const CppTensor &t) const {
  return &t != &result() || readsResult();
}

/// ", <bytes of a worklist>", where pieces need one.
std::string KernelEmitter::slotBytes() const {
  std::string bytes;
  for (const CppTensor &t : tensors)
    if (t.hasSlots() && !t.isTable())
      bytes += std::string(bytes.empty() ? "" : " + ") + extents.at(t.indices[1]) +
               " * " + std::to_string(Strata::size_of(t.scalar));
  return bytes.empty() ? "" : ", " + bytes;
}

/// Who works on which row of the worklists: in teams a thread has its own.
void KernelEmitter::emitSlots() {
  if (llvm::none_of(tensors, [](const CppTensor &t) { return t.hasSlots(); }))
    return;
  part(assembling);
  for (const CppTensor &t : tensors)
    if (t.isTouchedList && !t.isTable() &&
        t.scalar == Strata::ScalarType::u32)
      out.line("Strata::check_worklist(\"" + name + "\", \"" +
               result().variable + "\", " + extents.at(t.indices[1]) + ");");
  if (teamSize > 0) {
    extents[slotVariable] = pieces;
    return;
  }
  slots = scopes.claim("slots");
  part(assembling, slots, "Strata::Slots<ExecutionSpace>");
  out.line("const Strata::Slots<ExecutionSpace> " + slots + "(exec, " +
           (pieces.empty() ? "1" : pieces) + ");");
  extents[slotVariable] = slots + ".size()";
}

/// How far the pieces have come in the tensors that they append to.
void KernelEmitter::emitCursors() {
  for (auto [i, arg] : llvm::enumerate(arguments)) {
    if (arg.kind != Kind::cursors)
      continue;
    const CppTensor &t = tensors[arg.tensor];
    arrays[i] = scopes.claim(t.variable + "_cursors");
    part(assembling, arrays[i], "Strata::Cursors<ExecutionSpace>");
    out.line("const auto " + arrays[i] + " = Strata::make_cursors(exec, " +
             (pieces.empty() ? "1" : pieces) + ", " +
             std::to_string(appendedLevels(t.format).size()) + ", \"Strata::" +
             name + "::" + arrays[i] + "\");");
  }
}

/// The object that has the arrays of a tensor that launches append to.
std::string KernelEmitter::appended(const CppTensor &t) const {
  return &t == &result() ? object : t.variable;
}

/// The SparseView or View of a tensor that is there.
std::string KernelEmitter::viewOf(const CppTensor &t) const {
  return t.isTemporary && t.isAssembled ? t.variable + ".view()" : t.variable;
}

void KernelEmitter::emitAllocate(pos::AllocateOp allocate) {
  const CppTensor &t = tensorOf(allocate.getTensor());
  std::vector<std::string> sizes, incomplete;
  for (const std::string &v : t.indices)
    sizes.push_back(extents.at(v));
  for (int64_t level : allocate.getIncomplete())
    incomplete.push_back(std::to_string(level));
  std::string cursors;
  for (auto [i, arg] : llvm::enumerate(arguments))
    if (arg.kind == Kind::cursors && &tensors[arg.tensor] == &t)
      cursors = arrays.at(i);
  if (&t == &result())
    object = scopes.claim(t.variable + "_new");
  part(assembling, appended(t),
       t.isTemporary ? "Strata::AppendedTensor<" + typeName(t.scalar) + ", " +
                           formatName(t.format) + ", ExecutionSpace>"
                     : "");
  out.comment("arrays for what the pieces have counted; the counts become where "
              "they begin");
  const bool pads =
      t.fill != 0 && Strata::level_traits(t.format.levels().back()).full;
  out.line("const auto " + appended(t) + " = Strata::make_appended<" +
           typeName(t.scalar) + ", " + formatName(t.format) + ">(exec, \"" + name + "\", \"" + t.variable + "\", {" +
           llvm::join(sizes, ", ") + "}, " + cursors +
           (incomplete.empty() && !pads
                ? ""
                : ", {" + llvm::join(incomplete, ", ") + "}") +
           (pads ? ", " + number(t.fill, false) : "") + ");");
  emitArrays(t, appended(t));
}

void KernelEmitter::emitComplete(pos::CompleteOp complete) {
  const CppTensor &t = tensorOf(complete.getTensor());
  out.comment("where no piece came, nothing is stored");
  for (int64_t level : complete.getLevels())
    out.line(appended(t) + ".template complete<" + std::to_string(level) +
             ">(exec);");
}

void KernelEmitter::emitCollect(itg::CollectOp collect) {
  const CppTensor &list = tensorOf(collect.getSource());
  const CppTensor &t = tensorOf(collect.getTensor());
  const bool isResult = &t == &result();
  const std::string what =
      "the entries sorted, and those at the same coordinates summed up";
  const std::string source =
      "(exec, \"" + name + "\", \"" + t.variable + "\", " + viewOf(list);
  if (!isResult)
    part(assembling, t.variable, viewType(t));
  out.comment(what);
  out.line((isResult ? "" : "const auto ") + t.variable + " = Strata::" +
           (request.separatePhases ? "collect_copy<" : "collect<") +
           formatName(t.format) + ">" + source + ");");
  if (request.separatePhases) {
    part(computing);
    out.line("");
    out.comment(what);
    out.line("Strata::collect_values" + source + ", " + t.variable + ");");
  }
  if (!isResult)
    emitArrays(t, t.variable);
}

/// The type of a sparse tensor that a kernel has made, or that the result was.
std::string KernelEmitter::viewType(const CppTensor &t) const {
  return "Strata::SparseView<" + typeName(t.scalar) + ", " +
         formatName(t.format) + ", typename ExecutionSpace::memory_space>";
}

/// The result is assigned when all launches that read old contents are under
/// way.
void KernelEmitter::emitAssignment() {
  if (!result().isAssembled)
    return;
  part(assembling);
  out.line("");
  out.line(result().variable + " = " + appended(result()) + ".view();");
}

} // namespace strata::cpp
