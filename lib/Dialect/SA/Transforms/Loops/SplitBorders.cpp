// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits nests without plans into an inner part, without tests, and borders.
//
// The inner part is a nest over a box where it can be, so that a plan can be
// chosen for it as for any other nest. The border k is where the first k
// constraints of the inner part hold and the next one does not: so that each
// point is in one nest.

#include "InnerPart.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-split-borders"

namespace sa {
#define GEN_PASS_DEF_SASPLITBORDERS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numSplit, "Nests split at borders");

/// A nest with more borders, each a kernel, is not split.
static constexpr size_t maxBorders = 8;
/// A nest with fewer points is not split: a launch costs more than its tests.
static constexpr int64_t minPoints = 4096;

/// Returns the indices of the nest and, behind them, those of loops in its body
/// whose bounds are sums.
static SmallVector<SpaceIndex> getIndices(NestOp nest) {
  SmallVector<SpaceIndex> indices;
  for (auto [position, index] : llvm::enumerate(nest.getIndices())) {
    LinearIndex end;
    OpFoldResult size = nest.getMixedSizes()[position];
    if (auto value = dyn_cast<Value>(size))
      end = getLinearIndex(value);
    else
      end.constant = nest.getStaticSizes()[position];
    indices.push_back(
        {index, LinearIndex(), {end}, nest.isParallel(unsigned(position))});
  }
  nest.walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
    if (lower.getNumResults() != 1 || upper.getNumResults() != 1)
      return;
    std::optional<LinearIndex> first = getLinearIndex(
        lower.getResult(0), lower.getNumDims(), loop.getLowerBoundOperands());
    std::optional<LinearIndex> end = getLinearIndex(
        upper.getResult(0), upper.getNumDims(), loop.getUpperBoundOperands());
    if (first && end)
      indices.push_back({loop.getInductionVar(), *first, {*end}, false});
  });
  return indices;
}

static bool hasFewPoints(NestOp nest) {
  int64_t points = 1;
  for (int64_t size : nest.getStaticSizes())
    if (ShapedType::isDynamic(size) ||
        __builtin_mul_overflow(points, size, &points))
      return false;
  return points < minPoints;
}

namespace {

/// Splits one nest.
class NestSplitter {
public:
  NestSplitter(RewriterBase &rewriter, NestOp nest,
               ArrayRef<LinearIndex> constraints)
      : rewriter(rewriter), nest(nest), constraints(constraints) {}

  /// Clones the nest for each border, and restricts the nest to its inner part.
  void run() {
    for (size_t border = 0; border < constraints.size(); ++border) {
      SmallVector<LinearIndex> needed(constraints.take_front(border));
      LinearIndex outside;
      outside.add(constraints[border], -1);
      outside.constant -= 1;
      needed.push_back(outside);
      rewriter.setInsertionPointAfter(nest);
      auto clone = cast<NestOp>(rewriter.clone(*nest));
      restrict(clone, needed);
    }
    if (failed(makeBox()))
      restrict(nest, constraints);
  }

  NestOp getInner() const { return nest; }

private:
  /// Adds the sums to the constraints of `target`.
  void restrict(NestOp target, ArrayRef<LinearIndex> sums);
  /// Replaces the nest by one over the box that the constraints leave. Fails if
  /// they do not leave a box with one corner.
  LogicalResult makeBox();
  /// Returns a size that is defined before the nest.
  Value getOutside(Value value) {
    auto size = value.getDefiningOp<DimOp>();
    if (!size)
      return value;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(nest);
    return rewriter.clone(*size)->getResult(0);
  }

  RewriterBase &rewriter;
  NestOp nest;
  ArrayRef<LinearIndex> constraints;
};

} // namespace

void NestSplitter::restrict(NestOp target, ArrayRef<LinearIndex> sums) {
  MLIRContext *context = target.getContext();
  unsigned rank = nest.getRank();
  SmallVector<Value> operands(nest.getIndices()), symbols;
  SmallVector<AffineExpr> exprs;
  for (const LinearIndex &sum : sums)
    exprs.push_back(InnerPart::getExpr(sum, operands, context));
  llvm::append_range(symbols, target.getWhereSymbols());
  SmallVector<AffineExpr> dims;
  for (unsigned position = 0; position < operands.size(); ++position) {
    if (position < rank) {
      dims.push_back(getAffineDimExpr(position, context));
      continue;
    }
    dims.push_back(getAffineSymbolExpr(symbols.size(), context));
    symbols.push_back(getOutside(operands[position]));
  }
  SmallVector<AffineExpr> all;
  SmallVector<bool> equalities;
  if (auto set = target.getWhere()) {
    llvm::append_range(all, set->getConstraints());
    llvm::append_range(equalities, set->getEqFlags());
  }
  for (AffineExpr expr : exprs) {
    all.push_back(expr.replaceDims(dims));
    equalities.push_back(false);
  }
  target.setWhereAttr(IntegerSetAttr::get(
      IntegerSet::get(rank, symbols.size(), all, equalities)));
  target.getWhereSymbolsMutable().assign(symbols);
}

LogicalResult NestSplitter::makeBox() {
  unsigned rank = nest.getRank();
  if (nest.getWhere())
    return failure();
  // 1. The corners, along each index.
  SmallVector<std::optional<int64_t>> firsts(rank);
  SmallVector<std::optional<LinearIndex>> ends(rank);
  for (const LinearIndex &constraint : constraints) {
    std::optional<unsigned> position;
    for (auto [number, index] : llvm::enumerate(nest.getIndices())) {
      if (constraint.getFactor(index) == 0)
        continue;
      if (position || std::abs(constraint.getFactor(index)) != 1)
        return failure();
      position = number;
    }
    if (!position)
      return failure();
    Value index = nest.getIndices()[*position];
    LinearIndex rest = constraint;
    rest.factors.erase(index);
    if (constraint.getFactor(index) == 1) {
      if (firsts[*position] || !rest.isConstant() || rest.constant > 0)
        return failure();
      firsts[*position] = -rest.constant;
      continue;
    }
    if (ends[*position])
      return failure();
    rest.constant += 1;
    LinearIndex size;
    OpFoldResult given = nest.getMixedSizes()[*position];
    if (auto value = dyn_cast<Value>(given))
      size = getLinearIndex(value);
    else
      size.constant = nest.getStaticSizes()[*position];
    // Sizes with one name are equal, whatever array they are taken of.
    std::optional<int64_t> beyond = getDistance(size, rest);
    if (!beyond) {
      auto getName = [](const LinearIndex &sum) -> std::string {
        if (sum.factors.size() != 1 || sum.factors.front().second != 1)
          return "";
        auto dim = sum.factors.front().first.getDefiningOp<DimOp>();
        return dim ? getSizeName(dim.getArray(), dim.getDimension()) : "";
      };
      if (!getName(size).empty() && getName(size) == getName(rest))
        beyond = size.constant - rest.constant;
    }
    if (!beyond || *beyond < 0)
      return failure();
    ends[*position] = rest;
  }

  // 2. The sizes between them.
  rewriter.setInsertionPoint(nest);
  Location loc = nest.getLoc();
  SmallVector<OpFoldResult> sizes = nest.getMixedSizes();
  for (unsigned position = 0; position < rank; ++position) {
    int64_t first = firsts[position].value_or(0);
    if (!ends[position] && first == 0)
      continue;
    LinearIndex size;
    if (ends[position])
      size = *ends[position];
    else if (auto value = dyn_cast<Value>(sizes[position]))
      size = getLinearIndex(value);
    else
      size.constant = nest.getStaticSizes()[position];
    size.constant -= first;
    if (size.isConstant()) {
      sizes[position] =
          rewriter.getIndexAttr(std::max<int64_t>(size.constant, 0));
      continue;
    }
    LinearIndex outside;
    outside.constant = size.constant;
    for (auto [value, factor] : size.factors)
      outside.factors[getOutside(value)] = factor;
    sizes[position] = createIndex(rewriter, loc, outside);
  }

  // 3. The nest, whose indices start at zero.
  SmallVector<StringRef> names;
  for (unsigned position = 0; position < rank; ++position)
    names.push_back(nest.getIndexName(position));
  auto box = NestOp::create(rewriter, loc, names, sizes);
  box.setParallelAttr(nest.getParallelAttr());
  box.setNameAttr(nest.getNameAttr());
  box->setDiscardableAttrs(nest->getDiscardableAttrDictionary());
  Block &body = box.getBody().front();
  rewriter.setInsertionPointToStart(&body);
  SmallVector<Value> indices;
  for (auto [position, index] : llvm::enumerate(box.getIndices())) {
    LinearIndex moved;
    moved.factors[index] = 1;
    moved.constant = firsts[position].value_or(0);
    indices.push_back(createIndex(rewriter, loc, moved));
  }
  rewriter.eraseOp(body.getTerminator());
  rewriter.mergeBlocks(&nest.getBody().front(), &body, indices);
  rewriter.eraseOp(nest);
  nest = box;
  return success();
}

/// Returns what the report calls a nest.
static std::string getLabel(NestOp nest) {
  if (nest.getName())
    return nest.getName()->str();
  std::string label = "(";
  for (unsigned position = 0; position < nest.getRank(); ++position)
    label += (position ? ", " : "") + nest.getIndexName(position).str();
  return label + ")";
}

static void splitNest(RewriterBase &rewriter, NestOp nest) {
  // Lines come in the order of the points.
  if (nest.getSegmented() || isPlanned(nest) || hasPrints(nest))
    return;
  SmallVector<SpaceIndex> indices = getIndices(nest);
  InnerPart inner(nest.getBody(), indices);
  if (!inner.isSimpler())
    return;
  ArrayRef<LinearIndex> constraints = inner.getConstraints();
  if (!constraints.empty()) {
    if (hasFewPoints(nest) || constraints.size() > maxBorders) {
      LDBG() << getLabel(nest) << " is not split at " << constraints.size()
             << " borders";
      return;
    }
    std::string label = getLabel(nest);
    addReport(nest->getParentOfType<FuncOp>(), ReportSubject::Nest,
              StringRef(label),
              "split into an inner part without tests and " +
                  std::to_string(constraints.size()) + " borders");
    ++numSplit;
    LDBG() << label << " is split at " << constraints.size() << " borders";
    NestSplitter(rewriter, nest, constraints).run();
  }
  // The operations moved with the body, if they did.
  inner.simplify(rewriter);
}

namespace {
class SplitBorders : public sa::impl::SASplitBordersBase<SplitBorders> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<NestOp> nests(getOperation().getOps<NestOp>());
    for (NestOp nest : nests)
      splitNest(rewriter, nest);
  }
};
} // namespace
