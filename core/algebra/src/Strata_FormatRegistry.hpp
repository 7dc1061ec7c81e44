// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FORMAT_REGISTRY_HPP
#define STRATA_FORMAT_REGISTRY_HPP

#include <string>
#include <vector>

namespace Strata {

/// A name for formats, beside those of Strata_FormatName.hpp.
struct FormatName {
  std::string name;   ///< "SELL"
  int num_arguments;  ///< numbers from 1 on in parentheses behind it
  /// The format in any spelling that TensorFormat::parse reads, with $0, $1, … for the
  /// arguments: "(i, j) -> (i : dense, j : sell[$0])".
  std::string text;
};

/// Makes TensorFormat::parse know `format`, from now on. A name may be registered once for
/// each number of arguments; the same again does nothing. Safe to call from any thread.
/// \throws FormatMismatch for a name that stands for another format
bool register_format(FormatName format);

/// All that are registered, in their order.
std::vector<FormatName> registered_formats();

}  // namespace Strata

#endif
