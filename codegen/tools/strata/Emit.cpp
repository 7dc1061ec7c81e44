// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata emit and strata explain: what the compiler makes of an expression.
#include <cstdio>
#include <map>
#include <memory>

#include <Strata_Plan.hpp>

#include "Commands.hpp"
#include "Loading.hpp"
#include "Problem.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* emit_examples = R"(Examples:
  strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --stage position
  strata emit 'y(i) = A(i,j) * x(j)' --in A=bus.mtx --stage llvm --strict
Extents that nothing gives are taken as 1000.)";

constexpr const char* explain_examples = R"(Examples:
  strata explain 'y(i) = A(i,j) * x(j)' --format A=CSR
  strata explain 'C(i,j) = A(i,j) + B(i,j)' --format A=CSR --format B=DCSR --dims A=60x80
Extents that nothing gives are taken as 1000.)";

const std::map<std::string, Stage> stages{{"notation", Stage::notation},
                                          {"coordinate", Stage::coordinate},
                                          {"position", Stage::position},
                                          {"flat", Stage::flat},
                                          {"llvm", Stage::llvm}};

struct EmitCommand {
  std::string notation;
  TensorOptions tensors;
  Stage stage = Stage::position;
  PlanOptions plan;
};

/// Declarations of all tensors, checked, the result's extents filled in.
TensorDeclarations declare_all(const EmitCommand& command) {
  const Problem problem      = parse_problem(command.notation, command.tensors);
  const LoadedTensors loaded = load_tensors(problem, false);
  return check(problem.assignment, loaded.declarations).tensors;
}

void print_text(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (!text.empty() && text.back() != '\n') std::fputc('\n', stdout);
}

void add_common(CLI::App& sub, EmitCommand& command) {
  sub.add_option("notation", command.notation, "Index notation, e.g. 'y(i) = A(i,j) * x(j)'")
      ->required();
  command.tensors.add_to(sub);
  sub.add_flag("--strict", command.plan.strict, "No reassociation of floating-point sums");
}

}  // namespace

void add_emit(CLI::App& app) {
  const auto command = std::make_shared<EmitCommand>();
  CLI::App& sub      = *app.add_subcommand("emit", "Print the code at a stage of compilation");
  add_common(sub, *command);
  sub.add_option("--stage", command->stage,
                 "notation, coordinate, position, flat or llvm; default: position")
      ->transform(CLI::CheckedTransformer(stages).description(""))
      ->type_name("STAGE");
  sub.footer(emit_examples);
  sub.callback([command] {
    const auto declarations = declare_all(*command);
    print_text(emit(command->notation, declarations, command->stage, command->plan));
  });
}

void add_explain(CLI::App& app) {
  const auto command = std::make_shared<EmitCommand>();
  CLI::App& sub =
      *app.add_subcommand("explain", "Print iteration graph, merge lattices and loops");
  add_common(sub, *command);
  sub.footer(explain_examples);
  sub.callback([command] {
    const auto declarations = declare_all(*command);
    print_text(explain(command->notation, declarations, command->plan));
  });
}

}  // namespace Strata::Tool
