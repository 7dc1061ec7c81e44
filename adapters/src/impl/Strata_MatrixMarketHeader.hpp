// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MATRIX_MARKET_HEADER_HPP
#define STRATA_IMPL_MATRIX_MARKET_HEADER_HPP

#include <impl/Strata_NumberParser.hpp>
#include <impl/Strata_TextScanner.hpp>

namespace Strata::Impl {

/// First line of a Matrix Market file.
struct MatrixMarketHeader {
  bool is_matrix    = true;
  bool array        = false;
  NumberField field = NumberField::real;
  Symmetry symmetry = Symmetry::general;
};

/// True when `text` begins with the banner, in any case.
bool has_matrix_market_banner(std::string_view text);

/// Reads the first line. \pre s takes nothing for a comment
MatrixMarketHeader read_matrix_market_header(TextScanner& s);

/// Size line: the extents, then (coordinate format) the number of entries.
void read_matrix_market_sizes(TextScanner& s, const MatrixMarketHeader& h,
                              CoordinateList& list);

}  // namespace Strata::Impl

#endif
