// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fstream>

#include <Strata_Binsparse.hpp>
#include <Strata_TensorFile.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

TEST(Binsparse, WithoutHdf5) {
  EXPECT_FALSE(has_binsparse());
  const std::string advice = "install libhdf5-dev and nlohmann-json3-dev";
  CoordinateList list;
  list.extents = {2, 2};
  EXPECT_NE(message_of<UnsupportedExpression>([&] { write_tensor_file("a.h5", list); }).find(advice),
            std::string::npos);
  const std::string path = temporary_file("a.h5");
  std::ofstream(path, std::ios::binary) << "\x89HDF\r\n\x1a\n";
  EXPECT_NE(message_of<UnsupportedExpression>([&] { read_tensor_file(path); }).find(advice),
            std::string::npos);
}

}  // namespace
}  // namespace Strata::Test
