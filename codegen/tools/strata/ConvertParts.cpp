// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata convert: a tensor as the sum of parts in several files.
#include "ConvertParts.hpp"

#include <cstdio>
#include <vector>

#include <Strata_Binsparse.hpp>
#include <Strata_FormatName.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_TensorFile.hpp>

#include "FileParts.hpp"
#include "Problem.hpp"

namespace Strata::Tool {
namespace {

bool is_container(const std::string& path) {
  return path.ends_with(".h5") || path.ends_with(".hdf5");
}

}  // namespace

void convert_parts(const CoordinateList& list, const CompositeFormat& format,
                   const std::string& out) {
  if (out == "-")
    throw UsageError("a composite format has several parts: give a file instead of -");
  const Kokkos::DefaultHostExecutionSpace exec;
  const std::vector<TensorRef> parts = parts_of(exec, list, format, "tool::convert");
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
