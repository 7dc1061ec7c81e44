// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launches of a plan: which statements share one, and how it runs.
#include <algorithm>

#include <Strata_Statements.hpp>

#include "Strata_PlanProgram.h"
#include "Strata_SampledCheck.h"

namespace Strata::Impl {

static SharingCandidate candidate(const PlanState& state) {
  return {state.request, state.old_result, state.concrete, state.any_pieces};
}

/// Dense temporaries that nobody but the statements of `group` uses.
std::set<std::string> PlanProgram::private_to(const SharedGroup& group) const {
  std::set<std::string> out;
  for (const auto& [name, tensor] : temporaries) {
    const auto uses = [&, &n = name](std::size_t s) {
      const auto& names = statements[s].plan->request.names;
      return std::find(names.begin(), names.end(), n) != names.end();
    };
    bool is_private = check_samples == 0;
    for (std::size_t s = 0; s < statements.size(); ++s)
      is_private &= !uses(s) || s - group.first < group.count;
    if (is_private) out.insert(name);
  }
  return out;
}

void PlanProgram::share(bool is_allowed) {
  std::vector<SharingCandidate> candidates;
  for (const PlannedStatement& s : statements)
    candidates.push_back(candidate(*s.plan));
  // A tensor that is converted before or afterwards belongs to one statement.
  const bool converts = std::any_of(
      statements.begin(), statements.end(), [](const PlannedStatement& s) {
        const auto& names = s.plan->request.names;
        return std::any_of(names.begin(), names.end(), [&](const auto& name) {
          return is_mapped(*s.plan, name);
        });
      });
  sharing = is_allowed && !converts ? share_launches(candidates, check_samples > 0)
                       : apart(statements.size());
  for (const SharedGroup& group : sharing.groups) {
    launches.push_back({group.first, group.count, nullptr, {}});
    if (group.count == 1) continue;
    const auto joint = launches.back().joint = std::make_shared<PlanState>();
    joint->request  = joint_request(
        group, candidates,
        strata::registersAmong(private_to(group), group.shared));
    joint->concrete = group.shared.program;
    joint->space    = statements[group.first].plan->space;
  }
}

/// What is bound to the statements.
void PlanProgram::bind_joint(const PlannedLaunch& launch) const {
  PlanState& joint = *launch.joint;
  double& entries  = joint.request.concretize.entries;
  for (std::size_t s = 0; s < launch.count; ++s) {
    const PlanState& own = *statements[launch.first + s].plan;
    entries = std::max(entries, own.request.concretize.entries);
    for (const std::string& name : own.request.names)
      if (name != own.old_result) joint.operands[name] = own.operands.at(name);
  }
}

bool PlanProgram::runs_together(const PlannedLaunch& launch) const {
  if (!launch.joint) return false;
  if (!launch.is_possible) {
    bind_joint(launch);
    launch.is_possible = writes_apart(launch);
  }
  return *launch.is_possible;
}

/// False while a tensor that one statement writes shares memory with another one.
bool PlanProgram::writes_apart(const PlannedLaunch& launch) const {
  const Operands& operands = launch.joint->operands;
  for (std::size_t s = 0; s < launch.count; ++s) {
    const std::string& result =
        statements[launch.first + s].plan->request.names[0];
    if (is_temporary(result)) continue;
    for (const auto& [name, tensor] : operands)
      if (name != result && !is_temporary(name) &&
          overlap(tensor, operands.at(result)))
        return false;
  }
  return true;
}

std::vector<PlanState*> PlanProgram::kernels() const {
  std::vector<PlanState*> out;
  for (const PlannedLaunch& launch : launches) {
    if (runs_together(launch)) {
      out.push_back(launch.joint.get());
      continue;
    }
    for (std::size_t s = 0; s < launch.count; ++s)
      out.push_back(statements[launch.first + s].plan.get());
  }
  return out;
}

/// Temporaries that a launch keeps in registers.
std::set<std::string> PlanProgram::unused_memory() const {
  std::set<std::string> out;
  for (const PlannedLaunch& launch : launches)
    if (launch.joint && runs_together(launch))
      out.insert(launch.joint->request.registers.begin(),
                 launch.joint->request.registers.end());
  return out;
}

/// `kernel`, which runs some of the statements, with their checks.
void PlanProgram::run_checked(std::size_t first, std::size_t count,
                              PlanState& kernel, const void* exec,
                              int concurrency, const SpaceOperations& space) {
  std::vector<SampledCheck> checks;
  checks.reserve(count);
  for (std::size_t s = first; check_samples > 0 && s < first + count; ++s)
    checks.emplace_back(*statements[s].plan, exec, space);
  compile_state(kernel);
  execute(kernel, exec, concurrency, space);
  for (std::size_t c = 0; c < checks.size(); ++c) {
    const CheckReport report =
        checks[c].run(result_of(*statements[first + c].plan), check_samples);
    checked.compared += report.compared;
    checked.largest_error =
        std::max(checked.largest_error, report.largest_error);
  }
}

void PlanProgram::run(const PlannedLaunch& launch, const void* exec,
                      int concurrency, const SpaceOperations& space) {
  if (launch.joint) {
    for (std::size_t s = 0; s < launch.count; ++s)
      hand_over(statements[launch.first + s]);
    if (runs_together(launch))
      return run_checked(launch.first, launch.count, *launch.joint, exec,
                         concurrency, space);
  }
  for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
    hand_over(statements[s]);
    run_checked(s, 1, *statements[s].plan, exec, concurrency, space);
  }
}

SharingCandidate PlanProgram::running(std::size_t statement) const {
  const SharingCandidate alone = candidate(*statements[statement].plan);
  for (std::size_t l = 0; l < launches.size(); ++l) {
    const std::size_t number = statement - launches[l].first;
    if (number < launches[l].count && runs_together(launches[l]))
      return part_of(sharing.groups[l], number, alone);
  }
  return alone;
}

std::string PlanProgram::sharing_of(std::size_t statement) const {
  for (const PlannedLaunch& launch : launches)
    if (launch.first < statement && statement < launch.first + launch.count &&
        !runs_together(launch))
      return "not in the launch of the statement before: tensors that they write "
             "share memory with others\n";
  return sharing_text(sharing, statement);
}

}  // namespace Strata::Impl
