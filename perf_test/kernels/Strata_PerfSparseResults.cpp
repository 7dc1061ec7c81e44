// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that make a sparse matrix: its structure, memory and values are part of
// what is measured, for every contestant.
#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

/// The entries of `a` on and below its diagonal.
TensorRef lower_part(const TensorRef& a) {
  const Yardstick::Csr csr = csr_of(a);
  std::vector<std::int64_t> coordinates;
  std::vector<double> values;
  for (std::int64_t i = 0; i < csr.rows; ++i)
    for (std::int32_t p = csr.positions[i]; p < csr.positions[i + 1]; ++p) {
      if (csr.coordinates[p] > i) continue;
      coordinates.insert(coordinates.end(), {i, csr.coordinates[p]});
      values.push_back(2 * csr.values[p]);
    }
  const Exec exec;
  const TensorRef lower =
      assemble(exec, a.format, a.scalar, a.extents, coordinates.data(),
               values.data(), static_cast<std::int64_t>(values.size()));
  exec.fence("Strata::perf::lower_part");
  return lower;
}

struct Pairing {
  const char* name;
  const char* notation;
  Yardstick::OwnedCsr (*yardstick)(const Yardstick::Csr&, const Yardstick::Csr&);
  std::function<Contestant(const Pair&)> Peer::*peer;
};

Contest contest_of(const Pairing& pairing, const TensorRef& a,
                   const TensorRef& b) {
  Operands operands{{"A", a}, {"B", b}};
  TensorRef& result = operands["C"];
  result.format     = a.format;
  result.scalar     = a.scalar;
  result.extents    = {a.extents[0], b.extents[1]};
  result.levels.resize(2);
  const Plan plan = compile_anew(pairing.notation, operands);
  Contest contest{facts_of(pairing.name, pairing.notation, a), {}, {}};
  const Pair pair{csr_of(a), csr_of(b)};
  contest.contestants = {
      strata_contestant(plan, [plan] { return answer_of(plan.result()); }),
      maker<Yardstick::OwnedCsr>(
          yardstick_name, [=] { return pairing.yardstick(pair.a, pair.b); })};
  add_peers(contest, pairing.peer, pair);
  plan.execute(Exec());  // the size of the result is part of the traffic
  Exec().fence("Strata::perf::sparse_result");
  add_plan(contest.facts, plan);
  // The matrices live as long as the contest.
  contest.contestants[0].run = [plan, a, b,
                                run = contest.contestants[0].run] { run(); };
  return contest;
}

const Pairing s_add{"spadd", "C(i,j) = A(i,j) + B(i,j)", &Yardstick::add,
                    &Peer::add};
const Pairing s_entries{"emul", "C(i,j) = A(i,j) * B(i,j)",
                        &Yardstick::multiply_entries, &Peer::multiply_entries};
const Pairing s_product{"spgemm", "C(i,j) = A(i,k) * B(k,j)",
                        &Yardstick::multiply, &Peer::multiply};

}  // namespace

std::vector<Kernel> sparse_results() {
  return {{s_add.name, 2, contestants_for(s_add.peer),
           [](const TensorRef& a) { return contest_of(s_add, a, lower_part(a)); }},
          {s_entries.name, 2, contestants_for(s_entries.peer),
           [](const TensorRef& a) {
             return contest_of(s_entries, a, lower_part(a));
           }},
          {s_product.name, 2, contestants_for(s_product.peer),
           [](const TensorRef& a) { return contest_of(s_product, a, a); }}};
}

}  // namespace Strata::Perf
