// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Footprint.h"

#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>
#include <set>

using namespace sa::runtime;

namespace {

using Vector = std::vector<int64_t>;

TEST(Extent, Strided) {
  std::optional<Extent> extent = computeExtent({3, 4}, {10, 1}, 0);
  ASSERT_TRUE(extent);
  EXPECT_FALSE(extent->empty);
  EXPECT_EQ(extent->lowest, 0);
  EXPECT_EQ(extent->highest, 23);
}

TEST(Extent, NegativeStridesReachDown) {
  std::optional<Extent> extent = computeExtent({4}, {-2}, 7);
  ASSERT_TRUE(extent);
  EXPECT_EQ(extent->lowest, 1);
  EXPECT_EQ(extent->highest, 7);
}

TEST(Extent, RankZeroIsOneElement) {
  std::optional<Extent> extent = computeExtent({}, {}, 5);
  ASSERT_TRUE(extent);
  EXPECT_FALSE(extent->empty);
  EXPECT_EQ(extent->lowest, 5);
  EXPECT_EQ(extent->highest, 5);
}

TEST(Extent, NothingIsTouchedByNoElements) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  std::optional<Extent> extent = computeExtent({huge, 0}, {huge, huge}, huge);
  ASSERT_TRUE(extent);
  EXPECT_TRUE(extent->empty);
}

TEST(Extent, StridesOfSingleElementsDoNotMatter) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  std::optional<Extent> extent = computeExtent({1, 2}, {huge, 1}, 0);
  ASSERT_TRUE(extent);
  EXPECT_EQ(extent->highest, 1);
}

TEST(Extent, Overflow) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(computeExtent({huge}, {2}, 0));
  EXPECT_FALSE(computeExtent({2, 2}, {huge, huge}, 0));
  EXPECT_FALSE(computeExtent({2}, {1}, huge));
  EXPECT_FALSE(computeExtent({huge}, {-2}, 0));
}

TEST(RowMajorStrides, Dense) {
  EXPECT_EQ(computeRowMajorStrides({2, 3, 4}), (Vector{12, 4, 1}));
  EXPECT_EQ(computeRowMajorStrides({}), Vector{});
  EXPECT_EQ(computeRowMajorStrides({5, 0}), (Vector{1, 1}));
  EXPECT_FALSE(computeRowMajorStrides({int64_t(1) << 40, int64_t(1) << 40}));
}

Footprint footprint(uint64_t begin, uint64_t size, const Vector &shape,
                    const Vector &strides) {
  Extent extent = *computeExtent(shape, strides, 0);
  Footprint result;
  result.elementSize = size;
  result.begin = begin + extent.lowest * size;
  result.end = begin + (extent.highest + 1) * size;
  for (size_t d = 0; d != shape.size(); ++d)
    if (shape[d] > 1)
      result.step =
          std::gcd(result.step, uint64_t(std::abs(strides[d])) * size);
  return result;
}

TEST(Overlap, Intervals) {
  Footprint a = footprint(1000, 4, {10}, {1});
  EXPECT_FALSE(mayOverlap(a, footprint(1040, 4, {10}, {1})));
  EXPECT_FALSE(mayOverlap(footprint(1040, 4, {10}, {1}), a));
  EXPECT_TRUE(mayOverlap(a, footprint(1039, 1, {10}, {1})));
  EXPECT_TRUE(mayOverlap(a, a));
  EXPECT_FALSE(mayOverlap(a, Footprint()));
}

TEST(Overlap, InterleavedSlicesAreDisjoint) {
  Footprint even = footprint(1000, 4, {10}, {2});
  Footprint odd = footprint(1004, 4, {10}, {2});
  EXPECT_FALSE(mayOverlap(even, odd));
  EXPECT_FALSE(mayOverlap(odd, even));
  EXPECT_TRUE(mayOverlap(even, footprint(1008, 4, {10}, {2})));
  // Halves of one element and of the next.
  EXPECT_TRUE(mayOverlap(even, footprint(1002, 4, {10}, {2})));
  // The columns of a matrix, the second one upwards.
  EXPECT_FALSE(mayOverlap(footprint(1000, 8, {5}, {3}),
                          footprint(1008 + 4 * 24, 8, {5}, {-3})));
}

/// Whatever really overlaps must be said to.
TEST(Overlap, NeverMissesOne) {
  std::mt19937 random(7);
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  auto make = [&](std::set<uint64_t> &bytes) {
    uint64_t size = 1 << pick(0, 3);
    uint64_t begin = 4000 + pick(0, 40);
    Vector shape{pick(1, 4), pick(1, 4)}, strides{pick(-9, 9), pick(-9, 9)};
    for (int64_t i = 0; i != shape[0]; ++i)
      for (int64_t j = 0; j != shape[1]; ++j)
        for (uint64_t byte = 0; byte != size; ++byte)
          bytes.insert(begin + (i * strides[0] + j * strides[1]) * size + byte);
    return footprint(begin, size, shape, strides);
  };
  int disjoint = 0;
  for (int round = 0; round != 20000; ++round) {
    std::set<uint64_t> left, right;
    Footprint a = make(left), b = make(right);
    bool really = false;
    for (uint64_t byte : left)
      really |= right.count(byte) != 0;
    bool said = mayOverlap(a, b);
    EXPECT_TRUE(said || !really);
    disjoint += !said;
  }
  EXPECT_GT(disjoint, 1000);
}

} // namespace
