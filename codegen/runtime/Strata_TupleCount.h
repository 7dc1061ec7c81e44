// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TUPLE_COUNT_H
#define STRATA_TUPLE_COUNT_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <Strata_IndexNotation.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// At how many coordinates several sparse tensors store entries together. Private to the
/// runtime (a .h is not installed).
namespace Strata::Impl {

/// A sparse operand as an expression reads it.
struct CountedAccess {
  Access access;
  const TensorRef* tensor = nullptr;
  bool is_readable = false;  ///< its arrays are there, in memory of the host, in a plain format
  bool is_whole    = false;  ///< it comes to each stored value, and to nothing else
  bool is_made     = true;   ///< else it may come to store anything
};

struct TupleCount {
  double number = 0;
  bool is_exact = true;  ///< else an upper bound
};

/// Tuples of the variables in `extents` at which all of `accesses` store an entry.
/// Exact where each of them shares at most one variable with those that it is looked up
/// from. Goes through the entries of each operand once for each way that it is tried in:
/// one, unless the number is a bound.
/// \pre the variables of `accesses` are among those of `extents`
TupleCount count_tuples(const std::vector<CountedAccess>& accesses,
                        const std::map<std::string, std::int64_t>& extents);

}  // namespace Strata::Impl

#endif
