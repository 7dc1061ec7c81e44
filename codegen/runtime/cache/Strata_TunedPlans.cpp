// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TunedPlans.h"

#include <cstdlib>
#include <map>
#include <mutex>

#include <nlohmann/json.hpp>

#include <Strata_KernelCache.hpp>

#include "Strata_DiskCache.h"
#include "Strata_KernelFile.h"
#include "Strata_KernelFolder.h"
#include "Strata_ReadEntry.h"
#include "Strata_SealedFile.h"

namespace Strata {

namespace Impl {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TunedPlan, key, title, strategy, ms, default_ms)

namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "STRATAT1";
constexpr const char* extension  = ".tuned";

/// A part of what kernels may take: each of these is a few hundred bytes.
std::uint64_t limit() { return kernel_cache_limit() / 64; }

fs::path path() {
  const fs::path kernels = kernel_cache_folder();
  return kernels.empty() ? kernels : kernels / "tuned";
}

/// That of the environment when it is first looked for; null: there is none.
KernelFolder* folder() {
  static KernelFolder* const instance =
      path().empty() ? nullptr : new KernelFolder(path(), limit(), extension);
  return instance;
}

/// What this process has looked for, found or not, or made.
class Known {
 public:
  std::optional<std::optional<TunedPlan>> find(const std::string& key) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_plans.find(key);
    if (it == m_plans.end()) return {};
    return it->second;
  }
  void note(const std::string& key, std::optional<TunedPlan> plan) {
    const std::lock_guard lock(m_mutex);
    if (m_plans.size() >= most) m_plans.clear();
    m_plans[key] = std::move(plan);
  }
  bool is_empty() {
    const std::lock_guard lock(m_mutex);
    return m_plans.empty();
  }
  void clear() {
    const std::lock_guard lock(m_mutex);
    m_plans.clear();
  }

 private:
  static constexpr std::size_t most = 4096;
  std::mutex m_mutex;
  std::map<std::string, std::optional<TunedPlan>> m_plans;
};

Known& known() {
  static auto* const instance = new Known;  // outlives static plans
  return *instance;
}

}  // namespace

std::string to_bytes(const TunedPlan& plan) {
  std::string body;
  nlohmann::json::to_cbor(nlohmann::json(plan), body);
  return sealed(magic, body);
}

std::optional<TunedPlan> tuned_plan_from(std::string_view bytes) {
  const auto body = body_of(magic, bytes);
  if (!body) return {};
  try {
    return nlohmann::json::from_cbor(body->begin(), body->end()).get<TunedPlan>();
  } catch (const nlohmann::json::exception&) {  // made by somebody who knows the checksum
    return {};
  }
}

bool any_tuned() {
  static const bool is_kept = [] {
    std::error_code failed;
    return !path().empty() && fs::is_directory(path(), failed);
  }();
  return is_kept || !known().is_empty();
}

std::optional<TunedPlan> find_tuned(const std::string& key) {
  if (auto found = known().find(key)) return *found;
  auto plan = folder() ? read_entry(*folder(), key, &tuned_plan_from, "not from tuning")
                       : std::nullopt;
  known().note(key, plan);
  return plan;
}

void keep_tuned(const TunedPlan& plan) {
  known().note(plan.key, plan);
  if (!folder()) return;
  const std::string fault =
      folder()->write(file_name_of(plan.key, extension), to_bytes(plan));
  if (!fault.empty()) warn_of_cache(fault);
}

}  // namespace Impl

std::vector<TunedChoice> tuned_choices() {
  std::vector<TunedChoice> out;
  if (Impl::path().empty()) return out;
  const Impl::KernelFolder folder(Impl::path(), Impl::limit(), Impl::extension);
  for (const auto& file : folder.files()) {
    std::string fault;
    const auto bytes = folder.read(file.path.filename().string(), fault);
    const auto plan =
        bytes ? Impl::tuned_plan_from(*bytes) : std::optional<Impl::TunedPlan>();
    out.push_back({file.path, "", "", 0, 0, file.used});
    if (!plan) continue;
    out.back().title      = plan->title;
    out.back().strategy   = plan->strategy;
    out.back().ms         = plan->ms;
    out.back().default_ms = plan->default_ms;
  }
  return out;
}

std::int64_t clear_tuned_choices() {
  Impl::known().clear();
  if (Impl::path().empty()) return 0;
  return Impl::KernelFolder(Impl::path(), Impl::limit(), Impl::extension).clear();
}

}  // namespace Strata
