// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The analysis of a constant's zeros against the definition: random boxes of
// random arrays, element by element.

#include "sa/Dialect/SA/Analysis/Constants/ConstantContent.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mlir;
using namespace sa;

namespace {

class ConstantContentTest : public ::testing::Test {
protected:
  ConstantContentTest() : builder(&context) {
    context.loadDialect<SADialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
  }

  ConstOp create(DenseElementsAttr elements, Type elementType) {
    auto type =
        ArrayType::get(elements.getType().getShape(), elementType, Role::Const);
    return ConstOp::create(builder, builder.getUnknownLoc(), type, "W",
                           elements);
  }
  /// The mask of a constant of one dimension.
  std::vector<uint8_t> getMask(DenseElementsAttr elements) {
    ConstOp op = create(elements, elements.getElementType());
    std::optional<ConstantElements> bytes = ConstantElements::get(op);
    auto type = cast<ArrayType>(op.getResult().getType());
    return NonzeroMask::get(*bytes, type.getElementType(), type.getShape(),
                            type.getShape())
        .isNonzero;
  }
  RankedTensorType vector(int64_t size, Type elementType) {
    return RankedTensorType::get({size}, elementType);
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ConstantContentTest, EveryElementType) {
  using Mask = std::vector<uint8_t>;
  EXPECT_EQ(getMask(DenseElementsAttr::get(vector(3, builder.getF32Type()),
                                           {0.0f, -0.0f, 1e-45f})),
            Mask({0, 0, 1}));
  EXPECT_EQ(getMask(DenseElementsAttr::get(vector(3, builder.getF64Type()),
                                           {0.0, -0.0, -5e-324})),
            Mask({0, 0, 1}));
  EXPECT_EQ(getMask(DenseElementsAttr::getFromRawBuffer(
                vector(3, builder.getBF16Type()), {0, 0, 0, char(0x80), 1, 0})),
            Mask({0, 0, 1}));
  // The lowest integer is not a minus zero.
  EXPECT_EQ(
      getMask(DenseElementsAttr::get(vector(3, builder.getI8Type()),
                                     {int8_t(0), int8_t(-128), int8_t(1)})),
      Mask({0, 1, 1}));
  EXPECT_EQ(
      getMask(DenseElementsAttr::get(vector(3, builder.getI64Type()),
                                     {int64_t(0), INT64_MIN, int64_t(1)})),
      Mask({0, 1, 1}));
  EXPECT_EQ(getMask(DenseElementsAttr::get(vector(3, builder.getI1Type()),
                                           {false, true, false})),
            Mask({0, 1, 0}));
  EXPECT_EQ(getMask(DenseElementsAttr::get(
                vector(3, ComplexType::get(builder.getF64Type())),
                {std::complex<double>(0, -0.0), std::complex<double>(0, 1),
                 std::complex<double>(1, 0)})),
            Mask({0, 1, 1}));
  // One element that stands for all.
  EXPECT_EQ(
      getMask(DenseElementsAttr::get(vector(2, builder.getF32Type()), -0.0f)),
      Mask({0, 0}));
  EXPECT_EQ(
      getMask(DenseElementsAttr::get(vector(2, builder.getI1Type()), true)),
      Mask({1, 1}));
}

/// A random mask of a part of a constant, and the index vectors of the part.
struct RandomMask {
  NonzeroMask mask;
  std::vector<SmallVector<int64_t>> points;
};

RandomMask getRandomMask(ConstOp op, std::mt19937 &generator) {
  auto type = cast<ArrayType>(op.getResult().getType());
  SmallVector<int64_t> extent;
  for (int64_t size : type.getShape())
    extent.push_back(size - generator() % 2);
  std::optional<ConstantElements> elements = ConstantElements::get(op);
  RandomMask result{NonzeroMask::get(*elements, type.getElementType(),
                                     type.getShape(), extent),
                    {{}}};
  for (int64_t size : extent) {
    std::vector<SmallVector<int64_t>> longer;
    for (const SmallVector<int64_t> &point : result.points)
      for (int64_t i = 0; i < size; ++i) {
        longer.push_back(point);
        longer.back().push_back(i);
      }
    result.points = std::move(longer);
  }
  // The mask says what the elements say.
  auto values = cast<DenseElementsAttr>(op.getValue()).getValues<int16_t>();
  int64_t count = 0;
  for (auto [place, point] : llvm::enumerate(result.points)) {
    SmallVector<uint64_t> index(point.begin(), point.end());
    bool isNonzero = values[index] != 0;
    EXPECT_EQ(result.mask.isNonzero[place], isNonzero);
    count += isNonzero;
  }
  EXPECT_EQ(result.mask.count, count);
  return result;
}

TEST_F(ConstantContentTest, SlicesAndCells) {
  std::mt19937 generator(3);
  for (int round = 0; round < 100; ++round) {
    // 1. A constant with a third of its elements, and some slices, zero.
    SmallVector<int64_t> shape;
    int64_t count = 1;
    for (unsigned dim = 0, rank = 1 + generator() % 4; dim < rank; ++dim) {
      shape.push_back(2 + generator() % 6);
      count *= shape.back();
    }
    std::vector<int16_t> numbers(count);
    int64_t dropped = generator() % shape.back();
    for (int64_t i = 0; i < count; ++i)
      numbers[i] = i % shape.back() == dropped ? 0 : generator() % 3;
    auto elements = DenseElementsAttr::get(
        RankedTensorType::get(shape, builder.getI16Type()),
        ArrayRef<int16_t>(numbers));
    auto [mask, points] =
        getRandomMask(create(elements, builder.getI16Type()), generator);

    // 2. Slices.
    SmallVector<SliceMask> slices = getSlices(mask);
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      std::set<int64_t> expected;
      for (auto [place, point] : llvm::enumerate(points))
        if (mask.isNonzero[place])
          expected.insert(point[dim]);
      for (int64_t i = 0; i < mask.shape[dim]; ++i)
        EXPECT_EQ(slices[dim].isNonzero[i], expected.count(i));
      EXPECT_EQ(slices[dim].count, static_cast<int64_t>(expected.size()));
      if (expected.empty())
        continue;
      EXPECT_EQ(slices[dim].first, *expected.begin());
      EXPECT_EQ(slices[dim].last, *expected.rbegin());
    }

    // 3. Cells: dimensions go to the rows or to the columns.
    SmallVector<unsigned> rowDims, columnDims;
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      (generator() % 2 ? rowDims : columnDims).push_back(dim);
    std::shuffle(rowDims.begin(), rowDims.end(), generator);
    int64_t rows = 1 + generator() % 3, columns = 1 + generator() % 3;
    CellMatrix cells = CellMatrix(mask, rowDims, columnDims);
    CellMatrix blocks = cells.coarsen(rows, columns);
    std::set<std::pair<int64_t, int64_t>> expected;
    for (auto [place, point] : llvm::enumerate(points)) {
      auto number = [&mask = mask, &point = point](ArrayRef<unsigned> dims) {
        int64_t result = 0;
        for (unsigned dim : dims)
          result = result * mask.shape[dim] + point[dim];
        return result;
      };
      int64_t row = number(rowDims), column = number(columnDims);
      EXPECT_EQ(cells.isNonzero(row, column), mask.isNonzero[place]);
      if (mask.isNonzero[place])
        expected.insert({row / rows, column / columns});
    }
    EXPECT_EQ(cells.count(), mask.count);
    EXPECT_EQ(blocks.count(), static_cast<int64_t>(expected.size()));
    for (int64_t row = 0; row < blocks.getNumRows(); ++row)
      for (int64_t column = 0; column < blocks.getNumColumns(); ++column)
        EXPECT_EQ(blocks.isNonzero(row, column),
                  expected.count({row, column}) == 1);
  }
}

} // namespace
