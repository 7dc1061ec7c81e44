// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_BLOCK_OFFSET_HPP
#define STRATA_IMPL_BLOCK_OFFSET_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_RowPlan.hpp>

namespace Strata::Impl {

/// Where entries of rows stand in the blocks below their coordinates.
class BlockOffset {
 public:
  KOKKOS_INLINE_FUNCTION explicit BlockOffset(const RowPlan& plan)
      : m_stores_rest(plan.stores_rest) {
    std::int64_t stride = 1;
    for (int n = plan.num_inner - 1; n >= 0; --n) {
      const bool of_rows = plan.inner[n].column == 0;
      (of_rows ? m_of_rows : m_of_columns).add(plan.inner[n], stride);
      stride *= plan.inner_extents[n];
    }
  }
  KOKKOS_INLINE_FUNCTION void start(std::int64_t row) {
    m_fixed = 0;
    for (int k = 0; k < m_of_rows.count; ++k) {
      const LevelForm& form = m_of_rows.forms[k];
      m_fixed += m_of_rows.strides[k] * form.at(form.base(row), 0);
    }
    m_row = row;
  }
  /// What the row gives.
  KOKKOS_INLINE_FUNCTION std::int64_t of_row() const { return m_fixed; }
  /// What a column gives. \param rest what the quotient of the plan's compressed level leaves
  KOKKOS_INLINE_FUNCTION std::int64_t of_column(std::int64_t column, std::int64_t rest) const {
    if (m_stores_rest) return rest;
    std::int64_t offset = 0;
    for (int k = 0; k < m_of_columns.count; ++k) {
      const LevelForm& form = m_of_columns.forms[k];
      offset += m_of_columns.strides[k] * form.at(form.base(m_row), column);
    }
    return offset;
  }

 private:
  struct Forms {
    int count = 0;
    LevelForm forms[RowPlan::max_inner];
    std::int64_t strides[RowPlan::max_inner] = {};

    KOKKOS_INLINE_FUNCTION void add(const LevelForm& form, std::int64_t stride) {
      forms[count]     = form;
      strides[count++] = stride;
    }
  };

  bool m_stores_rest;
  Forms m_of_rows, m_of_columns;
  std::int64_t m_row = 0, m_fixed = 0;  ///< what the row gives
};

}  // namespace Strata::Impl

#endif
