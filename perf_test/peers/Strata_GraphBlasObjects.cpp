// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_PeerGraphBlas.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace Strata::Perf::GraphBlasPeer {

void check(GrB_Info info, const char* what) {
  if (info != GrB_SUCCESS)
    throw std::runtime_error(std::string(what) + ": GrB_Info " +
                             std::to_string(info));
}

namespace {

/// Of indices or values; never 0.
std::size_t bytes_of(std::int64_t size) {
  return 8 * std::max<std::size_t>(1, to_index(size));
}

/// A copy by malloc: packing hands it over to the library.
template <class To, class From>
To* copy(const From* from, std::int64_t size) {
  static_assert(sizeof(To) == 8);
  auto* to = static_cast<To*>(std::malloc(bytes_of(size)));
  if (!to) throw std::bad_alloc();
  std::transform(from, from + size, to,
                 [](From value) { return static_cast<To>(value); });
  return to;
}

/// \param majors rows of CSR, columns of CSC
template <class Compressed>
Matrix pack(const Compressed& a, std::int64_t majors,
            decltype(GxB_Matrix_pack_CSR)* function, const char* what) {
  const Matrix m         = new_matrix(a.rows, a.columns);
  GrB_Index* positions   = copy<GrB_Index>(a.positions, majors + 1);
  GrB_Index* coordinates = copy<GrB_Index>(a.coordinates, a.entries());
  void* values           = copy<double>(a.values, a.entries());
  check(function(m.get(), &positions, &coordinates, &values,
                 bytes_of(majors + 1), bytes_of(a.entries()),
                 bytes_of(a.entries()), false, false, nullptr),
        what);
  return m;
}

struct Tuples {
  std::vector<GrB_Index> row, column;
  std::vector<double> values;
};

Tuples extract(const Matrix& m) {
  GrB_Index stored = 0;
  check(GrB_Matrix_nvals(&stored, m.get()), "GrB_Matrix_nvals");
  Tuples t{std::vector<GrB_Index>(stored), std::vector<GrB_Index>(stored),
           std::vector<double>(stored)};
  check(GrB_Matrix_extractTuples_FP64(t.row.data(), t.column.data(),
                                      t.values.data(), &stored, m.get()),
        "GrB_Matrix_extractTuples");
  return t;
}

}  // namespace

Matrix new_matrix(std::int64_t rows, std::int64_t columns) {
  GrB_Matrix m = nullptr;
  check(GrB_Matrix_new(&m, GrB_FP64, to_index(rows), to_index(columns)),
        "GrB_Matrix_new");
  return Matrix(m, MatrixDeleter());
}

Vector new_vector(std::int64_t size) {
  GrB_Vector v = nullptr;
  check(GrB_Vector_new(&v, GrB_FP64, to_index(size)), "GrB_Vector_new");
  return Vector(v, VectorDeleter());
}

Matrix store(const Yardstick::Csr& a) {
  return pack(a, a.rows, GxB_Matrix_pack_CSR, "GxB_Matrix_pack_CSR");
}

Matrix store(const Yardstick::Csc& a) {
  return pack(a, a.columns, GxB_Matrix_pack_CSC, "GxB_Matrix_pack_CSC");
}

Vector store(const Yardstick::SparseVector& x) {
  const Vector v         = new_vector(x.extent);
  GrB_Index* coordinates = copy<GrB_Index>(x.coordinates, x.entries);
  void* values           = copy<double>(x.values, x.entries);
  check(GxB_Vector_pack_CSC(v.get(), &coordinates, &values, bytes_of(x.entries),
                            bytes_of(x.entries), false, to_index(x.entries),
                            false, nullptr),
        "GxB_Vector_pack_CSC");
  return v;
}

Vector store(const double* x, std::int64_t size) {
  const Vector v = new_vector(size);
  void* values   = copy<double>(x, size);
  check(GxB_Vector_pack_Full(v.get(), &values, bytes_of(size), false, nullptr),
        "GxB_Vector_pack_Full");
  return v;
}

Matrix store_full(const double* x, std::int64_t rows, std::int64_t columns) {
  const Matrix m = new_matrix(rows, columns);
  void* values   = copy<double>(x, rows * columns);
  check(GxB_Matrix_pack_FullR(m.get(), &values, bytes_of(rows * columns), false,
                              nullptr),
        "GxB_Matrix_pack_FullR");
  return m;
}

Answer answer_of(const Vector& v, std::int64_t size, double missing) {
  Answer answer;
  answer.numbers.assign(to_index(size), missing);
  std::vector<GrB_Index> at(to_index(size));
  std::vector<double> values(to_index(size));
  GrB_Index stored = to_index(size);
  check(
      GrB_Vector_extractTuples_FP64(at.data(), values.data(), &stored, v.get()),
      "GrB_Vector_extractTuples");
  for (GrB_Index n = 0; n < stored; ++n) answer.numbers[at[n]] = values[n];
  return answer;
}

Answer dense_answer(const Matrix& m, std::int64_t rows, std::int64_t columns) {
  const Tuples t = extract(m);
  Answer answer;
  answer.numbers.assign(to_index(rows * columns), 0);
  for (std::size_t n = 0; n < t.row.size(); ++n)
    answer.numbers[t.row[n] * to_index(columns) + t.column[n]] = t.values[n];
  return answer;
}

/// Tuples of a matrix by row come in the order of its rows.
Answer sparse_answer(const Matrix& m, std::int64_t rows) {
  const Tuples t = extract(m);
  std::vector<std::int64_t> positions(to_index(rows) + 1);
  for (const GrB_Index i : t.row) ++positions[i + 1];
  for (std::size_t i = 1; i < positions.size(); ++i)
    positions[i] += positions[i - 1];
  return answer_of_csr(positions, to_index(rows), t.column, t.values.data());
}

Answer sparse_answer(const Vector& v) {
  GrB_Index stored = 0;
  check(GrB_Vector_nvals(&stored, v.get()), "GrB_Vector_nvals");
  std::vector<GrB_Index> at(stored);
  std::vector<double> values(stored);
  check(
      GrB_Vector_extractTuples_FP64(at.data(), values.data(), &stored, v.get()),
      "GrB_Vector_extractTuples");
  return answer_of_vector(stored, at.data(), values.data());
}

}  // namespace Strata::Perf::GraphBlasPeer
