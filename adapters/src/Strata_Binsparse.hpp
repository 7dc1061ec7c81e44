// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_BINSPARSE_HPP
#define STRATA_BINSPARSE_HPP

#include <string>

#include <Strata_CoordinateList.hpp>
#include <Strata_Error.hpp>
#include <Strata_TensorRef.hpp>
#include <Strata_Validate.hpp>
#include <impl/Strata_HostCopy.hpp>

namespace Strata {

/// True when this Strata was built with HDF5. Without it the functions below
/// throw UnsupportedExpression.
bool has_binsparse();

namespace Impl {
/// The arrays as they are in the file.
TensorRef load_binsparse(const std::string& path);
[[noreturn]] void throw_wrong_storage(const std::string& path, const TensorRef& tensor,
                                      const Error& reason);
}  // namespace Impl

/// Reads a tensor of any format from a binsparse container (HDF5). Contiguous
/// arrays are mapped, not copied: pages are read when they are touched, and
/// writing to them changes the memory of this process, not the file. A file must
/// not be cut or overwritten while its tensor lives. Before it returns, checksums
/// are compared where the file has them (every file that Strata wrote) and the
/// storage is validated on exec, which it waits for.
/// \throws IoError when the file cannot be read, is damaged, is no binsparse
///   container, or holds a format that there is not.
template <class ExecutionSpace>
TensorRef read_binsparse(const ExecutionSpace& exec, const std::string& path) {
  static_assert(Impl::host_reads_v<ExecutionSpace>,
                "Strata::read_binsparse: files are mapped into host memory, exec must read it");
  Kokkos::Profiling::ScopedRegion region("Strata::read_binsparse");
  TensorRef tensor = Impl::load_binsparse(path);
  try {
    validate(exec, tensor);
  } catch (const Error& reason) {
    Impl::throw_wrong_storage(path, tensor, reason);
  }
  return tensor;
}
/// On the default instance of the default host space. \pre Kokkos is initialised.
TensorRef read_binsparse(const std::string& path);

/// The same as a list of entries, without the zeros below dense levels; `format`
/// and `fill` of the list are those of the file. \throws also ShapeMismatch,
/// and what convert() throws, for values that options.type does not hold.
CoordinateList read_binsparse_list(const std::string& path,
                                   const ReadOptions& options = {});

/// Writes a tensor whose arrays the host can read now: its format, index types,
/// scalar type, extents, fill value and arrays as they are, each with a checksum
/// (CRC-32). Formats that binsparse has (vectors, dense, compressed and coordinate
/// matrices) are read by its other implementations; formats that it lacks by
/// Strata. The file appears under its name when it is whole.
/// \throws IoError when it cannot be written.
void write_binsparse(const std::string& path, const TensorRef& host_tensor);

/// Writes a tensor in the memory of exec. Waits for exec.
template <class ExecutionSpace>
void write_binsparse(const ExecutionSpace& exec, const std::string& path,
                     const TensorRef& tensor) {
  write_binsparse(path, Impl::host_copy(exec, tensor));
}

/// Stores a list in its `format` (none: dense where it lists every element, else
/// CSR or CSF) and writes it. \pre Kokkos is initialised.
/// \throws as assemble(), IoError.
void write_binsparse(const std::string& path, const CoordinateList& list);

/// True when the file begins as HDF5 does; false when it cannot be read.
bool is_hdf5(const std::string& path);

}  // namespace Strata

#endif
