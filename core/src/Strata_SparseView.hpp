// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SPARSE_VIEW_HPP
#define STRATA_SPARSE_VIEW_HPP

/// \file
/// SparseView with a format known at run time or at compile time;
/// Strata_SparseViewTraits.hpp says what its parameters mean.

#include <Strata_DynamicSparseView.hpp>
#include <Strata_SparseViewTraits.hpp>
#include <Strata_StaticSparseView.hpp>

#endif
