// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats of random cases beside those of dense, compressed and singleton
// levels.
#include <algorithm>
#include <map>
#include <set>

#include <Strata_LevelRegistry.hpp>
#include <Strata_Levels.hpp>

#include "Strata_CaseGenerator.hpp"

namespace Strata::Testing {
namespace {

/// Of a hundred sparse tensors.
constexpr int s_other_levels = 20, s_packed = 20;

using Texts = std::vector<const char*>;

const Texts s_named = {"DIA", "JAD", "SELL(2,4)"};
const Texts s_blocks = {"BSR(", "CSB("};  // "2,3)"

// A and B are the dimensions of the first and the second level, K is as many
// children as a coordinate of A has, E the extent of B (at least 2), F that or more, M the
// width of a block, N what the fullest one has, P and Q extents of blocks.

/// Of matrices alone.
const Texts s_matrices = {
    "A floordiv P : dense, B floordiv Q : dense, A mod P : dense, B mod Q : "
    "dense",
    "A floordiv P : dense, B floordiv Q : ell, A mod P : dense, B mod Q : "
    "dense",
    "A floordiv P : compressed, B floordiv Q : compressed, B mod Q : dense, A mod P : dense",
    "A floordiv 4 : dense, B floordiv 4 : compressed, (A mod 4) floordiv 2 : dense, (B mod 4) "
    "floordiv 2 : compressed, A mod 2 : dense, B mod 2 : dense",
    "B floordiv P : compressed, A : ell, B mod P : dense",
    "B floordiv P : hashed, A : by_length, B mod P : ell",
    "B floordiv P : dense, A : dense, B mod P : compressed",
    "A : dense, B floordiv Q : bitmap, B mod Q : run_length",
    "A : dense, B floordiv P : sell[2], B mod P : dense",
    "A : dense, B mod 1 : compressed, B : dense",
    "A : dense, (A + B) mod F : compressed",
    "(B - A) mod F : compressed, A : dense",
    "A : dense, B floordiv M : dense, B mod M : structured[N, M]",
    "A * E + B : compressed",
    "B - A : compressed, A : range",
    "B - A : compressed, B : range",
    "A + B : compressed, B : range",
    "A - B : dense, A : range"};

/// The levels of other dimensions may follow, dense.
const Texts s_levels = {"A : dense, B : ragged",
                        "A : ragged, B : compressed",
                        "A : batch, B : compressed",
                        "A : by_length, B : jagged",
                        "A : by_length_in[3], B : sell[2]",
                        "A : dense, B : by_length_in[2]",
                        "A : dense, B : counted[K]",
                        "A : loose_compressed(nonunique), B : singleton"};

/// Texts that count.
const Texts s_counting = {
    "#A : dense, A : dense, B : singleton(padded)",
    "c * K * A : dense, A : dense, B : compressed",
    "A : dense, #A : dense, B : singleton(padded)",
    "A : dense, #A : ragged, B : singleton",
    "A floordiv 2 : dense, #A : ragged, A mod 2 : dense, B : singleton(padded)",
    "#A : dense, A : by_length, B : singleton",
    "#A : dense, A floordiv 2 : dense, A mod 2 : dense, B : singleton(padded)"};

/// At most one coordinate of B for each one of A.
const Texts s_single = {"A : dense, B : singleton(padded)",
                        "A : compressed, B : singleton(padded)"};

/// The most coordinates of dimension `b` in a block of so many of them and one
/// of `a`, at least one.
std::int64_t fullest(const CooData& data, int a, int b, std::int64_t width) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::int64_t>>
      blocks;
  std::size_t most = 1;
  for (std::int64_t n = 0; n < data.size(); ++n) {
    const std::vector<std::int64_t> c = data.coordinate(n);
    auto& block                       = blocks[{c[a], c[b] / width}];
    block.insert(c[b]);
    most = std::max(most, block.size());
  }
  return static_cast<std::int64_t>(most);
}

/// Behind the largest ones of the entries.
std::vector<std::int64_t> stored_extents(const CooData& data) {
  std::vector<std::int64_t> extents(data.extents.size(), 0);
  for (std::int64_t n = 0; n < data.size(); ++n) {
    const std::vector<std::int64_t> c = data.coordinate(n);
    for (std::size_t d = 0; d < c.size(); ++d)
      extents[d] = std::max(extents[d], c[d] + 1);
  }
  return extents;
}

/// `levels` with dimensions and numbers in the place of capital letters, dense
/// levels of the dimensions that are left behind.
TensorFormat parse_levels(const std::string& levels,
                          const std::vector<int>& order,
                          const std::map<char, std::int64_t>& numbers) {
  std::string text = levels.starts_with("c ") ? "[c](" : "(";
  for (std::size_t d = 0; d < order.size(); ++d)
    text += (d ? ", d" : "d") + std::to_string(d);
  text += ") -> (";
  for (const char c : levels) {
    if (c == 'A' || c == 'B') {
      text += "d" + std::to_string(order[static_cast<std::size_t>(c - 'A')]);
    } else if (const auto number = numbers.find(c); number != numbers.end()) {
      text += std::to_string(number->second);
    } else {
      text += c;
    }
  }
  for (std::size_t k = 2; k < order.size(); ++k)
    text += ", d" + std::to_string(order[k]) + " : dense";
  return TensorFormat::parse(text + ")");
}

bool pads_coordinates(LevelType level) {
  return is_registered(level.kind) &&
         level_definition(level.kind).description.padding ==
             LevelPadding::coordinates;
}

/// Numbers that a level of a tensor of these extents stores, padding included.
std::int64_t stored_numbers(const TensorFormat& format, int l,
                            const std::vector<std::int64_t>& extents) {
  const LevelType level = format.level(l);
  if (!level_traits(level).stores_coordinates) return 0;
  return format.level_extent(l, extents) + pads_coordinates(level);
}

}  // namespace

/// Instead of the format of some tensors: levels of plugins, blocks, diagonals,
/// texts that count; packed coordinates.
void CaseGenerator::draw_other_format(RandomTensor& tensor,
                                      const Variables& variables) {
  if (m_random.chance(s_other_levels)) {
    const std::vector<int> order =
        m_random.chance(60) ? preferred_order(variables)
                            : shuffled_order(tensor.format.dim_rank());
    tensor.format = order.size() >= 2 && m_random.chance(60)
                        ? other_text(tensor, order)
                        : with_registered_levels(tensor.format);
    draw_widths(tensor);
  }
  if (m_random.chance(s_packed)) pack_coordinates(tensor);
}

/// \pre order: at least two dimensions
TensorFormat CaseGenerator::other_text(const RandomTensor& tensor,
                                       const std::vector<int>& order) {
  const bool is_matrix = order.size() == 2;
  const auto kind      = m_random.below(100);
  const auto p = 1 + m_random.below(4), q = 1 + m_random.below(4);
  if (is_matrix && kind < 6) return TensorFormat::parse(m_random.pick(s_named));
  if (is_matrix && kind < 15)
    return TensorFormat::parse(m_random.pick(s_blocks) + std::to_string(p) + "," +
                               std::to_string(q) + ")");
  const int a = order[0], b = order[1];
  const std::int64_t extent = std::max<std::int64_t>(1, tensor.data.extents[b]);
  const std::int64_t width  = m_random.pick<std::int64_t>({1, 2, 3, 4, 8});
  // What will be stored in a result is not known.
  const std::int64_t row =
      tensor.is_result ? extent : fullest(tensor.data, a, b, extent);
  const std::int64_t block =
      tensor.is_result ? width : fullest(tensor.data, a, b, width);
  const Texts& texts = is_matrix && kind < 45  ? s_matrices
                       : kind < 70             ? s_levels
                       : row == 1 && kind < 85 ? s_single
                                               : s_counting;
  return parse_levels(m_random.pick(texts), order,
                      {{'E', std::max<std::int64_t>(2, extent)},
                       {'F', std::max<std::int64_t>(2, extent) + m_random.below(3)},
                       {'P', p},
                       {'Q', q},
                       {'K', row + m_random.below(2)},
                       {'M', width},
                       {'N', block + m_random.below(width - block + 1)}});
}

TensorFormat CaseGenerator::with_registered_levels(const TensorFormat& format) {
  std::vector<LevelType> levels = format.levels();
  for (LevelType& level : levels) {
    if (level.kind != LevelKind::compressed) continue;
    if (level == LevelType{LevelKind::compressed} && m_random.chance(40)) {
      level.kind =
          m_random.pick<LevelKind>({Levels::bitmap, Levels::run_length,
                                    Levels::hashed, Levels::by_length});
      continue;
    }
    level.kind = level.unique
                     ? m_random.pick<LevelKind>({Levels::loose_compressed,
                                                 Levels::fixed_width,
                                                 Levels::ell, Levels::sell})
                     : Levels::loose_compressed;
    if (level.kind == Levels::sell)
      level.parameters[0] = m_random.pick<int>({1, 2, 8});
  }
  return TensorFormat(format.order(), std::move(levels));
}

/// Widths of the arrays that hold what may be stored.
void CaseGenerator::draw_widths(RandomTensor& tensor) {
  const std::vector<std::int64_t>& extents = tensor.data.extents;
  std::int64_t places = 1, coordinates = 1;
  for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
    // Hash tables are half empty; runs and diagonals have headers.
    places *= 2 + 2 * tensor.format.level_extent(l, extents);
    coordinates =
        std::max(coordinates, stored_numbers(tensor.format, l, extents));
  }
  tensor.format = tensor.format.with_index_types(
      draw_index_type(m_random, places),
      draw_index_type(m_random, std::max<std::int64_t>(coordinates, 255)));
}

/// Coordinates of less than a byte, where they fit.
void CaseGenerator::pack_coordinates(RandomTensor& tensor) {
  const TensorFormat& format = tensor.format;
  // What is stored has to fit; padding is none of the extent, whatever is
  // stored.
  const bool is_known = format.is_permutation() && !tensor.is_result;
  const std::vector<std::int64_t> stored =
      is_known ? stored_extents(tensor.data) : tensor.data.extents;
  std::int64_t most = 0;
  for (int l = 0; l < format.lvl_rank(); ++l)
    most = std::max(most, stored_numbers(format, l,
                                         pads_coordinates(format.level(l))
                                             ? tensor.data.extents
                                             : stored));
  std::vector<int> widths;
  for (const int width : {1, 2, 4})
    if (most <= std::int64_t{1} << width) widths.push_back(width);
  if (most == 0 || widths.empty()) return;
  tensor.format = tensor.format.with_index_types(tensor.format.pos_type(),
                                                 {m_random.pick(widths)});
}

}  // namespace Strata::Testing
