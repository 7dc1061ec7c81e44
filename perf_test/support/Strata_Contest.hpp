// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_CONTEST_HPP
#define STRATA_PERF_CONTEST_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// \file
/// A paired measurement: several ways to compute the same thing on the same
/// data, timed in alternating rounds in one process, after all of them gave the
/// same answer entry by entry.

namespace Strata::Perf {

/// A result in a form that can be compared: positions and coordinates, values.
struct Answer {
  std::vector<std::int64_t> structure;
  std::vector<double> numbers;
};

/// One way to compute the result.
struct Contestant {
  std::string name;     ///< "Strata", "yardstick", "Eigen" …
  std::string version;  ///< of the library, may be empty
  std::function<void()> run;       ///< one evaluation
  /// Result of the last run. Empty for a pace: something to compare the time with that
  /// computes nothing.
  std::function<Answer()> answer;
  /// Waits for what run() has started; empty: run() is complete on return. A sample of
  /// several evaluations waits once.
  std::function<void()> finish = {};
};

/// What is computed, in words and numbers.
struct Facts {
  std::string kernel;
  std::string input;
  std::string extents;     ///< "1000x1000"
  std::string expression;  ///< index notation, or what is done
  std::string formats;     ///< of the operands
  double entries    = 0;   ///< stored entries of the sparse operand
  double bytes      = 0;   ///< exact minimum traffic of one evaluation
  double flops      = 0;
  double compile_ms = 0;
};

/// Who takes part; `expected`, else the one named `yardstick`, gives the answer to compare
/// with.
struct Contest {
  Facts facts;
  std::vector<Contestant> contestants;
  /// Makes the shared result unusable before each checked run; may be empty.
  std::function<void()> scrub;
  std::function<Answer()> expected = {};
};

struct Schedule {
  int rounds       = 21;
  double sample_ms = 2;  ///< calls are repeated until a sample takes this long
};

/// Times of one contestant, a sample a round; none when `fault` says why not.
struct Standing {
  std::string name;
  std::string version;
  std::string fault;
  std::vector<double> ms;
};

struct Outcome {
  Facts facts;
  std::vector<Standing> standings;
  double peak_mib = 0;  ///< largest resident set while it lasted

  /// Null when nobody of that name took part.
  const Standing* find(const std::string& name) const;
};

inline constexpr const char* strata_name    = "Strata";
inline constexpr const char* yardstick_name = "yardstick";
/// As many bytes as the others have to move, copied from one touched array to another.
inline constexpr const char* copy_name = "copy";
/// Strata, compiled for and run by one thread of those there are.
inline constexpr const char* one_thread_name = "Strata-1-thread";
/// The yardstick with as many rows for every thread, and with rows for whoever is free.
inline constexpr const char* static_rows_name  = "static-rows";
inline constexpr const char* dynamic_rows_name = "dynamic-rows";

/// Empty when `given` equals `expected`: the same structure, every number within
/// 1e-9 (1 + |expected|); otherwise the first difference in words.
std::string difference(const Answer& given, const Answer& expected);

/// The order of play in a round: every contestant comes first in turn, and
/// every other round runs backwards.
std::vector<std::size_t> order_of_round(int round, std::size_t contestants);

/// Checks everyone, then measures those without a fault.
Outcome hold(const Contest& contest, const Schedule& schedule);

}  // namespace Strata::Perf

#endif
