// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/SizeExpr.h"

#include <gtest/gtest.h>
#include <limits>

using namespace sa::runtime;

namespace {

constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
constexpr int64_t highest = std::numeric_limits<int64_t>::max();

std::optional<int64_t> apply(const char *op, int64_t lhs, int64_t rhs) {
  return SizeExpr::binary(*parseSizeOp(op), SizeExpr::constant(lhs),
                          SizeExpr::constant(rhs))
      .evaluate({});
}

TEST(SizeExpr, Leaves) {
  EXPECT_EQ(SizeExpr::constant(-7).evaluate({}), -7);
  EXPECT_EQ(SizeExpr::size(1).evaluate({5, 6}), 6);
  EXPECT_EQ(SizeExpr::size(1).getSizePosition(), 1u);
  EXPECT_EQ(SizeExpr::constant(1).getSizePosition(), std::nullopt);
}

TEST(SizeExpr, Operators) {
  EXPECT_EQ(apply("+", 7, 3), 10);
  EXPECT_EQ(apply("-", 7, 3), 4);
  EXPECT_EQ(apply("*", 7, 3), 21);
  EXPECT_EQ(apply("min", 7, 3), 3);
  EXPECT_EQ(apply("max", 7, 3), 7);
  EXPECT_FALSE(parseSizeOp("/"));
}

TEST(SizeExpr, ComparisonsGiveOneOrZero) {
  EXPECT_EQ(apply("<", -1, 0), 1);
  EXPECT_EQ(apply("<", 0, 0), 0);
  EXPECT_EQ(apply("<=", 0, 0), 1);
  EXPECT_EQ(apply("<=", 1, 0), 0);
  EXPECT_EQ(apply("==", highest, highest), 1);
  EXPECT_EQ(apply("==", highest, lowest), 0);
}

TEST(SizeExpr, DivisionsRoundAsTheirNamesSay) {
  EXPECT_EQ(apply("floordiv", 7, 2), 3);
  EXPECT_EQ(apply("floordiv", -7, 2), -4);
  EXPECT_EQ(apply("floordiv", 7, -2), -4);
  EXPECT_EQ(apply("floordiv", -7, -2), 3);
  EXPECT_EQ(apply("ceildiv", 7, 2), 4);
  EXPECT_EQ(apply("ceildiv", -7, 2), -3);
  EXPECT_EQ(apply("ceildiv", 6, 2), 3);
  EXPECT_EQ(apply("mod", 7, 3), 1);
  EXPECT_EQ(apply("mod", -7, 3), 2);
  EXPECT_EQ(apply("mod", 7, -3), -2);
}

TEST(SizeExpr, OverflowHasNoValue) {
  EXPECT_EQ(apply("+", highest, 1), std::nullopt);
  EXPECT_EQ(apply("-", lowest, 1), std::nullopt);
  EXPECT_EQ(apply("*", int64_t(1) << 32, int64_t(1) << 31), std::nullopt);
  EXPECT_EQ(apply("floordiv", lowest, -1), std::nullopt);
  EXPECT_EQ(apply("ceildiv", lowest, -1), std::nullopt);
  EXPECT_EQ(apply("mod", lowest, -1), std::nullopt);
  EXPECT_EQ(apply("+", highest, 0), highest);
  EXPECT_EQ(apply("ceildiv", highest, 1), highest);
}

TEST(SizeExpr, DivisionByZeroHasNoValue) {
  for (const char *op : {"floordiv", "ceildiv", "mod"})
    EXPECT_EQ(apply(op, 7, 0), std::nullopt) << op;
}

TEST(SizeExpr, OverflowInsideSpreads) {
  // (M * M) mod 2: the product is lost, whatever follows.
  SizeExpr m = SizeExpr::size(0);
  SizeExpr square = SizeExpr::binary(SizeOp::Mul, m, m);
  SizeExpr parity =
      SizeExpr::binary(SizeOp::Mod, square, SizeExpr::constant(2));
  EXPECT_EQ(parity.evaluate({3}), 1);
  EXPECT_EQ(parity.evaluate({int64_t(1) << 40}), std::nullopt);
}

TEST(SizeExpr, OrderOfOperandsIsKept) {
  // M - ceildiv(N, 4)
  SizeExpr blocks = SizeExpr::binary(SizeOp::CeilDiv, SizeExpr::size(1),
                                     SizeExpr::constant(4));
  SizeExpr expr = SizeExpr::binary(SizeOp::Sub, SizeExpr::size(0), blocks);
  EXPECT_EQ(expr.evaluate({10, 9}), 7);
  EXPECT_EQ(expr.getNumSizes(), 2u);
  EXPECT_TRUE(expr.uses(0) && expr.uses(1));
  EXPECT_FALSE(blocks.uses(0));
  EXPECT_EQ(expr.getSizePosition(), std::nullopt);
}

} // namespace
