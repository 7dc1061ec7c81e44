// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FUSION_HPP
#define STRATA_FUSION_HPP

#include <string>
#include <vector>

#include <Strata_OperationMaps.hpp>

namespace Strata {

/// One way in which a fused computation reads a parameter.
struct FusedMap {
  IndexingMap map;  ///< output of the last operation -> parameter
  /// Where the map's run-time variables are loaded from; the operands are
  /// values of the fusion.
  std::vector<RuntimeRead> reads;
};

/// Operations whose results go into one another. Values are numbered in the
/// order in which they are added; the last one is the output.
class Fusion {
 public:
  /// A tensor that is read. Returns its value.
  std::size_t add_parameter(Extents extents);
  /// \throws ShapeMismatch when operands do not have the extents that the maps
  /// were made for, or do not exist yet.
  std::size_t add_operation(OperationMaps maps,
                            std::vector<std::size_t> operands);

  const Extents& extents(std::size_t value) const;
  /// The distinct maps from the output to a value: compositions along every
  /// path, simplified, equal ones once; those through later values come first.
  /// Empty for a value that the output does not need.
  /// \throws ShapeMismatch for a value that does not exist.
  std::vector<FusedMap> maps_to(std::size_t value) const;

 private:
  struct Value {
    OperationMaps maps;
    std::vector<std::size_t> operands;
  };
  std::vector<Value> m_values;
};

}  // namespace Strata

#endif
