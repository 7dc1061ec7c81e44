// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers of other programs: other layouts of HDF5, no checksums.
#include <hdf5.h>

#include <Strata_Binsparse.hpp>
#include <Strata_Extract.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

/// A file as others write it, with HDF5's defaults.
class ForeignFile {
 public:
  explicit ForeignFile(const std::string& keys)
      : m_path(temporary_file("a.h5")),
        m_file(H5Fcreate(m_path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {
    const std::string json = "{\"binsparse\": {\"version\": \"0.1\", " + keys + "}}";
    const char* text       = json.c_str();
    const hid_t type       = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate2(m_file, "binsparse", type, space, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(H5Awrite(attribute, type, &text), 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }
  template <class T>
  void add(const char* name, hid_t stored, hid_t memory, const std::vector<T>& values,
           bool packed = false) {
    const hsize_t size = values.size();
    const hid_t space  = H5Screate_simple(1, &size, nullptr);
    const hid_t how    = H5Pcreate(H5P_DATASET_CREATE);
    if (packed) {
      H5Pset_chunk(how, 1, &size);
      H5Pset_deflate(how, 6);
      H5Pset_fletcher32(how);
    }
    const hid_t array = H5Dcreate2(m_file, name, stored, space, H5P_DEFAULT, how, H5P_DEFAULT);
    EXPECT_GE(H5Dwrite(array, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    H5Dclose(array);
    H5Pclose(how);
    H5Sclose(space);
  }
  const std::string& finish() {
    H5Fclose(m_file);
    return m_path;
  }

 private:
  std::string m_path;
  hid_t m_file;
};

using Numbers = std::vector<std::uint64_t>;
using Reals   = std::vector<double>;

const std::map<At, Value> expected{{{0, 1}, 1}, {{0, 4}, 2}, {{7, 2}, 3}};

std::string keys(const std::string& format, const std::string& types) {
  return "\"format\": \"" + format + "\", \"shape\": [8, 8], \"data_types\": {" + types +
         ", \"values\": \"float64\"}";
}

TEST(BinsparseForeign, CompressedRowsOfTheOtherByteOrder) {
  ForeignFile file(keys("CSR", "\"pointers_to_1\": \"uint64\", \"indices_1\": \"uint64\""));
  file.add("pointers_to_1", H5T_STD_U64BE, H5T_NATIVE_UINT64,
           Numbers{0, 2, 2, 2, 2, 2, 2, 2, 3});
  file.add("indices_1", H5T_STD_U64LE, H5T_NATIVE_UINT64, Numbers{1, 4, 2});
  file.add("values", H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE, Reals{1, 2, 3});
  EXPECT_EQ(entries_of(read_binsparse_list(file.finish())), expected);
}

TEST(BinsparseForeign, PackedCoordinatesWithoutPositions) {
  ForeignFile file(keys("COO", "\"indices_0\": \"int32\", \"indices_1\": \"int32\""));
  file.add("indices_0", H5T_STD_I32LE, H5T_NATIVE_UINT64, Numbers{0, 0, 7}, true);
  file.add("indices_1", H5T_STD_I32LE, H5T_NATIVE_UINT64, Numbers{1, 4, 2}, true);
  file.add("values", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, Reals{1, 2, 3}, true);
  const CoordinateList list = read_binsparse_list(file.finish());
  EXPECT_EQ(entries_of(list), expected);
  EXPECT_EQ(list.format, TensorFormat::parse("COO(2)<64, i32>"));
}

TEST(BinsparseForeign, ColumnsAndFillValue) {
  ForeignFile file(keys("DCSC", "\"indices_0\": \"uint8\", \"pointers_to_1\": \"uint16\", "
                                "\"indices_1\": \"uint8\"") + ", \"fill\": true");
  file.add("indices_0", H5T_STD_U8LE, H5T_NATIVE_UINT64, Numbers{1, 2, 4});
  file.add("pointers_to_1", H5T_STD_U16LE, H5T_NATIVE_UINT64, Numbers{0, 1, 2, 3});
  file.add("indices_1", H5T_STD_U8LE, H5T_NATIVE_UINT64, Numbers{0, 7, 0});
  file.add("values", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, Reals{1, 3, 2});
  file.add("fill_value", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, Reals{-1});
  const CoordinateList list = read_binsparse_list(file.finish());
  EXPECT_EQ(entries_of(list), expected);
  EXPECT_EQ(list.fill, -1);
  EXPECT_EQ(list.format, TensorFormat::parse("DCSC<16, 8>"));
}

TEST(BinsparseForeign, VectorsWithoutWidthsInTheirNames) {
  ForeignFile file(
      "\"format\": \"CVEC\", \"shape\": [9], \"data_types\": {\"indices_0\": \"uint64\", "
      "\"values\": \"complex[float32]\"}");
  file.add("indices_0", H5T_STD_U64LE, H5T_NATIVE_UINT64, Numbers{2, 5});
  file.add("values", H5T_IEEE_F32LE, H5T_NATIVE_DOUBLE, Reals{1, -1, 0.5, 2});
  EXPECT_EQ(entries_of(read_binsparse_list(file.finish())),
            (std::map<At, Value>{{{2}, Value(1, -1)}, {{5}, Value(0.5, 2)}}));
}

TEST(BinsparseForeign, BooleansAreZeroOrOne) {
  ForeignFile file("\"format\": \"DVEC\", \"shape\": [2], \"data_types\": {\"values\": \"bint8\"}");
  file.add("values", H5T_STD_U8LE, H5T_NATIVE_UINT64, Numbers{1, 2});
  EXPECT_NE(message_of<IoError>([&] { read_binsparse(file.finish()); })
                .find("array 'values': expected 0 or 1, got 2"),
            std::string::npos);
}

TEST(BinsparseForeign, MixedIndexTypesAreRefused) {
  ForeignFile file(keys("COO", "\"indices_0\": \"int32\", \"indices_1\": \"int64\""));
  EXPECT_NE(message_of<IoError>([&] { read_binsparse(file.finish()); })
                .find("indices_1: expected one type for all of them, got int64"),
            std::string::npos);
}

}  // namespace
}  // namespace Strata::Test
