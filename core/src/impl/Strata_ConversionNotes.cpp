// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_ConversionNotes.hpp>

#include <cmath>
#include <string>

namespace Strata::Impl {

namespace {

template <class Text>
void note(Text&& text) {
  if (ConversionScope* const scope = ConversionScope::innermost()) scope->add(text());
}

std::string entries_text(std::int64_t entries) {
  return std::to_string(entries) + (entries == 1 ? " entry " : " entries ");
}

std::string buckets_text(std::int64_t buckets) {
  return std::to_string(buckets) + (buckets == 1 ? " bucket" : " buckets");
}

std::string reason_text(TransposeReason reason, double share) {
  const std::string looked =
      std::to_string(std::lround(100 * share)) + " % of those looked at begin lines of memory";
  switch (reason) {
    case TransposeReason::forced: return "as was asked for";
    case TransposeReason::near:
    case TransposeReason::far: return looked;
    case TransposeReason::few: return "caches hold them";
    case TransposeReason::uneven: return looked + ", but one bucket would hold a large part";
    case TransposeReason::impossible: return "there are too many columns or threads for buckets";
    case TransposeReason::other: break;
  }
  return "buckets are for plain matrices on hosts";
}

}  // namespace

ConversionChoices conversion_choices() {
  const ConversionScope* const scope = ConversionScope::innermost();
  return scope ? scope->choices() : ConversionChoices{};
}

void note_in_order(std::int64_t entries) {
  note([=] { return entries_text(entries) + "in order already"; });
}

void note_sorted_in_buckets(std::int64_t entries, std::int64_t buckets, std::int64_t longest,
                            int bits) {
  note([=] {
    return entries_text(entries) + "sorted by " + std::to_string(bits) + " bits in " +
           buckets_text(buckets) + ", the longest of " +
           std::to_string(longest);
  });
}

void note_sorted_at_once(std::int64_t entries, std::int64_t longest, int bits) {
  note([=] {
    return entries_text(entries) + "sorted by " + std::to_string(bits) + " bits, all together" +
           (longest == 0 ? "" : ": a bucket would have " + std::to_string(longest));
  });
}

void note_transposed(std::int64_t entries, std::int64_t buckets, TransposeReason reason,
                     double share) {
  note([=] {
    return entries_text(entries) + "transposed " +
           (buckets == 0 ? "directly" : "by way of " + buckets_text(buckets)) +
           ": " + reason_text(reason, share);
  });
}

}  // namespace Strata::Impl
