// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever happens to a file, it reads as what was written or not at all.
#include <cstring>

#include <Strata_Binsparse.hpp>
#include <Strata_ReadTensor.hpp>
#include <impl/Strata_BinsparseDescriptor.hpp>
#include <impl/Strata_Hdf5File.hpp>

#include "Strata_TestLists.hpp"
#include "Strata_TestTensorBytes.hpp"

namespace Strata::Test {
namespace {

TensorRef small_tensor() {
  CoordinateList list;
  list.extents = {4, 6};
  const At ats[] = {{0, 0}, {0, 1}, {0, 4}, {1, 1}, {1, 5}, {2, 2}, {2, 3}, {3, 2}};
  double value   = 0;
  for (const At& at : ats) list.push_back(std::span<const std::int64_t>(at), value += 1);
  return assemble(host(), TensorFormat::parse("BSR(2,2)<32>"), list, "", 0.5);
}

/// The tensor's image, or "" where the file is refused.
std::string read_or_refuse(const std::string& path) {
  try {
    return image_of(read_binsparse(host(), path));
  } catch (const IoError& e) {
    EXPECT_NE(std::string(e.what()).find(path), std::string::npos) << e.what();
    return "";
  }
}

TEST(BinsparseDamage, EveryByte) {
  const std::string path   = temporary_file("a.h5");
  const TensorRef tensor   = small_tensor();
  write_binsparse(host(), path, tensor);
  const std::string whole = contents_of(path), image = image_of(tensor);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i]          = static_cast<char>(bytes[i] ^ (i % 2 == 0 ? 0x01 : 0x80));
    put_contents(path, bytes);
    const std::string read = read_or_refuse(path);
    refused += read.empty();
    ASSERT_TRUE(read.empty() || read == image) << "byte " << i;
  }
  // All but what lies between the parts.
  EXPECT_GT(refused, 1000u);
}

TEST(BinsparseDamage, EveryLength) {
  const std::string path = temporary_file("a.h5");
  write_binsparse(host(), path, small_tensor());
  const std::string whole = contents_of(path);
  for (std::size_t size = 0; size < whole.size(); size += size < 64 ? 1 : 7) {
    put_contents(path, whole.substr(0, size));
    ASSERT_EQ(read_or_refuse(path), "") << size << " of " << whole.size();
  }
}

TEST(BinsparseDamage, OtherFiles) {
  const std::string path = temporary_file("a.h5");
  put_contents(path, "%%MatrixMarket matrix coordinate real general\n1 1 0\n");
  EXPECT_NE(message_of<IoError>([&] { read_binsparse(path); }).find("not an HDF5 file"),
            std::string::npos);
  Impl::Hdf5Writer file(path, path);
  file.finish();
  EXPECT_NE(message_of<IoError>([&] { read_binsparse(path); })
                .find("no binsparse container: it has no readable attribute 'binsparse'"),
            std::string::npos);
  EXPECT_NE(message_of<IoError>([&] { read_binsparse("none.h5"); }).find("none.h5: cannot be read"),
            std::string::npos);
}

struct Arrays {
  std::vector<std::uint64_t> positions{0, 1, 2}, coordinates{2, 0};
  std::vector<double> values{5, 6};
};

/// A file of Strata with these arrays, whatever they are.
std::string refusal_of(const Arrays& arrays, std::string json = "") {
  const std::string path = temporary_file("a.h5");
  TensorRef csr;
  csr.format     = Formats::csr();
  csr.extents    = {2, 3};
  csr.num_values = 2;
  Impl::Hdf5Writer file(path, path);
  file.write_text("binsparse", json.empty() ? Impl::to_json(csr) : json);
  file.write_array("pointers_to_1", "uint64", arrays.positions.data(),
                   static_cast<std::int64_t>(arrays.positions.size()));
  file.write_array("indices_1", "uint64", arrays.coordinates.data(),
                   static_cast<std::int64_t>(arrays.coordinates.size()));
  file.write_array("values", "float64", arrays.values.data(),
                   static_cast<std::int64_t>(arrays.values.size()));
  file.finish();
  return message_of<IoError>([&] { read_binsparse(path); });
}

TEST(BinsparseDamage, ArraysThatAreNoTensor) {
  for (const auto& [arrays, what] : std::vector<std::pair<Arrays, std::string>>{
           {{{0, 2, 1}, {2, 0}, {5, 6}}, "the arrays are no (d0, d1) -> "},
           {{{0, 1, 9}, {2, 0}, {5, 6}}, "positions"},
           {{{0, 1}, {2}, {5}}, "positions"},
           {{{0, 1, 2}, {2, 3}, {5, 6}}, "coordinates"},
           {{{0, 2, 2}, {2, 0}, {5, 6}}, "coordinates"},
           {{{0, 1, 2}, {2, 0}, {5}}, "values"}})
    EXPECT_NE(refusal_of(arrays).find(what), std::string::npos) << refusal_of(arrays);
}

TEST(BinsparseDamage, Descriptors) {
  const auto refusal = [](const std::string& keys, const std::string& own = "") {
    return refusal_of({}, "{\"binsparse\": {" + keys + "}" + own + "}");
  };
  const std::string types = "\"data_types\": {\"values\": \"float64\"}";
  const auto expect       = [](const std::string& message, const std::string& what) {
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  expect(refusal_of({}, "no JSON"), "a JSON object with a descriptor");
  expect(refusal_of({}, "{}"), "a JSON object with a descriptor");
  expect(refusal_of({}, "[" + std::string(50000, '[')), "a JSON object with a descriptor");
  expect(refusal(types), "format: expected a text, got none");
  expect(refusal("\"format\": \"ELL\", " + types), "got ELL");
  expect(refusal("\"format\": {\"level\": \"sparse\"}, " + types), "got a custom one");
  expect(refusal("\"format\": \"CSR\""), "data_types: expected the types");
  expect(refusal("\"format\": \"CSR\", \"data_types\": {\"values\": \"f8\"}"), "got f8");
  expect(refusal("\"format\": \"CSR\", " + types), "shape: expected a list");
  expect(refusal("\"format\": \"CSR\", \"shape\": [2], " + types), "expected 2 extents, got 1");
  expect(refusal("\"format\": \"CSR\", \"shape\": [2, -3], " + types), "extents of 0 or more");
  expect(refusal("\"format\": \"CSR\", \"shape\": [2, 1e30], " + types), "extents of 0 or more");
  expect(refusal("\"shape\": [2, 3], " + types, ", \"strata\": {\"encoding\": \"FOO\"}"),
         "encoding: expected a format, got 'FOO'");
  expect(refusal("\"shape\": [2, 3], " + types,
                 ", \"strata\": {\"encoding\": \"CSR\", \"fill\": \"much\"}"),
         "fill: expected a number");
  expect(refusal("\"format\": \"DCSR\", \"shape\": [2, 3], " + types), "array 'indices_0'");
  expect(refusal("\"format\": \"CSR\", \"shape\": [2, 3], \"data_types\": {\"values\": "
                 "\"float32\"}"),
         "array 'values': expected elements of type float32");
  // 2^62 rows: the size of the positions is compared, nothing is allocated.
  expect(refusal("\"format\": \"CSR\", \"shape\": [4611686018427387904, 3], " + types),
         "the arrays are no");
}

}  // namespace
}  // namespace Strata::Test
