// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_PLACEHOLDERS_HPP
#define STRATA_IMPL_PLACEHOLDERS_HPP

#include <map>
#include <string>

#include <Strata_IndexNotation.hpp>

namespace Strata::Impl {

/// A name that no text can contain, for an unnamed variable or tensor.
std::string make_placeholder();

/// Replaces placeholders by names that the statement does not use: i, j, k, …
/// for variables, T0, T1, … for tensors, in order of first appearance. Gives
/// old name → new name of the tensors.
std::map<std::string, std::string> name_placeholders(Assignment& a);

}  // namespace Strata::Impl

#endif
