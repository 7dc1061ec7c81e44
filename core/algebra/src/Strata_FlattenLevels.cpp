// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_FlattenLevels.hpp>

#include <algorithm>
#include <cctype>

#include <Strata_Error.hpp>
#include <Strata_LevelMap.hpp>
#include <Strata_LevelRegistry.hpp>
#include <impl/Strata_FlatFunctions.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata {
namespace {

using Impl::LinearForm;

bool mentions(const AffineExpr& e, int variable) {
  bool found = false;
  for_each_variable(e, [&](const AffineExpr& v) { found |= v.value == variable; });
  return found;
}

/// Which levels say what of the last dimension.
class Flattening {
 public:
  Flattening(const TensorFormat& format, const std::vector<std::int64_t>& extents)
      : m_format(format), m_extents(extents), m_map(LevelMap::of(format, extents)) {}

  std::optional<FlattenedFormat> run() {
    if (!find_search() || !find_last() || !find_digits() || !is_ordered()) return {};
    find_order();
    Impl::FlatLevels levels{m_map, m_extents, m_order, m_search, m_digits, m_form};
    LevelDefinition view = Impl::define_flat_level(levels);
    view.name            = name(view);
    std::vector<LevelType> types(m_order.size());
    types.back().kind = register_level(view);
    return FlattenedFormat{TensorFormat(m_order, std::move(types), m_format.pos_type(),
                                        m_format.crd_type()),
                           m_search};
  }

 private:
  int num_levels() const { return m_format.lvl_rank(); }

  /// The level that is compressed; the others are dense.
  bool find_search() {
    for (int l = 0; l < num_levels(); ++l) {
      const LevelType type = m_format.level(l);
      if (type.kind == LevelKind::dense) continue;
      if (type.kind != LevelKind::compressed || !type.unique || !type.ordered ||
          m_search >= 0)
        return false;
      m_search = l;
    }
    return m_search >= 0;
  }

  /// The dimension that its coordinates are needed for; where there is only one, that
  /// which it stores.
  bool find_last() {
    const bool is_one = m_map.extents[m_search] == 1;
    for (int d = 0; d < m_format.dim_rank(); ++d) {
      if (is_one ? !mentions(*m_map.to_levels[m_search], d)
                 : !mentions(*m_map.to_dimensions[d], m_search))
        continue;
      if (m_last >= 0) return false;
      m_last = d;
    }
    return m_last >= 0;
  }

  /// The dense levels that store a part of it, all below the compressed one: others
  /// follow from the other dimensions.
  bool find_digits() {
    for (int l = 0; l < num_levels(); ++l)
      if (l != m_search && mentions(*m_map.to_levels[l], m_last)) m_digits.push_back(l);
    for (const int l : m_digits) {
      if (l < m_search) return false;
      for (int d = 0; d < m_format.dim_rank(); ++d)
        if (d != m_last && mentions(*m_map.to_dimensions[d], l)) return false;
    }
    const IndexDomain domain = IndexDomain::of_extents(m_map.extents);
    m_form = Impl::Simplifier(domain).form(m_map.to_dimensions[m_last]);
    return std::all_of(m_form.terms.begin(), m_form.terms.end(), [](const auto& term) {
      return term.first->kind == AffineExpr::Kind::dimension;
    });
  }

  std::int64_t factor(int level) const {
    const auto it = m_form.terms.find(AffineExpr::dimension(level));
    return it == m_form.terms.end() ? 0 : it->second;
  }

  /// True when it ascends with the compressed level, then with the digits.
  bool is_ordered() const {
    std::int64_t span = 0;  // what is inside may add
    for (auto l = m_digits.rbegin(); l != m_digits.rend(); ++l) {
      if (factor(*l) <= span) return false;
      span += factor(*l) * (m_map.extents[*l] - 1);
    }
    return factor(m_search) > span || m_map.extents[m_search] == 1;
  }

  /// The dimensions in the order of the first levels that mention them, the last one
  /// behind the others.
  void find_order() {
    for (int l = 0; l < num_levels(); ++l)
      for_each_variable(*m_map.to_levels[l], [&](const AffineExpr& v) {
        const int d = static_cast<int>(v.value);
        if (d != m_last && std::count(m_order.begin(), m_order.end(), d) == 0)
          m_order.push_back(d);
      });
    m_order.push_back(m_last);
  }

  /// What the levels store, and what the functions are: "flat_d0_floordiv_2_…_3f05a1".
  std::string name(const LevelDefinition& view) const {
    std::string out = "flat";
    for (int l = 0; l < num_levels(); ++l) out += "_" + m_format.level_expression(l);
    for (char& c : out)
      c = c == '-' ? 'm' : std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return out + "_" + Impl::fingerprint(view);
  }

  const TensorFormat& m_format;
  const std::vector<std::int64_t>& m_extents;
  LevelMap m_map;
  int m_search = -1, m_last = -1;
  std::vector<int> m_digits, m_order;
  LinearForm m_form;  ///< the last dimension, of level coordinates
};

}  // namespace

std::optional<FlattenedFormat> flatten_levels(const TensorFormat& format,
                                              const std::vector<std::int64_t>& extents) {
  if (format.has_order() || format.is_sliced() || !format.is_built_in()) return {};
  const auto rank = static_cast<std::size_t>(format.dim_rank());
  if (extents.size() != rank || std::any_of(extents.begin(), extents.end(),
                  [](std::int64_t e) { return e <= 0; }))
    return {};
  try {
    return Flattening(format, extents).run();
  } catch (const CodegenError&) {  // too many steps
    return {};
  }
}

TensorRef flattened(TensorRef tensor, const FlattenedFormat& f) {
  std::vector<LevelArrays> levels(f.format.lvl_rank());
  levels.back() = tensor.levels[f.arrays];
  tensor.levels = std::move(levels);
  tensor.format = f.format;
  return tensor;
}

}  // namespace Strata
