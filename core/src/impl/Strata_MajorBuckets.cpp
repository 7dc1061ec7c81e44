// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_MajorBuckets.hpp>

namespace Strata::Impl {

std::int64_t MajorBuckets::longest() const {
  std::int64_t most = 0;
  for (std::int64_t b = 0; b < size(); ++b)
    if (width(b) > 1) most = std::max(most, begins[b + 1] - begins[b]);
  return most;
}

std::int64_t MajorBuckets::widest() const {
  std::int64_t most = 0;
  for (std::int64_t b = 0; b < size(); ++b) most = std::max(most, width(b));
  return most;
}

MajorBuckets make_buckets(const MajorGroups& groups, const std::vector<std::int64_t>& entries,
                          std::int64_t most) {
  MajorBuckets out;
  out.of_group.resize(entries.size());
  std::int64_t end = 0;
  for (std::size_t g = 0; g < entries.size(); ++g) {
    const auto first = static_cast<std::int64_t>(g) << groups.shift;
    const std::int64_t last =
        std::min(first + (std::int64_t{1} << groups.shift), groups.extent);
    if (out.begins.empty() ||
        end + entries[g] - out.begins.back() > most ||
        last - out.first_majors.back() > MajorBuckets::max_width) {
      out.begins.push_back(end);
      out.first_majors.push_back(first);
    }
    out.of_group[g] = static_cast<std::uint16_t>(out.begins.size() - 1);
    end += entries[g];
  }
  out.begins.push_back(end);
  out.first_majors.push_back(groups.extent);
  return out;
}

std::int64_t entries_of_bucket(std::int64_t entries, std::int64_t workers) {
  constexpr std::int64_t least = std::int64_t{1} << 12, most = std::int64_t{1} << 17,
                         buckets_per_worker = 16;
  return std::clamp(entries / (buckets_per_worker * workers), least, most);
}

}  // namespace Strata::Impl
