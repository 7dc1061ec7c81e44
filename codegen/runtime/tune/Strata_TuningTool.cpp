// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TuningTool.h"

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_TUNING
#include "Strata_KokkosTool.h"
#endif

namespace Strata::Impl {

#ifdef KOKKOS_ENABLE_TUNING

namespace {

namespace Tools = Kokkos::Tools::Experimental;

/// Those of Kokkos; values it asks for are left as they are where no tool listens.
struct KokkosHooks {
  static std::size_t declare_input_type(const std::string& name, Tools::VariableInfo info) {
    return Tools::declare_input_type(name, info);
  }
  static std::size_t declare_output_type(const std::string& name, Tools::VariableInfo info) {
    return Tools::declare_output_type(name, info);
  }
  static std::size_t get_new_context_id() { return Tools::get_new_context_id(); }
  static void begin_context(std::size_t id) { Tools::begin_context(id); }
  static void end_context(std::size_t id) { Tools::end_context(id); }
  static void set_input_values(std::size_t id, std::size_t count, Tools::VariableValue* values) {
    Tools::set_input_values(id, count, values);
  }
  static void request_output_values(std::size_t id, std::size_t count,
                                    Tools::VariableValue* values) {
    Tools::request_output_values(id, count, values);
  }
};

}  // namespace

std::unique_ptr<TuningTool> connected_tool(const std::string& key,
                                           const std::vector<std::string>& names) {
  if (!Tools::have_tuning_tool()) return nullptr;
  return std::make_unique<KokkosTool<KokkosHooks>>(key, names);
}

#else

std::unique_ptr<TuningTool> connected_tool(const std::string&, const std::vector<std::string>&) {
  return nullptr;
}

#endif

}  // namespace Strata::Impl
