// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that call kernels on tensors whose types are erased.
#include "KernelEmitter.h"
#include "strata/Compiler.h"

namespace strata::cpp {

void KernelEmitter::emitEntries() {
  if (request.entrySpace.empty())
    return;
  if (!request.separatePhases)
    return emitEntry(inBoth);
  emitEntry(assembling);
  emitEntry(computing);
}

/// "Strata::dense_operand<double, 1, Memory>(tensors[2])"
std::string KernelEmitter::operandFromEntry(const CppTensor &t,
                                            size_t number) const {
  const std::string element =
      (t.isResult ? "" : "const ") + typeName(t.scalar);
  return (t.format.is_dense()
              ? "Strata::dense_operand<" + element + ", " +
                    std::to_string(t.format.dim_rank()) + ", Memory>"
              : "Strata::sparse_operand<" + element + ", " +
                    formatName(t.format) + ", Memory>") +
         "(tensors[" + std::to_string(number) + "])";
}

/// Of a function for teams: one team of the instance calls it.
void KernelEmitter::emitTeamEntry() {
  const std::string size = std::to_string(request.entryTeam);
  std::string list;
  size_t number = 0;
  for (const CppTensor *t : parameters()) {
    out.line("const auto " + t->variable + " = " +
             operandFromEntry(*t, number++) + ";");
    list += ", " + t->variable;
  }
  const std::string bytes = scopes.claim("bytes"), level = scopes.claim("level");
  out.line("const std::size_t " + bytes + " = " + name +
           "_scratch_bytes<Space>(" + size + list + ");");
  out.line("const int " + level + " = Strata::scratch_level(" + bytes + ");");
  out.line("Kokkos::parallel_for(");
  out.depth += 2;
  out.arguments("\"Strata::" + name +
                "\", Strata::team_policy(*static_cast<const Space*>(exec), 1, " +
                size + ", 1).set_scratch_size(" + level +
                ", Kokkos::PerTeam(" + bytes + ")),");
  out.open("KOKKOS_LAMBDA(const Strata::TeamMember<Space>& team) {");
  out.line(name + "(team" + list + ", " + level + ");");
  out.close("});");
  out.depth -= 2;
}

/// "spmv(*static_cast<const Space*>(exec), ...", but for the end.
std::string KernelEmitter::callFromEntry(Phase phase) const {
  std::string call = functionName(phase) + "(*static_cast<const Space*>(exec)";
  size_t number = 0;
  for (const CppTensor *t : parameters()) {
    const size_t place = number++;
    call += ", " + (t == &result() && assignsResult()
                        ? t->variable
                        : operandFromEntry(*t, place));
  }
  return call;
}

/// Old contents come anew, behind the other tensors: others may have been
/// bound.
void KernelEmitter::emitEntryOfValues(const std::string &call) {
  const std::string own = scopes.claim("own");
  out.line("auto& " + own + " = *static_cast<" + name + "_assembly<Space>*>(" +
           assembly + ".get());");
  for (const CppTensor &t : tensors)
    if (t.isSnapshot && handedOver.count(t.variable))
      out.line(own + "." + t.variable + " = Strata::sparse_operand<" +
               typeName(t.scalar) + ", " + formatName(t.format) +
               ", Memory>(tensors[" + std::to_string(parameters().size()) +
               "]);");
  out.line(call + ", " + own + ");");
}

void KernelEmitter::emitEntry(Phase phase) {
  const std::string assemblyType = name + "_assembly<Space>";
  out.line("");
  out.line("extern \"C\" void " + entryName(functionName(phase)) +
           "(const void* exec, Strata::TensorRef* tensors" +
           (phase == inBoth ? "" : ", std::shared_ptr<void>& " + assembly) +
           ") {");
  ++out.depth;
  out.line("using Space = " + request.entrySpace + ";");
  out.line("using Memory = Space::memory_space;");
  if (request.inTeam) {
    emitTeamEntry();
    return out.close();
  }
  if (assignsResult())
    out.line("auto " + result().variable + " = Strata::sparse_result<" +
             typeName(result().scalar) + ", " + formatName(result().format) +
             ", Memory>(tensors[0]);");
  const std::string call = callFromEntry(phase);
  if (phase == assembling)
    out.line(assembly + " = std::make_shared<" + assemblyType + ">(" + call +
             "));");
  else if (phase == computing)
    emitEntryOfValues(call);
  else
    out.line(call + ");");
  if (assignsResult() && phase != computing)
    out.line("tensors[0] = Strata::ref(" + result().variable + ");");
  out.close();
}

} // namespace strata::cpp
