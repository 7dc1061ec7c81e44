// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_RandomIndices.hpp"

#include <algorithm>
#include <numeric>

namespace Strata::Testing {

/// Longer sets make a statement that nobody can read.
constexpr std::int64_t s_largest_set = 9;

void RandomIndices::add(const std::string& variable, std::int64_t extent) {
  texts.push_back(variable);
  extents.push_back(extent);
}

void RandomIndices::add_window(Random& random, const std::string& variable, std::int64_t length,
                               std::int64_t extent) {
  const auto lo = random.below(extent - length + 1);
  texts.push_back(variable + "(" + std::to_string(lo) + "," + std::to_string(lo + length) + ")");
  extents.push_back(extent);
}

void RandomIndices::add_part(Random& random, const std::string& variable, std::int64_t length,
                             bool distinct) {
  const auto kind = random.below(100);
  const auto largest = std::max<std::int64_t>(length, 256);  // for 8 bits
  if (kind < 35 || 4 * length > largest) {
    return add_window(random, variable, length, std::min(length + random.below(5), largest));
  }
  if (kind < 65 && length <= s_largest_set) return add_set(random, variable, length, distinct);
  const auto stride = 2 + random.below(3), lo = random.below(4), rest = random.below(stride);
  const auto hi = length == 0 ? lo : lo + (length - 1) * stride + 1 + rest;
  texts.push_back(variable + "(" + std::to_string(lo) + "," + std::to_string(hi) + "," +
                  std::to_string(stride) + ")");
  extents.push_back(std::max<std::int64_t>(hi + random.below(3), 1));
}

void RandomIndices::add_set(Random& random, const std::string& variable, std::int64_t length,
                            bool distinct) {
  const auto extent = std::max<std::int64_t>(1, length + random.below(6));
  std::vector<std::int64_t> members(extent);
  std::iota(members.begin(), members.end(), 0);
  random.shuffle(members);
  members.resize(length);
  if (random.chance(65)) {
    std::sort(members.begin(), members.end());
  } else if (!distinct && length > 1 && random.chance(50)) {
    members[random.below(length)] = members[random.below(length)];
  }
  std::string text = variable + "({";
  for (std::size_t n = 0; n < members.size(); ++n) {
    text += (n == 0 ? "" : ",") + std::to_string(members[n]);
  }
  texts.push_back(text + "})");
  extents.push_back(extent);
}

std::string RandomIndices::of(const std::string& tensor) const {
  std::string text = tensor;
  for (std::size_t d = 0; d < texts.size(); ++d) text += (d == 0 ? "(" : ",") + texts[d];
  return texts.empty() ? text : text + ")";
}

}  // namespace Strata::Testing
