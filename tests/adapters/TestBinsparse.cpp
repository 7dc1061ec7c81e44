// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors of every format and type are in a file as they are in memory.
#include <cmath>
#include <filesystem>
#include <limits>

#include <Strata_Binsparse.hpp>
#include <Strata_Generators.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_Ref.hpp>
#include <Strata_TensorFile.hpp>

#include "Strata_TestLists.hpp"
#include "Strata_TestTensorBytes.hpp"

namespace Strata::Test {
namespace {

constexpr ScalarType all_types[] = {
    ScalarType::boolean, ScalarType::i8,  ScalarType::i16,  ScalarType::i32, ScalarType::i64,
    ScalarType::u8,      ScalarType::u16, ScalarType::u32,  ScalarType::u64, ScalarType::f16,
    ScalarType::bf16,    ScalarType::f32, ScalarType::f64,  ScalarType::c64, ScalarType::c128};

/// Entries of any type, few in each row.
CoordinateList entries(ScalarType type, const std::vector<std::int64_t>& extents,
                       std::int64_t count) {
  CoordinateList list;
  list.extents = extents;
  list.scalar  = type;
  visit_scalar_type(type, [&](auto zero) {
    for (std::int64_t n = 0; n < count; ++n) {
      std::vector<std::int64_t> at;
      for (std::size_t d = 0; d < extents.size(); ++d)
        at.push_back(static_cast<std::int64_t>(
            Generators::random_bits(3, d, static_cast<std::uint64_t>(n)) %
            static_cast<std::uint64_t>(extents[d])));
      using T = decltype(zero);
      T value{};
      if constexpr (std::is_convertible_v<T, double>)
        value = static_cast<T>(static_cast<float>(n % 50 + 1) / (is_integer(type) ? 1.0f : 4.0f));
      else
        value = T(static_cast<typename T::value_type>(n), -0.5f);
      list.push_back(std::span<const std::int64_t>(at), value);
    }
  });
  return list;
}

std::string after_round_trip(const std::string& path, const TensorRef& tensor) {
  write_binsparse(host(), path, tensor);
  return image_of(read_binsparse(host(), path));
}

const std::vector<std::string>& matrix_formats() {
  static const std::vector<std::string> all = {
      "CSR", "CSC", "DCSR", "DCSC", "COO(2)", "COO(1,0)", "Dense(2)", "Dense(1,0)", "CSR<32>",
      "CSC<16, 8>", "DCSR<i64, i32>", "COO(2)<i8>", "CSF(1,0)<u32>", "BSR(2,3)",
      "BSR(3,2)<32, i16>", "CSB(2,4)", "DIA", "DIA<8>",
      "(i, j) -> (i : compressed, j : dense)",
      "(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered))",
      "(i, j) -> (i * 16 + j : compressed)", "(i, j) -> (i * 16 + j : dense)",
      "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : dense, j mod 2 : dense)"};
  return all;
}

TEST(Binsparse, EveryFormatAndType) {
  const std::string path = temporary_file("a.h5");
  for (const ScalarType type : all_types)
    for (const std::string& format : matrix_formats()) {
      SCOPED_TRACE(format + " " + std::string(name_of(type)));
      const TensorRef tensor =
          assemble(host(), TensorFormat::parse(format), entries(type, {7, 10}, 25));
      ASSERT_EQ(after_round_trip(path, tensor), image_of(tensor));
    }
}

TEST(Binsparse, OtherOrders) {
  const std::string path = temporary_file("a.h5");
  for (const auto& [format, extents] : std::vector<std::pair<std::string, At>>{
           {"SparseVector", {40}}, {"Dense(1)", {5}}, {"CSF(3)", {4, 5, 6}},
           {"CSF(2,0,1)<32>", {4, 5, 6}}, {"COO(4)", {3, 3, 3, 3}},
           {"(i, j, k) -> (k : dense, i floordiv 2 : compressed, j : compressed, i mod 2 : dense)",
            {4, 5, 6}},
           {"Dense(0)", {}}}) {
    SCOPED_TRACE(format);
    const TensorRef tensor =
        assemble(host(), TensorFormat::parse(format, static_cast<int>(extents.size())),
                 entries(ScalarType::f64, extents, extents.empty() ? 1 : 12));
    EXPECT_EQ(after_round_trip(path, tensor), image_of(tensor));
  }
}

TEST(Binsparse, EmptyTensors) {
  const std::string path = temporary_file("a.h5");
  for (const std::string& format : matrix_formats())
    for (const At& extents : {At{3, 4}, At{0, 4}, At{4, 0}, At{0, 0}}) {
      SCOPED_TRACE(format + " " + extents_to_string(extents));
      const TensorRef tensor =
          assemble(host(), TensorFormat::parse(format), entries(ScalarType::f32, extents, 0));
      ASSERT_EQ(after_round_trip(path, tensor), image_of(tensor));
    }
}

TEST(Binsparse, FillValues) {
  const std::string path = temporary_file("a.h5");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double fill : {infinity, -infinity, 0.1, 1.0, -7.5}) {
    TensorRef tensor = assemble(host(), Formats::bsr(2, 2),
                                entries(ScalarType::f64, {3, 5}, 3), "", fill);
    EXPECT_EQ(after_round_trip(path, tensor), image_of(tensor));
    EXPECT_EQ(read_binsparse_list(path).fill, fill);
  }
  TensorRef nothing = assemble(host(), Formats::csr(), entries(ScalarType::c64, {3, 5}, 3));
  nothing.fill      = NAN;
  write_binsparse(host(), path, nothing);
  EXPECT_TRUE(std::isnan(read_binsparse(path).fill));
  TensorRef whole = assemble(host(), Formats::csr(), entries(ScalarType::u8, {3, 5}, 3));
  whole.fill      = 255;
  EXPECT_EQ(after_round_trip(path, whole), image_of(whole));
  whole.fill = 256;
  EXPECT_NE(message_of<IoError>([&] { write_binsparse(host(), path, whole); })
                .find("expected a fill value of type u8, got 256"),
            std::string::npos);
}

TEST(Binsparse, StridedArraysArePacked) {
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> base("Strata::test", 4, 3);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j) base(i, j) = 10 * i + j;
  const auto part        = Kokkos::subview(base, std::pair(1, 3), std::pair(0, 3));
  const std::string path = temporary_file("a.h5");
  write_binsparse(host(), path, ref(part));
  const TensorRef back = read_binsparse(path);
  EXPECT_EQ(back.format, Formats::dense(2, {1, 0}));
  const auto* values = static_cast<const double*>(back.values);
  EXPECT_EQ(std::vector<double>(values, values + back.num_values),
            (std::vector<double>{10, 20, 11, 21, 12, 22}));
}

TEST(Binsparse, ArraysAreMappedAndPrivate) {
  const std::string path = temporary_file("a.h5");
  write_binsparse(host(), path,
                  assemble(host(), Formats::csr(), entries(ScalarType::f64, {300, 400}, 5000)));
  const std::string before = contents_of(path);
  auto view                = view_of<double, Kokkos::HostSpace>(read_binsparse(path));
  const auto values        = view.values();
  ASSERT_GT(values.extent(0), 4000u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % 64, 0u);
  // The bytes are the file's own.
  EXPECT_NE(before.find(bytes_of(values.data(), 8 * 4000)), std::string::npos);
  const double first = values(0);
  values(0)          = first + 1;
  EXPECT_EQ(view.values()(0), first + 1);
  EXPECT_EQ(contents_of(path), before);
  EXPECT_EQ(*static_cast<const double*>(read_binsparse(path).values), first);
  std::filesystem::remove(path);  // the mapping keeps what is there
  EXPECT_EQ(view.values()(0), first + 1);
}

TEST(Binsparse, EqualTensorsMakeEqualFiles) {
  const TensorRef tensor =
      assemble(host(), Formats::dcsr(), entries(ScalarType::f64, {30, 40}, 50));
  write_binsparse(host(), temporary_file("a.h5"), tensor);
  write_binsparse(host(), temporary_file("b.h5"), tensor);
  EXPECT_EQ(contents_of(temporary_file("a.h5")), contents_of(temporary_file("b.h5")));
}

TEST(Binsparse, ListsGoThroughTensorFiles) {
  const std::string path = temporary_file("a.h5");
  CoordinateList list    = entries(ScalarType::f64, {7, 9}, 20);
  list.format            = TensorFormat::parse("BSR(2,2)<32>");
  list.fill              = 2.5;
  write_tensor_file(path, list);
  const CoordinateList back = read_tensor_file(path);
  EXPECT_EQ(back.format, list.format);
  EXPECT_EQ(back.fill, 2.5);
  EXPECT_EQ(back.extents, list.extents);
  list.format.reset();
  list.fill = 0;
  write_tensor_file(path, list);
  EXPECT_EQ(entries_of(read_tensor_file(path)), entries_of(list));
  EXPECT_EQ(read_tensor_file(path).format, Formats::csr());
  ReadOptions options;
  options.type = ScalarType::f32;
  EXPECT_EQ(read_tensor_file(path, options).scalar, ScalarType::f32);
  options.extents = {7, 8};
  EXPECT_THROW(read_tensor_file(path, options), ShapeMismatch);
}

TEST(Binsparse, WhatCannotBeWrittenLeavesNothing) {
  const TensorRef tensor = assemble(host(), Formats::csr(), entries(ScalarType::f64, {3, 4}, 2));
  EXPECT_NE(message_of<IoError>([&] { write_binsparse("/nowhere/a.h5", tensor); })
                .find("/nowhere/a.h5: cannot be written"),
            std::string::npos);
  const std::string folder = temporary_file("folder");
  std::filesystem::create_directories(folder + "/a.h5/b");  // rename() fails
  EXPECT_THROW(write_binsparse(folder + "/a.h5", tensor), IoError);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace Strata::Test
