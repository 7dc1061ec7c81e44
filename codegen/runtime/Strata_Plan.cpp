// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Plan.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <numeric>

#include <Strata_Topology.hpp>

#include "Strata_Explain.h"
#include "Strata_PlanState.h"

namespace Strata {
namespace Impl {

PlanState& checked(const std::shared_ptr<PlanState>& state) { return *state; }

static const MachineModel& machine() {
  static const MachineModel model = detect_machine();
  return model;
}

/// Entries below which a launch runs as one piece.
static constexpr double small_work = 4096;

static TensorDeclarations declarations_of(const Operands& operands) {
  TensorDeclarations out;
  for (const auto& [name, tensor] : operands) {
    TensorDeclaration& d = out[name];
    d.format             = tensor.format;
    d.scalar             = tensor.scalar;
    d.extents            = tensor.extents;
    d.fill               = tensor.fill;
  }
  return out;
}

/// Level whose neighbours are adjacent in memory, for an all-dense tensor.
static int unit_level(const TensorRef& tensor) {
  const int last = tensor.format.lvl_rank() - 1;
  const bool packed = tensor.strides.empty();
  return last >= 0 && (packed || tensor.strides[last] == 1) ? last : -1;
}

static void add_facts(strata::CompileRequest& request,
                      const Operands& operands) {
  for (const std::string& name : request.names) {
    auto it = operands.find(name);
    if (it == operands.end()) continue;
    const TensorRef& tensor = it->second;
    const int unit = tensor.format.is_dense() ? unit_level(tensor) : -1;
    if (unit >= 0) request.unitLevels[name] = unit;
    if (name != request.names[0])
      request.concretize.entriesOf[name] =
          static_cast<double>(tensor.num_values);
    if (name != request.names[0])
      request.concretize.entries = std::max(
          request.concretize.entries, static_cast<double>(tensor.num_values));
  }
  request.vectorBytes = static_cast<int>(machine().vector_bytes);
}

/// True when threads would wait for the one with the heaviest row.
static bool has_uneven_operand(const PlanState& state, int concurrency) {
  if (concurrency <= 1) return false;
  return std::any_of(
      state.operands.begin(), state.operands.end(), [&](const auto& operand) {
        const auto& [name, tensor] = operand;
        return name != state.request.names[0] &&
               static_cast<double>(tensor.num_values) >= small_work &&
               is_uneven(tensor, 8 * std::int64_t{concurrency});
      });
}

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

static void check_backend(const PlanOptions& options) {
  if (options.backend != Backend::cxx) return;
  const char* const option = options.count_iterations ? "count_iterations"
                             : options.check_races    ? "check_races"
                             : options.permute >= 0   ? "permute"
                                                      : nullptr;
  if (option)
    throw UnsupportedExpression(error_message(
        "compile", std::string("PlanOptions::") + option, "the back end jit",
        "cxx", "emitted C++ is not instrumented"));
}

/// Throws for a result that is to be added to, but holds nothing.
static void check_old_contents(const std::string& name,
                               const TensorRef& tensor) {
  const bool is_missing = std::any_of(tensor.extents.begin(), tensor.extents.end(),
                                      [](std::int64_t e) { return e < 0; });
  if (is_missing)
    throw FormatMismatch(error_message(
        "compile", "the old contents of '" + name + "'", "a tensor",
        "a view that holds nothing", "assign it one, or write = instead of +="));
}

std::shared_ptr<PlanState> declare_plan(std::string_view notation,
                                        const Operands& operands,
                                        const PlanOptions& options,
                                        const SpaceFacts& space) {
  check_backend(options);
  auto state       = std::make_shared<PlanState>();
  state->space     = space.name;
  state->operands  = operands;
  state->request   = make_request(notation, declarations_of(operands), options,
                                  state->old_result);
  strata::CompileRequest& request = state->request;
  const std::string& result_name  = request.names[0];
  if (!state->old_result.empty()) {
    check_old_contents(result_name, operands.at(result_name));
    state->operands[state->old_result] = operands.at(result_name);
  }
  // Extents that are not given are those of the index variables.
  TensorRef& wanted = state->operands[result_name];
  wanted.extents    = request.stmt.tensors.at(result_name).extents;
  wanted.fill       = request.stmt.tensors.at(result_name).fill;
  add_facts(request, state->operands);
  if (options.backend == Backend::cxx)
    request.entrySpace = "Kokkos::" + state->space;
  const TensorRef& result = operands.at(request.names[0]);
  if (result.is_const && result.format.is_dense())
    throw FormatMismatch(error_message(
        "compile", "result '" + request.names[0] + "'", "a writable tensor",
        "one of const elements", "pass a View of non-const elements"));
  const int pieces               = request.options.pieces;
  request.concretize.concurrency =
      planned_concurrency(request.options, space.concurrency);
  request.concretize.smallWork   = pieces > 0 ? 0 : small_work;
  request.concretize.balanced |=
      has_uneven_operand(*state, request.concretize.concurrency);
  state->concrete = strata::concretize(request.stmt, request.concretize);
  return state;
}

std::shared_ptr<PlanState> compile_plan(std::string_view notation,
                                        const Operands& operands,
                                        const PlanOptions& options,
                                        const SpaceFacts& space) {
  const auto start = std::chrono::steady_clock::now();
  auto state       = declare_plan(notation, operands, options, space);
  state->program   = find_or_compile(
      state->request, signature(state->request, state->concrete),
      options.use_cache, state->from_cache);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  state->compile_ms = state->from_cache ? 0 : elapsed.count();
  return state;
}

void compile_phases(PlanState& state) {
  const strata::CompileRequest& fused = state.request;
  const TensorRef& result             = state.operands.at(fused.names[0]);
  if (result.format.is_dense() || fused.options.backend == Backend::cxx)
    throw UnsupportedExpression(error_message(
        "Plan::assemble", "result '" + fused.names[0] + "'",
        "a sparse result and the back end jit",
        result.format.is_dense() ? "a dense one" : "the back end cxx",
        "call execute()"));
  if (state.phases) return;
  strata::CompileRequest request = fused;
  request.separatePhases         = true;
  bool from_cache                = false;
  state.phases = find_or_compile(
      request, signature(request, state.concrete) + "|in phases",
      fused.options.use_cache, from_cache);
}

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
  if (tensor.format != d.format || tensor.scalar != d.scalar)
    throw FormatMismatch(error_message(
        "Plan::bind", "'" + name + "'",
        d.format.to_string() + " of " + std::string(name_of(d.scalar)),
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

}  // namespace Impl

void Plan::bind(const std::string& name, TensorRef tensor) {
  const strata::CompileRequest& request = m_state->request;
  if (request.stmt.sets_fill && name == request.names[0])
    tensor.fill = request.stmt.tensors.at(name).fill;
  m_state->check_operand(name, tensor);
  m_state->copies.forget(name);
  if (!m_state->old_result.empty() && name == m_state->request.names[0])
    m_state->operands[m_state->old_result] = tensor;
  m_state->operands[name] = std::move(tensor);
}

TensorRef Plan::result() const {
  const std::string& name = m_state->request.names[0];
  const TensorRef& bound  = m_state->operands.at(name);
  if (bound.format.is_dense()) return bound;
  if (m_state->result.owner) return m_state->result;
  throw FormatMismatch(error_message("Plan::result", "'" + name + "'",
                                     "a plan that has been executed",
                                     "a sparse result not made yet",
                                     "call execute() first"));
}

std::string Plan::explain() const {
  const PlanCost minimum = cost();
  const bool drops       = m_state->request.options.drop_zeros &&
                     !m_state->operands.at(m_state->request.names[0]).format.is_dense();
  return Impl::explain(m_state->request, m_state->concrete) +
         (drops ? "entries of the fill value are dropped after each execution\n"
                : "") +
         "minimum traffic " + std::to_string(std::llround(minimum.bytes)) +
         " bytes, " + std::to_string(std::llround(minimum.flops)) +
         " arithmetic operations\n";
}
double Plan::compile_ms() const { return m_state->compile_ms; }
bool Plan::from_cache() const { return m_state->from_cache; }
PlanCost Plan::cost() const { return Impl::cost_of(*m_state); }
int Plan::num_launches() const {
  return static_cast<int>(std::count_if(
      m_state->program->steps.begin(), m_state->program->steps.end(),
      [](const strata::ProgramStep& step) {
        return step.kind == strata::ProgramStep::Kind::launch;
      }));
}
std::int64_t Plan::iterations() const {
  const auto& c = m_state->counters;
  if (!m_state->request.options.count_iterations) return -1;
  return std::accumulate(c.begin(), c.end(), std::int64_t{0});
}

std::vector<std::int64_t> Plan::piece_iterations() const {
  if (!m_state->request.options.count_iterations) return {};
  return m_state->counters;
}

std::string emit(std::string_view notation, const TensorDeclarations& tensors,
                 Stage stage, const PlanOptions& options,
                 const EmitNames& names) {
  Impl::check_names(names);
  std::string old_result;
  strata::CompileRequest request =
      Impl::make_request(notation, tensors, options, old_result);
  request.name                   = names.function;
  request.nameSpace              = names.name_space;
  request.command                = names.command;
  request.concretize.concurrency =
      Impl::planned_concurrency(options, Impl::machine().thread_count);
  request.vectorBytes = static_cast<int>(Impl::machine().vector_bytes);
  for (const std::string& name : request.names) {
    const TensorFormat& format = request.stmt.tensors.at(name).format;
    if (format.is_dense() && format.lvl_rank() > 0)
      request.unitLevels[name] = format.lvl_rank() - 1;
  }
  return Impl::compiler().emit(request, stage);
}

std::string explain(std::string_view notation, const TensorDeclarations& tensors,
                    const PlanOptions& options) {
  return to_string(Impl::explanation_of(notation, tensors, options));
}

}  // namespace Strata
