// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts against their definitions: every element of small shapes is visited.

#include "sa/Layout/Layout.h"
#include "gtest/gtest.h"
#include <map>

using namespace sa;
using Shape = std::vector<int64_t>;

namespace {

struct Case {
  const char *name;
  Layout layout;
  std::vector<Shape> shapes;
};

std::vector<Case> getCases() {
  std::vector<Shape> any = {{}, {5}, {3, 4}, {1, 1}, {2, 3, 4}, {0, 3}};
  std::vector<Shape> matrices = {{3, 4}, {4, 3}, {5, 5},
                                 {1, 6}, {6, 1}, {0, 2}};
  std::vector<Shape> squares = {{1, 1}, {2, 2}, {5, 5}, {0, 0}};
  OffsetExpr i = OffsetExpr::index(0), j = OffsetExpr::index(1);
  return {
      {"row_major", Layout::rowMajor(), any},
      {"col_major", Layout::colMajor(), any},
      {"strided", Layout::strided({-7, 2}, 40), {{5, 3}, {1, 1}, {0, 3}}},
      {"interleaved", Layout::strided({2, 3}), {{2, 2}, {3, 3}, {4, 4}}},
      {"zero stride", Layout::strided({0, 1}), {{5, 3}, {1, 3}}},
      {"lower_triangular", Layout::lowerTriangular(), squares},
      {"strict lower_triangular", Layout::lowerTriangular(true), squares},
      {"upper_triangular", Layout::upperTriangular(), squares},
      {"strict upper_triangular", Layout::upperTriangular(true), squares},
      {"banded<1, 2>", Layout::banded(1, 2), matrices},
      {"banded<0, 0>", Layout::banded(0, 0), matrices},
      {"banded<9, 9>", Layout::banded(9, 9), matrices},
      {"toeplitz", Layout::toeplitz(), matrices},
      {"blocked<[2, 3]>", Layout::blocked({2, 3}), matrices},
      {"blocked<[2, 2, 3]>", Layout::blocked({2, 2, 3}), {{3, 4, 5}}},
      {"striped<2>", Layout::striped(2), matrices},
      {"striped<3>", Layout::striped(3), {{3, 7}, {2, 3, 4}}},
      {"z_order", Layout::zOrder(), {{5}, {3, 4}, {2, 8}, {8, 2}, {3, 2, 5}}},
      {"packed_lower", Layout::packedLowerTriangular(), squares},
      {"packed_upper", Layout::packedUpperTriangular(), squares},
      {"sliced<[1], col_major>",
       Layout::sliced({1}, Layout::colMajor()),
       {{3, 2, 3}, {1, 4, 2}}},
      {"sliced<[2, 1]>",
       Layout::sliced({2, 1}, Layout::rowMajor()),
       {{5, 2, 3}, {4, 3, 1, 2}}},
      {"sliced<[1], packed_lower>",
       Layout::sliced({1}, Layout::packedLowerTriangular()),
       {{2, 3, 3}, {3, 1, 1}}},
      {"affine",
       Layout::affine(2, i.floorDiv(2) * 5 + j.mod(3) + i.mod(2) * 3),
       {{3, 4}, {4, 3}, {1, 1}}},
      {"negative affine",
       Layout::affine(2, (i - j).floorDiv(3) + 4),
       {{3, 4}, {4, 13}}},
  };
}

/// Calls `visit` with every index vector of `shape`, in row-major order.
template <typename Visit> void forEachIndex(const Shape &shape, Visit visit) {
  if (llvm::is_contained(shape, 0))
    return;
  Shape index(shape.size(), 0);
  while (true) {
    visit(index);
    size_t dim = shape.size();
    while (dim > 0 && ++index[dim - 1] == shape[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

bool isInDomain(const Layout &layout, const Shape &index) {
  return llvm::all_of(layout.getDomain(), [&](const OffsetExpr &expr) {
    return *expr.evaluate(index, {}) >= 0;
  });
}

/// The shape with every size left open.
Shape open(const Shape &shape) { return Shape(shape.size(), openSize); }

TEST(Layout, StorageEndsAtTheLargestOffset) {
  for (const Case &c : getCases())
    for (const Shape &shape : c.shapes) {
      SCOPED_TRACE(c.name);
      ASSERT_FALSE(c.layout.refuse(shape));
      int64_t largest = -1;
      OffsetExpr offset = c.layout.getOffset(shape);
      forEachIndex(shape, [&](const Shape &index) {
        if (isInDomain(c.layout, index))
          largest = std::max(largest, *offset.evaluate(index, {}));
      });
      EXPECT_EQ(c.layout.getStorageSize(shape).getConstant(), largest + 1);
    }
}

TEST(Layout, OpenSizesMeanTheSame) {
  for (const Case &c : getCases())
    for (const Shape &shape : c.shapes) {
      SCOPED_TRACE(c.name);
      if (c.layout.refuse(open(shape)))
        continue;
      OffsetExpr fixed = c.layout.getOffset(shape);
      OffsetExpr general = c.layout.getOffset(open(shape));
      forEachIndex(shape, [&](const Shape &index) {
        if (isInDomain(c.layout, index))
          EXPECT_EQ(general.evaluate(index, shape), fixed.evaluate(index, {}));
      });
      EXPECT_EQ(c.layout.getStorageSize(open(shape)).evaluate({}, shape),
                c.layout.getStorageSize(shape).getConstant());
    }
}

TEST(Layout, StridesThatMeetAmongManyDimensions) {
  // Each stride steps over what the shorter ones reach, but for the last one.
  std::vector<int64_t> strides, doubled;
  for (int64_t dim = 0, stride = 1; dim < 16; ++dim, stride = stride * 5 + 3)
    strides.push_back(dim % 2 ? -stride : stride);
  Shape shape(16, 4);
  EXPECT_TRUE(Layout::strided(strides, 0).isInjective(shape));
  doubled = strides;
  doubled.back() = 2 * strides[14];
  EXPECT_FALSE(Layout::strided(doubled, 0).isInjective(shape));
  doubled.back() = 0;
  EXPECT_FALSE(Layout::strided(doubled, 0).isInjective(shape));
  EXPECT_TRUE(Layout::strided({300, 299}, 0).isInjective(Shape{290, 290}));
  EXPECT_FALSE(Layout::strided({300, 299}, 0).isInjective(Shape{300, 301}));
  EXPECT_TRUE(Layout::strided(doubled, 0).isInjective(Shape(16, 1)));
  // Too many sums of strides to look at: they may meet.
  for (int64_t dim = 0; dim < 16; ++dim)
    strides[dim] = 1000003 + dim * dim * 7919;
  EXPECT_FALSE(Layout::strided(strides, 0).isInjective(shape));
}

TEST(Layout, InjectiveMeansNoTwoElementsMeet) {
  for (const Case &c : getCases())
    for (const Shape &shape : c.shapes) {
      SCOPED_TRACE(c.name);
      std::map<int64_t, int> uses;
      OffsetExpr offset = c.layout.getOffset(shape);
      forEachIndex(shape, [&](const Shape &index) {
        if (isInDomain(c.layout, index))
          ++uses[*offset.evaluate(index, {})];
      });
      bool meet = llvm::any_of(uses, [](auto use) { return use.second > 1; });
      EXPECT_EQ(c.layout.isInjective(shape), !meet);
    }
}

TEST(Layout, StridesAgreeWithOffsets) {
  for (const Case &c : getCases())
    for (const Shape &shape : c.shapes) {
      SCOPED_TRACE(c.name);
      auto strides = c.layout.getStrides(shape);
      if (!strides || llvm::is_contained(shape, 0))
        continue;
      OffsetExpr offset = c.layout.getOffset(shape);
      int64_t first = *offset.evaluate(Shape(shape.size(), 0), {});
      forEachIndex(shape, [&](const Shape &index) {
        int64_t expected = first;
        for (size_t dim = 0; dim < shape.size(); ++dim)
          expected += index[dim] * (*strides)[dim].getValue();
        EXPECT_EQ(*offset.evaluate(index, {}), expected);
      });
    }
}

/// The offsets of a shape, row by row; -1 outside of the domain.
std::vector<int64_t> getPicture(const Layout &layout, const Shape &shape) {
  std::vector<int64_t> picture;
  OffsetExpr offset = layout.getOffset(shape);
  forEachIndex(shape, [&](const Shape &index) {
    picture.push_back(isInDomain(layout, index) ? *offset.evaluate(index, {})
                                                : -1);
  });
  return picture;
}

// The pictures of Layout.h.
TEST(Layout, Pictures) {
  using Picture = std::vector<int64_t>;
  EXPECT_EQ(getPicture(Layout::colMajor(), {3, 4}),
            (Picture{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}));
  EXPECT_EQ(getPicture(Layout::strided({-4, 2}, 8), {3, 2}),
            (Picture{8, 10, 4, 6, 0, 2}));
  EXPECT_EQ(getPicture(Layout::lowerTriangular(), {3, 3}),
            (Picture{0, -1, -1, 3, 4, -1, 6, 7, 8}));
  EXPECT_EQ(getPicture(Layout::banded(1, 1), {4, 4}),
            (Picture{1, 2, -1, -1, 3, 4, 5, -1, -1, 6, 7, 8, -1, -1, 9, 10}));
  EXPECT_EQ(getPicture(Layout::toeplitz(), {3, 4}),
            (Picture{2, 3, 4, 5, 1, 2, 3, 4, 0, 1, 2, 3}));
  EXPECT_EQ(getPicture(Layout::blocked({2, 2}), {3, 4}),
            (Picture{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13}));
  EXPECT_EQ(getPicture(Layout::striped(2), {3, 4}),
            (Picture{0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11}));
  EXPECT_EQ(getPicture(Layout::zOrder(), {4, 4}),
            (Picture{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15}));
  EXPECT_EQ(getPicture(Layout::packedLowerTriangular(), {3, 3}),
            (Picture{0, -1, -1, 1, 2, -1, 3, 4, 5}));
  EXPECT_EQ(getPicture(Layout::packedUpperTriangular(), {3, 3}),
            (Picture{0, 1, 2, -1, 3, 4, -1, -1, 5}));
  EXPECT_EQ(getPicture(Layout::sliced({2}, Layout::colMajor()), {3, 2, 2}),
            (Picture{0, 2, 1, 3, 0, 2, 1, 3, 4, 6, 5, 7}));
}

TEST(Layout, RefusesShapesItCannotHold) {
  EXPECT_EQ(*Layout::toeplitz().refuse({4}),
            "a Toeplitz layout needs 2 dimensions, and the shape has 1");
  EXPECT_EQ(*Layout::lowerTriangular().refuse({4, 3}),
            "a triangular layout needs a square shape, not 4 by 3");
  EXPECT_EQ(*Layout::striped(4).refuse({4}),
            "a striped layout needs rows and columns, and the shape has 1 "
            "dimension");
  EXPECT_TRUE(Layout::zOrder().refuse({openSize, 4}));
  EXPECT_TRUE(Layout::zOrder().refuse({}));
  EXPECT_TRUE(Layout::zOrder().refuse({int64_t(1) << 40, int64_t(1) << 40}));
  EXPECT_TRUE(Layout::blocked({2, 2}).refuse({4}));
  EXPECT_TRUE(Layout::blocked({0, 2}).findFault());
  EXPECT_TRUE(Layout::blocked({}).findFault());
  EXPECT_TRUE(Layout::striped(0).findFault());
  EXPECT_EQ(*Layout::sliced({1, 1}, Layout::rowMajor()).refuse({4}),
            "there are 2 dimensions of slices, and the shape has 1");
  EXPECT_TRUE(Layout::sliced({1}, Layout::striped(4)).refuse({4, 8}));
  EXPECT_TRUE(Layout::sliced({0}, Layout::rowMajor()).findFault());
  EXPECT_TRUE(Layout::sliced({1}, Layout::striped(0)).findFault());
  EXPECT_TRUE(Layout::banded(-1, 2).findFault());
  EXPECT_FALSE(Layout::banded(0, 0).findFault());
}

TEST(OffsetExpr, OverflowIsNoValue) {
  OffsetExpr i = OffsetExpr::index(0);
  int64_t large = int64_t(1) << 40;
  EXPECT_EQ((i * large).evaluate({1}, {}), large);
  EXPECT_EQ((i * large).evaluate({large}, {}), std::nullopt);
  EXPECT_EQ((OffsetExpr(large) * large).getConstant(), std::nullopt);
}

TEST(OffsetExpr, DivisionsRoundDown) {
  OffsetExpr i = OffsetExpr::index(0);
  EXPECT_EQ(i.floorDiv(3).evaluate({-1}, {}), -1);
  EXPECT_EQ(i.ceilDiv(3).evaluate({4}, {}), 2);
  EXPECT_EQ(i.mod(3).evaluate({-1}, {}), 2);
}

} // namespace
