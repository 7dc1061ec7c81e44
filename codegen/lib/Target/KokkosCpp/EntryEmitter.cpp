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

/// "spmv(*static_cast<const Space*>(exec), ...", but for the end.
std::string KernelEmitter::callFromEntry(Phase phase) const {
  std::string call = functionName(phase) + "(*static_cast<const Space*>(exec)";
  int number = 0;
  for (const CppTensor *t : parameters()) {
    const std::string tensor = "(tensors[" + std::to_string(number++) + "])";
    if (t == &result() && assignsResult()) {
      call += ", " + t->variable;
      continue;
    }
    const std::string element =
        (t->isResult ? "" : "const ") + typeName(t->scalar);
    call += (t->format.is_dense()
                 ? ", Strata::dense_operand<" + element + ", " +
                       std::to_string(t->format.dim_rank()) + ", Memory>"
                 : ", Strata::sparse_operand<" + element + ", " +
                       formatName(t->format) + ", Memory>") +
            tensor;
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
