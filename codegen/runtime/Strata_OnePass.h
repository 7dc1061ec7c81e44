// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ONE_PASS_H
#define STRATA_ONE_PASS_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "Strata_ExecutionTensors.h"

/// \file
/// Sparse results whose entries are appended before anybody has counted them. Private
/// to the runtime (a .h is not installed).
namespace Strata::Impl {

/// True where the pieces of a launch of \p program have a limit.
bool takes_one_pass(const strata::CompiledProgram& program);

/// One result of an execution, from the limits of its pieces to its last position. The
/// number of entries is estimated from some pieces; what is too much of it is no part
/// of the result, and where it was too little pieces append again, to where the first
/// time has shown. Where all pieces that were looked at append as much as they can at
/// most, all of them append right to where their limits say.
class OnePass {
 public:
  OnePass(PlanState& state, ExecutionTensors& tensors, const SpaceOperations& space)
      : m_state(state), m_tensors(tensors), m_space(space) {}

  /// The pieces of `limit` have run. `counting` counts what they append.
  void decide(int tensor, const PreparedLaunch& limit, LaunchEntry counting,
              const void* exec);
  bool is_chosen() const { return m_is_chosen; }
  int tensor() const { return m_tensor; }
  /// Entries that there is to be room for.
  std::int64_t room() const { return m_room; }
  /// True when the limits were what the pieces have appended: finished() has nothing to do.
  bool is_exact() const { return m_is_exact; }
  /// Runs `launch`. False: the cursors are where pieces begin now, and `entries()` says
  /// for how many entries there has to be room when `launch` runs like any other.
  bool append(const PreparedLaunch& launch, const void* exec);
  std::int64_t entries() const { return m_places.back(); }
  /// Positions as they are meant, and no more entries than there are: all steps that make
  /// the tensor have run.
  TensorRef finished(const TensorRef& tensor, const void* exec) const;

 private:
  bool is_possible() const;
  bool is_worthwhile(double entries, std::int64_t slots) const;
  bool make_room(LaunchEntry counting, const void* exec);
  void append_by_pieces(const PreparedLaunch& launch, const void* exec);
  void append_in_place(const PreparedLaunch& launch, const void* exec);
  double estimate(LaunchEntry counting, const void* exec) const;
  void explain() const;
  bool has_much_room(std::int64_t entries) const;
  TensorRef copy_of(const TensorRef& tensor, const void* exec) const;
  std::int64_t entry_bytes() const;

  PlanState& m_state;
  ExecutionTensors& m_tensors;
  const SpaceOperations& m_space;
  int m_tensor           = -1;
  bool m_is_chosen       = false;
  bool m_is_exact        = false;
  std::int64_t m_pieces  = 0, m_limit = 0, m_most = 0, m_room = 0;
  std::int64_t m_entries = -1;  ///< as estimated, or −1
  std::vector<std::int64_t> m_starts;  ///< of the pieces
  std::vector<std::int64_t> m_places;  ///< and one behind the last
};

}  // namespace Strata::Impl

#endif
