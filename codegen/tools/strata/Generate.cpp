// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata generate: deterministic test data.
#include <cstdio>
#include <functional>
#include <memory>

#include <Strata_Generators.hpp>
#include <Strata_TensorFile.hpp>

#include "../support/KokkosSession.hpp"
#include "Commands.hpp"
#include "Problem.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* examples = R"(Examples:
  strata generate poisson3d --n 20 --out p.mtx
  strata generate powerlaw --scale 16 --entries 1000000 --seed 7 --out g.mtx
  strata generate skewed --dims 2000x1000x500 --entries 100000 --out t.tns
The same arguments give the same file everywhere.)";

struct GenerateCommand {
  std::int64_t n = 0, half_bandwidth = 1, entries = 0, unknowns = 1;
  int scale          = 0;
  std::uint64_t seed = 1;
  std::string dims, out;
};

using Command = std::shared_ptr<GenerateCommand>;
using Make    = std::function<CoordinateList(const GenerateCommand&)>;

CLI::App& add_kind(CLI::App& parent, const Command& command, const char* name,
                   const char* help, Make make) {
  CLI::App& sub = *parent.add_subcommand(name, help);
  sub.add_option("--out", command->out, "File to write: .mtx, .ttx or .tns, with .gz "
                                        "after it packed; .h5; - for .tns on the standard output")
      ->required();
  sub.callback([command, make] {
    const KokkosSession session;  // .h5 holds levels, which are made of the entries
    const CoordinateList list = make(*command);
    write_tensor_file(command->out, list);
    if (command->out != "-")
      std::printf("%s: %s, %s, %lld entries\n", command->out.c_str(), list.source.c_str(),
                  extents_to_string(list.extents).c_str(),
                  static_cast<long long>(list.num_entries));
  });
  return sub;
}

void add_seed(CLI::App& sub, const Command& command) {
  sub.add_option("--seed", command->seed, "Other seeds give other tensors")
      ->capture_default_str();
}

void add_entries(CLI::App& sub, const Command& command) {
  sub.add_option("--entries", command->entries, "Number of entries")->required();
  add_seed(sub, command);
}

void add_matrices(CLI::App& sub, const Command& command) {
  for (const bool all : {false, true}) {
    CLI::App& poisson =
        add_kind(sub, command, all ? "poisson27" : "poisson3d",
                 all ? "27-point stencil on an n x n x n grid"
                     : "7-point Laplacian on an n x n x n grid",
                 [all](const GenerateCommand& c) {
                   if (!all) return Generators::poisson3d(c.n);
                   return c.unknowns == 1
                              ? Generators::poisson27(c.n)
                              : Generators::poisson27_blocks(c.n, c.unknowns, c.seed);
                 });
    poisson.add_option("--n", command->n, "Grid points in each direction")->required();
    if (!all) continue;
    poisson.add_option("--unknowns", command->unknowns,
                       "Numbers at every point: entries are dense blocks")
        ->capture_default_str();
  }
  CLI::App& band = add_kind(sub, command, "banded", "Band matrix",
                            [](const GenerateCommand& c) {
                              return Generators::banded(c.n, c.half_bandwidth, c.seed);
                            });
  band.add_option("--n", command->n, "Rows and columns")->required();
  band.add_option("--half-bandwidth", command->half_bandwidth, "Diagonals on either side")
      ->capture_default_str();
  add_seed(band, command);
  CLI::App& graph = add_kind(sub, command, "powerlaw", "R-MAT graph of 2^scale nodes",
                             [](const GenerateCommand& c) {
                               return Generators::power_law(c.scale, c.entries, c.seed);
                             });
  graph.add_option("--scale", command->scale, "Base-2 logarithm of the nodes")->required();
  add_entries(graph, command);
}

void add_tensors(CLI::App& sub, const Command& command) {
  for (const bool skewed : {false, true}) {
    CLI::App& random =
        add_kind(sub, command, skewed ? "skewed" : "uniform",
                 skewed ? "Random tensor of any order, coordinate c as often as 1/c"
                        : "Random tensor of any order",
                 [skewed](const GenerateCommand& c) {
                   auto dims = parse_dims(c.dims);
                   return skewed ? Generators::skewed(std::move(dims), c.entries, c.seed)
                                 : Generators::uniform(std::move(dims), c.entries, c.seed);
                 });
    random.add_option("--dims", command->dims, "Extents, e.g. 100x80x60")->required();
    add_entries(random, command);
  }
}

}  // namespace

void add_generate(CLI::App& app) {
  const auto command = std::make_shared<GenerateCommand>();
  CLI::App& sub      = *app.add_subcommand("generate", "Write a generated tensor to a file");
  sub.require_subcommand(1);
  add_matrices(sub, command);
  add_tensors(sub, command);
  sub.footer(examples);
}

}  // namespace Strata::Tool
