// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_ExecutionTensors.h"

#include <algorithm>

#include <impl/Strata_AppendedSizes.hpp>

namespace Strata::Impl {

namespace {

using Kind = strata::KernelArgument::Kind;

std::uint64_t address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

void ExecutionTensors::make(const strata::CompiledProgram& program,
                            const void* exec) {
  m_tables.clear();
  m_placed.clear();
  m_tensors.clear();
  make_temporaries(exec);
  m_num_kept = m_owners.size();
  std::vector<TensorRef> temporaries = std::move(m_tensors);
  m_tensors                          = operands(exec);
  m_tensors.insert(m_tensors.end(), temporaries.begin(), temporaries.end());
  note_assembled(program, exec);
}

void ExecutionTensors::rebind(const void* exec) {
  m_owners.resize(m_num_kept);
  const std::vector<TensorRef> bound = operands(exec);
  std::copy(bound.begin() + 1, bound.end(), m_tensors.begin() + 1);
}

/// The tensors of the statement, then the copies in other formats.
std::vector<TensorRef> ExecutionTensors::operands(const void* exec) {
  std::vector<TensorRef> tensors =
      collect_operands(m_state, exec, m_space, m_owners);
  const std::vector<std::string>& names = m_state.request.names;
  for (const strata::Conversion& c : m_state.concrete.conversions) {
    const auto source = std::find(names.begin(), names.end(), c.source);
    const TensorRef& stored = flattening_of(m_state, c.source)
                                  ? m_state.operands.at(c.source)
                                  : tensors[source - names.begin()];
    tensors.push_back(m_state.copies.make(c, stored, exec, m_space.allocate,
                                          m_space.copies, m_owners));
  }
  return tensors;
}

/// Sparse tensors that launches append to, with room for what pieces count.
void ExecutionTensors::note_assembled(const strata::CompiledProgram& program,
                                      const void* exec) {
  for (const strata::ProgramStep& step : program.steps) {
    if (step.kind != strata::ProgramStep::Kind::allocate) continue;
    AppendCounts& a = m_assembled[step.tensor];
    a.levels        = static_cast<int>(
        strata::appendedLevels(m_tensors[step.tensor].format).size());
    a.pieces = m_counts.most();
    const std::int64_t words = a.pieces * 2 * a.levels;
    if (!m_space.device) {
      a.cursors.assign(words, 0);
      continue;
    }
    const std::size_t bytes = words * sizeof(std::int64_t);
    a.on_device             = m_state.workspaces.take(exec, bytes, m_space);
    m_space.zero_fill(exec, a.on_device.get(), bytes);
  }
}

std::vector<std::int64_t> ExecutionTensors::scan_counts_of(int tensor, const void* exec) {
  AppendCounts& a = m_assembled.at(tensor);
  if (!a.on_device) return scan_counts(a.cursors.data(), a.pieces, a.levels);
  return m_space.device->scan_counts(exec, static_cast<std::int64_t*>(a.on_device.get()),
                                     a.pieces, a.levels);
}

void ExecutionTensors::make_temporaries(const void* exec) {
  for (const strata::Temporary& t : m_state.concrete.temporaries) {
    TensorRef tensor;
    tensor.format = m_state.concrete.tensors.at(t.name).format;
    tensor.scalar = t.scalar;
    tensor.levels.resize(tensor.format.lvl_rank());
    for (const std::string& v : t.variables)
      tensor.extents.push_back(m_counts.extent_of(v, t.isScratch));
    if (tensor.format.is_dense()) allocate_dense(tensor, t, m_owners, exec);
    m_tensors.push_back(std::move(tensor));
  }
}

void ExecutionTensors::make_table(int tensor, std::int64_t columns,
                                  const void* exec) {
  size_table(tensor, columns);
  allocate_dense(m_tensors[tensor], temporary(tensor), m_tables, exec);
}

void ExecutionTensors::size_table(int tensor, std::int64_t columns) {
  TensorRef& table = m_tensors[tensor];
  table.extents[1] = columns;
  table.num_values = table.extents[0] * columns;
}

void ExecutionTensors::place(int tensor, std::shared_ptr<void> memory) {
  m_tensors[tensor].values = memory.get();
  m_placed.push_back(std::move(memory));
}

bool ExecutionTensors::is_operand(int tensor) const {
  const auto count = static_cast<int>(m_state.request.names.size() +
                                      m_state.concrete.conversions.size());
  return tensor > 0 && tensor < count;
}

void ExecutionTensors::allocate_dense(
    TensorRef& tensor, const strata::Temporary& t,
    std::vector<std::shared_ptr<void>>& owners, const void* exec) {
  double elements = 1;
  for (const std::int64_t extent : tensor.extents)
    elements *= static_cast<double>(extent);
  const double limit = 1e10;
  if (elements > limit)
    throw UnsupportedExpression(error_message(
        "execute", "temporary '" + t.name + "'", "at most 10^10 entries",
        std::to_string(elements),
        "a temporary of this size is needed because no order of loops "
        "serves all operands; store one of them in another mode order"));
  tensor.num_values       = static_cast<std::int64_t>(elements);
  const std::size_t bytes = tensor.num_values * size_of(t.scalar);
  owners.push_back(m_state.workspaces.take(exec, bytes, m_space));
  tensor.values = owners.back().get();
  if (t.startsAsZero) m_space.zero_fill(exec, tensor.values, bytes);
}

void ExecutionTensors::pack(AccessCheck* check) {
  std::vector<TensorFormat> formats;
  std::vector<bool> assembled;
  for (std::size_t t = 0; t < m_tensors.size(); ++t) {
    formats.push_back(m_tensors[t].format);
    assembled.push_back(m_assembled.count(static_cast<int>(t)) > 0);
  }
  m_words.clear();
  if (check) check->buffers.clear();
  m_arguments = strata::kernelArguments(formats, assembled,
                                        m_state.request.options.count_iterations,
                                        check != nullptr);
  for (const auto& argument : m_arguments) {
    m_words.push_back(word(argument, check));
    // Strides are arguments only once memrefs are pointers.
    if (check && argument.kind != Kind::stride)
      check->buffers.push_back(name_of(argument.tensor));
  }
}

std::vector<AppendedArray> ExecutionTensors::appended_arrays(int tensor) const {
  const TensorRef& t = m_tensors[tensor];
  std::vector<AppendedArray> out;
  for (std::size_t w = 0; w < m_arguments.size(); ++w) {
    const strata::KernelArgument& argument = m_arguments[w];
    if (argument.tensor != tensor) continue;
    if (argument.kind == Kind::coordinates)
      out.push_back({w, t.format.crd_type().bytes()});
    if (argument.kind == Kind::values)
      out.push_back({w, static_cast<std::int64_t>(size_of(t.scalar))});
  }
  return out;
}

std::uint64_t ExecutionTensors::word(const strata::KernelArgument& argument,
                                     AccessCheck* check) {
  if (argument.kind == Kind::counters) return address(m_state.counters.data());
  if (argument.kind == Kind::accesses) return address(check->log.data());
  const TensorRef& t = m_tensors[argument.tensor];
  switch (argument.kind) {
    case Kind::cursors: {
      const AppendCounts& a = m_assembled.at(argument.tensor);
      return a.on_device ? address(a.on_device.get()) : address(a.cursors.data());
    }
    case Kind::positions: return address(t.levels[argument.index].positions);
    case Kind::coordinates: return address(t.levels[argument.index].coordinates);
    case Kind::extent: return t.extents[argument.index];
    case Kind::stride: return strides_of(t)[argument.index];
    case Kind::offset: return t.format.slices()[argument.index]->offset;
    case Kind::step: return t.format.slices()[argument.index]->stride;
    case Kind::whole: return t.whole_extents[argument.index];
    default: return address(t.values);
  }
}

std::string ExecutionTensors::name_of(int tensor) const {
  const auto& names  = m_state.request.names;
  const auto& copies = m_state.concrete.conversions;
  auto number        = static_cast<std::size_t>(tensor);
  if (number < names.size()) return names[number];
  number -= names.size();
  return number < copies.size() ? copies[number].name : temporary(tensor).name;
}

const strata::Temporary& ExecutionTensors::temporary(int tensor) const {
  return m_state.concrete.temporaries[tensor - m_state.request.names.size() -
                                      m_state.concrete.conversions.size()];
}

}  // namespace Strata::Impl
