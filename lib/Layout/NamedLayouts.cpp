// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layouts of Layout.h.

#include "LayoutRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace sa;
using llvm::Twine;

static OffsetExpr index(unsigned dim) { return OffsetExpr::index(dim); }

/// Returns the product of `factors` from position `first` on.
static OffsetExpr product(const Exprs &factors, size_t first = 0) {
  OffsetExpr result = 1;
  for (const OffsetExpr &factor : llvm::drop_begin(factors, first))
    result = result * factor;
  return result;
}

static OffsetExpr addStrides(const Exprs &strides, int64_t offset = 0) {
  OffsetExpr result = 0;
  for (auto [dim, stride] : llvm::enumerate(strides))
    result = result + index(dim) * stride;
  return result + offset;
}

static std::optional<std::string> refuseRank(Shape shape, size_t rank,
                                             const Twine &what) {
  if (shape.size() == rank)
    return std::nullopt;
  return (what + " layout needs " + Twine(rank) +
          (rank == 1 ? " dimension" : " dimensions") + ", and the shape has " +
          Twine(shape.size()))
      .str();
}

/// Returns why a shape holds no triangle: it is not a square.
static std::optional<std::string> refuseNonSquare(Shape shape,
                                                  const Twine &what) {
  if (auto reason = refuseRank(shape, 2, what))
    return reason;
  if (shape[0] == shape[1] || shape[0] == openSize || shape[1] == openSize)
    return std::nullopt;
  return (what + " layout needs a square shape, not " + Twine(shape[0]) +
          " by " + Twine(shape[1]))
      .str();
}

namespace {

//===----------------------------------------------------------------------===//
// Strided layouts
//===----------------------------------------------------------------------===//

struct RowMajor : LayoutRule {
  std::optional<Exprs> getStrides(const Exprs &sizes) const override {
    Exprs strides;
    for (size_t dim = 0; dim < sizes.size(); ++dim)
      strides.push_back(product(sizes, dim + 1));
    return strides;
  }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    return addStrides(*getStrides(sizes));
  }
  OffsetExpr getLargest(const Exprs &sizes) const override {
    return product(sizes) - 1;
  }
  bool vanishes() const override { return true; }
  bool takesShapedDescriptor() const override { return true; }
};

struct ColMajor : RowMajor {
  std::optional<Exprs> getStrides(const Exprs &sizes) const override {
    Exprs strides;
    OffsetExpr stride = 1;
    for (const OffsetExpr &size : sizes) {
      strides.push_back(stride);
      stride = stride * size;
    }
    return strides;
  }
};

struct Strided : LayoutRule {
  Strided(llvm::ArrayRef<int64_t> strides, int64_t offset)
      : strides(strides), offset(offset) {}

  std::optional<std::string> refuse(Shape shape) const override {
    if (shape.size() == strides.size())
      return std::nullopt;
    return ("the layout has " + Twine(strides.size()) +
            (strides.size() == 1 ? " stride" : " strides") +
            ", but the shape has " + Twine(shape.size()) +
            (shape.size() == 1 ? " dimension" : " dimensions"))
        .str();
  }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    return addStrides(*getStrides(sizes), offset);
  }
  OffsetExpr getExtreme(const Exprs &sizes, bool largest) const {
    OffsetExpr result = offset;
    for (auto [size, stride] : llvm::zip_equal(sizes, strides))
      if ((stride > 0) == largest)
        result = result + (size - 1) * stride;
    return result;
  }
  OffsetExpr getSmallest(const Exprs &sizes) const override {
    return getExtreme(sizes, /*largest=*/false);
  }
  OffsetExpr getLargest(const Exprs &sizes) const override {
    return getExtreme(sizes, /*largest=*/true);
  }
  std::optional<Exprs> getStrides(const Exprs &) const override {
    return Exprs(strides.begin(), strides.end());
  }
  bool takesShapedDescriptor() const override { return true; }
  bool isInjective(Shape shape) const override {
    if (llvm::is_contained(shape, 0))
      return true;
    llvm::SmallVector<StridedDim> dims;
    for (auto [size, stride] : llvm::zip_equal(shape, strides))
      if (size != 1)
        dims.push_back({stride < 0 ? -uint64_t(stride) : stride, size});
    llvm::sort(dims);
    // If each stride exceeds the range of the smaller ones, offsets differ;
    // otherwise elements may still interleave.
    uint64_t reach = 0;
    for (auto [position, dim] : llvm::enumerate(dims)) {
      auto [stride, size] = dim;
      bool isLast = position + 1 == dims.size();
      if (size == openSize && !isLast)
        return !findCollision(getOffset(Exprs(shape.size())), shape);
      if (stride <= reach || stride == 0)
        return llvm::is_contained(shape, openSize)
                   ? !findCollision(getOffset(Exprs(shape.size())), shape)
                   : !canStridesMeet(dims);
      if (!isLast)
        reach += stride * (size - 1);
    }
    return true;
  }

  llvm::SmallVector<int64_t> strides;
  int64_t offset;
};

struct Toeplitz : LayoutRule {
  std::optional<std::string> refuse(Shape shape) const override {
    return refuseRank(shape, 2, "a Toeplitz");
  }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    return index(0) * -1 + index(1) + (sizes[0] - 1);
  }
  OffsetExpr getLargest(const Exprs &sizes) const override {
    return sizes[0] + sizes[1] - 2;
  }
  std::optional<Exprs> getStrides(const Exprs &) const override {
    return Exprs{-1, 1};
  }
  bool takesShapedDescriptor() const override { return true; }
  bool isInjective(Shape shape) const override {
    return shape[0] == 1 || shape[1] == 1;
  }
};

//===----------------------------------------------------------------------===//
// Layouts with a domain
//===----------------------------------------------------------------------===//

struct Triangular : RowMajor {
  Triangular(bool lower, bool strict) : lower(lower), strict(strict) {}

  std::optional<std::string> refuse(Shape shape) const override {
    return refuseNonSquare(shape, "a triangular");
  }
  bool needsSquare() const override { return true; }
  Exprs getDomain() const override {
    OffsetExpr below = lower ? index(0) - index(1) : index(1) - index(0);
    return {below - (strict ? 1 : 0)};
  }
  OffsetExpr getLargest(const Exprs &sizes) const override {
    OffsetExpr last = sizes[0] - 1, before = sizes[0] - 2;
    OffsetExpr row = strict && !lower ? before : last;
    OffsetExpr column = strict && lower ? before : last;
    return row * sizes[1] + column;
  }
  bool vanishes() const override { return false; }

  bool lower, strict;
};

struct Banded : LayoutRule {
  Banded(int64_t lower, int64_t upper) : lower(lower), upper(upper) {}

  std::optional<std::string> findFault() const override {
    int64_t width;
    if (lower < 0 || upper < 0)
      return "a band cannot have a negative width";
    if (llvm::AddOverflow(lower, upper, width))
      return "the band is too wide to be addressed";
    return std::nullopt;
  }
  std::optional<std::string> refuse(Shape shape) const override {
    return refuseRank(shape, 2, "a banded");
  }
  OffsetExpr getOffset(const Exprs &) const override {
    return index(0) * (lower + upper) + index(1) + lower;
  }
  Exprs getDomain() const override {
    OffsetExpr right = index(1) - index(0);
    return {right + lower, right * -1 + upper};
  }
  OffsetExpr getSmallest(const Exprs &) const override { return lower; }
  OffsetExpr getLargest(const Exprs &sizes) const override {
    // The last row that the band reaches, and its last column there.
    OffsetExpr row = OffsetExpr::min(sizes[0] - 1, sizes[1] + (lower - 1));
    OffsetExpr column = OffsetExpr::min(sizes[1] - 1, row + upper);
    return getOffset(sizes).replaceIndices({row, column});
  }

  int64_t lower, upper;
};

struct PackedTriangular : LayoutRule {
  explicit PackedTriangular(bool lower) : lower(lower) {}

  std::optional<std::string> refuse(Shape shape) const override {
    return refuseNonSquare(shape, "a packed triangular");
  }
  bool needsSquare() const override { return true; }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    OffsetExpr row = index(0);
    OffsetExpr factor = lower ? row + 1 : sizes[1] * 2 - 1 - row;
    return (row * factor).floorDiv(2) + index(1);
  }
  Exprs getDomain() const override {
    return {lower ? index(0) - index(1) : index(1) - index(0)};
  }

  bool lower;
};

//===----------------------------------------------------------------------===//
// Layouts with quotients and remainders
//===----------------------------------------------------------------------===//

struct Blocked : LayoutRule {
  explicit Blocked(llvm::ArrayRef<int64_t> block) : block(block) {}

  std::optional<std::string> findFault() const override {
    if (block.empty())
      return "a block has at least one dimension";
    int64_t elements = 1;
    for (int64_t size : block) {
      if (size <= 0)
        return "the sizes of a block are positive";
      if (llvm::MulOverflow(elements, size, elements))
        return "the blocks are too large to be addressed";
    }
    return std::nullopt;
  }
  std::optional<std::string> refuse(Shape shape) const override {
    return refuseRank(shape, block.size(), "a blocked");
  }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    Exprs blockSizes(block.begin(), block.end()), numBlocks;
    for (auto [size, length] : llvm::zip_equal(sizes, block))
      numBlocks.push_back(size.ceilDiv(length));
    OffsetExpr elements = product(blockSizes), offset = 0;
    for (auto [dim, length] : llvm::enumerate(block)) {
      offset = offset + index(dim).floorDiv(length) *
                            (product(numBlocks, dim + 1) * elements);
      offset = offset + index(dim).mod(length) * product(blockSizes, dim + 1);
    }
    return offset;
  }

  llvm::SmallVector<int64_t> block;
};

struct Striped : LayoutRule {
  explicit Striped(int64_t width) : width(width) {}

  std::optional<std::string> findFault() const override {
    if (width <= 0)
      return "the width of a stripe is positive";
    return std::nullopt;
  }
  std::optional<std::string> refuse(Shape shape) const override {
    if (shape.size() >= 2)
      return std::nullopt;
    return "a striped layout needs rows and columns, and the shape has " +
           std::to_string(shape.size()) +
           (shape.size() == 1 ? " dimension" : " dimensions");
  }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    Exprs rows(sizes.begin(), sizes.end() - 1);
    unsigned column = rows.size();
    OffsetExpr offset = 0;
    for (unsigned dim = 0; dim < column; ++dim)
      offset = offset + index(dim) * (product(rows, dim + 1) * width);
    offset = offset + index(column).floorDiv(width) * (product(rows) * width);
    return offset + index(column).mod(width);
  }

  int64_t width;
};

struct ZOrder : LayoutRule {
  std::optional<std::string> refuse(Shape shape) const override {
    if (shape.empty())
      return "a z-order layout needs at least one dimension";
    if (llvm::is_contained(shape, openSize))
      return "a z-order layout needs sizes that are known: it rounds them up "
             "to powers of two";
    unsigned bits = 0;
    for (int64_t size : shape)
      bits += llvm::Log2_64_Ceil(std::max<int64_t>(size, 1));
    if (bits > 62)
      return "the array is too large to be addressed";
    return std::nullopt;
  }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    // 1. Which bit of which index is which bit of the offset.
    llvm::SmallVector<unsigned> numBits;
    for (const OffsetExpr &size : sizes)
      numBits.push_back(
          llvm::Log2_64_Ceil(std::max<int64_t>(size.getValue(), 1)));
    llvm::SmallVector<std::pair<unsigned, unsigned>> bits; // index, its bit
    for (unsigned bit = 0; bit < *llvm::max_element(numBits); ++bit)
      for (unsigned dim = sizes.size(); dim-- > 0;)
        if (bit < numBits[dim])
          bits.push_back({dim, bit});
    // 2. Neighbouring bits of one index move together.
    OffsetExpr offset = 0;
    for (size_t first = 0, end; first < bits.size(); first = end) {
      auto [dim, bit] = bits[first];
      end = first + 1;
      while (end < bits.size() && bits[end].first == dim)
        ++end;
      OffsetExpr run = index(dim).floorDiv(int64_t(1) << bit);
      if (bit + (end - first) < numBits[dim])
        run = run.mod(int64_t(1) << (end - first));
      offset = offset + run * (int64_t(1) << first);
    }
    return offset;
  }
};

struct Affine : LayoutRule {
  Affine(unsigned rank, OffsetExpr offset)
      : rank(rank), offset(std::move(offset)) {}

  std::optional<std::string> refuse(Shape shape) const override {
    if (auto reason = refuseRank(shape, rank, "an affine"))
      return reason;
    if (llvm::is_contained(shape, openSize))
      return "a layout with quotients or remainders needs sizes that are known";
    if (!canSearch(offset, shape))
      return "the layout has too many quotients and remainders for an array of "
             "this size";
    return std::nullopt;
  }
  OffsetExpr getOffset(const Exprs &) const override { return offset; }
  static llvm::SmallVector<int64_t> getValues(const Exprs &sizes) {
    return llvm::map_to_vector(
        sizes, [](const OffsetExpr &size) { return size.getValue(); });
  }
  OffsetExpr getSmallest(const Exprs &sizes) const override {
    return OffsetExpr(0) - findLargest(offset * -1, getValues(sizes));
  }
  OffsetExpr getLargest(const Exprs &sizes) const override {
    return findLargest(offset, getValues(sizes));
  }
  bool isInjective(Shape shape) const override {
    return !findCollision(offset, shape);
  }

  unsigned rank;
  OffsetExpr offset;
};

//===----------------------------------------------------------------------===//
// Several arrays in one
//===----------------------------------------------------------------------===//

struct Sliced : LayoutRule {
  Sliced(llvm::ArrayRef<int64_t> steps, std::shared_ptr<const LayoutRule> slice)
      : steps(steps), slice(std::move(slice)) {}

  Shape dropSlices(Shape shape) const { return shape.drop_front(steps.size()); }
  Exprs dropSlices(const Exprs &sizes) const {
    return Exprs(sizes.begin() + steps.size(), sizes.end());
  }
  /// Returns an expression of the slice over the indices of the whole array.
  OffsetExpr shift(const OffsetExpr &expr, unsigned rank) const {
    Exprs indices;
    for (unsigned dim = 0; dim < rank; ++dim)
      indices.push_back(index(steps.size() + dim));
    return expr.replaceIndices(indices);
  }

  std::optional<std::string> findFault() const override {
    if (llvm::any_of(steps, [](int64_t step) { return step <= 0; }))
      return "the steps of slices are positive";
    return slice->findFault();
  }
  std::optional<std::string> refuse(Shape shape) const override {
    if (shape.size() < steps.size())
      return "there are " + std::to_string(steps.size()) +
             " dimensions of slices, and the shape has " +
             std::to_string(shape.size());
    return slice->refuse(dropSlices(shape));
  }
  OffsetExpr getOffset(const Exprs &sizes) const override {
    Exprs inner = dropSlices(sizes);
    OffsetExpr offset = shift(slice->getOffset(inner), inner.size());
    OffsetExpr stride = slice->getLargest(inner) + 1;
    for (unsigned dim = steps.size(); dim-- > 0;) {
      offset = index(dim).floorDiv(steps[dim]) * stride + offset;
      stride = sizes[dim].ceilDiv(steps[dim]) * stride;
    }
    return offset;
  }
  Exprs getDomain() const override {
    Exprs domain;
    for (const OffsetExpr &expr : slice->getDomain())
      domain.push_back(shift(expr, /*rank=*/2));
    return domain;
  }
  OffsetExpr getSmallest(const Exprs &sizes) const override {
    return slice->getSmallest(dropSlices(sizes));
  }
  OffsetExpr getLargest(const Exprs &sizes) const override {
    OffsetExpr length = slice->getLargest(dropSlices(sizes)) + 1;
    for (auto [size, step] : llvm::zip(sizes, steps))
      length = size.ceilDiv(step) * length;
    return length - 1;
  }
  bool vanishes() const override { return slice->vanishes(); }
  bool isInjective(Shape shape) const override {
    return llvm::all_of(steps, [](int64_t step) { return step == 1; }) &&
           slice->isInjective(dropSlices(shape));
  }

  llvm::SmallVector<int64_t> steps;
  std::shared_ptr<const LayoutRule> slice;
};

//===----------------------------------------------------------------------===//
// The caller's strides
//===----------------------------------------------------------------------===//

// As flat storage it is dense and row-major. The call checks that offsets
// differ.
struct Any : RowMajor {
  std::optional<Exprs> getStrides(const Exprs &sizes) const override {
    Exprs strides;
    for (size_t dim = 0; dim < sizes.size(); ++dim)
      strides.push_back(OffsetExpr::size(sizes.size() + dim));
    return strides;
  }
};

} // namespace

template <typename Rule, typename... Args>
static std::shared_ptr<const LayoutRule> make(Args &&...args) {
  return std::make_shared<Rule>(std::forward<Args>(args)...);
}

Layout Layout::rowMajor() { return Layout(make<RowMajor>()); }
Layout Layout::colMajor() { return Layout(make<ColMajor>()); }
Layout Layout::strided(llvm::ArrayRef<int64_t> strides, int64_t offset) {
  return Layout(make<Strided>(strides, offset));
}
Layout Layout::affine(unsigned rank, OffsetExpr offset) {
  return Layout(make<Affine>(rank, std::move(offset)));
}
Layout Layout::lowerTriangular(bool strict) {
  return Layout(make<Triangular>(/*lower=*/true, strict));
}
Layout Layout::upperTriangular(bool strict) {
  return Layout(make<Triangular>(/*lower=*/false, strict));
}
Layout Layout::banded(int64_t lower, int64_t upper) {
  return Layout(make<Banded>(lower, upper));
}
Layout Layout::toeplitz() { return Layout(make<Toeplitz>()); }
Layout Layout::blocked(llvm::ArrayRef<int64_t> blockShape) {
  return Layout(make<Blocked>(blockShape));
}
Layout Layout::striped(int64_t width) { return Layout(make<Striped>(width)); }
Layout Layout::zOrder() { return Layout(make<ZOrder>()); }
Layout Layout::packedLowerTriangular() {
  return Layout(make<PackedTriangular>(/*lower=*/true));
}
Layout Layout::packedUpperTriangular() {
  return Layout(make<PackedTriangular>(/*lower=*/false));
}
Layout Layout::sliced(llvm::ArrayRef<int64_t> steps, const Layout &slice) {
  return Layout(make<Sliced>(steps, slice.rule));
}
Layout Layout::any() { return Layout(make<Any>()); }
