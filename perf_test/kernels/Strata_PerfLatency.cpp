// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long it takes to have a kernel: compiled, from the cache on disk, from this process.
// The yardstick is the product itself: how often it runs in that time.
#include <memory>
#include <optional>

#include <Strata_KernelCache.hpp>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

constexpr const char* disk_name    = "Strata-disk";
constexpr const char* process_name = "Strata-process";

/// A contestant that has a plan; the answer is what it computes.
Contestant having(const char* name, const Expression& expression, const Vector& y,
                  const std::function<Plan()>& have) {
  const auto plan = std::make_shared<std::optional<Plan>>();
  return {name, "", [=] { plan->emplace(have()); },
          [=, kept = expression.operands] {
            (*plan)->execute(Exec());
            Exec().fence("Strata::perf::latency");
            return answer_of(y.data(), static_cast<std::int64_t>(y.size()));
          }};
}

Contest compiling(const TensorRef& a) {
  const Vector x = make_vector("x", a.extents[1], 1), y = make_vector("y", a.extents[0], 2);
  const Expression expression{
      "compile_spmv", "y(i) = A(i,j) * x(j)", {{"y", ref(y)}, {"A", a}, {"x", ref(x)}}};
  const auto from_cache = [=] { return compile(Exec(), expression.notation, expression.operands); };
  Contest contest{facts_of(expression.kernel, expression.notation, a), {}, {}};
  contest.contestants = {
      having(strata_name, expression, y, [=] { return compile_anew(expression); }),
      {yardstick_name, "", [=, rows = csr_of(a)] { Yardstick::spmv(rows, x.data(), y.data()); },
       [=] { return answer_of(y.data(), static_cast<std::int64_t>(y.size())); }},
      having(process_name, expression, y, from_cache)};
  add_plan(contest.facts, compile_anew(expression));
  if (kernel_cache_folder().empty()) return contest;
  from_cache();  // is on disk from now on
  contest.contestants.push_back(having(disk_name, expression, y, [=] {
    forget_kernels();
    return from_cache();
  }));
  return contest;
}

}  // namespace

std::vector<Kernel> latencies() {
  std::vector<std::string> contestants{strata_name, yardstick_name, process_name};
  if (!kernel_cache_folder().empty()) contestants.emplace_back(disk_name);
  return {{"compile_spmv", 2, contestants, compiling, false}};
}

}  // namespace Strata::Perf
