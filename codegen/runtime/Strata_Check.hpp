// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CHECK_HPP
#define STRATA_CHECK_HPP

#include <complex>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_IndexNotation.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// The dense meaning of index notation, evaluated entry by entry without any
/// code generation: the oracle behind `strata run --check` and the tests.
///
/// - Every node computes in its own `type`: integers wrap, f32 and c64 round
///   after every operation, f16 and bf16 where they are stored or cast to, + and * of bool are OR and AND, integer division
///   truncates and gives 0 when the divisor is 0.
/// - An entry that a tensor does not store reads its fill value (TensorRef::fill).
/// - An entry that a *sparse* format does not store is **absent**. What is made of
///   absent entries, or of these and literals, is absent too. An absent argument
///   that annihilates an operator makes its result absent, whatever the other one
///   is (absent 0 * x is absent, infinity and NaN included; so is infinity + x
///   where infinity is a fill value); one that is the operator's identity leaves
///   the other. A reduction of absent terms is absent, also of none. A dense
///   operand is never absent: there 0 * inf is NaN.
/// - Variables are enumerated over the stored coordinates where the expression
///   can differ from absent, over their whole extent only where it cannot be
///   avoided (dense operands, sums of what is not 0).

namespace Strata {

/// Operands of an expression by name (the alias of Strata_Plan.hpp).
using Operands = std::map<std::string, TensorRef>;

struct CheckOptions {
  /// Terms evaluated before UnsupportedExpression is thrown.
  std::int64_t max_evaluations = 100'000'000;
  /// Relative tolerance; 0: 1e-9, 2e-5 where f32 or c64 takes part, 2e-3 for a
  /// result of f16, 2e-2 for one of bf16.
  double tolerance = 0;
};

/// One entry of an evaluation.
struct EvaluatedEntry {
  std::int64_t integer = 0;      ///< bool and integers: sign- or zero-extended
  std::complex<double> number;   ///< f16, bf16, f32, f64, c64, c128
  double magnitude = 0;          ///< sum of the |terms| it was added up from
  bool absent = false;           ///< nothing that is stored makes it
};

/// Result of evaluate(): the entries that were reached; every other one is the
/// old value for +=, the fill value of the result for =.
struct Evaluation {
  ScalarType scalar = ScalarType::f64;
  std::map<std::vector<std::int64_t>, EvaluatedEntry> entries;
  std::int64_t evaluations = 0;  ///< right-hand sides and reduction bodies computed
};

/// Evaluates `checked` with the contents of `inputs` (host memory; for += and
/// for a result that is also read, inputs hold its old contents).
/// \throws UnsupportedExpression beyond options.max_evaluations, or for a level
///   that cannot be read; FormatMismatch for a tensor that is missing.
Evaluation evaluate(const CheckedAssignment& checked, const Operands& inputs,
                    const CheckOptions& options = {});

struct CheckReport {
  std::int64_t compared    = 0;  ///< entries of the result that were compared
  std::int64_t mismatches  = 0;
  double largest_error     = 0;  ///< relative to the sum of |terms|
  std::vector<std::int64_t> coordinate;  ///< of the first mismatch
  std::string expected, got;             ///< there

  bool passed() const { return mismatches == 0; }
  /// "42 entries agree", or the first mismatch with both values.
  std::string to_string() const;
};

/// Compares `result` with the dense evaluation of `notation` over `inputs`:
/// integers and bool exactly, others to options.tolerance relative to the sum
/// of |terms|. Both must be complete (fence the execution space first).
/// \throws as parse_notation, check and evaluate.
CheckReport check_result(std::string_view notation, const Operands& inputs,
                         const TensorRef& result, const CheckOptions& options = {});

/// Entries of a tensor in storage order, one per stored value (repeated
/// coordinates as often as they are stored): for tests and `--check`.
struct StoredEntries {
  std::vector<std::vector<std::int64_t>> coordinates;
  std::vector<EvaluatedEntry> values;
};
StoredEntries read_entries(const TensorRef& tensor);

/// Text of a value: "3", "-0.25", "(1, 2)", "true".
std::string to_string(const EvaluatedEntry& entry, ScalarType scalar);

}  // namespace Strata

#endif
