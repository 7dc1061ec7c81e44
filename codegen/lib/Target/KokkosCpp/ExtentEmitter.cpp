// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extents: their names, and the checks that indices have one each and windows lie
// inside the dimensions.
#include "KernelEmitter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using Kind = strata::KernelArgument::Kind;

namespace strata::cpp {

/// True where a launch, or a conversion, reads the tensor.
bool KernelEmitter::isThere(const CppTensor &t) const {
  return t.isParameter() &&
         (isRead(t) || llvm::any_of(tensors, [&](const CppTensor &copy) {
            return copy.source == t.variable;
          }));
}

/// A name for the extent of a dimension, which is that of its variable: extents
/// are equal wherever a variable stands.
void KernelEmitter::declareExtent(const CppTensor &t, size_t dimension) {
  const std::string &variable = t.indices[dimension];
  if (extents.count(variable))
    return;
  if (auto length = lengths.find(variable); length != lengths.end()) {
    extents[variable] = std::to_string(length->second);
    return;
  }
  if (!isThere(t))
    return borrowExtent(variable); // of "#piece" and the like: none
  extents[variable] = scopes.claim("extent_" + variable);
  const std::string extent =
      t.variable + ".extent(" + std::to_string(dimension) + ")";
  part(inBoth, extents[variable]);
  out.line("const std::int64_t " + extents[variable] + " = " +
           (t.isSparse() ? extent : "std::int64_t(" + extent + ")") + ";");
}

/// The extent that a tensor gives a variable, or "i" where it is "i_2": an index
/// that is repeated on the left.
void KernelEmitter::borrowExtent(const std::string &variable) {
  for (const std::string &name :
       {variable, variable.substr(0, variable.rfind('_'))})
    for (const CppTensor &u : tensors)
      for (size_t d = 0; d < u.indices.size(); ++d)
        if (isThere(u) && u.indices[d] == name) {
          declareExtent(u, d);
          extents[variable] = extents.at(name);
          return;
        }
}

void KernelEmitter::emitExtents() {
  for (auto [i, arg] : llvm::enumerate(arguments)) {
    const CppTensor &t = tensors[arg.tensor];
    if (arg.kind == Kind::extent && !t.isTemporary &&
        (isUsed(i) || t.isAssembled))
      declareExtent(t, arg.index);
  }
  for (pos::RunOp run : runs)
    if (run.getTensor() && !run.getCount() &&
        !tensorOf(run.getTensor()).isTemporary)
      declareExtent(tensorOf(run.getTensor()), *run.getDimension());
  for (Operation *step : steps)
    if (auto reserve = dyn_cast<pos::ReserveOp>(step))
      declareExtent(tensorOf(reserve.getTensor()), reserve.getDimension());
  for (pos::PartitionOp p : partitions)
    for (auto [v, value, d] :
         llvm::enumerate(p.getExtents(), p.getDimensions()))
      // Teams cut between coordinates of the outermost variable only.
      if (p.countOf(v) < 0 && (v == 0 || !request.inTeam))
        declareExtent(tensorOf(value), d);
  for (const CppTensor &t : tensors)
    for (size_t d = 0; t.isTemporary && d < t.indices.size(); ++d)
      declareExtent(t, d);
}

std::vector<std::string>
KernelEmitter::extentsInWords(const CppTensor &t) const {
  std::vector<std::string> words;
  for (auto [d, variable] : llvm::enumerate(t.indices)) {
    const bool whole = variable.find('.') == std::string::npos;
    words.push_back(whole ? variable
                          : "at least " + std::to_string(windowEnd(t, d)));
  }
  return words;
}

void KernelEmitter::emitExtentChecks() {
  std::map<std::string, std::pair<const CppTensor *, size_t>> known;
  for (const CppTensor *t : parameters())
    for (size_t d = 0; isRead(*t) && d < t->indices.size(); ++d) {
      if (auto length = lengths.find(t->indices[d]); length != lengths.end()) {
        emitExtentCheck("extent", *t, d, length->second);
        continue;
      }
      auto [it, isNew] = known.try_emplace(t->indices[d], t, d);
      if (isNew)
        continue;
      const auto [other, k] = it->second;
      out.line("Strata::check_extent(\"" + name + "\", \"" + t->variable +
               "\", " + t->variable + ", " + std::to_string(d) + ", \"" +
               other->variable + "\", " + other->variable + ", " +
               std::to_string(k) + ");");
    }
  emitWindowChecks();
}

void KernelEmitter::emitExtentCheck(const std::string &kind, const CppTensor &t,
                                    size_t dimension, std::int64_t number) {
  out.line("Strata::check_" + kind + "(\"" + name + "\", \"" + t.variable +
           "\", " + t.variable + ", " + std::to_string(dimension) + ", " +
           std::to_string(number) + ");");
}

std::int64_t KernelEmitter::windowEnd(const CppTensor &t,
                                      size_t dimension) const {
  std::int64_t end = 0;
  for (const Strata::Access &access : accesses) {
    if (llvm::StringRef(access.tensor).rtrim('\'') != t.name)
      continue;
    const Strata::IndexArg &arg = access.indices[dimension];
    if (arg.window)
      end = std::max(end, arg.window->hi);
    for (std::int64_t member : arg.index_set)
      end = std::max(end, member + 1);
  }
  return end;
}

void KernelEmitter::emitWindowChecks() {
  for (const CppTensor *t : parameters())
    for (size_t d = 0; isRead(*t) && d < t->indices.size(); ++d)
      if (const std::int64_t end = windowEnd(*t, d); end > 0)
        emitExtentCheck("window", *t, d, end);
}

} // namespace strata::cpp
