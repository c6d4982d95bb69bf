// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporaries with an instance for each work-item.

#include "sa/Dialect/SA/Analysis/Flow/Privatization.h"
#include "sa/Dialect/SA/Analysis/Loops/Footprint.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"

using namespace mlir;
using namespace sa;

/// An instance is cleared before its use: it has at most this many elements for
/// each point that uses it.
static constexpr int64_t maxElementsPerPoint = 2;

/// Returns the dimensions of an instance: all but those whose subscript is the
/// same at all points that use it.
static SmallVector<unsigned> getKeptDims(const NestAccesses &nest, Value array,
                                         unsigned numPrivate) {
  AffineMap first;
  SmallVector<bool> isKept(cast<ArrayType>(array.getType()).getRank(), false);
  for (const Access &access : nest.getAccesses()) {
    if (access.array != array)
      continue;
    if (!first)
      first = access.map;
    for (auto [dim, index] : llvm::enumerate(access.map.getResults())) {
      isKept[dim] |= index != first.getResult(dim);
      for (unsigned inner = numPrivate; inner < access.map.getNumDims();
           ++inner)
        isKept[dim] |= index.isFunctionOfDim(inner);
    }
  }
  SmallVector<unsigned> kept;
  for (auto [dim, keep] : llvm::enumerate(isKept))
    if (keep)
      kept.push_back(dim);
  return kept;
}

/// Returns how many points use an instance, if that is known.
static std::optional<int64_t> countPoints(NestOp nest, unsigned numPrivate) {
  int64_t points = 1;
  for (int64_t size : nest.getStaticSizes().drop_front(numPrivate)) {
    if (size == ShapedType::kDynamic)
      return std::nullopt;
    points *= std::max<int64_t>(size, 1);
  }
  return points;
}

/// "i", or "(i, j)": the indices that have an instance each.
static std::string getIndicesText(NestOp nest, unsigned numPrivate) {
  std::string text;
  for (unsigned position = 0; position < numPrivate; ++position)
    text += (position == 0 ? "" : ", ") + nest.getIndexName(position).str();
  return numPrivate == 1 ? text : "(" + text + ")";
}

/// Replaces the temporary by one whose instances have the dimensions `kept`.
static void replaceByInstances(TempOp temp, ArrayType type, unsigned numPrivate,
                               ArrayRef<unsigned> kept) {
  OpBuilder builder(temp);
  auto instance = TempOp::create(builder, temp.getLoc(), type, temp.getName(),
                                 builder.getI64IntegerAttr(numPrivate));
  for (Operation *access : getAccesses(temp)) {
    ValueRange indices = getAccess(access).second;
    redirectAccess(
        access, instance,
        llvm::map_to_vector(kept, [&](unsigned dim) { return indices[dim]; }));
  }
  eraseTemporary(temp);
}

bool sa::privatize(TempOp temp, const NestAccesses &nest,
                   std::string &obstacle) {
  auto type = cast<ArrayType>(temp.getResult().getType());
  // Instances are row-major: elements that share an offset would not.
  if (!type.isInjective())
    return false;
  for (unsigned numPrivate = countPrivateIndices(nest, temp.getResult());
       numPrivate > 0; --numPrivate) {
    // 1. The elements of an instance.
    SmallVector<unsigned> kept =
        getKeptDims(nest, temp.getResult(), numPrivate);
    SmallVector<int64_t> shape = llvm::map_to_vector(
        kept, [&](unsigned dim) { return type.getShape()[dim]; });
    std::string copy = getIndicesText(nest.getNest(), numPrivate);
    if (llvm::is_contained(shape, ShapedType::kDynamic)) {
      obstacle += ", and the size of a copy for each " + copy +
                  " is known only at run time";
      return false;
    }
    auto instanceType =
        ArrayType::get(shape, type.getElementType(), type.getRole());
    int64_t elements = instanceType.getStorageSize();
    int64_t bytes = getStorageBytes(instanceType);

    // 2. Whether that pays.
    std::optional<int64_t> points = countPoints(nest.getNest(), numPrivate);
    bool isLarge = bytes > maxPrivateBytes;
    if (isLarge || (points && elements > maxElementsPerPoint * *points)) {
      if (numPrivate == 1)
        obstacle += ", and a copy for each " + copy + " would have " +
                    std::to_string(elements) + " elements" +
                    (isLarge ? ""
                             : " for " + std::to_string(*points) +
                                   (*points == 1 ? " point" : " points"));
      continue;
    }
    reportTemporary(temp,
                    getBytesText(bytes) + " of private memory for each " + copy,
                    {{"bytes", bytes}, {"memory", "private"}});
    replaceByInstances(temp, instanceType, numPrivate, kept);
    return true;
  }
  return false;
}
