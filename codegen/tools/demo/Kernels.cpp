// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels.hpp"

#include <memory>

#include <Strata_Generators.hpp>
#include <Strata_ReadTensor.hpp>

#include "SampledRows.hpp"

namespace Strata::Demo {
namespace {

constexpr std::int64_t columns = 32;  // of the dense matrices
constexpr std::int64_t rank    = 16;  // of the factors of MTTKRP

const double* data(const TensorRef& tensor) {
  return static_cast<const double*>(tensor.values);
}

TensorRef make_result(const Space& exec, const std::vector<std::int64_t>& extents) {
  return make_dense(exec, Formats::dense(static_cast<int>(extents.size())), ScalarType::f64,
                    extents, "demo::result");
}

/// Dense operand with numbers in [−1/2, 1/2), levels in dimension order.
TensorRef make_operand(const Space& exec, const std::vector<std::int64_t>& extents,
                       std::uint64_t seed, std::vector<int> order = {}) {
  TensorRef tensor =
      make_dense(exec, Formats::dense(static_cast<int>(extents.size()), std::move(order)),
                 ScalarType::f64, extents, "demo::operand");
  double* const values = static_cast<double*>(tensor.values);
  Kokkos::parallel_for("Strata::demo::fill",
                       Kokkos::RangePolicy<Space>(exec, 0, tensor.num_values),
                       [=](std::int64_t n) {
                         const auto bits =
                             Generators::random_bits(seed, 11, static_cast<std::uint64_t>(n));
                         values[n] = static_cast<double>(bits >> 44) * 0x1p-20 - 0.5;
                       });
  exec.fence("Strata::demo::fill");
  return tensor;
}

/// Adds term(entry, value) for every entry in a sampled row; `each` makes terms.
template <class Each>
void for_sampled_entries(const CoordinateList& list, const SampledRows& rows, Each&& each) {
  for (std::int64_t n = 0; n < list.num_entries; ++n) {
    const auto at = list.entry(n);
    if (rows.has(at[0])) each(at, list.data<double>()[n]);
  }
}

double num_terms(const CoordinateList& list, std::int64_t width) {
  return static_cast<double>(list.num_entries) * static_cast<double>(width);
}

Setup prepare_spmv(const Space& exec, const Sample& s) {
  const auto &e = s.list.extents;
  const auto y = make_result(exec, {e[0]}), x = make_operand(exec, {e[1]}, 1);
  return {{{"y", y}, {"A", s.tensor}, {"x", x}}, [=, &s] {
            SampledRows rows(e[0], 1, num_terms(s.list, 1));
            for_sampled_entries(s.list, rows, [&](auto at, double a) {
              rows.add(at[0], 0, a * data(x)[at[1]]);
            });
            return rows.largest_error(data(y));
          }};
}

Setup prepare_residual(const Space& exec, const Sample& s) {
  const auto &e = s.list.extents;
  const auto r = make_result(exec, {e[0]}), b = make_operand(exec, {e[0]}, 2),
             x = make_operand(exec, {e[1]}, 1);
  return {{{"r", r}, {"b", b}, {"A", s.tensor}, {"x", x}}, [=, &s] {
            SampledRows rows(e[0], 1, num_terms(s.list, 1));
            for (std::int64_t i = 0; i < e[0]; ++i)
              if (rows.has(i)) rows.add(i, 0, data(b)[i]);
            for_sampled_entries(s.list, rows, [&](auto at, double a) {
              rows.add(at[0], 0, -a * data(x)[at[1]]);
            });
            return rows.largest_error(data(r));
          }};
}

Setup prepare_spmm(const Space& exec, const Sample& s) {
  const auto &e = s.list.extents;
  const auto y = make_result(exec, {e[0], columns}),
             x = make_operand(exec, {e[1], columns}, 3);
  return {{{"Y", y}, {"A", s.tensor}, {"X", x}}, [=, &s] {
            SampledRows rows(e[0], columns, num_terms(s.list, columns));
            for_sampled_entries(s.list, rows, [&](auto at, double a) {
              for (std::int64_t k = 0; k < columns; ++k)
                rows.add(at[0], k, a * data(x)[at[1] * columns + k]);
            });
            return rows.largest_error(data(y));
          }};
}

Setup prepare_sampled_product(const Space& exec, const Sample& s) {
  const auto &e = s.list.extents;
  const auto y = make_result(exec, {e[0]}), c = make_operand(exec, {e[0], columns}, 4),
             d = make_operand(exec, {columns, e[1]}, 5, {1, 0});  // column after column
  return {{{"y", y}, {"S", s.tensor}, {"C", c}, {"D", d}}, [=, &s] {
            SampledRows rows(e[0], 1, num_terms(s.list, columns));
            for_sampled_entries(s.list, rows, [&](auto at, double a) {
              for (std::int64_t k = 0; k < columns; ++k)
                rows.add(at[0], 0,
                         a * data(c)[at[0] * columns + k] * data(d)[at[1] * columns + k]);
            });
            return rows.largest_error(data(y));
          }};
}

Setup prepare_ttv(const Space& exec, const Sample& s) {
  const auto &e = s.list.extents;
  const auto a = make_result(exec, {e[0], e[1]}), c = make_operand(exec, {e[2]}, 6);
  return {{{"A", a}, {"B", s.tensor}, {"c", c}}, [=, &s] {
            SampledRows rows(e[0], e[1], num_terms(s.list, 1) + static_cast<double>(e[0] * e[1]));
            for_sampled_entries(s.list, rows, [&](auto at, double b) {
              rows.add(at[0], at[1], b * data(c)[at[2]]);
            });
            return rows.largest_error(data(a));
          }};
}

Setup prepare_mttkrp(const Space& exec, const Sample& s) {
  const auto &e = s.list.extents;
  const auto a = make_result(exec, {e[0], rank}), c = make_operand(exec, {e[1], rank}, 7),
             d = make_operand(exec, {e[2], rank}, 8);
  return {{{"A", a}, {"B", s.tensor}, {"C", c}, {"D", d}}, [=, &s] {
            SampledRows rows(e[0], rank, num_terms(s.list, rank));
            for_sampled_entries(s.list, rows, [&](auto at, double b) {
              for (std::int64_t j = 0; j < rank; ++j)
                rows.add(at[0], j, b * data(c)[at[1] * rank + j] * data(d)[at[2] * rank + j]);
            });
            return rows.largest_error(data(a));
          }};
}

/// Another tensor for the inner product: three of four entries, other values.
std::shared_ptr<CoordinateList> thin_out(const CoordinateList& list) {
  const auto thin = std::make_shared<CoordinateList>();
  thin->extents   = list.extents;
  for (std::int64_t n = 0; n < list.num_entries; ++n)
    if (n % 4 != 0) thin->push_back(list.entry(n), 1.0 + static_cast<double>(n % 7) / 8);
  return thin;
}

Setup prepare_inner_product(const Space& exec, const Sample& s) {
  const auto thin = thin_out(s.list);
  const auto a = make_result(exec, {}), c = assemble_sample(exec, *thin);
  return {{{"a", a}, {"B", s.tensor}, {"C", c}}, [=, &s] {
            // The list is sorted or not, repeats entries or not: go by coordinates.
            std::map<std::vector<std::int64_t>, double> other;
            for (std::int64_t n = 0; n < thin->num_entries; ++n) {
              const auto at = thin->entry(n);
              other[{at.begin(), at.end()}] += thin->data<double>()[n];
            }
            SampledRows rows(1, 1, 1);
            for (std::int64_t n = 0; n < s.list.num_entries; ++n) {
              const auto at    = s.list.entry(n);
              const auto found = other.find({at.begin(), at.end()});
              if (found != other.end())
                rows.add(0, 0, s.list.data<double>()[n] * found->second);
            }
            return rows.largest_error(data(a));
          }};
}

}  // namespace

TensorRef assemble_sample(const Space& exec, const CoordinateList& list) {
  const auto format = list.order() == 2 ? Formats::csr() : Formats::csf(list.order());
  return assemble(exec, format.with_index_types({32, false}, {32, false}), list,
                  "demo::tensor");
}

const std::vector<Kernel>& all_kernels() {
  static const std::vector<Kernel> kernels{
      {"SpMV", "y(i) = A(i,j) * x(j)", 2, prepare_spmv},
      {"residual", "r(i) = b(i) - A(i,j) * x(j)", 2, prepare_residual},
      {"SpMM", "Y(i,k) = A(i,j) * X(j,k)", 2, prepare_spmm},
      {"sampled product", "y(i) = S(i,j) * C(i,k) * D(k,j)", 2, prepare_sampled_product},
      {"TTV", "A(i,j) = B(i,j,k) * c(k)", 3, prepare_ttv},
      {"MTTKRP", "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", 3, prepare_mttkrp},
      {"inner product", "a = B(i,j,k) * C(i,j,k)", 3, prepare_inner_product}};
  return kernels;
}

}  // namespace Strata::Demo
