// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_BINSPARSE_LOCK_HPP
#define STRATA_IMPL_BINSPARSE_LOCK_HPP

#include <mutex>

namespace Strata::Impl {

/// HDF5 is used by one thread at a time.
std::mutex& hdf5_mutex();

}  // namespace Strata::Impl

#endif
