// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extreme and equal affine offsets. The elements of small arrays are
// enumerated. Those of large ones are integer points of a box, a quotient is a
// variable with two inequalities, and MLIR's Presburger library solves for the
// points; that takes long with many quotients.

#include "LayoutRule.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace sa;
using namespace mlir::presburger;

/// Stands for offsets beyond any memory.
static constexpr int64_t limit = int64_t(1) << 62;

namespace {

/// The indices and offsets of one or two points of a shape.
class Search {
public:
  Search(Shape shape, unsigned numPoints)
      : points(PresburgerSpace::getSetSpace(1 + shape.size() * numPoints)) {
    for (unsigned point = 0; point < numPoints; ++point)
      for (auto [dim, size] : llvm::enumerate(shape)) {
        unsigned column = 1 + point * shape.size() + dim;
        points.addBound(BoundType::LB, column, 0);
        if (size != openSize)
          points.addBound(BoundType::UB, column, size - 1);
      }
  }

  /// A linear combination of the variables; the last entry is the constant.
  using Row = llvm::SmallVector<llvm::DynamicAPInt>;

  /// Returns `expr` at the point whose indices start at `firstColumn`.
  Row flatten(const OffsetExpr &expr, unsigned firstColumn) {
    Row row(points.getNumCols(), llvm::DynamicAPInt(0));
    switch (expr.getKind()) {
    case OffsetExpr::Kind::Constant:
      row.back() = expr.getValue();
      return row;
    case OffsetExpr::Kind::Index:
      row[firstColumn + expr.getDim()] = 1;
      return row;
    case OffsetExpr::Kind::Add: {
      Row lhs = flatten(expr.getLHS(), firstColumn);
      Row rhs = flatten(expr.getRHS(), firstColumn);
      return add(lhs, rhs, 1);
    }
    case OffsetExpr::Kind::Mul: {
      OffsetExpr lhs = expr.getLHS(), rhs = expr.getRHS();
      if (lhs.getConstant())
        std::swap(lhs, rhs);
      row = flatten(lhs, firstColumn);
      for (llvm::DynamicAPInt &coefficient : row)
        coefficient *= rhs.getValue();
      return row;
    }
    case OffsetExpr::Kind::FloorDiv:
      return divide(flatten(expr.getLHS(), firstColumn),
                    expr.getRHS().getValue());
    case OffsetExpr::Kind::Mod: {
      int64_t divisor = expr.getRHS().getValue();
      Row dividend = flatten(expr.getLHS(), firstColumn);
      Row quotient = divide(dividend, divisor);
      return add(dividend, quotient, -divisor);
    }
    default:
      llvm_unreachable("not in an affine layout");
    }
  }

  /// Constrains the first variable to `row`.
  void setFirst(Row row) {
    widen(row);
    row[0] -= 1;
    points.addEquality(row);
  }

  /// Returns lhs + factor * rhs; earlier rows have fewer variables.
  Row add(Row lhs, Row rhs, int64_t factor) {
    widen(lhs);
    widen(rhs);
    for (auto [left, right] : llvm::zip_equal(lhs, rhs))
      left += factor * right;
    return lhs;
  }

  IntegerPolyhedron points;

private:
  Row divide(Row dividend, int64_t divisor) {
    widen(dividend);
    unsigned quotient =
        points.addLocalFloorDiv(dividend, llvm::DynamicAPInt(divisor));
    Row row(points.getNumCols(), llvm::DynamicAPInt(0));
    row[quotient] = 1;
    return row;
  }

  void widen(Row &row) {
    row.insert(row.end() - 1, points.getNumCols() - row.size(),
               llvm::DynamicAPInt(0));
  }
};

} // namespace

/// The largest numbers of elements to enumerate, and of quotients and
/// remainders for integer programming.
static constexpr int64_t maxWalked = 1 << 16;
static constexpr unsigned maxQuotients = 4;

static unsigned countQuotients(const OffsetExpr &expr) {
  switch (expr.getKind()) {
  case OffsetExpr::Kind::Constant:
  case OffsetExpr::Kind::Index:
  case OffsetExpr::Kind::Size:
    return 0;
  default:
    break;
  }
  bool isQuotient = expr.getKind() == OffsetExpr::Kind::FloorDiv ||
                    expr.getKind() == OffsetExpr::Kind::Mod;
  return countQuotients(expr.getLHS()) + countQuotients(expr.getRHS()) +
         isQuotient;
}

static bool isSmall(Shape shape) {
  int64_t elements = 1;
  for (int64_t size : shape)
    if (size == openSize || llvm::MulOverflow(elements, size, elements) ||
        elements > maxWalked)
      return false;
  return true;
}

/// Returns the offsets of all elements of a small shape.
static llvm::SmallVector<int64_t> walk(const OffsetExpr &offset, Shape shape) {
  llvm::SmallVector<int64_t> offsets, index(shape.size(), 0);
  if (llvm::is_contained(shape, 0))
    return offsets;
  while (true) {
    offsets.push_back(offset.evaluate(index, {}).value_or(limit));
    size_t dim = shape.size();
    while (dim > 0 && ++index[dim - 1] == shape[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return offsets;
  }
}

bool sa::canSearch(const OffsetExpr &offset, Shape shape) {
  return isSmall(shape) || countQuotients(offset) <= maxQuotients;
}

int64_t sa::findLargest(const OffsetExpr &offset, Shape shape) {
  if (isSmall(shape)) {
    llvm::SmallVector<int64_t> offsets = walk(offset, shape);
    return *llvm::max_element(offsets);
  }
  // The smallest value of the first variable, which is -offset.
  Search search(shape, 1);
  search.setFirst(search.flatten(offset * -1, 1));
  auto least = search.points.findIntegerLexMin();
  assert(least.isBounded() && "a box without an empty side");
  llvm::DynamicAPInt largest = -(*least)[0];
  if (largest > limit || largest < -limit)
    return largest > 0 ? limit : -limit;
  return static_cast<int64_t>(largest);
}

bool sa::findCollision(const OffsetExpr &offset, Shape shape) {
  if (isSmall(shape)) {
    llvm::SmallVector<int64_t> offsets = walk(offset, shape);
    llvm::sort(offsets);
    return std::adjacent_find(offsets.begin(), offsets.end()) != offsets.end();
  }
  Search search(shape, 2);
  unsigned rank = shape.size();
  search.setFirst(search.flatten(offset, 1));
  search.setFirst(search.flatten(offset, 1 + rank));
  // The points differ in dimension `dim`, and are equal before it.
  for (unsigned dim = 0; dim < rank; ++dim) {
    IntegerPolyhedron meeting = search.points;
    Search::Row less(meeting.getNumCols(), llvm::DynamicAPInt(0));
    less[1 + dim] = -1;
    less[1 + rank + dim] = 1;
    less.back() = -1;
    meeting.addInequality(less);
    if (!meeting.isIntegerEmpty())
      return true;
    less.back() = 0;
    search.points.addEquality(less);
  }
  return false;
}

namespace {

/// Searches differences of indices, not all zero, whose strides add up to zero.
class StrideMeeting {
public:
  explicit StrideMeeting(llvm::ArrayRef<StridedDim> dims) : dims(dims) {
    reach.push_back(0);
    for (auto [stride, size] : dims)
      reach.push_back(reach.back() + __int128(stride) * (size - 1));
  }

  /// Searches the first `count` dimensions; the others add up to `sum`, and are
  /// all zero or not.
  bool find(size_t count, __int128 sum, bool isZero) {
    if (++numSteps > maxSteps)
      return true;
    if (count == 0)
      return sum == 0 && !isZero;
    auto [stride, size] = dims[count - 1];
    // The shorter strides must compensate; of opposite differences one is
    // tried.
    __int128 least = isZero ? 0 : -(size - 1), most = size - 1;
    if (stride != 0) {
      __int128 rest = reach[count - 1];
      least = std::max(least, -floorDiv(rest + sum, stride));
      most = std::min(most, floorDiv(rest - sum, stride));
    }
    for (__int128 difference = least; difference <= most; ++difference)
      if (find(count - 1, sum + difference * stride, isZero && difference == 0))
        return true;
    return false;
  }

private:
  static __int128 floorDiv(__int128 value, __int128 divisor) {
    __int128 quotient = value / divisor;
    return quotient - (quotient * divisor > value);
  }

  static constexpr int64_t maxSteps = 1 << 22;
  llvm::ArrayRef<StridedDim> dims;
  llvm::SmallVector<__int128> reach;
  int64_t numSteps = 0;
};

} // namespace

bool sa::canStridesMeet(llvm::ArrayRef<StridedDim> dims) {
  return StrideMeeting(dims).find(dims.size(), 0, /*isZero=*/true);
}
