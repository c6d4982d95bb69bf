// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Plan.h"

#include "sa/Runtime/Error.h"

#include <gtest/gtest.h>

using namespace sa::runtime;

namespace {

/// A function of one array of N elements, one temporary and one kernel.
FunctionPlan makePlan() {
  FunctionPlan plan;
  plan.name = "f";
  plan.sizes = {"N"};
  ArrayArgument array;
  array.name = "A";
  array.shape = {SizeExpr::size(0)};
  array.strides = {SizeExpr::constant(1)};
  plan.arguments = {array};
  plan.temporaries = {{"T", ElementType::F32, SizeExpr::size(0)}};
  Step step;
  step.kernel = "f_0";
  step.range = {SizeExpr::size(0)};
  step.operands = {
      {KernelOperand::Kind::Argument, 0, SizeExpr::constant(0)},
      {KernelOperand::Kind::Temporary, 0, SizeExpr::constant(0)},
      {KernelOperand::Kind::Size, 0, SizeExpr::size(0)},
  };
  plan.steps = {step};
  plan.program = {HostStep()};
  return plan;
}

std::string getProblem(const FunctionPlan &plan) {
  try {
    verifyPlan(plan);
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

#define EXPECT_PROBLEM(plan, text)                                             \
  EXPECT_NE(getProblem(plan).find(text), std::string::npos) << getProblem(plan)

TEST(Plan, AGoodOneHasNoProblem) { EXPECT_EQ(getProblem(makePlan()), ""); }

TEST(Plan, NamesAreUnique) {
  FunctionPlan plan = makePlan();
  plan.arguments.push_back(plan.arguments.front());
  EXPECT_PROBLEM(plan, "two arguments are called 'A'");
  plan = makePlan();
  plan.sizes.push_back("N");
  EXPECT_PROBLEM(plan, "two sizes are called 'N'");
}

TEST(Plan, SizesExist) {
  FunctionPlan plan = makePlan();
  plan.temporaries.front().elements = SizeExpr::size(1);
  EXPECT_PROBLEM(plan, "temporary 'T' uses a size");
  plan = makePlan();
  plan.sizes.clear();
  EXPECT_PROBLEM(plan, "array 'A' uses a size");
}

TEST(Plan, RanksAgree) {
  FunctionPlan plan = makePlan();
  std::get<ArrayArgument>(plan.arguments.front()).strides.clear();
  EXPECT_PROBLEM(plan, "array 'A' has not one stride");
  plan = makePlan();
  plan.steps.front().range.clear();
  EXPECT_PROBLEM(plan, "a range of 0 dimensions");
  plan = makePlan();
  plan.steps.front().range.assign(4, SizeExpr::constant(1));
  EXPECT_PROBLEM(plan, "a range of 4 dimensions");
  plan = makePlan();
  plan.steps.front().local.emplace(2, SizeExpr::constant(1));
  EXPECT_PROBLEM(plan, "a work-group of another rank");
}

TEST(Plan, StridesFitTheLayout) {
  FunctionPlan plan = makePlan();
  auto &array = std::get<ArrayArgument>(plan.arguments.front());
  array.layout = Layout::FlatOnly;
  EXPECT_PROBLEM(plan, "array 'A' has not one stride");
  array.strides.clear();
  EXPECT_EQ(getProblem(plan), "");
  array.layout = Layout::Open;
  EXPECT_PROBLEM(plan, "array 'A' has not one stride");
  array.strideSizes = {0};
  EXPECT_EQ(getProblem(plan), "");
  array.strideSizes = {1};
  EXPECT_PROBLEM(plan, "array 'A' uses a size");
}

TEST(Plan, RanksHaveALimit) {
  FunctionPlan plan = makePlan();
  auto &array = std::get<ArrayArgument>(plan.arguments.front());
  array.shape.assign(16, SizeExpr::constant(1));
  array.strides = array.shape;
  EXPECT_EQ(getProblem(plan), "");
  array.shape.push_back(SizeExpr::constant(1));
  array.strides = array.shape;
  EXPECT_PROBLEM(plan, "array 'A' has 17 dimensions, more than 16");
}

TEST(Plan, StorageUsesKnownSizes) {
  FunctionPlan plan = makePlan();
  std::get<ArrayArgument>(plan.arguments.front()).storage = SizeExpr::size(1);
  EXPECT_PROBLEM(plan, "array 'A' uses a size");
}

TEST(Plan, ScalarsAreNotComplex) {
  FunctionPlan plan = makePlan();
  plan.arguments.push_back(ScalarArgument{"z", ElementType::C128});
  EXPECT_PROBLEM(plan, "scalar 'z' is of type c128, which only arrays have");
}

TEST(Plan, RequirementsAreAboutOpenDimensions) {
  const char *text = "a requirement is not about a dimension with a size";
  FunctionPlan plan = makePlan();
  plan.requirements = {{0, 0, SizeExpr::constant(3)}};
  EXPECT_EQ(getProblem(plan), "");
  plan.requirements = {{0, 1, SizeExpr::constant(3)}};
  EXPECT_PROBLEM(plan, text);
  plan.requirements = {{1, 0, SizeExpr::constant(3)}};
  EXPECT_PROBLEM(plan, text);
  plan.arguments.push_back(ScalarArgument{"x", ElementType::F32});
  EXPECT_PROBLEM(plan, text);
  plan.requirements = {{0, 0, SizeExpr::size(1)}};
  EXPECT_PROBLEM(plan, "a requirement uses a size");
  plan.requirements = {{0, 0, SizeExpr::constant(3)}};
  std::get<ArrayArgument>(plan.arguments.front()).shape = {
      SizeExpr::constant(3)};
  EXPECT_PROBLEM(plan, text);
}

TEST(Plan, OperandsExist) {
  FunctionPlan plan = makePlan();
  plan.steps.front().operands[0].position = 1;
  EXPECT_PROBLEM(plan, "takes an argument that the function does not have");
  plan = makePlan();
  plan.temporaries.clear();
  EXPECT_PROBLEM(plan, "takes a temporary that the function does not have");
  plan = makePlan();
  plan.steps.front().operands[2].size = SizeExpr::size(3);
  EXPECT_PROBLEM(plan, "kernel 'f_0' uses a size");
}

/// A loop around the only launch of a plan.
HostStep makeLoop(const FunctionPlan &plan) {
  HostStep loop;
  loop.kind = HostStep::Kind::Loop;
  loop.upper = SizeExpr::size(0);
  loop.body = plan.program;
  return loop;
}

TEST(Plan, LoopsGiveTheirIndexToWhatIsInThem) {
  FunctionPlan plan = makePlan();
  plan.program = {makeLoop(plan)};
  EXPECT_EQ(getProblem(plan), "");
  plan.steps.front().range = {SizeExpr::size(plan.getLoopSize(0))};
  EXPECT_EQ(getProblem(plan), "");
  plan.steps.front().range = {SizeExpr::size(plan.getLoopSize(1))};
  EXPECT_PROBLEM(plan, "kernel 'f_0' uses a size");
  plan = makePlan();
  plan.program = {makeLoop(plan)};
  plan.program.front().lower = SizeExpr::size(plan.getLoopSize(0));
  EXPECT_PROBLEM(plan, "a loop uses a size");
}

TEST(Plan, ConditionsUseKnownSizes) {
  FunctionPlan plan = makePlan();
  HostStep condition;
  condition.kind = HostStep::Kind::Condition;
  condition.otherwise = plan.program;
  plan.program = {condition};
  EXPECT_EQ(getProblem(plan), "");
  plan.program.front().condition = SizeExpr::size(plan.getLoopSize(0));
  EXPECT_PROBLEM(plan, "a condition uses a size");
}

TEST(Plan, LaunchesAreInOrder) {
  FunctionPlan plan = makePlan();
  plan.program.clear();
  EXPECT_PROBLEM(plan, "it does not launch all of its kernels");
  plan = makePlan();
  plan.program.push_back(plan.program.front());
  EXPECT_PROBLEM(plan, "its launches are not in the order of its kernels");
  plan = makePlan();
  plan.program.front().step = 1;
  EXPECT_PROBLEM(plan, "its launches are not in the order of its kernels");
}

TEST(Plan, SizesOfStepsMayBeScalars) {
  FunctionPlan plan = makePlan();
  plan.arguments.push_back(ScalarArgument{"k", ElementType::I64});
  plan.steps.front().range = {SizeExpr::size(plan.getArgumentSize(1))};
  EXPECT_EQ(getProblem(plan), "");
  plan.steps.front().range = {SizeExpr::size(plan.getArgumentSize(0))};
  EXPECT_PROBLEM(plan, "uses argument 'A' as a size");
  std::get<ScalarArgument>(plan.arguments.back()).type = ElementType::F32;
  plan.steps.front().range = {SizeExpr::size(plan.getArgumentSize(1))};
  EXPECT_PROBLEM(plan, "uses argument 'k' as a size, which only scalars of "
                       "type i64 are");
}

TEST(Plan, AspectsAreKnown) {
  FunctionPlan plan = makePlan();
  plan.aspects = {"fp64"};
  EXPECT_EQ(getProblem(plan), "");
  plan.aspects = {"fp128"};
  EXPECT_PROBLEM(plan, "aspect 'fp128'");
}

} // namespace
