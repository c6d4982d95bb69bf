// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/WorkGroup.h"

#include <gtest/gtest.h>

using namespace sa::runtime;

namespace {

using Range = std::vector<size_t>;

TEST(WorkGroup, DriversKnowBestForRoundSizes) {
  EXPECT_FALSE(chooseWorkGroup({1 << 20}, 2));
  EXPECT_FALSE(chooseWorkGroup({1009, 48}, 2));
  EXPECT_FALSE(chooseWorkGroup({7}, 2));
}

TEST(WorkGroup, PrimesGetVectors) {
  EXPECT_EQ(chooseWorkGroup({1000003}, 2), Range{256});
  EXPECT_EQ(chooseWorkGroup({1009}, 2), Range{112});
  EXPECT_EQ(chooseWorkGroup({101}, 8), Range{16});
}

TEST(WorkGroup, ShortRowsAreJoined) {
  EXPECT_EQ(chooseWorkGroup({100003, 3}, 2), (Range{85, 3}));
  EXPECT_EQ(chooseWorkGroup({3, 100003}, 2), (Range{1, 256}));
  EXPECT_EQ(chooseWorkGroup({1000, 3, 5}, 2), (Range{17, 3, 5}));
}

TEST(WorkGroup, StaysInsideTheRange) {
  for (size_t a = 1; a != 40; ++a)
    for (size_t b = 1; b != 40; ++b) {
      std::optional<Range> group = chooseWorkGroup({a, b}, 2);
      if (!group)
        continue;
      EXPECT_GE((*group)[0], 1u);
      EXPECT_LE((*group)[0], a);
      EXPECT_GE((*group)[1], 1u);
      EXPECT_LE((*group)[1], b);
    }
}

TEST(WorkGroup, TooManyWorkItemsToCount) {
  EXPECT_FALSE(chooseWorkGroup({size_t(1) << 40, (size_t(1) << 40) + 1}, 2));
}

} // namespace
