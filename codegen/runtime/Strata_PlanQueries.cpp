// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a plan is told and asked: operands, results, explanations, costs.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <Strata_FormatName.hpp>

#include "Strata_Explain.h"
#include "Strata_OnePass.h"
#include "Strata_PlanProgram.h"

namespace Strata {
namespace Impl {

void PlanState::check_operand(const std::string& name,
                              const TensorRef& tensor) const {
  auto it = request.stmt.tensors.find(name);
  if (it == request.stmt.tensors.end())
    throw ShapeMismatch("Plan::bind: the expression has no tensor '" + name +
                        "'");
  const TensorDeclaration& d = it->second;
  if (tensor.fill != d.fill)
    throw FormatMismatch(error_message(
        "Plan::bind", "'" + name + "'", "the fill value " + std::to_string(d.fill),
        std::to_string(tensor.fill),
        "compile the expression again for the other fill value"));
  const TensorFormat& format = operands.at(name).format;
  if (tensor.format.with_dynamic_slices() != format.with_dynamic_slices() ||
      tensor.scalar != d.scalar)
    throw FormatMismatch(error_message(
        "Plan::bind", "'" + name + "'",
        format.to_string() + " of " + std::string(name_of(d.scalar)),
        tensor.format.to_string() + " of " +
            std::string(name_of(tensor.scalar)),
        "compile the expression again for the other format"));
  if (tensor.extents != d.extents)
    throw ShapeMismatch("Plan::bind: '" + name +
                        "': extents differ from those the plan was compiled "
                        "for; compile the expression again");
  auto unit = request.unitLevels.find(name);
  if (unit != request.unitLevels.end() && unit_level(tensor) != unit->second)
    throw FormatMismatch("Plan::bind: '" + name +
                         "': expected neighbours adjacent in memory at level " +
                         std::to_string(unit->second) +
                         "; compile the expression again for the strides");
}

TensorRef PlanState::as_declared(const std::string& name, TensorRef tensor) const {
  if (request.stmt.sets_fill && name == request.names[0])
    tensor.fill = request.stmt.tensors.at(name).fill;
  return tensor;
}

void PlanState::set_operand(const std::string& name, TensorRef tensor) {
  copies.forget(name);
  cuts.forget();
  if (!old_result.empty() && name == request.names[0])
    operands[old_result] = tensor;
  operands[name] = std::move(tensor);
}

TensorRef result_of(const PlanState& state) {
  const std::string& name = state.request.names[0];
  const TensorRef& bound  = state.operands.at(name);
  if (bound.format.is_dense()) return bound;
  if (state.result.owner) return state.result;
  throw FormatMismatch(error_message("Plan::result", "'" + name + "'",
                                     "a plan that has been executed",
                                     "a sparse result not made yet",
                                     "call execute() first"));
}

/// Tensors that are converted as a whole, before or afterwards, or read in place.
static std::string explain_mapped(const PlanState& state) {
  std::string out;
  for (const std::string& name : state.request.names) {
    if (flattening_of(state, name))
      out += "read " + name + " in place: the levels of " +
             name_of(state.operands.at(name).format) +
             " are flattened to one for every dimension\n";
    if (!is_mapped(state, name)) continue;
    const strata::Conversion copy = compiled_copy(state, name);
    out += name == state.request.names[0]
               ? "compute " + copy.name + ": " + copy.format.to_string() +
                     "\n  because " + copy.reason + "; then convert it\n"
               : conversion_text(copy, state.request);
  }
  return out;
}

/// Why the loops of a kernel count, though one pass was asked for.
static const char* why_not_one_pass(const PlanState& state) {
  if (state.operands.at(state.request.names[0]).format.is_dense())
    return "the result is dense, nothing is counted";
  return state.request.onePass
             ? "nothing limits what pieces append, so that the loops count first"
             : "kernels in teams, for devices, of emitted C++ and of counting builds count first";
}

/// Of a sparse result whose pieces have a limit, or were to have one.
static std::string explain_passes(const PlanState& state) {
  if (!state.program) return "";
  if (!takes_one_pass(*state.program))
    return state.request.options.passes == Passes::one
               ? std::string("the option passes has no effect: ") + why_not_one_pass(state) + "\n"
               : "";
  return "sparse result: the loops run once where limits of the pieces and an estimate say "
         "that it takes little memory, else they count first\n" +
         (state.passes.empty() ? "" : "  in the last execution: " + state.passes + "\n");
}

/// Those that were made in the last execution: copies of operands are kept.
static std::string explain_conversions(const PlanState& state) {
  std::string out;
  for (const std::string& line : state.conversions)
    out += (out.empty() ? "conversions in the last execution: " : "; ") + line;
  return out.empty() ? out : out + "\n";
}

static std::string explain_pieces(const PlanState& state) {
  if (state.pieces == 0) return "";
  return "at most " + std::to_string(state.pieces) +
         (state.pieces == 1 ? " piece" : " pieces") + " in a launch, when it was executed last\n";
}

static std::string cost_text(const PlanCost& minimum) {
  return "minimum traffic " + whole_number(minimum.bytes) + " bytes, " +
         (minimum.is_exact ? "" : "at most ") + whole_number(minimum.flops) +
         " arithmetic operations\n";
}

static std::string explain(const PlanProgram& program, std::size_t number) {
  const PlannedStatement& statement = program.statements[number];
  SharingCandidate running          = program.running(number);
  const PlanState& state            = *statement.plan;
  // A list was chosen for its heavy rows, nobody has asked for it.
  if (state.statistics.lists_rows) running.request.options.worklist = Worklist::automatic;
  const bool drops =
      state.request.options.drop_zeros &&
      !state.operands.at(state.request.names[0]).format.is_dense();
  return (statement.reason.empty() ? "" : statement.reason + "\n") +
         explain(running.request, running.concrete) + state.statistics.to_string() +
         explain_mapped(state) +
         explain_conversions(state) + explain_passes(state) + explain_pieces(state) +
         (drops ? "entries of the fill value are dropped after each execution\n"
                : "") +
         cost_text(cost_of(state));
}

/// What `value` says of what is compiled, added up.
template <class T, class F>
static T sum_over(const PlanProgram& program, T total, F&& value) {
  for (PlanState* kernel : program.kernels()) {
    compile_state(*kernel);
    total += value(*kernel);
  }
  return total;
}

}  // namespace Impl

using Impl::PlanState;

void Plan::bind(const std::string& name, TensorRef tensor) {
  if (m_program->is_temporary(name))
    throw ShapeMismatch(error_message(
        "Plan::bind", "'" + name + "'", "an operand or a result of the plan",
        "a temporary of the plan",
        "compile the statements again with it among the operands"));
  bool is_used = false;
  for (const Impl::PlannedStatement& s : m_program->statements) {
    if (!s.plan->operands.count(name) ||
        !s.plan->request.stmt.tensors.count(name))
      continue;
    s.plan->check_operand(name, s.plan->as_declared(name, tensor));
    is_used = true;
  }
  if (!is_used) m_program->last().check_operand(name, tensor);  // throws
  for (const Impl::PlannedStatement& s : m_program->statements)
    if (s.plan->request.stmt.tensors.count(name))
      s.plan->set_operand(name, s.plan->as_declared(name, tensor));
  m_program->note_bound();
}

TensorRef Plan::result() const {
  return result(m_program->last().request.names[0]);
}

TensorRef Plan::result(const std::string& name) const {
  const PlanState* const state = m_program->writer_of(name);
  if (!state || m_program->is_temporary(name))
    throw ShapeMismatch(error_message(
        "Plan::result", "'" + name + "'", "a tensor that a statement assigns",
        state ? "a temporary of the plan" : "one that none assigns",
        state ? "compile the statements with it among the operands" : ""));
  return Impl::result_of(*state);
}

CheckReport Plan::last_check() const { return m_program->checked; }

std::string Plan::tuning() const { return m_program->tuning; }

std::string Plan::explain() const {
  const std::size_t number = m_program->statements.size();
  std::string out          = tuning();
  if (number == 1) return out + Impl::explain(*m_program, 0);
  for (std::size_t s = 0; s < number; ++s)
    out += "statement " + std::to_string(s + 1) + " of " +
           std::to_string(number) + "\n" + m_program->sharing_of(s) +
           Impl::explain(*m_program, s);
  return out;
}

double Plan::compile_ms() const {
  return Impl::sum_over(*m_program, 0.0,
                        [](const PlanState& s) { return s.compile_ms; });
}

KernelOrigin Plan::origin() const {
  KernelOrigin first = KernelOrigin::process;
  for (const PlanState* kernel : m_program->kernels())
    first = std::min(first, kernel->origin);
  return first;
}

bool Plan::from_cache() const { return origin() != KernelOrigin::compiled; }

PlanCost Plan::cost() const {
  PlanCost total;
  for (const Impl::PlannedStatement& s : m_program->statements) {
    const PlanCost part = Impl::cost_of(*s.plan);
    total.bytes += part.bytes;
    total.flops += part.flops;
    total.is_exact &= part.is_exact;
  }
  return total;
}

int Plan::num_launches() const {
  return Impl::sum_over(*m_program, 0, [](const PlanState& s) {
    return static_cast<int>(std::count_if(
        s.program->steps.begin(), s.program->steps.end(),
        [](const strata::ProgramStep& step) {
          return step.kind == strata::ProgramStep::Kind::launch;
        }));
  });
}

std::int64_t Plan::iterations() const {
  if (!m_program->last().request.options.count_iterations) return -1;
  return Impl::sum_over(*m_program, std::int64_t{0}, [](const PlanState& s) {
    return std::accumulate(s.counters.begin(), s.counters.end(),
                           std::int64_t{0});
  });
}

std::vector<std::int64_t> Plan::piece_iterations() const {
  std::vector<std::int64_t> pieces;
  for (const PlanState* kernel : m_program->kernels())
    if (kernel->request.options.count_iterations)
      pieces.insert(pieces.end(), kernel->counters.begin(),
                    kernel->counters.end());
  return pieces;
}

}  // namespace Strata
