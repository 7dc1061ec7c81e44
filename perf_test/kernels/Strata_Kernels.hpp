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
  bool is_generated   = true;   ///< else a function of the library; no one_thread_name
  bool has_row_splits = false;  ///< static_rows_name and dynamic_rows_name can take part
};

std::vector<Kernel> matrix_products();
std::vector<Kernel> tensor_products();
std::vector<Kernel> matrix_conversions();
std::vector<Kernel> format_conversions();
std::vector<Kernel> transposes();
std::vector<Kernel> sparse_results();
std::vector<Kernel> scattered_products();
std::vector<Kernel> format_kernels();
std::vector<Kernel> mixed_formats();
std::vector<Kernel> semirings();
std::vector<Kernel> latencies();
std::vector<Kernel> vector_kernels();
std::vector<Kernel> all_kernels();

/// CSR for order 2, else CSF; 32-bit indices.
TensorFormat benchmark_format(int order);
TensorFormat with_32_bits(const TensorFormat& format);

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

/// What a kernel computes. The operands own the arrays that others read too.
struct Expression {
  std::string kernel;
  std::string notation;
  Operands operands;         ///< the result is one of them
  std::string sparse = "A";  ///< the operand that is the input
};

/// Strata and a yardstick that write the same dense result of `size` numbers.
Contest dense_contest(const Expression& expression, double* result,
                      std::int64_t size, std::function<void()> yardstick);

/// The yardstick of a contest with a dense result, with its rows split otherwise.
/// \param yardstick a function that computes the same, of how rows are split
void add_row_splits(Contest& contest,
                    const std::function<std::function<void()>(Yardstick::Split)>& yardstick);

/// A sparse result as an operand: only a form until a plan makes it.
TensorRef new_result(const TensorFormat& format,
                     std::vector<std::int64_t> extents);

/// Strata and a yardstick, each of which makes a new sparse result, structure
/// and memory too; see maker(). `read` makes an answer of a result.
Contest sparse_contest(const Expression& expression, Contestant yardstick,
                       Answer (*read)(const TensorRef&));
/// The same for a matrix in CSR or a sparse vector.
Contest sparse_contest(const Expression& expression, Contestant yardstick);

/// A generated kernel, `answer` reads its result.
Contestant strata_contestant(const Expression& expression, const Plan& plan,
                             std::function<Answer()> answer);

/// The same on one thread, compiled when it first runs; `answer` reads its result.
Contestant one_thread_contestant(const Expression& expression,
                                 std::function<Answer(const Plan&)> answer);

/// A matrix in CSR or a sparse vector as an answer.
Answer answer_of(const TensorRef& tensor);

/// The arrays of all levels of a tensor.
Answer answer_of_levels(const TensorRef& tensor);
Answer answer_of_yardstick(const Yardstick::OwnedLevels& levels);
Answer answer_of_yardstick(const Yardstick::OwnedCsr& matrix);

/// A contestant whose result is new, made by `make`.
template <class Result, class Make>
Contestant maker(const char* name, Make make) {
  const auto result = std::make_shared<Result>();
  return {name, "", [=] { *result = make(); },
          [=] { return answer_of(*result); }};
}

/// The arrays of a tensor as yardsticks and peers see them; a matrix in CSC may
/// be seen as its transpose in CSR.
/// \throws IndexOverflow when 31 bits do not hold its sizes
Yardstick::Csr csr_of(const TensorRef& matrix);
Yardstick::Csc csc_of(const TensorRef& matrix);
Yardstick::Coo coo_of(const TensorRef& matrix);
Yardstick::Csf csf_of(const TensorRef& tensor);
Yardstick::SparseVector vector_of(const TensorRef& vector);
double bytes_of(const Yardstick::Csr& a);

/// Operands with numbers in [−1/2, 1/2), written by the threads that read them.
Vector make_vector(const std::string& label, std::int64_t size, int seed);
Rows make_rows(const std::string& label, std::int64_t size, int width, int seed);

/// Compiles anew, so that the time it takes is known.
Plan compile_anew(const Expression& expression, const Exec& exec = Exec());

}  // namespace Strata::Perf

#endif
