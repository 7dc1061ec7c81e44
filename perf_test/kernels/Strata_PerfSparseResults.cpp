// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that make a sparse matrix: its structure, memory and values are part of
// what is measured, for every contestant.
#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

/// A matrix of the entries of `a`, each put where and as `place` says.
template <class Place>
TensorRef rearranged(const TensorRef& a, std::vector<std::int64_t> extents,
                     const Place& place) {
  const Yardstick::Csr csr = csr_of(a);
  std::vector<std::int64_t> coordinates;
  std::vector<double> values;
  for (std::int64_t i = 0; i < csr.rows; ++i)
    for (std::int32_t p = csr.positions[i]; p < csr.positions[i + 1]; ++p)
      place(i, csr.coordinates[p], csr.values[p], coordinates, values);
  const Exec exec;
  const TensorRef result =
      assemble(exec, a.format, a.scalar, extents, coordinates.data(),
               values.data(), static_cast<std::int64_t>(values.size()));
  exec.fence("Strata::perf::rearranged");
  return result;
}

/// Twice the entries of `a` on and below its diagonal.
TensorRef lower_part(const TensorRef& a) {
  return rearranged(a, a.extents,
                    [](std::int64_t i, std::int64_t j, double value,
                       auto& coordinates, auto& values) {
                      if (j > i) return;
                      coordinates.insert(coordinates.end(), {i, j});
                      values.push_back(2 * value);
                    });
}

/// What `a` can be multiplied with: itself, or its transposed.
TensorRef right_factor(const TensorRef& a) {
  if (a.extents[0] == a.extents[1]) return a;
  return rearranged(a, {a.extents[1], a.extents[0]},
                    [](std::int64_t i, std::int64_t j, double value,
                       auto& coordinates, auto& values) {
                      coordinates.insert(coordinates.end(), {j, i});
                      values.push_back(value);
                    });
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
           [](const TensorRef& a) {
             return contest_of(s_product, a, right_factor(a));
           }}};
}

}  // namespace Strata::Perf
