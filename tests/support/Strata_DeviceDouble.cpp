// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DeviceDouble.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <Strata_Modules.h>
#include <Strata_PlanProgram.h>
#include <impl/Strata_ScanPieces.hpp>

#include "Strata_DoubleMemory.hpp"
#include "Strata_SpaceCopies.hpp"

namespace Strata::Testing {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

const Impl::SpaceOperations& on_host() { return Impl::space_operations<Host>(); }

/// Calls `f` with an instance that does the work of the device.
template <class F>
decltype(auto) on_device(F&& f) {
  const DoubleMemory::Open open;
  const Host host;
  return f(static_cast<const void*>(&host));
}

/// The launches of programs for the device, as host code of the same kernels.
class Kernels {
 public:
  /// Of the plans made from now on.
  void set_program(std::shared_ptr<Impl::PlanProgram> program) { m_program = std::move(program); }
  void make_phases() {
    for (const auto& s : m_program->statements) Impl::compile_phases(*s.plan);
  }

  Impl::LaunchEntry find(const Impl::DeviceLaunch& launch) {
    const auto key = std::make_pair(launch.module, std::string(launch.kernel));
    if (!m_entries.count(key)) add_all();
    return m_entries.at(key);
  }

 private:
  void add_all() {
    for (const auto& s : m_program->statements) add(*s.plan);
    for (const auto& l : m_program->launches)
      if (l.joint) add(*l.joint);
  }
  void add(const Impl::PlanState& state) {
    if (state.program) add(state.request, *state.program);
    if (state.phases) add(Impl::in_phases(state.request), *state.phases);
  }
  void add(strata::CompileRequest request, const strata::CompiledProgram& on_device) {
    const auto* const module = static_cast<const Impl::DeviceModule*>(on_device.code.get());
    request.chip.clear();
    strata::CompiledProgram host = Impl::compiler().compile(request);
    Impl::linker().link(host);
    for (std::size_t s = 0; s < host.steps.size(); ++s)
      m_entries[{module, on_device.steps.at(s).kernel}] = host.steps[s].entry;
    m_alive.push_back(on_device.code);
    m_alive.push_back(host.code);
  }

  std::shared_ptr<Impl::PlanProgram> m_program;
  std::map<std::pair<const Impl::DeviceModule*, std::string>, Impl::LaunchEntry> m_entries;
  std::vector<std::shared_ptr<void>> m_alive;
};

Kernels& kernels() {
  static Kernels instance;
  return instance;
}

long s_launches = 0;

/// A word that is an address of the host would be followed on the device.
void check_words(const std::vector<std::uint64_t>& words) {
  constexpr std::uint64_t lowest = 0x5500'0000'0000, highest = 0x7fff'ffff'ffff;
  for (const std::uint64_t word : words)
    if (word >= lowest && word <= highest && !DoubleMemory::holds(reinterpret_cast<void*>(word)))
      throw std::logic_error("a kernel was given an address of the host");
}

/// Every block, or every thread of a grid without teams, takes every n-th unit.
void launch(const void*, const Impl::PreparedLaunch& launch, const std::uint64_t* words) {
  const Impl::DeviceLaunch& grid = launch.device;
  if (!grid.module || grid.blocks < 1 || grid.block_x * grid.block_y > 1024)
    throw std::logic_error("a launch that no device takes");
  const std::vector<std::uint64_t> copied(words, words + grid.num_words);
  check_words(copied);
  const Impl::LaunchEntry entry = kernels().find(grid);
  const bool is_team            = launch.team_size > 0;
  const std::int64_t workers    = is_team ? grid.blocks : grid.blocks * grid.block_x;
  ++s_launches;
  const DoubleMemory::Open open;
  for (std::int64_t worker = 0; worker < workers; ++worker)
    for (std::int64_t unit = worker; unit < launch.units; unit += workers)
      entry(copied.data(), worker, unit, unit + 1, launch.units);
}

std::shared_ptr<void> allocate(const void*, std::size_t bytes, const void* snapshot) {
  auto memory = DoubleMemory::take(bytes);
  const DoubleMemory::Open open;
  if (snapshot) std::memcpy(memory.get(), snapshot, bytes);
  return memory;
}

TensorRef to_device(TensorRef tensor) { return to_space(DeviceDouble(), std::move(tensor)); }

void copy(const void*, void* to, const void* from, std::size_t bytes) {
  const DoubleMemory::Open open;
  if (bytes > 0) std::memcpy(to, from, bytes);
}

const Impl::CopySteps copy_steps{
    [](const void*, const TensorRef& tensor, const TensorFormat& format) {
      return on_device([&](const void* host) {
        return to_device(on_host().copies.convert(host, tensor, format));
      });
    },
    [](const void*, const TensorRef& tensor, const TensorFormat& format) {
      return on_device([&](const void* host) {
        return to_device(on_host().copies.places(host, tensor, format));
      });
    },
    [](const void*, const TensorRef& places, const void* from, void* to,
       const Impl::FillBits& fill) {
      on_device([&](const void* host) { on_host().copies.gather(host, places, from, to, fill); });
    }};

const Impl::MeasureSteps measure_steps{
    [](const void*, const std::vector<Impl::MeasuredPieces>& all) {
      return on_device(
          [&](const void* host) { return on_host().measures.heaviest_pieces(host, all); });
    },
    [](const void*, const LevelArrays& level, IndexType type) {
      return on_device(
          [&](const void* host) { return on_host().measures.longest_segment(host, level, type); });
    }};

TensorRef appended_tensor(const void*, const TensorRef& declared,
                          const std::vector<std::int64_t>& entries,
                          const std::vector<int>& incomplete, const std::string& label) {
  return on_device([&](const void* host) {
    return to_device(on_host().appended_tensor(host, declared, entries, incomplete, label));
  });
}

/// Keeps nothing.
const Impl::ReuseSteps reuse_steps{
    [](const TensorRef&) { return true; },
    [](const void* exec, const TensorRef& declared, const std::vector<std::int64_t>& entries,
       const std::vector<int>& incomplete, const std::string& label, TensorRef&) {
      return appended_tensor(exec, declared, entries, incomplete, label);
    }};

const Impl::DeviceOperations transfers{
    &copy, &copy,
    [](const void* exec) { return reinterpret_cast<std::uint64_t>(exec); },
    [](const void*, std::int64_t* words, std::int64_t pieces, int levels) {
      const DoubleMemory::Open open;
      return Impl::scan_pieces(Kokkos::DefaultHostExecutionSpace(), words, pieces, levels);
    }};

}  // namespace

long num_device_launches() { return s_launches; }

void make_kernels_of_phases() { kernels().make_phases(); }

}  // namespace Strata::Testing

namespace Strata {
namespace Impl {

using Testing::on_device;
using Testing::on_host;
using Testing::to_device;

template <>
SpaceFacts facts_of<Testing::DeviceDouble>(const Testing::DeviceDouble& exec) {
  return {Testing::DeviceDouble::name(), exec.concurrency(), "sm_90"};
}

template <>
const SpaceOperations& space_operations<Testing::DeviceDouble>() {
  static const SpaceOperations operations{
      Testing::DeviceDouble::name(),
      &Testing::allocate,
      &Testing::launch,
      [](const void*, const char*) {},
      &Testing::copy,
      [](const void*, void* data, std::size_t bytes) {
        on_device([&](const void* host) { on_host().zero_fill(host, data, bytes); });
      },
      [](const void* exec) -> std::int64_t {
        return static_cast<const Testing::DeviceDouble*>(exec)->concurrency();
      },
      [](const void*, std::int64_t pieces, const std::vector<PartitionedVariable>& variables,
         const std::vector<WeighedTensor>& tensors, std::uint64_t* cuts) {
        on_device([&](const void* host) {
          on_host().partition(host, pieces, variables, tensors, cuts);
        });
      },
      &Testing::appended_tensor,
      [](const void*, void* positions, IndexType type, std::int64_t size) {
        on_device([&](const void* host) {
          on_host().complete_positions(host, positions, type, size);
        });
      },
      [](const void*, TensorRef source, const TensorRef& target, const std::string& label) {
        return on_device([&](const void* host) {
          return to_device(on_host().convert(host, std::move(source), target, label));
        });
      },
      [](const void*, TensorRef list, const TensorRef& target, const std::string& label) {
        return on_device([&](const void* host) {
          return to_device(on_host().collect(host, std::move(list), target, label));
        });
      },
      [](const void*, const TensorRef& tensor) {
        on_device([&](const void* host) { on_host().validate(host, tensor); });
      },
      [](const void*, TensorRef tensor) {
        return on_device([&](const void* host) {
          return to_device(on_host().drop_zeros(host, std::move(tensor)));
        });
      },
      Testing::copy_steps,
      &Testing::transfers,
      nullptr,
      Testing::reuse_steps,
      Testing::measure_steps};
  return operations;
}

}  // namespace Impl

template <>
Plan compile<Testing::DeviceDouble>(const Testing::DeviceDouble& exec, std::string_view notation,
                                    const Operands& operands, const ProgramOptions& program,
                                    const PlanOptions& options) {
  const Impl::SpaceFacts facts = Impl::facts_of(exec);
  auto compiled = Impl::compile_plan(
      notation, operands, program, options,
      {facts, &exec, Impl::space_operations<Testing::DeviceDouble>()});
  Testing::kernels().set_program(compiled);
  return Plan(std::move(compiled));
}

}  // namespace Strata
