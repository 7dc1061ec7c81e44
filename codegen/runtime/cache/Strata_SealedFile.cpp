// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_SealedFile.h"

#include <cstdint>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace Strata::Impl {

static std::uint64_t checksum(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string sealed(std::string_view magic, std::string_view body) {
  const std::uint64_t sum = checksum(body);
  std::string bytes(magic);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return bytes.append(body);
}

std::optional<std::string_view> body_of(std::string_view magic, std::string_view bytes) {
  std::uint64_t sum        = 0;
  const std::size_t header = magic.size() + sizeof sum;
  if (bytes.size() < header || bytes.substr(0, magic.size()) != magic) return {};
  std::memcpy(&sum, bytes.data() + magic.size(), sizeof sum);
  const std::string_view body = bytes.substr(header);
  if (checksum(body) != sum) return {};
  return body;
}

}  // namespace Strata::Impl
