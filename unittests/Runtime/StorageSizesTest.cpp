// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/StorageSizes.h"

#include <gtest/gtest.h>
#include <limits>

using namespace sa::runtime;

namespace {

SizeExpr number(int64_t value) { return SizeExpr::constant(value); }
SizeExpr multiply(const SizeExpr &lhs, const SizeExpr &rhs) {
  return SizeExpr::binary(SizeOp::Mul, lhs, rhs);
}

const SizeExpr m = SizeExpr::size(0);
const SizeExpr n = SizeExpr::size(1);

/// n (n + 1) / 2
const SizeExpr triangle = SizeExpr::binary(
    SizeOp::FloorDiv, multiply(n, SizeExpr::binary(SizeOp::Add, n, number(1))),
    number(2));

/// Blocks of four rows.
const SizeExpr blocks =
    multiply(SizeExpr::binary(SizeOp::CeilDiv, n, number(4)), number(4));

TEST(StorageSizes, Unknowns) {
  EXPECT_TRUE(isKnown(number(3), {unknownSize, unknownSize}));
  EXPECT_TRUE(isKnown(m, {0, unknownSize}));
  EXPECT_FALSE(isKnown(multiply(m, n), {0, unknownSize}));
  EXPECT_EQ(findOnlyUnknown(multiply(m, n), {4, unknownSize}), 1u);
  EXPECT_EQ(findOnlyUnknown(multiply(n, n), {4, unknownSize}), 1u);
  EXPECT_EQ(findOnlyUnknown(multiply(m, n), {4, 5}), std::nullopt);
  EXPECT_EQ(findOnlyUnknown(multiply(m, n), {unknownSize, unknownSize}),
            std::nullopt);
}

TEST(StorageSizes, Exact) {
  for (int64_t size : {0, 1, 2, 3, 100, 1000003})
    EXPECT_EQ(findExactSize(triangle, {7, -1}, 1, size * (size + 1) / 2), size);
  EXPECT_EQ(findExactSize(triangle, {7, -1}, 1, 11), std::nullopt);
  EXPECT_EQ(findExactSize(multiply(m, n), {7, -1}, 1, 21), 3);
  EXPECT_EQ(findExactSize(multiply(m, n), {7, -1}, 1, 22), std::nullopt);
}

TEST(StorageSizes, ExactMeansOnlyOne) {
  EXPECT_EQ(findExactSize(blocks, {7, -1}, 1, 8), std::nullopt);
  EXPECT_EQ(findExactSize(blocks, {7, -1}, 1, 0), 0);
  EXPECT_EQ(findExactSize(multiply(m, n), {0, -1}, 1, 0), std::nullopt);
}

TEST(StorageSizes, Largest) {
  EXPECT_EQ(findLargestSize(triangle, {7, -1}, 1, 11), 4);
  EXPECT_EQ(findLargestSize(blocks, {7, -1}, 1, 11), 8);
  EXPECT_EQ(findLargestSize(multiply(m, n), {7, -1}, 1, 6), 0);
  EXPECT_EQ(findLargestSize(multiply(m, n), {7, -1}, 1, 7), 1);
}

TEST(StorageSizes, NoLargest) {
  EXPECT_EQ(findLargestSize(number(5), {7, -1}, 1, 4), std::nullopt);
  EXPECT_EQ(findLargestSize(number(5), {7, -1}, 1, 5), std::nullopt);
  EXPECT_EQ(findLargestSize(multiply(m, n), {0, -1}, 1, 5), std::nullopt);
}

TEST(StorageSizes, WhatOverflowsDoesNotFit) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(findLargestSize(multiply(m, n), {int64_t(1) << 40, -1}, 1, huge),
            (int64_t(1) << 23) - 1);
}

} // namespace
