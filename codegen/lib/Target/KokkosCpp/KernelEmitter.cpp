// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function template around the launches of a program.
#include "KernelEmitter.h"
#include "strata/Dialect/RaceNames.h"
#include "strata/Target/KokkosCpp.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using Kind = strata::KernelArgument::Kind;

namespace strata {

std::string emitKokkosCpp(ModuleOp flat, const CompileRequest &request) {
  return cpp::KernelEmitter(flat, request).emit();
}

namespace cpp {

bool KernelEmitter::converts() const {
  return llvm::any_of(tensors,
                      [](const CppTensor &t) { return !t.source.empty(); });
}

/// Operands in other formats; converted each time the function runs.
void KernelEmitter::emitCopies() {
  for (const CppTensor &t : tensors) {
    if (t.source.empty())
      continue;
    part(inBoth, t.variable);
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
  if (request.inTeam) {
    emitInTeam();
  } else if (request.separatePhases) {
    emitPhases();
  } else {
    emitDocumentation(inBoth);
    emitSignature(inBoth, {});
    emitTypeChecks();
    emitBody();
    out.close();
  }
  emitEntries();
  return wrapInFile(out.take());
}

/// All that stands behind the checks of types.
void KernelEmitter::emitBody() {
  part(inBoth);
  emitExtentChecks();
  emitExtents();
  emitPieces();
  emitRanges();
  emitSnapshots();
  emitCopies();
  emitSlots();
  emitTemporaries();
  emitCursors();
  emitArrays();
  for (Operation *step : steps)
    emitStep(step);
  emitAssignment();
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
  // Where ranges begin in fibres is found by cuts that launches do not read.
  return llvm::any_of(partitions, [&](pos::PartitionOp p) {
    return !p.getBegins().empty() && &tensorOf(p.getCuts()) == &t;
  });
}

static bool hasRanges(pos::RunOp run) {
  return run.getParallel() && run.getRace() == nameOf(Strata::RaceStrategy::ranges);
}

bool KernelEmitter::usesPieces() {
  for (const CppTensor &t : tensors)
    if (isAllocated(t) && (llvm::is_contained(t.indices, pieceVariable) ||
                           llvm::is_contained(t.indices, cutVariable) ||
                           (teamSize > 0 && llvm::is_contained(t.indices, rangeVariable))))
      return true;
  for (auto [i, arg] : llvm::enumerate(arguments))
    if ((arg.kind == Kind::extent && isUsed(i) &&
         tensors[arg.tensor].indices[arg.index] == pieceVariable) ||
        arg.kind == Kind::cursors)
      return true;
  return llvm::any_of(runs, [](pos::RunOp run) {
    return !run.getTensor() && run.getParallel() && !run.getTeam() && !hasRanges(run);
  });
}

bool KernelEmitter::usesRanges() { return llvm::any_of(runs, hasRanges); }

const std::string &KernelEmitter::piecesOf(pos::RunOp run) const {
  return hasRanges(run) ? ranges : pieces;
}

/// Declares how many ranges there are: threads of teams have one each.
void KernelEmitter::emitRanges() {
  if (!usesRanges())
    return;
  ranges = pieces;
  if (teamSize == 0 && !request.inTeam) {
    const int forced = request.options.pieces;
    ranges = scopes.claim("ranges");
    part(assembling, ranges, "std::int64_t");
    out.line("const std::int64_t " + ranges + " = " +
             (forced > 0 ? std::to_string(forced) : "Strata::num_ranges(exec, " + work() + ")") +
             ";");
  }
  extents[rangeVariable] = ranges + " + 1";
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
    part(assembling, teams, "std::int64_t");
    out.line("const std::int64_t " + teams + " = " + number + ";");
  }
  if (!usesPieces())
    return;
  pieces = scopes.claim("pieces");
  const std::string number =
      teamSize > 0 ? teams + " * " + std::to_string(teamSize)
      : forced > 0 ? std::to_string(forced)
                   : piecesForWork();
  part(assembling, pieces, "std::int64_t");
  out.line("const std::int64_t " + pieces + " = " + number + ";");
  extents[pieceVariable] = pieces;
  extents[cutVariable] = pieces + " + 1";
  extents[carryVariable] = pieces;
}

/// Old contents of the result. A sparse one is not written.
void KernelEmitter::emitSnapshots() {
  const std::string &old = result().variable;
  for (const CppTensor &t : tensors) {
    if (!t.isSnapshot)
      continue;
    part(assembling, t.variable, viewType(t));
    out.line("const auto " + t.variable + " = " +
               (t.isSparse() ? old : "Strata::copy_of(exec, " + old + ")") + ";");
  }
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
  const bool isKept = t.isScratch || isHandedOver(t);
  part(isKept ? assembling : inBoth, t.variable,
       isKept ? "Strata::Workspace<" + typeName(t.scalar) + stars +
                    ", ExecutionSpace>"
              : "");
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

/// The arrays of a sparse tensor: member functions of `object`. Those of a result
/// that has been assembled are the result's own.
void KernelEmitter::emitArrays(const CppTensor &t, const std::string &object) {
  const bool isNew = object != t.variable;
  for (auto [i, arg] : llvm::enumerate(arguments)) {
    if (&tensors[arg.tensor] != &t || !isUsed(i) || !t.isSparse() ||
        arg.kind == Kind::extent || arg.kind == Kind::cursors)
      continue;
    const std::string level = std::to_string(arg.index);
    std::string suffix = "values", value = ".values();";
    if (arg.kind != Kind::values) {
      suffix = arg.kind == Kind::positions ? "positions" : "coordinates";
      value = ".template " + suffix + "<" + level + ">();";
      suffix += level;
    }
    arrays[i] = scopes.claim(t.variable + "_" + suffix);
    // A team does not count who shares them.
    const std::string declaration =
        (request.inTeam ? "const auto& " : "const auto ") + arrays[i] + " = ";
    part(isNew ? assembling : inBoth, arrays[i]);
    out.line(declaration + object + value);
    if (!isNew || !request.separatePhases)
      continue;
    part(computing, arrays[i]);
    out.line(declaration + t.variable + value);
  }
}

} // namespace cpp
} // namespace strata
