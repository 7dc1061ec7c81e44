// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INSERT_HPP
#define STRATA_INSERT_HPP

#include <cstdint>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_Ref.hpp>
#include <Strata_Tensor.hpp>
#include <impl/Strata_InsertImpl.hpp>

namespace Strata {

/// \file
/// Entries into a tensor that has room for them, where it is. Room is between the segments of
/// a last level that says of each where it begins and where it ends (`loose_compressed`):
///
///   const auto rows = TensorFormat::parse("(i, j) -> (i : dense, j : loose_compressed)");
///   auto A = Strata::with_room(exec, B, rows, 4);
///   Strata::insert(exec, A, entries);   // no array moves
///
/// A plan that reads the tensor does not see that its structure has changed: bind the tensor
/// again (Plan::bind), though its arrays are where they were.

/// What happens to an entry that is stored already.
enum class InsertMode {
  replace,  ///< its value becomes the new one
  add       ///< the new one is added (bool: or)
};

/// The tensor in `format` with places for `room` more entries behind every segment of its last
/// level. Blocks on exec; otherwise as convert().
/// \throws FormatMismatch for a format whose last level has no room between segments, or a
///   negative `room`; what convert() throws
template <class ExecutionSpace>
TensorRef with_room(const ExecutionSpace& exec, const TensorRef& tensor,
                    const TensorFormat& format, std::int64_t room,
                    const std::string& label = "") {
  TensorRef loose = Impl::make_ref<typename ExecutionSpace::memory_space>(
      Impl::loose_storage(exec, tensor, format, room, label));
  loose.fill = tensor.fill;
  return loose;
}

/// The same of a SparseView or a Kokkos::View.
template <class ExecutionSpace, TensorView View>
auto with_room(const ExecutionSpace& exec, const View& view, const TensorFormat& format,
               std::int64_t room, const std::string& label = "") {
  using scalar = std::remove_const_t<typename View::value_type>;
  return SparseView<scalar, DynamicFormat, typename ExecutionSpace::memory_space>(
      Impl::loose_storage(exec, ref(view), format, room, label));
}

/// Puts every entry of `entries`, a tensor of any format with the same extents (duplicates are
/// summed), into `tensor`: new ones into the room behind the segments that they belong to, which
/// stay in order. Segments are independent of each other and run in parallel. Returns how many
/// entries are new. Blocks on exec, because it says whether there was room for all of them: else
/// nothing has changed.
/// \pre `tensor` is valid and exec can write its arrays; nobody reads them at the same time
/// \throws FormatMismatch for a tensor whose last level has no room between segments, is
///   nonunique or nonordered, or stands below others than dense ones, for constant arrays, and
///   for a segment without enough room, which it names; ShapeMismatch for other extents; what
///   convert() throws of `entries`
/// Complexity: O(entries of the segments that change + parents), beside a conversion of `entries`.
template <class ExecutionSpace>
std::int64_t insert(const ExecutionSpace& exec, const TensorRef& tensor, const TensorRef& entries,
                    InsertMode mode = InsertMode::replace) {
  return Impl::insert_entries(exec, tensor, entries, mode == InsertMode::add);
}

template <class ExecutionSpace, class Scalar, class Format, class... Properties, TensorView View>
std::int64_t insert(const ExecutionSpace& exec,
                    const SparseView<Scalar, Format, Properties...>& view, const View& entries,
                    InsertMode mode = InsertMode::replace) {
  return insert(exec, ref(view), ref(entries), mode);
}

}  // namespace Strata

#endif
