// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transformations that are called directly, without their passes.

#include "sa/Dialect/SA/Transforms/Loops/LoopTransforms.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryTransforms.h"
#include "sa/Pipelines/Compilation.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;
using affine::AffineIfOp;

namespace {

DialectRegistry getRegistry() {
  DialectRegistry registry;
  registerCompiler(registry);
  return registry;
}

class TransformsTest : public testing::Test {
protected:
  TransformsTest() : context(getRegistry()), rewriter(&context) {
    context.loadAllAvailableDialects();
  }

  void parse(StringRef body) {
    std::string text = ("!A = !sa.array<64xf32, inout>\n"
                        "sa.func @f(%A: !A, %B: !A, %x: f32, %n: index) {\n" +
                        body + "}\n")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }

  template <typename Op> SmallVector<Op> getAll() {
    SmallVector<Op> found;
    module->walk<WalkOrder::PreOrder>([&](Op op) { found.push_back(op); });
    return found;
  }

  void verifyProgram() { EXPECT_TRUE(succeeded(verify(*module))); }

  MLIRContext context;
  IRRewriter rewriter;
  OwningOpRef<ModuleOp> module;
};

TEST_F(TransformsTest, UnrollsKnownTripCounts) {
  parse("affine.for %i = 0 to 8 { affine.for %k = 2 to 8 step 2 {\n"
        "  sa.store %x, %A[%k] : !A } {sa.index = \"k\"} }\n");
  auto copies = unrollLoop(rewriter, getAll<AffineForOp>()[1]);
  ASSERT_TRUE(succeeded(copies));
  EXPECT_EQ(copies->size(), 3u);
  EXPECT_EQ(getAll<AffineForOp>().size(), 1u);
  EXPECT_EQ(getAll<StoreOp>().size(), 3u);
  verifyProgram();
}

TEST_F(TransformsTest, DoesNotUnrollUnknownTripCounts) {
  parse("affine.for %i = 0 to 8 { affine.for %k = 0 to %n {\n"
        "  sa.store %x, %A[%k] : !A } {sa.index = \"k\"} }\n");
  EXPECT_TRUE(failed(unrollLoop(rewriter, getAll<AffineForOp>()[1])));
  EXPECT_EQ(getAll<AffineForOp>().size(), 2u);
}

TEST_F(TransformsTest, VectorizesInChunks) {
  parse("affine.for %i = 0 to 8 { affine.for %k = 0 to 19 {\n"
        "  sa.store %x, %A[%k] : !A } {sa.index = \"k\"} }\n");
  AffineForOp loop = getAll<AffineForOp>()[1];
  EXPECT_EQ(findVectorizationObstacle(loop), "");
  auto laneByLane = vectorizeLoop(rewriter, loop, /*strict=*/false);
  ASSERT_TRUE(succeeded(laneByLane));
  EXPECT_TRUE(laneByLane->empty());
  EXPECT_EQ(getAll<VectorStoreOp>().size(), 2u);
  EXPECT_EQ(getAll<StoreOp>().size(), 1u);
  verifyProgram();
}

TEST_F(TransformsTest, PeelsTheLastIterations) {
  parse("affine.for %i = 0 to 50 step 8 {\n"
        "  affine.for %k = 0 to min affine_map<(i) -> (8, 50 - i)>(%i) {\n"
        "    sa.store %x, %A[%k] : !A\n"
        "  } {sa.index = \"k\", sa.execution = #sa.execution<unroll>}\n"
        "} {sa.index = \"i\"}\n");
  ASSERT_TRUE(succeeded(peelLoop(rewriter, getAll<AffineForOp>()[1])));
  SmallVector<AffineForOp> loops = getAll<AffineForOp>();
  ASSERT_EQ(loops.size(), 4u);
  EXPECT_EQ(loops[0].getConstantUpperBound(), 48);
  EXPECT_EQ(loops[1].getConstantUpperBound(), 8);
  EXPECT_EQ(loops[3].getConstantUpperBound(), 2);
  EXPECT_TRUE(failed(peelLoop(rewriter, loops[1])));
  verifyProgram();
}

TEST_F(TransformsTest, SplitsTheIndexSetAtACondition) {
  parse("affine.for %i = 0 to 10 {\n"
        "  affine.if affine_set<(i) : (6 - i >= 0)>(%i) {\n"
        "    sa.store %x, %A[%i] : !A\n"
        "  } else { sa.store %x, %B[%i] : !A }\n"
        "} {sa.index = \"i\"}\n");
  ASSERT_TRUE(succeeded(unswitchCondition(rewriter, getAll<AffineIfOp>()[0])));
  SmallVector<AffineForOp> loops = getAll<AffineForOp>();
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[0].getConstantUpperBound(), 7);
  EXPECT_EQ(loops[1].getConstantLowerBound(), 7);
  EXPECT_TRUE(getAll<AffineIfOp>().empty());
  verifyProgram();
}

TEST_F(TransformsTest, CarriesAnElementThroughALoop) {
  parse("affine.for %i = 0 to 8 { affine.for %k = 0 to 8 {\n"
        "  sa.accumulate add %x, %A[%i] : !A } {sa.index = \"k\"} }\n");
  EXPECT_EQ(replaceScalars(rewriter, getAll<AffineForOp>()[1]), 1u);
  AffineForOp loop = getAll<AffineForOp>()[1];
  EXPECT_EQ(loop.getNumResults(), 1u);
  EXPECT_TRUE(getAll<AccumulateOp>().empty());
  EXPECT_EQ(replaceScalars(rewriter, loop), 0u);
  verifyProgram();
}

TEST_F(TransformsTest, FusesTwoNests) {
  parse("sa.nest (%i) to (8) { sa.store %x, %A[%i] : !A }\n"
        "sa.nest (%j) to (8) parallel(\"j\") { sa.store %x, %B[%j] : !A }\n");
  SmallVector<NestOp> nests = getAll<NestOp>();
  fuseNests(rewriter, nests[0], nests[1]);
  nests = getAll<NestOp>();
  ASSERT_EQ(nests.size(), 1u);
  EXPECT_TRUE(nests[0].isParallel(0));
  EXPECT_EQ(getAll<StoreOp>().size(), 2u);
  verifyProgram();
}

} // namespace
