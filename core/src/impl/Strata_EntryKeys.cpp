// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>
#include <string>

#include <Strata_Error.hpp>
#include <impl/Strata_EntryKeys.hpp>

namespace Strata::Impl {

namespace {
/// Levels of words: as many as fit 64 bits, counted from the last level.
std::vector<int> first_levels(const std::vector<int>& bits) {
  std::vector<int> first;
  int used = 64;
  for (int l = static_cast<int>(bits.size()) - 1; l >= 0; --l) {
    // A level without bits must not be shifted by 64.
    if (used + bits[l] > 64 || used == 64) {
      first.insert(first.begin(), l);
      used = 0;
    }
    first.front() = l;
    used += bits[l];
  }
  return first;
}
}  // namespace

KeyLayout make_key_layout(const TensorFormat& format,
                          const std::vector<std::int64_t>& extents) {
  if (format.lvl_rank() > max_levels)
    throw UnsupportedExpression(
        error_message("Strata::assemble", "format",
                      "at most " + std::to_string(max_levels) + " levels",
                      std::to_string(format.lvl_rank())));
  KeyLayout layout;
  layout.num_levels = format.lvl_rank();
  std::vector<int> bits;
  for (int l = 0; l < layout.num_levels; ++l) {
    layout.dimensions[l] = format.dimension_of_level(l);
    layout.extents[l]    = extents[layout.dimensions[l]];
    bits.push_back(
        layout.extents[l] > 1
            ? std::bit_width(static_cast<std::uint64_t>(layout.extents[l] - 1))
            : 0);
  }
  const std::vector<int> first = first_levels(bits);
  layout.num_words             = static_cast<int>(first.size());
  for (int w = 0; w < layout.num_words; ++w) {
    const int end = w + 1 < layout.num_words ? first[w + 1] : layout.num_levels;
    int shift     = 0;
    for (int l = end - 1; l >= first[w]; --l) {
      layout.fields[l] = {w, shift, (std::uint64_t{1} << bits[l]) - 1};
      shift += bits[l];
    }
    layout.word_bits[w] = shift;
  }
  return layout;
}

}  // namespace Strata::Impl
