// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_YARDSTICKS_HPP
#define STRATA_YARDSTICKS_HPP

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// \file
/// What a careful programmer writes by hand for one kernel: plain OpenMP loops
/// with 32-bit indices and double values, compiled for the machine at hand. They
/// use as many threads as OpenMP is set to.

namespace Strata::Yardstick {

/// Leaves numbers as they are where nothing is given to begin with: a result is
/// written once, by the threads that compute it.
template <class T>
struct Uninitialized : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Uninitialized<U>;
  };
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};
template <class T>
using Array = std::vector<T, Uninitialized<T>>;

/// Results of their own for threads, kept from call to call.
using Copies = Array<double>;

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
  Array<std::int32_t> positions, coordinates;
  Array<double> values;

  Csr csr() const {
    return {rows, columns, positions.data(), coordinates.data(), values.data()};
  }
};

/// A matrix in CSC, not owned.
struct Csc {
  std::int64_t rows = 0, columns = 0;
  const std::int32_t* positions   = nullptr;  ///< columns + 1
  const std::int32_t* coordinates = nullptr;
  const double* values            = nullptr;

  std::int64_t entries() const { return positions[columns]; }
};

/// A sparse vector, not owned; coordinates ascend.
struct SparseVector {
  std::int64_t extent = 0, entries = 0;
  const std::int32_t* coordinates = nullptr;
  const double* values            = nullptr;
};

/// A sparse vector that owns its arrays.
struct OwnedVector {
  Array<std::int32_t> coordinates;
  Array<double> values;
};

/// Of the tensors here.
inline constexpr int max_order = 5;

/// A tensor in CSF, not owned: level l holds positions[l] (one more than its
/// parents) and coordinates[l].
struct Csf {
  const std::int32_t* positions[max_order]   = {};
  const std::int32_t* coordinates[max_order] = {};
  const double* values                       = nullptr;
};

/// Coordinates as two arrays; entries are distinct and, where nothing else is
/// said, in any order.
struct Coo {
  std::int64_t rows = 0, columns = 0, entries = 0;
  const std::int32_t* row    = nullptr;
  const std::int32_t* column = nullptr;
  const double* values       = nullptr;
};

/// The same for order 3; entries are distinct and in order.
struct Coo3 {
  std::int64_t entries               = 0;
  const std::int32_t* coordinates[3] = {};
  const double* values               = nullptr;
};

/// A matrix in ELLPACK, not owned: first the first entries of all rows, with
/// coordinate −1 where there is none.
struct Ell {
  std::int64_t rows = 0, columns = 0, width = 0;
  const std::int32_t* coordinates = nullptr;
  const double* values            = nullptr;
};

/// A tensor in any format: positions and coordinates of all levels that store some.
struct OwnedLevels {
  std::vector<Array<std::int32_t>> indices;
  Array<double> values;
};

/// How the rows of a matrix, or the roots of a tensor, come to threads.
enum class Split {
  entries,      ///< a part for each, with about as many entries as the others
  static_rows,  ///< a part for each, with as many rows as the others
  dynamic_rows  ///< whoever is done takes the next 256 rows, or 32 roots
};

/// y = A x; one sum per row in the order of the entries.
void spmv(const Csr& a, const double* x, double* y, Split split = Split::entries);
/// r = b − A x, in one pass.
void residual(const Csr& a, const double* x, const double* b, double* r,
              Split split = Split::entries);
/// Y = A X, all row-major; sums of 32 columns at a time are in registers.
using Spmm = std::function<void(const Csr& a, const double* x, double* y)>;
/// For so many columns: 1, 4, 16, 32, 64, 128 or 256; empty for others.
Spmm spmm_of(int columns, Split split = Split::entries);

/// Matrices by the mode of the tensor that they belong to, row-major.
using Factors = std::array<const double*, max_order>;
/// MTTKRP: A(i_mode, r) = Σ B(i_0, i_1, …) Π F_m(i_m, r) over the other modes m; rows of A
/// that B does not have become 0. For mode 0 sums are kept in registers; for others
/// every thread adds to a matrix of its own. \param rows of A
using Mttkrp = std::function<void(const Csf& b, std::int64_t rows, const Factors& factors,
                                  double* a, Copies& copies)>;
/// For tensors of order 3 to 5 and ranks 8, 16, 32 and 64; empty for others.
/// \param split of rows, static or dynamic
Mttkrp mttkrp_of(int order, int mode, int rank, Split split = Split::dynamic_rows);

/// y = A x. Columns are cut at equal numbers of entries; every thread adds to a
/// vector of its own.
void spmv(const Csc& a, const double* x, double* y, Copies& copies);
/// y = A x for entries in the order of rows, cut at equal numbers; what a
/// thread has of a row that began before its part is added at the end.
void spmv(const Coo& a, const double* x, double* y);

/// A(i,j) = Σ B(i,j,k) c(k): the structure is that of the upper levels.
OwnedCsr ttv(const Csf& b, std::int64_t rows, std::int64_t columns,
             const double* c);
/// Y(i,j,k) = Σ B(i,j,l) C(k,l) for 16 k, C by columns: the upper levels are those of B,
/// the last one is dense.
OwnedLevels ttm16(const Csf& b, const double* c);
/// The same to a dense tensor of rows × columns × 16 numbers, cleared first; roots are
/// handed out.
void ttm16(const Csf& b, std::int64_t rows, std::int64_t columns, const double* c, double* y);

/// Σ B(i,j,k) C(i,j,k): roots of B handed out, found in C, what is beneath merged.
double inner(const Csf& b, const Csf& c);

/// Σ x(i) y(i) and x + y. The coordinates are cut where x has equal numbers of
/// entries; the pieces are merged, for x + y twice: to count and to fill.
double dot(const SparseVector& x, const SparseVector& y);
OwnedVector add(const SparseVector& x, const SparseVector& y);

/// y = A x, x sparse: written to a row of zeros with a.columns numbers, which is emptied
/// again.
void spmv(const Csr& a, const SparseVector& x, double* y, Array<double>& row);

/// CSR of the transposed matrix (CSC of `a`) by serial counting.
OwnedCsr transpose(const Csr& a);
/// CSR from coordinates by two stable counting sorts, serial.
OwnedCsr to_csr(const Coo& a);
/// CSR to ELLPACK, diagonals (DIA) and blocks of b rows and columns (BSR), COO to CSF,
/// ELLPACK to CSR: counted, then filled, in parallel.
OwnedLevels to_ell(const Csr& a);
OwnedLevels to_diagonals(const Csr& a);
OwnedLevels to_blocks(const Csr& a, int b);
OwnedLevels to_csf(const Coo3& a);
OwnedCsr to_csr(const Ell& a);
/// A + B and A .* B, row by row; A B added up in dense rows. All count the rows of
/// the result before they fill them.
OwnedCsr add(const Csr& a, const Csr& b);
OwnedCsr multiply_entries(const Csr& a, const Csr& b);
OwnedCsr multiply(const Csr& a, const Csr& b);
/// M(i,j) Σ A(i,k) B(k,j), only where M stores something and the sum has a term.
OwnedCsr multiply_masked(const Csr& mask, const Csr& a, const Csr& b);
/// The sum of its entries, which are not stored.
double total_masked(const Csr& mask, const Csr& a, const Csr& b);
/// min over j of A(i,j) + x(j), over what is stored; infinite for a row without entries.
void spmv_min_plus(const Csr& a, const double* x, double* y);
/// min over k of A(i,k) + B(k,j), added up in dense rows.
OwnedCsr multiply_min_plus(const Csr& a, const Csr& b);
/// A + B, B in CSC: first its entries go to the rows where `places` says, then rows are
/// merged.
struct Places {
  OwnedCsr rows;              ///< structure of B in CSR, and room for its values
  Array<std::int32_t> source; ///< entry of B in CSC
};
Places places_of(const Csc& b);
OwnedCsr add(const Csr& a, const Csc& b, Places& places);
/// A + B + C in one pass of three-way merges, counted before it is filled.
OwnedCsr add(const Csr& a, const Csr& b, const Csr& c);
/// The values of A + B, whose structure `sum` has already.
void add_values(const Csr& a, const Csr& b, OwnedCsr& sum);
/// C(i,j) = A(i,j) Σ X(i,k) Y(j,k) with 32 columns, row-major: the structure of
/// A is copied.
OwnedCsr sddmm32(const Csr& a, const double* x, const double* y);
/// Reads a Matrix Market file (coordinate, real, general) number by number.
/// \throws std::runtime_error when it is something else.
OwnedCsr read_matrix(const std::string& path);

/// to(i) = from(i).
void copy(const double* from, double* to, std::int64_t size);
/// a(i) = value.
void fill(double* a, double value, std::int64_t size);
/// Σ a(i).
double sum(const double* a, std::int64_t size);
/// a = b + s c.
void triad(double* a, const double* b, const double* c, double s,
           std::int64_t size);

}  // namespace Strata::Yardstick

#endif
