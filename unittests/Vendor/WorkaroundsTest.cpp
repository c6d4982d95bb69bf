// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Vendor/Workarounds.h"

#include "gtest/gtest.h"
#include <cstdlib>

using namespace sa;

namespace {

class WorkaroundsTest : public testing::Test {
protected:
  void SetUp() override { unsetenv("SAOPT_DISABLE_WORKAROUNDS"); }
  void TearDown() override { unsetenv("SAOPT_DISABLE_WORKAROUNDS"); }
};

TEST_F(WorkaroundsTest, TableIsInTheOrderOfTheEnumeration) {
  ASSERT_EQ(getWorkarounds().size(), numWorkarounds);
  for (unsigned i = 0; i < numWorkarounds; ++i) {
    const WorkaroundEntry &entry = getWorkarounds()[i];
    EXPECT_EQ(static_cast<unsigned>(entry.workaround), i);
    // A workaround is named after its product.
    EXPECT_EQ(entry.name.substr(0, entry.product.size() + 1),
              std::string(entry.product) + "-");
  }
}

TEST_F(WorkaroundsTest, OnlyTheDeviceThatNeedsOneGetsIt) {
  Workaround device = Workaround::IntelCPUOrderStores;
  Workaround library = Workaround::MLIRKeepRounding;
  for (const char *compiler : {"any", "intel-cpu", "intel-cpu@2026.22.10.0"}) {
    EXPECT_TRUE(getNeededWorkarounds(compiler).contains(device)) << compiler;
    EXPECT_TRUE(getNeededWorkarounds(compiler).contains(library)) << compiler;
  }
  EXPECT_FALSE(getNeededWorkarounds("other").contains(device));
  EXPECT_TRUE(getNeededWorkarounds("other").contains(library));
}

TEST_F(WorkaroundsTest, VersionsAreComparedByNumbers) {
  WorkaroundEntry entry = getWorkarounds().front();
  entry.fixedIn = "2026.30";
  EXPECT_TRUE(isNeeded(entry, "intel-cpu@2026.22.10.0.01_160000"));
  EXPECT_TRUE(isNeeded(entry, "intel-cpu@2026.9"));
  EXPECT_TRUE(isNeeded(entry, "intel-cpu@2025.200"));
  EXPECT_TRUE(isNeeded(entry, "intel-cpu"));
  EXPECT_FALSE(isNeeded(entry, "intel-cpu@2026.30"));
  EXPECT_FALSE(isNeeded(entry, "intel-cpu@2026.30.1"));
  EXPECT_FALSE(isNeeded(entry, "intel-cpu@2027.1"));
  EXPECT_FALSE(isNeeded(entry, "other"));
}

TEST_F(WorkaroundsTest, SwitchesLeaveNamedOnesOut) {
  std::string error;
  std::optional<WorkaroundSet> set = findWorkarounds(
      "any", "intel-cpu-order-stores,mlir-keep-rounding", error);
  ASSERT_TRUE(set) << error;
  EXPECT_FALSE(set->contains(Workaround::IntelCPUOrderStores));
  EXPECT_FALSE(set->contains(Workaround::MLIRKeepRounding));
  EXPECT_TRUE(set->contains(Workaround::IntelCPUAddDifferences));

  setenv("SAOPT_DISABLE_WORKAROUNDS", "intel-cpu-add-differences", 1);
  set = findWorkarounds("any", "", error);
  ASSERT_TRUE(set) << error;
  EXPECT_FALSE(set->contains(Workaround::IntelCPUAddDifferences));
  EXPECT_FALSE(isEnabled(Workaround::IntelCPUAddDifferences));
  EXPECT_TRUE(isEnabled(Workaround::IntelCPUOrderStores));
}

TEST_F(WorkaroundsTest, UnknownNamesAreRefused) {
  std::string error;
  EXPECT_FALSE(findWorkarounds("any", "intel-cpu-order-store", error));
  EXPECT_NE(error.find("no workaround 'intel-cpu-order-store'"),
            std::string::npos);
  EXPECT_FALSE(findWorkarounds("intel-gpu", "", error));
  EXPECT_NE(error.find("no device compiler 'intel-gpu'"), std::string::npos);
  setenv("SAOPT_DISABLE_WORKAROUNDS", "all", 1);
  EXPECT_FALSE(findWorkarounds("any", "", error));
  EXPECT_NE(error.find("no workaround 'all'"), std::string::npos);
}

} // namespace
