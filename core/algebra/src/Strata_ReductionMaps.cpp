// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_OperationChecks.hpp>

namespace Strata {
namespace {

using Impl::OperationChecks;

/// The inputs, then as many scalars.
OperationMaps with_initial_values(const Extents& output,
                                  const IndexingMap& output_to_input,
                                  std::size_t inputs) {
  OperationMaps maps{output, {inputs, Impl::operand_maps(output_to_input)}};
  maps.operands.insert(maps.operands.end(), inputs,
                       Impl::scalar_operand(output));
  return maps;
}

/// Dimensions of one side of a product, while its map is built.
struct DotSide {
  const Extents& extents;
  std::vector<AffineExprPtr> results;
};

void check_dot(const OperationChecks& checks, const Extents& lhs,
               const Extents& rhs, const DotDimensions& dimensions) {
  const auto check = [&](const char* what, const std::vector<std::size_t>& l,
                         const std::vector<std::size_t>& r) {
    checks.require_rank(what, l.size(), r.size());
    for (std::size_t i = 0; i < l.size(); ++i)
      if (lhs[l[i]] != rhs[r[i]])
        checks.fail(what,
                    "extent " + std::to_string(lhs[l[i]]) + " in dimension " +
                        std::to_string(r[i]) + " of rhs",
                    Impl::numbers_text(rhs), "paired dimensions have one extent");
  };
  checks.require_extents("lhs", lhs);
  checks.require_extents("rhs", rhs);
  std::vector<std::size_t> l = dimensions.lhs_batch, r = dimensions.rhs_batch;
  l.insert(l.end(), dimensions.lhs_contracting.begin(),
           dimensions.lhs_contracting.end());
  r.insert(r.end(), dimensions.rhs_contracting.begin(),
           dimensions.rhs_contracting.end());
  checks.require_dimensions("lhs dimensions", l, lhs.size());
  checks.require_dimensions("rhs dimensions", r, rhs.size());
  check("rhs_batch", dimensions.lhs_batch, dimensions.rhs_batch);
  check("rhs_contracting", dimensions.lhs_contracting,
        dimensions.rhs_contracting);
}

}  // namespace

OperationMaps reduce_maps(const Extents& input, std::size_t inputs,
                          const std::vector<std::size_t>& dimensions) {
  const OperationChecks checks("reduce_maps");
  checks.require_extents("input", input);
  checks.require_dimensions("dimensions", dimensions, input.size());
  Extents output;
  IndexDomain domain;
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d) {
    const IndexRange range = IndexRange::of_extent(input[d]);
    if (Impl::is_one_of(d, dimensions)) {
      results.push_back(AffineExpr::symbol(domain.symbols.size()));
      domain.symbols.push_back(range);
    } else {
      results.push_back(AffineExpr::dimension(output.size()));
      domain.dimensions.push_back(range);
      output.push_back(input[d]);
    }
  }
  return with_initial_values(
      output, IndexingMap::of(std::move(results), std::move(domain)), inputs);
}

OperationMaps dot_maps(const Extents& lhs, const Extents& rhs,
                       const DotDimensions& dimensions) {
  check_dot(OperationChecks("dot_maps"), lhs, rhs, dimensions);
  DotSide l{lhs, std::vector<AffineExprPtr>(lhs.size())};
  DotSide r{rhs, std::vector<AffineExprPtr>(rhs.size())};
  OperationMaps maps;
  const auto add_dimension = [&](std::int64_t extent) {
    maps.output.push_back(extent);
    return AffineExpr::dimension(maps.output.size() - 1);
  };
  for (std::size_t i = 0; i < dimensions.lhs_batch.size(); ++i)
    l.results[dimensions.lhs_batch[i]] = r.results[dimensions.rhs_batch[i]] =
        add_dimension(lhs[dimensions.lhs_batch[i]]);
  IndexDomain domain;
  for (std::size_t i = 0; i < dimensions.lhs_contracting.size(); ++i) {
    const std::size_t d = dimensions.lhs_contracting[i];
    l.results[d]        = r.results[dimensions.rhs_contracting[i]] =
        AffineExpr::symbol(i);
    domain.symbols.push_back(IndexRange::of_extent(lhs[d]));
  }
  for (DotSide* side : {&l, &r})
    for (std::size_t d = 0; d < side->extents.size(); ++d)
      if (!side->results[d]) side->results[d] = add_dimension(side->extents[d]);
  domain.dimensions = IndexDomain::of_extents(maps.output).dimensions;
  for (DotSide* side : {&l, &r})
    maps.operands.push_back(
        Impl::operand_maps(IndexingMap::of(std::move(side->results), domain)));
  return maps;
}

OperationMaps reduce_window_maps(const Extents& input, std::size_t inputs,
                                 const std::vector<WindowDimension>& window) {
  const OperationChecks checks("reduce_window_maps");
  checks.require_extents("input", input);
  checks.require_rank("window", input.size(), window.size());
  Extents output;
  IndexDomain domain;
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d) {
    const WindowDimension& w = window[d];
    if (w.size < 1 || w.stride < 1 || w.dilation < 1)
      checks.fail("window", "size, stride and dilation of 1 or more",
                  Impl::numbers_text({w.size, w.stride, w.dilation}),
                  "check dimension " + std::to_string(d));
    const std::int64_t reach = Impl::checked_mul(w.size - 1, w.dilation) + 1;
    const std::int64_t room  = Impl::checked_add(
         Impl::checked_add(input[d], w.low), Impl::checked_add(w.high, -reach));
    output.push_back(room < 0 ? 0 : room / w.stride + 1);
    AffineExprPtr e = AffineExpr::dimension(d) * w.stride - w.low;
    if (w.size > 1) {
      e = e + AffineExpr::symbol(domain.symbols.size()) * w.dilation;
      domain.symbols.push_back(IndexRange::of_extent(w.size));
    }
    domain.constraints.push_back({e, IndexRange::of_extent(input[d])});
    results.push_back(std::move(e));
  }
  domain.dimensions = IndexDomain::of_extents(output).dimensions;
  return with_initial_values(
      output, IndexingMap::of(std::move(results), std::move(domain)), inputs);
}

}  // namespace Strata
