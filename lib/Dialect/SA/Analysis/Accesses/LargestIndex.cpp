// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The answer is guessed and then proven. Points whose indices are expressions
// of the sizes (the corners of the nest, and the last points that leave a
// certain remainder) are tried; each that lies in the nest says how large the
// index gets at least. A set of them is enough when no point of the nest is
// better than all that lie in it, which asks whether sets are empty. A point
// that is better says for which sizes the next candidate is looked for.
//
// Vendor bug mlir-endless-lexmin: MLIR's parametric integer programming would
// give the answer directly, but does not end for some small nests with
// remainders.

#include "sa/Dialect/SA/Analysis/Accesses/LargestIndex.h"

#include "IndexCandidates.h"

using namespace mlir;
using namespace sa;

/// More candidates than this are not chosen, and more questions than this are
/// not asked.
static constexpr size_t maxPieces = 6;
static constexpr unsigned maxQuestions = 4000;
/// The answer is evaluated at every call, and is not longer than this.
static constexpr unsigned maxParts = 400;

static int64_t evaluate(AffineExpr expr, ArrayRef<AffineExpr> symbols) {
  return cast<AffineConstantExpr>(expr.replaceSymbols(symbols)).getValue();
}

//===----------------------------------------------------------------------===//
// Spaces without run-time sizes
//===----------------------------------------------------------------------===//

/// True when the space of the nest, or `index`, depends on run-time sizes.
static bool dependsOnSizes(const NestAccesses &nest, AffineExpr index,
                           const BodyPosition &place) {
  auto depends = [&](AffineExpr expr) {
    for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
      if (expr.isFunctionOfSymbol(i))
        return true;
    return false;
  };
  return depends(index) || llvm::any_of(nest.getSizes(), depends) ||
         llvm::any_of(nest.getConstraints(), depends) ||
         llvm::any_of(place.constraints, depends) ||
         llvm::any_of(place.facts, depends);
}

/// The largest value in a space of known size. Nothing when it has no points.
static FailureOr<std::optional<int64_t>>
findLargestNumber(const NestAccesses &nest, AffineExpr index,
                  const BodyPosition &place) {
  // The smallest value of the first variable, which is -index.
  unsigned numDims = nest.getRank() + place.getNumInner();
  PointSet points(1 + numDims, nest.getNumSymbols());
  nest.addPoints(points, 1, place, 1 + nest.getRank());
  AffineExpr first = getAffineDimExpr(0, index.getContext());
  if (failed(points.keepZero(first + index.shiftDims(numDims, 1))))
    return failure();
  // The symbols do not matter here, and must not be free.
  unsigned firstSymbol = points.getNumDimVars();
  for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
    points.addBound(presburger::BoundType::EQ, firstSymbol + i, 0);
  points.convertVarKind(presburger::VarKind::Symbol, 0, nest.getNumSymbols(),
                        presburger::VarKind::SetDim);
  auto least = points.findIntegerLexMin();
  if (least.isEmpty())
    return std::optional<int64_t>();
  assert(least.isBounded() && "the nest is a box");
  return std::optional<int64_t>(-static_cast<int64_t>((*least)[0]));
}

//===----------------------------------------------------------------------===//
// The proof
//===----------------------------------------------------------------------===//

namespace {

class Search {
public:
  Search(const NestAccesses &nest, AffineExpr index)
      : nest(nest), index(index) {}

  FailureOr<SmallVector<LargestIndex>> run() {
    auto points = getCandidates(nest, index);
    if (failed(points))
      return failure();
    SmallVector<LargestIndex> pieces = llvm::map_to_vector(
        *points, [&](ArrayRef<AffineExpr> point) { return getPiece(point); });
    PointSet all(nest.getRank(), nest.getNumSymbols());
    nest.addPoints(all, 0);
    while (std::optional<SmallVector<int64_t>> better = findBetter(all, 0)) {
      const LargestIndex *next = findBest(pieces, *better);
      if (!next || chosen.size() == maxPieces)
        return failure();
      chosen.push_back(*next);
    }
    if (numQuestions > maxQuestions || countParts() > maxParts)
      return failure();
    return chosen;
  }

private:
  /// How long the answer is.
  unsigned countParts() const {
    unsigned count = 0;
    auto add = [&](AffineExpr) { ++count; };
    for (const LargestIndex &piece : chosen) {
      piece.value.walk(add);
      for (AffineExpr condition : piece.conditions) {
        condition.walk(add);
        // What makes a factor of it.
        count += 5;
      }
    }
    return count;
  }

  /// What a point says, where it is one of the nest's.
  LargestIndex getPiece(ArrayRef<AffineExpr> point) const {
    LargestIndex piece;
    auto keep = [&](AffineExpr condition) {
      condition = simplifyAffineExpr(condition, 0, nest.getNumSymbols());
      if (canBeNegative(condition) &&
          !llvm::is_contained(piece.conditions, condition))
        piece.conditions.push_back(condition);
    };
    for (auto [value, size] : llvm::zip_equal(point, nest.getSizes())) {
      keep(value);
      keep(size - 1 - value);
    }
    for (AffineExpr constraint : nest.getConstraints())
      keep(constraint.replaceDims(point));
    piece.value =
        simplifyAffineExpr(index.replaceDims(point), 0, nest.getNumSymbols());
    return piece;
  }

  /// False for expressions of the symbols that obviously are not.
  bool canBeNegative(AffineExpr expr) const {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return constant.getValue() < 0;
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    return !symbol || !nest.isSize(symbol.getPosition());
  }

  /// A point among `points`, with the symbols, whose index is larger than that
  /// of the chosen ones from `position` on, where they are points of the nest.
  std::optional<SmallVector<int64_t>> findBetter(const PointSet &points,
                                                 size_t position) {
    if (++numQuestions > maxQuestions)
      return std::nullopt;
    auto sample = points.findIntegerSample();
    if (!sample)
      return std::nullopt;
    if (position == chosen.size())
      return llvm::map_to_vector(
          ArrayRef(*sample).take_front(nest.getRank() + nest.getNumSymbols()),
          [](const DynamicAPInt &value) { return int64_t(value); });
    const LargestIndex &piece = chosen[position];
    auto findWhere = [&](AffineExpr expr) {
      PointSet rest = points;
      // What is not understood leaves more points, which is safe.
      (void)rest.keepNonNegative(expr);
      return findBetter(rest, position + 1);
    };
    if (auto better = findWhere(index - piece.value - 1))
      return better;
    for (AffineExpr condition : piece.conditions)
      if (auto better = findWhere(-condition - 1))
        return better;
    return std::nullopt;
  }

  /// The piece with the largest value for the sizes of a sample. Null when the
  /// sample is larger.
  const LargestIndex *findBest(ArrayRef<LargestIndex> pieces,
                               ArrayRef<int64_t> sample) const {
    SmallVector<AffineExpr> values =
        llvm::map_to_vector(sample, [&](int64_t value) {
          return getAffineConstantExpr(value, index.getContext());
        });
    ArrayRef<AffineExpr> symbols =
        ArrayRef<AffineExpr>(values).drop_front(nest.getRank());
    int64_t largest = evaluate(index.replaceDims(values), symbols) - 1;
    const LargestIndex *best = nullptr;
    for (const LargestIndex &piece : pieces) {
      if (llvm::any_of(piece.conditions, [&](AffineExpr condition) {
            return evaluate(condition, symbols) < 0;
          }))
        continue;
      int64_t value = evaluate(piece.value, symbols);
      if (value > largest) {
        largest = value;
        best = &piece;
      }
    }
    return best;
  }

  const NestAccesses &nest;
  AffineExpr index;
  SmallVector<LargestIndex> chosen;
  unsigned numQuestions = 0;
};

} // namespace

FailureOr<SmallVector<LargestIndex>>
sa::findLargestIndex(const NestAccesses &nest, AffineExpr index,
                     const BodyPosition &place) {
  if (dependsOnSizes(nest, index, place)) {
    // Loops and conditions of the body have too many edges to look for.
    if (!place.loops.empty() || !place.constraints.empty())
      return failure();
    return Search(nest, index).run();
  }
  FailureOr<std::optional<int64_t>> largest =
      findLargestNumber(nest, index, place);
  if (failed(largest))
    return failure();
  SmallVector<LargestIndex> pieces;
  if (*largest)
    pieces.push_back(
        {{}, getAffineConstantExpr(**largest, index.getContext())});
  return pieces;
}
