// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of temporaries in private memory.

#include "Temporaries.h"
#include "sa/Dialect/SA/Analysis/PrivateCopies.h"

using namespace mlir;
using namespace sa;

/// A copy is cleared before it is used: it has at most this many elements for
/// each point that uses it.
static constexpr int64_t maxElementsPerPoint = 2;

/// The dimensions that a copy has. One whose subscript is the same everywhere
/// and changes only from copy to copy is not needed.
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

/// How many points share a copy, where that is known.
static std::optional<int64_t> countPoints(NestOp nest, unsigned numPrivate) {
  int64_t points = 1;
  for (int64_t size : nest.getStaticSizes().drop_front(numPrivate)) {
    if (size == ShapedType::kDynamic)
      return std::nullopt;
    points *= std::max<int64_t>(size, 1);
  }
  return points;
}

/// "i", or "(i, j)": what there is a copy for each of.
static std::string getCopyText(NestOp nest, unsigned numPrivate) {
  std::string text;
  for (unsigned position = 0; position < numPrivate; ++position)
    text += (position == 0 ? "" : ", ") + nest.getIndexName(position).str();
  return numPrivate == 1 ? text : "(" + text + ")";
}

/// Makes the temporary one of which each copy has only the dimensions `kept`.
static void replaceByCopies(TempOp temp, ArrayType type, unsigned numPrivate,
                            ArrayRef<unsigned> kept) {
  OpBuilder builder(temp);
  auto copies = TempOp::create(builder, temp.getLoc(), type, temp.getName(),
                               builder.getI64IntegerAttr(numPrivate));
  auto keep = [&](OperandRange indices) {
    return llvm::map_to_vector(
        kept, [&](unsigned dim) -> Value { return indices[dim]; });
  };
  for (Operation *access : getAccesses(temp)) {
    builder.setInsertionPoint(access);
    Location loc = access->getLoc();
    if (auto load = dyn_cast<LoadOp>(access))
      load.replaceAllUsesWith(
          LoadOp::create(builder, loc, copies, keep(load.getIndices()))
              .getResult());
    else if (auto store = dyn_cast<StoreOp>(access))
      StoreOp::create(builder, loc, store.getValue(), copies,
                      keep(store.getIndices()));
    else if (auto accumulate = cast<AccumulateOp>(access))
      AccumulateOp::create(builder, loc, accumulate.getKind(),
                           accumulate.getValue(), copies,
                           keep(accumulate.getIndices()));
    eraseAccess(access);
  }
  eraseTemporary(temp);
}

std::optional<std::string> sa::privatize(TempOp temp, const NestAccesses &nest,
                                         std::string &obstacle) {
  auto type = cast<ArrayType>(temp.getResult().getType());
  // Copies are row-major: elements that share a place would lose it.
  if (!type.isInjective())
    return std::nullopt;
  for (unsigned numPrivate = countPrivateIndices(nest, temp.getResult());
       numPrivate > 0; --numPrivate) {
    // 1. What a copy holds.
    SmallVector<unsigned> kept =
        getKeptDims(nest, temp.getResult(), numPrivate);
    SmallVector<int64_t> shape = llvm::map_to_vector(
        kept, [&](unsigned dim) { return type.getShape()[dim]; });
    std::string copy = getCopyText(nest.getNest(), numPrivate);
    if (llvm::is_contained(shape, ShapedType::kDynamic)) {
      obstacle += ", and the size of a copy for each " + copy +
                  " is known only at run time";
      return std::nullopt;
    }
    auto copyType =
        ArrayType::get(shape, type.getElementType(), type.getRole());
    int64_t elements = copyType.getStorageSize();
    int64_t bytes = getStorageBytes(copyType);

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
    std::string text = getTemporaryText(temp) + getBytesText(bytes) +
                       " of private memory for each " + copy;
    replaceByCopies(temp, copyType, numPrivate, kept);
    return text;
  }
  return std::nullopt;
}
