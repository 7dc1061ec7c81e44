// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text of statements for declarations without data.
#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include <Strata_Statements.hpp>

#include "Strata_CheckForms.h"
#include "Strata_DeviceCode.hpp"
#include "Strata_Explain.h"
#include "Strata_MappedOperands.h"
#include "Strata_Modules.h"
#include "Strata_PlanState.h"
#include "Strata_ShareLaunches.h"

namespace Strata {
namespace Impl {

static bool is_cxx_name(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalpha(c) || c == '_'; };
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_letter(c) || std::isdigit(c);
         });
}

static void check_names(const EmitNames& names) {
  if (!is_cxx_name(names.function))
    throw ParseError(error_message("emit", "name", "that of a C++ function",
                                   "'" + names.function + "'"));
  std::string_view left = names.name_space;
  while (!left.empty()) {
    const std::size_t end = left.find("::");
    const bool is_last    = end == std::string_view::npos;
    if (!is_cxx_name(left.substr(0, end)) || (!is_last && end + 2 == left.size()))
      throw ParseError(error_message(
          "emit", "namespace", "one or several C++ names, such as app::kernels",
          "'" + names.name_space + "'"));
    left = is_last ? std::string_view() : left.substr(end + 2);
  }
}

}  // namespace Impl

namespace {

/// Statements without data, and which of them share a launch.
struct DeclaredProgram {
  std::vector<std::string> texts;
  TensorDeclarations tensors;
  std::vector<Impl::SharingCandidate> statements;
  Impl::SharedProgram sharing;
};

/// A result is made in built-in levels: what it would be converted to afterwards is
/// not part of a kernel.
void check_declared_result(const strata::CompileRequest& request,
                  const TensorDeclarations& tensors) {
  const std::string& name = request.names[0];
  const auto asked        = tensors.find(name);
  if (asked == tensors.end() || asked->second.format.is_built_in()) return;
  throw UnsupportedExpression(error_message(
      "compile", "'" + name + "'", "a result of dense, compressed and singleton levels",
      asked->second.format.to_string(),
      "declare it so, and convert it; a plan with data does so by itself"));
}

/// Whom code is for that is emitted for declarations: how many pieces run at the same
/// time decides between races.
enum class For { host, device, team };

int threads_of(For whom) {
  constexpr int device_threads = 1 << 14, team_threads = 32;
  return whom == For::host     ? Impl::machine().thread_count
         : whom == For::device ? device_threads
                               : team_threads;
}

Impl::SharingCandidate declare(std::string_view notation,
                               const TensorDeclarations& tensors,
                               const PlanOptions& options, For whom) {
  Impl::SharingCandidate out;
  out.request =
      Impl::make_request(notation, tensors, options, out.old_result);
  strata::CompileRequest& request = out.request;
  check_declared_result(request, tensors);
  Impl::set_concurrency(request, threads_of(whom), whom == For::device);
  request.vectorBytes = static_cast<int>(Impl::machine().vector_bytes);
  for (const std::string& name : request.names) {
    const TensorFormat& format = request.stmt.tensors.at(name).format;
    if (format.is_dense() && format.lvl_rank() > 0)
      request.unitLevels[name] = format.lvl_rank() - 1;
  }
  out.any_pieces = options.pieces > 0 && options.balance != Balance::work;
  return out;
}

Impl::SharedProgram share(std::vector<Impl::SharingCandidate>& statements) {
  try {
    for (Impl::SharingCandidate& s : statements)
      s.concrete = strata::concretize(s.request.stmt, s.request.concretize);
  } catch (const UnsupportedExpression&) {
    return Impl::apart(statements.size());  // what is asked for will say so
  }
  return Impl::share_launches(statements, false);
}

DeclaredProgram declare_program(std::string_view text,
                                const TensorDeclarations& tensors,
                                const PlanOptions& options, Share wanted,
                                For whom = For::host) {
  DeclaredProgram out;
  out.texts   = split_statements(text);
  out.tensors = tensors;
  if (out.texts.size() < 2)
    out.texts = {std::string(text)};
  else
    out.tensors = declare_statements(parse_statements(text), tensors);
  for (const std::string& statement : out.texts)
    out.statements.push_back(declare(statement, out.tensors, options, whom));
  const bool may_share = out.texts.size() > 1 && wanted == Share::automatic;
  out.sharing =
      may_share ? share(out.statements) : Impl::apart(out.texts.size());
  return out;
}

/// What stands before a statement of several, or those in one launch.
std::string heading(const DeclaredProgram& program,
                    const Impl::SharedGroup& group) {
  const bool is_one = group.count == 1;
  std::string line  = (is_one ? "statement " : "statements ") +
                     std::to_string(group.first + 1) +
                     (is_one ? "" : " to " + std::to_string(group.first + group.count)) +
                     " of " + std::to_string(program.texts.size()) + ": ";
  for (std::size_t s = 0; s < group.count; ++s)
    line += (s ? "; " : "") + program.texts[group.first + s];
  return line + "\n";
}

void check_phases(const DeclaredProgram& program) {
  if (program.texts.size() > 1)
    throw UnsupportedExpression(error_message(
        "emit", "structure and values apart", "one statement",
        std::to_string(program.texts.size()), "emit each statement by itself"));
  const strata::CompileRequest& request = program.statements[0].request;
  const std::string& result             = request.names[0];
  if (request.stmt.tensors.at(result).format.is_dense())
    throw UnsupportedExpression(error_message(
        "emit", "structure and values apart: '" + result + "'",
        "a sparse result", "a dense one", "emit one function for it"));
}

/// A function for a team has the geometry of its caller.
void check_in_team(const EmitNames& names, const PlanOptions& options, bool is_cxx) {
  const auto refuse = [](const char* option, const char* expected,
                         const std::string& found, const char* advice) {
    throw UnsupportedExpression(error_message(
        "emit", std::string("in a team: ") + option, expected, found, advice));
  };
  if (!is_cxx)
    refuse("stage", "cxx, or one before it", "code of a processor",
           "emit the C++ that a kernel calls");
  if (names.in_phases)
    refuse("phases", "one function", "structure and values apart",
           "a dense result has no phases");
  if (options.team_size > 0 || options.vector_length > 0)
    refuse("team and vector", "none",
           std::to_string(options.team_size) + " and " +
               std::to_string(options.vector_length),
           "the team is that of the kernel that calls the function");
}

/// \throws UnsupportedExpression where C++ would be of levels that it does not have, in the
///   formats that were declared: blocks too are not read in place there.
void check_emitted(CheckedAssignment stmt, const TensorDeclarations& declared) {
  for (auto& [name, tensor] : stmt.tensors)
    if (const auto it = declared.find(name);
        it != declared.end() && !it->second.format.has_order())
      tensor.format = it->second.format;
  Impl::check_compiled(stmt, Backend::cxx);
}

/// Text of each launch, or of each statement that has one of its own; several with
/// headings that begin with `comment`, or without.
std::string emit_groups(
    const DeclaredProgram& program, const EmitNames& names, const char* comment,
    const std::function<std::string(const strata::CompileRequest&)>& emit_one) {
  const auto& groups = program.sharing.groups;
  std::string out;
  for (const Impl::SharedGroup& group : groups) {
    strata::CompileRequest request =
        group.count > 1 ? Impl::joint_request(group, program.statements, {})
                        : program.statements[group.first].request;
    request.name           = names.function;
    request.nameSpace      = names.name_space;
    request.command        = names.command;
    request.separatePhases = names.in_phases;
    if (names.in_team) Impl::set_in_team(request);
    if (names.in_team && names.name_space.empty()) request.nameSpace = "Strata::Team";
    if (groups.size() > 1) request.name += "_" + std::to_string(group.first + 1);
    if (comment && program.texts.size() > 1) out += comment + heading(program, group);
    out += emit_one(request);
    if (!comment && &group != &groups.back()) out += "\n";
  }
  return out;
}

/// Without the directives that stand once in PTX, at its head.
std::string without_head(std::string_view ptx) {
  std::string out;
  while (!ptx.empty()) {
    const std::string_view line = ptx.substr(0, ptx.find('\n') + 1);
    const bool is_head = line.starts_with(".version") || line.starts_with(".target") ||
                         line.starts_with(".address_size");
    if (!is_head) out += line;
    if (line.empty()) break;
    ptx.remove_prefix(line.size());
  }
  return out;
}

}  // namespace

std::string emit(std::string_view text, const TensorDeclarations& tensors,
                 Stage stage, const PlanOptions& options,
                 const EmitNames& names, Share share) {
  Impl::check_names(names);
  Impl::check_extents(options, "emitted kernels");
  if (stage == Stage::cxx) {
    Impl::check_sums(options, "emitted C++");
    Impl::check_prefetch(options, "emitted C++");
    Impl::check_row_blocks(options, "emitted C++");
  }
  if (names.in_team) check_in_team(names, options, stage != Stage::llvm);
  const DeclaredProgram program = declare_program(
      text, tensors, options, share, names.in_team ? For::team : For::host);
  if (names.in_phases) check_phases(program);
  if (stage == Stage::cxx)
    for (const Impl::SharingCandidate& s : program.statements)
      check_emitted(s.request.stmt, program.tensors);
  const char* const comment = stage == Stage::cxx ? nullptr : stage == Stage::llvm ? "; " : "// ";
  return emit_groups(program, names, comment, [&](strata::CompileRequest request) {
    // Emitted kernels count: who runs them chooses nothing.
    request.onePass &= stage != Stage::cxx && !names.in_team;
    return Impl::compiler().emit(request, stage);
  });
}

std::string emit_ptx(std::string_view text, const TensorDeclarations& tensors,
                     const PlanOptions& options, const EmitNames& names, Share share,
                     const DeviceTarget& target) {
  Impl::check_names(names);
  Impl::check_extents(options, "emitted kernels");
  Impl::check_sums(options, "a CUDA device");
  Impl::check_prefetch(options, "a CUDA device");
  Impl::check_row_blocks(options, "a CUDA device");
  if (names.in_team) check_in_team(names, options, false);
  const DeclaredProgram program =
      declare_program(text, tensors, options, share, For::device);
  if (names.in_phases) check_phases(program);
  bool is_first = true;
  return emit_groups(program, names, "// ", [&](strata::CompileRequest request) {
    request.chip          = target.chip;
    request.onePass       = false;
    const std::string ptx = Impl::compiler().compile(request).ptx;
    return std::exchange(is_first, false) ? ptx : without_head(ptx);
  });
}

std::string explain(std::string_view text, const TensorDeclarations& tensors,
                    const PlanOptions& options, Share share) {
  const DeclaredProgram program = declare_program(text, tensors, options, share);
  if (program.texts.size() < 2)
    return to_string(Impl::explanation_of(text, tensors, options));
  std::string out;
  for (const Impl::SharedGroup& group : program.sharing.groups)
    for (std::size_t s = group.first; s < group.first + group.count; ++s) {
      out += heading(program, {s, 1, {}}) + Impl::sharing_text(program.sharing, s);
      if (group.count == 1) {
        out += to_string(
            Impl::explanation_of(program.texts[s], program.tensors, options));
        continue;
      }
      const Impl::SharingCandidate part =
          Impl::part_of(group, s - group.first, program.statements[s]);
      out += Impl::explain(part.request, part.concrete);
    }
  return out;
}

}  // namespace Strata
