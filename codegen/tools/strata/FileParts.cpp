// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FileParts.hpp"

#include <Strata_Core.hpp>
#include <Strata_ReadTensor.hpp>

#include "Composites.hpp"

namespace Strata::Tool {

std::vector<TensorRef> parts_of(const Kokkos::DefaultHostExecutionSpace& exec,
                                const CoordinateList& list, const CompositeFormat& format,
                                const std::string& label) {
  const TensorRef whole = assemble(exec, Formats::coo(list.order()), list, label, list.fill);
  std::vector<TensorRef> parts =
      decompose(exec, whole, choose_index_types(format, list.extents, list.num_entries), label);
  exec.fence(label);
  return parts;
}

std::string path_of_part(const std::string& path, std::size_t part) {
  const std::size_t slash = path.find_last_of('/');
  const std::size_t dot   = path.find('.', slash == std::string::npos ? 0 : slash + 2);
  const std::size_t at    = dot == std::string::npos ? path.size() : dot;
  return path.substr(0, at) + "." + std::to_string(part) + path.substr(at);
}

}  // namespace Strata::Tool
