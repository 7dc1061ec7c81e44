// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TENSOR_HPP
#define STRATA_TENSOR_HPP

#include <concepts>
#include <string>
#include <utility>

#include <Strata_Ref.hpp>
#include <Strata_TensorExpression.hpp>

namespace Strata {

/// SparseViews and Kokkos::Views: what ref() makes a TensorRef of.
template <class View>
concept TensorView = !std::same_as<View, TensorRef> &&
                     requires(const View& view) {
                       { Strata::ref(view) } -> std::same_as<TensorRef>;
                     };

/// A view in index notation: tensor(y)(i) = tensor(A)(i, j) * tensor(x)(j).
/// Keeps the view alive.
template <TensorView View>
Tensor tensor(const View& view) {
  return tensor(Strata::ref(view));
}
/// The same under a name that messages and generated code use.
template <TensorView View>
Tensor tensor(const View& view, std::string name) {
  return tensor(Strata::ref(view), std::move(name));
}

}  // namespace Strata

#endif
