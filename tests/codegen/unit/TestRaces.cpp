// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Race checking finds races: hand-written kernels with a wrong mapping go through
// the pipeline, run and are caught; right ones are not.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <Strata_AccessCheck.h>
#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>

#include "Strata_HandWritten.hpp"

namespace {

using namespace Strata;
using Testing::HandWritten;

/// A kernel over dense vectors y and x: a launch of `attributes` whose body
/// starts with two index arguments %a and %b, constants, the extent %n of x, and
/// %v, a number that depends on %a.
std::string kernel(const std::string& attributes, const std::string& body) {
  return R"mlir(
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "position"} {
  func.func @kernel(%y: !vec {strata.name = "y"}, %x: !vec {strata.name = "x"}) {
    strata_pos.launch "test" )mlir" + attributes + R"mlir( {
    ^bb0(%a: index, %b: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %zero = arith.constant 0.0 : f64
      %n = strata_pos.extent %x dimension 0 : !vec
      %i64 = arith.index_cast %a : index to i64
      %v = arith.sitofp %i64 : i64 to f64
      )mlir" + body + R"mlir(
    }
    return
  }
})mlir";
}

/// A loop over coordinates %i of [first, last).
std::string loop(const std::string& range, const std::string& attributes,
                 const std::string& body) {
  return "%u = strata_pos.universe[" + range + ")\n" +
         "strata_pos.coiterate \"i\"(%u) points [1] " + attributes +
         " {\n^bb0(%i: index):\n" + body + "\nstrata_pos.yield\n}\n";
}

std::string store(const std::string& coordinate, const std::string& how = "") {
  return "%p = strata_pos.locate %y level 0 parent %c0 coordinate " + coordinate +
         " : !vec\nstrata_pos.store %v to %y[%p] " + how + " : f64, !vec\n";
}

const std::string s_pieces = R"x(parallel race("none") team )x";
const std::string s_rows   = R"x(over %y dimension 0 : !vec parallel race("none") team )x";

struct Executed {
  std::vector<double> y = std::vector<double>(64), x = std::vector<double>(64);
  std::string error;  ///< of race checking; empty: none was found
};

Executed run(const std::string& text, PlanOptions options, std::int64_t units = 3,
        bool map = false) {
  Executed out;
  std::iota(out.x.begin(), out.x.end(), 1.0);
  const HandWritten compiled(text, options, map);
  Impl::AccessLog log;
  std::vector<std::uint64_t> words;
  for (std::vector<double>* v : {&out.y, &out.x}) {
    words.push_back(reinterpret_cast<std::uintptr_t>(v->data()));
    words.insert(words.end(), {1, v->size()});  // stride, extent
  }
  if (options.check_races)
    words.push_back(reinterpret_cast<std::uintptr_t>(log.data()));
  compiled.step().entry(words.data(), 0, 0, units, units);
  if (!options.check_races) return out;
  try {
    log.check("test", compiled.step().teamSize, {"y", "y", "x", "x", "log"});
  } catch (const RaceDetected& e) {
    out.error = e.what();
  }
  return out;
}

PlanOptions checking(int team, int vector) {
  PlanOptions options;
  options.team_size     = team;
  options.vector_length = vector;
  options.check_races   = true;
  return options;
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "'\nlacks '" << part << "'";
}

TEST(Races, UnitsThatWriteOneElement) {
  const std::string text = kernel(s_pieces + "[1, 1]", store("%c2"));
  const Executed bad = run(text, checking(1, 1));
  expect_contains(bad.error, "check_races, launch 'test': race at element 2 of 'y'");
  expect_contains(bad.error, "written by unit 0, thread 0; written by unit 1, thread 0");
  // One unit has nobody to race with.
  EXPECT_EQ(run(text, checking(1, 1), 1).error, "");
}

TEST(Races, AtomicAdditionsAreOrdered) {
  EXPECT_EQ(run(kernel(s_pieces + "[1, 1]", store("%c2", "accumulate atomic")),
                checking(1, 1)).error,
            "");
  const Executed plain = run(kernel(s_pieces + "[1, 1]", store("%c2", "accumulate")),
                        checking(1, 1));
  expect_contains(plain.error, "race at element 2 of 'y'");
}

TEST(Races, ThreadsThatWriteOneElement) {
  // Rows i and i + 1 write y(i / 2).
  const std::string half = "%h = arith.divui %i, %c2 : index\n" + store("%h");
  const Executed bad = run(kernel(s_rows + "[4, 1]", loop("%a, %b", "map \"team\"", half)),
                      checking(4, 1), 1);
  expect_contains(bad.error, "race at element 0 of 'y'");
  expect_contains(bad.error, "written by unit 0, thread 0; written by unit 0, thread 1");
  // A thread alone writes it twice, in order.
  EXPECT_EQ(run(kernel(s_rows + "[1, 1]", loop("%a, %b", "map \"team\"", half)),
                checking(1, 1), 1).error,
            "");
}

TEST(Races, EveryThreadWritesOutsideSharedLoops) {
  const std::string text = kernel(s_rows + "[4, 1]", store("%a"));
  const Executed bad = run(text, checking(4, 1), 2);
  expect_contains(bad.error, "written by unit 0, every thread");
}

TEST(Races, LoopWronglyMarkedIndependent) {
  const std::string text = kernel(s_pieces + "[1, 1]",
                                  loop("%c0, %n", "independent", store("%c1")));
  PlanOptions options    = checking(1, 8);
  const Executed bad = run(text, options, 1, true);
  expect_contains(bad.error, "race at element 1 of 'y'");
  expect_contains(bad.error, "written by unit 0, thread 0, lane 0 of region 0; written by unit 0, "
                             "thread 0, lane 1 of region 0");
  options.vector_length = 1;
  EXPECT_EQ(run(text, options, 1, true).error, "");
}

TEST(Races, ReadOfWhatAnotherThreadWrites) {
  // y(i) = y(i / 2)
  const std::string body = "%h = arith.divui %i, %c2 : index\n"
                           "%q = strata_pos.locate %y level 0 parent %c0 coordinate %h : !vec\n"
                           "%r = arith.addi %q, %c1 : index\n"
                           "%w = strata_pos.value %y[%q, %r) : !vec -> f64\n" +
                           store("%i");
  const Executed bad = run(kernel(s_rows + "[4, 8]", loop("%a, %b", "map \"team_vector\"", body)),
                      checking(4, 8), 1);
  expect_contains(bad.error, "of 'y'");
  expect_contains(bad.error, "read by unit 0");
}

TEST(Races, RightMappingsAreClean) {
  const std::string own = kernel(s_rows + "[4, 8]",
                                 loop("%a, %b", "map \"team_vector\"", store("%i")));
  for (int seed : {-1, 0, 3, 4}) {
    PlanOptions options = checking(4, 8);
    options.permute     = seed;
    EXPECT_EQ(run(own, options, 5).error, "");
    // A vector region a row, entered one after the other by its thread.
    const Executed sum = run(kernel(s_rows + "[4, 8]", loop("%a, %b", "map \"team\"", R"(
      %w = strata_pos.universe[%c0, %n)
      %s = strata_pos.coiterate "j"(%w) points [1] map "vector" init(%zero : f64) : f64 {
      ^bb0(%j: index, %old: f64):
        %q = strata_pos.locate %x level 0 parent %c0 coordinate %j : !vec
        %r = arith.addi %q, %c1 : index
        %t = strata_pos.value %x[%q, %r) : !vec -> f64
        %next = arith.addf %old, %t : f64
        strata_pos.yield %next : f64
      }
      %p = strata_pos.locate %y level 0 parent %c0 coordinate %i : !vec
      strata_pos.store %s to %y[%p] : f64, !vec)")),
                        options, 5);
    EXPECT_EQ(sum.error, "");
    for (double y : sum.y) EXPECT_EQ(y, 64 * 65 / 2);
  }
}

/// Every unit, thread and lane runs once, in whatever order.
TEST(Permutation, IsAPermutation) {
  for (int seed = 0; seed < 9; ++seed) {
    for (std::int64_t units : {1, 2, 3, 7, 10}) {
      PlanOptions options;
      options.team_size     = 3;
      options.vector_length = 5;
      options.permute       = seed;
      const std::string one = "%p = strata_pos.locate %y level 0 parent %c0 coordinate %i : !vec\n"
                              "%one = arith.constant 1.0 : f64\n"
                              "strata_pos.store %one to %y[%p] accumulate : f64, !vec\n";
      const Executed all = run(kernel(s_rows + "[3, 5]", loop("%a, %b", "map \"team_vector\"", one)),
                          options, units);
      EXPECT_EQ(all.y, std::vector<double>(64, 1.0)) << "seed " << seed << ", units " << units;
    }
  }
}

/// The last one to write wins: another order, another result.
TEST(Permutation, ShowsWhatDependsOnTheOrder) {
  const std::string units = kernel(s_pieces + "[1, 1]", store("%c0"));
  const std::string last  = R"(
      %k = arith.index_cast %i : index to i64
      %w = arith.sitofp %k : i64 to f64
      %p = strata_pos.locate %y level 0 parent %c0 coordinate %c0 : !vec
      strata_pos.store %w to %y[%p] : f64, !vec)";
  const std::string threads = kernel(s_rows + "[7, 1]", loop("%a, %b", "map \"team\"", last));
  const std::string lanes   = kernel(s_pieces + "[1, 7]", loop("%c0, %n", "map \"vector\"", last));
  const auto result         = [](const std::string& text, int team, int vector, int seed) {
    PlanOptions options;
    options.team_size     = team;
    options.vector_length = vector;
    options.permute       = seed;
    return run(text, options, team * vector == 1 ? 7 : 1).y[0];
  };
  EXPECT_EQ(result(units, 1, 1, -1), 6);
  EXPECT_NE(result(units, 1, 1, 0), 6);
  EXPECT_NE(result(threads, 7, 1, 0), result(threads, 7, 1, -1));
  EXPECT_NE(result(lanes, 1, 7, 0), result(lanes, 1, 7, -1));
}

Impl::AccessRecord record(strata::AccessKind kind, std::int64_t unit, std::int64_t thread,
                          std::int64_t lane = -1, std::int64_t region = -1,
                          std::int64_t phase = 0) {
  return {0, 5, kind, unit, thread, lane, region, phase};
}

std::size_t conflicts(std::vector<Impl::AccessRecord> records, int team_size = 8) {
  const std::size_t found = Impl::find_conflicts(records, team_size).size();
  std::reverse(records.begin(), records.end());
  EXPECT_EQ(Impl::find_conflicts(records, team_size).size(), found);
  return found;
}

constexpr auto read = strata::AccessKind::read, written = strata::AccessKind::write,
               atomic = strata::AccessKind::atomic;

TEST(AccessConflicts, AtomicsAndReads) {
  EXPECT_EQ(conflicts({}), 0u);
  EXPECT_EQ(conflicts({record(read, 0, 0), record(read, 1, 3)}), 0u);
  EXPECT_EQ(conflicts({record(atomic, 0, 0), record(atomic, 1, 3)}), 0u);
  EXPECT_EQ(conflicts({record(atomic, 0, 0), record(read, 1, 3)}), 1u);
  EXPECT_EQ(conflicts({record(atomic, 0, 0), record(written, 1, 3)}), 1u);
  EXPECT_EQ(conflicts({record(atomic, 0, 0), record(read, 0, 0)}), 0u);
  EXPECT_EQ(conflicts({record(atomic, 0, 0), record(read, 0, 0), record(atomic, 0, 1)}), 1u);
  EXPECT_EQ(conflicts({record(atomic, 0, 0), record(read, 0, 0), record(read, 0, 1)}), 1u);
}

TEST(AccessConflicts, LanesPhasesAndElements) {
  // Lanes of one region have no order, those of two regions have one.
  EXPECT_EQ(conflicts({record(written, 0, 0, 0, 1), record(read, 0, 0, 1, 1)}), 1u);
  EXPECT_EQ(conflicts({record(written, 0, 0, 0, 1), record(read, 0, 0, 1, 2)}), 0u);
  EXPECT_EQ(conflicts({record(written, 0, 0, 0, 1), record(read, 0, 0)}), 0u);
  // A barrier orders threads of a team, not units.
  EXPECT_EQ(conflicts({record(written, 0, 0), record(read, 0, 1, -1, -1, 1)}), 0u);
  EXPECT_EQ(conflicts({record(written, 0, 0), record(read, 1, 1, -1, -1, 1)}), 1u);
  // What every thread writes.
  EXPECT_EQ(conflicts({record(written, 0, -1)}), 1u);
  EXPECT_EQ(conflicts({record(written, 0, -1)}, 1), 0u);
  auto other    = record(written, 1, 0);
  other.element = 6;
  EXPECT_EQ(conflicts({record(written, 0, 0), other}), 0u);
  other        = record(written, 1, 0);
  other.buffer = 1;
  EXPECT_EQ(conflicts({record(written, 0, 0), other}), 0u);
}

TEST(AccessConflicts, FullLogIsAnError) {
  Impl::AccessLog log(2);
  log.data()[strata::AccessLogLayout::numRecords] = 3;
  try {
    log.check("large", 1, {});
    FAIL();
  } catch (const CodegenError& e) {
    expect_contains(e.what(), "launch 'large': expected at most 2 accesses");
    expect_contains(e.what(), "check a smaller case");
  }
  log.clear();
  EXPECT_NO_THROW(log.check("large", 1, {}));
}

}  // namespace
