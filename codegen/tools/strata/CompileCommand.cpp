// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompileCommand.hpp"

#include <cstdio>
#include <fstream>

#include <Strata_Error.hpp>
#include <Strata_Statements.hpp>

#include "Composites.hpp"
#include "Strata_Factor.h"
#include "StrategyOptions.hpp"

namespace Strata::Tool {

void CompileCommand::add_to(CLI::App& app) {
  statements.add_to(app);
  tensors.add_to(app);
  operators.add_to(app);
  add_strategy_options(app, plan);
  add_fuse_option(app, fuse);
  add_share_option(app, share);
}

Problem CompileCommand::problem() const {
  return parse_problem(operators.statement(statements.text()), tensors);
}

DeclaredStatements declared_statements(const CompileCommand& command, const Problem& problem,
                                       const LoadedTensors& loaded) {
  const TensorDeclarations tensors = declare_all(problem, loaded);
  const Composites composites      = composites_of(problem, loaded, tensors);
  DeclaredStatements out{over_parts(problem.notation, composites),
                         declare_parts(tensors, composites)};
  const Impl::FactoredProgram factored = Impl::factor_statements(
      parse_statements(out.text), {out.tensors, {}, command.fuse, command.plan.strict});
  if (factored.temporaries.empty()) return out;
  out.text.clear();
  for (const Assignment& a : factored.statements)
    out.text += (out.text.empty() ? "" : "; ") + a.text;
  out.tensors.insert(factored.temporaries.begin(), factored.temporaries.end());
  return out;
}

void print_text(const std::string& text, const std::string& path) {
  const std::string end = text.empty() || text.back() == '\n' ? "" : "\n";
  if (path.empty()) {
    std::fputs((text + end).c_str(), stdout);
  } else {
    std::ofstream file(path, std::ios::binary);
    file << text << end << std::flush;
    if (!file)
      throw IoError(error_message("emit", "--output", "a file that can be written",
                                  "'" + path + "'"));
  }
}

}  // namespace Strata::Tool
