// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several statements in one plan: what stands between them, and how they run.
#include "Strata_PlanProgram.h"

#include <algorithm>

#include <Strata_Statements.hpp>

#include "Strata_MappedOperands.h"
#include "Strata_SampledCheck.h"

namespace Strata::Impl {

PlanState& PlanProgram::only(const char* operation) const {
  if (statements.size() == 1) return last();
  throw UnsupportedExpression(error_message(
      operation, "the plan", "one statement",
      std::to_string(statements.size()),
      "call execute(), or compile the statement in a plan of its own"));
}

PlanState* PlanProgram::writer_of(const std::string& name) const {
  for (auto s = statements.rbegin(); s != statements.rend(); ++s)
    if (s->plan->request.names[0] == name) return s->plan.get();
  return nullptr;
}

void PlanProgram::allocate_temporaries(const void* exec,
                                       const SpaceOperations& space) {
  const std::set<std::string> unused = unused_memory();
  for (auto& [name, tensor] : temporaries) {
    if (!tensor.format.is_dense() || tensor.owner || unused.count(name)) continue;
    tensor.owner =
        space.allocate(exec,
                       static_cast<std::size_t>(tensor.num_values) *
                           size_of(tensor.scalar),
                       nullptr);
    tensor.values = tensor.owner.get();
    note_bound();
    for (const PlannedStatement& s : statements)
      if (s.plan->operands.count(name)) s.plan->set_operand(name, tensor);
  }
}

void PlanProgram::hand_over(const PlannedStatement& statement) const {
  for (const auto& [name, writer] : statement.made_by) {
    const TensorRef& made = statements[writer].plan->result;
    statement.plan->set_operand(name, made);
    note_bound();
    double& entries = statement.plan->request.concretize.entries;
    entries         = std::max(entries, static_cast<double>(made.num_values));
  }
}

/// Sparse ones: what reads them has run.
void PlanProgram::drop_temporaries() {
  for (const PlannedStatement& s : statements) {
    if (const std::string& name = s.plan->request.names[0]; is_temporary(name))
      s.plan->result = {};
    for (const auto& [name, writer] : s.made_by)
      if (is_temporary(name)) s.plan->set_operand(name, temporaries.at(name));
  }
}

CheckReport check(PlanProgram& program, const void* exec,
                  const SpaceOperations& space, int samples) {
  PlanState& state        = program.only("Plan::check");
  const std::string& name = state.request.names[0];
  const TensorRef& bound  = state.operands.at(name);
  const bool is_dense     = bound.format.is_dense();
  const bool overwrites =
      is_dense && (state.request.stmt.assignment.accumulate ||
                   std::any_of(state.request.names.begin() + 1,
                               state.request.names.end(), [&](const auto& n) {
                                 return overlap(state.operands.at(n), bound);
                               }));
  if (overwrites)
    throw UnsupportedExpression(error_message(
        "Plan::check", "'" + name + "'", "a result that shares nothing with what "
        "is read", "one that is read, or added to",
        "set ProgramOptions::check_samples, which checks while it runs"));
  return SampledCheck(state, exec, space).run(result_of(state), samples);
}

void assemble(PlanProgram& program, const void* exec, int concurrency,
              const SpaceOperations& space) {
  assemble(program.only("Plan::assemble"), exec, concurrency, space);
}

void compute(PlanProgram& program, const void* exec,
             const SpaceOperations& space) {
  compute(program.only("Plan::compute"), exec, space);
}

void execute(PlanProgram& program, const void* exec, int concurrency,
             const SpaceOperations& space) {
  program.allocate_temporaries(exec, space);
  program.checked = {};
  for (const PlannedLaunch& launch : program.launches)
    program.run(launch, exec, concurrency, space);
  program.drop_temporaries();
}

PlanProgramBuilder::PlanProgramBuilder(std::string_view text, const Operands& operands,
                               const ProgramOptions& options, bool strict)
    : m_statements(parse_statements(text)),
      m_share(options.share),
      m_known(operands) {
  check_temporaries(operands, options.temporaries);
  const FactorContext context = context_of(operands, options, strict);
  FactoredProgram factored =
      factor_statements(std::move(m_statements), context);
  m_program->check_samples = options.check_samples;
  m_statements = std::move(factored.statements);
  m_reasons    = std::move(factored.reasons);
  if (m_statements.size() == 1) return;
  TensorDeclarations declared = context.tensors;
  declared.merge(factored.temporaries);
  for (const auto& [name, d] : declare_statements(m_statements, declared))
    if (!operands.count(name)) declare_temporary(name, d);
}

FactorContext PlanProgramBuilder::context_of(const Operands& operands,
                                         const ProgramOptions& options,
                                         bool strict) const {
  FactorContext context{declarations_of(operands), {}, options.fuse, strict};
  for (auto [name, temporary] : options.temporaries) {
    // Nobody sees in which format it is.
    temporary.format = compiled_format(temporary.format, temporary.extents);
    context.tensors.emplace(name, std::move(temporary));
  }
  for (const auto& [name, tensor] : operands)
    context.entries[name] = static_cast<double>(tensor.num_values);
  return context;
}

static bool any_reads(const std::vector<Assignment>& statements,
                      const std::string& name) {
  return std::any_of(statements.begin(), statements.end(),
                     [&](const Assignment& s) { return reads(s, name); });
}

void PlanProgramBuilder::check_temporaries(
    const Operands& operands, const TensorDeclarations& declared) const {
  for (const auto& [name, declaration] : declared) {
    if (operands.count(name))
      throw FormatMismatch(error_message(
          "compile", "temporary '" + name + "'", "a tensor that is not bound",
          "one that is an operand too", "leave it out of one of the two"));
    const auto first = std::find_if(
        m_statements.begin(), m_statements.end(),
        [&, &n = name](const Assignment& s) {
          return s.lhs.tensor == n || reads(s, n);
        });
    if (first == m_statements.end())
      throw ParseError(error_message("compile", "temporary '" + name + "'",
                                     "a statement that assigns it", "none"));
    if (reads(*first, name))
      throw ParseError(error_message(
          "compile", "temporary '" + name + "'",
          "a statement that assigns it before it is read",
          "'" + first->text + "'", "add it to the operands"));
  }
}

void PlanProgramBuilder::declare_temporary(const std::string& name,
                                       const TensorDeclaration& d) {
  if (!any_reads(m_statements, name))
    throw ParseError(error_message(
        "compile", "'" + name + "'",
        "a tensor that is bound, or that another statement reads", "neither",
        "add it to the operands"));
  TensorRef tensor;
  tensor.format  = d.format;
  tensor.scalar  = d.scalar;
  tensor.extents = d.extents;
  tensor.fill    = d.fill;
  tensor.levels.resize(d.format.lvl_rank());
  if (d.format.is_dense()) {
    tensor.num_values = 1;
    for (const std::int64_t extent : d.extents) tensor.num_values *= extent;
  }
  m_known[name] = m_program->temporaries[name] = std::move(tensor);
}

void PlanProgramBuilder::add(std::size_t number, std::shared_ptr<PlanState> plan) {
  const Assignment& statement = m_statements[number];
  PlannedStatement planned{plan, {}, m_reasons[number]};
  for (const auto& [name, writer] : m_writers)
    if (m_unmade.count(name) && reads(statement, name))
      planned.made_by[name] = writer;
  m_program->statements.push_back(std::move(planned));

  const std::string& result = statement.lhs.tensor;
  TensorRef& known          = m_known[result];
  known.extents             = plan->operands.at(result).extents;
  known.fill                = plan->operands.at(result).fill;
  if (m_program->is_temporary(result))
    m_program->temporaries[result].fill = known.fill;
  m_writers[result]         = number;
  if (!known.format.is_dense()) m_unmade.insert(result);
}

}  // namespace Strata::Impl
