// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// librsb stores matrices in recursive blocks; storing is not timed, and nothing
// is tuned.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include <rsb.h>

#include "Strata_Peers.hpp"

namespace Strata::Perf {

namespace {

constexpr rsb_type_t type = RSB_NUMERICAL_TYPE_DOUBLE;

void check(rsb_err_t error, const char* what) {
  if (error == RSB_ERR_NO_ERROR) return;
  char text[256];
  rsb_strerror_r(error, text, sizeof text);
  throw std::runtime_error(std::string(what) + ": " + text);
}

/// The library, from the first use to the end of the process.
void initialize(int threads) {
  check(rsb_lib_init(RSB_NULL_INIT_OPTIONS), "rsb_lib_init");
  rsb_int_t count = threads;
  check(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &count),
        "rsb_lib_set_opt");
}

using Matrix = std::shared_ptr<rsb_mtx_t>;

Matrix own(rsb_mtx_t* matrix, rsb_err_t error, const char* what) {
  check(error, what);
  return Matrix(matrix, rsb_mtx_free);
}

Matrix store(const Yardstick::Csr& a) {
  rsb_err_t error = RSB_ERR_NO_ERROR;
  rsb_mtx_t* matrix = rsb_mtx_alloc_from_csr_const(
      a.values, a.positions, a.coordinates,
      static_cast<rsb_nnz_idx_t>(a.entries()), type,
      static_cast<rsb_coo_idx_t>(a.rows), static_cast<rsb_coo_idx_t>(a.columns),
      1, 1, RSB_FLAG_NOFLAGS, &error);
  return own(matrix, error, "rsb_mtx_alloc_from_csr_const");
}

Contestant contestant(std::function<void()> run,
                      std::function<Answer()> answer) {
  return {"librsb", STRATA_PERF_LIBRSB_VERSION, std::move(run), std::move(answer)};
}

/// y = alpha A x + beta y.
template <class Problem>
void multiply(const Matrix& a, const Problem& p, double alpha, double beta) {
  check(rsb_spmv(RSB_TRANSPOSITION_N, &alpha, a.get(), p.x, 1, &beta, p.y, 1),
        "rsb_spmv");
}

Contestant spmv(const Product& p) {
  return contestant([p, a = store(p.a)] { multiply(a, p, 1, 0); },
                    [p] { return answer_of(p); });
}

Contestant residual(const Product& p) {
  return contestant(
      [p, a = store(p.a)] {
        std::copy_n(p.b, p.a.rows, p.y);
        multiply(a, p, -1, 1);
      },
      [p] { return answer_of(p); });
}

Contestant spmm(const Product& p) {
  return contestant(
      [p, a = store(p.a)] {
        const double one = 1, zero = 0;
        check(rsb_spmm(RSB_TRANSPOSITION_N, &one, a.get(), p.width,
                       RSB_FLAG_WANT_ROW_MAJOR_ORDER, p.x, p.width, &zero, p.y,
                       p.width),
              "rsb_spmm");
      },
      [p] { return answer_of(p); });
}

Answer export_csr(const Matrix& matrix) {
  rsb_coo_idx_t rows   = 0;
  rsb_nnz_idx_t entries = 0;
  check(rsb_mtx_get_info(matrix.get(), RSB_MIF_MATRIX_ROWS__TO__RSB_COO_INDEX_T,
                         &rows),
        "rsb_mtx_get_info");
  check(rsb_mtx_get_info(matrix.get(), RSB_MIF_MATRIX_NNZ__TO__RSB_NNZ_INDEX_T,
                         &entries),
        "rsb_mtx_get_info");
  Yardstick::OwnedCsr result;
  result.rows = rows;
  result.positions.assign(static_cast<std::size_t>(rows) + 1, 0);
  result.coordinates.resize(static_cast<std::size_t>(entries));
  result.values.resize(static_cast<std::size_t>(entries));
  if (entries == 0) return answer_of(result);  // refused by the library
  check(rsb_mtx_get_csr(type, matrix.get(), result.values.data(),
                        result.positions.data(), result.coordinates.data(),
                        RSB_FLAG_C_INDICES_INTERFACE),
        "rsb_mtx_get_csr");
  return answer_of(result);
}

/// A contestant whose result is a matrix of its own, made by `make`.
template <class Make>
Contestant maker(Make make) {
  const auto result = std::make_shared<Matrix>();
  return contestant([=] { *result = make(); },
                    [=] { return export_csr(*result); });
}

/// \param flags how it is stored
Matrix store(const Yardstick::Coo& a, rsb_flags_t flags) {
  rsb_err_t error   = RSB_ERR_NO_ERROR;
  rsb_mtx_t* matrix = rsb_mtx_alloc_from_coo_const(
      a.values, a.row, a.column, static_cast<rsb_nnz_idx_t>(a.entries), type,
      static_cast<rsb_coo_idx_t>(a.rows), static_cast<rsb_coo_idx_t>(a.columns),
      1, 1, flags, &error);
  return own(matrix, error, "rsb_mtx_alloc_from_coo_const");
}

Contestant assemble(const Yardstick::Coo& a) {
  return maker([a] { return store(a, RSB_FLAG_NOFLAGS); });
}

/// Blocks of coordinates.
Contestant spmv_coo(const VectorProduct<Yardstick::Coo>& p) {
  const rsb_flags_t flags =
      RSB_FLAG_WANT_COO_STORAGE | RSB_FLAG_QUAD_PARTITIONING;
  return contestant([p, a = store(p.a, flags)] { multiply(a, p, 1, 0); },
                    [p] { return answer_of(p); });
}

Contestant read(const std::string& path) {
  return maker([path] {
    rsb_err_t error = RSB_ERR_NO_ERROR;
    rsb_mtx_t* matrix =
        rsb_file_mtx_load(path.c_str(), RSB_FLAG_NOFLAGS, type, &error);
    return own(matrix, error, "rsb_file_mtx_load");
  });
}

}  // namespace

Peer make_librsb(int threads) {
  initialize(threads);
  Peer peer;
  peer.name     = "librsb";
  peer.version  = STRATA_PERF_LIBRSB_VERSION;
  peer.spmv     = spmv;
  peer.residual = residual;
  peer.spmm     = spmm;
  peer.spmv_coo = spmv_coo;
  peer.assemble = assemble;
  peer.read     = read;
  return peer;
}

}  // namespace Strata::Perf
