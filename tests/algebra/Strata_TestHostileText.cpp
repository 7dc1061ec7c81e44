// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_IndexNotation.hpp>
#include <Strata_IndexingMap.hpp>
#include <Strata_TestDeclarations.hpp>

namespace {

/// Parsing gives a value or a Strata::Error, never anything else.
template <class F>
bool survives(F&& f) {
  try {
    f();
    return true;
  } catch (const Strata::Error&) {
    return false;
  }
}

void parse_everything(const std::string& text) {
  survives([&] {
    const auto a = Strata::parse_notation(text);
    EXPECT_EQ(to_string(Strata::parse_notation(to_string(a))), to_string(a));
    Strata::TensorDeclarations tensors;
    for (const char* name : {"a", "b", "A", "x"})
      tensors[name] = Strata::Testing::declare({4});
    survives([&] { (void)check(a, tensors); });
  });
  survives([&] {
    const auto format = Strata::TensorFormat::parse(text, 2);
    EXPECT_EQ(Strata::TensorFormat::parse(format.to_string()), format);
  });
  survives([&] {
    const auto map = Strata::IndexMap::parse(text);
    EXPECT_EQ(Strata::IndexMap::parse(map.to_string()), map) << text;
  });
  survives([&] {
    const auto map = Strata::IndexingMap::parse(text);
    EXPECT_EQ(Strata::IndexingMap::parse(map.to_string()), map) << text;
    survives([&] { (void)map.simplified(); });
  });
}

std::string repeat(const std::string& part, int times) {
  std::string out;
  for (int n = 0; n < times; ++n) out += part;
  return out;
}

TEST(HostileText, DeepNesting) {
  constexpr int deep = 100000;
  for (const char* open :
       {"(", "-", "sqrt(", "sum(i, ", "cast_f64(", "b(", "#"})
    for (const char* head : {"a = ", "(i) -> (", ""}) {
      parse_everything(head + repeat(open, deep));
      parse_everything(head + repeat(open, deep) + "b" + repeat(")", deep));
    }
  EXPECT_FALSE(survives([&] {
    (void)Strata::parse_notation("a = " + repeat("(", deep) + "b" +
                                 repeat(")", deep));
  }));
}

TEST(HostileText, LongChains) {
  constexpr int terms = 100000;
  for (const char* part : {" + b", " * b", " - b(i)", " / 2", " mod 2"}) {
    parse_everything("a = b" + repeat(part, terms));
    parse_everything("(i) -> (i" + repeat(part, terms) + ")");
  }
  for (const char* part : {" + i mod 7", " floordiv 2", " mod 7", " * 2 - 1",
                           " * 3 floordiv 2 + i"})
    parse_everything("(i) -> (i" + repeat(part, 300) +
                     "), domain: i in [0, 99]");
  // What is accepted can be checked and printed.
  EXPECT_TRUE(survives([&] {
    Strata::TensorDeclarations tensors = {{"a", Strata::Testing::declare({})},
                                          {"b", Strata::Testing::declare({4})}};
    (void)check(Strata::parse_notation("a = b(i)" + repeat(" + b(i)", 1900)),
                tensors);
    (void)check(Strata::parse_notation("a = 1" + repeat(" + 1", 1900)),
                tensors);
  }));
}

TEST(HostileText, ManyIndices) {
  std::string indices = "i0", dimensions = "d0";
  for (int n = 1; n < 5000; ++n) {
    indices += ",i" + std::to_string(n);
    dimensions += ",d" + std::to_string(n);
  }
  parse_everything("a = b(" + indices + ")");
  parse_everything("(" + dimensions + ") -> (" + dimensions + ")");
  parse_everything("{" + dimensions + "}() -> ()");
  parse_everything("[" + dimensions + "]() -> ()");
  std::string product = "a = b(i0)";
  for (int n = 1; n < 1000; ++n) product += " * b(i" + std::to_string(n) + ")";
  parse_everything(product);
}

TEST(HostileText, OddTexts) {
  for (const char* text :
       {"",
        " ",
        "\n",
        "=",
        "a=",
        "()",
        "->",
        "\xff\xfe",
        "\xc3",
        "a = \xc3(i)",
        "a(i) = b(i(9223372036854775807,-9223372036854775807,1))",
        "a = 99999999999999999999999",
        "a = 1e99999",
        "a = 1e",
        "a = .",
        "a = b(i({9223372036854775808}))",
        "COO(99999999999999999999)",
        "COO(9223372036854775807)",
        "CSF(-1)",
        "#",
        "#sparse_tensor",
        "#sparse_tensor.encoding<{",
        "(i) -> (i mod -1 : dense)",
        "(i) -> (i * 9223372036854775807 * 9223372036854775807)",
        "{l}(i = l * 9223372036854775807) -> (l = i * 9223372036854775807)",
        "{l}(i = l floordiv 9223372036854775807) -> (l = i)",
        "(i) -> (i - 9223372036854775807 - 1)",
        "(i) -> ((i - 9223372036854775807 - 1) * -1 floordiv 3), domain: "
        "i in [-9223372036854775807, 9223372036854775807]",
        "(i) -> (i), domain: i in [1, 0], i * -9223372036854775807 in [0, 0]",
        "(i) -> (i), domain: i in [0, 1], i in [",
        "(i)[s]{r} -> (i), domain: r in [0, 1]",
        "(i : #sparse_tensor<slice("})
    parse_everything(text);
  parse_everything(std::string("a = b\0c", 7));
  parse_everything(std::string(1 << 20, 'a'));
  parse_everything(std::string(1 << 20, '9'));
}

TEST(HostileText, RandomTokens) {
  const std::vector<std::string> tokens = {"a",
                                           "b",
                                           "A",
                                           "x",
                                           "i",
                                           "j",
                                           "(",
                                           ")",
                                           "(",
                                           ")",
                                           ",",
                                           "=",
                                           "+=",
                                           "+",
                                           "-",
                                           "*",
                                           "/",
                                           "2",
                                           "0.5",
                                           "sum",
                                           "sqrt",
                                           "pow",
                                           "cast_f64",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           ":",
                                           "->",
                                           "#",
                                           "dense",
                                           "compressed",
                                           "singleton",
                                           "nonunique",
                                           "map",
                                           "floordiv",
                                           "mod",
                                           "CSR",
                                           "COO",
                                           "posWidth",
                                           "true",
                                           "inf",
                                           "complex",
                                           "<",
                                           ">",
                                           "a(i) = ",
                                           "b(i)",
                                           "(i, j) -> (",
                                           "sparse_tensor",
                                           "8"};
  std::mt19937 random(7);
  for (int n = 0; n < 20000; ++n) {
    std::string text = n % 3 == 0 ? "a(i) = " : n % 3 == 1 ? "(i, j) -> (" : "";
    for (unsigned length = random() % 16; length > 0; --length)
      text += tokens[random() % tokens.size()] + " ";
    parse_everything(text);
  }
}

TEST(HostileText, MutatedTexts) {
  const std::vector<std::string> seeds = {
      "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
      "a(i) = b(i({1,3,5})) + c(i(0,10,5)) * sum(j, cast_f64(gt(B(i,j), 0.5)))",
      "#sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), "
      "posWidth = 32 }>",
      "[c](i, j) -> (c * 3 * i, i floordiv 2, #j, i mod 4 - j)"};
  std::mt19937 random(11);
  for (int n = 0; n < 20000; ++n) {
    std::string text = seeds[n % seeds.size()];
    for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, 1 + random() % 3); break;
        default: text.insert(at, 1, "()[]{},:=+-*/#<>.0 9ai"[random() % 22]);
      }
      if (text.empty()) text = "a";
    }
    parse_everything(text);
  }
}

}  // namespace
