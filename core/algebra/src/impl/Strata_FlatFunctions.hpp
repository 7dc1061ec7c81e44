// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FLAT_FUNCTIONS_HPP
#define STRATA_IMPL_FLAT_FUNCTIONS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Strata_LevelMap.hpp>
#include <Strata_LevelRegistry.hpp>
#include <impl/Strata_LinearForm.hpp>

namespace Strata::Impl {

/// Levels that are read as one for the last of the dimensions in `order`.
struct FlatLevels {
  const LevelMap& map;
  const std::vector<std::int64_t>& extents;  ///< of the dimensions
  const std::vector<int>& order;             ///< dimensions; the others are dense
  int search;                                ///< the compressed level
  const std::vector<int>& digits;  ///< levels below it that store a part of it
  const LinearForm& form;          ///< the last dimension, of level coordinates
};

/// The functions of a level below the other dimensions, stored densely, whose cursors
/// count the children of a parent: those of the compressed level, the digits of each
/// one by one. Positions are those of the values.
/// \throws CodegenError when they take too many steps
LevelDefinition define_flat_level(const FlatLevels& levels);

/// Twelve hexadecimal digits that follow from the functions of a level.
std::string fingerprint(const LevelDefinition& level);

}  // namespace Strata::Impl

#endif
