// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix times a vector where several threads may add to one row.
#include <Strata_Convert.hpp>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

/// y = A x with A in `format`, which yardstick and peers see as `view` does.
template <class View, class Compute, class Entry>
Contest contest_of(const std::string& kernel, const TensorRef& given,
                   const TensorFormat& format, const View& view,
                   const Compute& yardstick, Entry Peer::*entry) {
  const TensorRef a = convert(Exec(), given, with_32_bits(format));
  Exec().fence("Strata::perf::convert");
  const Vector x = make_vector("x", a.extents[1], 1),
               y = make_vector("y", a.extents[0], 2);
  const VectorProduct<decltype(view(a))> product{view(a), x.data(), y.data()};
  Contest contest =
      dense_contest({kernel,
                     "y(i) = A(i,j) * x(j)",
                     {{"y", ref(y)}, {"A", a}, {"x", ref(x)}}},
                    product.y, product.a.rows, [=] { yardstick(product); });
  add_peers(contest, entry, product);
  return contest;
}

Contest spmv_csc(const TensorRef& a) {
  const auto copies = std::make_shared<Yardstick::Copies>();
  return contest_of(
      "spmv_csc", a, Formats::csc(), csc_of,
      [=](const auto& p) { Yardstick::spmv(p.a, p.x, p.y, *copies); },
      &Peer::spmv_csc);
}

Contest spmv_coo(const TensorRef& a) {
  return contest_of(
      "spmv_coo", a, Formats::coo(2), coo_of,
      [](const auto& p) { Yardstick::spmv(p.a, p.x, p.y); }, &Peer::spmv_coo);
}

}  // namespace

std::vector<Kernel> scattered_products() {
  return {{"spmv_csc", 2, contestants_for(&Peer::spmv_csc), spmv_csc},
          {"spmv_coo", 2, contestants_for(&Peer::spmv_coo), spmv_coo}};
}

}  // namespace Strata::Perf
