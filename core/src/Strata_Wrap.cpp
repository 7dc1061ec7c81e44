// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_PackedIndex.hpp>
#include <Strata_Wrap.hpp>

namespace Strata::Impl {

void check_contiguous(std::string_view what, const std::string& label,
                      std::int64_t stride, bool contiguous) {
  if (contiguous) return;
  throw FormatMismatch(error_message(
      "Strata::wrap", std::string(what) + " \"" + label + "\"",
      "a contiguous View of rank 1", "stride " + std::to_string(stride),
      "levels index their arrays with stride 1: copy the View first"));
}

void IndexTypeMerger::add(IndexType type) {
  if (m_found && type != m_type)
    throw FormatMismatch(error_message(
        "Strata::wrap", m_what, to_text(m_type) + " at every level",
        to_text(type), "a format has one type for all levels"));
  m_type  = type;
  m_found = true;
}

void check_fits(std::string_view operation, const std::string& what,
                std::int64_t number, IndexType type) {
  if (static_cast<std::uint64_t>(number) <= type.max()) return;
  throw IndexOverflow(error_message(
      operation, what, "a number up to " + std::to_string(type.max()),
      std::to_string(number), "use a wider index type"));
}

void check_packed_array(std::int64_t bytes, IndexType type, std::int64_t count) {
  if (!is_packed(type))
    throw FormatMismatch(error_message("Strata::wrap", "packed coordinates",
                                       "a width of 1, 2 or 4", std::to_string(type.width),
                                       "give wider ones as a View of their type"));
  if (count < 0 || bytes < index_bytes(type, count))
    throw InvalidStorage(error_message(
        "Strata::wrap", "packed coordinates",
        std::to_string(index_bytes(type, count < 0 ? 0 : count)) + " bytes for " +
            std::to_string(count) + " coordinates of " + std::to_string(type.width) + " bits",
        std::to_string(bytes)));
}

void check_aligned(std::string_view what, const void* data,
                   std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  if (address % alignment == 0) return;
  throw InvalidStorage(error_message(
      "Strata::wrap", what,
      "an address that is a multiple of " + std::to_string(alignment),
      std::to_string(address % alignment) + " bytes behind one",
      "allocate the array with the alignment of its elements"));
}

void check_array_counts(const TensorFormat& format, std::size_t positions,
                        std::size_t coordinates) {
  std::size_t with_positions = 0, with_coordinates = 0;
  for (const LevelType& level : format.levels()) {
    with_positions += level_traits(level).stores_positions;
    with_coordinates += level_traits(level).stores_coordinates;
  }
  const auto text = [](std::size_t p, std::size_t c) {
    return std::to_string(p) + " positions and " + std::to_string(c) +
           " coordinates arrays";
  };
  if (positions != with_positions || coordinates != with_coordinates)
    throw FormatMismatch(error_message(
        "Strata::wrap", "arrays of " + format.to_string(),
        text(with_positions, with_coordinates), text(positions, coordinates),
        "give one for each level that stores one"));
}

}  // namespace Strata::Impl
