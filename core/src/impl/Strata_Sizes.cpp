// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_PackedIndex.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {

namespace {
// Address spaces end here; larger requests are mistakes in extents.
constexpr std::int64_t max_bytes = std::int64_t{1} << 47;
}  // namespace

std::int64_t checked_product(std::string_view operation, std::int64_t a,
                             std::int64_t b) {
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  throw IndexOverflow(
      error_message(operation, "dense level", "at most 2^63 - 1 positions",
                    std::to_string(a) + " x " + std::to_string(b),
                    "store the dimension in a compressed level"));
}

std::int64_t checked_bytes(std::string_view label, std::int64_t count,
                           std::int64_t element) {
  std::int64_t bytes = 0;
  if (!__builtin_mul_overflow(count, element, &bytes) && bytes <= max_bytes)
    return bytes;
  throw IndexOverflow(
      error_message("allocate", label, "at most 2^47 bytes",
                    std::to_string(count) + " elements of " +
                        std::to_string(element) + " bytes",
                    "store the large dimensions in compressed levels"));
}

void check_extents(std::string_view operation, const TensorFormat& format,
                   const std::vector<std::int64_t>& extents) {
  const auto rank = static_cast<std::size_t>(format.dim_rank());
  if (extents.size() != rank)
    throw ShapeMismatch(
        error_message(operation, "extents", std::to_string(rank) + " extents",
                      to_text(extents), "give one extent per dimension"));
  for (std::size_t d = 0; d < rank; ++d)
    if (extents[d] < 0)
      throw ShapeMismatch(
          error_message(operation, "extent of dimension " + std::to_string(d),
                        "a number >= 0", std::to_string(extents[d])));
}

std::string to_text(const std::vector<std::int64_t>& numbers) {
  std::string text = "(";
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + ")";
}

std::string to_text(IndexType type) {
  return std::to_string(type.bits()) + "-bit " +
         (type.is_signed ? "signed" : "unsigned");
}

void check_whole_bytes(std::string_view label, IndexType type) {
  if (!is_packed(type)) return;
  throw FormatMismatch(error_message("allocate", label, "numbers of 8, 16, 32 or 64 bits",
                                     to_text(type) + ", which are packed",
                                     "convert the tensor to crdWidth = 8"));
}

void throw_allocation_failed(std::string_view label, std::int64_t bytes,
                             const char* reason) {
  throw IndexOverflow(
      error_message("allocate", label, std::to_string(bytes) + " bytes", reason,
                    "use compressed levels or a larger machine"));
}

std::string array_label(std::string_view label, std::string_view what) {
  return "Strata::" + std::string(label.empty() ? "tensor" : label) +
         "::" + std::string(what);
}

}  // namespace Strata::Impl
