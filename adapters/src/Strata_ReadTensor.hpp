// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_READ_TENSOR_HPP
#define STRATA_READ_TENSOR_HPP

#include <string>
#include <utility>

#include <Strata_Assemble.hpp>
#include <Strata_CoordinateList.hpp>
#include <Strata_Extract.hpp>
#include <Strata_HostTasks.hpp>
#include <Strata_TensorFile.hpp>

namespace Strata {

/// Stores `list` in `format`; repeated coordinates are summed, `fill` is read where
/// there is none. Waits for exec, which must be able to read host memory.
/// \throws as assemble() from arrays.
template <class ExecutionSpace>
TensorRef assemble(const ExecutionSpace& exec, const TensorFormat& format,
                   const CoordinateList& list, const std::string& label = "",
                   double fill = 0) {
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible,
      "Strata::assemble: a CoordinateList is in host memory, exec must be able to read it");
  TensorRef tensor =
      assemble(exec, format, list.scalar, list.extents, list.coordinates.data(),
               list.values.data(), list.num_entries, label, fill);
  exec.fence("Strata::assemble::list");
  return tensor;
}

/// What `tensor`, in memory that exec can read, stores: the inverse of assemble().
/// Waits for exec.
template <class ExecutionSpace>
CoordinateList list_entries(const ExecutionSpace& exec, const TensorRef& tensor,
                            ExtractZeros zeros = ExtractZeros::keep) {
  Entries entries = extract(exec, tensor, zeros);
  CoordinateList list;
  list.extents     = tensor.extents;
  list.format      = tensor.format;
  list.fill        = tensor.fill;
  list.scalar      = entries.scalar;
  list.num_entries = list.declared_entries = entries.size();
  list.coordinates = std::move(entries.coordinates);
  list.values      = std::move(entries.values);
  return list;
}

/// Reads a file on exec (see read_tensor_file()) and stores it in `format`:
/// view_of<double>(read_tensor(exec, "bus.mtx", Formats::csr())).
/// \throws IoError, ShapeMismatch, IndexOverflow.
template <class ExecutionSpace>
TensorRef read_tensor(const ExecutionSpace& exec, const std::string& path,
                      const TensorFormat& format, ReadOptions options = {}) {
  if (options.known_order() < 0) options.order = format.dim_rank();
  if (!options.tasks) options.tasks = host_tasks(exec);
  return assemble(exec, format, read_tensor_file(path, options), path);
}

}  // namespace Strata

#endif
