// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_ROWBLOCKS_H
#define STRATA_ANALYSIS_ROWBLOCKS_H

#include "strata/Compiler.h"

#include <cstdint>
#include <map>
#include <string>

namespace strata {

/// Registers of a row that is added up at a time.
inline constexpr std::int64_t registersOfBlock = 4;

/// In what blocks a thread adds up a row that it keeps.
struct RowBlockChoice {
  std::int64_t bytes = 0;  ///< of a block, about; 0: rows stay whole
  std::int64_t fewest = 4; ///< blocks of a row that is cut: going around once more costs more
};

RowBlockChoice chooseRowBlocks(const CompileRequest &request);

/// Index variables whose rows, if a thread keeps one, are cut, with the number of blocks.
std::map<std::string, std::int64_t> blockedRows(const CompileRequest &request);

/// Bytes of a number of such a row.
std::int64_t bytesOfRowElement(const CompileRequest &request);

} // namespace strata

#endif
