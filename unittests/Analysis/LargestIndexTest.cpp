// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The largest index against the definition: random small nests with run-time
// sizes, every point tried for every value of the sizes.

#include "sa/Dialect/SA/Analysis/Accesses/LargestIndex.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "sa/Pipelines/Compilation.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace sa;

namespace {

int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                 ArrayRef<int64_t> symbols) {
  auto get = [&](ArrayRef<int64_t> values) {
    return llvm::map_to_vector(values, [&](int64_t value) {
      return getAffineConstantExpr(value, expr.getContext());
    });
  };
  return cast<AffineConstantExpr>(
             expr.replaceDimsAndSymbols(get(dims), get(symbols)))
      .getValue();
}

/// The definition.
std::optional<int64_t> tryAllPoints(const NestAccesses &nest, AffineExpr index,
                                    ArrayRef<int64_t> symbols,
                                    SmallVector<int64_t> point = {}) {
  std::optional<int64_t> largest;
  if (point.size() == nest.getRank()) {
    for (AffineExpr constraint : nest.getConstraints())
      if (evaluate(constraint, point, symbols) < 0)
        return std::nullopt;
    return evaluate(index, point, symbols);
  }
  int64_t size = evaluate(nest.getSizes()[point.size()], {}, symbols);
  for (int64_t i = 0; i < size; ++i) {
    SmallVector<int64_t> longer = point;
    longer.push_back(i);
    largest = std::max(largest, tryAllPoints(nest, index, symbols, longer));
  }
  return largest;
}

std::optional<int64_t> getLargest(ArrayRef<LargestIndex> pieces,
                                  ArrayRef<int64_t> symbols) {
  std::optional<int64_t> largest;
  for (const LargestIndex &piece : pieces)
    if (llvm::all_of(piece.conditions, [&](AffineExpr condition) {
          return evaluate(condition, {}, symbols) >= 0;
        }))
      largest = std::max<std::optional<int64_t>>(
          largest, evaluate(piece.value, {}, symbols));
  return largest;
}

class LargestIndexTest : public testing::Test {
protected:
  LargestIndexTest()
      : context(getRegistry(), MLIRContext::Threading::DISABLED) {}

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerCompiler(registry);
    return registry;
  }

  /// A nest over indices i and j, below sizes of M and N.
  NestAccesses parse(StringRef sizes, StringRef where, StringRef index) {
    std::string text = llvm::formatv(
        R"(
sa.func @f(%A: !sa.array<?xf32, inout>,
           %B: !sa.array<?x?xf32, input, sizes = [M, N]>) {{
  %M = sa.dim %B, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
  %N = sa.dim %B, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
  %m = affine.apply affine_map<()[M, N] -> ({0})>()[%M, %N]
  %n = affine.apply affine_map<()[M, N] -> ({1})>()[%M, %N]
  sa.nest (%i, %j) to (%m, %n)
      where affine_set<(i, j)[M, N] : ({2} >= 0)>[%M, %N] {{
    %at = affine.apply affine_map<(i, j)[M, N] -> ({3})>(%i, %j)[%M, %N]
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%at] : !sa.array<?xf32, inout>
  }
})",
        sizes.split(';').first, sizes.split(';').second, where, index);
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    NestOp nest;
    module->walk([&](NestOp op) { nest = op; });
    FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
    EXPECT_TRUE(succeeded(accesses)) << text;
    return *accesses;
  }

  /// Compares with the definition; true when there is an answer.
  bool check(StringRef sizes, StringRef where, StringRef index) {
    NestAccesses nest = parse(sizes, where, index);
    AffineExpr expr = nest.getAccesses().front().map.getResult(0);
    auto pieces = findLargestIndex(nest, expr);
    if (failed(pieces))
      return false;
    SmallVector<int64_t> values(nest.getNumSymbols());
    for (int64_t m = 0; m < 8; ++m)
      for (int64_t n = 0; n < 8; ++n) {
        for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
          values[i] = nest.getSymbolName(i) == "M"   ? m
                      : nest.getSymbolName(i) == "N" ? n
                                                     : 0;
        EXPECT_EQ(getLargest(*pieces, values), tryAllPoints(nest, expr, values))
            << index.str() << " in " << sizes.str() << " where " << where.str()
            << ", M = " << m << ", N = " << n;
      }
    return true;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(LargestIndexTest, Boxes) {
  EXPECT_TRUE(check("M;N", "0", "i + 2 * j"));
  EXPECT_TRUE(check("M;N", "0", "M - 1 - i + j"));
  EXPECT_TRUE(check("M - 2;N floordiv 2", "0", "i + 3 * j + 1"));
}

TEST_F(LargestIndexTest, Triangles) {
  EXPECT_TRUE(check("M;N", "i - j", "j"));
  EXPECT_TRUE(check("M;N", "i - j - 1", "i + j"));
  EXPECT_TRUE(check("M;M", "M - 2 - i - j", "i + 2 * j"));
  EXPECT_TRUE(check("M;N", "i - 5", "j"));
}

TEST_F(LargestIndexTest, QuotientsAndRemainders) {
  EXPECT_TRUE(check("M;N", "0", "i mod 4"));
  EXPECT_TRUE(check("M;N", "0", "(i + 2) mod 5 + 2 * j"));
  EXPECT_TRUE(check("M;N", "0", "i + i mod 3"));
  EXPECT_TRUE(check("M;N", "i - 2 * j", "(i floordiv 3) + j mod 2"));
}

TEST_F(LargestIndexTest, NoShortAnswer) {
  EXPECT_FALSE(check("M;N", "0", "(i + 3 * j) mod 5 + i"));
}

TEST_F(LargestIndexTest, Random) {
  std::mt19937 random(5);
  auto pick = [&](int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random);
  };
  auto makeTerm = [&](ArrayRef<StringRef> of) {
    std::string term =
        llvm::formatv("{0} * {1}", pick(-2, 3), of[pick(0, of.size() - 1)]);
    if (pick(0, 3) == 0)
      term = llvm::formatv("({0} + {1}) {2} {3}", term, pick(0, 4),
                           pick(0, 1) ? "mod" : "floordiv", pick(2, 5));
    return term;
  };
  unsigned answered = 0;
  for (unsigned round = 0; round < 200; ++round) {
    auto makeSize = [&](StringRef name) -> std::string {
      switch (pick(0, 4)) {
      case 0:
        return llvm::formatv("{0} - {1}", name, pick(0, 3));
      case 1:
        return llvm::formatv("{0} floordiv {1} + 1", name, pick(2, 3));
      case 2:
        return std::to_string(pick(1, 6));
      default:
        return name.str();
      }
    };
    std::string sizes = makeSize("M") + ";" + makeSize(pick(0, 2) ? "N" : "M");
    std::string where = makeTerm({"i", "j"}) + " + " +
                        makeTerm({"i", "j", "M", "N"}) +
                        llvm::formatv(" + {0}", pick(-2, 4)).str();
    std::string index =
        makeTerm({"i", "j"}) + " + " + makeTerm({"i", "j", "M", "N"});
    answered += check(sizes, where, index);
  }
  // Most questions have an answer that is short enough.
  EXPECT_GE(answered, 180u);
}

} // namespace
