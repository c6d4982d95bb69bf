// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/BoundedEquation.h"

#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>

using namespace sa::runtime;

namespace {

using Terms = std::vector<BoundedTerm>;

Answer solve(const Terms &terms, int64_t target, int64_t budget = 1000) {
  return hasSolution(terms, target, budget);
}

TEST(BoundedEquation, NoTermsAddUpToZero) {
  EXPECT_EQ(solve({}, 0), Answer::Yes);
  EXPECT_EQ(solve({}, 1), Answer::No);
  EXPECT_EQ(solve({}, -1), Answer::No);
  EXPECT_EQ(solve({{0, 5}, {7, 0}}, 0), Answer::Yes);
  EXPECT_EQ(solve({{0, 5}, {7, 0}}, 7), Answer::No);
}

TEST(BoundedEquation, OneTerm) {
  EXPECT_EQ(solve({{3, 4}}, 12), Answer::Yes);
  EXPECT_EQ(solve({{3, 4}}, 15), Answer::No);
  EXPECT_EQ(solve({{3, 4}}, 11), Answer::No);
}

TEST(BoundedEquation, TwoTermsNeedNoSearch) {
  // 1000003 x + 1000033 y, far more combinations than the budget.
  Terms terms{{1000003, 100000}, {1000033, 100000}};
  int64_t sum = 1000003 * int64_t(77777) + 1000033 * int64_t(4242);
  EXPECT_EQ(solve(terms, sum, 3), Answer::Yes);
  EXPECT_EQ(solve(terms, sum + 1, 3), Answer::No);
}

TEST(BoundedEquation, ShapesOfArraysNeedNoSearch) {
  // A dense array of 16 dimensions.
  Terms terms;
  for (int d = 0; d != 16; ++d)
    terms.push_back({int64_t(1) << (2 * d), 3});
  EXPECT_EQ(solve(terms, (int64_t(1) << 32) - 1, 1), Answer::Yes);
  EXPECT_EQ(solve(terms, int64_t(1) << 32, 1), Answer::No);
}

/// All sums, by trying.
std::set<int64_t> findSums(const Terms &terms) {
  std::set<int64_t> sums{0};
  for (const BoundedTerm &term : terms) {
    std::set<int64_t> next;
    for (int64_t sum : sums)
      for (int64_t x = 0; x <= term.bound; ++x)
        next.insert(sum + x * term.coefficient);
    sums = std::move(next);
  }
  return sums;
}

TEST(BoundedEquation, AgreesWithTrying) {
  std::mt19937 random(11);
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round != 3000; ++round) {
    Terms terms(pick(0, 5));
    int scale = pick(1, 6);
    for (BoundedTerm &term : terms)
      term = {pick(0, 30) * scale, pick(0, 5)};
    std::set<int64_t> sums = findSums(terms);
    for (int64_t target = -2; target <= *sums.rbegin() + 2; ++target)
      ASSERT_EQ(solve(terms, target, 1 << 20),
                sums.count(target) ? Answer::Yes : Answer::No)
          << "round " << round << ", target " << target;
  }
}

TEST(BoundedEquation, GivesUp) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int64_t> weight(1 << 29, 1 << 30);
  Terms terms(40);
  int64_t half = 0;
  for (BoundedTerm &term : terms) {
    term = {weight(random), 1};
    half += term.coefficient / 2;
  }
  int64_t budget = 5000;
  EXPECT_EQ(hasSolution(terms, half, budget), Answer::Unknown);
  EXPECT_LE(budget, 0);
}

TEST(BoundedEquation, LargeSums) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(solve({{huge, 2}}, 7), Answer::Unknown);
  EXPECT_EQ(solve({{huge, 1}, {huge, 1}}, 7), Answer::Unknown);
  EXPECT_EQ(solve({{huge, 1}}, huge), Answer::Unknown);
  int64_t large = huge / 4;
  EXPECT_EQ(solve({{large, 1}, {large - 1, 1}}, 2 * large - 1), Answer::Yes);
  EXPECT_EQ(solve({{large, 1}, {large - 1, 1}}, 2 * large - 2), Answer::No);
  EXPECT_EQ(solve({{large, 1}}, huge), Answer::No);
}

} // namespace
