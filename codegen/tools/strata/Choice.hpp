// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOL_CHOICE_HPP
#define STRATA_TOOL_CHOICE_HPP

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace Strata::Tool {

/// "expected one of openmp serial, got 'gpu'"
inline std::string not_among(const std::vector<std::string>& names, const std::string& input) {
  std::string known;
  for (const std::string& name : names) known += " " + name;
  return "expected one of" + known + ", got '" + input + "'";
}

/// Accepts some words.
inline CLI::Validator choice(const std::vector<std::string>& names) {
  const auto check = [names](std::string& input) -> std::string {
    const bool known = std::find(names.begin(), names.end(), input) != names.end();
    return known ? "" : not_among(names, input);
  };
  return CLI::Validator(check, "");
}

/// Accepts the names of the values of an enumeration.
template <class T>
CLI::Validator choice(const std::map<std::string, T>& values) {
  const auto transform = [values](std::string& input) -> std::string {
    if (const auto found = values.find(input); found != values.end()) {
      input = std::to_string(static_cast<int>(found->second));
      return "";
    }
    std::vector<std::string> names;
    for (const auto& [name, value] : values) names.push_back(name);
    return not_among(names, input);
  };
  return CLI::Validator(transform, "");
}

}  // namespace Strata::Tool

#endif
