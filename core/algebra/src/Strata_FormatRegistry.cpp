// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_FormatRegistry.hpp>

#include <mutex>
#include <utility>

#include <Strata_Error.hpp>

namespace Strata {
namespace {

struct Registry {
  std::mutex lock;
  std::vector<FormatName> formats;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

bool register_format(FormatName format) {
  Registry& all = registry();
  const std::scoped_lock guard(all.lock);
  for (const FormatName& known : all.formats) {
    if (known.name != format.name || known.num_arguments != format.num_arguments) continue;
    if (known.text == format.text) return true;
    throw FormatMismatch(error_message("register_format", "'" + format.name + "'",
                                       "a name of its own", "that of " + known.text));
  }
  all.formats.push_back(std::move(format));
  return true;
}

std::vector<FormatName> registered_formats() {
  Registry& all = registry();
  const std::scoped_lock guard(all.lock);
  return all.formats;
}

}  // namespace Strata
