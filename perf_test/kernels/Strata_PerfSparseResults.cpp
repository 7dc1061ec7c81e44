// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that make a sparse matrix: its structure, memory and values are part
// of what is measured, for every contestant; of spadd_values only the values.
#include <limits>

#include "Strata_Kernels.hpp"
#include "Strata_Rearranged.hpp"

namespace Strata::Perf {

namespace {

struct Pairing {
  const char* name;
  const char* notation;
  Yardstick::OwnedCsr (*yardstick)(const Yardstick::Csr&, const Yardstick::Csr&);
  std::function<Contestant(const Pair&)> Peer::*peer;
};

Contest contest_of(const Pairing& pairing, const TensorRef& a,
                   const TensorRef& b) {
  const Pair pair{csr_of(a), csr_of(b)};
  Contest contest = sparse_contest(
      {pairing.name,
       pairing.notation,
       {{"C", new_result(a.format, {a.extents[0], b.extents[1]})},
        {"A", a},
        {"B", b}}},
      maker<Yardstick::OwnedCsr>(
          yardstick_name, [=] { return pairing.yardstick(pair.a, pair.b); }));
  add_peers(contest, pairing.peer, pair);
  return contest;
}

const Pairing s_add{"spadd", "C(i,j) = A(i,j) + B(i,j)", &Yardstick::add,
                    &Peer::add};
const Pairing s_entries{"emul", "C(i,j) = A(i,j) * B(i,j)",
                        &Yardstick::multiply_entries, &Peer::multiply_entries};
const Pairing s_product{"spgemm", "C(i,j) = A(i,k) * B(k,j)",
                        &Yardstick::multiply, &Peer::multiply};

Contest add_three(const TensorRef& a) {
  const TensorRef b = lower_part(a), c = shifted(a);
  const Triple triple{csr_of(a), csr_of(b), csr_of(c)};
  Contest contest = sparse_contest(
      {"spadd3",
       "D(i,j) = A(i,j) + B(i,j) + C(i,j)",
       {{"D", new_result(a.format, a.extents)}, {"A", a}, {"B", b}, {"C", c}}},
      maker<Yardstick::OwnedCsr>(yardstick_name, [=] {
        return Yardstick::add(triple.a, triple.b, triple.c);
      }));
  add_peers(contest, &Peer::add_three, triple);
  return contest;
}

/// The structure is made before the clock runs, by everyone for himself.
Contest add_values(const TensorRef& a) {
  const TensorRef b = lower_part(a);
  const Pair pair{csr_of(a), csr_of(b)};
  const Expression expression{
      "spadd_values",
      s_add.notation,
      {{"C", new_result(a.format, a.extents)}, {"A", a}, {"B", b}}};
  const Plan plan = compile_anew(expression);
  const auto sum =
      std::make_shared<Yardstick::OwnedCsr>(Yardstick::add(pair.a, pair.b));
  const auto entries = static_cast<std::int64_t>(sum->values.size());
  Contest contest{facts_of(expression.kernel, expression.notation, a), {}, {}};
  contest.contestants = {
      strata_contestant(expression, plan,
                        [plan] { return answer_of(plan.result()); }),
      {yardstick_name, "", [=] { Yardstick::add_values(pair.a, pair.b, *sum); },
       [=] { return answer_of(*sum); }}};
  plan.assemble(Exec());
  Exec().fence("Strata::perf::assembled");
  contest.contestants[0].run = [=, exec = Exec(), kept = expression.operands] {
    plan.compute(exec);
    exec.fence("Strata::perf::run");
  };
  contest.scrub = [=] {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Yardstick::fill(sum->values.data(), nan, entries);
    Yardstick::fill(static_cast<double*>(plan.result().values), nan, entries);
  };
  add_plan(contest.facts, plan);
  // The coordinates of the sum need not be read.
  contest.facts.bytes = bytes_of(pair.a) + bytes_of(pair.b) +
                        bytes_of(sum->csr()) -
                        4.0 * static_cast<double>(entries);
  return contest;
}

Contest sampled_product(const TensorRef& a) {
  constexpr int width = 32;
  const Rows x        = make_rows("X", a.extents[0], width, 4),
             y        = make_rows("Y", a.extents[1], width, 5);
  const Sampled sampled{csr_of(a), width, x.data(), y.data()};
  Contest contest = sparse_contest(
      {"sddmm32",
       "C(i,j) = A(i,j) * X(i,k) * Y(j,k)",
       {{"C", new_result(a.format, a.extents)},
        {"A", a},
        {"X", ref(x)},
        {"Y", ref(y)}}},
      maker<Yardstick::OwnedCsr>(yardstick_name, [=] {
        return Yardstick::sddmm32(sampled.a, sampled.x, sampled.y);
      }));
  add_peers(contest, &Peer::sample, sampled);
  return contest;
}

}  // namespace

std::vector<Kernel> sparse_results() {
  return {
      {s_add.name, 2, contestants_for(s_add.peer),
       [](const TensorRef& a) { return contest_of(s_add, a, lower_part(a)); }},
      {s_entries.name, 2, contestants_for(s_entries.peer),
       [](const TensorRef& a) {
         return contest_of(s_entries, a, lower_part(a));
       }},
      {s_product.name, 2, contestants_for(s_product.peer),
       [](const TensorRef& a) {
         return contest_of(s_product, a, right_factor(a));
       }},
      {"spadd3", 2, contestants_for(&Peer::add_three), add_three},
      {"spadd_values", 2, {strata_name, yardstick_name}, add_values, false},
      {"sddmm32", 2, contestants_for(&Peer::sample), sampled_product}};
}

}  // namespace Strata::Perf
