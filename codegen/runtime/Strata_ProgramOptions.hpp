// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PROGRAM_OPTIONS_HPP
#define STRATA_PROGRAM_OPTIONS_HPP

#include <Strata_IndexNotation.hpp>

namespace Strata {

/// How a statement with products of products is evaluated, such as
/// A(i,j) = B(i,k) * (C(k,l) * D(l,j)).
enum class Fuse {
  /// In one kernel, unless factors that are computed first leave clearly less to do,
  /// by an estimate from extents and stored entries.
  automatic,
  all,  ///< in one kernel, without temporaries
  /// Each product inside a product, in the order of the parentheses, and each explicit
  /// sum, becomes a temporary in a statement of its own. Where it has no entry a dense
  /// temporary is 0, also times infinity.
  none
};

/// Whether statements, one behind the other, run in one launch.
enum class Share {
  /// Where their outermost loops come to the same coordinates, what flows between them
  /// is read where it was written, and none of them loses pieces of equal work.
  automatic,
  none  ///< every statement has launches of its own
};

/// Options of compile() that say which statements a plan runs and what stands between
/// them; the kernels themselves are chosen by PlanOptions.
struct ProgramOptions {
  /// Tensors that statements assign and that are not among the operands. Extents may
  /// be left out, or be −1: then they are those of the index variables.
  TensorDeclarations temporaries;
  Fuse fuse   = Fuse::automatic;
  Share share = Share::automatic;
  /// Entries of each statement's result that every execute() compares with the dense
  /// meaning of the statement, where it also validates the storage of sparse operands
  /// and results (Plan::check); 0: none. A dense result that is added to, or read, is
  /// copied first. Statements do not share launches then where that
  /// would overwrite what has to be compared.
  int check_samples = 0;
};

}  // namespace Strata

#endif
