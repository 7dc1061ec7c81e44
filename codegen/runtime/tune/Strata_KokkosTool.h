// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KOKKOS_TOOL_H
#define STRATA_KOKKOS_TOOL_H

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>

#include <Kokkos_Core.hpp>

#include "Strata_TuningTool.h"

namespace Strata::Impl {

/// Variables are declared once: a tool keeps what it learns under their numbers. `Hooks`
/// has the functions of Kokkos::Tools::Experimental.
template <class Hooks>
class TuningVariables {
  using Info = Kokkos::Tools::Experimental::VariableInfo;

 public:
  static std::size_t statement() {
    static const std::size_t id =
        Hooks::declare_input_type("Strata::statement", categorical(kokkos_value_unbounded));
    return id;
  }

  /// Which of the candidates `names`, for the statement and data of `key`.
  static std::size_t strategy(const std::string& key, const std::vector<std::string>& names) {
    static std::mutex mutex;
    static std::map<std::string, std::size_t> ids;
    std::string all = "Strata::strategy:";
    for (const std::string& name : names) all += " [" + name + "]";
    const std::lock_guard lock(mutex);
    const auto [it, is_new] = ids.try_emplace(key + all);
    if (is_new) it->second = declare(all, names.size());
    return it->second;
  }

 private:
  static Info categorical(Kokkos_Tools_VariableInfo_CandidateValueType quantity) {
    Info info{};
    info.type          = kokkos_value_int64;
    info.category      = kokkos_value_categorical;
    info.valueQuantity = quantity;
    return info;
  }

  static std::size_t declare(const std::string& name, std::size_t count) {
    std::vector<std::int64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
    Info info       = categorical(kokkos_value_set);
    info.candidates = Kokkos::Tools::Experimental::make_candidate_set(count, numbers.data());
    return Hooks::declare_output_type(name, info);
  }
};

/// A tool of Kokkos: every candidate runs in a context of its own, for which the tool is
/// asked.
template <class Hooks>
class KokkosTool final : public TuningTool {
 public:
  KokkosTool(const std::string& key, const std::vector<std::string>& names)
      : m_count(names.size()),
        m_statement(static_cast<std::int64_t>(std::hash<std::string>{}(key))),
        m_variable(TuningVariables<Hooks>::strategy(key, names)) {}

  std::size_t begin() override {
    using Kokkos::Tools::Experimental::make_variable_value;
    m_context = Hooks::get_new_context_id();
    Hooks::begin_context(m_context);
    auto statement = make_variable_value(TuningVariables<Hooks>::statement(), m_statement);
    Hooks::set_input_values(m_context, 1, &statement);
    auto chosen = make_variable_value(m_variable, std::int64_t{0});
    Hooks::request_output_values(m_context, 1, &chosen);
    const std::int64_t number = chosen.value.int_value;
    const bool is_candidate   = number >= 0 && static_cast<std::size_t>(number) < m_count;
    return is_candidate ? static_cast<std::size_t>(number) : 0;
  }

  void end() override { Hooks::end_context(m_context); }

 private:
  std::size_t m_count;
  std::int64_t m_statement;
  std::size_t m_variable;
  std::size_t m_context = 0;
};

}  // namespace Strata::Impl

#endif
