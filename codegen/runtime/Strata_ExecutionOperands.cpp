// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operands of one execution: where their values are, and copies of those that
// share memory with the result.
#include "Strata_MappedOperands.h"
#include "Strata_PlanState.h"

namespace Strata::Impl {

/// Elements between neighbours of each level of an all-dense tensor.
std::vector<std::int64_t> strides_of(const TensorRef& tensor) {
  if (!tensor.strides.empty()) return tensor.strides;
  std::vector<std::int64_t> strides(tensor.format.lvl_rank(), 1);
  for (int l = tensor.format.lvl_rank() - 2; l >= 0; --l)
    strides[l] = strides[l + 1] * tensor.level_extent(l + 1);
  return strides;
}

/// Elements from the first to one past the last, gaps included.
std::int64_t span_of(const TensorRef& tensor) {
  if (!tensor.format.is_dense()) return tensor.num_values;
  std::int64_t last = 0;
  const std::vector<std::int64_t> strides = strides_of(tensor);
  for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
    if (tensor.level_extent(l) == 0) return 0;
    last += (tensor.level_extent(l) - 1) * strides[l];
  }
  return last + 1;
}

bool overlap(const TensorRef& a, const TensorRef& b) {
  const auto begin = [](const TensorRef& t) {
    return reinterpret_cast<std::uintptr_t>(t.values);
  };
  const auto bytes = [](const TensorRef& t) {
    return static_cast<std::uintptr_t>(span_of(t)) * size_of(t.scalar);
  };
  return begin(a) < begin(b) + bytes(b) && begin(b) < begin(a) + bytes(a);
}

std::optional<FlattenedFormat> flattening_of(const PlanState& state,
                                             const std::string& name) {
  const TensorRef& tensor = state.operands.at(name);
  if (tensor.format.has_order()) return {};
  auto f = read_in_place(tensor.format, tensor.extents);
  if (f && f->format != state.request.stmt.tensors.at(name).format) return {};
  return f;
}

bool is_mapped(const PlanState& state, const std::string& name) {
  return state.operands.at(name).format.with_dynamic_slices() !=
             state.request.stmt.tensors.at(name).format &&
         !flattening_of(state, name);
}

strata::Conversion compiled_copy(const PlanState& state,
                                 const std::string& name) {
  const TensorRef& tensor = state.operands.at(name);
  return compiled_copy(name, tensor.format,
                       state.request.stmt.tensors.at(name).format,
                       static_cast<double>(tensor.num_values), tensor.scalar);
}

/// A result that is made in the format it is compiled for.
static TensorRef without_storage(TensorRef result, const TensorFormat& format) {
  result.format     = format;
  result.levels     = {};
  result.values     = nullptr;
  result.num_values = 0;
  result.owner      = nullptr;
  return result;
}

/// The tensor as it is compiled for.
static TensorRef compiled_operand(PlanState& state, const std::string& name,
                                  const void* exec,
                                  const SpaceOperations& space,
                                  std::vector<std::shared_ptr<void>>& owners) {
  const TensorRef& tensor = state.operands.at(name);
  if (const auto f = flattening_of(state, name)) return flattened(tensor, *f);
  if (!is_mapped(state, name)) return tensor;
  if (name == state.request.names[0])
    return without_storage(tensor, state.request.stmt.tensors.at(name).format);
  return state.copies.make(compiled_copy(state, name), tensor, exec,
                           space.allocate, space.copies, owners);
}

static void check_values(const std::string& name, const TensorRef& tensor) {
  const std::int64_t expected = span_of(tensor);
  if (tensor.values || expected <= 0) return;
  throw FormatMismatch(error_message(
      "Plan::execute", "'" + name + "'", "values of type " + std::string(name_of(tensor.scalar)),
      "none (null)", "allocate " + std::to_string(expected) + " of them"));
}

/// What is read: a result that was only declared has no contents to add to.
static void check_positions(const std::string& name, const TensorRef& tensor) {
  const auto has_positions = [&](int l) {
    return static_cast<std::size_t>(l) < tensor.levels.size() && tensor.levels[l].positions;
  };
  for (int l = 0; l < tensor.format.lvl_rank(); ++l)
    if (tensor.format.level(l).kind == LevelKind::compressed && !has_positions(l))
      throw FormatMismatch(error_message(
          "Plan::execute", "'" + name + "'", "positions of level " + std::to_string(l),
          "none (null)", "assemble the tensor, or assign to it with '='"));
}

std::vector<TensorRef> collect_operands(
    PlanState& state, const void* exec, const SpaceOperations& space,
    std::vector<std::shared_ptr<void>>& owners) {
  const strata::CompileRequest& request = state.request;
  const bool is_emitted = request.options.backend == Backend::cxx;
  // Statements that share a launch run one by one where tensors share memory.
  const bool is_shared    = !request.followers.empty();
  const TensorRef& result = state.operands.at(request.names[0]);
  if (!state.old_result.empty())
    check_positions(request.names[0], state.operands.at(state.old_result));
  std::vector<TensorRef> tensors;
  for (const std::string& name : request.names) {
    if (is_emitted && (name == state.old_result || request.registers.count(name)))
      continue;
    TensorRef tensor = compiled_operand(state, name, exec, space, owners);
    tensor.levels.resize(tensor.format.lvl_rank());
    if (!request.registers.count(name)) check_values(name, tensor);
    if (name != request.names[0]) check_positions(name, tensor);
    if (!is_shared && !tensors.empty() && result.format.is_dense() &&
        overlap(tensor, result)) {
      const std::size_t bytes = span_of(tensor) * size_of(tensor.scalar);
      if (tensor.format.is_dense()) tensor.strides = strides_of(tensor);
      owners.push_back(space.allocate(exec, bytes, tensor.values));
      tensor.values = owners.back().get();
    }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace Strata::Impl
