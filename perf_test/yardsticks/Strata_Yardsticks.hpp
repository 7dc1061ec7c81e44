// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_YARDSTICKS_HPP
#define STRATA_YARDSTICKS_HPP

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// What a careful programmer writes by hand for one kernel: plain OpenMP loops
/// with 32-bit indices and double values, compiled for the machine at hand. They
/// use as many threads as OpenMP is set to.

namespace Strata::Yardstick {

/// A matrix in CSR, not owned.
struct Csr {
  std::int64_t rows = 0, columns = 0;
  const std::int32_t* positions   = nullptr;  ///< rows + 1
  const std::int32_t* coordinates = nullptr;
  const double* values            = nullptr;

  std::int64_t entries() const { return positions[rows]; }
};

/// A matrix in CSR that owns its arrays.
struct OwnedCsr {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int32_t> positions, coordinates;
  std::vector<double> values;
};

/// A tensor of order 3 in CSF, not owned: level l holds positions[l] (one more
/// than its parents) and coordinates[l].
struct Csf3 {
  const std::int32_t* positions[3]   = {};
  const std::int32_t* coordinates[3] = {};
  const double* values               = nullptr;
};

/// Coordinates as two arrays; entries are distinct and in any order.
struct Coo {
  std::int64_t rows = 0, columns = 0, entries = 0;
  const std::int32_t* row    = nullptr;
  const std::int32_t* column = nullptr;
  const double* values       = nullptr;
};

/// y = A x. Rows are cut at equal numbers of entries; one sum per row in the
/// order of the entries.
void spmv(const Csr& a, const double* x, double* y);
/// r = b − A x, in one pass.
void residual(const Csr& a, const double* x, const double* b, double* r);
/// Y = A X with 32 columns, all row-major.
void spmm32(const Csr& a, const double* x, double* y);

/// A(i,r) = Σ B(i,k,l) C(k,r) D(l,r) for r < Rank (16 or 32); the rows of A that
/// B does not have become 0. \param rows of A
template <int Rank>
void mttkrp(const Csf3& b, std::int64_t rows, const double* c, const double* d,
            double* a);
extern template void mttkrp<16>(const Csf3&, std::int64_t, const double*,
                                const double*, double*);
extern template void mttkrp<32>(const Csf3&, std::int64_t, const double*,
                                const double*, double*);

/// CSR of the transposed matrix (CSC of `a`) by serial counting.
OwnedCsr transpose(const Csr& a);
/// CSR from coordinates by two stable counting sorts, serial.
OwnedCsr to_csr(const Coo& a);
/// A + B and A .* B, row by row; A B added up in dense rows. All count the rows of
/// the result before they fill them.
OwnedCsr add(const Csr& a, const Csr& b);
OwnedCsr multiply_entries(const Csr& a, const Csr& b);
OwnedCsr multiply(const Csr& a, const Csr& b);
/// Reads a Matrix Market file (coordinate, real, general) number by number.
/// \throws std::runtime_error when it is something else.
OwnedCsr read_matrix(const std::string& path);

/// a(i) = value.
void fill(double* a, double value, std::int64_t size);
/// Σ a(i).
double sum(const double* a, std::int64_t size);
/// a = b + s c.
void triad(double* a, const double* b, const double* c, double s,
           std::int64_t size);

}  // namespace Strata::Yardstick

#endif
