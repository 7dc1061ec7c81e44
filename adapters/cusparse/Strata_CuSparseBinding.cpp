// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CuSparseBindingImpl.hpp>

#include <Strata_Error.hpp>
#include <impl/Strata_CuSparseProductsImpl.hpp>

namespace Strata::CuSparse::Impl {

namespace {

using Operands = std::map<std::string, TensorRef>;
using Kind     = LibraryOperation::Kind;

Op op_of(bool transpose) { return transpose ? Op::transpose : Op::none; }

/// What has no entries, or no extent, is for the generated kernel.
void check_not_empty(const LibraryOperation& operation, const Operands& operands) {
  for (const std::string* name : {&operation.left, &operation.right, &operation.mask}) {
    if (name->empty()) continue;
    if (operands.at(*name).num_values == 0)
      throw UnsupportedExpression(
          error_message("Strata::CuSparse::einsum", *name, "entries", "none"));
  }
}

/// What writes `result`.
template <class Product>
BoundOperation in_place(const Product& product, const TensorRef& result) {
  return [product, result](Session& session) {
    product.run(session);
    return result;
  };
}

BoundOperation bind_sampled(const LibraryOperation& o, const Operands& operands) {
  const TensorRef& mask   = operands.at(o.mask);
  const TensorRef& wanted = operands.at(o.result);
  if (!(mask.format == wanted.format))
    throw FormatMismatch(error_message("Strata::CuSparse::einsum", o.result,
                                       mask.format.to_string() + " as " + o.mask,
                                       wanted.format.to_string()));
  for (std::size_t d = 0; d < 2; ++d)
    if (wanted.extents[d] >= 0)
      check_extent("Strata::CuSparse::einsum", o.result, mask.extents[d], wanted.extents[d]);
  const TensorRef left = operands.at(o.left), right = operands.at(o.right);
  const auto product = [o, left, right](const TensorRef& c) {
    return Sampled(o.alpha, left, op_of(o.transpose_left), right, op_of(o.transpose_right), 0, c);
  };
  TensorRef pattern = mask;
  pattern.is_const  = false;
  product(pattern);  // checks the operands
  return [product, mask](Session& session) {
    const TensorRef result = session.copy_tensor(mask);
    product(result).run(session);
    session.multiply(mask.scalar, result.values, mask.values, mask.num_values);
    return result;
  };
}

}  // namespace

BoundOperation bind_operation(const LibraryOperation& o, const Operands& operands) {
  check_not_empty(o, operands);
  const TensorRef &left = operands.at(o.left), &right = operands.at(o.right),
                  &result = operands.at(o.result);
  const Op op_left = op_of(o.transpose_left), op_right = op_of(o.transpose_right);
  switch (o.kind) {
    case Kind::matrix_vector: {
      const MatrixVector product(o.alpha, left, op_left, right, o.beta, result);
      return in_place(product, result);
    }
    case Kind::matrix_dense: {
      const MatrixDense product(o.alpha, left, op_left, right, op_right, o.beta, result,
                                op_of(o.transpose_result));
      return in_place(product, result);
    }
    case Kind::sampled: return bind_sampled(o, operands);
    default: {
      const SparseProduct product(o.alpha, left, op_left, right, op_right, result);
      return [product](Session& session) { return product.run(session); };
    }
  }
}

BoundStatement bind_statement(std::string_view notation, const Operands& operands) {
  TensorDeclarations declarations;
  for (const auto& [name, tensor] : operands)
    declarations[name] = {tensor.format, tensor.scalar, tensor.extents, tensor.fill};
  const LibraryMatch match =
      match_library_operation(check(parse_notation(notation), std::move(declarations)));
  if (!match.operation) return {{}, "", match.reason};
  try {
    return {bind_operation(*match.operation, operands), name_of(match.operation->kind), ""};
  } catch (const Error& error) {
    return {{}, "", error.what()};
  }
}

}  // namespace Strata::CuSparse::Impl
