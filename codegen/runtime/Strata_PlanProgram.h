// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_PROGRAM_H
#define STRATA_PLAN_PROGRAM_H

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Strata_Factor.h"
#include "Strata_PlanState.h"
#include "Strata_ShareLaunches.h"

/// \file
/// The statements of a plan and the tensors between them. Private to the runtime (a
/// .h is not installed).
namespace Strata::Impl {

/// A statement of a plan, and where its operands come from.
struct PlannedStatement {
  std::shared_ptr<PlanState> plan;
  /// Sparse operands that statements before it make, with the number of the last
  /// one that does.
  std::map<std::string, std::size_t> made_by;
  std::string reason;  ///< why it is in one kernel, or in factors; or empty
};

/// Statements in one launch; they run one by one while tensors that one of them
/// writes share memory with others.
struct PlannedLaunch {
  std::size_t first = 0, count = 1;
  std::shared_ptr<PlanState> joint;  ///< null for a single statement
  /// Whether it may run for the tensors bound now; none: not looked at yet.
  mutable std::optional<bool> is_possible;
};

/// What a plan runs: its statements, in their order.
class PlanProgram {
 public:
  std::vector<PlannedStatement> statements;
  std::vector<PlannedLaunch> launches;  ///< all statements, in their order
  SharedProgram sharing;
  /// Tensors that statements assign and others read, and nobody has bound. Dense
  /// ones get memory when the plan runs for the first time.
  Operands temporaries;
  int check_samples = 0;
  CheckReport checked;  ///< in the last execution
  std::string tuning;   ///< what was measured, and by whom; empty: nothing

  PlanState& last() const { return *statements.back().plan; }
  /// What is to be compiled and run for the tensors bound now.
  std::vector<PlanState*> kernels() const;
  /// The statement as it runs: by itself, or in a launch with others.
  SharingCandidate running(std::size_t statement) const;
  /// A line on what the statement shares its launch with, or why not.
  std::string sharing_of(std::size_t statement) const;
  /// Other tensors have been bound.
  void note_bound() const {
    for (const PlannedLaunch& launch : launches) launch.is_possible.reset();
  }
  /// Decides which statements share launches, once all are there.
  void share(bool is_allowed);
  /// The one statement there is. \throws UnsupportedExpression naming `operation`.
  PlanState& only(const char* operation) const;
  /// The last statement that assigns `name`; null: none does.
  PlanState* writer_of(const std::string& name) const;
  bool is_temporary(const std::string& name) const {
    return temporaries.count(name) > 0;
  }

 private:
  friend void execute(PlanProgram&, const void*, int, const SpaceOperations&);
  void allocate_temporaries(const void* exec, const SpaceOperations& space);
  bool runs_together(const PlannedLaunch& launch) const;
  std::set<std::string> unused_memory() const;
  std::set<std::string> private_to(const SharedGroup& group) const;
  void run(const PlannedLaunch& launch, const void* exec, int concurrency,
           const SpaceOperations& space);
  void run_checked(std::size_t first, std::size_t count, PlanState& kernel,
                   const void* exec, int concurrency,
                   const SpaceOperations& space);
  void bind_joint(const PlannedLaunch& launch) const;
  bool writes_apart(const PlannedLaunch& launch) const;
  void hand_over(const PlannedStatement& statement) const;
  void drop_temporaries();
};

/// The statements, before there is code.
std::shared_ptr<PlanProgram> declare_program(std::string_view text, const Operands& operands,
                                             const ProgramOptions& program,
                                             const PlanOptions& options,
                                             const SpaceInstance& space);

/// Statement by statement: what it is given, with the results before it declared.
class PlanProgramBuilder {
 public:
  PlanProgramBuilder(std::string_view text, const Operands& operands,
                 const ProgramOptions& options, bool strict);

  /// Calls make(notation, operands, names of operands not made yet, whether it assigns
  /// a temporary) for each statement, which returns its plan.
  template <class Make>
  std::shared_ptr<PlanProgram> build(Make&& make) {
    for (std::size_t s = 0; s < m_statements.size(); ++s)
      add(s, make(m_statements[s].text, m_known, m_unmade,
                  m_program->is_temporary(m_statements[s].lhs.tensor)));
    m_program->share(m_share == Share::automatic);
    return m_program;
  }

 private:
  void check_temporaries(const Operands& operands,
                         const TensorDeclarations& declared) const;
  void declare_temporary(const std::string& name, const TensorDeclaration& d);
  void add(std::size_t number, std::shared_ptr<PlanState> plan);

  FactorContext context_of(const Operands& operands,
                           const ProgramOptions& options, bool strict) const;

  std::vector<Assignment> m_statements;
  std::vector<std::string> m_reasons;
  const Share m_share;
  Operands m_known;
  std::set<std::string> m_unmade;  ///< sparse, results of statements before
  std::map<std::string, std::size_t> m_writers;
  std::shared_ptr<PlanProgram> m_program = std::make_shared<PlanProgram>();
};

}  // namespace Strata::Impl

#endif
