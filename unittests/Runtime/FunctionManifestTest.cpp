// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/FunctionManifest.h"

#include "sa/Runtime/Error.h"

#include <gtest/gtest.h>

using namespace sa::runtime;

namespace {

/// A function of one array of N elements, one temporary and one kernel.
FunctionManifest makeManifest() {
  FunctionManifest manifest;
  manifest.name = "f";
  manifest.sizes = {"N"};
  ArrayArgument array;
  array.name = "A";
  array.shape = {SizeExpr::size(0)};
  array.strides = {SizeExpr::constant(1)};
  manifest.arguments = {array};
  manifest.temporaries = {{"T", ElementType::F32, SizeExpr::size(0)}};
  KernelLaunch launch;
  launch.kernel = "f_0";
  launch.range = {SizeExpr::size(0)};
  launch.operands = {
      {KernelOperand::Kind::Argument, 0, SizeExpr::constant(0)},
      {KernelOperand::Kind::Temporary, 0, SizeExpr::constant(0)},
      {KernelOperand::Kind::Size, 0, SizeExpr::size(0)},
  };
  manifest.launches = {launch};
  manifest.actions = {HostAction()};
  return manifest;
}

std::string getProblem(const FunctionManifest &manifest) {
  try {
    verifyManifest(manifest);
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

#define EXPECT_PROBLEM(manifest, text)                                         \
  EXPECT_NE(getProblem(manifest).find(text), std::string::npos)                \
      << getProblem(manifest)

TEST(FunctionManifest, AGoodOneHasNoProblem) {
  EXPECT_EQ(getProblem(makeManifest()), "");
}

TEST(FunctionManifest, NamesAreUnique) {
  FunctionManifest manifest = makeManifest();
  manifest.arguments.push_back(manifest.arguments.front());
  EXPECT_PROBLEM(manifest, "two arguments are called 'A'");
  manifest = makeManifest();
  manifest.sizes.push_back("N");
  EXPECT_PROBLEM(manifest, "two sizes are called 'N'");
}

TEST(FunctionManifest, SizesExist) {
  FunctionManifest manifest = makeManifest();
  manifest.temporaries.front().elements = SizeExpr::size(1);
  EXPECT_PROBLEM(manifest, "temporary 'T' uses a size");
  manifest = makeManifest();
  manifest.sizes.clear();
  EXPECT_PROBLEM(manifest, "array 'A' uses a size");
}

TEST(FunctionManifest, RanksAgree) {
  FunctionManifest manifest = makeManifest();
  std::get<ArrayArgument>(manifest.arguments.front()).strides.clear();
  EXPECT_PROBLEM(manifest, "array 'A' has not one stride");
  manifest = makeManifest();
  manifest.launches.front().range.clear();
  EXPECT_PROBLEM(manifest, "a range of 0 dimensions");
  manifest = makeManifest();
  manifest.launches.front().range.assign(4, SizeExpr::constant(1));
  EXPECT_PROBLEM(manifest, "a range of 4 dimensions");
  manifest = makeManifest();
  manifest.launches.front().local.emplace(2, SizeExpr::constant(1));
  EXPECT_PROBLEM(manifest, "a work-group of another rank");
}

TEST(FunctionManifest, StridesFitTheLayout) {
  FunctionManifest manifest = makeManifest();
  auto &array = std::get<ArrayArgument>(manifest.arguments.front());
  array.layout = Layout::FlatOnly;
  EXPECT_PROBLEM(manifest, "array 'A' has not one stride");
  array.strides.clear();
  EXPECT_EQ(getProblem(manifest), "");
  array.layout = Layout::Open;
  EXPECT_PROBLEM(manifest, "array 'A' has not one stride");
  array.strideSizes = {0};
  EXPECT_EQ(getProblem(manifest), "");
  array.strideSizes = {1};
  EXPECT_PROBLEM(manifest, "array 'A' uses a size");
}

TEST(FunctionManifest, RanksHaveALimit) {
  FunctionManifest manifest = makeManifest();
  auto &array = std::get<ArrayArgument>(manifest.arguments.front());
  array.shape.assign(16, SizeExpr::constant(1));
  array.strides = array.shape;
  EXPECT_EQ(getProblem(manifest), "");
  array.shape.push_back(SizeExpr::constant(1));
  array.strides = array.shape;
  EXPECT_PROBLEM(manifest, "array 'A' has 17 dimensions, more than 16");
}

TEST(FunctionManifest, StorageUsesKnownSizes) {
  FunctionManifest manifest = makeManifest();
  std::get<ArrayArgument>(manifest.arguments.front()).storage =
      SizeExpr::size(1);
  EXPECT_PROBLEM(manifest, "array 'A' uses a size");
}

TEST(FunctionManifest, ScalarsAreNotComplex) {
  FunctionManifest manifest = makeManifest();
  manifest.arguments.push_back(
      ScalarArgument{"z", ElementType::C128, std::nullopt});
  EXPECT_PROBLEM(manifest,
                 "scalar 'z' is of type c128, which only arrays have");
}

TEST(FunctionManifest, RequirementsAreAboutOpenDimensions) {
  const char *text = "a requirement is not about a dimension with a size";
  FunctionManifest manifest = makeManifest();
  manifest.requirements = {{0, 0, /*isOpen=*/true, SizeExpr::constant(3)}};
  EXPECT_EQ(getProblem(manifest), "");
  manifest.requirements = {{0, 1, /*isOpen=*/true, SizeExpr::constant(3)}};
  EXPECT_PROBLEM(manifest, text);
  manifest.requirements = {{1, 0, /*isOpen=*/true, SizeExpr::constant(3)}};
  EXPECT_PROBLEM(manifest, text);
  manifest.arguments.push_back(
      ScalarArgument{"x", ElementType::F32, std::nullopt});
  EXPECT_PROBLEM(manifest, text);
  manifest.requirements = {{0, 0, /*isOpen=*/true, SizeExpr::size(1)}};
  EXPECT_PROBLEM(manifest, "a requirement uses a size");
  manifest.requirements = {{0, 0, /*isOpen=*/true, SizeExpr::constant(3)}};
  std::get<ArrayArgument>(manifest.arguments.front()).shape = {
      SizeExpr::constant(3)};
  EXPECT_PROBLEM(manifest, text);
}

TEST(FunctionManifest, OperandsExist) {
  FunctionManifest manifest = makeManifest();
  manifest.launches.front().operands[0].position = 1;
  EXPECT_PROBLEM(manifest, "takes an argument that the function does not have");
  manifest = makeManifest();
  manifest.temporaries.clear();
  EXPECT_PROBLEM(manifest, "takes a temporary that the function does not have");
  manifest = makeManifest();
  manifest.launches.front().operands[2].size = SizeExpr::size(3);
  EXPECT_PROBLEM(manifest, "kernel 'f_0' uses a size");
}

/// A loop around the only launch of a manifest.
HostAction makeLoop(const FunctionManifest &manifest) {
  HostAction loop;
  loop.kind = HostAction::Kind::Loop;
  loop.upper = SizeExpr::size(0);
  loop.body = manifest.actions;
  return loop;
}

TEST(FunctionManifest, LoopsGiveTheirIndexToWhatIsInThem) {
  FunctionManifest manifest = makeManifest();
  manifest.actions = {makeLoop(manifest)};
  EXPECT_EQ(getProblem(manifest), "");
  manifest.launches.front().range = {SizeExpr::size(manifest.getLoopSize(0))};
  EXPECT_EQ(getProblem(manifest), "");
  manifest.launches.front().range = {SizeExpr::size(manifest.getLoopSize(1))};
  EXPECT_PROBLEM(manifest, "kernel 'f_0' uses a size");
  manifest = makeManifest();
  manifest.actions = {makeLoop(manifest)};
  manifest.actions.front().lower = SizeExpr::size(manifest.getLoopSize(0));
  EXPECT_PROBLEM(manifest, "a loop uses a size");
}

TEST(FunctionManifest, ConditionsUseKnownSizes) {
  FunctionManifest manifest = makeManifest();
  HostAction condition;
  condition.kind = HostAction::Kind::Condition;
  condition.otherwise = manifest.actions;
  manifest.actions = {condition};
  EXPECT_EQ(getProblem(manifest), "");
  manifest.actions.front().condition = SizeExpr::size(manifest.getLoopSize(0));
  EXPECT_PROBLEM(manifest, "a condition uses a size");
}

TEST(FunctionManifest, LaunchesAreInOrder) {
  FunctionManifest manifest = makeManifest();
  manifest.actions.clear();
  EXPECT_PROBLEM(manifest, "it does not launch all of its kernels");
  manifest = makeManifest();
  manifest.actions.push_back(manifest.actions.front());
  EXPECT_PROBLEM(manifest, "its launches are not in the order of its kernels");
  manifest = makeManifest();
  manifest.actions.front().launch = 1;
  EXPECT_PROBLEM(manifest, "its launches are not in the order of its kernels");
}

TEST(FunctionManifest, SizesOfLaunchesMayBeScalars) {
  FunctionManifest manifest = makeManifest();
  manifest.arguments.push_back(
      ScalarArgument{"k", ElementType::I64, std::nullopt});
  manifest.launches.front().range = {
      SizeExpr::size(manifest.getArgumentSize(1))};
  EXPECT_EQ(getProblem(manifest), "");
  manifest.launches.front().range = {
      SizeExpr::size(manifest.getArgumentSize(0))};
  EXPECT_PROBLEM(manifest, "uses argument 'A' as a size");
  std::get<ScalarArgument>(manifest.arguments.back()).type = ElementType::F32;
  manifest.launches.front().range = {
      SizeExpr::size(manifest.getArgumentSize(1))};
  EXPECT_PROBLEM(manifest, "uses argument 'k' as a size, which only scalars of "
                           "type i64 are");
}

TEST(FunctionManifest, AspectsAreKnown) {
  FunctionManifest manifest = makeManifest();
  manifest.aspects = {"fp64"};
  EXPECT_EQ(getProblem(manifest), "");
  manifest.aspects = {"fp128"};
  EXPECT_PROBLEM(manifest, "aspect 'fp128'");
}

} // namespace
