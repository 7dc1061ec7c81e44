// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch as a Kokkos::parallel_for with its policy.
#include "KernelEmitter.h"
#include "strata/Conversion/FlatNames.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Kind = strata::KernelArgument::Kind;

namespace strata::cpp {

/// The loop over units, which is all that a launch function holds.
static scf::ForOp loopOverUnits(func::FuncOp function) {
  scf::ForOp found;
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || found)
      throw Strata::CodegenError(
          "emit: a launch holds more than its loop over units");
    found = loop;
  }
  return found;
}

/// Reads what it has written: the lanes of a thread would race.
bool KernelEmitter::writesWorklist(func::FuncOp function) const {
  for (auto [i, arg] : llvm::enumerate(arguments))
    if (tensors[arg.tensor].hasSlots() && arg.kind == Kind::values &&
        !function.getArgument(i).use_empty())
      return true;
  return false;
}

static std::string quoted(StringRef text) {
  std::string out = "\"";
  for (char c : text)
    out += (c == '"' || c == '\\' ? std::string("\\") : std::string()) + c;
  return out + "\"";
}

std::string KernelEmitter::extentOf(pos::RunOp run) const {
  if (run.getCount())
    return std::to_string(*run.getCount());
  const CppTensor &t = tensorOf(run.getTensor());
  return extents.at(t.indices[*run.getDimension()]);
}

void KernelEmitter::bindArguments(BodyEmitter &body, func::FuncOp function,
                                  pos::RunOp run) {
  for (auto [i, arg] : llvm::enumerate(arguments)) {
    const CppTensor &t = tensors[arg.tensor];
    Value value = function.getArgument(i);
    if (value.use_empty())
      continue;
    if (arg.kind == Kind::extent) {
      body.bind(value, extents.at(t.indices[arg.index]));
      continue;
    }
    if (t.isScratch && !t.hasSlots() && run.getTeam()) {
      // The thread's own part.
      BufferName part{t.variable, {}, "", false, false};
      for (int l = 1; l < t.format.lvl_rank(); ++l)
        part.indexOrder.push_back(l);
      scratch.push_back(&t);
      body.bind(value, part);
      continue;
    }
    BufferName name;
    name.view = t.format.is_dense() ? t.variable : arrays.at(i);
    if (arg.kind != Kind::values)
      name.element = arg.kind == Kind::cursors ? "std::int64_t"
                     : typeName(arg.kind == Kind::positions
                                    ? t.format.pos_type()
                                    : t.format.crd_type());
    if (t.format.is_dense())
      for (int d = 0; d < t.format.dim_rank(); ++d)
        for (int l = 0; l < t.format.lvl_rank(); ++l)
          if (t.format.dimension_of_level(l) == d)
            name.indexOrder.push_back(l);
    if (arg.kind == Kind::values) {
      name.isUnsigned = Strata::is_unsigned_integer(t.scalar);
      name.isBoolean = t.scalar == Strata::ScalarType::boolean;
    }
    body.bind(value, name);
  }
  Value units = function.getArguments().back();
  body.bind(units, !run.getParallel() ? "1" : run.getTeam() ? teams : piecesOf(run));
}

void KernelEmitter::emitLaunch(pos::RunOp run) {
  auto function = module.lookupSymbol<func::FuncOp>(run.getFunction());
  scf::ForOp loop = loopOverUnits(function);
  scratch.clear();
  BodyEmitter body(out, scopes, function,
                   run.getTeam().has_value() || request.inTeam,
                   writesWorklist(function));
  bindArguments(body, function, run);
  if (!loop)
    return;
  out.line("");
  const std::string scratchSize = emitScratchSize(run);
  scopes.open();
  const std::string about = metadataAt(loop.getLoc(), commentName);
  if (!about.empty() && (run.getTensor() || run.getParallel()))
    out.comment(about);
  if (request.inTeam) {
    emitTeamLoop(run, loop, body);
    return scopes.close();
  }
  out.open("Kokkos::parallel_for(");
  ++out.depth;
  const std::string label = quoted(run.getLabel()) + ", ";
  if (run.getTeam())
    emitTeams(run, label, loop, body, scratchSize);
  else if (!run.getTensor() || !emitGrid(run, label, loop, body))
    emitRange(run, label, loop, body);
  out.depth -= 2;
  scopes.close();
}

std::string KernelEmitter::unitParameter(BodyEmitter &body, scf::ForOp loop) {
  if (loop.getInductionVar().use_empty())
    return "const std::int64_t";
  const std::string hint = metadataAt(loop.getLoc(), variableName);
  const std::string name = scopes.claim(hint.empty() ? "n" : hint);
  body.bind(loop.getInductionVar(), name);
  return "const std::int64_t " + name;
}

void KernelEmitter::emitRange(pos::RunOp run, const std::string &label,
                              scf::ForOp loop, BodyEmitter &body) {
  const std::string units = run.getTensor()     ? extentOf(run)
                            : run.getParallel() ? piecesOf(run)
                                                : "1";
  out.arguments(label + "Strata::RangePolicy<ExecutionSpace>(exec, 0, " +
                units + "),");
  const size_t begin =
      out.openLambda("KOKKOS_LAMBDA(" + unitParameter(body, loop) + ") {");
  Value slot = run->getParentOfType<ModuleOp>()
                   .lookupSymbol<func::FuncOp>(run.getFunction())
                   .getArguments()
                   .take_back(4)[0];
  if (slot.use_empty()) {
    body.emitBlock(*loop.getBody());
  } else {
    const std::string number = scopes.claim("slot");
    body.bind(slot, number);
    out.line("const std::int64_t " + number + " = " + slots + ".acquire(" +
             body.text(loop.getInductionVar()) + ");");
    body.emitBlock(*loop.getBody());
    out.line(slots + ".release(" + number + ");");
  }
  out.closeLambda(begin, "});");
}

/// An argument of the launch, or a number.
static bool isWholeExtent(Value bound) {
  auto argument = dyn_cast<BlockArgument>(bound);
  return getConstantIntValue(bound) ||
         (argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()));
}

/// Perfectly nested independent loops over whole dimensions.
bool KernelEmitter::emitGrid(pos::RunOp run, const std::string &label,
                             scf::ForOp loop, BodyEmitter &body) {
  SmallVector<scf::ForOp> nest{loop};
  std::string ends = extentOf(run), begins = "0";
  while (true) {
    auto inner = dyn_cast<scf::ForOp>(nest.back().getBody()->front());
    if (!inner || !inner->hasAttr(independentAttr) ||
        !isWholeExtent(inner.getUpperBound()) ||
        getConstantIntValue(inner.getLowerBound()) != 0 ||
        &*std::next(inner->getIterator()) !=
            nest.back().getBody()->getTerminator() ||
        nest.size() == 6)
      break;
    nest.push_back(inner);
    ends += ", " + body.text(inner.getUpperBound());
    begins += ", 0";
  }
  if (nest.size() == 1)
    return false;
  std::string parameters;
  for (scf::ForOp l : nest)
    parameters += (parameters.empty() ? "" : ", ") + unitParameter(body, l);
  out.arguments(label + "Strata::MDRangePolicy<ExecutionSpace, " +
                std::to_string(nest.size()) + ">(exec, {" + begins + "}, {" +
                ends + "}),");
  const size_t begin = out.openLambda("KOKKOS_LAMBDA(" + parameters + ") {");
  body.emitBlock(*nest.back().getBody());
  out.closeLambda(begin, "});");
  return true;
}

/// "<double*, ExecutionSpace>"
std::string KernelEmitter::scratchType(const CppTensor &t) const {
  return "<" + typeName(t.scalar) + std::string(t.indices.size() - 1, '*') +
         ", ExecutionSpace>";
}

std::string KernelEmitter::scratchExtents(const CppTensor &t) const {
  std::string list;
  for (size_t d = 1; d < t.indices.size(); ++d)
    list += (d > 1 ? ", " : "") + extents.at(t.indices[d]);
  return list;
}

/// Declares what a thread needs of scratch memory; empty if nothing.
std::string KernelEmitter::emitScratchSize(pos::RunOp run) {
  if (scratch.empty())
    return "";
  std::string bytes;
  for (const CppTensor *t : scratch)
    bytes += (bytes.empty() ? "" : " + ") +
             ("Strata::scratch_bytes" + scratchType(*t)) + "(" +
             scratchExtents(*t) + ")";
  const std::string size = scopes.claim("scratch_size");
  scratchLevel = scopes.claim("scratch_level");
  out.line("const std::size_t " + size + " = " + bytes + ";");
  out.line("const int " + scratchLevel + " = Strata::scratch_level(" +
           std::to_string((*run.getTeam())[0]) + " * " + size + ");");
  return scratchLevel + ", Kokkos::PerThread(" + size + ")";
}

void KernelEmitter::emitTeams(pos::RunOp run, const std::string &label,
                              scf::ForOp loop, BodyEmitter &body,
                              const std::string &scratchSize) {
  const auto team = *run.getTeam();
  std::string policy = "Strata::team_policy(exec, " +
                       (run.getParallel() ? teams : std::string("1")) + ", " +
                       std::to_string(team[0]) + ", " +
                       std::to_string(team[1]) + ")";
  if (scratchSize.empty()) {
    out.arguments(label + policy + ",");
  } else {
    out.arguments(label + policy);
    out.depth += 2;
    out.arguments(".set_scratch_size(" + scratchSize + "),");
    out.depth -= 2;
  }
  out.open("KOKKOS_LAMBDA(const Strata::TeamMember<ExecutionSpace>& team) {");
  if (!loop.getInductionVar().use_empty()) {
    const std::string rank = scopes.claim("league_rank");
    body.bind(loop.getInductionVar(), rank);
    out.line("const std::int64_t " + rank + " = team.league_rank();");
  }
  for (const CppTensor *t : scratch)
    out.line("const auto " + t->variable + " = Strata::make_scratch" +
             scratchType(*t) + "(" +
             llvm::join(std::vector<std::string>{"team.thread_scratch(" +
                                                     scratchLevel + ")",
                                                 scratchExtents(*t)},
                        ", ") +
             ");");
  body.emitBlock(*loop.getBody());
  out.close("});");
}

} // namespace strata::cpp
