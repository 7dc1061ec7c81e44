// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ACCESSLOG_H
#define STRATA_ACCESSLOG_H

#include <cstdint>

/// \file
/// Layout of the log that race checking keeps of a launch: 64-bit words, a
/// header and then records of the same size. Shared by the code generator and
/// the runtime that reads the log.
namespace strata {

struct AccessLogLayout {
  enum HeaderWord : std::int64_t {
    numRecords = 0, ///< counts on when the log is full
    numRegions = 1, ///< vector regions entered
    capacity = 2    ///< records that there is room for
  };
  enum RecordWord : std::int64_t {
    buffer,  ///< argument of the launch function (stage flat)
    element, ///< sum of index · stride
    kind,    ///< AccessKind
    unit,    ///< of the league
    thread,  ///< of the team; −1: every thread does it
    lane,    ///< of the thread; −1: outside loops that lanes share
    region,  ///< instance of the loop that lanes share; −1: outside
    phase,   ///< of the launch, between barriers
    recordWords
  };
};

enum class AccessKind : std::int64_t { read, write, atomic };

} // namespace strata

#endif
