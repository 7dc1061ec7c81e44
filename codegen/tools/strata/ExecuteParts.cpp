// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a run that do not depend on its space.
#include <Strata_CheckStatements.hpp>

#include "ExecuteOn.hpp"

namespace Strata::Tool {

CoordinateList empty_list(const TensorDeclaration& declaration) {
  CoordinateList list;
  list.scalar  = declaration.scalar;
  list.extents = declaration.extents;
  return list;
}

CheckOutcome check_densely(const Problem& problem, const Operands& before,
                           const ProgramOptions& program, const Operands& results) {
  CheckOutcome out{true, ""};
  for (const auto& [name, result] : results) {
    const CheckReport report =
        check_statements(problem.notation, before, name, result, program);
    out.passed &= report.passed();
    const std::string whose = results.size() == 1 ? "" : name + ": ";
    out.text += (out.text.empty() ? "" : "; ") + whose + report.to_string();
  }
  return out;
}

ProgramOptions program_options(const Problem& problem, const TensorDeclarations& tensors,
                               const RunOptions& options) {
  ProgramOptions program;
  program.fuse          = options.fuse;
  program.share         = options.share;
  program.check_samples = options.check_samples;
  for (const TensorUse& use : problem.tensors)
    if (use.is_temporary) program.temporaries[use.name] = tensors.at(use.name);
  return program;
}

void check_device_options(const RunOptions& options) {
  if (options.check_samples > 0)
    throw UnsupportedExpression(
        error_message("strata run", "--check-samples", "a host space", "--space cuda",
                      "compare all entries by --check, which evaluates on the host"));
}

}  // namespace Strata::Tool
