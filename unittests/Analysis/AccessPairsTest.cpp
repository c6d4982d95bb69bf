// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many questions bodies of many statements lead to.

#include "sa/Dialect/SA/Analysis/Accesses/AccessPairs.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "sa/Pipelines/Compilation.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace sa;

namespace {

DialectRegistry getRegistry() {
  DialectRegistry registry;
  registerCompiler(registry);
  return registry;
}

/// How many pairs are asked about in a nest over (i, j) of 8 by 8 points that
/// stores to `B[maps]`, for each of the affine maps.
unsigned countQuestions(ArrayRef<std::string> maps) {
  std::string text = "sa.func @f(%B: !sa.array<100000xf32, inout>, %x: f32) {\n"
                     "  sa.nest (%i, %j) to (8, 8) {\n";
  for (auto [number, map] : llvm::enumerate(maps))
    text += llvm::formatv("    %k{0} = affine.apply affine_map<(i, j) -> "
                          "({1})>(%i, %j)\n"
                          "    sa.store %x, %B[%k{0}] : "
                          "!sa.array<100000xf32, inout>\n",
                          number, map);
  text += "  }\n}\n";
  MLIRContext context(getRegistry());
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  unsigned count = 0;
  module->walk([&](NestOp nest) {
    FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
    EXPECT_TRUE(succeeded(accesses));
    askPairs(*accesses, *accesses, [&](const Access &, const Access &) {
      ++count;
      return false;
    });
  });
  return count;
}

std::vector<std::string> repeat(unsigned times, const char *map) {
  std::vector<std::string> maps;
  for (unsigned i = 0; i < times; ++i)
    maps.push_back(llvm::formatv(map, i));
  return maps;
}

TEST(AccessPairs, EqualAccessesAreOne) {
  EXPECT_EQ(countQuestions(repeat(400, "i + j")), 1u);
}

TEST(AccessPairs, DistancesAreAskedOnce) {
  // 8 * i + j is below 64: distances from -63 to 63 can meet.
  EXPECT_EQ(countQuestions(repeat(400, "i * 8 + j + {0}")), 127u);
}

TEST(AccessPairs, RangesThatDoNotMeet) {
  EXPECT_EQ(countQuestions(repeat(400, "i + j + {0} * 15")), 1u);
  EXPECT_EQ(countQuestions(repeat(400, "i + j + {0} * 14")), 3u);
}

TEST(AccessPairs, RestsThatDoNotMeet) {
  EXPECT_EQ(countQuestions({"i * 4 + j * 6", "i * 8 + j * 2 + 1"}), 2u);
  EXPECT_EQ(countQuestions({"i * 4 + j * 6", "i * 9 + j * 3 + 1"}), 4u);
}

TEST(AccessPairs, StopsAtTheFirst) {
  MLIRContext context(getRegistry());
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "sa.func @f(%B: !sa.array<8xf32, inout>, %x: f32) {\n"
      "  sa.nest (%i) to (8) {\n"
      "    sa.store %x, %B[%i] : !sa.array<8xf32, inout>\n"
      "    sa.accumulate add %x, %B[%i] : !sa.array<8xf32, inout>\n"
      "  }\n}\n",
      &context);
  module->walk([&](NestOp nest) {
    FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
    unsigned count = 0;
    askPairs(*accesses, *accesses,
             [&](const Access &, const Access &) { return ++count == 2; });
    EXPECT_EQ(count, 2u);
  });
}

} // namespace
