// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FORTRAN_FORMAT_HPP
#define STRATA_IMPL_FORTRAN_FORMAT_HPP

#include <optional>
#include <string>
#include <string_view>

namespace Strata::Impl {

/// How Fortran writes equal fields to a line: "(16I5)", "(1P,5D16.8)",
/// "(3(1X,E20.12))".
struct FortranFormat {
  char kind     = 'I';  ///< I, or one of E, D, F, G
  int repeat    = 1;    ///< fields on a line
  int width     = 0;    ///< characters of a field
  int skipped   = 0;    ///< blanks before each field
  int decimals  = 0;    ///< of a number without a point
  int scale     = 0;    ///< of a number without an exponent: divided by 10^scale

  bool is_integer() const { return kind == 'I'; }
};

/// Empty for what is no format of one kind of field.
std::optional<FortranFormat> parse_fortran_format(std::string_view text);

/// A number as it stands in a field, spelled as C++ reads it: "1.5D-3" and
/// "1.5-003" with an e, with a point where `format` implies one, and scaled.
std::string spell_field(std::string_view field, const FortranFormat& format);

}  // namespace Strata::Impl

#endif
