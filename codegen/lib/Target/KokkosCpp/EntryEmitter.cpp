// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function that calls a kernel on tensors whose types are erased.
#include "KernelEmitter.h"

namespace strata::cpp {

void KernelEmitter::emitEntry() {
  const std::string &space = request.entrySpace;
  if (space.empty())
    return;
  out.line("");
  out.line("extern \"C\" void " + entryName(name) +
           "(const void* exec, Strata::TensorRef* tensors) {");
  ++out.depth;
  out.line("using Space = " + space + ";");
  out.line("using Memory = Space::memory_space;");
  if (assignsResult())
    out.line("auto " + result().variable + " = Strata::sparse_result<" +
             typeName(result().scalar) + ", " + formatName(result().format) +
             ", Memory>(tensors[0]);");
  std::string call = name + "(*static_cast<const Space*>(exec)";
  int number = 0;
  for (const CppTensor &t : tensors) {
    if (!t.isParameter())
      continue;
    if (&t == &result() && assignsResult()) {
      call += ", " + t.variable;
      ++number;
      continue;
    }
    const std::string element =
        (t.isResult ? "" : "const ") + typeName(t.scalar);
    call += t.format.is_dense()
                ? ", Strata::dense_operand<" + element + ", " +
                      std::to_string(t.format.dim_rank()) + ", Memory>"
                : ", Strata::sparse_operand<" + element + ", " +
                      formatName(t.format) + ", Memory>";
    call += "(tensors[" + std::to_string(number++) + "])";
  }
  out.line(call + ");");
  if (assignsResult())
    out.line("tensors[0] = Strata::ref(" + result().variable + ");");
  out.close();
}

} // namespace strata::cpp
