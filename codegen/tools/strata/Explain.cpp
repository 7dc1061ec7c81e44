// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata explain: how an expression is compiled, for declared tensors or contents.
#include <memory>
#include <string>

#include <Strata_Plan.hpp>
#include <Strata_Statements.hpp>

#include "../pictures/ExplainPicture.hpp"
#include "../pictures/Svg.hpp"
#include "../support/KokkosSession.hpp"
#include "Commands.hpp"
#include "CompileCommand.hpp"
#include "ExplainPlan.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* examples = R"(Examples:
  strata explain 'y(i) = A(i,j) * x(j)' --format A=CSR
  strata explain 'y(i) = A(i,j) * x(j)' --in A=bus.mtx
  strata explain 'C(i,j) = A(i,j) + B(i,j)' --format A=CSR --format B=DCSR --dims A=60x80
  strata explain 'y(i) = A(i,j) * x(j)' --format A=CSR --svg spmv.svg
Extents that nothing gives are taken as 1000. With the contents of all tensors that are not
dense, --in, this is the plan of strata run, which looks at them, before it runs; without
contents nothing is known of the entries.)";

struct ExplainCommand : CompileCommand {
  std::string svg;
  bool has_fuse = false;  ///< --fuse was given
};

void check_picture(const ExplainCommand& command, std::size_t statements) {
  if (!command.svg.empty() && statements > 1)
    throw UsageError("--svg: expected one statement; draw each of them by itself");
}

void explain_contents(const ExplainCommand& command, const Problem& problem,
                      const LoadedTensors& loaded) {
  check_picture(command, problem.statements.size());
  RunOptions options;
  options.plan  = command.plan;
  options.fuse  = command.has_fuse ? command.fuse : Fuse::automatic;
  options.share = command.share;
  const PlanExplanation out = explain_plan(problem, loaded, options, !command.svg.empty());
  if (out.picture) write_picture(command.svg, draw_explanation(*out.picture));
  print_text(out.text);
}

void explain_declared(const ExplainCommand& command, const Problem& problem,
                      const LoadedTensors& loaded) {
  const auto [text, tensors] = declared_statements(command, problem, loaded);
  check_picture(command, split_statements(text).size());
  if (!command.svg.empty())
    write_picture(command.svg,
                  draw_explanation(Impl::explanation_of(text, tensors, command.plan)));
  print_text(explain(text, tensors, command.plan, command.share));
}

void explain_statements(const ExplainCommand& command) {
  const KokkosSession session;
  const Problem problem      = command.problem();
  const LoadedTensors loaded = load_tensors(problem, false);
  const std::string missing  = tensor_without_contents(problem, loaded);
  if (!loaded.contents.empty() && missing.empty())
    return explain_contents(command, problem, loaded);
  if (!missing.empty())
    print_text(missing + " has no contents (add --in " + missing +
               "=FILE): what follows holds for declared tensors, whatever their entries");
  explain_declared(command, problem, loaded);
}

}  // namespace

void add_explain(CLI::App& app) {
  const auto command = std::make_shared<ExplainCommand>();
  CLI::App& sub =
      *app.add_subcommand("explain", "Print iteration graph, merge lattices and loops");
  command->add_to(sub);
  sub.add_option("--svg", command->svg, "Also draw them")->type_name("FILE");
  sub.footer(examples);
  sub.callback([command, &sub] {
    command->has_fuse = sub.count("--fuse") > 0;
    explain_statements(*command);
  });
}

}  // namespace Strata::Tool
