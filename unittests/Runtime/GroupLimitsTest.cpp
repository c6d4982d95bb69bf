// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/GroupLimits.h"

#include <gtest/gtest.h>

using namespace sa::runtime;

TEST(GroupLimits, TakesWhatFits) {
  GroupLimits limits;
  EXPECT_FALSE(limits.findViolation({size_t(1) << 40}));
  limits.mostItems = 64;
  limits.mostAlong = {64, 8, 2};
  for (const std::vector<size_t> &group :
       std::vector<std::vector<size_t>>{{64}, {8, 8}, {2, 1, 32}, {2, 8, 4}})
    EXPECT_FALSE(limits.findViolation(group));
}

TEST(GroupLimits, CountsTheWorkItems) {
  GroupLimits limits;
  limits.mostItems = 64;
  EXPECT_EQ(limits.findViolation({13, 5}),
            "has work-groups of 65 work-items, and the device runs at most 64");
  EXPECT_EQ(limits.findViolation({size_t(1) << 40, size_t(1) << 40}),
            "has work-groups of too many work-items, and the device runs at "
            "most 64");
}

TEST(GroupLimits, LooksAtEachDimension) {
  GroupLimits limits;
  limits.mostAlong = {64, 8, 2};
  EXPECT_EQ(limits.findViolation({65}),
            "has work-groups of 1 by 1 by 65 work-items, and the device runs "
            "at most 2 by 8 by 64");
  EXPECT_TRUE(limits.findViolation({9, 1}));
  EXPECT_TRUE(limits.findViolation({3, 1, 1}));
}

TEST(GroupLimits, KnowsTheOnlyGroup) {
  GroupLimits limits;
  limits.only = {8, 2, 1};
  EXPECT_FALSE(limits.findViolation({2, 8}));
  EXPECT_FALSE(limits.findViolation({1, 2, 8}));
  EXPECT_EQ(limits.findViolation({8, 2}),
            "has work-groups of 1 by 8 by 2 work-items, and was compiled for "
            "1 by 2 by 8");
  EXPECT_TRUE(limits.findViolation({8}));
}
