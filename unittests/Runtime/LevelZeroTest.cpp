// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Device/LevelZero.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

using namespace sa::runtime;

namespace {

/// Loads the stand-in for Level Zero, and gives it an allocation.
class LevelZeroTest : public testing::Test {
protected:
  void SetUp() override {
    library = dlopen(SA_STAND_IN_ZE_LOADER, RTLD_NOW);
    ASSERT_NE(library, nullptr) << dlerror();
    auto *allocate = reinterpret_cast<void *(*)(void *, size_t)>(
        dlsym(library, "standInAllocate"));
    ASSERT_NE(allocate, nullptr);
    context = allocate(memory, sizeof(memory));
  }

  void TearDown() override { dlclose(library); }

  uint64_t addressOf(size_t offset) const {
    return reinterpret_cast<uint64_t>(memory) + offset;
  }

  char memory[256];
  void *library = nullptr;
  void *context = nullptr;
};

} // namespace

TEST(LevelZero, IsNotLookedForWhereItIsNotLoaded) {
  EXPECT_EQ(findAddressRangeQuery(), nullptr);
}

TEST_F(LevelZeroTest, FindsTheWholeAllocation) {
  AddressRangeQuery query = findAddressRangeQuery();
  ASSERT_NE(query, nullptr);
  auto finder = makeLevelZeroFinder(context, query);
  for (size_t offset : {size_t(0), size_t(100), sizeof(memory) - 1}) {
    std::optional<Allocation> found = finder->find(addressOf(offset));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->base, addressOf(0));
    EXPECT_EQ(found->size, sizeof(memory));
  }
}

TEST_F(LevelZeroTest, FindsNothingElsewhere) {
  auto finder = makeLevelZeroFinder(context, findAddressRangeQuery());
  EXPECT_FALSE(finder->find(addressOf(sizeof(memory))));
  EXPECT_FALSE(finder->find(addressOf(0) - 1));
  EXPECT_FALSE(finder->find(0));
  EXPECT_FALSE(finder->find(~uint64_t(0)));
}

TEST_F(LevelZeroTest, FindsNothingInAnotherContext) {
  auto finder = makeLevelZeroFinder(&library, findAddressRangeQuery());
  EXPECT_FALSE(finder->find(addressOf(0)));
}
