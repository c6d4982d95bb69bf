// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dependence analysis against the definition: random small nests, every
// pair of points tried.

#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"
#include "sa/Dialect/SA/Analysis/Flow/Privatization.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "sa/Pipelines/Compilation.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <map>
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

/// The definition: a point of one nest and a different one of the other touch
/// one element, and one of them writes it.
bool conflictsElsewhere(const NestAccesses &one, const NestAccesses &other) {
  for (const Access &first : one.getAccesses())
    for (const Access &second : other.getAccesses()) {
      if (first.array != second.array || (!first.writes && !second.writes))
        continue;
      for (const Point &p : getPoints(one.getNest()))
        for (const Point &q : getPoints(other.getNest()))
          if (p != q && getOffset(first, p) == getOffset(second, q))
            return true;
    }
  return false;
}

/// The definitions: at some point, or at a point and one that comes after it.
/// Points are ordered as vectors are.
bool meetInPlace(const NestAccesses &nest, const Access &first,
                 const Access &second) {
  return llvm::any_of(getPoints(nest.getNest()), [&](const Point &p) {
    return getOffset(first, p) == getOffset(second, p);
  });
}

bool meetBefore(const NestAccesses &nest, const Access &first,
                const Access &second) {
  for (const Point &p : getPoints(nest.getNest()))
    for (const Point &q : getPoints(nest.getNest()))
      if (p < q && getOffset(first, p) == getOffset(second, q))
        return true;
  return false;
}

bool areSameEverywhere(const NestAccesses &nest, const Access &first,
                       const Access &second) {
  return llvm::all_of(getPoints(nest.getNest()), [&](const Point &p) {
    return getOffset(first, p) == getOffset(second, p);
  });
}

/// The definition: the first so many indices of a read's point and of the point
/// that wrote the element last are always the same. Points run in their order,
/// and the first access of the nest reads before the second one writes.
unsigned countPrivate(const NestAccesses &nest) {
  const Access &read = nest.getAccesses()[0], &write = nest.getAccesses()[1];
  std::map<int64_t, Point> lastWrites;
  unsigned numPrivate = nest.getRank();
  for (const Point &point : getPoints(nest.getNest())) {
    auto last = lastWrites.find(getOffset(read, point));
    for (unsigned i = 0; last != lastWrites.end() && i < numPrivate; ++i)
      if (last->second[i] != point[i])
        numPrivate = i;
    lastWrites[getOffset(write, point)] = point;
  }
  return numPrivate;
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

/// Nests that read and write one array in random places.
std::string getRandomProgram(std::mt19937 &random, int numNests = 1) {
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  // A layout that keeps elements apart, one that does not, and row-major.
  const char *layouts[] = {"", ", #sa.strided<[1, 16]>",
                           ", #sa.strided<[1, 1]>"};
  std::string type =
      llvm::formatv("!sa.array<16x16xf32, inout{0}>", layouts[pick(0, 2)]);
  std::string nests;
  std::string sizes = llvm::formatv("({0}, {1})", pick(0, 4), pick(1, 4));
  for (int nest = 0; nest < numNests; ++nest) {
    std::string accesses;
    for (const char *access : {"r", "w"})
      for (int dim = 0; dim < 2; ++dim)
        accesses += llvm::formatv(
            "%{0}{1} = affine.apply affine_map<(d0, d1) -> ({2})>(%i, %j)\n",
            access, dim, getRandomIndex(random));
    nests += llvm::formatv("sa.nest (%i, %j) to {1} {{\n{2}"
                           "%v = sa.load %A[%r0, %r1] : {0}\n"
                           "sa.store %v, %A[%w0, %w1] : {0}\n}\n",
                           type, sizes, accesses);
  }
  return llvm::formatv("sa.func @f(%A: {0}) {{\n{1}}\n", type, nests);
}

class Dependence : public ::testing::Test {
protected:
  Dependence()
      : context(getRegistry(), MLIRContext::Threading::DISABLED), random(7) {}

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerCompiler(registry);
    return registry;
  }

  /// Calls `check` with the nests of random programs.
  void forRandomPrograms(
      int numTrials, int numNests,
      llvm::function_ref<void(std::vector<NestAccesses> &)> check) {
    for (int trial = 0; trial < numTrials; ++trial) {
      std::string program = getRandomProgram(random, numNests);
      SCOPED_TRACE(program);
      auto module = parseSourceString<ModuleOp>(program, &context);
      ASSERT_TRUE(module);
      std::vector<NestAccesses> nests;
      module->walk([&](NestOp nest) {
        FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
        ASSERT_TRUE(succeeded(accesses));
        nests.push_back(std::move(*accesses));
      });
      check(nests);
    }
  }

  /// Compares, and counts the answers: both must occur, or one is tested in
  /// vain.
  void expect(bool actual, bool expected) {
    EXPECT_EQ(actual, expected);
    (expected ? numTrue : numFalse) += 1;
  }
  void TearDown() override {
    EXPECT_GT(numTrue, 50);
    EXPECT_GT(numFalse, 50);
  }

  MLIRContext context;
  std::mt19937 random;
  int numTrue = 0, numFalse = 0;
};

TEST_F(Dependence, CarriedByAnIndex) {
  forRandomPrograms(300, 1, [&](std::vector<NestAccesses> &nests) {
    for (unsigned position = 0; position < 2; ++position)
      expect(carriesDependence(nests[0], position),
             conflicts(nests[0], position));
  });
}

TEST_F(Dependence, BetweenNests) {
  forRandomPrograms(300, 2, [&](std::vector<NestAccesses> &nests) {
    nests[0].unifySymbols(nests[1]);
    EXPECT_TRUE(nests[0].hasSamePoints(nests[1]));
    expect(findConflictElsewhere(nests[0], nests[1]).has_value(),
           conflictsElsewhere(nests[0], nests[1]));
  });
}

TEST_F(Dependence, InPlace) {
  forRandomPrograms(300, 1, [&](std::vector<NestAccesses> &nests) {
    const Access &first = nests[0].getAccesses()[0];
    const Access &second = nests[0].getAccesses()[1];
    expect(canMeetInPlace(nests[0], first, second),
           meetInPlace(nests[0], first, second));
    // Sufficient, not necessary.
    if (isSameElement(nests[0], first, second))
      EXPECT_TRUE(areSameEverywhere(nests[0], first, second));
  });
}

TEST_F(Dependence, Before) {
  forRandomPrograms(300, 1, [&](std::vector<NestAccesses> &nests) {
    const Access &first = nests[0].getAccesses()[0];
    const Access &second = nests[0].getAccesses()[1];
    expect(canMeetBefore(nests[0], first, second),
           meetBefore(nests[0], first, second));
    expect(canMeetBefore(nests[0], second, first),
           meetBefore(nests[0], second, first));
  });
}

TEST_F(Dependence, PrivateCopies) {
  forRandomPrograms(600, 1, [&](std::vector<NestAccesses> &nests) {
    unsigned found =
        countPrivateIndices(nests[0], nests[0].getAccesses()[0].array);
    // Sufficient, not necessary.
    EXPECT_LE(found, countPrivate(nests[0]));
    expect(found > 0, found > 0);
  });
}

} // namespace
