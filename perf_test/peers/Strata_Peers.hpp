// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_PEERS_HPP
#define STRATA_PERF_PEERS_HPP

#include <functional>
#include <string>
#include <vector>

#include "Strata_Contest.hpp"
#include "Strata_Yardsticks.hpp"

/// \file
/// Other libraries in the same process. Each is optional: CMake compiles those
/// that it finds. A peer gets what Strata gets and may store its own copy of the
/// operands before the clock runs.

namespace Strata::Perf {

/// A product of a matrix with a dense operand of `width` columns, row-major.
struct Product {
  Yardstick::Csr a;
  int width       = 1;
  const double* x = nullptr;  ///< a.columns × width
  const double* b = nullptr;  ///< of the residual: a.rows
  double* y       = nullptr;  ///< a.rows × width, shared by all contestants
};

/// Two matrices of which a third is made.
struct Pair {
  Yardstick::Csr a, b;
};

/// Three matrices of the same extents, added.
struct Triple {
  Yardstick::Csr a, b, c;
};

/// M(i,j) Σ A(i,k) B(k,j).
struct Masked {
  Yardstick::Csr mask, a, b;
  double* s = nullptr;  ///< of the sum of all: the result, shared by all contestants
};

/// A(i,j) Σ X(i,k) Y(j,k).
struct Sampled {
  Yardstick::Csr a;
  int width       = 1;
  const double* x = nullptr;  ///< a.rows × width, row-major
  const double* y = nullptr;  ///< a.columns × width
};

/// y = A x, A in another form than CSR.
template <class Matrix>
struct VectorProduct {
  Matrix a;
  const double* x = nullptr;  ///< a.columns
  double* y       = nullptr;  ///< a.rows, shared by all contestants
};

/// y = A x, x sparse.
struct SparseProduct {
  Yardstick::Csr a;
  Yardstick::SparseVector x;
  double* y = nullptr;  ///< a.rows, shared by all contestants
};

/// Two sparse vectors.
struct VectorPair {
  Yardstick::SparseVector x, y;
  double* s =
      nullptr;  ///< of the product: the result, shared by all contestants
};

/// What a library can do; empty functions: not that.
struct Peer {
  std::string name;
  std::string version;
  std::function<Contestant(const Product&)> spmv, residual, spmm, spmv_min_plus;
  std::function<Contestant(const Yardstick::Csr&)> transpose;
  std::function<Contestant(const Yardstick::Coo&)> assemble;
  std::function<Contestant(const std::string& path)> read;
  /// a + b, entry times entry, matrix times matrix.
  std::function<Contestant(const Pair&)> add, multiply_entries, multiply;
  /// Over min and + in the place of + and *.
  std::function<Contestant(const Pair&)> multiply_min_plus;
  std::function<Contestant(const Masked&)> multiply_masked, total_masked;
  std::function<Contestant(const Triple&)> add_three;
  std::function<Contestant(const Sampled&)> sample;
  std::function<Contestant(const VectorProduct<Yardstick::Csc>&)> spmv_csc;
  std::function<Contestant(const SparseProduct&)> spmspv;
  std::function<Contestant(const VectorProduct<Yardstick::Coo>&)> spmv_coo;
  /// Σ x(i) y(i), x + y.
  std::function<Contestant(const VectorPair&)> dot, add_vectors;
};

/// The libraries of this build; `threads` for those that have a setting.
const std::vector<Peer>& peers(int threads = 0);

/// A dense result, for example a shared one.
Answer answer_of(const double* values, std::int64_t size);
Answer answer_of(const Product& product);
template <class Matrix>
Answer answer_of(const VectorProduct<Matrix>& product) {
  return answer_of(product.y, product.a.rows);
}
/// A matrix as an answer.
template <class Positions, class Coordinates>
Answer answer_of_csr(const Positions& positions, std::size_t rows,
                     const Coordinates& coordinates, const double* values) {
  Answer answer;
  const auto entries = static_cast<std::size_t>(positions[rows]);
  answer.structure.reserve(rows + 1 + entries);
  for (std::size_t i = 0; i <= rows; ++i)
    answer.structure.push_back(static_cast<std::int64_t>(positions[i]));
  for (std::size_t p = 0; p < entries; ++p)
    answer.structure.push_back(static_cast<std::int64_t>(coordinates[p]));
  answer.numbers.assign(values, values + entries);
  return answer;
}
Answer answer_of(const Yardstick::OwnedCsr& matrix);
/// A sparse vector as an answer.
template <class Coordinate>
Answer answer_of_vector(std::size_t entries, const Coordinate* coordinates,
                        const double* values) {
  return {{coordinates, coordinates + entries}, {values, values + entries}};
}
Answer answer_of(const Yardstick::OwnedVector& vector);

Peer make_eigen(int threads);
Peer make_graphblas(int threads);
Peer make_librsb(int threads);
Peer make_kokkos_kernels(int threads);

}  // namespace Strata::Perf

#endif
