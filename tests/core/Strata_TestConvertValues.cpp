// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values: zeros, types, strides, and the kinds of view that convert() takes.
#include <cmath>
#include <complex>

#include <impl/Strata_Number.hpp>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(ConvertValues);

const Coordinates three = {{0, 1}, {1, 0}, {1, 2}};

TYPED_TEST(ConvertValues, KeepsExplicitZeros) {
  for (const char* from : {"CSR", "CSC", "COO", "DCSC"})
    for (const char* to : {"CSR", "CSC", "COO", "COO(1,0)", "DCSR"}) {
      const auto a = assemble<double>(this->exec, TensorFormat::parse(from, 2),
                                      {2, 3}, three, Reals{0, 2, 0});
      const auto b = convert(this->exec, a, TensorFormat::parse(to, 2));
      EXPECT_EQ(b.nnz(), 3) << from << " to " << to;
    }
}

TYPED_TEST(ConvertValues, DropsZerosOfDenseLevels) {
  const auto dense = assemble<double>(this->exec, Formats::dense(2), {2, 3},
                                      three, Reals{-0.0, 2, 3});
  const TensorRef csr = ref(convert(this->exec, dense, Formats::csr()));
  this->exec.fence("Strata::test");
  EXPECT_EQ(positions_of(csr, 1), (Numbers{0, 0, 2}));
  EXPECT_EQ(coordinates_of(csr, 1), (Numbers{0, 2}));
  EXPECT_EQ(values_of(csr), (Reals{2, 3}));
  // NaN is a value.
  const auto nan = assemble<double>(this->exec, Formats::dense(1), {3},
                                    Coordinates{{1}}, Reals{std::nan("")});
  EXPECT_EQ(convert(this->exec, nan, Formats::sparse_vector()).nnz(), 1);
}

TYPED_TEST(ConvertValues, DenseTargetsAreFilledUp) {
  const auto a =
      assemble<double>(this->exec, Formats::coo(2), {2, 3}, three,
                       Reals{1, 2, 3});
  const TensorRef b = ref(convert(this->exec, a, Formats::dense(2, {1, 0})));
  const TensorRef c = ref(convert(
      this->exec, a, TensorFormat::parse("(i, j) -> (j : compressed, i : "
                                         "dense)")));
  this->exec.fence("Strata::test");
  EXPECT_EQ(values_of(b), (Reals{0, 2, 1, 0, 0, 3}));
  EXPECT_EQ(values_of(c), (Reals{0, 2, 1, 0, 0, 3}));
  EXPECT_EQ(coordinates_of(c, 0), (Numbers{0, 1, 2}));
}

TYPED_TEST(ConvertValues, FillValuesStay) {
  const double infinite = std::numeric_limits<double>::infinity();
  const std::int64_t crd[] = {0, 1, 1, 0, 1, 2};
  const double given[]     = {1, infinite, 3};
  const TensorRef coo =
      assemble(this->exec, Formats::coo(2), ScalarType::f64, {2, 3}, crd, given,
               3, "", infinite);
  const TensorRef dense = convert(this->exec, coo, Formats::dense(2));
  const TensorRef padded =
      convert(this->exec, coo,
              TensorFormat::parse("(i, j) -> (j : compressed, i : dense)"));
  const TensorRef csr = convert(this->exec, dense, Formats::csr());
  this->exec.fence("Strata::test");
  const Reals all{infinite, 1, infinite, infinite, infinite, 3};
  for (const TensorRef& t : {dense, padded, csr}) EXPECT_EQ(t.fill, infinite);
  EXPECT_EQ(values_of(dense), all);
  EXPECT_EQ(values_of(padded),
            (Reals{infinite, infinite, 1, infinite, infinite, 3}));
  EXPECT_EQ(coordinates_of(csr, 1), (Numbers{1, 2}));
  EXPECT_EQ(values_of(csr), (Reals{1, 3}));
}

TYPED_TEST(ConvertValues, FillValuesOfEveryType) {
  for (int t = 0; t <= static_cast<int>(ScalarType::c128); ++t) {
    const auto type = static_cast<ScalarType>(t);
    const std::int64_t crd[] = {2};
    const unsigned char zero[16] = {};
    const TensorRef sparse =
        assemble(this->exec, Formats::sparse_vector(), type, {5}, crd, zero, 1,
                 "", 1);
    const TensorRef dense = convert(this->exec, sparse, Formats::dense(1));
    const TensorRef back  = convert(this->exec, dense, Formats::sparse_vector());
    this->exec.fence("Strata::test");
    EXPECT_EQ(back.num_values, 1) << name_of(type);
    EXPECT_EQ(coordinates_of(back, 0), (Numbers{2})) << name_of(type);
    for (std::int64_t i = 0; i < 5; ++i) {
      const auto* at = static_cast<const unsigned char*>(dense.values);
      const Impl::Number n = Impl::load(type, at + i * size_of(type));
      EXPECT_EQ(Impl::convert(n, ScalarType::i64).i, i == 2 ? 0 : 1)
          << name_of(type) << ' ' << i;
    }
  }
}

TYPED_TEST(ConvertValues, ZerosAreDroppedOnRequest) {
  const Reals values{-0.0, 2, 0};
  for (const char* format : {"CSR", "CSC", "COO", "DCSR", "DCSC", "COO(1,0)"}) {
    const auto a = assemble<double>(this->exec, TensorFormat::parse(format, 2),
                                    {2, 3}, three, values);
    const auto b = drop_zeros(this->exec, a);
    this->exec.fence("Strata::test");
    EXPECT_EQ(a.nnz(), 3) << format;
    EXPECT_EQ(b.nnz(), 1) << format;
    EXPECT_EQ(b.format(), a.format());
    EXPECT_EQ(values_of(ref(b)), (Reals{2})) << format;
    EXPECT_NO_THROW(validate(this->exec, ref(b)));
  }
}

TYPED_TEST(ConvertValues, DroppedSegmentsAndFills) {
  // The block of zeros goes, the zero in the other block stays.
  const auto padded = TensorFormat::parse("(i, j) -> (i : compressed, j : dense)");
  const auto a = assemble<double>(this->exec, padded, {3, 2},
                                  Coordinates{{0, 0}, {2, 1}}, Reals{0, 5});
  const TensorRef b = ref(drop_zeros(this->exec, a));
  EXPECT_EQ(drop_zeros(this->exec, b).num_values, 2);
  TensorRef filled = ref(assemble<float>(this->exec, Formats::csr(), {2, 3}, three,
                                         std::vector<float>{0, 7, 3}));
  filled.fill = 7;
  const TensorRef kept = drop_zeros(this->exec, filled);
  this->exec.fence("Strata::test");
  EXPECT_EQ(coordinates_of(b, 0), (Numbers{2}));
  EXPECT_EQ(values_of(b), (Reals{0, 5}));
  EXPECT_EQ(coordinates_of(kept, 1), (Numbers{1, 2}));
  EXPECT_EQ(positions_of(kept, 1), (Numbers{0, 1, 2}));
}

template <class T>
std::vector<T> numbers() {
  if constexpr (std::is_same_v<T, bool>)
    return {};
  else
    return {T(1), T(2), T(3)};
}

TYPED_TEST(ConvertValues, EveryScalarType) {
  for (int s = 0; s <= static_cast<int>(ScalarType::c128); ++s) {
    const auto scalar = static_cast<ScalarType>(s);
    if (scalar == ScalarType::boolean) continue;
    visit_scalar_type(scalar, [&](auto zero) {
      using T        = decltype(zero);
      const T given[] = {T(1), T(2), T(3)};
      const std::int64_t coordinates[] = {0, 1, 1, 0, 1, 2};
      for (const char* from : {"CSR", "COO", "Dense"})
        for (const char* to : {"CSR", "CSC", "DCSC", "COO(1,0)"}) {
          SCOPED_TRACE(std::string(name_of(scalar)) + from + to);
          const TensorRef a =
              assemble(this->exec, TensorFormat::parse(from, 2), scalar, {2, 3},
                       coordinates, given, 3);
          const TensorRef b =
              convert(this->exec, a, TensorFormat::parse(to, 2));
          this->exec.fence("Strata::test");
          EXPECT_EQ(b.scalar, scalar);
          const bool by_rows = std::string(to) == "CSR";
          EXPECT_EQ(values_of<T>(b),
                    by_rows ? (std::vector<T>{T(1), T(2), T(3)})
                            : (std::vector<T>{T(2), T(1), T(3)}));
        }
    });
  }
}

TYPED_TEST(ConvertValues, Booleans) {
  const bool given[]               = {true, false, true};
  const std::int64_t coordinates[] = {0, 1, 1, 0, 1, 2};
  const TensorRef a =
      assemble(this->exec, Formats::csr(), ScalarType::boolean, {2, 3},
               coordinates, given, 3);
  const TensorRef b = convert(this->exec, a, Formats::csc());
  this->exec.fence("Strata::test");
  const auto* values = static_cast<const bool*>(b.values);
  ASSERT_EQ(b.num_values, 3);
  EXPECT_FALSE(values[0]);
  EXPECT_TRUE(values[1]);
  EXPECT_TRUE(values[2]);
}

TYPED_TEST(ConvertValues, ComplexDuplicatesAreSummed) {
  using T = Kokkos::complex<double>;
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> positions("positions", 2),
      coordinates("coordinates", 3);
  Kokkos::View<T*, Kokkos::HostSpace> values("values", 3);
  positions(1)   = 3;
  coordinates(0) = 5;
  coordinates(2) = 5;
  values(0)      = T(1, 2);
  values(1)      = T(7, 8);
  values(2)      = T(10, 20);
  const auto a   = wrap(
      TensorFormat::parse("(i) -> (i : compressed(nonunique, nonordered))"),
      {8}, {positions}, {coordinates}, values);
  const auto b = convert(this->exec, a, Formats::sparse_vector());
  const auto c = convert<Kokkos::complex<float>>(this->exec, a,
                                                 Formats::dense(1));
  this->exec.fence("Strata::test");
  ASSERT_EQ(b.nnz(), 2);
  EXPECT_EQ(b.values()(0), T(7, 8));
  EXPECT_EQ(b.values()(1), T(11, 22));
  EXPECT_EQ(c.values()(5), Kokkos::complex<float>(11, 22));
  EXPECT_EQ(c.values()(1), Kokkos::complex<float>(0, 0));
}

TYPED_TEST(ConvertValues, OtherScalarTypes) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {2, 3}, three,
                                  Reals{1.5, 2.25, -3});
  for (const char* to : {"CSR", "CSC", "Dense(1,0)"}) {
    const auto format = TensorFormat::parse(to, 2);
    const auto f      = convert<float>(this->exec, a, format);
    const auto c      = convert<Kokkos::complex<double>>(this->exec, f, format);
    const auto d      = convert(this->exec, a, format);
    this->exec.fence("Strata::test");
    ASSERT_EQ(f.nnz(), d.nnz());
    for (std::int64_t p = 0; p < f.nnz(); ++p) {
      EXPECT_EQ(f.values()(p), static_cast<float>(d.values()(p)));
      EXPECT_EQ(c.values()(p), Kokkos::complex<double>(d.values()(p), 0));
    }
  }
}

TYPED_TEST(ConvertValues, TypesThatDropAPartAreRefused) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {2, 3}, three,
                                  Reals{1, 2, 3});
  const auto message = message_of<FormatMismatch>(
      [&] { convert<int>(this->exec, a, Formats::csc()); });
  EXPECT_NE(message.find("i32"), std::string::npos) << message;
  EXPECT_NE(message.find("cast the values first"), std::string::npos);
  const auto c = convert<Kokkos::complex<double>>(this->exec, a, a.format());
  EXPECT_THROW(convert<double>(this->exec, c, a.format()), FormatMismatch);
  EXPECT_THROW(convert<bool>(this->exec, a, a.format()), FormatMismatch);
  EXPECT_THROW(convert(this->exec, a, Formats::coo(3)), FormatMismatch);
}

TYPED_TEST(ConvertValues, SeveralEntriesUnderOneSingleton) {
  const auto format =
      TensorFormat::parse("(i, j) -> (i : compressed, j : singleton)");
  const auto run = [&](const Coordinates& coordinates) {
    const auto a = assemble<double>(this->exec, Formats::csc(), {4, 4},
                                    coordinates, Reals{1, 2});
    const auto b = convert(this->exec, a, format);
    validate(this->exec, ref(b));
    EXPECT_EQ(to_map(extract(this->exec, ref(b))),
              to_map(coordinates, Reals{1, 2}));
  };
  run({{0, 1}, {2, 3}});
  const auto message =
      message_of<FormatMismatch>([&] { run({{0, 1}, {0, 3}}); });
  EXPECT_NE(message.find("Strata::convert"), std::string::npos) << message;
}

TYPED_TEST(ConvertValues, CompileTimeFormats) {
  const auto a = assemble<double>(this->exec, Formats::coo(2), {2, 3}, three,
                                  Reals{1, 2, 3});
  const auto b = convert<CSCFormat<int>>(this->exec, a, "b");
  static_assert(
      std::is_same_v<typename decltype(b)::format_type, CSCFormat<int>>);
  this->exec.fence("Strata::test");
  EXPECT_EQ(b.template positions<1>()(3), 3);
  EXPECT_EQ(b.template coordinates<1>()(0), 1);
  EXPECT_EQ(b.values()(0), 2);
  const auto c = convert<CSRFormat<>>(this->exec, b);
  EXPECT_EQ(to_map(extract(this->exec, ref(c))),
            to_map(three, Reals{1, 2, 3}));
}

TYPED_TEST(ConvertValues, KokkosViewsOfAnyLayout) {
  Kokkos::View<float**, Kokkos::LayoutLeft, Kokkos::HostSpace> view("view", 4,
                                                                    5);
  view(1, 3) = 2;
  view(3, 0) = 5;
  const auto part =
      Kokkos::subview(view, std::make_pair(1, 4), std::make_pair(0, 4));
  const auto a = convert(this->exec, part, Formats::csr());
  const auto b = convert<double>(this->exec, part, Formats::dense(2));
  this->exec.fence("Strata::test");
  EXPECT_EQ(coordinates_of(ref(a), 1), (Numbers{3, 0}));
  EXPECT_EQ(values_of<float>(ref(a)), (std::vector<float>{2, 5}));
  EXPECT_EQ(values_of(ref(b)), (Reals{0, 0, 0, 2, 0, 0, 0, 0, 5, 0, 0, 0}));
}

TYPED_TEST(ConvertValues, EqualFormatsAreCopied) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {2, 3}, three,
                                  Reals{1, 2, 3});
  const auto b = convert(this->exec, a, a.format());
  this->exec.fence("Strata::test");
  EXPECT_NE(a.values().data(), b.values().data());
  a.values()(0) = 9;
  EXPECT_EQ(b.values()(0), 1);
}

}  // namespace
