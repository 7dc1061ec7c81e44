// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata::Formats {
namespace {

constexpr LevelType dense_level{LevelKind::dense, true, true};
constexpr LevelType compressed_level{LevelKind::compressed, true, true};

/// `order`, or 0, 1, 2, … when it is empty.
std::vector<int> full_order(const char* name, int rank,
                            std::vector<int> order) {
  if (rank < 0)
    throw FormatMismatch(
        error_message(name, "rank", "0 or more", std::to_string(rank)));
  if (order.empty())
    for (int d = 0; d < rank; ++d) order.push_back(d);
  if (order.size() != static_cast<std::size_t>(rank))
    throw FormatMismatch(error_message(
        name, "order", std::to_string(rank) + " dimensions (the rank)",
        std::to_string(order.size())));
  return order;
}

}  // namespace

TensorFormat dense(int rank, std::vector<int> order) {
  order = full_order("Formats::dense", rank, std::move(order));
  return {order, std::vector<LevelType>(rank, dense_level)};
}

TensorFormat sparse_vector() { return csf(1); }

TensorFormat csr() {
  return {std::vector<int>{0, 1}, {dense_level, compressed_level}};
}

TensorFormat csc() {
  return {std::vector<int>{1, 0}, {dense_level, compressed_level}};
}

TensorFormat dcsr() { return csf(2); }

TensorFormat dcsc() { return csf(2, {1, 0}); }

TensorFormat coo(int rank, std::vector<int> order) {
  order = full_order("Formats::coo", rank, std::move(order));
  std::vector<LevelType> levels(rank,
                                LevelType{LevelKind::singleton, false, true});
  if (rank > 0) {
    levels.front().kind  = LevelKind::compressed;
    levels.back().unique = true;
  }
  return {order, std::move(levels)};
}

TensorFormat csf(int rank, std::vector<int> order) {
  order = full_order("Formats::csf", rank, std::move(order));
  return {order, std::vector<LevelType>(rank, compressed_level)};
}

namespace {

/// "d0 floordiv rows", "d1 floordiv columns", "d0 mod rows", "d1 mod columns".
IndexMap block_map(const char* name, std::int64_t rows, std::int64_t columns) {
  if (rows < 1 || columns < 1)
    throw FormatMismatch(error_message(
        name, "block", "at least one row and one column",
        std::to_string(rows) + " x " + std::to_string(columns)));
  IndexMap map       = IndexMap::identity(2);
  const auto i       = AffineExpr::dimension(0);
  const auto j       = AffineExpr::dimension(1);
  map.results        = {floordiv(i, rows), floordiv(j, columns), mod(i, rows),
                        mod(j, columns)};
  return map;
}

}  // namespace

TensorFormat bsr(std::int64_t rows, std::int64_t columns) {
  return {block_map("Formats::bsr", rows, columns),
          {dense_level, compressed_level, dense_level, dense_level}};
}

TensorFormat csb(std::int64_t rows, std::int64_t columns) {
  return {block_map("Formats::csb", rows, columns),
          {dense_level,
           dense_level,
           {LevelKind::compressed, false, true},
           {LevelKind::singleton, true, true}}};
}

TensorFormat dia() {
  IndexMap map = IndexMap::identity(2);
  map.results  = {AffineExpr::dimension(1) - AffineExpr::dimension(0),
                  AffineExpr::dimension(0)};
  return {std::move(map), {compressed_level, dense_level}};
}

}  // namespace Strata::Formats
