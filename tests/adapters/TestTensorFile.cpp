// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fstream>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <Strata_Extract.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_TensorFile.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

std::string put(const std::string& name, const std::string& text) {
  const auto path = temporary_file(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string put_gzip(const std::string& name, const std::string& text) {
  const auto path   = temporary_file(name);
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return path;
}

std::string refusal_of(const std::string& path) {
  return message_of<IoError>([&] { read_tensor_file(path); });
}

const std::string matrix  = "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 4\n";
const std::string hint    = "; supported are Matrix Market (.mtx, .ttx), FROSTT (.tns), "
                            "Harwell-Boeing and Rutherford-Boeing, plain or gzip, and binsparse (.h5)";
const std::map<At, Value> entry{{{1, 0}, 4}};

TEST(TensorFile, PlainAndGzip) {
  EXPECT_EQ(entries_of(read_tensor_file(put("a.mtx", matrix))), entry);
  EXPECT_EQ(entries_of(read_tensor_file(put("a.txt", matrix))), entry);
  EXPECT_EQ(entries_of(read_tensor_file(put_gzip("a.mtx.gz", matrix))), entry);
  EXPECT_EQ(entries_of(read_tensor_file(put_gzip("without_extension", matrix))), entry);
  EXPECT_EQ(entries_of(read_tensor_file(put("a.tns", "2 1 4\n"))), entry);
  EXPECT_EQ(entries_of(read_tensor_file(put_gzip("a.TNS.gz", "2 1 4\n"))), entry);
}

TEST(TensorFile, PipesHaveNoSize) {
  for (const bool packed : {false, true}) {
    const auto file = packed ? put_gzip("file", matrix) : put("file", matrix);
    const auto pipe = temporary_file("pipe");
    ::unlink(pipe.c_str());
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] {
      std::ofstream(pipe, std::ios::binary) << std::ifstream(file, std::ios::binary).rdbuf();
    });
    EXPECT_EQ(entries_of(read_tensor_file(pipe)), entry);
    writer.join();
    ::unlink(pipe.c_str());
  }
}

TEST(TensorFile, EmptyFilesAndThoseOfTwoGzipMembers) {
  const auto empty = put("a.mtx", "");
  EXPECT_NE(refusal_of(empty).find("on the first line, got the end of the file"),
            std::string::npos)
      << refusal_of(empty);
  const auto two = put_gzip("a.tns.gz", "1 1 1\n2");
  const auto end = put_gzip("b.tns.gz", " 1 4\n");
  std::ofstream(two, std::ios::binary | std::ios::app)
      << std::ifstream(end, std::ios::binary).rdbuf();
  EXPECT_EQ(entries_of(read_tensor_file(two)), (std::map<At, Value>{{{0, 0}, 1}, {{1, 0}, 4}}));
}

TEST(TensorFile, LongGzip) {
  std::string text;
  for (int n = 1; n <= 100000; ++n) text += std::to_string(n) + " 1\n";
  EXPECT_EQ(read_tensor_file(put_gzip("a.tns.gz", text)).num_entries, 100000);
}

TEST(TensorFile, DamagedGzip) {
  std::string text;
  for (int n = 1; n <= 100000; ++n) text += std::to_string(n) + " 1\n";
  const auto path = put_gzip("a.tns.gz", text);
  std::ifstream in(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  bytes.resize(bytes.size() / 2);
  const auto cut = put("cut.tns.gz", bytes);
  EXPECT_EQ(refusal_of(cut).rfind(cut + ": cannot be read: damaged gzip data: ", 0), 0u)
      << refusal_of(cut);
}

TEST(TensorFile, MissingFileAndDirectory) {
  EXPECT_EQ(refusal_of("/nowhere/a.mtx"),
            "/nowhere/a.mtx: cannot be read: No such file or directory");
  EXPECT_EQ(refusal_of(testing::TempDir()),
            testing::TempDir() + ": cannot be read: Is a directory");
}

TEST(TensorFile, NamesOtherFormats) {
  const auto triplet = put("a.triplet", "5 0 0.0045\n6 0 0.24\n");
  EXPECT_EQ(refusal_of(triplet),
            triplet + ": the format is triplet text (row, column, value; no header, usually "
                      "0-based), which is read on request (ReadOptions::lists_entries and base, "
                      "--read NAME=list,base0)" + hint);
  const auto hdf = put("a.tns", "\x89HDF\r\n");
  EXPECT_EQ(refusal_of(hdf), hdf + ": the format is HDF5 (packed or cut), which is not supported" + hint);
  const auto unknown = put("a.bin", "hello\n");
  EXPECT_EQ(refusal_of(unknown), unknown + ": the format is unknown" + hint);
}

TEST(TensorFile, ListsOfEntriesOnRequest) {
  ReadOptions options;
  options.lists_entries = true;
  options.base          = 0;
  ReadOptions from_0;
  from_0.base = 0;
  const auto list = read_tensor_file(put("a.triplet", "# comment\n5 0 0.5\n6 2 0.25\n"), options);
  EXPECT_EQ(list.extents, (std::vector<std::int64_t>{7, 3}));
  EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{5, 0}, 0.5}, {{6, 2}, 0.25}}));
  const auto matrix_from_0 =
      put("b.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 2\n0 2 4\n1 0 5\n");
  EXPECT_EQ(entries_of(read_tensor_file(matrix_from_0, from_0)),
            (std::map<At, Value>{{{0, 2}, 4}, {{1, 0}, 5}}));
  const auto beyond =
      put("c.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n2 0 4\n");
  EXPECT_EQ(message_of<IoError>([&] { read_tensor_file(beyond, from_0); }),
            beyond + ":3: expected a coordinate from 0 to 1 in dimension 1, got '2'");
  const auto negative = put("d.tns", "-1 0 4\n");
  EXPECT_EQ(message_of<IoError>([&] { read_tensor_file(negative, from_0); }),
            negative + ":1: expected a coordinate of 0 or more in dimension 1, got '-1'");
}

TEST(TensorFile, WritesByExtension) {
  const auto list = read_tensor_file(put("in.mtx", matrix));
  for (const char* name : {"out.mtx", "out.tns", "out.ttx"}) {
    const auto path = temporary_file(name);
    write_tensor_file(path, list);
    EXPECT_EQ(entries_of(read_tensor_file(path)), entry);
  }
  EXPECT_EQ(message_of<IoError>([&] { write_tensor_file("a.csv", list); }),
            "a.csv: cannot be written: unknown extension; supported are .tns, .mtx, .ttx "
            "and .h5");
  EXPECT_EQ(message_of<IoError>([&] { write_tensor_file("/nowhere/a.tns", list); }),
            "/nowhere/a.tns: cannot be written: No such file or directory");
}

TEST(TensorFile, ReadsIntoAFormat) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto tensor = read_tensor(exec, put("a.mtx", matrix), Formats::csc());
  EXPECT_EQ(tensor.format, Formats::csc());
  EXPECT_EQ(tensor.extents, (At{2, 2}));
  const Entries entries = extract(exec, tensor);
  EXPECT_EQ(entries.coordinates, (At{1, 0}));
  const CoordinateList list = list_entries(exec, tensor);
  EXPECT_EQ(list.extents, (At{2, 2}));
  EXPECT_EQ(entries_of(list), entry);
  EXPECT_THROW(read_tensor(exec, put("b.mtx", matrix), Formats::csf(3)), ShapeMismatch);
}

}  // namespace
}  // namespace Strata::Test
