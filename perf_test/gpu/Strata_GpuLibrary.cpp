// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_GpuLibrary.hpp"

#include <functional>
#include <utility>

#ifdef STRATA_PERF_CUSPARSE

#ifndef KOKKOS_ENABLE_CUDA
#include "Strata_PlayedLibrary.hpp"
#endif
#include <Strata_CuSparse.hpp>
#include <impl/Strata_CuSparseBindingImpl.hpp>

namespace Strata::Perf {

namespace {

namespace Adapter = CuSparse::Impl;
using Operation   = std::function<TensorRef(Adapter::Session&)>;

/// Runs `operation`, which returns its result.
Contestant contestant_of(const CuSparse::Context<Space>& context, Operation operation) {
  const auto result = std::make_shared<TensorRef>();
  Contestant rival;
  rival.name    = library_name;
  rival.version = Library::version();
  rival.run     = [=, operation = std::move(operation)] {
    const OnDevice open;
    *result = {};  // another one is made
    *result = operation(context.session());
  };
  rival.finish = [=] { context.instance().fence("Strata::perf::run"); };
  rival.answer = [=] { return answer_of(to_host(context.instance(), *result)); };
  return rival;
}

LibraryEntry bound_statement(const CuSparse::Context<Space>& context, const Benchmark& benchmark,
                             const Operands& operands) {
  Adapter::BoundStatement bound = Adapter::bind_statement(benchmark.notation, operands);
  if (!bound.run) return {{}, {}, bound.reason};
  return {contestant_of(context, std::move(*bound.run)), {}, ""};
}

/// C(i,j) = sum of X(i,k) Y(j,k) at the entries that the input stores.
LibraryEntry sampled(const CuSparse::Context<Space>& context, const Benchmark& benchmark,
                     const Operands& operands) {
  using CuSparse::Op;
  const TensorRef result = context.session().copy_tensor(operands.at(benchmark.input.name));
  const Adapter::Sampled product(1, operands.at(benchmark.dense[0].name), Op::none,
                                 operands.at(benchmark.dense[1].name), Op::transpose, 0, result);
  return {contestant_of(context,
                        [=](Adapter::Session& session) {
                          product.run(session);
                          return result;
                        }),
          result, ""};
}

LibraryEntry sum(const CuSparse::Context<Space>& context, const Benchmark& benchmark,
                 const Operands& operands) {
  const TensorRef a = operands.at(benchmark.input.name), b = operands.at("B");
  const Adapter::SparseSum both(1, a, 1, b);
  return {
      contestant_of(context, [=](Adapter::Session& session) { return both.run(session); }), {}, ""};
}

}  // namespace

struct Library::State {
  CuSparse::Context<Space> context;
};

Library::Library(const Space& exec) : m_state(new State{CuSparse::Context<Space>(exec)}) {}
Library::~Library() = default;

std::string Library::version() {
  return std::to_string(CUSPARSE_VER_MAJOR) + "." + std::to_string(CUSPARSE_VER_MINOR) + "." +
         std::to_string(CUSPARSE_VER_PATCH) + (is_played ? " (played)" : "");
}

LibraryEntry Library::enter(const Benchmark& benchmark, const Operands& operands) const {
  const CuSparse::Context<Space>& context = m_state->context;
  switch (benchmark.rival) {
    case Rival::statement: return bound_statement(context, benchmark, operands);
    case Rival::sampled: return sampled(context, benchmark, operands);
    case Rival::sum: return sum(context, benchmark, operands);
    default: return {{}, {}, "no operation of cuSPARSE"};
  }
}

}  // namespace Strata::Perf

#else

namespace Strata::Perf {

struct Library::State {};
Library::Library(const Space&) {}
Library::~Library() = default;
std::string Library::version() { return ""; }
LibraryEntry Library::enter(const Benchmark&, const Operands&) const {
  return {{}, {}, "built without cuSPARSE"};
}

}  // namespace Strata::Perf

#endif
