// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_STATIC_FORMAT_HPP
#define STRATA_STATIC_FORMAT_HPP

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <Strata_LevelType.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata {

/// Tag: the format of a SparseView is known at run time only.
struct DynamicFormat {};

/// Width and signedness of an integer type; 64 bits unsigned is native (0).
template <class T>
constexpr IndexType index_type_of() {
  static_assert(
      std::is_integral_v<T> && !std::is_same_v<T, bool>,
      "Strata::index_type_of: positions and coordinates are integers");
  constexpr bool is_signed = std::is_signed_v<T>;
  constexpr int bits       = 8 * static_cast<int>(sizeof(T));
  return {bits == 64 && !is_signed ? 0 : bits, is_signed};
}

/// One level of a StaticFormat: stores dimension `Dimension`.
template <LevelKind Kind, int Dimension, bool Unique = true,
          bool Ordered = true>
struct StaticLevel {
  static constexpr LevelKind kind = Kind;
  static constexpr int dimension  = Dimension;
  static constexpr LevelType type = {Kind, Unique, Ordered};
};

/// Format known at compile time: index types and one StaticLevel per level.
template <class PosT, class CrdT, class... Levels>
struct StaticFormat {
  using position_type       = PosT;
  using coordinate_type     = CrdT;
  static constexpr int rank = static_cast<int>(sizeof...(Levels));
  template <int L>
  using level = std::tuple_element_t<L, std::tuple<Levels...>>;

  /// The same format as a run-time object.
  static TensorFormat dynamic() {
    return TensorFormat(std::vector<int>{Levels::dimension...},
                        std::vector<LevelType>{Levels::type...},
                        index_type_of<PosT>(), index_type_of<CrdT>());
  }
};

namespace Impl {
template <int L, int N>
using CooLevel =
    StaticLevel<L == 0 ? LevelKind::compressed : LevelKind::singleton, L,
                L == N - 1>;

template <class PosT, class CrdT, int... L>
StaticFormat<PosT, CrdT, CooLevel<L, static_cast<int>(sizeof...(L))>...>
    make_coo(std::integer_sequence<int, L...>);
template <LevelKind Kind, class PosT, class CrdT, int... L>
StaticFormat<PosT, CrdT, StaticLevel<Kind, L>...> make_uniform(
    std::integer_sequence<int, L...>);
}  // namespace Impl

template <int N>
using DenseFormat =
    decltype(Impl::make_uniform<LevelKind::dense, std::uint64_t, std::uint64_t>(
        std::make_integer_sequence<int, N>{}));
template <class PosT = std::uint64_t, class CrdT = PosT>
using SparseVectorFormat =
    StaticFormat<PosT, CrdT, StaticLevel<LevelKind::compressed, 0>>;
template <class PosT = std::uint64_t, class CrdT = PosT>
using CSRFormat = StaticFormat<PosT, CrdT, StaticLevel<LevelKind::dense, 0>,
                               StaticLevel<LevelKind::compressed, 1>>;
template <class PosT = std::uint64_t, class CrdT = PosT>
using CSCFormat = StaticFormat<PosT, CrdT, StaticLevel<LevelKind::dense, 1>,
                               StaticLevel<LevelKind::compressed, 0>>;
template <class PosT = std::uint64_t, class CrdT = PosT>
using DCSRFormat =
    StaticFormat<PosT, CrdT, StaticLevel<LevelKind::compressed, 0>,
                 StaticLevel<LevelKind::compressed, 1>>;
template <class PosT = std::uint64_t, class CrdT = PosT>
using DCSCFormat =
    StaticFormat<PosT, CrdT, StaticLevel<LevelKind::compressed, 1>,
                 StaticLevel<LevelKind::compressed, 0>>;
template <int N, class PosT = std::uint64_t, class CrdT = PosT>
using COOFormat =
    decltype(Impl::make_coo<PosT, CrdT>(std::make_integer_sequence<int, N>{}));
template <int N, class PosT = std::uint64_t, class CrdT = PosT>
using CSFFormat =
    decltype(Impl::make_uniform<LevelKind::compressed, PosT, CrdT>(
        std::make_integer_sequence<int, N>{}));

}  // namespace Strata

#endif
