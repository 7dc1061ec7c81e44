// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_ForEachImpl.hpp>

namespace Strata::Impl {

void throw_not_entry_function(std::string_view operation,
                              std::string_view label, int rank) {
  throw ShapeMismatch(
      error_message(operation, "f",
                    "a function of " + std::to_string(rank) +
                        " coordinates and a reference to a value of \"" +
                        std::string(label) + "\"",
                    "a function of another number or types of arguments",
                    "tensors of order up to " + std::to_string(max_entry_rank) +
                        " are walked; the value of a const view is const"));
}

}  // namespace Strata::Impl
