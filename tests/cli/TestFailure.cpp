// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <new>

#include <Strata_Plan.hpp>
#include <strata/Failure.hpp>

namespace {

using namespace Strata;
using Tool::Failure;

template <class E>
Failure failure_of(const E& thrown) {
  return Tool::failure_of(std::make_exception_ptr(thrown));
}

TEST(Failure, RaceIsAFailedCheck) {
  const Failure race = failure_of(RaceDetected("race at element 2 of 'y'"));
  EXPECT_EQ(race.status, 1);
  EXPECT_EQ(race.message, "check failed: race at element 2 of 'y'");
}

TEST(Failure, StatusesOfTheOthers) {
  EXPECT_EQ(failure_of(ShapeMismatch("")).status, 2);
  EXPECT_EQ(failure_of(std::bad_alloc()).message, "error: out of memory");
  EXPECT_EQ(failure_of(UnsupportedExpression("")).status, 3);
  EXPECT_EQ(failure_of(CodegenError("")).status, 70);
  EXPECT_EQ(failure_of(std::runtime_error("x")).message, "internal error: x");
}

}  // namespace
