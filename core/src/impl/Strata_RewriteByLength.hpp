// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_BY_LENGTH_HPP
#define STRATA_IMPL_REWRITE_BY_LENGTH_HPP

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include <Kokkos_Core.hpp>
#include <Strata_LevelSearch.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_RadixSort.hpp>
#include <impl/Strata_RewriteKernels.hpp>

namespace Strata::Impl {

/// Numbers the positions of a compressed level by where they are written: where their scope
/// begins, above how many fewer children they have than the most that there are.
struct LengthKeysFunctor {
  ReadLevel m_from;
  AnyLevel m_to, m_below;  ///< as it is written; the level below the one that is read
  bool m_is_last;          ///< nothing stands below
  std::int64_t m_parents, m_scope, m_most;
  int m_bits;  ///< of m_most
  std::uint64_t* m_keys;
  std::int64_t* m_order;

  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t p) const {
    if (m_is_last) return 0;
    const auto children = m_below.children({p, 0});
    return children.end > children.begin ? children.end - children.begin : 0;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const {
    DeviceEvaluator b;
    m_order[p] = p;
    const std::int64_t parent =
        parent_position(CompressedLevel{}, b, m_from.level.storage, p, std::int64_t{0}, m_parents);
    const std::int64_t target = m_from.target(parent);
    if (target < 0) {  // not of the tensor: behind all others
      m_keys[p] = std::numeric_limits<std::uint64_t>::max();
      return;
    }
    const std::int64_t rank  = p - m_from.level.children({parent, 0}).begin;
    const std::int64_t scope = m_to.children({target, 0}).begin + rank / m_scope * m_scope;
    m_keys[p]                = (static_cast<std::uint64_t>(scope) << m_bits) |
                static_cast<std::uint64_t>(m_most - length(p));
  }
};

/// Coordinates in their new order, and where every position that is read has gone.
struct PutInOrderFunctor {
  const std::int64_t* m_order;
  IndexSpan m_from;
  MutableIndexSpan m_to;
  std::int64_t *m_targets, *m_above;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t p = m_order[k], c = m_from[p];
    m_to.store(k, c);
    m_targets[p] = k;
    if (m_above != nullptr) m_above[p] = c;
  }
};

/// Writes the `written` coordinates of a level that puts the longest first. \pre the level
/// that is read is compressed and has `size` positions below `parents`; `below` is the one
/// below it in the same tensor, null: there is none
template <class ExecutionSpace>
void store_by_length(const ExecutionSpace& exec, LevelType type, const ReadLevel& from,
                     const AnyLevel* below, const AnyLevel& to, std::int64_t parents,
                     std::int64_t size, std::int64_t written, const PutInOrderFunctor& put) {
  const auto keys   = allocate<std::uint64_t>(exec, 2 * size, "Strata::rewrite::keys");
  const auto places = allocate<std::int64_t>(exec, 2 * size, "Strata::rewrite::order");
  KeyedEntries data{keys.data(), places.data(), size},
      buffer{keys.data() + size, places.data() + size, size};
  LengthKeysFunctor functor{from, to, {}, below == nullptr, parents,
                            std::numeric_limits<std::int64_t>::max(), 0, 0, data.keys,
                            data.entries};
  if (below != nullptr) functor.m_below = *below;
  const bool has_scope = level_definition(type.kind).description.num_parameters > 0;
  if (has_scope) functor.m_scope = type.parameters[0];
  std::int64_t most = 0;
  const IndexRange<ExecutionSpace> positions(exec, 0, size);
  Kokkos::parallel_reduce(
      "Strata::rewrite::longest", positions,
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t & value) {
        value = Kokkos::max(value, functor.length(p));
      },
      Kokkos::Max<std::int64_t>(most));
  functor.m_most = std::max<std::int64_t>(most, 0);
  functor.m_bits = std::bit_width(static_cast<std::uint64_t>(functor.m_most));
  Kokkos::parallel_for("Strata::rewrite::length_keys", positions, functor);
  const bool is_whole = parents == 1 && !has_scope && size == written;
  const int scope_bits = std::bit_width(static_cast<std::uint64_t>(written)) + 1;
  const int bits       = functor.m_bits + (is_whole ? 0 : scope_bits);
  radix_sort(exec, data, buffer, std::min(bits, 64));
  PutInOrderFunctor in_order = put;
  in_order.m_order           = data.entries;
  Kokkos::parallel_for("Strata::rewrite::put_in_order",
                       IndexRange<ExecutionSpace>(exec, 0, written), in_order);
  exec.fence("Strata::rewrite: order has been read");
}

}  // namespace Strata::Impl

#endif
