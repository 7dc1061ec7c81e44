// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONFORMANCE_CASE_HPP
#define STRATA_CONFORMANCE_CASE_HPP

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <Strata_TestTensors.hpp>

namespace Strata::Testing {

struct ConformanceTensor {
  std::vector<int> order;
  std::vector<std::string> levels;
  CooData data;  ///< no entries unless the case gives some
  bool given  = false;
  double fill = 0;

  /// \throws UnsupportedExpression for a level that is not built in,
  ///   FormatMismatch for levels that do not go together.
  TensorFormat format() const;
};

/// Exact storage of a result: per level, then the values.
struct ConformanceStorage {
  struct Level {
    std::optional<std::int64_t> size;
    std::optional<std::vector<std::int64_t>> positions, coordinates;
  };
  std::vector<Level> levels;
  CooData values;  ///< order 1: position → value
};

/// One object of a conformance file.
struct ConformanceCase {
  std::string name, expression, result;
  std::map<std::string, ConformanceTensor> tensors;
  CooData expected;
  std::optional<ConformanceStorage> storage;
};

/// \throws IoError naming the file (and the case) and what was expected.
std::vector<ConformanceCase> read_conformance_file(const std::string& path);
/// Names, one a line; '#' starts a comment.
std::vector<std::string> read_name_list(const std::string& path);

}  // namespace Strata::Testing

#endif
