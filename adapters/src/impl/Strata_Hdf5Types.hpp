// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_HDF5_TYPES_HPP
#define STRATA_IMPL_HDF5_TYPES_HPP

#include <string>

#include <impl/Strata_Hdf5File.hpp>

namespace Strata::Impl {

/// How an element is stored: `count` numbers of `type`.
struct Hdf5Element {
  Hdf5Id type;
  std::int64_t count = 1;
  std::int64_t bytes = 0;  ///< of all of them
};

/// \throws std::out_of_range for a name that is none of element_name().
Hdf5Element hdf5_element(const std::string& name);

}  // namespace Strata::Impl

#endif
