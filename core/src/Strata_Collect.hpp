// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_COLLECT_HPP
#define STRATA_COLLECT_HPP

#include <string>
#include <utility>

#include <Strata_TensorRef.hpp>
#include <impl/Strata_CollectImpl.hpp>

namespace Strata {

/// A list of entries in any order, with repetitions (a compressed level and singletons, like
/// COO, whose levels need be neither unique nor ordered) as a tensor: sorted, summed up where
/// `format` has coordinates once, and stored. What is equal is summed in the order of the list.
///
/// The arrays of `list` may be overwritten, with what nobody should read, unless its values are
/// const. On hosts it is sorted where it lies: beside it and the result there is memory for 2^16
/// entries and for a bucket of about 2^14 of each thread, if coordinates fit a word of 64 bits
/// together and `format` does not end in a dense level. Elsewhere it is what convert() does.
/// Waits for `exec`.
/// \throws IndexOverflow when a position or coordinate does not fit its type, or memory is
///   short. \throws FormatMismatch when `format` is of another order.
template <class ExecutionSpace>
TensorRef collect_entries(const ExecutionSpace& exec, TensorRef list, const TensorFormat& format,
                          const std::string& label = "") {
  const double fill = list.fill;
  TensorRef target  = Impl::make_ref<typename ExecutionSpace::memory_space>(
      Impl::collect_storage(exec, std::move(list), format, label));
  target.fill = fill;
  return target;
}

}  // namespace Strata

#endif
