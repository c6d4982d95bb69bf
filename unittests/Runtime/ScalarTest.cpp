// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/Scalar.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace sa::runtime;

namespace {

uint64_t encode(ElementType type, double value) {
  std::optional<ScalarBits> bits = encodeFloat(type, value);
  return bits ? bits->bits : ~uint64_t(0);
}

bool fits(ElementType type, int64_t value) {
  return encodeInteger(type, static_cast<uint64_t>(value), value < 0)
      .has_value();
}

TEST(Scalar, IntegerRanges) {
  EXPECT_TRUE(fits(ElementType::I8, -128));
  EXPECT_FALSE(fits(ElementType::I8, -129));
  EXPECT_TRUE(fits(ElementType::I8, 127));
  EXPECT_FALSE(fits(ElementType::I8, 128));
  EXPECT_FALSE(fits(ElementType::UI8, -1));
  EXPECT_TRUE(fits(ElementType::UI8, 255));
  EXPECT_FALSE(fits(ElementType::UI8, 256));
  EXPECT_TRUE(fits(ElementType::I64, std::numeric_limits<int64_t>::min()));
  EXPECT_FALSE(encodeInteger(ElementType::I64, uint64_t(1) << 63, false));
  EXPECT_TRUE(encodeInteger(ElementType::UI64, ~uint64_t(0), false));
  EXPECT_TRUE(fits(ElementType::Bool, 1));
  EXPECT_FALSE(fits(ElementType::Bool, 2));
  EXPECT_FALSE(fits(ElementType::F32, 1));
}

TEST(Scalar, IntegersAreCutToTheirSize) {
  std::optional<ScalarBits> bits =
      encodeInteger(ElementType::I16, static_cast<uint64_t>(-2), true);
  ASSERT_TRUE(bits);
  EXPECT_EQ(bits->bits, 0xfffeu);
  EXPECT_EQ(bits->size, 2);
}

TEST(Scalar, FloatsThatOverflowAreRefused) {
  EXPECT_FALSE(encodeFloat(ElementType::F32, 1e39));
  EXPECT_FALSE(encodeFloat(ElementType::F16, 65520));
  EXPECT_FALSE(encodeFloat(ElementType::BF16, -3.4e38 * 1.01));
  EXPECT_EQ(encode(ElementType::F16, 65519), 0x7bffu);
  EXPECT_EQ(encode(ElementType::F16, -INFINITY), 0xfc00u);
  EXPECT_EQ(encode(ElementType::BF16, INFINITY), 0x7f80u);
  EXPECT_FALSE(encodeFloat(ElementType::I32, 1.0));
}

TEST(Scalar, KnownHalves) {
  EXPECT_EQ(encode(ElementType::F16, 1.0), 0x3c00u);
  EXPECT_EQ(encode(ElementType::F16, -0.0), 0x8000u);
  EXPECT_EQ(encode(ElementType::F16, std::ldexp(1.0, -24)), 1u);
  EXPECT_EQ(encode(ElementType::F16, std::ldexp(1.0, -25)), 0u);
  EXPECT_EQ(encode(ElementType::F16, std::ldexp(1.5, -25)), 1u);
  EXPECT_EQ(encode(ElementType::BF16, 1.0), 0x3f80u);
  // A tie goes to the even neighbour; one rounding step from double, so that
  // just above the tie goes up.
  EXPECT_EQ(encode(ElementType::BF16, 1.0 + 1.0 / 256), 0x3f80u);
  EXPECT_EQ(encode(ElementType::BF16, 1.0 + 3.0 / 256), 0x3f82u);
  EXPECT_EQ(encode(ElementType::BF16, 1.0 + 1.0 / 256 + 1e-12), 0x3f81u);
  EXPECT_EQ(encode(ElementType::F16, NAN) & 0x7e00u, 0x7e00u);
}

TEST(Scalar, SingleRoundsAsTheMachineDoes) {
  std::mt19937_64 random(3);
  for (int round = 0; round != 100000; ++round) {
    uint64_t bits = random();
    double value;
    int exponent;
    std::memcpy(&value, &bits, sizeof(value));
    // Keep the exponents near those of f32, subnormals included.
    value = std::ldexp(std::frexp(value, &exponent), int(bits % 300) - 160);
    float expected = static_cast<float>(value);
    if (std::isnan(expected) || std::isinf(expected))
      continue;
    uint32_t expectedBits;
    std::memcpy(&expectedBits, &expected, sizeof(expected));
    EXPECT_EQ(encode(ElementType::F32, value), expectedBits) << value;
  }
}

} // namespace
