// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RANDOM_INDICES_HPP
#define STRATA_RANDOM_INDICES_HPP

#include "Strata_RandomCase.hpp"

namespace Strata::Testing {

/// The indices of an access, and the extents of the tensor.
struct RandomIndices {
  std::vector<std::string> texts;
  std::vector<std::int64_t> extents;

  /// A variable for a whole dimension.
  void add(const std::string& variable, std::int64_t extent);
  /// A window of `length` coordinates in a dimension of `extent`.
  void add_window(Random& random, const std::string& variable, std::int64_t length,
                  std::int64_t extent);
  /// A window, a strided one or an index set with `length` coordinates; the
  /// dimension has some more. \p distinct: the members of a set differ.
  void add_part(Random& random, const std::string& variable, std::int64_t length, bool distinct);
  /// "B(i,j(2,5))"
  std::string of(const std::string& tensor) const;

 private:
  void add_set(Random& random, const std::string& variable, std::int64_t length, bool distinct);
};

}  // namespace Strata::Testing

#endif
