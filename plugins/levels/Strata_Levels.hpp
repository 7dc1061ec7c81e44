// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVELS_HPP
#define STRATA_LEVELS_HPP

/// \file
/// All level formats of Strata beside dense, compressed and singleton. A program
/// that includes this knows them in formats; einsum, plans and the command line do
/// without.

#include <Strata_BitmapLevel.hpp>
#include <Strata_CountedLevel.hpp>
#include <Strata_FixedWidthLevels.hpp>
#include <Strata_HashedLevel.hpp>
#include <Strata_HybridFormats.hpp>
#include <Strata_JaggedLevels.hpp>
#include <Strata_LooseCompressedLevel.hpp>
#include <Strata_PaddedSingletonLevel.hpp>
#include <Strata_RaggedLevels.hpp>
#include <Strata_RangeLevel.hpp>
#include <Strata_RunLengthLevel.hpp>
#include <Strata_SlicedEllLevel.hpp>
#include <Strata_StructuredLevel.hpp>

#endif
