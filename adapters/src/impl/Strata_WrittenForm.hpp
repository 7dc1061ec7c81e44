// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_WRITTEN_FORM_HPP
#define STRATA_IMPL_WRITTEN_FORM_HPP

#include <Strata_CoordinateList.hpp>

namespace Strata::Impl {

/// How a list is written to a Matrix Market file.
struct WrittenForm {
  Symmetry symmetry = Symmetry::general;
  bool array        = false;
  bool pattern      = false;
};

/// The form that the source of `list` had, as far as the entries still are such:
/// no symmetry that they have not, no pattern of values other than 1, no array of
/// repeated coordinates.
WrittenForm declared_form(const CoordinateList& list, const HostTasks& tasks);

}  // namespace Strata::Impl

#endif
