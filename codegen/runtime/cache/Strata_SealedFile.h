// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SEALED_FILE_H
#define STRATA_SEALED_FILE_H

#include <optional>
#include <string>
#include <string_view>

namespace Strata::Impl {

/// `body` behind a name of its kind, `magic`, and a checksum.
std::string sealed(std::string_view magic, std::string_view body);

/// The body, a part of `bytes`; nothing for a file of another kind or a damaged one.
std::optional<std::string_view> body_of(std::string_view magic, std::string_view bytes);

}  // namespace Strata::Impl

#endif
