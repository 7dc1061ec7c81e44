// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_PRODUCT_TERMS_HPP
#define STRATA_IMPL_PRODUCT_TERMS_HPP

#include <complex>
#include <string>
#include <vector>

#include <Strata_IndexNotation.hpp>

namespace Strata::Impl {

/// Why a statement is no operation of a library.
struct Mismatch {
  std::string reason;
};

/// A product of tensors and literals, and what it is summed over.
struct ProductTerm {
  std::complex<double> factor{1};
  std::vector<Access> accesses;
  std::vector<std::string> sums;
};

/// The right side of a statement: product + beta · the old result.
struct StatementTerms {
  ProductTerm product;
  std::complex<double> beta{0};
};

/// \throws Mismatch for another right side, restricted or repeated index variables,
///   tensors of other types than the result's or that are not 0 where they store nothing,
///   and for a result that is a factor.
StatementTerms terms_of(const CheckedAssignment& statement);

}  // namespace Strata::Impl

#endif
