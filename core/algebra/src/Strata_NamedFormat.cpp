// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_NamedFormat.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <Strata_FormatName.hpp>
#include <Strata_FormatRegistry.hpp>
#include <impl/Strata_MapParser.hpp>

namespace Strata::Impl {
namespace {

struct FixedFormat {
  std::string_view name;
  TensorFormat (*make)();
};
constexpr std::array<FixedFormat, 6> fixed_formats = {
    {{"CSR", Formats::csr},
     {"CSC", Formats::csc},
     {"DCSR", Formats::dcsr},
     {"DCSC", Formats::dcsc},
     {"DIA", Formats::dia},
     {"SparseVector", Formats::sparse_vector}}};

/// Formats of any rank and mode order.
struct FamilyFormat {
  std::string_view name;
  TensorFormat (*make)(int, std::vector<int>);
  int min_rank;
};
constexpr std::array<FamilyFormat, 3> family_formats = {
    {{"COO", Formats::coo, 1},
     {"CSF", Formats::csf, 1},
     {"Dense", Formats::dense, 0}}};

/// Formats of matrices in blocks of rows x columns.
struct BlockFormat {
  std::string_view name;
  TensorFormat (*make)(std::int64_t, std::int64_t);
};
constexpr std::array<BlockFormat, 2> block_formats = {
    {{"BSR", Formats::bsr}, {"CSB", Formats::csb}}};

/// Numbers in parentheses: one is a rank, two or more are a mode order.
struct Arguments {
  std::vector<std::int64_t> numbers;
  std::size_t begin = 0, end = 0;
};

Arguments parse_arguments(TokenStream& tokens) {
  Arguments arguments;
  arguments.begin = tokens.peek().begin;
  if (!tokens.accept("(")) return arguments;
  do {
    arguments.numbers.push_back(
        tokens.expect_integer("a rank or a mode order"));
    if (arguments.numbers.size() > max_rank)
      tokens.fail("too many dimensions", tokens.peek());
  } while (tokens.accept(","));
  tokens.expect(")", "after the numbers");
  arguments.end = tokens.last_end();
  return arguments;
}

std::vector<int> mode_order(TokenStream& tokens, const Arguments& arguments) {
  const std::vector<std::int64_t>& numbers = arguments.numbers;
  const auto rank = static_cast<std::int64_t>(numbers.size());
  std::vector<bool> seen(numbers.size(), false);
  for (std::int64_t d : numbers) {
    if (d >= rank || seen[d])
      tokens.fail("a mode order names every dimension from 0 to " +
                      std::to_string(rank - 1) + " once",
                  arguments.begin, arguments.end);
    seen[d] = true;
  }
  return {numbers.begin(), numbers.end()};
}

TensorFormat make_family(TokenStream& tokens, const Token& name,
                         const FamilyFormat& family, int rank) {
  const Arguments arguments = parse_arguments(tokens);
  if (arguments.numbers.size() >= 2) {
    std::vector<int> order = mode_order(tokens, arguments);
    return family.make(static_cast<int>(order.size()), order);
  }
  const std::string text(name.text);
  if (arguments.numbers.empty() && rank < 0)
    tokens.fail("'" + text + "' needs a rank: " + text + "(2)", name);
  const std::int64_t n =
      arguments.numbers.empty() ? rank : arguments.numbers[0];
  if (n < family.min_rank || n > static_cast<std::int64_t>(max_rank))
    tokens.fail("'" + text + "' takes a rank from " +
                    std::to_string(family.min_rank) + " to " +
                    std::to_string(max_rank) + ", got " + std::to_string(n),
                name.begin, tokens.last_end());
  return family.make(static_cast<int>(n), {});
}

TensorFormat make_blocks(TokenStream& tokens, const Token& name,
                         const BlockFormat& format) {
  const Arguments arguments                = parse_arguments(tokens);
  const std::vector<std::int64_t>& numbers = arguments.numbers;
  const std::string text(name.text);
  if (numbers.size() != 2)
    tokens.fail("'" + text + "' needs rows and columns of a block: " + text +
                    "(2,2)",
                name);
  if (numbers[0] < 1 || numbers[1] < 1)
    tokens.fail("a block has at least one row and one column",
                arguments.begin, arguments.end);
  return format.make(numbers[0], numbers[1]);
}

/// `text` with the arguments in place of $0, $1, …
std::string with_arguments(std::string text, const std::vector<std::int64_t>& numbers) {
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const std::string mark = "$" + std::to_string(n);
    for (std::size_t at; (at = text.find(mark)) != std::string::npos;)
      text.replace(at, mark.size(), std::to_string(numbers[n]));
  }
  return text;
}

/// A format of register_format(); none where no such name is known.
std::optional<TensorFormat> make_registered(TokenStream& tokens, const Token& name) {
  std::string counts;
  const std::vector<FormatName> formats = registered_formats();
  for (const FormatName& format : formats)
    if (name.text == format.name)
      counts += (counts.empty() ? "" : " or ") + std::to_string(format.num_arguments);
  if (counts.empty()) return std::nullopt;
  const Arguments arguments = parse_arguments(tokens);
  for (const std::int64_t number : arguments.numbers)
    if (number < 1)
      tokens.fail("expected numbers from 1 on", arguments.begin, arguments.end);
  for (const FormatName& format : formats)
    if (name.text == format.name &&
        arguments.numbers.size() == static_cast<std::size_t>(format.num_arguments))
      return TensorFormat::parse(with_arguments(format.text, arguments.numbers));
  tokens.fail(describe(name) + " takes " + counts + " numbers in parentheses", name);
}

/// "CSR, CSC, …": all names.
std::string known_names() {
  std::set<std::string> registered;
  for (const FormatName& format : registered_formats()) registered.insert(format.name);
  std::string text = "CSR, CSC, DCSR, DCSC, COO, CSF, SparseVector, Dense, BSR, CSB, DIA";
  for (const std::string& name : registered) text += ", " + name;
  return text;
}

enum class Widths { whole, packed_too };

/// "32", "u32" or "i32": bits of positions or coordinates, i where signed; of coordinates
/// "2", too, where they are packed.
IndexType parse_index_type(TokenStream& tokens, Widths widths) {
  const Token token = tokens.next();
  for (const int width : {0, 8, 16, 32, 64})
    for (const char* sign : {"", "u", "i"})
      if (token.is(sign + std::to_string(width))) return {width, *sign == 'i'};
  for (const int width : {1, 2, 4})
    if (widths == Widths::packed_too && token.is(std::to_string(width))) return {width};
  tokens.fail("expected an index type: 8, 16, 32 or 64 bits, i32 if signed",
              token);
}

/// "<32>" or "<64, 32>" behind a name: positions, coordinates.
TensorFormat parse_widths(TokenStream& tokens, const TensorFormat& format) {
  if (!tokens.accept("<")) return format;
  const IndexType pos = parse_index_type(tokens, Widths::whole);
  const IndexType crd =
      tokens.accept(",") ? parse_index_type(tokens, Widths::packed_too) : pos;
  tokens.expect(">", "after the index types");
  return format.with_index_types(pos, crd);
}

std::string index_type_name(IndexType type) {
  return (type.is_signed ? "i" : "") + std::to_string(type.width);
}

std::string widths_text(const TensorFormat& format) {
  const IndexType pos = format.pos_type(), crd = format.crd_type();
  if (pos == IndexType{} && crd == IndexType{}) return "";
  return "<" + index_type_name(pos) +
         (pos == crd ? "" : ", " + index_type_name(crd)) + ">";
}

/// "(3)", or "(2,0,1)" where the levels are not in the order of dimensions.
std::string arguments_text(const std::vector<int>& order) {
  if (std::is_sorted(order.begin(), order.end()))
    return "(" + std::to_string(order.size()) + ")";
  std::string text;
  for (const int d : order) text += (text.empty() ? "(" : ",") + std::to_string(d);
  return text + ")";
}

/// Rows and columns where the last two levels are remainders.
std::optional<std::pair<std::int64_t, std::int64_t>> block_size(
    const TensorFormat& format) {
  if (format.dim_rank() != 2 || format.lvl_rank() != 4) return std::nullopt;
  const AffineExpr& rows    = *format.map().results[2];
  const AffineExpr& columns = *format.map().results[3];
  for (const AffineExpr* e : {&rows, &columns})
    if (e->kind != AffineExpr::Kind::mod ||
        e->rhs->kind != AffineExpr::Kind::constant || e->rhs->value < 1)
      return std::nullopt;
  return std::pair{rows.rhs->value, columns.rhs->value};
}

}  // namespace

TensorFormat parse_named_format(TokenStream& tokens, int rank) {
  const Token name = tokens.expect_identifier("a format");
  for (const FixedFormat& format : fixed_formats) {
    if (name.text != format.name) continue;
    if (tokens.peek().is("("))
      tokens.fail(describe(name) + " takes no arguments", tokens.peek());
    return parse_widths(tokens, format.make());
  }
  for (const BlockFormat& blocks : block_formats)
    if (name.text == blocks.name)
      return parse_widths(tokens, make_blocks(tokens, name, blocks));
  for (const FamilyFormat& family : family_formats)
    if (name.text == family.name)
      return parse_widths(tokens, make_family(tokens, name, family, rank));
  if (const auto format = make_registered(tokens, name)) return parse_widths(tokens, *format);
  tokens.fail("unknown format " + describe(name) + "; known are " + known_names(), name);
}

}  // namespace Strata::Impl

namespace Strata {

std::string name_of(const TensorFormat& format) {
  using namespace Impl;
  const auto is = [&](const TensorFormat& named) {
    return named.with_index_types(format.pos_type(), format.crd_type()) ==
           format;
  };
  for (const FixedFormat& fixed : fixed_formats)
    if (is(fixed.make())) return std::string(fixed.name) + widths_text(format);
  if (const auto blocks = block_size(format))
    for (const BlockFormat& named : block_formats)
      if (is(named.make(blocks->first, blocks->second)))
        return std::string(named.name) + "(" + std::to_string(blocks->first) +
               "," + std::to_string(blocks->second) + ")" + widths_text(format);
  if (!format.is_permutation()) return format.to_string();
  const int rank = format.dim_rank();
  for (const FamilyFormat& family : family_formats)
    if (rank >= family.min_rank && rank == format.lvl_rank() &&
        is(family.make(rank, format.order())))
      return std::string(family.name) + arguments_text(format.order()) +
             widths_text(format);
  return format.to_string();
}

}  // namespace Strata
