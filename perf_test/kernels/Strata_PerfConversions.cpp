// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices that change their form: coordinates in random order → CSR, a Matrix
// Market file → CSR. Results are new allocations for every contestant.
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include <unistd.h>

#include <Strata_Assemble.hpp>
#include <Strata_Extract.hpp>
#include <Strata_Generators.hpp>
#include <Strata_ReadTensor.hpp>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

/// Coordinates of a matrix, in an order without pattern.
struct Coordinates {
  std::int64_t rows, columns;
  std::vector<std::int32_t> row, column;
  std::vector<std::int64_t> both;  ///< row and column of entry after entry
  std::vector<double> values;

  Yardstick::Coo coo() const {
    return {rows,       columns,       static_cast<std::int64_t>(row.size()),
            row.data(), column.data(), values.data()};
  }
};

std::vector<std::int64_t> shuffled(std::int64_t size) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t n = order.size(); n > 1; --n)
    std::swap(order[n - 1], order[Generators::random_bits(1, 12, n) % n]);
  return order;
}

std::shared_ptr<Coordinates> coordinates_of(const Yardstick::Csr& a) {
  const auto list = std::make_shared<Coordinates>();
  list->rows      = a.rows;
  list->columns   = a.columns;
  std::vector<std::int32_t> row_of(static_cast<std::size_t>(a.entries()));
  for (std::int64_t i = 0; i < a.rows; ++i)
    std::fill(row_of.begin() + a.positions[i],
              row_of.begin() + a.positions[i + 1],
              static_cast<std::int32_t>(i));
  for (const std::int64_t n : shuffled(a.entries())) {
    list->row.push_back(row_of[static_cast<std::size_t>(n)]);
    list->column.push_back(a.coordinates[n]);
    list->both.insert(list->both.end(),
                      {list->row.back(), list->column.back()});
    list->values.push_back(a.values[n]);
  }
  return list;
}

Contest assemble_matrix(const TensorRef& a) {
  const auto list             = coordinates_of(csr_of(a));
  const Yardstick::Coo coo    = list->coo();
  const TensorFormat format   = a.format;
  const auto extents          = a.extents;
  Contest contest{facts_of("assemble", "CSR from coordinates in any order", a),
                  {},
                  {}};
  contest.facts.bytes =
      bytes_of(csr_of(a)) + 16.0 * static_cast<double>(coo.entries);
  contest.contestants = {
      maker<TensorRef>(strata_name,
                       [=] {
                         const Exec exec;
                         TensorRef result = assemble(
                             exec, format, ScalarType::f64, extents,
                             list->both.data(), coo.values, coo.entries);
                         exec.fence("Strata::perf::assemble");
                         return result;
                       }),
      maker<Yardstick::OwnedCsr>(yardstick_name,
                                 [=] { return Yardstick::to_csr(list->coo()); })};
  add_peers(contest, &Peer::assemble, coo);
  return contest;
}

/// A file that goes when the last user does.
std::shared_ptr<const std::string> temporary_file(const std::string& ending) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("strata-perf-" + std::to_string(getpid()) + ending);
  return {new std::string(path.string()), [](const std::string* name) {
            std::error_code ignored;
            std::filesystem::remove(*name, ignored);
            delete name;
          }};
}

CoordinateList list_of(const TensorRef& a) {
  const Yardstick::Csr csr = csr_of(a);
  CoordinateList list;
  list.extents = a.extents;
  for (std::int64_t i = 0; i < csr.rows; ++i)
    for (std::int32_t p = csr.positions[i]; p < csr.positions[i + 1]; ++p)
      list.push_back(std::vector<std::int64_t>{i, csr.coordinates[p]},
                     csr.values[p]);
  list.declared_entries = list.num_entries;
  return list;
}

Contest read_matrix(const TensorRef& a) {
  const auto path = temporary_file(".mtx");
  write_tensor_file(*path, list_of(a));
  Contest contest{facts_of("read", "CSR from a Matrix Market file", a), {}, {}};
  contest.facts.bytes = static_cast<double>(std::filesystem::file_size(*path));
  contest.contestants = {
      maker<TensorRef>(
          strata_name,
          [path, format = a.format] { return read_tensor(Exec(), *path, format); }),
      maker<Yardstick::OwnedCsr>(
          yardstick_name, [path] { return Yardstick::read_matrix(*path); })};
  add_peers(contest, &Peer::read, *path);
  return contest;
}

}  // namespace

std::vector<Kernel> matrix_conversions() {
  return {{"assemble", 2, contestants_for(&Peer::assemble), assemble_matrix, false},
          {"read", 2, contestants_for(&Peer::read), read_matrix, false}};
}

}  // namespace Strata::Perf
