// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What keeps pieces apart that add to one entry: what is chosen, what is refused,
// and the reason that explain() gives.
#include <gtest/gtest.h>

#include <Strata_Deterministic.hpp>
#include <Strata_Error.hpp>
#include <strata/Analysis/ConcreteNotation.h>

namespace {

using namespace Strata;

constexpr std::int64_t rows = 1000, columns = 2000;

/// y(i) = A(i,j) of a matrix by columns: every column adds to all of y.
CheckedAssignment column_sums(ScalarType scalar) {
  TensorDeclarations tensors;
  tensors["y"].format  = Formats::dense(1);
  tensors["y"].extents = {rows};
  tensors["A"].format  = Formats::csc();
  tensors["A"].extents = {rows, columns};
  for (auto& [name, tensor] : tensors) tensor.scalar = scalar;
  return check(parse_notation("y(i) = A(i,j)"), tensors);
}

CheckedAssignment norm(ScalarType scalar) {
  TensorDeclarations tensors;
  tensors["s"].format  = Formats::dense(0);
  tensors["A"].format  = Formats::csr();
  tensors["A"].extents = {rows, columns};
  for (auto& [name, tensor] : tensors) tensor.scalar = scalar;
  return check(parse_notation("s = A(i,j) * A(i,j)"), tensors);
}

strata::ConcretizeOptions with_entries(double entries, int concurrency = 4) {
  strata::ConcretizeOptions options;
  options.entries     = entries;
  options.concurrency = concurrency;
  options.smallWork   = 4096;
  return options;
}

/// "strategy: reason" of the statement that adds to entries of others.
std::string choice(const CheckedAssignment& stmt, const strata::ConcretizeOptions& options) {
  const strata::ConcreteProgram program = strata::concretize(stmt, options);
  for (const strata::ConcreteStatement& s : program.statements) {
    if (s.raceReason.empty()) continue;
    const char* name = s.race == RaceStrategy::none        ? "none"
                       : s.race == RaceStrategy::atomics   ? "atomics"
                       : s.race == RaceStrategy::privatize ? "privatize"
                       : s.race == RaceStrategy::ranges    ? "ranges"
                                                           : "automatic";
    return std::string(name) + ": " + s.raceReason;
  }
  return "no pieces add to one entry";
}

std::string refusal(const CheckedAssignment& stmt, const strata::ConcretizeOptions& options) {
  try {
    return "not refused: " + choice(stmt, options);
  } catch (const UnsupportedExpression& e) {
    return e.what();
  }
}

/// The factor of a mode that is not the outermost one: every entry adds to a row of it.
CheckedAssignment factor(std::int64_t rank) {
  TensorDeclarations tensors;
  tensors["A"].format  = Formats::dense(2);
  tensors["A"].extents = {rows, rank};
  tensors["B"].format  = Formats::csf(3);
  tensors["B"].extents = {columns, rows, columns};
  tensors["C"].format = tensors["D"].format = Formats::dense(2);
  tensors["C"].extents = tensors["D"].extents = {columns, rank};
  for (auto& [name, tensor] : tensors) tensor.scalar = ScalarType::f64;
  return check(parse_notation("A(k,r) = B(i,k,l) * C(i,r) * D(l,r)"), tensors);
}

TEST(RaceChoice, CountsTheAdditionsOfEveryEntry) {
  EXPECT_EQ(choice(factor(64), with_entries(8000)),
            "privatize: copies are cheap: 4 threads, 64000 elements of the result, 8000 entries "
            "to add, each to 64 elements");
  EXPECT_EQ(choice(factor(64), with_entries(7999)),
            "atomics: copies do not pay: 4 threads, 64000 elements of the result, 7999 entries "
            "to add, each to 64 elements");
  // 6.4 million elements a copy: more than 4 million in all, and than four for each entry.
  const auto large = [](double entries, bool many_pieces) {
    auto options       = with_entries(entries);
    options.manyPieces = many_pieces;  // a device, which has no ranges
    return choice(factor(6400), options);
  };
  EXPECT_TRUE(large(6399999, true).starts_with("atomics: copies do not pay"));
  EXPECT_TRUE(large(6400000, true).starts_with("privatize"));
  // A search is nothing beside 6400 additions.
  EXPECT_TRUE(large(6400000, false).starts_with("ranges"));
}

TEST(RaceChoice, ComparesEntriesWithCopies) {
  const auto stmt = column_sums(ScalarType::f64);
  EXPECT_EQ(choice(stmt, with_entries(8000)),
            "privatize: copies are cheap: 4 threads, 1000 elements of the result, 8000 entries "
            "to add");
  EXPECT_EQ(choice(stmt, with_entries(7999)),
            "atomics: copies do not pay: 4 threads, 1000 elements of the result, 7999 entries "
            "to add");
  EXPECT_EQ(choice(stmt, with_entries(3000)),
            "none: too little work for threads: 1000 elements of the result, 3000 entries to add");
  EXPECT_EQ(choice(stmt, with_entries(1e6, 1)), "none: there is one thread");
}

TEST(RaceChoice, TypesThatNoProcessorAddsAtomically) {
  for (const ScalarType scalar : {ScalarType::boolean, ScalarType::c64, ScalarType::c128})
    EXPECT_EQ(choice(column_sums(scalar), with_entries(7000)),
              "none: " + std::string(name_of(scalar)) +
                  " is not added atomically, and copies do not pay: 4 threads, 1000 elements of "
                  "the result, 7000 entries to add");
}

/// Ten columns of a thousand rows: a piece that goes through all of them looks up twenty numbers.
CheckedAssignment few_columns(ScalarType scalar) {
  CheckedAssignment stmt         = column_sums(scalar);
  stmt.tensors["A"].extents[1]   = 10;
  stmt.extents["j"]              = 10;
  return stmt;
}

TEST(RaceChoice, RangesWhereLoopsAroundAreLittleWork) {
  EXPECT_EQ(choice(few_columns(ScalarType::f64), with_entries(8000)),
            "ranges: ranges of i take the time of 2080 additions with 4 threads, other ways that "
            "of 4000 (copies are cheap: 4 threads, 1000 elements of the result, 8000 entries to "
            "add)");
  for (const ScalarType scalar : {ScalarType::boolean, ScalarType::c128})
    EXPECT_TRUE(choice(few_columns(scalar), with_entries(7000)).starts_with("ranges: ")) << name_of(scalar);
  auto options   = with_entries(8000);
  options.strict = true;
  EXPECT_TRUE(choice(few_columns(ScalarType::f64), options).starts_with("ranges: "));
  options.deterministic = true;
  EXPECT_TRUE(choice(few_columns(ScalarType::f64), options).starts_with("ranges: "));
  options.concurrency = 1;
  EXPECT_EQ(choice(few_columns(ScalarType::f64), options), "none: there is one thread");
  options.concurrency = 4;
  options.manyPieces  = true;
  EXPECT_TRUE(choice(few_columns(ScalarType::f64), options).starts_with("none: the option strict"));
}

/// Tables of where ranges begin in fibres of a product of two matrices.
std::size_t tables(const TensorFormat& a, const TensorFormat& b,
                   const strata::ConcretizeOptions& options) {
  TensorDeclarations tensors;
  tensors["y"].format  = Formats::dense(1);
  tensors["y"].extents = {rows};
  tensors["A"].format  = a;
  tensors["B"].format  = b;
  tensors["A"].extents = tensors["B"].extents = {rows, 10};
  for (auto& [name, tensor] : tensors) tensor.scalar = ScalarType::f64;
  std::size_t count = 0;
  const auto stmt   = check(parse_notation("y(i) = A(i,j) * B(i,j)"), tensors);
  for (const auto& s : strata::concretize(stmt, options).statements) count += s.begins.size();
  return count;
}

TEST(RaceChoice, RangesBeginInTablesThatAreLittleBesideTheEntries) {
  auto options     = with_entries(100);  // two numbers for each of five cuts, in ten columns
  options.race     = RaceStrategy::ranges;
  const auto list  = Formats::coo(2, {1, 0});
  EXPECT_EQ(tables(Formats::csc(), Formats::csc(), options), 2u);
  EXPECT_EQ(tables(Formats::csc(), Formats::dcsc(), options), 2u);
  EXPECT_EQ(tables(Formats::csc(), list, options), 0u);  // whose columns are no fibres
  options.keepsBegins = false;
  EXPECT_EQ(tables(Formats::csc(), Formats::csc(), options), 0u);
  options.keepsBegins = true;
  options.entries     = 99;
  EXPECT_EQ(tables(Formats::csc(), Formats::csc(), options), 0u);
}

TEST(RaceChoice, RangesOfWhatHasNoneAreRefused) {
  auto options = with_entries(8000);
  options.race = RaceStrategy::ranges;
  EXPECT_EQ(choice(few_columns(ScalarType::f64), options), "ranges: the option race");
  EXPECT_EQ(choice(norm(ScalarType::f64), options), "privatize: a scalar is a register per piece");
  TensorDeclarations tensors;
  tensors["y"].format  = Formats::dense(1);
  tensors["y"].extents = {rows};
  tensors["A"].format  = TensorFormat({0}, {{LevelKind::compressed, false, false}});
  tensors["A"].extents = {rows};
  for (auto& [name, tensor] : tensors) tensor.scalar = ScalarType::f64;
  EXPECT_EQ(refusal(check(parse_notation("y(i) = A(i)"), tensors), options),
            "compile: 'y(i) = A(i)': the option race: expected a loop over coordinates of the "
            "result, in order, below another one, got ranges; leave the option out, or store the "
            "operands in another order");
}

TEST(RaceChoice, AScalarIsARegisterOfEveryPiece) {
  EXPECT_EQ(choice(norm(ScalarType::f64), with_entries(100)),
            "privatize: a scalar is a register per piece");
}

TEST(RaceChoice, TheOptionDecides) {
  for (const auto& [race, name] : {std::pair{RaceStrategy::none, "none"},
                                   std::pair{RaceStrategy::atomics, "atomics"},
                                   std::pair{RaceStrategy::privatize, "privatize"}})
    for (const auto& stmt : {column_sums(ScalarType::f64), norm(ScalarType::f32)}) {
      auto options = with_entries(8000);
      options.race = race;
      EXPECT_EQ(choice(stmt, options), std::string(name) + ": the option race");
    }
}

// The pieces of a scalar add their sums to one that was cleared before.
TEST(RaceChoice, AtomicScalarsAreClearedFirst) {
  auto options = with_entries(8000);
  options.race = RaceStrategy::atomics;
  EXPECT_EQ(strata::concretize(norm(ScalarType::f64), options).toString(),
            "temporary cuts0(#cut,#2) : u64\n"
            "s = 0\ns += sum(i, sum(j, A(i,j) * A(i,j)))\n");
}

TEST(RaceChoice, DeterministicDependsOnTheDataOnly) {
  const auto stmt = column_sums(ScalarType::f64);
  for (const int threads : {2, 16}) {
    auto options          = with_entries(4000, threads);
    options.deterministic = true;
    EXPECT_EQ(choice(stmt, options),
              "privatize: the option deterministic: as many copies as pay for 1000 elements of "
              "the result, 4000 entries to add");
    options.entries = 3999;
    EXPECT_EQ(choice(stmt, options),
              "none: the option deterministic, and copies do not pay: 1000 elements of the result, "
              "3999 entries to add");
  }
  // Integers are the same in any order.
  auto options          = with_entries(7000);
  options.deterministic = true;
  EXPECT_EQ(choice(column_sums(ScalarType::i64), options).substr(0, 8), "atomics:");
}

TEST(RaceChoice, RefusesStrategiesThatCannotServe) {
  auto options = with_entries(8000);
  options.race = RaceStrategy::atomics;
  EXPECT_EQ(refusal(column_sums(ScalarType::boolean), options),
            "compile: 'y(i) = A(i,j)': the option race: expected automatic, none, privatize or ranges for "
            "sums of bool, got atomics; no processor adds these atomically; leave the option out");
  EXPECT_NE(refusal(column_sums(ScalarType::c64), options).find("no processor"), std::string::npos);
  options.deterministic = true;
  EXPECT_EQ(refusal(column_sums(ScalarType::f32), options),
            "compile: 'y(i) = A(i,j)': the option race: expected automatic, none, privatize or ranges for "
            "sums of f32 that are deterministic, got atomics; atomic additions come in the order "
            "of the threads; leave one of the options out");
  EXPECT_EQ(choice(column_sums(ScalarType::i32), options), "atomics: the option race");
  options.strict = true;
  for (const RaceStrategy race : {RaceStrategy::atomics, RaceStrategy::privatize}) {
    options.race = race;
    EXPECT_EQ(refusal(norm(ScalarType::f64), options),
              std::string("compile: 's = A(i,j) * A(i,j)': the option race: expected automatic, "
                          "none or ranges for sums of f64 that are strict, got ") +
                  (race == RaceStrategy::atomics ? "atomics" : "privatize") +
                  "; strict sums are added up in the order of the entries, each by one piece; leave one "
                  "of the options out");
  }
}

TEST(Deterministic, PiecesGrowWithTheEntries) {
  EXPECT_EQ(deterministic_pieces(0), 1);
  EXPECT_EQ(deterministic_pieces(4095), 1);
  EXPECT_EQ(deterministic_pieces(4096), 2);
  EXPECT_EQ(deterministic_pieces(100'000), 48);
  EXPECT_EQ(deterministic_pieces(std::int64_t{1} << 40), 256);
}

TEST(Deterministic, CopiesAreSmallerThanTheEntries) {
  EXPECT_EQ(deterministic_copies(1 << 20, 0), 256);   // a scalar
  EXPECT_EQ(deterministic_copies(1 << 20, 1), 256);
  EXPECT_EQ(deterministic_copies(1 << 20, 1 << 20), 1);
  EXPECT_EQ(deterministic_copies(1 << 20, 1 << 18), 2);
  EXPECT_EQ(deterministic_copies(1 << 30, 1 << 18), 16);
  EXPECT_EQ(deterministic_copies(20'000, 1000), 6);
  EXPECT_EQ(deterministic_copies(4000, 1000), 1);     // too few to be cut
}

}  // namespace
