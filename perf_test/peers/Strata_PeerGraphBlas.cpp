// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SuiteSparse:GraphBLAS: 64-bit indices, matrices by row, full vectors.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>

extern "C" {  // the header leaves that to C++ programs
#include <GraphBLAS.h>
}

#include "Strata_Peers.hpp"

namespace Strata::Perf {

namespace {

void check(GrB_Info info, const char* what) {
  if (info != GrB_SUCCESS)
    throw std::runtime_error(std::string(what) + ": GrB_Info " +
                             std::to_string(info));
}

const std::string& version() {
  static const std::string text =
      std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." +
      std::to_string(GxB_IMPLEMENTATION_MINOR) + "." +
      std::to_string(GxB_IMPLEMENTATION_SUB);
  return text;
}

struct MatrixDeleter {
  void operator()(GrB_Matrix m) const { GrB_Matrix_free(&m); }
};
struct VectorDeleter {
  void operator()(GrB_Vector v) const { GrB_Vector_free(&v); }
};
using Matrix = std::shared_ptr<std::remove_pointer_t<GrB_Matrix>>;
using Vector = std::shared_ptr<std::remove_pointer_t<GrB_Vector>>;

GrB_Index to_index(std::int64_t n) { return static_cast<GrB_Index>(n); }

/// A copy by malloc: packing hands it over to the library.
template <class To, class From>
To* copy(const From* from, std::int64_t size) {
  auto* to = static_cast<To*>(
      std::malloc(std::max<std::size_t>(1, to_index(size) * sizeof(To))));
  if (!to) throw std::bad_alloc();
  std::transform(from, from + size, to,
                 [](From value) { return static_cast<To>(value); });
  return to;
}

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
  const Matrix m         = new_matrix(a.rows, a.columns);
  GrB_Index* positions   = copy<GrB_Index>(a.positions, a.rows + 1);
  GrB_Index* coordinates = copy<GrB_Index>(a.coordinates, a.entries());
  void* values           = copy<double>(a.values, a.entries());
  const GrB_Index width  = sizeof(GrB_Index);
  check(GxB_Matrix_pack_CSR(m.get(), &positions, &coordinates, &values,
                            (to_index(a.rows) + 1) * width,
                            std::max<GrB_Index>(1, to_index(a.entries())) * width,
                            std::max<GrB_Index>(1, to_index(a.entries())) * width,
                            false, false, nullptr),
        "GxB_Matrix_pack_CSR");
  return m;
}

Vector store(const double* x, std::int64_t size) {
  const Vector v = new_vector(size);
  void* values   = copy<double>(x, size);
  check(GxB_Vector_pack_Full(v.get(), &values,
                             std::max<GrB_Index>(1, to_index(size)) * 8, false,
                             nullptr),
        "GxB_Vector_pack_Full");
  return v;
}

Matrix store_full(const double* x, std::int64_t rows, std::int64_t columns) {
  const Matrix m = new_matrix(rows, columns);
  void* values   = copy<double>(x, rows * columns);
  check(GxB_Matrix_pack_FullR(
            m.get(), &values,
            std::max<GrB_Index>(1, to_index(rows * columns)) * 8, false,
            nullptr),
        "GxB_Matrix_pack_FullR");
  return m;
}

/// Entries that are not stored are zeros.
Answer answer_of(const Vector& v, std::int64_t size) {
  Answer answer;
  answer.numbers.assign(to_index(size), 0);
  std::vector<GrB_Index> at(to_index(size));
  std::vector<double> values(to_index(size));
  GrB_Index stored = to_index(size);
  check(GrB_Vector_extractTuples_FP64(at.data(), values.data(), &stored, v.get()),
        "GrB_Vector_extractTuples");
  for (GrB_Index n = 0; n < stored; ++n) answer.numbers[at[n]] = values[n];
  return answer;
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

Contestant contestant(std::function<void()> run,
                      std::function<Answer()> answer) {
  return {"GraphBLAS", version(), std::move(run), std::move(answer)};
}

Contestant spmv(const Product& p) {
  const Vector x = store(p.x, p.a.columns), y = new_vector(p.a.rows);
  return contestant(
      [=, a = store(p.a)] {
        check(GrB_mxv(y.get(), nullptr, nullptr,
                      GrB_PLUS_TIMES_SEMIRING_FP64, a.get(), x.get(), nullptr),
              "GrB_mxv");
        check(GrB_Vector_wait(y.get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return answer_of(y, p.a.rows); });
}

Contestant residual(const Product& p) {
  const Vector x = store(p.x, p.a.columns), b = store(p.b, p.a.rows),
               r = new_vector(p.a.rows);
  return contestant(
      [=, a = store(p.a)] {
        check(GrB_Vector_apply(r.get(), nullptr, nullptr, GrB_IDENTITY_FP64,
                               b.get(), nullptr),
              "GrB_apply");
        check(GrB_mxv(r.get(), nullptr, GrB_MINUS_FP64,
                      GrB_PLUS_TIMES_SEMIRING_FP64, a.get(), x.get(), nullptr),
              "GrB_mxv");
        check(GrB_Vector_wait(r.get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return answer_of(r, p.a.rows); });
}

Contestant spmm(const Product& p) {
  const Matrix x = store_full(p.x, p.a.columns, p.width),
               y = new_matrix(p.a.rows, p.width);
  return contestant(
      [=, a = store(p.a)] {
        check(GrB_mxm(y.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                      a.get(), x.get(), nullptr),
              "GrB_mxm");
        check(GrB_Matrix_wait(y.get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return dense_answer(y, p.a.rows, p.width); });
}

Contestant transpose(const Yardstick::Csr& given) {
  const auto result = std::make_shared<Matrix>();
  return contestant(
      [=, a = store(given)] {
        *result = new_matrix(given.columns, given.rows);
        check(GrB_transpose(result->get(), nullptr, nullptr, a.get(), nullptr),
              "GrB_transpose");
        check(GrB_Matrix_wait(result->get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return sparse_answer(*result, given.columns); });
}

Contestant assemble(const Yardstick::Coo& given) {
  const auto result = std::make_shared<Matrix>();
  using Indices     = std::vector<GrB_Index>;
  const auto row    = std::make_shared<Indices>(given.row, given.row + given.entries);
  const auto column = std::make_shared<Indices>(given.column, given.column + given.entries);
  return contestant(
      [=] {
        *result = new_matrix(given.rows, given.columns);
        if (given.entries == 0) return;  // null pointers are refused
        check(GrB_Matrix_build_FP64(result->get(), row->data(), column->data(),
                                    given.values, to_index(given.entries),
                                    GrB_PLUS_FP64),
              "GrB_build");
        check(GrB_Matrix_wait(result->get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return sparse_answer(*result, given.rows); });
}

}  // namespace

Peer make_graphblas(int threads) {
  check(GrB_init(GrB_NONBLOCKING), "GrB_init");
  check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads), "GxB_set");
  check(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_ROW), "GxB_set");
  return {"GraphBLAS", version(), spmv,     residual,
          spmm,        transpose, assemble, {}};
}

}  // namespace Strata::Perf
