// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RECORDED_CALLS_HPP
#define STRATA_RECORDED_CALLS_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace Strata::Testing {

/// What the recording driver has been asked for; handles are numbers from 1.
struct RecordedCalls {
  struct Loaded {
    std::uintptr_t context;
    std::string ptx;
  };
  struct Unloaded {
    std::uintptr_t context, module;
  };
  struct Function {
    std::uintptr_t module;
    std::string name;
  };
  struct Launch {
    std::string kernel;
    std::vector<unsigned> sizes;  ///< grid, block, bytes of shared memory
    std::uintptr_t stream, context;
    std::vector<std::uint64_t> parameters;
    bool has_extra;
  };
  int num_parameters = 0;  ///< that launches are to have
  std::vector<std::uintptr_t> current;
  std::vector<Loaded> loaded;
  std::vector<Unloaded> unloaded;
  std::vector<Function> functions;
  std::vector<Launch> launches;
};

}  // namespace Strata::Testing

#endif
