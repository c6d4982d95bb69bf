// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/Footprint.h"

#include <gtest/gtest.h>
#include <limits>
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

TEST(IsRowMajor, StridesCountWhereTheyMatter) {
  EXPECT_TRUE(isRowMajor({2, 3, 4}, {12, 4, 1}));
  EXPECT_TRUE(isRowMajor({}, {}));
  EXPECT_TRUE(isRowMajor({2, 1, 4}, {4, -77, 1}));
  EXPECT_TRUE(isRowMajor({1, 1}, {0, 0}));
  EXPECT_TRUE(isRowMajor({5, 0}, {-3, 9}));
  EXPECT_FALSE(isRowMajor({2, 3}, {1, 2}));
  EXPECT_FALSE(isRowMajor({2, 3}, {4, 1}));
  EXPECT_FALSE(isRowMajor({2, 3}, {3, -1}));
  EXPECT_FALSE(isRowMajor({2, 3}, {0, 1}));
  EXPECT_FALSE(isRowMajor({2, 3}, {1}));
  int64_t large = int64_t(1) << 40;
  EXPECT_FALSE(isRowMajor({large, large}, {large, 1}));
}

TEST(Interval, Meets) {
  Interval a{1000, 1040};
  EXPECT_TRUE(a.meets(a));
  EXPECT_TRUE(a.meets({1039, 1041}));
  EXPECT_FALSE(a.meets({1040, 1041}));
  EXPECT_FALSE(a.meets({999, 1000}));
  EXPECT_FALSE(a.meets(Interval()));
}

TEST(Overlap, Dense) {
  StridedMemory a{1000, 4, {10}, {1}};
  EXPECT_EQ(overlap(a, {1040, 4, {10}, {1}}), Answer::No);
  EXPECT_EQ(overlap({1040, 4, {10}, {1}}, a), Answer::No);
  EXPECT_EQ(overlap(a, {1039, 1, {10}, {1}}), Answer::Yes);
  EXPECT_EQ(overlap(a, a), Answer::Yes);
}

TEST(Overlap, NothingOverlapsNoElements) {
  StridedMemory a{1000, 4, {10}, {1}};
  EXPECT_EQ(overlap(a, {1000, 4, {3, 0}, {1, 1}}), Answer::No);
  EXPECT_EQ(overlap({1000, 4, {0}, {1}}, a), Answer::No);
}

TEST(Overlap, InterleavedSlicesAreDisjoint) {
  StridedMemory even{1000, 4, {10}, {2}};
  StridedMemory odd{1004, 4, {10}, {2}};
  EXPECT_EQ(overlap(even, odd), Answer::No);
  EXPECT_EQ(overlap(odd, even), Answer::No);
  EXPECT_EQ(overlap(even, {1008, 4, {10}, {2}}), Answer::Yes);
  // Halves of one element and of the next.
  EXPECT_EQ(overlap(even, {1002, 4, {10}, {2}}), Answer::Yes);
  // The columns of a matrix, the second one upwards.
  EXPECT_EQ(overlap({1000, 8, {5}, {3}}, {1008 + 4 * 24, 8, {5}, {-3}}),
            Answer::No);
}

TEST(Overlap, TilesOfAMatrix) {
  // Tiles of 16 x 16 in 1024 columns; the second begins in row 8.
  StridedMemory tile{1 << 20, 4, {16, 16}, {1024, 1}};
  auto at = [](int64_t row, int64_t column) {
    uint64_t address = (1 << 20) + (row * 1024 + column) * 4;
    return StridedMemory{address, 4, {16, 16}, {1024, 1}};
  };
  EXPECT_EQ(overlap(tile, at(8, 16)), Answer::No);
  EXPECT_EQ(overlap(tile, at(8, 15)), Answer::Yes);
  EXPECT_EQ(overlap(tile, at(8, -16)), Answer::No);
  EXPECT_EQ(overlap(tile, at(16, 0)), Answer::No);
}

TEST(Overlap, TooLargeToTell) {
  int64_t huge = int64_t(1) << 60;
  StridedMemory a{0, 8, {2}, {huge}};
  EXPECT_EQ(overlap(a, a), Answer::Unknown);
}

TEST(SelfOverlap, Strides) {
  EXPECT_EQ(overlapsItself({3, 4}, {4, 1}), Answer::No);
  EXPECT_EQ(overlapsItself({3, 4}, {1, 3}), Answer::No);
  EXPECT_EQ(overlapsItself({3, 4}, {-4, -1}), Answer::No);
  EXPECT_EQ(overlapsItself({3, 4}, {0, 1}), Answer::Yes);
  EXPECT_EQ(overlapsItself({3, 4}, {1, 1}), Answer::Yes);
  EXPECT_EQ(overlapsItself({3, 4}, {3, 1}), Answer::Yes);
  EXPECT_EQ(overlapsItself({1, 0}, {0, 0}), Answer::No);
  EXPECT_EQ(overlapsItself({1, 1}, {0, 0}), Answer::No);
  EXPECT_EQ(overlapsItself({}, {}), Answer::No);
  // Not one inside of the other, but still apart: 3 i + 4 j.
  EXPECT_EQ(overlapsItself({4, 3}, {3, 4}), Answer::No);
  EXPECT_EQ(overlapsItself({5, 4}, {3, 4}), Answer::Yes);
}

TEST(SelfOverlap, TooLargeToTell) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(overlapsItself({3, 3}, {huge, huge}), Answer::Unknown);
  EXPECT_EQ(overlapsItself({2}, {std::numeric_limits<int64_t>::min()}),
            Answer::Unknown);
}

class RandomArrays : public testing::Test {
protected:
  int pick(int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  }

  StridedMemory make() {
    StridedMemory result;
    result.elementSize = 1 << pick(0, 3);
    result.address = 4000 + pick(0, 60);
    for (int rank = pick(0, 3); rank != 0; --rank) {
      result.shape.push_back(pick(1, 4));
      result.strides.push_back(pick(-9, 9));
    }
    return result;
  }

  /// The addresses of all elements, one after the other.
  std::vector<uint64_t> getAddresses(const StridedMemory &memory) {
    std::vector<uint64_t> result{memory.address};
    for (size_t d = 0; d != memory.shape.size(); ++d) {
      std::vector<uint64_t> next;
      for (uint64_t address : result)
        for (int64_t i = 0; i != memory.shape[d]; ++i)
          next.push_back(address + i * memory.strides[d] * memory.elementSize);
      result = std::move(next);
    }
    return result;
  }

  std::set<uint64_t> getBytes(const StridedMemory &memory) {
    std::set<uint64_t> result;
    for (uint64_t address : getAddresses(memory))
      for (int64_t byte = 0; byte != memory.elementSize; ++byte)
        result.insert(address + byte);
    return result;
  }

  std::mt19937 random{7};
};

TEST_F(RandomArrays, OverlapIsExact) {
  int disjoint = 0;
  for (int round = 0; round != 20000; ++round) {
    StridedMemory a = make(), b = make();
    std::set<uint64_t> left = getBytes(a), right = getBytes(b);
    bool really = false;
    for (uint64_t byte : left)
      really |= right.count(byte) != 0;
    ASSERT_EQ(overlap(a, b), really ? Answer::Yes : Answer::No);
    disjoint += !really && *left.begin() < *right.rbegin() &&
                *right.begin() < *left.rbegin();
  }
  EXPECT_GT(disjoint, 1000) << "interleaved pairs";
}

TEST_F(RandomArrays, SelfOverlapIsExact) {
  int apart = 0;
  for (int round = 0; round != 20000; ++round) {
    StridedMemory a = make();
    std::vector<uint64_t> addresses = getAddresses(a);
    bool really =
        std::set<uint64_t>(addresses.begin(), addresses.end()).size() !=
        addresses.size();
    ASSERT_EQ(overlapsItself(a.shape, a.strides),
              really ? Answer::Yes : Answer::No);
    apart += !really;
  }
  EXPECT_GT(apart, 1000);
}

} // namespace
