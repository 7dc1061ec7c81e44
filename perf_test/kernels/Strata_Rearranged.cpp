// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Rearranged.hpp"

namespace Strata::Perf {

namespace {

/// A tensor in the format of `a`.
TensorRef assembled(const TensorRef& a, const std::vector<std::int64_t>& extents,
                    const std::vector<std::int64_t>& coordinates,
                    const std::vector<double>& values) {
  const Exec exec;
  const TensorRef result = assemble(exec, a.format, a.scalar, extents, coordinates.data(),
                                    values.data(), static_cast<std::int64_t>(values.size()));
  exec.fence("Strata::perf::rearranged");
  return result;
}

/// A matrix of the entries of `a`, each put where and as `place` says.
template <class Place>
TensorRef rearranged(const TensorRef& a, const std::vector<std::int64_t>& extents,
                     const Place& place) {
  const Yardstick::Csr csr = csr_of(a);
  std::vector<std::int64_t> coordinates;
  std::vector<double> values;
  const auto put = [&](std::int64_t i, std::int64_t j, double value) {
    coordinates.insert(coordinates.end(), {i, j});
    values.push_back(value);
  };
  for (std::int64_t i = 0; i < csr.rows; ++i)
    for (std::int32_t p = csr.positions[i]; p < csr.positions[i + 1]; ++p)
      place(i, csr.coordinates[p], csr.values[p], put);
  return assembled(a, extents, coordinates, values);
}

}  // namespace

TensorRef lower_part(const TensorRef& a) {
  return rearranged(a, a.extents,
                    [](std::int64_t i, std::int64_t j, double value, const auto& put) {
                      if (j <= i) put(i, j, 2 * value);
                    });
}

TensorRef right_factor(const TensorRef& a) {
  if (a.extents[0] == a.extents[1]) return a;
  return rearranged(
      a, {a.extents[1], a.extents[0]},
      [](std::int64_t i, std::int64_t j, double value, const auto& put) { put(j, i, value); });
}

TensorRef shifted(const TensorRef& a) {
  return rearranged(a, a.extents,
                    [columns = a.extents[1]](std::int64_t i, std::int64_t j, double value,
                                             const auto& put) {
                      put(i, (j + 1) % columns, value);
                    });
}

TensorRef mask_for(const TensorRef& a) {
  const std::int64_t rows = a.extents[0];
  return rearranged(a, {rows, rows},
                    [rows](std::int64_t i, std::int64_t j, double value, const auto& put) {
                      if (j % rows <= i) put(i, j % rows, value);
                    });
}

TensorRef half_moved(const TensorRef& b) {
  const Yardstick::Csf csf = csf_of(b);
  std::vector<std::int64_t> coordinates;
  std::vector<double> values;
  const auto *i = csf.coordinates[0], *j = csf.coordinates[1], *k = csf.coordinates[2];
  for (std::int32_t root = 0; root < csf.positions[0][1]; ++root)
    for (std::int32_t f = csf.positions[1][root]; f < csf.positions[1][root + 1]; ++f)
      for (std::int32_t p = csf.positions[2][f]; p < csf.positions[2][f + 1]; ++p) {
        coordinates.insert(coordinates.end(), {i[root], (j[f] + p % 2) % b.extents[1], k[p]});
        values.push_back(csf.values[p]);
      }
  return assembled(b, b.extents, coordinates, values);
}

}  // namespace Strata::Perf
