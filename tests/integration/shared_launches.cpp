// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements that share a launch mean what they mean one by one; those that may not
// share one do not, and say why.
#include <set>

#include "Strata_StatementPlans.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos;
       at             = text.find(part, at + 1))
    ++count;
  return count;
}

ProgramOptions one_by_one() {
  ProgramOptions program;
  program.share = Share::none;
  return program;
}

/// Statements, how many of them share the launch of one before, and their results.
struct Case {
  const char* text;
  std::size_t shared;
  std::vector<std::string> results;
};

template <class Space>
class SharedLaunches : public StatementPlans<Space> {
 protected:
  Operands operands(const char* format, std::int64_t n = 30) {
    return {{"A", this->sparse(format, n, n, 1)}, {"B", this->sparse(format, n, n, 2)},
            {"D", this->dense({n, n}, 3)},        {"E", this->dense({n, n}, 4)},
            {"F", this->dense({n, n}, 5)},        {"a", this->dense({}, 6)},
            {"b", this->dense({n}, 7)},           {"p", this->dense({n}, 8)},
            {"q", this->dense({n}, 9)},           {"r", this->dense({n}, 10)},
            {"s", this->dense({}, 11)},           {"u", this->dense({}, 12)},
            {"w", this->dense({n}, 13)},          {"x", this->dense({n}, 14)},
            {"y", this->dense({n}, 15)},          {"z", this->dense({n}, 16)}};
  }

  /// What `name` holds after a run.
  std::vector<std::byte> bytes_after_run(const char* text, const Operands& given,
                                         const std::string& name, const ProgramOptions& program,
                                         const PlanOptions& options) {
    const Operands bound = copies_of(given);
    const Plan plan      = compile(this->m_exec, text, bound, program, options);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::shared_launches");
    const TensorRef made   = plan.result(name);
    const auto* const data = static_cast<const std::byte*>(made.values);
    return {data, data + static_cast<std::size_t>(made.num_values) * size_of(made.scalar)};
  }

  /// Right, equal to what launches of their own give, and in fewer launches.
  void expect_shared(const Case& c, const Operands& given, const PlanOptions& options = {},
                     const ProgramOptions& program = {}) {
    SCOPED_TRACE(c.text);
    this->expect_right(c.text, given, c.results, program, options);
    ProgramOptions apart = program;
    apart.share          = Share::none;
    for (const std::string& name : c.results)
      EXPECT_EQ(bytes_after_run(c.text, given, name, program, options),
                bytes_after_run(c.text, given, name, apart, options))
          << name;
    const Operands bound = copies_of(given);
    const Plan together  = compile(this->m_exec, c.text, bound, program, options);
    const Plan single    = compile(this->m_exec, c.text, bound, apart, options);
    EXPECT_EQ(count_of(together.explain(), "are shared"), c.shared) << together.explain();
    EXPECT_EQ(count_of(single.explain(), "are shared"), 0u);
    EXPECT_LE(together.num_launches() + static_cast<int>(c.shared), single.num_launches());
  }
};
TYPED_TEST_SUITE(SharedLaunches, TestSpaces);

const std::vector<Case> vectors{
    {"x(i) += a * p(i); r(i) += -a * q(i); s = r(i) * r(i)", 2, {"x", "r", "s"}},
    {"x(i) = p(i) + q(i); y(k) = x(k) * x(k); z(i) = y(i) - x(i); s = z(j); u = x(i) * y(i)", 4,
     {"x", "y", "z", "s", "u"}},
    {"x(i) = x(i) + a * y(i); y(i) = x(i) - y(i); x(i) += y(i)", 2, {"x", "y"}},
    {"t(i) = p(i) * q(i); y(i) = a * t(i) + b(i); s += t(i)", 2, {"y", "s"}},
    {"y(i) = p(i(0,20)); z(i) = q(i(5,25)); w(i) = y(i) * z(i)", 2, {"y", "z", "w"}},
    {"s = p(i); s += q(i); u = p(i) * q(i)", 2, {"s", "u"}},
    {"y(i) = s * p(i); s = y(i)", 1, {"y", "s"}},
    {"D(i,j) = E(i,j) + F(i,j); E(i,j) = a * D(i,j)", 1, {"D", "E"}},
    {"T(i,j) = E(i,j) * F(i,j); D(i,j) = T(i,j) - E(i,j); s = T(i,j)", 2, {"D", "s"}},
    {"D(i,j) = E(i,j) * p(i); F(k,l) = D(k,l) * q(l); E(i,j) += F(i,j)", 2, {"D", "F", "E"}}};

const std::vector<Case> products{
    {"r(i) = b(i) - A(i,j) * x(j); s = r(i) * r(i)", 1, {"r", "s"}},
    {"r(i) = b(i) - A(i,j) * x(j); p(i) = r(i); s = r(i) * r(i)", 2, {"r", "p", "s"}},
    {"t(i) = A(i,j) * x(j); y(i) = p(i) * t(i) + b(i)", 1, {"y"}},
    {"y(i) = A(i,j) * x(j); z(i) = B(i,j) * w(j)", 1, {"y", "z"}},
    {"q(i) = A(i,j) * p(j); s = p(i) * q(i); u = q(i) * q(i)", 2, {"q", "s", "u"}},
    {"t(i) = A(i,j) * x(j); y(i) = t(i) * (B(i,j) * x(j))", 1, {"y"}}};

/// Windows change what y and z hold.
Operands fitting(const Case& c, Operands given, const Operands& shorter) {
  if (std::string(c.text).find("(0,20)") == std::string::npos) return given;
  for (const char* name : {"y", "z", "w"}) given[name] = shorter.at(name);
  return given;
}

TYPED_TEST(SharedLaunches, VectorsInAnyNumberOfPieces) {
  const Operands given   = this->operands("CSR");
  const Operands shorter = this->operands("CSR", 20);
  for (const int pieces : {0, 1, 2, 7, 64}) {
    SCOPED_TRACE(pieces);
    PlanOptions options;
    options.pieces = pieces;
    for (const Case& c : vectors) this->expect_shared(c, fitting(c, given, shorter), options);
  }
}

TYPED_TEST(SharedLaunches, ProductsInAnyNumberOfPieces) {
  for (const char* format : {"CSR", "Dense"})
    for (const int pieces : {0, 1, 2, 7, 64}) {
      SCOPED_TRACE(std::string(format) + ", " + std::to_string(pieces));
      PlanOptions options;
      options.pieces = pieces;
      for (const Case& c : products) this->expect_shared(c, this->operands(format), options);
    }
}

// Where a format needs another order of loops, or several nests, nothing is shared,
// and what is computed is right.
TYPED_TEST(SharedLaunches, OtherFormatsAreRight) {
  for (const char* format : {"CSC", "DCSR", "DCSC", "COO"}) {
    SCOPED_TRACE(format);
    for (const Case& c : products) this->expect_right(c.text, this->operands(format), c.results);
  }
  this->expect_right("s = x(i) * A(i,j) * y(j); z(i) = A(i,j) * x(j)", this->operands("CSR"),
                     {"s", "z"});
}

TYPED_TEST(SharedLaunches, EveryType) {
  for (const ScalarType scalar :
       {ScalarType::boolean, ScalarType::i8, ScalarType::u16, ScalarType::i64, ScalarType::f16,
        ScalarType::bf16, ScalarType::f32, ScalarType::c64, ScalarType::c128}) {
    SCOPED_TRACE(name_of(scalar));
    const auto vector = [&](std::uint64_t seed) {
      return make_tensor(this->m_exec, Formats::dense(1), some({25}, 0.5, seed, scalar));
    };
    const Operands given{{"p", vector(1)}, {"q", vector(2)}, {"x", vector(3)}, {"y", vector(4)},
                         {"s", make_tensor(this->m_exec, Formats::dense(0),
                                           some({}, 1, 5, scalar))}};
    this->expect_right("x(i) = p(i) + q(i); y(i) = x(i) * p(i); s = y(i)", given,
                       {"x", "y", "s"});
    this->expect_right("t(i) = p(i) * q(i); y(i) = t(i) + x(i)", given, {"y"});
  }
}

TYPED_TEST(SharedLaunches, Options) {
  const Operands given = this->operands("CSR");
  PlanOptions deterministic, teams, races, counting;
  deterministic.deterministic = true;
  teams.team_size             = 4;
  teams.vector_length         = 8;
  races                       = teams;
  races.check_races           = true;
  races.permute               = 3;
  counting.count_iterations   = true;
  for (const PlanOptions& options : {deterministic, teams, races, counting})
    for (const auto& cases : {vectors, products})
      for (const Case& c : cases)
        if (std::string(c.text).find("(0,20)") == std::string::npos)
          this->expect_shared(c, given, options);
}

TYPED_TEST(SharedLaunches, VisitsCoordinatesOnce) {
  const Operands given = this->operands("CSR");
  PlanOptions options;
  options.count_iterations = true;
  const auto iterations    = [&](const ProgramOptions& program) {
    const Operands bound = copies_of(given);
    const Plan plan =
        compile(this->m_exec, "x(i) = p(i); y(i) = q(i); z(i) = x(i) * y(i)", bound, program, options);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::shared_launches");
    return plan.iterations();
  };
  EXPECT_EQ(iterations({}), 30);
  EXPECT_EQ(iterations(one_by_one()), 90);
}

TYPED_TEST(SharedLaunches, EmittedCxx) {
  PlanOptions options;
  options.backend = Backend::cxx;
  const Operands given = this->operands("CSR");
  for (const Case& c : {products[1], vectors[8]})
    this->expect_right(c.text, given, c.results, {}, options);
}

TYPED_TEST(SharedLaunches, ChecksBySample) {
  ProgramOptions program;
  program.check_samples = 20;
  const Operands given  = this->operands("CSR");
  for (const auto& cases : {vectors, products})
    for (const Case& c : cases)
      if (std::string(c.text).find("(0,20)") == std::string::npos)
        this->expect_right(c.text, given, c.results, program);
  const Plan plan = compile(this->m_exec, products[0].text, given, program);
  plan.execute(this->m_exec);
  EXPECT_EQ(count_of(plan.explain(), "are shared"), 1u);
  EXPECT_EQ(plan.last_check().compared, 40);
  const Plan twice = compile(this->m_exec, "x(i) = p(i); x(i) += q(i)", given, program);
  EXPECT_NE(twice.explain().find("written twice, and its entries are checked"), std::string::npos);
}

// A launch is shared while nothing that it writes is something else as well.
TYPED_TEST(SharedLaunches, MemoryInCommon) {
  const char* const text = "y(i) = p(i) + q(i); z(i) = 2 * x(i)";
  Operands bound         = copies_of(this->operands("CSR"));
  Plan plan              = compile(this->m_exec, text, bound);
  const auto runs        = [&](const TensorRef& x) {
    plan.bind("x", x);
    const Operands before = copies_of(bound);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::shared_launches");
    return before;
  };
  EXPECT_EQ(plan.num_launches(), 1);
  // x is y: the second statement reads what the first one has written.
  Operands before = runs(bound.at("y"));
  EXPECT_NE(plan.explain().find("share memory with others"), std::string::npos);
  EXPECT_EQ(plan.num_launches(), 2);
  const CheckReport report =
      check_statements("y(i) = p(i) + q(i); z(i) = 2 * y(i)", before, "z", plan.result("z"));
  EXPECT_TRUE(report.passed()) << report.to_string();
  before = runs(bound.at("x"));
  EXPECT_EQ(plan.num_launches(), 1);
  EXPECT_TRUE(check_statements(text, before, "z", plan.result("z")).passed());
}

TYPED_TEST(SharedLaunches, HaveKernelsOfTheirOwnInTheCache) {
  const Operands given   = this->operands("CSR", 31);
  const char* const text = "y(i) = p(i) / 3; z(i) = y(i) * 5";
  compile(this->m_exec, text, given);
  EXPECT_TRUE(compile(this->m_exec, text, given).from_cache());
  const Plan single = compile(this->m_exec, text, given, one_by_one());
  EXPECT_EQ(single.num_launches(), 2);
  // Another name, and no memory: neither is the kernel that stores y.
  const Plan temporary = compile(this->m_exec, "t(i) = p(i) / 3; z(i) = t(i) * 5", given);
  temporary.execute(this->m_exec);
  const Plan stored = compile(this->m_exec, text, given);
  stored.execute(this->m_exec);
  this->m_exec.fence("Strata::test::shared_launches");
  EXPECT_TRUE(check_statements(text, given, "y", stored.result("y")).passed());
}

// Statements drawn from these, any after any other, over the same few tensors.
TYPED_TEST(SharedLaunches, RandomSequencesMeanWhatTheirStatementsMean) {
  const char* const drawn[] = {"x(i) = A(i,j) * y(j)",
                               "y(i) = x(i) - B(i,j) * x(j)",
                               "z(i) += A(j,i) * x(j)",
                               "y(i) += z(i) * y(i)",
                               "x(i) = y(i) * y(i)",
                               "s = x(i) * y(i)",
                               "z(i) = s + x(i) * B(i,j)",
                               "s += A(i,j) * B(i,j)",
                               "x(i(0,8)) += y(i(8,16)) * s",
                               "M(i,j) = A(i,j) + B(j,i)",
                               "M(i,j) += A(i,k) * B(k,j)",
                               "y(i) = M(i,j) * z(j)",
                               "M(i,j) = M(i,j) * 2",
                               "A(i,j) = M(i,j) * B(i,j)",
                               "t(i) = x(i) + y(i)",
                               "z(i) = abs(t(i)) - t(i)",
                               "M(i,j) = t(i) * A(i,j)",
                               "x(i) += s * y(i)",
                               "y(k) = 2 * z(k)",
                               "s += z(i)",
                               "z(i) = max(x(i), y(i))"};
  constexpr std::size_t number = sizeof drawn / sizeof *drawn;
  std::uint64_t state          = 2024;
  const auto below             = [&state](std::size_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state >> 33) % n;
  };
  const char* const formats[] = {"CSR", "CSC", "DCSR", "COO"};
  for (int program = 0; program < 40; ++program) {
    std::string text    = "t(i) = x(i)";
    const std::size_t n = 1 + below(5);
    std::set<std::string> written;
    for (std::size_t s = 0; s < n; ++s) {
      const std::string next = drawn[below(number)];
      text += "; " + next;
      if (next[0] != 't') written.insert(next.substr(0, 1));
    }
    text += "; y(i) += 2 * t(i)";
    written.insert("y");
    const Operands operands{{"A", this->sparse(formats[below(4)], 16, 16, below(99))},
                            {"B", this->sparse(formats[below(4)], 16, 16, below(99))},
                            {"M", this->sparse(formats[below(4)], 16, 16, below(99))},
                            {"x", this->dense({16}, 1)},
                            {"y", this->dense({16}, 2)},
                            {"z", this->dense({16}, 3)},
                            {"s", this->dense({}, 4)}};
    ProgramOptions options;
    options.check_samples = program % 3 == 0 ? 5 : 0;
    PlanOptions plan;
    plan.pieces = static_cast<int>(below(3)) * 3;
    for (const Share share : {Share::automatic, Share::none}) {
      options.share = share;
      this->expect_right(text.c_str(), operands, {written.begin(), written.end()}, options, plan);
    }
  }
}

}  // namespace
