// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_KernelOperands.hpp>

namespace Strata::Impl {

void check_dense_operand(const TensorRef& tensor, ScalarType scalar, int rank,
                         bool is_written) {
  const char* const operation = "Strata::dense_operand";
  check_dense(operation, tensor.format);
  if (tensor.order() != rank)
    throw FormatMismatch(error_message(
        operation, "tensor", std::to_string(rank) + " dimensions",
        std::to_string(tensor.order()), "ask for the rank of the tensor"));
  check_same_scalar(operation, "", scalar, tensor.scalar);
  if (is_written && tensor.is_const)
    throw FormatMismatch(error_message(operation, "tensor",
                                       "elements that may be written",
                                       "const elements",
                                       "ask for const elements"));
}

std::vector<std::int64_t> dimension_strides(const TensorRef& tensor) {
  std::vector<std::int64_t> strides(tensor.extents.size(), 1);
  std::int64_t packed = 1;
  for (int l = tensor.format.lvl_rank() - 1; l >= 0; --l) {
    const bool is_packed = tensor.strides.empty();
    strides[tensor.format.dimension_of_level(l)] =
        is_packed ? packed : tensor.strides[l];
    packed *= tensor.level_extent(l);
  }
  return strides;
}

}  // namespace Strata::Impl
