// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of plugins in a file.
#include <Strata_Binsparse.hpp>
#include <Strata_Generators.hpp>
#include <Strata_Levels.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_TestLists.hpp"
#include "Strata_TestTensorBytes.hpp"

namespace Strata::Test {
namespace {

TEST(BinsparseLevels, EveryLevel) {
  const std::string path    = temporary_file("a.h5");
  const CoordinateList list = Generators::uniform({7, 12}, 20);
  for (const char* format :
       {"(i, j) -> (i : dense, j : loose_compressed)",
        "(i, j) -> (i : dense, j : loose_compressed(nonunique)), crdWidth = 8",
        "(i, j) -> (i : dense, j : ell)", "(i, j) -> (i : dense, j : fixed_width), posWidth = 16",
        "(i, j) -> (i : dense, j : sell[3])", "JAD", "SELL(2,4)",
        "(i, j) -> (j - i : compressed, i : range)", "(i, j) -> (i : dense, j : bitmap)",
        "(i, j) -> (i : dense, j : bitmap), posWidth = 8",
        "(i, j) -> (i : dense, j : run_length), crdWidth = 8",
        "(i, j) -> (i : dense, j : hashed), crdWidth = 32",
        "(i, j) -> (i : dense, j : ragged)", "(i, j) -> (i : batch, j : compressed)",
        "(i, j) -> (i : dense, j : counted[12])",
        "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[4, 4])"}) {
    SCOPED_TRACE(format);
    const TensorRef tensor =
        assemble(host(), TensorFormat::parse(format), list, "", 0.5);
    write_binsparse(host(), path, tensor);
    EXPECT_EQ(image_of(read_binsparse(host(), path)), image_of(tensor));
    EXPECT_EQ(entries_of(read_binsparse_list(path)).size(),
              entries_of(list_entries(host(), tensor, ExtractZeros::skip_dense)).size());
  }
}

/// Packed coordinates are no arrays of binsparse.
TEST(BinsparseLevels, PackedCoordinatesAreRefused) {
  const TensorRef tensor = assemble(
      host(),
      TensorFormat::parse(
          "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[4, 4]), crdWidth = 2"),
      Generators::uniform({7, 12}, 20), "");
  const std::string text = Testing::message_of<IoError>(
      [&] { write_binsparse(host(), temporary_file("packed.h5"), tensor); });
  Testing::expect_contains(text, "expected coordinates of 8, 16, 32 or 64 bits");
  Testing::expect_contains(text, "convert it to crdWidth = 8");
}

/// Rows that are cut into segments of two stay so.
TEST(BinsparseLevels, SegmentsOfRows) {
  const std::string path    = temporary_file("a.h5");
  const CoordinateList list = Generators::uniform({7, 12}, 40);
  const TensorRef whole     = assemble(host(), Formats::coo(2), list, "");
  const CompositeFormat format({{TensorFormat::parse("(i, j) -> (i : compressed(nonunique), "
                                                     "j : fixed_width), crdWidth = 8"),
                                 {},
                                 2}});
  const TensorRef part = decompose(host(), whole, format)[0];
  write_binsparse(host(), path, part);
  const TensorRef read = read_binsparse(host(), path);
  EXPECT_EQ(image_of(read), image_of(part));
  EXPECT_EQ(2 * read.levels[0].num_coordinates, read.levels[1].num_coordinates);
  EXPECT_EQ(entries_of(read_binsparse_list(path)).size(), entries_of(list).size());
}

}  // namespace
}  // namespace Strata::Test
