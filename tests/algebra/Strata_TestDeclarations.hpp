// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_DECLARATIONS_HPP
#define STRATA_TEST_DECLARATIONS_HPP

#include <string>

#include <Strata_IndexNotation.hpp>

namespace Strata::Testing {

/// A dense tensor for check().
inline TensorDeclaration declare(std::vector<std::int64_t> extents,
                                 ScalarType scalar = ScalarType::f64) {
  TensorDeclaration d;
  d.format  = Formats::dense(static_cast<int>(extents.size()));
  d.scalar  = scalar;
  d.extents = std::move(extents);
  return d;
}

inline CheckedAssignment check_text(const std::string& text,
                                    TensorDeclarations tensors) {
  return check(parse_notation(text), std::move(tensors));
}

/// The right side after check(), as text.
inline std::string checked(const std::string& text,
                           TensorDeclarations tensors) {
  const CheckedAssignment c = check_text(text, std::move(tensors));
  return to_string(*c.assignment.rhs);
}

}  // namespace Strata::Testing

#endif
