// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_OPERAND_STATISTICS_H
#define STRATA_OPERAND_STATISTICS_H

#include <cstdint>
#include <string>
#include <vector>

#include <Strata_Plan.hpp>
#include <strata/Compiler.h>

/// \file
/// What a plan is told by the arrays of its operands. Private to the runtime (a .h is
/// not installed).
namespace Strata::Impl {

/// Entries below which a launch runs as one piece.
inline constexpr double small_work = 4096;

/// Pieces that launches are cut into for each thread, where nobody says how many.
inline constexpr std::int64_t pieces_per_thread = 8;

/// Work of the heaviest piece of an operand, in multiples of the mean.
struct OperandBalance {
  std::string name;
  std::int64_t pieces = 1;
  double rows    = 1;  ///< pieces are equal numbers of outermost coordinates
  double between = 1;  ///< they are cut between coordinates, of the worst number of levels
  /// The fewest levels between whose coordinates pieces of equal work can be cut; 0: not
  /// even those of all levels but the last do.
  int even_levels = 1;
  bool is_uneven  = false;
};

/// Work under the heaviest outermost coordinate of a factor, in multiples of a piece.
struct HeavyRow {
  std::string name;
  std::int64_t pieces = 1;
  double pieces_of_work = 1;
};

struct OperandStatistics {
  std::vector<OperandBalance> balances;
  std::vector<HeavyRow> rows;
  bool lists_rows = false;  ///< one of the rows is too heavy for a worklist of whole rows

  /// True when threads would wait for the one with the heaviest row.
  bool is_uneven() const;
  /// The fewest levels that do for every operand; 0 where one has none.
  int even_levels() const;
  /// A line for each operand.
  std::string to_string() const;
};

/// Measured by reductions on the instance of `space`, with one copy to the host, which
/// waits for them; nothing runs where one thread does all, or operands are small.
OperandStatistics measure_operands(const strata::CompileRequest& request,
                                   const Operands& operands, int concurrency,
                                   const SpaceInstance& space);

/// Segments of the last level of a whole tensor; -1 where none are stored.
std::int64_t stored_fibres(const TensorRef& tensor);

}  // namespace Strata::Impl

#endif
