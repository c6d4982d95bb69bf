// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dependence analysis against the definition: random small nests, every
// pair of points tried.

#include "sa/Dialect/SA/Analysis/Dependence.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "sa/Pipelines/Compilation.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace sa;

namespace {

using Point = std::vector<int64_t>;

/// All the points of the nest, whose sizes are static.
std::vector<Point> getPoints(NestOp nest) {
  std::vector<Point> points = {{}};
  for (int64_t size : nest.getStaticSizes()) {
    std::vector<Point> longer;
    for (const Point &point : points)
      for (int64_t i = 0; i < size; ++i) {
        longer.push_back(point);
        longer.back().push_back(i);
      }
    points = std::move(longer);
  }
  return points;
}

/// Where in its array's storage an access at a point lands.
int64_t getOffset(const Access &access, const Point &point) {
  MLIRContext *context = access.op->getContext();
  SmallVector<Attribute> operands, results;
  for (int64_t value : point)
    operands.push_back(IntegerAttr::get(IndexType::get(context), value));
  EXPECT_TRUE(succeeded(access.map.constantFold(operands, results)));
  auto type = cast<ArrayType>(access.array.getType());
  SmallVector<int64_t> index;
  for (Attribute result : results)
    index.push_back(cast<IntegerAttr>(result).getInt());
  return *type.getOffset().evaluate(index, type.getShape());
}

/// The definition: two points that differ in `position` touch one element, and
/// one of them writes it.
bool conflicts(const NestAccesses &nest, unsigned position) {
  std::vector<Point> points = getPoints(nest.getNest());
  for (const Access &first : nest.getAccesses())
    for (const Access &second : nest.getAccesses()) {
      if (first.array != second.array || (!first.writes && !second.writes))
        continue;
      for (const Point &p : points)
        for (const Point &q : points)
          if (p[position] != q[position] &&
              getOffset(first, p) == getOffset(second, q))
            return true;
    }
  return false;
}

/// A random affine index of (i, j), non-negative and small.
std::string getRandomIndex(std::mt19937 &random) {
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  std::string expr = llvm::formatv("d0 * {0} + d1 * {1} + {2}", pick(0, 2),
                                   pick(0, 2), pick(0, 2));
  switch (pick(0, 3)) {
  case 0:
    return llvm::formatv("({0}) mod {1}", expr, pick(2, 4));
  case 1:
    return llvm::formatv("({0}) floordiv {1}", expr, pick(2, 4));
  default:
    return expr;
  }
}

/// A nest that reads and writes one array in random places.
std::string getRandomProgram(std::mt19937 &random) {
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  // A layout that keeps elements apart, one that does not, and row-major.
  const char *layouts[] = {"", ", #sa.strided<[1, 16]>",
                           ", #sa.strided<[1, 1]>"};
  std::string type =
      llvm::formatv("!sa.array<16x16xf32, inout{0}>", layouts[pick(0, 2)]);
  std::string accesses;
  for (int access = 0; access < 2; ++access) {
    for (int dim = 0; dim < 2; ++dim)
      accesses += llvm::formatv(
          "%{0}{1} = affine.apply affine_map<(d0, d1) -> ({2})>(%i, %j)\n",
          access == 0 ? "r" : "w", dim, getRandomIndex(random));
  }
  return llvm::formatv("sa.func @f(%A: {0}) {{\n"
                       "sa.nest (%i, %j) to ({1}, {2}) {{\n{3}"
                       "%v = sa.load %A[%r0, %r1] : {0}\n"
                       "sa.store %v, %A[%w0, %w1] : {0}\n}\n}\n",
                       type, pick(0, 4), pick(1, 4), accesses);
}

TEST(Dependence, AgreesWithTheDefinition) {
  DialectRegistry registry;
  registerCompiler(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::mt19937 random(7);
  int numCarried = 0, numFree = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::string program = getRandomProgram(random);
    auto module = parseSourceString<ModuleOp>(program, &context);
    ASSERT_TRUE(module) << program;
    module->walk([&](NestOp nest) {
      FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
      ASSERT_TRUE(succeeded(accesses)) << program;
      for (unsigned position = 0; position < 2; ++position) {
        bool expected = conflicts(*accesses, position);
        EXPECT_EQ(carriesDependence(*accesses, position), expected)
            << program << "index " << position;
        (expected ? numCarried : numFree) += 1;
      }
    });
  }
  // Both answers occur, so that neither is tested in vain.
  EXPECT_GT(numCarried, 50);
  EXPECT_GT(numFree, 50);
}

} // namespace
