// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// #sparse_tensor.encoding as MLIR parses and prints it against TensorFormat.
#include "Strata_EncodingTest.hpp"

#include <algorithm>
#include <numeric>

#include <Strata_Error.hpp>

namespace {

using mlir::sparse_tensor::SparseTensorEncodingAttr;
using Strata::TensorFormat;

class SparseTensorEncoding : public Strata::Testing::EncodingTest {
 protected:
  static std::string print(SparseTensorEncodingAttr attr) {
    std::string text;
    llvm::raw_string_ostream(text) << attr;
    return text;
  }

  /// Attribute → format → attribute, and the same through both texts.
  void check_round_trip(SparseTensorEncodingAttr attr) {
    const TensorFormat format = strata::formatFromEncoding(attr);
    EXPECT_EQ(strata::encodingFromFormat(&context, format), attr) << print(attr);
    EXPECT_EQ(TensorFormat::parse(print(attr)), format) << print(attr);
    EXPECT_EQ(encoding(format.to_encoding()), attr) << format.to_encoding();
  }

  void expect_refused(const std::string& map, const std::string& message) {
    const SparseTensorEncodingAttr attr =
        encoding("#sparse_tensor.encoding<{ map = " + map + " }>");
    ASSERT_TRUE(attr) << map;
    try {
      strata::formatFromEncoding(attr);
      FAIL() << "accepted: " << map;
    } catch (const Strata::UnsupportedExpression& e) {
      EXPECT_NE(std::string(e.what()).find(message), std::string::npos)
          << e.what();
    }
  }
};

std::string format_text(const std::vector<int>& order,
                        const std::vector<std::string>& levels) {
  std::string dims, lvls;
  for (std::size_t l = 0; l < order.size(); ++l) {
    dims += (l ? ", d" : "d") + std::to_string(l);
    lvls += (l ? ", d" : "d") + std::to_string(order[l]) + " : " + levels[l];
  }
  return "(" + dims + ") -> (" + lvls + ")";
}

const std::vector<std::string> level_types{
    "dense", "compressed", "compressed(nonunique)", "compressed(nonordered)",
    "compressed(nonunique, nonordered)", "singleton", "singleton(nonunique)",
    "singleton(nonordered)", "singleton(nonunique, nonordered)"};

bool strata_parses(const std::string& text) {
  try {
    (void)TensorFormat::parse(text);
    return true;
  } catch (const Strata::Error&) {
    return false;
  }
}

TEST_F(SparseTensorEncoding, NamedFormats) {
  namespace F = Strata::Formats;
  for (const TensorFormat& format :
       {F::sparse_vector(), F::csr(), F::csc(), F::dcsr(), F::dcsc(), F::coo(2),
        F::coo(4), F::csf(3), F::csf(3, {2, 0, 1}), F::dense(2, {1, 0})})
    for (const int pos : {0, 8, 16, 32, 64})
      for (const int crd : {0, 8, 16, 32, 64}) {
        const TensorFormat f = format.with_index_types({pos, false}, {crd, false});
        const SparseTensorEncodingAttr attr =
            strata::encodingFromFormat(&context, f);
        EXPECT_EQ(strata::formatFromEncoding(attr), f) << f.to_string();
        check_round_trip(attr);
      }
}

// What MLIR accepts of dense, compressed and singleton levels in any order of
// dimensions is what Strata accepts, and both read it the same.
TEST_F(SparseTensorEncoding, EveryFormatUpToOrderThree) {
  int accepted = 0;
  for (std::size_t rank = 1; rank <= 3; ++rank) {
    std::vector<int> order(rank);
    std::iota(order.begin(), order.end(), 0);
    do {
      std::vector<std::size_t> choice(rank, 0);
      for (std::size_t l = 0; l < rank;) {
        std::vector<std::string> levels;
        for (const std::size_t c : choice) levels.push_back(level_types[c]);
        const std::string text = "#sparse_tensor.encoding<{ map = " +
                                 format_text(order, levels) + " }>";
        const SparseTensorEncodingAttr attr = encoding(text);
        EXPECT_EQ(static_cast<bool>(attr), strata_parses(text)) << text;
        if (attr) {
          ++accepted;
          check_round_trip(attr);
        }
        for (l = 0; l < rank && ++choice[l] == level_types.size(); ++l)
          choice[l] = 0;
      }
    } while (std::next_permutation(order.begin(), order.end()));
  }
  EXPECT_GT(accepted, 1000);
}

TEST_F(SparseTensorEncoding, SoaIsDropped) {
  const auto with_soa = encoding(
      "#sparse_tensor.encoding<{ map = (i, j) -> "
      "(i : compressed(nonunique), j : singleton(soa)) }>");
  EXPECT_EQ(strata::formatFromEncoding(with_soa), Strata::Formats::coo(2));
}

TEST_F(SparseTensorEncoding, RefusedLevelsAndFields) {
  expect_refused("(i, j) -> (i : dense, j : loose_compressed)",
                 "level 1: expected dense, compressed or singleton, got "
                 "loose_compressed");
  expect_refused("(i) -> (i floordiv 4 : dense, i mod 4 : structured[2, 4])",
                 "level 1: expected dense, compressed or singleton, got "
                 "structured[2, 4]");
  expect_refused("(i, j) -> (i : batch, j : compressed)",
                 "level 0: expected dense, compressed or singleton, got batch");
  expect_refused(  // S0-15
      "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
      "level 2: expected dense, compressed or singleton, got structured[2, 4]");
  expect_refused(  // S0-22 as E7 has it
      "[c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed)",
      "symbols have no value in a format");
  expect_refused("(i) -> (i : compressed), explicitVal = 1.0 : f64",
                 "explicitVal: expected stored values");
}

TEST_F(SparseTensorEncoding, S0_23_Slices) {
  for (const char* map :
       {"(i : #sparse_tensor<slice(0, 4, 1)>) -> (i : compressed)",
        "(i : #sparse_tensor<slice(0, 4, 1)>, j : #sparse_tensor<slice(0, 8, "
        "?)>) -> (i : dense, j : compressed)"}) {
    const SparseTensorEncodingAttr attr =
        encoding(std::string("#sparse_tensor.encoding<{ map = ") + map + " }>");
    ASSERT_TRUE(attr) << map;
    check_round_trip(attr);
  }
}

const std::string blocks =
    "(ib = i floordiv 2 : dense, jb = j floordiv 3 : compressed, "
    "ii = i mod 2 : dense, jj = j mod 3 : dense)";

TEST_F(SparseTensorEncoding, SeedExamples) {  // S0-13 to S0-21
  namespace F = Strata::Formats;
  const std::vector<std::pair<std::string, TensorFormat>> seed{
      {"(i) -> (i : compressed)", F::sparse_vector()},
      {"(i, j) -> (i : compressed(nonunique), j : singleton)", F::coo(2)},
      {"(i, j) -> (i : dense, j : compressed)", F::csr()},
      {"(i, j) -> (j : compressed, i : compressed), posWidth = 32, "
       "crdWidth = 8",
       F::dcsc().with_index_types({32}, {8})},
      {"( i, j ) -> ( i floordiv 2 : dense, j floordiv 2 : compressed, "
       "i mod 2 : dense, j mod 2 : dense )",
       F::bsr(2, 2)},
      {"(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, "
       "i mod 2 : dense, j mod 3 : dense)",
       F::bsr(2, 3)},
      {"{ ib, jb, ii, jj } ( i = ib * 2 + ii, j = jb * 3 + jj) -> " + blocks,
       F::bsr(2, 3)}};
  for (const auto& [map, format] : seed) {
    const std::string text =
        "#sparse_tensor.encoding<{ map = " + map + " }>";
    const SparseTensorEncodingAttr attr = encoding(text);
    ASSERT_TRUE(attr) << text;
    EXPECT_EQ(TensorFormat::parse(text), format) << text;
    EXPECT_EQ(strata::formatFromEncoding(attr), format) << text;
    check_round_trip(attr);
  }
}

TEST_F(SparseTensorEncoding, BlockedFormats) {
  std::vector<TensorFormat> formats{Strata::Formats::bsr(7, 1 << 20),
                                    Strata::Formats::csb(8, 16)};
  for (const char* text :
       {"(i) -> (i floordiv 2 : compressed, i mod 2 : dense)",
        "(i, j) -> (j : compressed, i floordiv 4 : compressed, i mod 4 : "
        "dense)",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, j mod 2 : "
        "compressed(nonunique, nonordered), i mod 2 : singleton)",
        "(i, j, k) -> (k : dense, i floordiv 2 : dense, j floordiv 3 : "
        "compressed, i mod 2 : compressed, j mod 3 : dense)"})
    formats.push_back(TensorFormat::parse(text));
  for (const TensorFormat& f : formats)
    for (const int width : {0, 8, 64}) {
      const TensorFormat format = f.with_index_types({width}, {width});
      const SparseTensorEncodingAttr attr =
          strata::encodingFromFormat(&context, format);
      EXPECT_EQ(strata::formatFromEncoding(attr), format) << format.to_string();
      check_round_trip(attr);
    }
}

// Written out, the inverse is the one that is inferred, or wrong.
TEST_F(SparseTensorEncoding, ExplicitInverse) {  // S0-21
  const auto text = [](const std::string& inverse, const std::string& levels) {
    return "#sparse_tensor.encoding<{ map = {ib, jb, ii, jj} (" + inverse +
           ") -> " + levels + " }>";
  };
  const SparseTensorEncodingAttr attr =
      encoding(text("i = ib * 2 + ii, j = jb * 3 + jj", blocks));
  ASSERT_TRUE(attr);
  EXPECT_EQ(attr, strata::encodingFromFormat(&context,
                                             Strata::Formats::bsr(2, 3)));
  EXPECT_EQ(print(attr).find("ib"), std::string::npos) << print(attr);
  for (const char* wrong :
       {"i = ib * 2 + ii, j = jb * 2 + jj", "i = ib * 2 + jj, j = jb * 3 + ii",
        "i = ib * 2 + ii + 1, j = jb * 3 + jj", "i = ib, j = jb"}) {
    EXPECT_FALSE(encoding(text(wrong, blocks))) << wrong;
    EXPECT_FALSE(strata_parses(text(wrong, blocks))) << wrong;
  }
}

// Maps that formats have and encodings have not.
TEST_F(SparseTensorEncoding, MapsThatMlirDoesNotInvert) {
  for (const char* text :
       {"(i, j) -> (j - i : compressed, i : dense)",
        "(i, j) -> (i * 8 + j : compressed)",
        "(i, j) -> (i + j : compressed(nonunique), j : singleton)",
        "(i) -> (i mod 2 : dense, i floordiv 2 : compressed)",
        "(i) -> (i floordiv 4 : compressed, (i floordiv 2) mod 2 : dense, i "
        "mod 2 : dense)",
        "BSR(1,1)"}) {
    const TensorFormat format = TensorFormat::parse(text);
    try {
      strata::encodingFromFormat(&context, format);
      FAIL() << "MLIR has an encoding now: " << text;
    } catch (const Strata::UnsupportedExpression& e) {
      const std::string message = e.what();
      EXPECT_NE(message.find("sparse_tensor.encoding: map: expected levels "
                             "that store a dimension d, or d floordiv c"),
                std::string::npos)
          << message;
      EXPECT_NE(message.find(format.to_string()), std::string::npos) << message;
    }
    EXPECT_FALSE(encoding(format.to_encoding())) << text;
  }
}

TEST_F(SparseTensorEncoding, SignedAndPackedIndicesHaveNoEncoding) {
  const TensorFormat csr = Strata::Formats::csr();
  EXPECT_THROW(strata::encodingFromFormat(
                   &context, csr.with_index_types({32, true}, {32, false})),
               Strata::UnsupportedExpression);
  EXPECT_THROW(strata::encodingFromFormat(&context,
                                          csr.with_index_types({32}, {2})),
               Strata::UnsupportedExpression);
}

}  // namespace
