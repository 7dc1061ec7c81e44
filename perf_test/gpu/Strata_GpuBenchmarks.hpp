// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_GPU_BENCHMARKS_HPP
#define STRATA_PERF_GPU_BENCHMARKS_HPP

#include <string>
#include <vector>

#include <Strata_Plan.hpp>

#include "Strata_Contest.hpp"

/// \file
/// What is measured on a device: statements, and what their operands are made of.

namespace Strata::Perf {

struct Problem;

/// A tensor of a statement, and its index variables.
struct Named {
  std::string name, indices;
};

/// How the second sparse operand, B, is made of the first one.
enum class Partner {
  none,
  lower_part,   ///< twice the lower part
  right_factor  ///< the matrix itself, or its transpose unless it is square
};

/// Who in cuSPARSE does the same.
enum class Rival {
  none,
  statement,  ///< the operation that the statement is bound to
  sampled,    ///< SDDMM
  sum         ///< csrgeam2
};

struct Benchmark {
  std::string name;
  std::string notation;
  Named input;               ///< the sparse operand, from a list
  std::vector<Named> dense;  ///< dense operands in rows
  Named result;
  Answer (*expected)(const Problem&);
  Rival rival        = Rival::none;
  Partner partner    = Partner::none;
  bool sparse_result = false;
  /// Extent of the index variables that the input does not have.
  std::int64_t width = 0;
  /// The structure of the result is there before the clock runs, and the values of the
  /// input, which SDDMM of cuSPARSE does not multiply by, are 1.
  bool values_only = false;
};

const std::vector<Benchmark>& gpu_benchmarks();

/// A benchmark on an input; all tensors are the host's. The result is one of the operands.
struct Problem {
  Benchmark benchmark;
  Operands operands;

  const TensorRef& input() const { return operands.at(benchmark.input.name); }
  const TensorRef& result() const { return operands.at(benchmark.result.name); }
};

/// \param input CSR or CSF with 32-bit indices, values f64
/// \throws ShapeMismatch for a tensor of another order
Problem make_problem(const Benchmark& benchmark, const TensorRef& input);

/// What `tensor`, which the host can read, stores.
Answer answer_of(const TensorRef& tensor);

}  // namespace Strata::Perf

#endif
