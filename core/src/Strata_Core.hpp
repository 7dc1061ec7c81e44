// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CORE_HPP
#define STRATA_CORE_HPP

/// \file
/// All of Strata::algebra and Strata::core.

#include <Strata_AffineExpr.hpp>
#include <Strata_Assemble.hpp>
#include <Strata_CompositeFormat.hpp>
#include <Strata_ConversionScope.hpp>
#include <Strata_Collect.hpp>
#include <Strata_Convert.hpp>
#include <Strata_Decompose.hpp>
#include <Strata_DeepCopy.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_DualSparseView.hpp>
#include <Strata_Error.hpp>
#include <Strata_Extract.hpp>
#include <Strata_Fusion.hpp>
#include <Strata_IndexDomain.hpp>
#include <Strata_IndexMap.hpp>
#include <Strata_IndexNotation.hpp>
#include <Strata_IndexRange.hpp>
#include <Strata_IndexingMap.hpp>
#include <Strata_KokkosScalar.hpp>
#include <Strata_Kernel.hpp>
#include <Strata_LevelFunctions.hpp>
#include <Strata_LevelSearch.hpp>
#include <Strata_LevelType.hpp>
#include <Strata_MemorySteps.hpp>
#include <Strata_Mirror.hpp>
#include <Strata_OperationMaps.hpp>
#include <Strata_ParallelForEach.hpp>
#include <Strata_Permute.hpp>
#include <Strata_Print.hpp>
#include <Strata_Ref.hpp>
#include <Strata_ScalarType.hpp>
#include <Strata_SparseView.hpp>
#include <Strata_StaticFormat.hpp>
#include <Strata_Subview.hpp>
#include <Strata_TeamKernel.hpp>
#include <Strata_Tensor.hpp>
#include <Strata_TensorExpression.hpp>
#include <Strata_TensorFormat.hpp>
#include <Strata_TensorRef.hpp>
#include <Strata_Tile.hpp>
#include <Strata_Utilisation.hpp>
#include <Strata_Validate.hpp>
#include <Strata_Wrap.hpp>
#include <Strata_WrapPointers.hpp>

#endif
