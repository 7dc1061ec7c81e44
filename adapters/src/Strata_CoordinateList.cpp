// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_CoordinateList.hpp>

namespace Strata {

std::string_view name_of(Symmetry s) {
  switch (s) {
    case Symmetry::symmetric: return "symmetric";
    case Symmetry::skew_symmetric: return "skew-symmetric";
    case Symmetry::hermitian: return "hermitian";
    default: return "general";
  }
}

std::string extents_to_string(std::span<const std::int64_t> extents) {
  if (extents.empty()) return "scalar";
  std::string text;
  for (const auto e : extents) {
    if (!text.empty()) text += 'x';
    text += std::to_string(e);
  }
  return text;
}

}  // namespace Strata
