// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_HPP
#define STRATA_PLAN_HPP

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Check.hpp>
#include <Strata_PlanOptions.hpp>
#include <Strata_ProgramOptions.hpp>

namespace Strata {

namespace Impl {
class PlanProgram;
class PlanState;
}

/// A race that a checking build has found (PlanOptions::check_races): a wrong
/// mapping of the kernel, not a fault of its operands.
class RaceDetected : public CodegenError {
 public:
  using CodegenError::CodegenError;
};

/// An entry of a result is not what the statement means (Plan::check,
/// ProgramOptions::check_samples): the text has the tensor, the coordinate, what was
/// expected and what is there.
class CheckFailed : public Error {
 public:
  using Error::Error;
};

class Plan;

/// Where a kernel of a plan was had from.
enum class KernelOrigin {
  compiled,  ///< made by compile()
  disk,      ///< read and linked (Strata_KernelCache.hpp)
  process    ///< used by this process before
};

/// Minimum traffic and arithmetic of one execution. They follow from the statement and
/// what its operands store, not from the strategies of the plan.
struct PlanCost {
  double bytes = 0;  ///< entries of operands read once, those of the result (once made) written
  /// Operations of the statement as it is written, one addition for each term of a sum,
  /// at the coordinates where its operands store entries together.
  double flops = 0;
  /// False: `flops` is an upper bound. It is exact for operands that share one index each
  /// with others, as in a chain of products; which entries meet where they share several,
  /// only loops that merge them find out. Entries are not looked at on devices, of slices,
  /// index sets and formats that do not store their dimensions as they are, and before
  /// what an earlier statement makes is there.
  bool is_exact = true;
};

/// Compiles `notation` for the formats, types and extents of `operands` (the
/// result is one of them), which it may measure on exec, and wait. Asynchronous work: none.
///
/// Several statements, separated by `;` or by ends of lines, run in their order; what
/// one assigns, those behind it read. A tensor that a statement assigns with `=` and
/// that is no operand is a temporary of the plan: dense, of the type that its
/// right-hand side computes in and the extents of its index variables, unless
/// `program` declares it. Another statement has to read it.
/// \throws ParseError, ShapeMismatch, UnsupportedExpression, CodegenError.
template <class ExecutionSpace>
Plan compile(const ExecutionSpace& exec, std::string_view notation,
             const Operands& operands, const PlanOptions& options = {});
template <class ExecutionSpace>
Plan compile(const ExecutionSpace& exec, std::string_view notation,
             const Operands& operands, const ProgramOptions& program,
             const PlanOptions& options = {});

/// Compiled statements with their operands: they execute any number of times, on
/// new data after bind(). Cheap to copy (shares state).
class Plan {
 public:
  /// Re-binds one operand or the result; format, scalar type and extents stay.
  ///
  /// Values may change in place between executions without it. Where a plan reads
  /// an operand from a copy in another format (explain() says so), it keeps the
  /// structure of the copy: after positions or coordinates of such an operand
  /// were changed in place, bind it again, also if its arrays are where they were.
  /// It keeps where it cuts work into equal pieces, too: pieces of an operand that was
  /// changed in place are less even until it is bound again. Where pieces are ranges of
  /// coordinates (explain() says so), it keeps their positions: bind it again.
  /// \throws ShapeMismatch, also for a temporary; FormatMismatch.
  void bind(const std::string& name, TensorRef tensor);

  /// Runs the kernels on `exec`; asynchronous as exec is, except that a sparse
  /// result waits for its size. The operands must live until it is done. Operands
  /// that are read in another format are converted first, which blocks on exec at
  /// the first execution after they were bound; later ones only fetch the values
  /// (conversions that sum duplicates are done each time). A sparse result of the
  /// last execution is let go of before the next one is made. A checking build fences exec after each launch.
  /// \throws CheckFailed, InvalidStorage with ProgramOptions::check_samples, which also
  ///   waits for exec.
  /// \throws IndexOverflow when an operand does not fit the index types of the
  ///   other format; RaceDetected for a race, CodegenError for more accesses than
  ///   there is room to check (PlanOptions::check_races); the result is then partly
  ///   written.
  template <class ExecutionSpace>
  void execute(const ExecutionSpace& exec) const;

  /// The structure of a sparse result, without values: result() then has
  /// positions and coordinates. Compiles launches of its own the first time.
  /// \throws UnsupportedExpression for a dense result or several statements, and with
  ///   PlanOptions::drop_zeros.
  template <class ExecutionSpace>
  void assemble(const ExecutionSpace& exec) const;

  /// The values of what assemble() made, any number of times: for operands of
  /// the same structure, whose values may have changed or that were bound since.
  /// Positions and coordinates are not touched.
  /// \pre the operands store what they stored for assemble(), at the same places
  /// \throws FormatMismatch before assemble().
  template <class ExecutionSpace>
  void compute(const ExecutionSpace& exec) const;

  /// Compares `samples` entries of the result of the last execute() with the dense
  /// meaning of the statement, and validates the storage of the result and of sparse
  /// operands. Half of the entries of a sparse result are stored ones. Entries are
  /// looked up where they are stored: time is proportional to samples × the terms of an
  /// entry, plus a validation; where that is too much, fewer are compared. Other
  /// entries each time. Waits for exec.
  /// \throws CheckFailed, InvalidStorage; UnsupportedExpression where the operands are
  ///   not what they were (several statements, +=, a result that is read): there,
  ///   ProgramOptions::check_samples.
  template <class ExecutionSpace>
  CheckReport check(const ExecutionSpace& exec, int samples) const;
  /// What ProgramOptions::check_samples found in the last execute(), all statements
  /// together.
  CheckReport last_check() const;

  /// The sparse result of the last execute() or assemble(), which allocated it; executing
  /// again makes another one. For a dense result the tensor that was bound. Of several
  /// statements that of the last one, or what the last one that assigns `name` made.
  /// \throws FormatMismatch before there is one; ShapeMismatch for a tensor that is no
  ///   result, or a temporary.
  TensorRef result() const;
  TensorRef result(const std::string& name) const;

  /// Which strategy tuning has chosen, the milliseconds of it and of others; empty where
  /// nothing was measured for these statements and operands like these.
  std::string tuning() const;
  /// Iteration graph, lattices, loops, launches, race strategy, bytes, and tuning().
  std::string explain() const;
  /// Milliseconds that compile() took to find or make code; 0 for kernels of this process.
  double compile_ms() const;
  /// Where its kernel was had from; of several the one that took most.
  KernelOrigin origin() const;
  /// True where nothing was compiled.
  bool from_cache() const;
  /// Of what is bound now. Counts when it is asked, as explain() does, in a pass over the
  /// entries of operands of products; nothing is counted before.
  PlanCost cost() const;
  /// Loop iterations of the last execute(), summed over pieces (counting build;
  /// −1 otherwise). Fence exec first.
  std::int64_t iterations() const;
  /// The same for each piece, in their order, all launches together (counting
  /// build; empty otherwise).
  std::vector<std::int64_t> piece_iterations() const;
  /// Number of launches.
  int num_launches() const;

 private:
  explicit Plan(std::shared_ptr<Impl::PlanProgram> program)
      : m_program(std::move(program)) {}
  template <class ExecutionSpace>
  friend Plan compile(const ExecutionSpace& exec, std::string_view notation,
                      const Operands& operands,
                      const ProgramOptions& program,
                      const PlanOptions& options);
  std::shared_ptr<Impl::PlanProgram> m_program;
};

/// How a kernel is called in emitted C++.
struct EmitNames {
  std::string function = "kernel";
  /// Namespace around the function, e.g. "app::kernels"; empty: none.
  std::string name_space = {};
  /// Command that generates the code again, which its header then cites.
  std::string command = {};
  /// Two functions, `function`_assemble for the structure of a sparse result and
  /// `function`_compute for its values, as Plan::assemble and Plan::compute.
  bool in_phases = false;
  /// A function template for a team of the caller's own kernel instead of one that
  /// launches, in the namespace Strata::Team unless `name_space` says otherwise, and
  /// `function`_scratch_bytes for the scratch memory that the team has to have.
  bool in_team = false;
};

/// Text of the IR at a stage, for declarations without data. Of several statements
/// one text after the other, but one for those that share a launch; where there are
/// several functions, they have the number of their first statement behind the name.
/// All tensors that statements assign are arguments.
/// \throws ParseError, also for names that are not C++ identifiers; ShapeMismatch,
///   UnsupportedExpression, also in phases for a dense result or several statements, and
///   in a team for what needs the host between its launches (sparse results, operands
///   that are converted, old contents of the result) or a stage behind cxx; CodegenError.
std::string emit(std::string_view text, const TensorDeclarations& tensors,
                 Stage stage, const PlanOptions& options = {},
                 const EmitNames& names = {}, Share share = Share::automatic);
/// Iteration graph and merge lattices as text, for declarations without data.
std::string explain(std::string_view text, const TensorDeclarations& tensors,
                    const PlanOptions& options = {},
                    Share share = Share::automatic);

}  // namespace Strata

#include <Strata_PlanImpl.hpp>

#endif
