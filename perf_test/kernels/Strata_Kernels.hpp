// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_KERNELS_HPP
#define STRATA_PERF_KERNELS_HPP

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Plan.hpp>

#include "Strata_Contest.hpp"
#include "Strata_Peers.hpp"

/// \file
/// What is measured: each kernel makes a contest of an input.

namespace Strata::Perf {

using Exec   = Kokkos::DefaultHostExecutionSpace;
using Vector = Kokkos::View<double*, Exec>;
using Rows   = Kokkos::View<double**, Kokkos::LayoutRight, Exec>;

struct Kernel {
  std::string name;
  int order;  ///< of the sparse operand
  std::vector<std::string> contestants;
  /// The sparse operand is CSR or CSF with 32-bit indices, values f64.
  std::function<Contest(const TensorRef& tensor)> prepare;
};

std::vector<Kernel> matrix_products();
std::vector<Kernel> tensor_products();
std::vector<Kernel> matrix_conversions();
std::vector<Kernel> transposes();
std::vector<Kernel> sparse_results();
std::vector<Kernel> all_kernels();

/// CSR for order 2, else CSF; 32-bit indices.
TensorFormat benchmark_format(int order);

/// Strata, the yardstick, and the peers that can do it.
template <class Entry>
std::vector<std::string> contestants_for(Entry Peer::*entry) {
  std::vector<std::string> names{strata_name, yardstick_name};
  for (const Peer& peer : peers())
    if (peer.*entry) names.push_back(peer.name);
  return names;
}

/// Adds the peers of contestants_for().
template <class Entry, class Problem>
void add_peers(Contest& contest, Entry Peer::*entry, const Problem& problem) {
  for (const Peer& peer : peers())
    if (peer.*entry) contest.contestants.push_back((peer.*entry)(problem));
}

/// Everything about the sparse operand; bytes and arithmetic of the plan.
Facts facts_of(const std::string& kernel, const std::string& notation,
               const TensorRef& tensor);
void add_plan(Facts& facts, const Plan& plan);

/// A generated kernel. `answer` reads the result it shares with the others.
Contestant strata_contestant(const Plan& plan, std::function<Answer()> answer);
Contestant yardstick_contestant(std::function<void()> run,
                                std::function<Answer()> answer);

/// A matrix in CSR as an answer.
Answer answer_of(const TensorRef& matrix);

/// A contestant whose result is a new matrix, made by `make`.
template <class Matrix, class Make>
Contestant maker(const char* name, Make make) {
  const auto result = std::make_shared<Matrix>();
  return {name, "", [=] { *result = make(); },
          [=] { return answer_of(*result); }};
}

/// The arrays of a matrix in CSR as yardsticks and peers see them; one in CSC is
/// seen as its transpose.
/// \throws IndexOverflow when 31 bits do not hold its sizes
Yardstick::Csr csr_of(const TensorRef& matrix);
double bytes_of(const Yardstick::Csr& a);

/// Operands with numbers in [−1/2, 1/2), written by the threads that read them.
Vector make_vector(const std::string& label, std::int64_t size, int seed);
Rows make_rows(const std::string& label, std::int64_t size, int width, int seed);

/// Compiles anew, so that the time it takes is known.
Plan compile_anew(const std::string& notation, const Operands& operands);

/// Overwrites a dense result with NaN.
std::function<void()> scrubber(double* values, std::int64_t size);

}  // namespace Strata::Perf

#endif
