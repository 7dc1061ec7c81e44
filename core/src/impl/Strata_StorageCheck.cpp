// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_Sizes.hpp>
#include <impl/Strata_StorageCheck.hpp>

namespace Strata::Impl {

namespace {
std::string quoted(std::string_view label) {
  return "\"" + std::string(label) + "\"";
}

bool same_index_type(IndexType a, IndexType b) {
  return a.bits() == b.bits() && a.is_signed == b.is_signed;
}
}  // namespace

void check_same_format(std::string_view operation, std::string_view label,
                       const TensorFormat& expected, const TensorFormat& got) {
  if (expected.map() == got.map() && expected.levels() == got.levels() &&
      expected.slices() == got.slices() &&
      same_index_type(expected.pos_type(), got.pos_type()) &&
      same_index_type(expected.crd_type(), got.crd_type()))
    return;
  throw FormatMismatch(error_message(operation, quoted(label),
                                     expected.to_string(), got.to_string(),
                                     "convert the tensor first"));
}

void check_same_scalar(std::string_view operation, std::string_view label,
                       ScalarType expected, ScalarType got) {
  if (expected == got) return;
  throw FormatMismatch(
      error_message(operation, quoted(label),
                    "values of type " + std::string(name_of(expected)),
                    std::string(name_of(got))));
}

void check_coordinates(std::string_view operation, std::string_view label,
                       const std::vector<std::int64_t>& extents,
                       const std::vector<std::int64_t>& coordinates) {
  if (coordinates.size() != extents.size())
    throw ShapeMismatch(
        error_message(operation, quoted(label),
                      std::to_string(extents.size()) + " coordinates",
                      to_text(coordinates), "give one per dimension"));
  for (std::size_t d = 0; d < extents.size(); ++d)
    if (coordinates[d] < 0 || coordinates[d] >= extents[d])
      throw ShapeMismatch(error_message(
          operation, quoted(label),
          "a coordinate of dimension " + std::to_string(d) + " in [0, " +
              std::to_string(extents[d]) + ")",
          to_text(coordinates)));
}

std::string tensor_label(std::string_view values_label) {
  constexpr std::string_view prefix = "Strata::", suffix = "::values";
  std::string label(values_label);
  const auto at = label.rfind(suffix);
  if (!label.starts_with(prefix) || at == std::string::npos) return label;
  label.erase(at, suffix.size()).erase(0, prefix.size());
  return label == "tensor" ? "" : label;
}

void throw_array_mismatch(std::string_view operation, std::string_view label,
                          const TensorFormat& format, int l, IndexType asked) {
  throw FormatMismatch(error_message(
      operation, quoted(label),
      to_text(asked) + " array at level " + std::to_string(l),
      "format " + format.to_string() + " (positions " +
          to_text(format.pos_type()) + ", coordinates " +
          to_text(format.crd_type()) + ")",
      "ask for the type the format names, at a level that stores the array"));
}

}  // namespace Strata::Impl
