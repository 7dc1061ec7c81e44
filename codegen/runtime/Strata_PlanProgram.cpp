// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several statements in one plan: what stands between them, and how they run.
#include "Strata_PlanProgram.h"

#include <algorithm>

#include <Strata_Statements.hpp>

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
  for (auto& [name, tensor] : temporaries) {
    if (!tensor.format.is_dense() || tensor.owner) continue;
    tensor.owner =
        space.allocate(exec,
                       static_cast<std::size_t>(tensor.num_values) *
                           size_of(tensor.scalar),
                       nullptr);
    tensor.values = tensor.owner.get();
    for (const PlannedStatement& s : statements)
      if (s.plan->operands.count(name)) s.plan->set_operand(name, tensor);
  }
}

void PlanProgram::hand_over(const PlannedStatement& statement) const {
  for (const auto& [name, writer] : statement.made_by) {
    const TensorRef& made = statements[writer].plan->result;
    statement.plan->set_operand(name, made);
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

void assemble(PlanProgram& program, const void* exec, int concurrency,
              const SpaceOperations& space) {
  assemble(program.only("Plan::assemble"), exec, concurrency, space);
}

void compute(PlanProgram& program, const void* exec) {
  compute(program.only("Plan::compute"), exec);
}

void execute(PlanProgram& program, const void* exec, int concurrency,
             const SpaceOperations& space) {
  program.allocate_temporaries(exec, space);
  for (const PlannedStatement& statement : program.statements) {
    program.hand_over(statement);
    execute(*statement.plan, exec, concurrency, space);
  }
  program.drop_temporaries();
}

ProgramBuilder::ProgramBuilder(std::string_view text, const Operands& operands,
                               const ProgramOptions& options)
    : m_statements(parse_statements(text)),
      m_known(operands),
      m_declared(options.temporaries) {
  const auto is_assigned = [&](const std::string& name) {
    return std::any_of(m_statements.begin(), m_statements.end(),
                       [&](const auto& s) { return s.lhs.tensor == name; });
  };
  for (const auto& [name, declaration] : m_declared) {
    if (operands.count(name))
      throw FormatMismatch(error_message(
          "compile", "temporary '" + name + "'", "a tensor that is not bound",
          "one that is an operand too", "leave it out of one of the two"));
    if (!is_assigned(name))
      throw ParseError(error_message("compile", "temporary '" + name + "'",
                                     "a statement that assigns it", "none"));
  }
}

/// What a statement assigns that nobody has bound is a temporary, dense unless it
/// is declared otherwise.
void ProgramBuilder::declare_temporary(const Assignment& statement) {
  const std::string& name = statement.lhs.tensor;
  if (m_known.count(name)) return;
  // A single statement is refused for it as ever.
  if (m_statements.size() == 1 || reads(statement, name)) return;
  const int order = static_cast<int>(statement.lhs.indices.size());
  TensorRef tensor;
  if (auto declared = m_declared.find(name); declared != m_declared.end()) {
    tensor.format  = declared->second.format;
    tensor.scalar  = declared->second.scalar;
    tensor.extents = declared->second.extents;
    tensor.fill    = declared->second.fill;
  } else {
    tensor.format = Formats::dense(order);
    tensor.scalar = inferred_type(statement, declarations_of(m_known));
  }
  if (tensor.extents.empty()) tensor.extents.assign(order, -1);
  tensor.levels.resize(tensor.format.lvl_rank());
  m_known[name] = m_program->temporaries[name] = std::move(tensor);
}

void ProgramBuilder::add(std::size_t number, std::shared_ptr<PlanState> plan) {
  const Assignment& statement = m_statements[number];
  PlannedStatement planned{plan, {}};
  for (const auto& [name, writer] : m_writers)
    if (m_unmade.count(name) && reads(statement, name))
      planned.made_by[name] = writer;
  m_program->statements.push_back(std::move(planned));

  const std::string& result = statement.lhs.tensor;
  TensorRef& known          = m_known[result];
  known.extents             = plan->operands.at(result).extents;
  m_writers[result]         = number;
  if (!known.format.is_dense()) m_unmade.insert(result);
  if (!m_program->is_temporary(result)) return;
  known.num_values = 1;
  for (const std::int64_t extent : known.extents) known.num_values *= extent;
  if (!known.format.is_dense()) known.num_values = 0;
  m_program->temporaries[result] = known;
}

void ProgramBuilder::check_use() const {
  for (const auto& [name, tensor] : m_program->temporaries) {
    const bool is_read = std::any_of(
        m_statements.begin(), m_statements.end(),
        [&](const Assignment& s) { return reads(s, name); });
    if (!is_read)
      throw ParseError(error_message(
          "compile", "'" + name + "'",
          "a tensor that is bound, or that another statement reads", "neither",
          "add it to the operands"));
  }
}

}  // namespace Strata::Impl
