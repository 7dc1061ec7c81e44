// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_EXECUTION_TENSORS_H
#define STRATA_EXECUTION_TENSORS_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <strata/KernelArguments.h>

#include "Strata_AccessCheck.h"
#include "Strata_PieceCounts.h"

/// \file
/// The tensors of one execution and the packed arguments of its launches. Private
/// to the runtime (a .h is not installed).
namespace Strata::Impl {

/// The log of a checking build, and what its buffers are called.
class AccessCheck {
 public:
  AccessLog log;
  std::vector<std::string> buffers;
};

/// What the pieces of a launch count, and then where they begin.
struct AppendCounts {
  std::int64_t pieces = 0;
  int levels          = 0;
  std::vector<std::int64_t> cursors;  ///< pieces x 2 x levels, on hosts
  std::shared_ptr<void> on_device;    ///< the same on devices
};

/// Tensors by their number in the program: those of the statement, copies in other
/// formats, temporaries.
class ExecutionTensors {
 public:
  ExecutionTensors(PlanState& state, const PieceCounts& counts,
                   const SpaceOperations& space)
      : m_state(state), m_counts(counts), m_space(space) {}

  /// Operands, copies and temporaries on `exec`, and room for what pieces append.
  void make(const strata::CompiledProgram& program, const void* exec);
  /// The operands bound now, in the place of those there were.
  void rebind(const void* exec);
  /// The arguments as they are now; of a checking build with its log.
  void pack(AccessCheck* check);
  const std::uint64_t* words() const { return m_words.data(); }
  std::size_t num_words() const { return m_words.size(); }

  TensorRef& operator[](int tensor) { return m_tensors[tensor]; }
  const TensorRef& operator[](int tensor) const { return m_tensors[tensor]; }
  /// Makes of what the pieces counted where they begin; returns the sums, level by level.
  std::vector<std::int64_t> scan_counts_of(int tensor, const void* exec);
  /// What pieces append to a tensor that is assembled.
  AppendCounts& counts_of(int tensor) { return m_assembled.at(tensor); }
  /// Where the arrays of a tensor that grow with its entries stand among the words.
  std::vector<AppendedArray> appended_arrays(int tensor) const;
  std::string name_of(int tensor) const;
  std::int64_t extent_of(int tensor, int dimension, std::int64_t count) const {
    return count >= 0 ? count : m_tensors[tensor].extents[dimension];
  }
  /// A table of so many columns, which is known now.
  void make_table(int tensor, std::int64_t columns, const void* exec);
  /// The same of memory that has its own owner.
  void size_table(int tensor, std::int64_t columns);
  /// `memory` in the place of what a temporary has.
  void place(int tensor, std::shared_ptr<void> memory);
  /// Whether a tensor is an operand, or the copy of one in another format.
  bool is_operand(int tensor) const;

 private:
  std::vector<TensorRef> operands(const void* exec);
  void make_temporaries(const void* exec);
  void note_assembled(const strata::CompiledProgram& program, const void* exec);
  void allocate_dense(TensorRef& tensor, const strata::Temporary& temporary,
                      std::vector<std::shared_ptr<void>>& owners,
                      const void* exec);
  const strata::Temporary& temporary(int tensor) const;
  std::uint64_t word(const strata::KernelArgument& argument, AccessCheck* check);

  PlanState& m_state;
  const PieceCounts& m_counts;
  const SpaceOperations& m_space;
  std::vector<TensorRef> m_tensors;
  std::map<int, AppendCounts> m_assembled;
  std::vector<std::uint64_t> m_words;
  std::vector<strata::KernelArgument> m_arguments;  ///< what the words are
  std::size_t m_num_kept = 0;                   ///< owners of temporaries
  std::vector<std::shared_ptr<void>> m_owners;  ///< temporaries and snapshots
  std::vector<std::shared_ptr<void>> m_tables;  ///< of hashed worklists
  std::vector<std::shared_ptr<void>> m_placed;
};

}  // namespace Strata::Impl

#endif
