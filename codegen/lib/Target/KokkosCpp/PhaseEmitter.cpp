// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structure and values of a sparse result in functions of their own.
#include "KernelEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using Kind = strata::KernelArgument::Kind;

namespace strata::cpp {

/// The temporaries, and the result, whose contents one launch leaves to others.
std::set<size_t> KernelEmitter::contentsIn(pos::RunOp run) {
  auto function = module.lookupSymbol<func::FuncOp>(run.getFunction());
  std::set<size_t> found;
  for (auto [i, arg] : llvm::enumerate(arguments)) {
    const CppTensor &t = tensors[arg.tensor];
    const bool lasts =
        &t == &result() || (t.isTemporary && !t.isScratch && !isCuts(t));
    if (lasts && arg.kind != Kind::extent &&
        !function.getArgument(i).use_empty())
      found.insert(arg.tensor);
  }
  return found;
}

bool KernelEmitter::isCuts(const CppTensor &t) const {
  return llvm::any_of(partitions, [&](pos::PartitionOp partition) {
    return &tensorOf(partition.getCuts()) == &t;
  });
}

/// Marks the steps of one of the functions. Launches of no phase of their own,
/// as those that compute a temporary, stand where something is made of what
/// they leave.
void KernelEmitter::findSteps(Phase phase) {
  std::set<size_t> needed;
  if (phase == computing)
    needed.insert(0); // the result
  for (Operation *step : llvm::reverse(steps)) {
    auto run = dyn_cast<pos::RunOp>(step);
    if (!run) {
      if (phase == assembling)
        stepPhases[step] = assembling;
      if (phase == assembling || isa<itg::CollectOp>(step))
        for (Value tensor : step->getOperands())
          needed.insert(tensorIndex.lookup(tensor));
      continue;
    }
    std::set<size_t> contents = contentsIn(run);
    const bool belongs =
        run.getPhase()
            ? (*run.getPhase() == "values") == (phase == computing)
            : llvm::any_of(contents, [&](size_t t) { return needed.count(t); });
    if (!belongs)
      continue;
    stepPhases[step] |= phase;
    needed.merge(contents);
  }
}

/// What launches of no phase work on is made anew in each of the functions.
bool KernelEmitter::isHandedOver(const CppTensor &t) {
  return llvm::none_of(runs, [&](pos::RunOp run) {
    return !run.getPhase() &&
           contentsIn(run).count(static_cast<size_t>(&t - tensors.data()));
  });
}

/// What comes next in the text.
void KernelEmitter::part(unsigned phases, const std::string &variable,
                         const std::string &type) {
  parts.push_back({out.size(), phases, variable, type});
}

/// What one function hands to the other one.
void KernelEmitter::emitAssembly(const SplitBody &body) {
  out.document("What " + functionName(assembling) + "() leaves to " +
               functionName(computing) + "(), beside the structure of `" +
               result().variable + "`.");
  out.line("template <class ExecutionSpace>");
  out.open("struct " + name + "_assembly {");
  out.line("std::int64_t " + sizeMember + ";  // of `" + result().variable +
           "`");
  for (const auto &[variable, type] : body.handedOver)
    out.line(type + " " + variable + ";");
  out.close("};");
  out.line("");
}

void KernelEmitter::emitReturn(const SplitBody &body) {
  std::string list = "std::int64_t(" + result().variable + ".values().size())";
  for (const auto &member : body.handedOver)
    list += ", " + member.first;
  out.line("return {" + list + "};");
}

void KernelEmitter::emitPhases() {
  findSteps(assembling);
  findSteps(computing);
  for (const std::string &taken :
       {assembleName(name), computeName(name), name + "_assembly"})
    scopes.claim(taken);
  assembly = scopes.claim("assembly");
  sizeMember = scopes.claim("num_values");
  out.depth = 1;
  emitBody();
  out.depth = 0;
  const std::string text = out.take();
  const SplitBody body = splitBody(text, parts, assembly);
  for (const auto &member : body.handedOver)
    handedOver.insert(member.first);
  emitAssembly(body);
  emitFunction(assembling, body.assemble);
  emitReturn(body);
  out.close();
  out.line("");
  emitFunction(computing, body.compute);
  out.close();
}

/// All but the end of the function.
void KernelEmitter::emitFunction(Phase phase, const std::string &body) {
  emitDocumentation(phase);
  emitSignature(phase, identifiersIn(body));
  emitTypeChecks();
  if (phase == computing)
    out.line("Strata::check_assembled(\"" + name + "\", \"" +
             result().variable + "\", " + result().variable + ", " + assembly +
             "." + sizeMember + ");");
  out.code(body);
}

} // namespace strata::cpp
