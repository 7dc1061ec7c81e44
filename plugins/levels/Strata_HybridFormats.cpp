// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_HybridFormats.hpp>

#include <algorithm>
#include <array>

#include <impl/Strata_Lexer.hpp>

namespace Strata::HybridFormats {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Buckets 1, 2, …, 2^k.
Numbers powers_of_two(std::int64_t k) {
  Numbers buckets;
  for (std::int64_t b = 0; b <= k; ++b) buckets.push_back(std::int64_t{1} << b);
  return buckets;
}

struct Name {
  std::string_view text;
  std::size_t arguments;
  std::string_view usage;
  Numbers most;  ///< of every argument; 0: no bound
  CompositeFormat (*make)(const Numbers& numbers, std::int64_t columns);
};

const std::array<Name, 4>& names() {
  static const std::array<Name, 4> all = {{
      {"HYB", 1, "HYB(w): entries of a row in ELL", {0},
       [](const Numbers& n, std::int64_t) { return hyb(n[0]); }},
      {"HYB", 2, "HYB(c,k): partitions of the columns, buckets 1, 2, ..., 2^k",
       {1024, 30},
       [](const Numbers& n, std::int64_t columns) {
         return column_part_hyb(columns, n[0], powers_of_two(n[1]));
       }},
      {"BSR_ELL", 3, "BSR_ELL(r,c,e): rows, columns and entries of a block", {0, 0, 0},
       [](const Numbers& n, std::int64_t) { return bsr_ell(n[0], n[1], n[2]); }},
      {"HDC", 1, "HDC(e): entries of a diagonal", {0},
       [](const Numbers& n, std::int64_t) { return hdc(n[0]); }},
  }};
  return all;
}

Numbers parse_numbers(Strata::Impl::TokenStream& tokens) {
  Numbers numbers;
  tokens.expect("(", "after the name of a composite format");
  do
    numbers.push_back(tokens.expect_integer("a number"));
  while (tokens.accept(","));
  tokens.expect(")", "after the numbers");
  tokens.expect_end("a composite format");
  return numbers;
}

/// "HYB(w): …" of all that the name may mean.
std::string usage_of(std::string_view text) {
  std::string usage;
  for (const Name& name : names())
    if (name.text == text) usage += (usage.empty() ? "" : "; ") + std::string(name.usage);
  return usage;
}

bool fits(const Name& name, const Numbers& numbers) {
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const bool exponent = name.text == "HYB" && n == 1;
    if (numbers[n] < (exponent ? 0 : 1)) return false;
    if (name.most[n] > 0 && numbers[n] > name.most[n]) return false;
  }
  return true;
}

}  // namespace

bool is_name(std::string_view text) {
  return std::any_of(names().begin(), names().end(), [&](const Name& n) {
    return text.substr(0, text.find_first_of("( ")) == n.text;
  });
}

std::optional<CompositeFormat> parse(std::string_view text,
                                     const std::vector<std::int64_t>& extents) {
  if (!is_name(text)) return std::nullopt;
  Strata::Impl::TokenStream tokens(text);
  const Strata::Impl::Token word = tokens.expect_identifier("a composite format");
  const Numbers numbers          = parse_numbers(tokens);
  if (extents.size() != 2)
    throw ShapeMismatch(error_message("HybridFormats::parse", std::string(text),
                                      "a matrix",
                                      "order " + std::to_string(extents.size())));
  for (const Name& name : names())
    if (word.is(name.text) && numbers.size() == name.arguments && fits(name, numbers))
      return name.make(numbers, extents[1]);
  tokens.fail("expected " + usage_of(word.text), word.end, tokens.last_end());
}

}  // namespace Strata::HybridFormats
