// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one execution needs: pieces, copies, temporaries, packed arguments.
#include <algorithm>

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

class Preparation {
 public:
  Preparation(PlanState& state, const void* exec, int concurrency,
              Allocate allocate, const CopySteps& steps)
      : m_state(state), m_exec(exec), m_allocate(allocate), m_steps(steps) {
    const PlanOptions& options = state.request.options;
    const int forced           = options.pieces;
    m_private = forced > 0 ? forced : std::max(concurrency, 1);
    m_pieces  = forced > 0 ? forced : choose_pieces(concurrency);
    // The threads of a team have a piece each.
    if (const int team = options.team_size; team > 1)
      m_private = (m_private + team - 1) / team * team;
  }

  PreparedProgram run() {
    m_tensors =
        collect_operands(m_state, m_exec, m_allocate, m_out.owners);
    copy_operands();
    allocate_temporaries();
    pack();
    for (const strata::ProgramStep& step : m_state.program->steps)
      m_out.launches.push_back(launch(step));
    return std::move(m_out);
  }

 private:
  /// One piece for what is done before the threads have woken up, else several
  /// a thread, so that uneven ones even out.
  std::int64_t choose_pieces(int concurrency) const {
    if (concurrency <= 1) return 1;
    double work = m_state.request.concretize.entries;
    for (const auto& [name, tensor] : m_state.operands)
      if (tensor.format.is_dense())
        work = std::max(work, static_cast<double>(span_of(tensor)));
    return work < 4096 ? 1 : 8 * static_cast<std::int64_t>(concurrency);
  }

  PreparedLaunch launch(const strata::ProgramStep& step) const {
    const std::int64_t pieces = !step.parallel   ? 1
                                : step.privatized ? m_private
                                                  : m_pieces;
    // Coordinates are handed out in so many ranges; pieces and teams are units.
    std::int64_t units = pieces;
    if (step.teamSize > 0)
      units = (pieces + step.teamSize - 1) / step.teamSize;
    else if (step.tensor >= 0)
      units = m_tensors[step.tensor].extents[step.dimension];
    return {step.label.c_str(), step.entry, units, std::min(pieces, units),
            step.teamSize};
  }

  void* take(std::shared_ptr<void> owner) {
    m_out.owners.push_back(owner);
    return m_out.owners.back().get();
  }

  void copy_operands() {
    const std::vector<std::string>& names = m_state.request.names;
    for (const strata::Conversion& c : m_state.concrete.conversions) {
      const auto source = std::find(names.begin(), names.end(), c.source);
      m_tensors.push_back(m_state.copies.make(
          c, m_tensors[source - names.begin()], m_exec, m_allocate, m_steps,
          m_out.owners));
    }
  }

  void allocate_temporaries() {
    for (const strata::Temporary& t : m_state.concrete.temporaries) {
      TensorRef tensor;
      tensor.format   = Formats::dense(static_cast<int>(t.variables.size()));
      tensor.scalar   = t.scalar;
      double elements = 1;
      for (const std::string& v : t.variables) {
        const bool is_piece = v == strata::pieceVariable;
        tensor.extents.push_back(is_piece && t.isScratch ? max_pieces()
                                 : is_piece
                                     ? m_private
                                     : m_state.request.stmt.extents.at(v));
        elements *= static_cast<double>(tensor.extents.back());
      }
      const double limit = 1e10;
      if (elements > limit)
        throw UnsupportedExpression(error_message(
            "execute", "temporary '" + t.name + "'",
            "at most 10^10 entries", std::to_string(elements),
            "a temporary of this size is needed because no order of loops "
            "serves all operands; store one of them in another mode order"));
      tensor.num_values = static_cast<std::int64_t>(elements);
      tensor.values     = take(
          m_allocate(m_exec, tensor.num_values * size_of(t.scalar), nullptr));
      m_tensors.push_back(std::move(tensor));
    }
  }

  void pack() {
    std::vector<TensorFormat> formats;
    for (const TensorRef& t : m_tensors) formats.push_back(t.format);
    const bool count = m_state.request.options.count_iterations;
    if (count) m_state.counters.assign(max_units(), 0);
    const bool check = m_state.request.options.check_races;
    if (check) m_out.check = std::make_shared<AccessCheck>();
    for (const auto& arg : strata::kernelArguments(formats, count, check)) {
      m_out.words.push_back(word(arg));
      // Strides are arguments only once memrefs are pointers.
      if (check && arg.kind != Kind::stride)
        m_out.check->buffers.push_back(name_of_tensor(arg.tensor));
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

  /// Pieces of the launches that each piece has a workspace in.
  std::int64_t max_pieces() const {
    const std::int64_t team = std::max(m_state.request.options.team_size, 1);
    return (m_pieces + team - 1) / team * team;
  }

  std::int64_t max_units() const {
    std::int64_t units = 1;
    for (const strata::ProgramStep& step : m_state.program->steps)
      units = std::max(units, launch(step).units);
    return units;
  }

  std::uint64_t word(const strata::KernelArgument& arg) {
    if (arg.kind == Kind::counters) return address(m_state.counters.data());
    if (arg.kind == Kind::accesses) return address(m_out.check->log.data());
    const TensorRef& t = m_tensors[arg.tensor];
    switch (arg.kind) {
      case Kind::positions: return address(t.levels[arg.index].positions);
      case Kind::coordinates: return address(t.levels[arg.index].coordinates);
      case Kind::extent: return t.extents[arg.index];
      case Kind::stride: return strides_of(t)[arg.index];
      default: return address(t.values);
    }
  }

  PlanState& m_state;
  const void* m_exec;
  Allocate m_allocate;
  const CopySteps& m_steps;
  std::int64_t m_pieces = 1, m_private = 1;
  std::vector<TensorRef> m_tensors;
  PreparedProgram m_out;
};

}  // namespace

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
    if (!tensors.empty() && overlap(tensor, result)) {
      const std::size_t bytes = span_of(tensor) * size_of(tensor.scalar);
      if (tensor.format.is_dense()) tensor.strides = strides_of(tensor);
      owners.push_back(allocate(exec, bytes, tensor.values));
      tensor.values = owners.back().get();
    }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

void check_accesses(AccessCheck& check, const PreparedLaunch& launch) {
  check.log.check(launch.label, launch.team_size, check.buffers);
  check.log.clear();
}

PreparedProgram prepare(PlanState& state, const void* exec, int concurrency,
                        Allocate allocate, const CopySteps& steps) {
  return Preparation(state, exec, concurrency, allocate, steps).run();
}

}  // namespace Strata::Impl
