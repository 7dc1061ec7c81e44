// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of a program, one after the other.
#include "Strata_Execution.h"

#include <algorithm>

#include <Strata_HashTable.hpp>
#include <impl/Strata_AppendedSizes.hpp>
#include <strata/DeviceGrid.h>

#include "Strata_WeighedTensors.h"
#include "device/Strata_DeviceModule.h"

namespace Strata::Impl {

static bool uses_slots(const PlanState& state) {
  return std::any_of(
      state.concrete.temporaries.begin(), state.concrete.temporaries.end(),
      [](const strata::Temporary& t) {
        return std::count(t.variables.begin(), t.variables.end(),
                          strata::slotVariable) > 0;
      });
}

Execution::Execution(PlanState& state, const strata::CompiledProgram& program,
          const void* exec, int concurrency, const SpaceOperations& space)
    : m_state(state),
      m_program(program),
      m_exec(exec),
      m_space(space),
      m_counts(state, concurrency,
               uses_slots(state) ? space.num_slots(exec) : 0,
               space.device != nullptr, takes_one_pass(program)),
      m_tensors(state, m_counts, space),
      m_one_pass(state, m_tensors, space) {}

void Execution::run() {
  start();
  for (const strata::ProgramStep& step : m_program.steps) run(step);
  finish();
}

void Execution::assemble() {
  start();
  for (const strata::ProgramStep& step : m_program.steps)
    if (!step.numeric) run(step);
  finish();
}

void Execution::compute(const void* exec) {
  using Step = strata::ProgramStep::Kind;
  m_exec = exec;
  m_tensors.rebind(exec);
  pack();
  for (const strata::ProgramStep& step : m_program.steps) {
    if (step.kind == Step::launch && !step.symbolic) run(step);
    if (step.kind == Step::collect) collect_values(step);
  }
  finish();
}

void Execution::start() {
  // The last result goes before the next one is made.
  m_state.result = {};
  m_state.pieces = m_counts.most();
  m_tensors.make(m_program, m_exec);
  const PlanOptions& options = m_state.request.options;
  if (options.count_iterations) m_state.counters.assign(max_units(), 0);
  if (options.check_races) m_check = std::make_unique<AccessCheck>();
  pack();
}

void Execution::pack() { m_tensors.pack(m_check.get()); }

void Execution::finish() {
  finish_appended();
  const TensorRef& result = m_tensors[0];
  if (!result.format.is_dense()) m_state.result = result;
}

PreparedLaunch Execution::launch(const strata::ProgramStep& step) const {
  const std::int64_t pieces = m_counts.of(step);
  // Coordinates are handed out in so many ranges; pieces and teams are units.
  std::int64_t units = pieces;
  if (step.teamSize > 0)
    units = (pieces + step.teamSize - 1) / step.teamSize;
  else if (step.tensor >= 0)
    units = m_tensors.extent_of(step.tensor, step.dimension, step.count);
  return {step.label.c_str(), step.entry, units, std::min(pieces, units),
          step.teamSize, on_device(step, units)};
}

DeviceLaunch Execution::on_device(const strata::ProgramStep& step, std::int64_t units) const {
  if (!m_space.device) return {};
  const strata::DeviceGrid grid =
      strata::deviceGrid(step, units, step.usesSlots ? m_counts.slots() : 0);
  return {static_cast<const DeviceModule*>(m_program.code.get()), step.kernel.c_str(),
          grid.blocks, grid.x, grid.y, m_tensors.num_words()};
}

void Execution::run(const strata::ProgramStep& step) {
  using Step = strata::ProgramStep::Kind;
  if (step.kind != Step::complete) finish_appended();
  switch (step.kind) {
    case Step::launch: return run_launch(step);
    case Step::partition: return partition(step);
    case Step::reserve: return reserve(step);
    case Step::allocate: return allocate(step);
    case Step::complete: return complete(step);
    case Step::collect: return collect(step);
  }
}

void Execution::run_launch(const strata::ProgramStep& step) {
  using Pass                    = strata::ProgramStep::Pass;
  const PreparedLaunch prepared = launch(step);
  if (m_is_one_pass) {
    if (step.pass == Pass::count) return;
    if (step.pass == Pass::append && append(prepared)) return;
  }
  m_space.launch(m_exec, prepared, m_tensors.words());
  if (step.pass == Pass::limit) choose_passes(step, prepared);
  if (!m_check) return;
  m_space.fence(m_exec, "Strata::Plan::execute: check_races");
  m_check->log.check(prepared.label, prepared.team_size, m_check->buffers);
  m_check->log.clear();
}

void Execution::choose_passes(const strata::ProgramStep& limit, const PreparedLaunch& prepared) {
  m_space.fence(m_exec, "Strata::Plan::execute: limits");
  const auto counting = std::find_if(
      m_program.steps.begin() + (&limit - m_program.steps.data()), m_program.steps.end(),
      [](const auto& step) { return step.pass == strata::ProgramStep::Pass::count; });
  const auto allocating = std::find_if(
      counting, m_program.steps.end(), [](const auto& step) {
        return step.kind == strata::ProgramStep::Kind::allocate;
      });
  m_one_pass.decide(allocating->tensor, prepared, counting->entry, m_exec);
  m_is_one_pass = m_one_pass.is_chosen();
  m_levels      = allocating->levels;
}

bool Execution::append(const PreparedLaunch& launch) {
  const bool fits = m_one_pass.append(launch, m_exec);
  m_is_one_pass   = false;  // launches behind have limits of their own, or count
  m_is_appended   = fits && !m_one_pass.is_exact();
  if (!fits) make_arrays(m_one_pass.tensor(), {m_one_pass.entries()}, m_levels);
  return fits;
}

void Execution::finish_appended() {
  if (!m_is_appended) return;
  m_is_appended = false;
  TensorRef& t  = m_tensors[m_one_pass.tensor()];
  t             = m_one_pass.finished(t, m_exec);
  m_state.results.release(m_space);  // what had too much room and was copied
  pack();
}

void Execution::partition(const strata::ProgramStep& step) {
  const bool may_keep =
      std::all_of(step.weighed.begin(), step.weighed.end(),
                  [&](const auto& w) { return m_tensors.is_operand(w.tensor); });
  std::vector<int> tables{step.tensor};
  for (const auto& w : step.weighed) {
    if (w.begins < 0) continue;
    const LevelArrays& level   = m_tensors[w.tensor].levels[w.sampled];
    const std::int64_t parents = std::max<std::int64_t>(level.num_positions - 1, 0);
    if (may_keep)
      m_tensors.size_table(w.begins, parents);
    else
      m_tensors.make_table(w.begins, parents, m_exec);
    tables.push_back(w.begins);
  }
  if (may_keep) return place_kept(tables, step);
  pack();
  cut(step);
}

void Execution::place_kept(const std::vector<int>& tables, const strata::ProgramStep& step) {
  const std::int64_t pieces = m_counts.of(step);
  std::vector<std::shared_ptr<void>> memory;
  for (const int table : tables)
    memory.push_back(m_state.cuts.find({m_program.hasPhases, table}, pieces));
  const bool is_new = std::count(memory.begin(), memory.end(), nullptr) > 0;
  for (std::size_t n = 0; n < tables.size(); ++n) {
    const TensorRef& table = m_tensors[tables[n]];
    if (is_new)
      memory[n] = m_space.allocate(m_exec, table.num_values * size_of(table.scalar), nullptr);
    m_tensors.place(tables[n], memory[n]);
  }
  pack();
  if (!is_new) return;
  cut(step);
  // Another instance may be the next that reads them.
  m_space.fence(m_exec, "Strata::Plan::execute: cuts");
  for (std::size_t n = 0; n < tables.size(); ++n)
    m_state.cuts.keep({m_program.hasPhases, tables[n]}, pieces, std::move(memory[n]));
}

void Execution::cut(const strata::ProgramStep& step) {
  // Copies are few, one piece of a thread: to begin a fibre takes as long as three entries.
  // Pieces that the caller counts come to the same numbers of coordinates.
  const bool is_timed = step.privatized && m_state.request.options.pieces == 0;
  std::vector<PartitionedVariable> variables;
  for (const auto& v : step.variables) {
    const bool begins = is_timed && variables.size() + 1 < step.variables.size();
    variables.push_back(
        {m_tensors.extent_of(v.tensor, v.dimension, v.count), v.visitsAll, begins ? 3 : 1});
  }
  m_space.partition(m_exec, m_counts.of(step), variables,
                    weighed_tensors(step, m_tensors),
                    static_cast<std::uint64_t*>(m_tensors[step.tensor].values));
}

void Execution::reserve(const strata::ProgramStep& step) {
  m_space.fence(m_exec, "Strata::Plan::execute: bounds");
  const TensorRef& bounds = m_tensors[step.tensor];
  const auto* counts      = static_cast<const std::uint64_t*>(bounds.values);
  std::vector<std::uint64_t> on_host;
  if (m_space.device) {
    on_host.resize(bounds.num_values);
    m_space.device->to_host(m_exec, on_host.data(), counts,
                            on_host.size() * sizeof(std::uint64_t));
    counts = on_host.data();
  }
  const auto& scattered    = step.variables[0];
  const std::int64_t slots = table_capacity(
      counts, bounds.num_values, m_tensors[scattered.tensor].extents[scattered.dimension]);
  for (const int table : step.tables)
    m_tensors.make_table(table, slots, m_exec);
  pack();
}

void Execution::allocate(const strata::ProgramStep& step) {
  m_space.fence(m_exec, "Strata::Plan::execute: counts");
  if (m_is_one_pass) return make_arrays(step.tensor, {m_one_pass.room()}, step.levels);
  make_arrays(step.tensor, m_tensors.scan_counts_of(step.tensor, m_exec), step.levels);
}

void Execution::make_arrays(int tensor, const std::vector<std::int64_t>& entries,
                 const std::vector<int>& incomplete) {
  TensorRef& t = m_tensors[tensor];
  t.owner      = nullptr;
  t            = named(tensor, [&](const std::string& name) {
    if (is_whole_result(tensor))
      return m_state.results.make(m_exec, m_space, t, entries, incomplete, name);
    return m_space.appended_tensor(m_exec, t, entries, incomplete, name);
  });
  pack();
}

bool Execution::is_whole_result(int tensor) const {
  return tensor == 0 && !m_state.request.options.drop_zeros &&
         !is_mapped(m_state, m_state.request.names[0]);
}

void Execution::complete(const strata::ProgramStep& step) {
  const TensorRef& t = m_tensors[step.tensor];
  for (const int l : step.levels)
    m_space.complete_positions(m_exec,
                               const_cast<void*>(t.levels[l].positions),
                               t.format.pos_type(),
                               t.levels[l].num_positions);
}

void Execution::collect(const strata::ProgramStep& step) {
  const TensorRef target = m_tensors[step.tensor];
  TensorRef list         = m_tensors[step.source];
  // Values will be computed for it again where there are phases.
  const bool is_kept = m_program.hasPhases;
  if (!is_kept) m_tensors[step.source].owner = nullptr;
  m_tensors[step.tensor] = named(step.tensor, [&](const std::string& name) {
    return is_kept ? m_space.convert(m_exec, std::move(list), target, name)
                   : m_space.collect(m_exec, std::move(list), target, name);
  });
  pack();
}

void Execution::collect_values(const strata::ProgramStep& step) {
  const TensorRef& target = m_tensors[step.tensor];
  const TensorRef made    = m_space.convert(m_exec, m_tensors[step.source], target,
                                            m_tensors.name_of(step.tensor));
  m_space.copy(m_exec, target.values, made.values,
               target.num_values * size_of(target.scalar));
  m_space.fence(m_exec, "Strata::Plan::compute: copy");
}

std::int64_t Execution::max_units() const {
  std::int64_t units = 1;
  for (const strata::ProgramStep& step : m_program.steps)
    if (step.kind == strata::ProgramStep::Kind::launch)
      units = std::max(units, launch(step).units);
  return units;
}

}  // namespace Strata::Impl
