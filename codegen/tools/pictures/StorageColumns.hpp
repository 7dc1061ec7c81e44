// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_STORAGE_COLUMNS_HPP
#define STRATA_TOOLS_STORAGE_COLUMNS_HPP

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include <Strata_TensorRef.hpp>
#include <fmt/format.h>

#include "ArrayRows.hpp"
#include "StorageLevel.hpp"
#include "Svg.hpp"

/// \file
/// What a picture of a storage tree is made of.

namespace Strata::Tool {

/// Value number p.
inline std::string value_text(const TensorRef& tensor, std::int64_t p) {
  return visit_scalar_type(tensor.scalar, [&](auto zero) -> std::string {
    decltype(zero) v;
    std::memcpy(&v, static_cast<const std::byte*>(tensor.values) + p * sizeof v, sizeof v);
    if constexpr (std::is_same_v<decltype(v), bool>)
      return v ? "1" : "0";
    else if constexpr (std::is_integral_v<decltype(v)>)
      return std::to_string(v);
    else if constexpr (std::is_convertible_v<decltype(v), double>)
      return fmt::format("{:.6g}", static_cast<double>(v));
    else
      return fmt::format("{:.5g}{:+.5g}i", v.real(), v.imag());
  });
}

/// An array of a level: numbers in boxes, one below the other.
struct ArrayColumn {
  static constexpr double number_size = 11.5;
  std::string name, count;
  std::vector<std::string> numbers;  ///< of the rows shown
  double width = 0, x = 0;

  void measure() {
    width = std::max(text_width(name, 10.5), text_width(count, 10.5));
    width = std::max(width, 34.0);
    for (const std::string& n : numbers)
      width = std::max(width, text_width(n, number_size) + 14);
  }
  double right() const { return x + width; }
};

struct Panel {
  std::vector<std::string> heading;
  std::string color;
  double x = 0, width = 0;
  std::vector<ArrayColumn*> columns{};
};

/// A level with what is drawn of it.
struct DrawnLevel {
  StorageLevel level;
  ArrayRows rows;
  ArrayColumn positions, coordinates;
  std::map<std::int64_t, int> shade;  ///< of a parent with children: 0 or 1
};

}  // namespace Strata::Tool

#endif
