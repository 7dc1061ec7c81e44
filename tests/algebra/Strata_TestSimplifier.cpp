// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>

#include <Strata_Error.hpp>
#include <Strata_IndexingMap.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

void expect_simplifies(const std::string& given, const std::string& to) {
  const IndexingMap map = IndexingMap::parse(given);
  expect_map(map.simplified(), to);
  EXPECT_EQ(relation_of(map.simplified()), relation_of(map));
  EXPECT_EQ(map.simplified().simplified(), map.simplified());
}

TEST(Simplifier, S3_30_RangesDecideQuotients) {
  const std::string map = "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in ";
  expect_simplifies(map + "[0, 7]", "(d0) -> (0, d0), domain: d0 in [0, 7]");
  expect_simplifies(map + "[16, 23]",
                    "(d0) -> (2, d0 - 16), domain: d0 in [16, 23]");
  expect_simplifies(map + "[-8, -1]",
                    "(d0) -> (-1, d0 + 8), domain: d0 in [-8, -1]");
  expect_simplifies(map + "[0, 8]", map + "[0, 8]");
}

TEST(Simplifier, S3_31_RuleOne) {
  const std::string domain = ", domain: d0 in [0, 6], d1 in [0, 14]";
  expect_simplifies("(d0, d1) -> (d0 + d1 floordiv 16, d1 mod 16)" + domain,
                    "(d0, d1) -> (d0, d1)" + domain);
}

TEST(Simplifier, S3_32_RuleTwo) {
  const std::string domain =
      ", domain: d0 in [0, 9], d1 in [0, 9], d2 in [0, 9]";
  expect_simplifies(
      "(d0, d1, d2) -> ((100 * d0 + 10 * d1 + d2) floordiv 100, "
      "((100 * d0 + 10 * d1 + d2) mod 100) floordiv 10, d2 mod 10)" +
          domain,
      "(d0, d1, d2) -> (d0, d1, d2)" + domain);
}

TEST(Simplifier, S3_33_RuleThree) {
  const std::string domain =
      ", domain: d0 in [0, 9], d1 in [0, 9], d2 in [0, 9]";
  expect_simplifies(
      "(d0, d1, d2) -> ((16 * d0 + 4 * d1 + d2) floordiv 8, "
      "(16 * d0 + 4 * d1 + d2) mod 8)" +
          domain,
      "(d0, d1, d2) -> (d0 * 2 + (d1 * 4 + d2) floordiv 8, "
      "(d1 * 4 + d2) mod 8)" +
          domain);
}

TEST(Simplifier, S3_34_RuleFour) {
  const std::string domain = ", domain: d0 in [0, 9], d1 in [0, 10]";
  expect_simplifies(
      "(d0, d1) -> (-((-11 * d0 - d1 + 109) floordiv 11) + 9)" + domain,
      "(d0, d1) -> (d0)" + domain);
}

TEST(Simplifier, S3_36_ConstraintsAlwaysTrueAreDropped) {
  const std::string map = "(d0)[s0] -> (d0 + s0), domain: ";
  expect_simplifies(map + "d0 in [0, 5], s0 in [1, 3], d0 + s0 in [0, 20]",
                    map + "d0 in [0, 5], s0 in [1, 3]");
  expect_simplifies(map + "d0 in [0, 5], s0 in [1, 3], d0 + s0 in [0, 7]",
                    map + "d0 in [0, 5], s0 in [1, 3], d0 + s0 in [0, 7]");
}

TEST(Simplifier, S3_36_BoundsAreShifted) {
  const std::string map = "(d0, d1) -> (d0, d1), domain: ";
  const auto check = [&](const std::string& constraint, const std::string& to) {
    expect_simplifies(map + "d0 in [0, 99], d1 in [0, 9], " + constraint,
                      map + to);
  };
  check("d0 + 5 in [6, 54]", "d0 in [1, 49], d1 in [0, 9]");
  check("d0 - 5 in [6, 54]", "d0 in [11, 59], d1 in [0, 9]");
  check("d0 * 7 in [6, 54]", "d0 in [1, 7], d1 in [0, 9]");
  check("d0 * -7 in [-54, -6]", "d0 in [1, 7], d1 in [0, 9]");
  check("d0 floordiv 7 in [6, 8]", "d0 in [42, 62], d1 in [0, 9]");
  check("(d0 * 3 + 2) floordiv 4 in [1, 8]", "d0 in [1, 11], d1 in [0, 9]");
  check("d0 * 2 + d1 * 4 + 1 in [0, 20]",
        "d0 in [0, 99], d1 in [0, 9], d0 + d1 * 2 in [0, 9]");
  check("-d0 - d1 in [-9, 0]",
        "d0 in [0, 99], d1 in [0, 9], d0 + d1 in [0, 9]");
}

TEST(Simplifier, EqualConstraintsAreOne) {
  expect_simplifies(
      "(d0) -> (d0), domain: d0 in [0, 20], d0 mod 4 in [0, 2], "
      "(d0 + 4) mod 4 in [1, 3]",
      "(d0) -> (d0), domain: d0 in [0, 20], d0 mod 4 in [1, 2]");
}

TEST(Simplifier, BoundsThatNoMultipleReachLeaveNothing) {
  for (const char* constraint :
       {"(d0 floordiv 2) * 12 in [7, 11]", "d0 * 8 - 5 in [-10, -10]",
        "(d0 floordiv 10) * 12 in [-9, -3]", "d0 in [3, 1]"}) {
    const IndexingMap map = IndexingMap::parse(
        std::string("(d0) -> (d0), domain: d0 in [-9, 9], ") + constraint);
    EXPECT_TRUE(map.simplified().domain.is_plainly_empty()) << constraint;
    EXPECT_TRUE(map.inverse().domain.is_plainly_empty()) << constraint;
    EXPECT_EQ(map.domain.count_points(), 0);
  }
}

TEST(Simplifier, ConstraintsHelpResults) {
  expect_simplifies(
      "(d0) -> ((d0 floordiv 3) * 3), domain: d0 in [0, 20], d0 mod 3 in [0, "
      "0]",
      "(d0) -> (d0), domain: d0 in [0, 20], d0 mod 3 in [0, 0]");
}

/// Random expressions over d0, d1, d2 and s0.
class RandomExpressions {
 public:
  explicit RandomExpressions(unsigned seed) : m_random(seed) {}

  std::int64_t number(std::int64_t lower, std::int64_t upper) {
    return std::uniform_int_distribution<std::int64_t>(lower, upper)(m_random);
  }
  AffineExprPtr expression(int depth) {
    const std::int64_t choice = number(0, depth == 0 ? 1 : 6);
    if (choice == 0) return AffineExpr::constant(number(-9, 30));
    if (choice == 1)
      return number(0, 3) == 3 ? AffineExpr::symbol(0)
                               : AffineExpr::dimension(number(0, 2));
    AffineExprPtr e = expression(depth - 1);
    if (choice == 2) return e * number(-6, 12);
    if (choice == 3) return floordiv(e, number(1, 12));
    if (choice == 4) return mod(e, number(1, 12));
    return e + expression(depth - 1);
  }
  IndexRange range() {
    const std::int64_t lower = number(-3, 3);
    return {lower, lower + number(0, 5)};
  }
  IndexDomain domain() {
    IndexDomain d{{range(), range(), range()}, {range()}, {}, {}};
    for (std::int64_t i = number(0, 2); i > 0; --i) {
      const std::int64_t lower = number(-10, 10);
      d.constraints.push_back({expression(2), {lower, lower + number(0, 12)}});
    }
    return d;
  }

 private:
  std::mt19937 m_random;
};

TEST(Simplifier, RandomMapsKeepTheirValuesAndDomains) {
  RandomExpressions random(7);
  for (int i = 0; i < 1500; ++i) {
    const IndexingMap map = IndexingMap::of(
        {random.expression(4), random.expression(3)}, random.domain());
    const IndexingMap simple = map.simplified();
    const Relation expected  = relation_of(map);
    ASSERT_EQ(relation_of(simple), expected) << map.to_string() << "\n"
                                             << simple.to_string();
    ASSERT_EQ(IndexingMap::parse(map.to_string()), map);
    ASSERT_EQ(map.domain.is_empty(), expected.empty()) << map.to_string();
    ASSERT_EQ(map.domain.simplified().is_empty(), expected.empty());
  }
}

TEST(Simplifier, RandomMapsHaveInversesPointByPoint) {
  RandomExpressions random(11);
  for (int i = 0; i < 600; ++i) {
    const IndexingMap map = IndexingMap::of(
        {random.expression(2), random.expression(2)}, random.domain());
    const IndexingMap inverse = map.inverse();
    ASSERT_EQ(swapped(relation_of(inverse)), relation_of(map))
        << map.to_string() << "\n"
        << inverse.to_string();
  }
}

TEST(Simplifier, RandomDomainsAreCountedExactly) {
  RandomExpressions random(3);
  for (int i = 0; i < 300; ++i) {
    const IndexDomain domain = random.domain();
    std::int64_t points      = 0;
    domain.for_each_point([&](const IndexPoint&) { ++points; });
    ASSERT_EQ(domain.count_points(), points) << domain.to_string();
  }
}

TEST(Simplifier, NumbersBeyond64BitsAreRefused) {
  const auto map = IndexingMap::parse(
      "(d0) -> (d0 * 4611686018427387904 * 4), domain: d0 in [0, 1]");
  expect_contains(message_of<IndexOverflow>([&] { (void)map.simplified(); }),
                  "64 bits");
}

}  // namespace
