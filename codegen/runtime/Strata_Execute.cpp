// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One execution: pieces, copies, temporaries, packed arguments, and the steps.
#include <algorithm>

#include <Strata_Deterministic.hpp>
#include <impl/Strata_AppendedSizes.hpp>
#include <strata/KernelArguments.h>

#include "Strata_AccessCheck.h"
#include "Strata_PlanState.h"

namespace Strata::Impl {

/// The log of a checking build, and what its buffers are called.
class AccessCheck {
 public:
  AccessLog log;
  std::vector<std::string> buffers;
};

namespace {

using Kind = strata::KernelArgument::Kind;

/// Elements between neighbours of each level of an all-dense tensor.
std::vector<std::int64_t> strides_of(const TensorRef& tensor) {
  if (!tensor.strides.empty()) return tensor.strides;
  std::vector<std::int64_t> strides(tensor.format.lvl_rank(), 1);
  for (int l = tensor.format.lvl_rank() - 2; l >= 0; --l)
    strides[l] = strides[l + 1] * tensor.level_extent(l + 1);
  return strides;
}

/// Elements from the first to one past the last, gaps included.
std::int64_t span_of(const TensorRef& tensor) {
  if (!tensor.format.is_dense()) return tensor.num_values;
  std::int64_t last = 0;
  const std::vector<std::int64_t> strides = strides_of(tensor);
  for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
    if (tensor.level_extent(l) == 0) return 0;
    last += (tensor.level_extent(l) - 1) * strides[l];
  }
  return last + 1;
}

bool overlap(const TensorRef& a, const TensorRef& b) {
  const auto begin = [](const TensorRef& t) {
    return reinterpret_cast<std::uintptr_t>(t.values);
  };
  const auto bytes = [](const TensorRef& t) {
    return static_cast<std::uintptr_t>(span_of(t)) * size_of(t.scalar);
  };
  return begin(a) < begin(b) + bytes(b) && begin(b) < begin(a) + bytes(a);
}

std::uint64_t address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

/// The tensors of one execution, and the steps on them. One that has assembled is
/// kept: what it allocated is what values are computed for.
class Execution {
 public:
  Execution(PlanState& state, const strata::CompiledProgram& program,
            const void* exec, int concurrency, const SpaceOperations& space)
      : m_state(state), m_program(program), m_exec(exec), m_space(space) {
    const PlanOptions& options = state.request.options;
    const int forced           = options.pieces;
    m_private = forced > 0 ? forced : choose_copies(concurrency);
    m_pieces  = forced > 0 ? forced : choose_pieces(concurrency);
    // The threads of a team have a piece each.
    if (const int team = options.team_size; team > 1)
      m_private = (m_private + team - 1) / team * team;
  }

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

  /// One piece for what is done before the threads have woken up, else several
  /// a thread, so that uneven ones even out.
  std::int64_t choose_pieces(int concurrency) const {
    if (m_state.request.options.deterministic)
      return deterministic_pieces(work());
    if (concurrency <= 1) return 1;
    return work() < 4096 ? 1 : 8 * static_cast<std::int64_t>(concurrency);
  }

  /// Copies of a result that pieces add to.
  std::int64_t choose_copies(int concurrency) const {
    if (!m_state.request.options.deterministic)
      return std::max(concurrency, 1);
    std::int64_t elements = 1;
    for (const strata::Temporary& t : m_state.concrete.temporaries) {
      const bool is_copied = !t.variables.empty() && !t.isScratch &&
                             t.variables[0] == strata::pieceVariable;
      std::int64_t each = 1;
      for (std::size_t v = 1; is_copied && v < t.variables.size(); ++v)
        each *= m_state.request.stmt.extents.at(t.variables[v]);
      elements = std::max(elements, each);
    }
    return deterministic_copies(work(), elements);
  }

  /// Entries of the largest operand.
  std::int64_t work() const {
    auto entries =
        static_cast<std::int64_t>(m_state.request.concretize.entries);
    for (const auto& [name, tensor] : m_state.operands)
      if (tensor.format.is_dense())
        entries = std::max(entries, span_of(tensor));
    return entries;
  }

  /// Pieces of a launch; the threads of a team have one each.
  std::int64_t pieces_of(const strata::ProgramStep& step) const {
    if (!step.parallel) return 1;
    const std::int64_t team = std::max(m_state.request.options.team_size, 1);
    return ((step.privatized ? m_private : m_pieces) + team - 1) / team * team;
  }

  PreparedLaunch launch(const strata::ProgramStep& step) const {
    const std::int64_t pieces = pieces_of(step);
    // Coordinates are handed out in so many ranges; pieces and teams are units.
    std::int64_t units = pieces;
    if (step.teamSize > 0)
      units = (pieces + step.teamSize - 1) / step.teamSize;
    else if (step.tensor >= 0)
      units = m_tensors[step.tensor].extents[step.dimension];
    return {step.label.c_str(), step.entry, units, std::min(pieces, units),
            step.teamSize};
  }

  void run(const strata::ProgramStep& step) {
    using Step = strata::ProgramStep::Kind;
    switch (step.kind) {
      case Step::launch: return run_launch(step);
      case Step::partition: return partition(step);
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
    std::vector<WeighedTensor> weighed;
    for (const auto& v : step.variables)
      variables.push_back(
          {m_tensors[v.tensor].extents[v.dimension], v.visitsAll});
    for (const auto& w : step.weighed)
      weighed.push_back({m_tensors[w.tensor], w.depth});
    m_space.partition(m_exec, pieces_of(step), variables, weighed,
                      static_cast<std::uint64_t*>(m_tensors[step.tensor].values));
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
      a.pieces = std::max(max_pieces(), m_private);
      a.cursors.assign(a.pieces * 2 * a.levels, 0);
    }
  }

  void* take(std::shared_ptr<void> owner) {
    m_owners.push_back(owner);
    return m_owners.back().get();
  }

  /// Extent of an index of a temporary.
  std::int64_t extent_of(const std::string& variable, bool is_scratch) const {
    if (variable == strata::slotVariable) return num_slots();
    if (variable == strata::cutVariable)
      return std::max(max_pieces(), m_private) + 1;
    if (variable == strata::carryVariable) return max_pieces();
    if (variable == strata::pieceVariable)
      return is_scratch ? max_pieces() : m_private;
    const std::int64_t count = strata::countOf(variable);
    return count >= 0 ? count : m_state.request.stmt.extents.at(variable);
  }

  void make_temporaries() {
    for (const strata::Temporary& t : m_state.concrete.temporaries) {
      TensorRef tensor;
      tensor.format   = m_state.concrete.tensors.at(t.name).format;
      tensor.scalar   = t.scalar;
      tensor.levels.resize(tensor.format.lvl_rank());
      double elements = 1;
      for (const std::string& v : t.variables) {
        tensor.extents.push_back(extent_of(v, t.isScratch));
        elements *= static_cast<double>(tensor.extents.back());
      }
      if (!tensor.format.is_dense()) {
        m_tensors.push_back(std::move(tensor));
        continue;
      }
      const double limit = 1e10;
      if (elements > limit)
        throw UnsupportedExpression(error_message(
            "execute", "temporary '" + t.name + "'",
            "at most 10^10 entries", std::to_string(elements),
            "a temporary of this size is needed because no order of loops "
            "serves all operands; store one of them in another mode order"));
      tensor.num_values = static_cast<std::int64_t>(elements);
      const std::size_t bytes = tensor.num_values * size_of(t.scalar);
      tensor.values = take(m_space.allocate(m_exec, bytes, nullptr));
      if (t.startsAsZero) m_space.zero_fill(m_exec, tensor.values, bytes);
      m_tensors.push_back(std::move(tensor));
    }
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
    return number < copies.size()
               ? copies[number].name
               : m_state.concrete.temporaries[number - copies.size()].name;
  }

  /// In teams every thread has a slot, else what runs at the same time.
  std::int64_t num_slots() const {
    return m_state.request.options.team_size > 0
               ? std::max(max_pieces(), m_private)
               : m_space.num_slots(m_exec);
  }

  /// Pieces of the launches that each piece has a workspace in.
  std::int64_t max_pieces() const {
    const std::int64_t team = std::max(m_state.request.options.team_size, 1);
    return (m_pieces + team - 1) / team * team;
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
  std::int64_t m_pieces = 1, m_private = 1;
  std::vector<TensorRef> m_tensors;
  std::map<int, Assembled> m_assembled;
  std::vector<std::uint64_t> m_words;
  std::vector<std::shared_ptr<void>> m_owners;  ///< temporaries and snapshots
  std::unique_ptr<AccessCheck> m_check;         ///< checking builds only
};

std::vector<TensorRef> collect_operands(
    const PlanState& state, const void* exec, Allocate allocate,
    std::vector<std::shared_ptr<void>>& owners) {
  const strata::CompileRequest& request = state.request;
  const bool copies_old_result = request.options.backend == Backend::cxx;
  const TensorRef& result      = state.operands.at(request.names[0]);
  std::vector<TensorRef> tensors;
  for (const std::string& name : request.names) {
    if (copies_old_result && name == state.old_result) continue;
    TensorRef tensor = state.operands.at(name);
    tensor.levels.resize(tensor.format.lvl_rank());
    if (!tensors.empty() && result.format.is_dense() &&
        overlap(tensor, result)) {
      const std::size_t bytes = span_of(tensor) * size_of(tensor.scalar);
      if (tensor.format.is_dense()) tensor.strides = strides_of(tensor);
      owners.push_back(allocate(exec, bytes, tensor.values));
      tensor.values = owners.back().get();
    }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

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
