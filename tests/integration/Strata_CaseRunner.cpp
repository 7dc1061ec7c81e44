// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CaseRunner.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>

#include <Strata_Convert.hpp>
#include <Strata_Error.hpp>
#include <Strata_IterationBound.hpp>
#include <Strata_LevelRegistry.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_SpaceCopies.hpp>
#include <Strata_TestSpaces.hpp>

namespace Strata::Testing {
namespace {

char s_crash_note[512];

extern "C" void strata_print_crash_note(int signal_number) {
  const ssize_t written = ::write(STDERR_FILENO, s_crash_note, std::strlen(s_crash_note));
  static_cast<void>(written);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

/// A level for each dimension, in the order in which those of `mapped` come to them; dense
/// where that one and all above it are, as loops run over all of their coordinates.
TensorFormat plain_format(const TensorFormat& mapped) {
  std::vector<int> order;
  std::vector<LevelType> levels;
  bool dense = true;
  for (int l = 0; l < mapped.lvl_rank(); ++l) {
    dense = dense && mapped.level(l).kind == LevelKind::dense;
    for_each_variable(*mapped.map().results[static_cast<std::size_t>(l)], [&](const AffineExpr& e) {
      if (std::count(order.begin(), order.end(), static_cast<int>(e.value)) > 0) return;
      order.push_back(static_cast<int>(e.value));
      levels.push_back({dense ? LevelKind::dense : LevelKind::compressed});
    });
  }
  return TensorFormat(order, levels);
}

/// Loops look at every bit of a bitmap.
TensorFormat built_in_format(const TensorFormat& format) {
  std::vector<LevelType> levels = format.built_in().levels();
  for (int l = 0; l < format.lvl_rank(); ++l)
    if ((l + 1 == format.lvl_rank() || format.level(l + 1).kind != LevelKind::singleton) &&
        is_registered(format.level(l).kind) &&
        level_definition(format.level(l).kind).description.edges == LevelEdges::bits)
      levels[static_cast<std::size_t>(l)] = {LevelKind::dense};
  return TensorFormat(format.order(), levels);
}

bool pads_with_values(const TensorFormat& format) {
  return std::ranges::any_of(format.levels(), [](LevelType level) {
    return is_registered(level.kind) &&
           level_definition(level.kind).description.padding == LevelPadding::values;
  });
}

/// A case with its operands in memory.
template <class ExecutionSpace>
class CaseRunner {
 public:
  CaseRunner(const ExecutionSpace& exec, const RandomCase& c)
      : m_exec(exec), m_case(c), m_sparse(!c.tensors.at(c.result).format.is_dense()) {
    for (const auto& [name, t] : c.tensors) {
      if (name != c.result) m_inputs[name] = make_operand(t);
    }
    m_operands = m_inputs;
    if (m_sparse) {
      declare_sparse();
      return;
    }
    m_dense.emplace(dense_storage());
    m_operands[c.result]      = m_dense->ref();
    m_operands[c.result].fill = c.tensors.at(c.result).fill;
    if (c.accumulate) {
      m_old.emplace(dense_storage());
      m_old->fill(c.tensors.at(c.result).data);
      m_inputs[c.result] = m_old->ref();
    }
  }

  CaseOutcome run() {
    CaseOutcome outcome;
    try {
      run(outcome);
    } catch (const IndexOverflow& e) {
      if (!m_sparse) throw;
      check_overflow(e.what(), outcome);
    }
    return outcome;
  }

 private:
  /// That are cleared and added up, at most: one for each piece.
  int copies_of_result(const PlanOptions& options) const {
    if (options.pieces > 0) return options.pieces;
    return options.race == RaceStrategy::privatize ? m_exec.concurrency() : 1;
  }
  void run(CaseOutcome& outcome) {
    PlanOptions options = m_case.options;
    // The ordinary build, fully optimised, of every second case, or the checking
    // build of teams; the counting build of all.
    if (m_case.team_size > 0) {
      execute(m_exec, with_teams(options), outcome);
    } else if (m_case.notation.size() % 2 == 0) {
      execute(m_exec, options, outcome);
      if (m_sparse) execute_in_pieces(options, outcome);
    }
    if (m_sparse && m_case.in_phases && outcome.kind == CaseOutcome::Kind::passed)
      execute_in_phases(options, outcome);
    if (runs_on_device() && outcome.kind == CaseOutcome::Kind::passed)
      execute_on_device(options, outcome);
    if (outcome.kind != CaseOutcome::Kind::passed) return;
    options.count_iterations = true;
    const Plan plan          = execute(m_exec, options, outcome);
    if (outcome.kind != CaseOutcome::Kind::passed) return;
    Operands all         = m_operands;
    all[m_case.result]   = plan.result();
    const double searches = searching_steps(all, std::max(options.pieces, m_exec.concurrency()));
    double padding = 0;  // of levels that store fill values as entries
    for (auto& [name, tensor] : all) {
      const std::int64_t stored = stores_padding(tensor.format) ? tensor.num_values : 0;
      tensor = with_plain_levels(std::move(tensor));
      padding += static_cast<double>(std::max<std::int64_t>(stored - tensor.num_values, 0));
    }
    outcome.iterations   = static_cast<double>(plan.iterations());
    outcome.bound        = iteration_bound(check(parse_notation(m_case.notation), declarations(all)),
                                           all, copies_of_result(options)) + searches + padding;
    // Each of the pieces runs the loops around its range.
    if (plan.explain().find("a range of coordinates") != std::string::npos)
      outcome.bound *= std::max(options.pieces, m_exec.concurrency());
    if (outcome.iterations < 0 || outcome.iterations > 4 * outcome.bound) {
      std::ostringstream text;
      text << outcome.iterations << " loop iterations, bound 4 x " << outcome.bound;
      fail(outcome, text.str());
    }
  }

  static bool stores_padding(const TensorFormat& format) {
    const auto& levels = format.levels();
    return std::any_of(levels.begin(), levels.end(), [](const LevelType level) {
      return is_registered(level.kind) &&
             level_definition(level.kind).description.padding == LevelPadding::values;
    });
  }

  /// What the bound knows the levels of: a level for each dimension, built in.
  TensorRef with_plain_levels(TensorRef tensor) const {
    if (tensor.format.is_plain()) return tensor;
    return convert(m_exec, tensor,
                   tensor.format.is_permutation() ? built_in_format(tensor.format)
                                                  : plain_format(tensor.format));
  }

  GuardedDense dense_storage() const {
    const RandomTensor& t = m_case.tensors.at(m_case.result);
    return GuardedDense(t.data.scalar, t.data.extents, t.layout);
  }
  void declare_sparse() {
    const RandomTensor& t = m_case.tensors.at(m_case.result);
    m_operands[m_case.result] =
        m_case.accumulate ? make_operand(t) : declare_result(t.format, t.data.scalar, t.data.extents);
    m_operands[m_case.result].fill = t.fill;
    if (m_case.accumulate) m_inputs[m_case.result] = m_operands[m_case.result];
  }
  static void fail(CaseOutcome& outcome, const std::string& reason) {
    outcome.kind   = CaseOutcome::Kind::failed;
    outcome.reason = reason;
  }

  PlanOptions with_teams(PlanOptions options) const {
    options.team_size     = m_case.team_size;
    options.vector_length = m_case.vector_length;
    options.permute       = m_case.permute;
    options.check_races   = true;
    return options;
  }

  TensorRef make_operand(const RandomTensor& t) {
    if (t.format.is_dense()) {
      GuardedDense dense(t.data.scalar, t.data.extents, t.layout);
      dense.fill(t.data);
      return dense.ref();
    }
    return make_tensor(m_exec, t.format, t.data, t.fill);
  }

  /// The structure of a sparse result depends on its operands alone, not on pieces and
  /// passes.
  void execute_in_pieces(PlanOptions options, CaseOutcome& outcome) {
    for (int pieces : {1, 2, 7, 64}) {
      options.pieces = pieces;
      options.passes = pieces == 2 || pieces == 64 ? Passes::one : Passes::two;
      if (outcome.kind == CaseOutcome::Kind::passed) execute(SerialSpace::make(), options, outcome);
      if (outcome.kind == CaseOutcome::Kind::passed) execute(OpenMPSpace::make(), options, outcome);
      if (outcome.kind != CaseOutcome::Kind::passed) {
        outcome.reason += " (" + std::to_string(pieces) + " pieces)";
        return;
      }
    }
  }

  /// Values are computed again in the structure that is there.
  void execute_in_phases(const PlanOptions& options, CaseOutcome& outcome) {
    const Plan plan = compiled(m_exec, m_operands, options);
    try {
      plan.assemble(m_exec);
    } catch (const UnsupportedExpression& e) {  // a result in a format that no loops write
      if (std::string(e.what()).find("converts it at the end") != std::string::npos) return;
      throw;
    }
    for (int times = 0; times < 2; ++times) plan.compute(m_exec);
    m_exec.fence("Strata::Testing::run_case: phases");
    const TensorRef result = plan.result();
    if (std::string fault = structure_of(m_exec, result); !fault.empty())
      return fail(outcome, "in phases: " + fault);
    const CheckReport report = check_result(m_case.notation, m_inputs, result);
    if (!report.passed()) fail(outcome, "in phases: " + report.to_string());
  }

  /// Every fifth case, where PTX can be made.
  bool runs_on_device() const {
    static const bool is_wanted = std::getenv("STRATA_RANDOM_DEVICE") != nullptr;
    return is_wanted && m_case.notation.size() % 5 == 1;
  }

  /// On a device that the host plays.
  void execute_on_device(PlanOptions options, CaseOutcome& outcome) {
    constexpr int warp = 32, largest = 1024;
    const auto lanes = static_cast<unsigned>(m_case.vector_length);
    if (std::has_single_bit(lanes) && lanes <= warp && m_case.team_size * m_case.vector_length <= largest) {
      options.team_size     = m_case.team_size;
      options.vector_length = m_case.vector_length;
    }
    options.sums    = Sums::automatic;
    options.extents = InnerExtents::automatic;
    const DeviceDouble exec;
    prepare_result();
    Operands there;
    for (const auto& [name, tensor] : m_operands) there[name] = to_space(exec, tensor);
    const Plan plan = compiled(exec, there, options);
    plan.execute(exec);
    const TensorRef result = from_space(exec, plan.result());
    if (m_sparse)
      if (std::string fault = structure_of(m_exec, result); !fault.empty())
        return fail(outcome, "device: " + fault);
    const CheckReport report = check_result(m_case.notation, m_inputs, result);
    if (!report.passed()) fail(outcome, "device: " + report.to_string());
  }

  /// Statements without ranges have none where they are asked for.
  template <class Space>
  Plan compiled(const Space& exec, const Operands& operands, PlanOptions options) const {
    try {
      return compile(exec, m_case.notation, operands, options);
    } catch (const UnsupportedExpression& e) {
      const bool has_none = std::string(e.what()).find("got ranges") != std::string::npos;
      if (options.race != RaceStrategy::ranges || !has_none) throw;
    }
    options.race = RaceStrategy::automatic;
    return compile(exec, m_case.notation, operands, options);
  }

  /// Old contents, or what must be overwritten.
  void prepare_result() {
    if (m_dense && m_case.accumulate) {
      m_dense->copy(*m_old);
    } else if (m_dense) {
      m_dense->fill_bytes(0xC3);
    }
  }

  template <class Space>
  Plan execute(const Space& exec, const PlanOptions& options, CaseOutcome& outcome) {
    const Plan plan = compiled(exec, m_operands, options);
    prepare_result();
    plan.execute(exec);
    exec.fence("Strata::Testing::run_case");
    const TensorRef result = plan.result();
    const char* build      = options.count_iterations ? "counting build: "
                             : options.check_races    ? "checking build: "
                                                      : "";
    if (m_sparse) {
      if (std::string fault = structure_of(exec, result); !fault.empty()) fail(outcome, build + fault);
    } else if (!m_dense->guards_intact()) {
      fail(outcome, std::string(build) + "wrote outside the result");
    }
    if (outcome.kind != CaseOutcome::Kind::passed) return plan;
    const CheckReport report = check_result(m_case.notation, m_inputs, result);
    if (!report.passed()) fail(outcome, build + report.to_string());
    return plan;
  }

  /// What is wrong with the arrays of a sparse result; of later ones: where they
  /// differ from the first.
  template <class Space>
  std::string structure_of(const Space& exec, const TensorRef& result) {
    validate(exec, result);
    if (m_first) return structure_difference(*m_first, result);
    m_first = result;
    if (!result.format.is_permutation() || pads_with_values(result.format))
      return "";  // places without an entry count as stored
    const TensorRef plain =
        result.format.is_plain() ? result : convert(exec, result, result.format.built_in());
    return structure_fault(plain, expected_coordinates(m_case.notation, m_inputs, plain));
  }

  /// An overflow was right if some level of the result, made with the widest
  /// index types, does not fit the ones asked for.
  void check_overflow(const std::string& message, CaseOutcome& outcome) {
    TensorRef& declared       = m_operands[m_case.result];
    const TensorFormat narrow = declared.format;
    declared.format           = narrow.with_index_types({}, {});
    m_first.reset();
    const TensorRef wide = execute(m_exec, m_case.options, outcome).result();
    for (int l = 0; l < narrow.lvl_rank(); ++l) {
      const auto entries = static_cast<std::uint64_t>(wide.levels[l].num_coordinates);
      if (entries > narrow.pos_type().max()) return;
    }
    fail(outcome, "needless IndexOverflow: " + message);
  }

  ExecutionSpace m_exec;
  const RandomCase& m_case;
  bool m_sparse;
  std::optional<GuardedDense> m_dense, m_old;  ///< a dense result, and its old contents
  std::optional<TensorRef> m_first;            ///< the sparse result that was made first
  Operands m_inputs, m_operands;
};

template <class ExecutionSpace>
CaseOutcome run_on(const ExecutionSpace& exec, const RandomCase& c) {
  CaseOutcome outcome;
  try {
    return CaseRunner<ExecutionSpace>(exec, c).run();
  } catch (const UnsupportedExpression& e) {
    outcome = {CaseOutcome::Kind::refused, e.what(), 0, 0};
    if (outcome.reason.empty()) outcome = {CaseOutcome::Kind::failed, "refused without a reason", 0, 0};
  } catch (const std::exception& e) {
    outcome = {CaseOutcome::Kind::failed, e.what(), 0, 0};
  }
  return outcome;
}

}  // namespace

CaseOutcome run_case(const RandomCase& c) {
  return c.openmp ? run_on(OpenMPSpace::make(), c) : run_on(SerialSpace::make(), c);
}

TensorDeclarations declarations(const Operands& operands) {
  TensorDeclarations tensors;
  for (const auto& [name, t] : operands) tensors[name] = {t.format, t.scalar, t.extents, t.fill};
  return tensors;
}

void set_crash_note(const std::string& text) {
  const std::size_t n = std::min(text.size(), sizeof s_crash_note - 2);
  std::memcpy(s_crash_note, text.data(), n);
  s_crash_note[n]     = '\n';
  s_crash_note[n + 1] = '\0';
  for (int number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) {
    std::signal(number, strata_print_crash_note);
  }
}

void Tally::add(const CaseOutcome& outcome) {
  switch (outcome.kind) {
    case CaseOutcome::Kind::passed: ++passed; break;
    case CaseOutcome::Kind::failed: ++failed; break;
    case CaseOutcome::Kind::refused:
      ++refused;
      ++reasons[outcome.reason.substr(0, outcome.reason.find('\n'))];
      break;
  }
  if (outcome.bound > 0) {
    worst_iterations = std::max(worst_iterations, outcome.iterations / outcome.bound);
  }
}

std::string Tally::summary() const {
  std::ostringstream out;
  out << passed << " passed, " << failed << " failed, " << refused
      << " refused; loop iterations at most " << worst_iterations << " x the bound\n";
  for (const auto& [reason, n] : reasons) out << "  refused " << n << " x: " << reason << "\n";
  return out.str();
}

}  // namespace Strata::Testing
