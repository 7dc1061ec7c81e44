// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_ShareLaunches.h"

namespace Strata::Impl {

static strata::SharingStatement sharing_statement(const SharingCandidate& c) {
  return {c.request.stmt,       c.request.names, c.old_result,
          c.request.concretize, c.concrete,      c.any_pieces};
}

SharedProgram apart(std::size_t statements) {
  SharedProgram program;
  program.reasons.resize(statements);
  for (std::size_t s = 0; s < statements; ++s)
    program.groups.push_back({s, 1, {}});
  return program;
}

SharedProgram share_launches(const std::vector<SharingCandidate>& statements,
                             bool checked) {
  SharedProgram program;
  std::vector<strata::SharingStatement> together;
  for (std::size_t s = 0; s < statements.size(); ++s) {
    together.push_back(sharing_statement(statements[s]));
    program.reasons.emplace_back();
    if (s > 0) {
      strata::SharingResult result = strata::shareLoops(together, checked);
      SharedGroup& group           = program.groups.back();
      if (result.reason.empty()) {
        group.shared = std::move(result.shared);
        ++group.count;
        continue;
      }
      program.reasons.back() = std::move(result.reason);
      together.erase(together.begin(), together.end() - 1);
    }
    program.groups.push_back({s, 1, {}});
  }
  return program;
}

strata::CompileRequest joint_request(
    const SharedGroup& group, const std::vector<SharingCandidate>& statements,
    const std::set<std::string>& registers) {
  strata::CompileRequest request = statements[group.first].request;
  const auto& stmts              = group.shared.stmts;
  request.stmt                   = stmts.front();
  request.followers.assign(stmts.begin() + 1, stmts.end());
  request.sharedLoops = group.shared.sharedLoops;
  request.names       = group.shared.names;
  request.stmt.assignment.text.clear();
  for (const CheckedAssignment& stmt : stmts)
    request.stmt.assignment.text +=
        (&stmt == &stmts.front() ? "" : "; ") + stmt.assignment.text;
  request.concretize  = group.shared.options;
  request.registers   = registers;
  request.fixesExtents = statements[group.first].request.fixesExtents;
  for (std::size_t s = 0; s < group.count; ++s)
    request.unitLevels.insert(
        statements[group.first + s].request.unitLevels.begin(),
        statements[group.first + s].request.unitLevels.end());
  return request;
}

SharingCandidate part_of(const SharedGroup& group, std::size_t number,
                         SharingCandidate statement) {
  std::erase(statement.request.names, statement.old_result);
  statement.request.stmt       = group.shared.stmts[number];
  statement.request.concretize = group.shared.options;
  statement.concrete           = group.shared.parts[number];
  return statement;
}

static std::string together_text(const SharedGroup& group) {
  std::string loops;
  for (const std::string& v : group.shared.sharedLoops)
    loops += (loops.empty() ? "" : ", ") + v;
  return "in the launch of statement " + std::to_string(group.first + 1) +
         ": the loops over " + loops + " are shared\n";
}

std::string sharing_text(const SharedProgram& program, std::size_t statement) {
  for (const SharedGroup& group : program.groups)
    if (group.first < statement && statement < group.first + group.count)
      return together_text(group);
  const std::string& reason = program.reasons[statement];
  return reason.empty() ? ""
                        : "not in the launch of the statement before: " + reason +
                              "\n";
}

}  // namespace Strata::Impl
