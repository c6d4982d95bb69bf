// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `sa-check-plans` proves of plans that were proven in memory.

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Pipelines/Compilation.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace sa;

namespace {

DialectRegistry getRegistry() {
  DialectRegistry registry;
  registerCompiler(registry);
  return registry;
}

class CheckPlansTest : public testing::Test {
protected:
  CheckPlansTest()
      : context(getRegistry()),
        handler(&context, [](Diagnostic &) { return success(); }) {
    context.loadAllAvailableDialects();
    // The step changes the result.
    module = parseSourceString<ModuleOp>(
        R"(sa.func @f(%A: !sa.array<8xf32, inout>) {
             sa.nest "n" (%i) to (7) {
               %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
               %a = sa.load %A[%i] : !sa.array<8xf32, inout>
               sa.store %a, %A[%next] : !sa.array<8xf32, inout>
             }
             sa.plan {
               %i = sa.loops "n"
               sa.parallelize %i
             }
           })",
        &context);
    module->walk([&](PlanOp op) { plan = op; });
  }

  /// Returns true if the pass asks about the steps, and so refuses the plan.
  bool isAsked(bool strict) {
    PassManager pm(&context, ModuleOp::getOperationName());
    SACheckPlansOptions options;
    options.strict = strict;
    pm.addNestedPass<FuncOp>(createSACheckPlans(options));
    return failed(pm.run(*module));
  }

  MLIRContext context;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  PlanOp plan;
};

TEST_F(CheckPlansTest, AsksAboutStepsThatAreNotProven) {
  EXPECT_TRUE(isAsked(/*strict=*/false));
}

TEST_F(CheckPlansTest, BelievesAProofOfTheSameStrictness) {
  markProven(plan, Proofs::Results);
  EXPECT_FALSE(isAsked(/*strict=*/false));
  markProven(plan, Proofs::Strict);
  EXPECT_FALSE(isAsked(/*strict=*/true));
}

TEST_F(CheckPlansTest, BelievesAStricterProof) {
  markProven(plan, Proofs::Strict);
  EXPECT_FALSE(isAsked(/*strict=*/false));
}

TEST_F(CheckPlansTest, AsksWhereLessWasProven) {
  markProven(plan, Proofs::Results);
  EXPECT_TRUE(isAsked(/*strict=*/true));
}

TEST_F(CheckPlansTest, ForgetsProofsAfterwards) {
  markProven(plan, Proofs::Strict);
  EXPECT_FALSE(isAsked(/*strict=*/true));
  EXPECT_FALSE(isProven(plan, Proofs::Results));
  EXPECT_TRUE(isAsked(/*strict=*/true));
}

// What was proven about the callee's arrays need not hold for those passed.
TEST_F(CheckPlansTest, AsksAgainAboutInlinedPlans) {
  module = parseSourceString<ModuleOp>(
      R"(!A = !sa.array<8xf32, inout>
         sa.func @copy(%A: !A, %B: !A) attributes {sym_visibility = "private"} {
           sa.nest "n" (%i) to (8) {
             %a = sa.load %A[%i] : !A
             sa.store %a, %B[%i] : !A
           }
           sa.plan {
             %i = sa.loops "n"
             sa.parallelize %i
           }
         }
         sa.func @caller(%A: !A, %B: !A) {
           sa.call @copy(%A, %B) : !A, !A
         })",
      &context);
  module->walk([](PlanOp op) { markProven(op, Proofs::Strict); });
  PassManager pm(&context, ModuleOp::getOperationName());
  pm.addPass(createSAInlineCalls());
  ASSERT_TRUE(succeeded(pm.run(*module)));
  auto caller = module->lookupSymbol<FuncOp>("caller");
  ASSERT_EQ(llvm::range_size(caller.getOps<PlanOp>()), 1u);
  EXPECT_FALSE(isProven(*caller.getOps<PlanOp>().begin(), Proofs::Results));
}

} // namespace
