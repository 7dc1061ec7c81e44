// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata convert: a tensor as the sum of parts in several files.
#include "ConvertParts.hpp"

#include <cstdio>
#include <vector>

#include <Strata_Binsparse.hpp>
#include <Strata_Core.hpp>
#include <Strata_FormatName.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_TensorFile.hpp>

#include "Composites.hpp"

namespace Strata::Tool {
namespace {

/// "dir/a.tns.gz" and 2: "dir/a.2.tns.gz".
std::string path_of_part(const std::string& path, std::size_t part) {
  const std::size_t slash = path.find_last_of('/');
  const std::size_t dot   = path.find('.', slash == std::string::npos ? 0 : slash + 2);
  const std::size_t at    = dot == std::string::npos ? path.size() : dot;
  return path.substr(0, at) + "." + std::to_string(part) + path.substr(at);
}

bool is_container(const std::string& path) {
  return path.ends_with(".h5") || path.ends_with(".hdf5");
}

}  // namespace

void convert_parts(const CoordinateList& list, const CompositeFormat& format,
                   const std::string& out) {
  if (out == "-")
    throw UsageError("a composite format has several parts: give a file instead of -");
  const Kokkos::DefaultHostExecutionSpace exec;
  const TensorRef whole = assemble(exec, Formats::coo(static_cast<int>(list.extents.size())),
                                   list, "tool::convert", list.fill);
  const std::vector<TensorRef> parts =
      decompose(exec, whole, choose_index_types(format, list.extents, list.num_entries),
                "tool::convert");
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::string path    = path_of_part(out, p);
    const CoordinateList part = list_entries(exec, parts[p], ExtractZeros::skip_dense);
    if (is_container(path))
      write_binsparse(exec, path, parts[p]);  // its arrays as they are
    else
      write_tensor_file(path, part);
    std::printf("%s: %s, %lld entries\n", path.c_str(),
                name_of(parts[p].format).c_str(),
                static_cast<long long>(part.num_entries));
  }
}

}  // namespace Strata::Tool
