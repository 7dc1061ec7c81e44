// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sparse_tensor.convert and reinterpret_map: the consumer reads the source.
#include "FormatOps.h"

#include "Refusal.h"
#include "ScalarOps.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using Strata::IndexExprPtr;
using Strata::Operator;
using Strata::ScalarType;

namespace strata {

bool isFormatOp(Operation *op) {
  return isa_and_nonnull<sparse_tensor::ConvertOp,
                         sparse_tensor::ReinterpretMapOp>(op);
}

static IndexExprPtr withElement(sparse_tensor::ConvertOp op,
                                const IndexExprPtr &source) {
  const ScalarType from = scalarTypeOf(op, op.getSource()),
                   to = scalarTypeOf(op, op.getDest());
  if (from == to)
    return source;
  const bool fromBool = from == ScalarType::boolean;
  const bool toBool = to == ScalarType::boolean;
  if (fromBool || toBool ||
      (Strata::is_complex(from) && !Strata::is_complex(to)))
    refuse(op, "element type", "numbers that convert to each other",
           std::string(Strata::name_of(from)) + " and " +
               std::string(Strata::name_of(to)),
           "convert the elements in a linalg op");
  return Strata::make_cast(to, source);
}

ReadValue converted(sparse_tensor::ConvertOp op, const IndexExprPtr &source,
                    const IndexExprPtr &there) {
  const IndexExprPtr value = withElement(op, source);
  if (!sparse_tensor::getSparseTensorEncoding(op.getDest().getType()))
    return {value, IndexExprPtr()};
  if (sparse_tensor::getSparseTensorEncoding(op.getSource().getType()))
    return {value, there};
  // Zeros of a dense tensor do not become entries.
  return {value,
          Strata::make_apply(Operator::neq, {source, zeroOf(source->type)},
                             ScalarType::boolean)};
}

static AffineMap permutationOf(sparse_tensor::ReinterpretMapOp op,
                               Value tensor) {
  const AffineMap map =
      sparse_tensor::getSparseTensorEncoding(tensor.getType()).getDimToLvl();
  if (map.isPermutation())
    return map;
  std::string text;
  llvm::raw_string_ostream(text) << map;
  refuse(op, "maps", "permutations of the dimensions", text,
         "convert the tensor before the call");
}

std::vector<std::string>
sourceIndices(sparse_tensor::ReinterpretMapOp op,
              const std::vector<std::string> &indices) {
  const AffineMap from = permutationOf(op, op.getSource()),
                  to = permutationOf(op, op.getDest());
  std::vector<std::string> out(indices.size());
  for (unsigned level = 0; level < to.getNumResults(); ++level)
    out[from.getDimPosition(level)] = indices[to.getDimPosition(level)];
  return out;
}

} // namespace strata
