// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_MATRICES_HPP
#define STRATA_TEST_MATRICES_HPP

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_KokkosKernels.hpp>
#include <Strata_TestMessage.hpp>

namespace Strata::Testing {

using Device = Kokkos::Device<Kokkos::DefaultHostExecutionSpace,
                              Kokkos::HostSpace>;

/// One combination of the types of a matrix.
template <class S, class Ord, class Off>
struct MatrixTypes {
  using scalar  = S;
  using ordinal = Ord;
  using offset  = Off;
};

/// Every ordinal with every offset, the scalars in turn.
template <class... Ordinals>
struct ForOrdinals {
  template <class Off>
  using with_offset =
      std::tuple<MatrixTypes<double, Ordinals, Off>...,
                 MatrixTypes<float, Ordinals, Off>...,
                 MatrixTypes<const double, Ordinals, Off>...,
                 MatrixTypes<Kokkos::complex<double>, Ordinals, Off>...>;
  template <class... Offsets>
  using with_offsets =
      decltype(std::tuple_cat(std::declval<with_offset<Offsets>>()...));
};
template <class Tuple>
struct AsTypes;
template <class... T>
struct AsTypes<std::tuple<T...>> {
  using type = testing::Types<T...>;
};
template <class Tuple>
using as_types_t = typename AsTypes<Tuple>::type;

template <class T>
Kokkos::View<T*, Device> make_view(const std::vector<int>& numbers) {
  Kokkos::View<T*, Device> view("Strata::test", numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    view(i) = static_cast<T>(numbers[i]);
  return view;
}

/// Real parts of the stored entries; entries stored twice add up.
template <class View>
std::map<std::vector<std::int64_t>, double> entries_of(const View& view) {
  using scalar = std::remove_const_t<typename View::value_type>;
  const Entries entries =
      extract(Kokkos::DefaultHostExecutionSpace(), ref(view));
  std::map<std::vector<std::int64_t>, double> map;
  for (std::int64_t e = 0; e < entries.size(); ++e) {
    const std::int64_t* c = entries.coordinate(e);
    const auto value      = *reinterpret_cast<const scalar*>(entries.value(e));
    double real;
    if constexpr (std::is_convertible_v<scalar, double>)
      real = static_cast<double>(value);
    else
      real = value.real();
    map[std::vector<std::int64_t>(c, c + entries.order)] += real;
  }
  return map;
}

inline void expect_valid(const TensorRef& tensor) {
  validate(Kokkos::DefaultHostExecutionSpace(), tensor);
}

}  // namespace Strata::Testing

#define EXPECT_HAS(text, part) \
  EXPECT_NE((text).find(part), std::string::npos) << (text)

#endif
