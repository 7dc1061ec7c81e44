// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Permute.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {

TensorFormat permuted_format(const TensorFormat& format,
                             const std::vector<int>& order) {
  const int rank = format.dim_rank();
  std::vector<int> place(rank, -1);
  for (std::size_t d = 0; d < order.size(); ++d)
    if (order[d] >= 0 && order[d] < rank) place[order[d]] = static_cast<int>(d);
  bool good = static_cast<int>(order.size()) == rank;
  for (const int p : place) good = good && p >= 0;
  if (!good)
    throw ShapeMismatch(error_message(
        "Strata::permuted", "order",
        "a permutation of " + std::to_string(rank) + " dimensions",
        to_text(std::vector<std::int64_t>(order.begin(), order.end()))));
  IndexMap map = IndexMap::identity(rank);
  map.results.clear();
  for (const AffineExprPtr& e : format.map().results)
    map.results.push_back(substitute(e, [&](const AffineExprPtr& v) {
      return AffineExpr::dimension(place[v->value]);
    }));
  DimensionSlices slices;
  for (const int d : order)
    if (format.is_sliced()) slices.push_back(format.slices()[d]);
  return TensorFormat(std::move(map), format.levels(), format.pos_type(),
                      format.crd_type())
      .with_slices(std::move(slices));
}

}  // namespace Strata::Impl
