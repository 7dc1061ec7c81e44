// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One execution: temporaries, packed arguments, and the steps.
#include <algorithm>

#include <Strata_HashTable.hpp>
#include <impl/Strata_AppendedSizes.hpp>
#include <strata/KernelArguments.h>

#include "Strata_AccessCheck.h"
#include "Strata_PieceCounts.h"
#include "Strata_WeighedTensors.h"

namespace Strata::Impl {

/// The log of a checking build, and what its buffers are called.
class AccessCheck {
 public:
  AccessLog log;
  std::vector<std::string> buffers;
};

namespace {

using Kind = strata::KernelArgument::Kind;

std::uint64_t address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

bool uses_slots(const PlanState& state) {
  return std::any_of(
      state.concrete.temporaries.begin(), state.concrete.temporaries.end(),
      [](const strata::Temporary& t) {
        return std::count(t.variables.begin(), t.variables.end(),
                          strata::slotVariable) > 0;
      });
}

}  // namespace

/// The tensors of one execution, and the steps on them. One that has assembled is
/// kept: what it allocated is what values are computed for.
class Execution {
 public:
  Execution(PlanState& state, const strata::CompiledProgram& program,
            const void* exec, int concurrency, const SpaceOperations& space)
      : m_state(state),
        m_program(program),
        m_exec(exec),
        m_space(space),
        m_counts(state, concurrency,
                 uses_slots(state) ? space.num_slots(exec) : 0) {}

  /// All steps.
  void run() {
    start();
    for (const strata::ProgramStep& step : m_program.steps) run(step);
    finish();
  }

  /// The steps that need no values of a sparse result.
  void assemble() {
    start();
    for (const strata::ProgramStep& step : m_program.steps)
      if (!step.numeric) run(step);
    finish();
  }

  /// The steps that give values, for the operands bound now.
  void compute(const void* exec) {
    using Step = strata::ProgramStep::Kind;
    m_exec = exec;
    m_owners.resize(m_num_kept);
    const std::vector<TensorRef> bound = operands();
    std::copy(bound.begin() + 1, bound.end(), m_tensors.begin() + 1);
    pack();
    for (const strata::ProgramStep& step : m_program.steps) {
      if (step.kind == Step::launch && !step.symbolic) run(step);
      if (step.kind == Step::collect) collect_values(step);
    }
    finish();
  }

 private:
  void start() {
    // The last result goes before the next one is made.
    m_state.result = {};
    m_tables.clear();
    make_temporaries();
    m_num_kept = m_owners.size();
    std::vector<TensorRef> temporaries = std::move(m_tensors);
    m_tensors                          = operands();
    m_tensors.insert(m_tensors.end(), temporaries.begin(), temporaries.end());
    note_assembled();
    const PlanOptions& options = m_state.request.options;
    if (options.count_iterations) m_state.counters.assign(max_units(), 0);
    if (options.check_races) m_check = std::make_unique<AccessCheck>();
    pack();
  }

  /// The tensors of the statement, then the copies in other formats.
  std::vector<TensorRef> operands() {
    std::vector<TensorRef> tensors =
        collect_operands(m_state, m_exec, m_space.allocate, m_owners);
    const std::vector<std::string>& names = m_state.request.names;
    for (const strata::Conversion& c : m_state.concrete.conversions) {
      const auto source = std::find(names.begin(), names.end(), c.source);
      tensors.push_back(m_state.copies.make(
          c, tensors[source - names.begin()], m_exec, m_space.allocate,
          m_space.copies, m_owners));
    }
    return tensors;
  }

  /// Host spaces run a launch before it returns: nothing is under way.
  void finish() {
    const TensorRef& result = m_tensors[0];
    if (!result.format.is_dense()) m_state.result = result;
  }

  PreparedLaunch launch(const strata::ProgramStep& step) const {
    const std::int64_t pieces = m_counts.of(step);
    // Coordinates are handed out in so many ranges; pieces and teams are units.
    std::int64_t units = pieces;
    if (step.teamSize > 0)
      units = (pieces + step.teamSize - 1) / step.teamSize;
    else if (step.tensor >= 0)
      units = extent_of(step.tensor, step.dimension, step.count);
    return {step.label.c_str(), step.entry, units, std::min(pieces, units),
            step.teamSize};
  }

  std::int64_t extent_of(int tensor, int dimension, std::int64_t count) const {
    return count >= 0 ? count : m_tensors[tensor].extents[dimension];
  }

  void run(const strata::ProgramStep& step) {
    using Step = strata::ProgramStep::Kind;
    switch (step.kind) {
      case Step::launch: return run_launch(step);
      case Step::partition: return partition(step);
      case Step::reserve: return reserve(step);
      case Step::allocate: return allocate(step);
      case Step::complete: return complete(step);
      case Step::collect: return collect(step);
    }
  }

  void run_launch(const strata::ProgramStep& step) {
    const PreparedLaunch prepared = launch(step);
    m_space.launch(m_exec, prepared, m_words.data());
    if (!m_check) return;
    m_space.fence(m_exec, "Strata::Plan::execute: check_races");
    m_check->log.check(prepared.label, prepared.team_size, m_check->buffers);
    m_check->log.clear();
  }

  /// Cuts between the pieces of the launch behind.
  void partition(const strata::ProgramStep& step) {
    std::vector<PartitionedVariable> variables;
    for (const auto& v : step.variables)
      variables.push_back(
          {extent_of(v.tensor, v.dimension, v.count), v.visitsAll});
    m_space.partition(m_exec, m_counts.of(step), variables,
                      weighed_tensors(step, m_tensors),
                      static_cast<std::uint64_t*>(m_tensors[step.tensor].values));
  }

  /// The pieces know how many coordinates they may come to: hash tables.
  void reserve(const strata::ProgramStep& step) {
    m_space.fence(m_exec, "Strata::Plan::execute: bounds");
    const TensorRef& bounds    = m_tensors[step.tensor];
    const auto& scattered      = step.variables[0];
    const std::int64_t slots   = table_capacity(
        static_cast<const std::uint64_t*>(bounds.values), bounds.num_values,
        m_tensors[scattered.tensor].extents[scattered.dimension]);
    for (const int table : step.tables) {
      TensorRef& t   = m_tensors[table];
      t.extents[1]   = slots;
      allocate_dense(t, temporary(table), m_tables);
    }
    pack();
  }

  /// The pieces have counted: arrays of a sparse tensor.
  void allocate(const strata::ProgramStep& step) {
    m_space.fence(m_exec, "Strata::Plan::execute: counts");
    Assembled& a = m_assembled.at(step.tensor);
    TensorRef& t = m_tensors[step.tensor];
    const std::vector<std::int64_t> entries =
        scan_counts(a.cursors.data(), a.pieces, a.levels);
    t = named(step.tensor, [&](const std::string& name) {
      return m_space.appended_tensor(m_exec, t, entries, step.levels, name);
    });
    pack();
  }

  /// What `make` makes of the name of a tensor; an overflow says whose it is.
  template <class F>
  TensorRef named(int tensor, F&& make) const {
    const std::string name = name_of_tensor(tensor);
    return with_name("Strata::Plan::execute", name,
                     [&] { return make(name); });
  }

  void complete(const strata::ProgramStep& step) {
    const TensorRef& t = m_tensors[step.tensor];
    for (const int l : step.levels)
      m_space.complete_positions(m_exec,
                                 const_cast<void*>(t.levels[l].positions),
                                 t.format.pos_type(),
                                 t.levels[l].num_positions);
  }

  void collect(const strata::ProgramStep& step) {
    TensorRef source = m_tensors[step.source];
    // Values will be computed for it again where there are phases.
    if (!m_program.hasPhases) m_tensors[step.source].owner = nullptr;
    m_tensors[step.tensor] = named(step.tensor, [&](const std::string& name) {
      return m_space.convert(m_exec, std::move(source), m_tensors[step.tensor],
                             name);
    });
    pack();
  }

  /// Values of the source in the structure that the target has already.
  void collect_values(const strata::ProgramStep& step) {
    const TensorRef& target = m_tensors[step.tensor];
    const TensorRef made    = m_space.convert(m_exec, m_tensors[step.source],
                                              target, name_of_tensor(step.tensor));
    m_space.copy(m_exec, target.values, made.values,
                 target.num_values * size_of(target.scalar));
    m_space.fence(m_exec, "Strata::Plan::compute: copy");
  }

  /// Sparse tensors that launches append to, with room for what pieces count.
  void note_assembled() {
    for (const strata::ProgramStep& step : m_program.steps) {
      if (step.kind != strata::ProgramStep::Kind::allocate) continue;
      Assembled& a = m_assembled[step.tensor];
      a.levels     = static_cast<int>(
          strata::appendedLevels(m_tensors[step.tensor].format).size());
      a.pieces = m_counts.most();
      a.cursors.assign(a.pieces * 2 * a.levels, 0);
    }
  }

  void make_temporaries() {
    for (const strata::Temporary& t : m_state.concrete.temporaries) {
      TensorRef tensor;
      tensor.format   = m_state.concrete.tensors.at(t.name).format;
      tensor.scalar   = t.scalar;
      tensor.levels.resize(tensor.format.lvl_rank());
      for (const std::string& v : t.variables)
        tensor.extents.push_back(m_counts.extent_of(v, t.isScratch));
      if (tensor.format.is_dense()) allocate_dense(tensor, t, m_owners);
      m_tensors.push_back(std::move(tensor));
    }
  }

  void allocate_dense(TensorRef& tensor, const strata::Temporary& t,
                      std::vector<std::shared_ptr<void>>& owners) {
    double elements = 1;
    for (const std::int64_t extent : tensor.extents)
      elements *= static_cast<double>(extent);
    const double limit = 1e10;
    if (elements > limit)
      throw UnsupportedExpression(error_message(
          "execute", "temporary '" + t.name + "'", "at most 10^10 entries",
          std::to_string(elements),
          "a temporary of this size is needed because no order of loops "
          "serves all operands; store one of them in another mode order"));
    tensor.num_values = static_cast<std::int64_t>(elements);
    const std::size_t bytes = tensor.num_values * size_of(t.scalar);
    owners.push_back(m_space.allocate(m_exec, bytes, nullptr));
    tensor.values = owners.back().get();
    if (t.startsAsZero) m_space.zero_fill(m_exec, tensor.values, bytes);
  }

  /// The arguments as they are now.
  void pack() {
    std::vector<TensorFormat> formats;
    std::vector<bool> assembled;
    for (std::size_t t = 0; t < m_tensors.size(); ++t) {
      formats.push_back(m_tensors[t].format);
      assembled.push_back(m_assembled.count(static_cast<int>(t)) > 0);
    }
    m_words.clear();
    if (m_check) m_check->buffers.clear();
    for (const auto& arg :
         strata::kernelArguments(formats, assembled,
                                 m_state.request.options.count_iterations,
                                 m_check != nullptr)) {
      m_words.push_back(word(arg));
      // Strides are arguments only once memrefs are pointers.
      if (m_check && arg.kind != Kind::stride)
        m_check->buffers.push_back(name_of_tensor(arg.tensor));
    }
  }

  std::string name_of_tensor(int tensor) const {
    const auto& names  = m_state.request.names;
    const auto& copies = m_state.concrete.conversions;
    auto number        = static_cast<std::size_t>(tensor);
    if (number < names.size()) return names[number];
    number -= names.size();
    return number < copies.size() ? copies[number].name
                                  : temporary(tensor).name;
  }

  const strata::Temporary& temporary(int tensor) const {
    return m_state.concrete.temporaries[tensor - m_state.request.names.size() -
                                        m_state.concrete.conversions.size()];
  }

  std::int64_t max_units() const {
    std::int64_t units = 1;
    for (const strata::ProgramStep& step : m_program.steps)
      if (step.kind == strata::ProgramStep::Kind::launch)
        units = std::max(units, launch(step).units);
    return units;
  }

  std::uint64_t word(const strata::KernelArgument& arg) {
    if (arg.kind == Kind::counters) return address(m_state.counters.data());
    if (arg.kind == Kind::accesses) return address(m_check->log.data());
    const TensorRef& t = m_tensors[arg.tensor];
    switch (arg.kind) {
      case Kind::cursors:
        return address(m_assembled.at(arg.tensor).cursors.data());
      case Kind::positions: return address(t.levels[arg.index].positions);
      case Kind::coordinates: return address(t.levels[arg.index].coordinates);
      case Kind::extent: return t.extents[arg.index];
      case Kind::stride: return strides_of(t)[arg.index];
      default: return address(t.values);
    }
  }

  /// What the pieces of a launch count, and then where they begin.
  struct Assembled {
    std::int64_t pieces = 0;
    int levels          = 0;
    std::vector<std::int64_t> cursors;  ///< pieces x 2 x levels
  };

  PlanState& m_state;
  const strata::CompiledProgram& m_program;
  const void* m_exec;
  const SpaceOperations& m_space;
  std::size_t m_num_kept = 0;  ///< owners of temporaries
  PieceCounts m_counts;
  std::vector<TensorRef> m_tensors;
  std::map<int, Assembled> m_assembled;
  std::vector<std::uint64_t> m_words;
  std::vector<std::shared_ptr<void>> m_owners;  ///< temporaries and snapshots
  std::vector<std::shared_ptr<void>> m_tables;  ///< of hashed worklists
  std::unique_ptr<AccessCheck> m_check;         ///< checking builds only
};

void execute(PlanState& state, const void* exec, int concurrency,
             const SpaceOperations& space) {
  if (execute_cxx(state, exec, space)) return;
  Execution(state, *state.program, exec, concurrency, space).run();
}

void assemble(PlanState& state, const void* exec, int concurrency,
              const SpaceOperations& space) {
  compile_phases(state);
  state.assembly = std::make_shared<Execution>(state, *state.phases, exec,
                                               concurrency, space);
  state.assembly->assemble();
}

void compute(PlanState& state, const void* exec) {
  if (!state.assembly)
    throw FormatMismatch(error_message(
        "Plan::compute", "'" + state.request.names[0] + "'",
        "a result that has been assembled", "none",
        "call assemble() first, or execute(), which does both"));
  state.assembly->compute(exec);
}

}  // namespace Strata::Impl
