// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ROUNDS_H
#define STRATA_ROUNDS_H

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

/// \file
/// Candidates measured against each other. Candidate 0 is the default: another one has to
/// beat it.
namespace Strata::Impl {

/// Milliseconds of each candidate, a round each; of one that was given up fewer.
using Samples = std::vector<std::vector<double>>;

/// When there is no time left.
using Deadline = std::chrono::steady_clock::time_point;

/// Up to 15 rounds, at least three, in which `sample(c)` is called for every candidate
/// and returns its milliseconds; who begins alternates. Candidates that are clearly
/// slower than the best are given up after two rounds, but for the default.
Samples measure_rounds(std::size_t candidates, Deadline deadline,
                       const std::function<double(std::size_t)>& sample);

/// What is more than noise.
inline constexpr const char* winning_margin = "by 3 % of the median and in three of four rounds";

/// The fastest candidate; 0 where none beats the default by that margin.
std::size_t winner_of(const Samples& samples);

/// \pre values is not empty
double median_of(std::vector<double> values);

}  // namespace Strata::Impl

#endif
