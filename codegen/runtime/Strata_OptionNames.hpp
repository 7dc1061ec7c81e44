// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_OPTION_NAMES_HPP
#define STRATA_OPTION_NAMES_HPP

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace Strata {

/// The name of a value of an option.
/// \pre there is one
template <class T>
const std::string& name_in(const std::map<std::string, T>& names, T value) {
  return std::find_if(names.begin(), names.end(),
                      [&](const auto& named) { return named.second == value; })
      ->first;
}

/// Inverse of name_in(); nothing for any other name.
template <class T>
std::optional<T> value_in(const std::map<std::string, T>& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? std::nullopt : std::optional<T>(found->second);
}

}  // namespace Strata

#endif
