// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata emit: the code that the compiler makes of an expression.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <Strata_DeviceCode.hpp>
#include <Strata_Plan.hpp>

#include "../support/KokkosSession.hpp"
#include "Choice.hpp"
#include "Commands.hpp"
#include "CompileCommand.hpp"
#include "Loading.hpp"
#include "StrategyOptions.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* examples = R"(Examples:
  strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --stage position
  strata emit 'y(i) = A(i,j) * x(j)' --in A=bus.mtx --stage llvm --strict
  strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --stage cxx --name spmv --output spmv.hpp
  strata emit 'y(i) = A(i,j) * x(j)' --format 'A=CSR<32>' --stage cxx --namespace app::kernels
  strata emit 'C(i,j) = A(i,k) * B(k,j)' --format A=CSR --format B=CSR --format C=CSR --stage cxx --phases
  strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --stage cxx --name spmv --in-team
  strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --stage ptx --team 8 --vector 32
Extents that nothing gives are taken as 1000. Of contents, --in, only extents, types and
formats are used.)";

const std::map<std::string, Stage> stages{{"notation", Stage::notation},
                                          {"coordinate", Stage::coordinate},
                                          {"position", Stage::position},
                                          {"flat", Stage::flat},
                                          {"llvm", Stage::llvm},
                                          {"cxx", Stage::cxx}};

/// The stages, and code for CUDA devices.
std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const auto& [name, stage] : stages) names.push_back(name);
  names.push_back("ptx");
  return names;
}

struct EmitCommand : CompileCommand {
  std::string stage = "position";
  EmitNames names;
  std::string output;
};

/// A word of a command as a shell reads it.
std::string quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("_-+=./:,@", c);
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The command that emits the same again, in lines for the comment of a header;
/// always in the same order, and without what does not change the code.
std::string command_line(const EmitCommand& command) {
  std::vector<std::string> options;
  const auto add = [&](const char* name, const std::string& value) {
    options.push_back(std::string(name) + " " + quoted(value));
  };
  const auto add_all = [&](const char* name, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(name, value);
  };
  add_all("--in", command.tensors.in);
  add_all("--dims", command.tensors.dims);
  add_all("--format", command.tensors.format);
  add_all("--type", command.tensors.type);
  add_all("--fill", command.tensors.fill);
  for (const std::string& option : strategy_options(command.plan)) options.push_back(option);
  if (command.fuse == Fuse::none) options.push_back("--fuse none");
  if (command.share == Share::none) options.push_back("--share none");
  if (command.plan.team_size) add("--team", std::to_string(command.plan.team_size));
  if (command.plan.vector_length) add("--vector", std::to_string(command.plan.vector_length));
  if (command.names.in_phases) options.push_back("--phases");
  if (command.names.in_team) options.push_back("--in-team");
  options.push_back("--stage cxx");
  add("--name", command.names.function);
  if (!command.names.name_space.empty()) add("--namespace", command.names.name_space);
  constexpr std::size_t width = 75;  // behind "//   "
  std::string text, line = "strata emit " + quoted(command.statements.text());
  for (const std::string& option : options) {
    if (line.size() + 1 + option.size() > width) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + option;
  }
  return text + line;
}

DeclaredStatements statements_of(const CompileCommand& command) {
  const KokkosSession session;  // levels of .h5 files are read into Views
  const Problem problem = command.problem();
  return declared_statements(command, problem, load_tensors(problem, false));
}

std::string emitted(const DeclaredStatements& statements, const EmitCommand& command) {
  const auto& [text, tensors] = statements;
  if (command.stage == "ptx")
    return emit_ptx(text, tensors, command.plan, command.names, command.share);
  return emit(text, tensors, stages.at(command.stage), command.plan, command.names,
              command.share);
}

}  // namespace

void add_emit(CLI::App& app) {
  const auto command = std::make_shared<EmitCommand>();
  CLI::App& sub      = *app.add_subcommand("emit", "Print the code at a stage of compilation");
  command->add_to(sub);
  sub.add_option("--stage", command->stage,
                 "notation, coordinate, position, flat, llvm, cxx or ptx; default: position")
      ->check(choice(stage_names()))
      ->type_name("STAGE");
  sub.add_option("--name", command->names.function,
                 "Name of the function in C++ code, and of kernels in PTX; default: kernel");
  sub.add_option("--namespace", command->names.name_space,
                 "Namespace around it, e.g. app::kernels; default: none");
  sub.add_flag("--phases", command->names.in_phases,
               "Structure and values of a sparse result in functions of their own: "
               "NAME_assemble and NAME_compute");
  sub.add_flag("--in-team", command->names.in_team,
               "A function that teams of a kernel of your own call, and NAME_scratch_bytes");
  sub.add_option("--team", command->plan.team_size, "Threads of a team; 0: no teams")
      ->check(CLI::Range(0, 1024));
  sub.add_option("--vector", command->plan.vector_length, "Lanes of a thread; 0: no teams")
      ->check(CLI::Range(0, 1024));
  sub.add_option("--output", command->output, "Write to a file, not to standard output")
      ->type_name("FILE");
  sub.footer(examples);
  sub.callback([command] {
    const DeclaredStatements statements = statements_of(*command);
    command->names.command              = command_line(*command);
    print_text(emitted(statements, *command), command->output);
  });
}

}  // namespace Strata::Tool
