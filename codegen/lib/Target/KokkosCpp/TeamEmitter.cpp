// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that a team calls from inside of a kernel: what otherwise are launches
// are loops that its threads and lanes share, with barriers between them; temporaries
// are in the team's scratch memory. A second function says how much of it that is.
#include "KernelEmitter.h"
#include "strata/Conversion/FlatNames.h"
#include "llvm/ADT/StringExtras.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata::cpp {

/// Pieces of sums that are the same whatever the number of threads.
constexpr int deterministicTeamPieces = 16;

[[noreturn]] static void refuse(const std::string &what,
                                const std::string &expected,
                                const std::string &found,
                                const std::string &advice) {
  throw Strata::UnsupportedExpression(Strata::error_message(
      "emit", "in a team: '" + what + "'", expected, found, advice));
}

/// What only the host can do between launches is not there inside of one.
void KernelEmitter::checkInTeam() const {
  for (const CppTensor &t : tensors) {
    if (t.isParameter() && t.isResult && t.isSparse())
      refuse(t.name, "a dense result",
             t.format.to_string() + ", whose arrays are allocated once its "
                                    "entries are counted",
             "emit a function that launches, or declare the result dense");
    if (!t.source.empty())
      refuse(t.source, "an operand that is read as it is stored",
             "one that is read from a copy in " + t.format.to_string() + ": " +
                 t.reason,
             "convert it before the kernel and declare it in that format");
    if (t.isSnapshot)
      refuse(result().name, "a result that is not read where it is not written",
             "one whose old contents are an operand, too",
             "pass a copy of them as an operand of another name");
    if (t.isTemporary && (t.isSparse() || t.hasSlots()))
      refuse(result().name, "temporaries of known size",
             "a list or worklist that the host sizes, sorts or converts",
             "emit a function that launches");
  }
  for (Operation *step : steps)
    if (!isa<pos::RunOp, pos::PartitionOp>(step))
      refuse(result().name, "launches only",
             "a step of the host between them (" +
                 step->getName().getStringRef().str() + ")",
             "emit a function that launches");
}

void KernelEmitter::emitInTeam() {
  checkInTeam();
  const std::string query = name + "_scratch_bytes";
  scopes.claim(query);
  scopes.open();
  emitScratchQuery(query);
  scopes.close();
  const std::string first = out.take();
  extents.clear(); // names of the other function
  scopes.open();
  emitTeamFunction();
  scopes.close();
  const std::string second = out.take();
  out.code(first + "\n" + second);
}

/// The workspaces of a call, which are in scratch memory.
std::vector<const CppTensor *> KernelEmitter::teamWorkspaces() {
  std::vector<const CppTensor *> found;
  for (const CppTensor &t : tensors)
    if (isAllocated(t))
      found.push_back(&t);
  return found;
}

/// Declares as many pieces as there are \p threads, or a fixed number of them.
void KernelEmitter::emitTeamPieces(const std::string &threads) {
  pieces = scopes.claim("pieces");
  const int fixed = request.options.pieces > 0 ? request.options.pieces
                    : request.options.deterministic ? deterministicTeamPieces
                                                    : 0;
  out.line("const std::int64_t " + pieces + " = " +
           (fixed > 0 ? std::to_string(fixed) : threads) + ";");
  extents[pieceVariable] = pieces;
  extents[cutVariable] = pieces + " + 1";
  extents[carryVariable] = pieces;
  emitRanges();
}

/// "<double**, ExecutionSpace>"
static std::string workspaceType(const CppTensor &t) {
  return "<" + typeName(t.scalar) + std::string(t.indices.size(), '*') +
         ", ExecutionSpace>";
}

std::string KernelEmitter::workspaceExtents(const CppTensor &t) const {
  std::vector<std::string> list;
  for (const std::string &v : t.indices)
    list.push_back(countOf(v) < 0 ? extents.at(v) : v.substr(1));
  return llvm::join(list, ", ");
}

/// A function of the host that checks the extents, too: nothing can throw in a team.
void KernelEmitter::emitScratchQuery(const std::string &query) {
  const std::string threads = scopes.claim("team_size");
  out.depth = 1;
  emitTypeChecks();
  emitExtentChecks();
  const auto workspaces = teamWorkspaces();
  if (llvm::any_of(workspaces, [](const CppTensor *t) {
        return llvm::is_contained(t->indices, pieceVariable) ||
               llvm::is_contained(t->indices, cutVariable) ||
               llvm::is_contained(t->indices, carryVariable);
      }))
    emitTeamPieces(threads);
  std::string bytes;
  for (const CppTensor *t : workspaces) {
    for (size_t d = 0; d < t->indices.size(); ++d)
      declareExtent(*t, d);
    bytes += (bytes.empty() ? "" : " + ") + ("Strata::scratch_bytes" +
             workspaceType(*t)) + "(" + workspaceExtents(*t) + ")";
  }
  out.line("return " + (bytes.empty() ? std::string("0") : bytes) + ";");
  out.depth = 0;
  const std::string body = out.take();
  documentScratchQuery(threads);
  const std::set<std::string> used = identifiersIn(body);
  std::string types = "template <class ExecutionSpace";
  std::string list = std::string(used.count(threads) ? "" : "[[maybe_unused]] ") +
                     "int " + threads;
  for (const CppTensor *t : parameters()) {
    types += ", class " + t->variable + "_type";
    list += std::string(used.count(t->variable) ? ", " : ", [[maybe_unused]] ") +
            "const " + t->variable + "_type& " + t->variable;
  }
  out.line(types + ">");
  out.open("std::size_t " + query + "(" + list + ") {");
  out.code(body);
  out.close();
}

void KernelEmitter::documentScratchQuery(const std::string &threads) {
  out.document("Bytes of scratch memory that " + name +
               "() takes of a team of `" + threads +
               "` threads of ExecutionSpace, for its policy: "
               "set_scratch_size(level, Kokkos::PerTeam(bytes)). Looks at the "
               "extents of the tensors only, on the host.");
  out.document("\\throws Strata::ShapeMismatch if an index has two extents.", 4);
}

/// What stands in the namespace of the caller's kernel.
void KernelEmitter::documentInTeam(const std::string &level) {
  out.raw("/// " + request.stmt.assignment.text);
  out.raw("///");
  out.document("Called by all threads of a team, in a kernel: they share the "
               "work, and all of them see the result when it returns.");
  out.raw("///");
  out.document("\\param[in] team member of the team, as a kernel over a "
               "Kokkos::TeamPolicy gets it",
               4);
  documentTensors(inBoth);
  out.document("\\param[in] " + level + " of the scratch memory that " + name +
                   "_scratch_bytes() is for; it is free again afterwards",
               4);
  documentConditions(inBoth);
  out.document("\\pre Extents fit (" + name +
                   "_scratch_bytes() checks them). What the team has written to "
                   "operands is behind a team_barrier().",
               4);
}

void KernelEmitter::emitTeamFunction() {
  const std::string level = scopes.claim("scratch_level");
  out.depth = 1;
  out.line("using ExecutionSpace = typename TeamMember::execution_space;");
  emitTypeChecks();
  emitExtents();
  if (usesPieces())
    emitTeamPieces("team.team_size()");
  emitTeamWorkspaces(level);
  emitArrays();
  for (Operation *step : steps)
    emitStep(step);
  out.depth = 0;
  const std::string body = out.take();
  documentInTeam(level);
  const std::set<std::string> used = identifiersIn(body);
  std::string types = "template <class TeamMember";
  std::string list = std::string(used.count("team") ? "" : "[[maybe_unused]] ") +
                     "const TeamMember& team";
  for (const CppTensor *t : parameters()) {
    types += ", class " + t->variable + "_type";
    list += ", const " + t->variable + "_type& " + t->variable;
  }
  out.line(types + ">");
  out.open("KOKKOS_INLINE_FUNCTION void " + name + "(" + list +
           (used.count(level) ? ", int " : ", [[maybe_unused]] int ") + level +
           " = 0) {");
  out.code(body);
  out.close();
}

/// Taken from a copy of the team's scratch memory, so that the next call takes the
/// same again.
void KernelEmitter::emitTeamWorkspaces(const std::string &level) {
  const auto workspaces = teamWorkspaces();
  if (workspaces.empty())
    return;
  const std::string memory = scopes.claim("scratch");
  out.line("const auto " + memory + " = team.team_scratch(" + level + ");");
  for (const CppTensor *t : workspaces) {
    out.line("const auto " + t->variable + " = Strata::make_team_workspace" +
             workspaceType(*t) + "(" + memory + ", " + workspaceExtents(*t) +
             ");");
    if (t->startsAsZero)
      out.line("Strata::clear_team_workspace(team, " + t->variable + ");");
  }
}

/// What would be a launch. Lanes have a unit each where nothing inside is for them.
void KernelEmitter::emitTeamLoop(pos::RunOp run, scf::ForOp loop,
                                 BodyEmitter &body) {
  const bool lanesInside =
      loop.getBody()
          ->walk([](Operation *op) {
            return op->hasAttr(mappingAttr) ? WalkResult::interrupt()
                                            : WalkResult::advance();
          })
          .wasInterrupted();
  const std::string units = run.getTensor()     ? extentOf(run)
                            : run.getParallel() ? piecesOf(run)
                                                : "1";
  out.line("Kokkos::parallel_for(");
  out.depth += 2;
  const size_t begin = out.openLambda(
      (lanesInside ? "Kokkos::TeamThreadRange(team, "
                   : "Kokkos::TeamVectorRange(team, ") +
      units + "), [&](" + unitParameter(body, loop) + ") {");
  if (!lanesInside)
    body.enterLane();
  body.emitBlock(*loop.getBody());
  out.closeLambda(begin, "});");
  out.depth -= 2;
  out.line("team.team_barrier();");
}

/// Cuts between coordinates of the outermost loop; tensors beneath others, and
/// windows, are not weighed. Ranges have equally many coordinates.
void KernelEmitter::emitTeamPartition(pos::PartitionOp partition) {
  const int64_t count = partition.countOf(0);
  const CppTensor &t = tensorOf(partition.getExtents()[0]);
  const std::string &v = t.indices[partition.getDimensions()[0]];
  std::string list = count < 0 ? extents.at(v) : std::to_string(count);
  list += partition.getVisitsAll()[0] || partition.getRanged() ? ", true" : ", false";
  for (size_t n = 0; n < partition.getWeighed().size(); ++n)
    if (const CppTensor &w = tensorOf(partition.getWeighed()[n]);
        partition.parentOf(n) < 0 && partition.sampledOf(n) < 0 && w.isSparse())
      list += ", " + w.variable;
  out.comment("pieces of about equal work: coordinates of " +
              v.substr(0, v.find('.')) + " that they begin with");
  out.line("Strata::partition_in_team(team, " +
           tensorOf(partition.getCuts()).variable + ", " + list + ");");
}

} // namespace strata::cpp
