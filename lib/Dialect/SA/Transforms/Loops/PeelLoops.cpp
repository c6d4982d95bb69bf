// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the edges off loops around loops that need a known number of
// iterations: those that are unrolled or vectorized.
//
//   for i = 0 to 50 step 8                    for i = 0 to 48 step 8
//     for ii = 0 to min(8, 50 - i)  unroll →    for ii = 0 to 8  unroll
//                                             for i = 48 to 50 step 8
//                                               for ii = 0 to 2  unroll
//
// The bound 50 - i shrinks with i. As long as it is at least 8, it says
// nothing: that is the main part of the loop around, and the rest is the edge.
// A loop with one iteration is dissolved, so that bounds in it become numbers.

#include "LoopCuts.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "sa/Dialect/SA/Analysis/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAPEELEDGES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

namespace {

/// Each part that is peeled off copies a body. Beyond this many copies in a
/// function, what is left of the edges runs as plain loops.
constexpr unsigned maxCopies = 64;

/// A result of a loop's upper bound that shrinks with a loop around it, and the
/// number that another result gives.
struct Edge {
  AffineForOp inner, outer;
  unsigned result;
  int64_t full;
};

/// The bounds of `loop` that depend on loops around it, the outermost of these
/// first.
SmallVector<Edge> findEdges(AffineForOp loop) {
  AffineMap map = loop.getUpperBoundMap();
  std::optional<int64_t> full = getConstantBound(map, /*isLower=*/false);
  SmallVector<Edge> edges;
  if (!full || map.getNumResults() < 2 || !loop.hasConstantLowerBound())
    return edges;
  for (auto [number, expr] : llvm::enumerate(map.getResults()))
    for (auto [position, operand] : llvm::enumerate(
             loop.getUpperBoundOperands().take_front(map.getNumDims()))) {
      auto outer = affine::getForInductionVarOwner(operand);
      std::optional<int64_t> factor = getAffineFactor(
          expr, position, map.getNumDims(), map.getNumSymbols());
      // An index may be an operand more than once.
      bool isKnown =
          llvm::any_of(edges, [&, result = number](const Edge &edge) {
            return edge.outer == outer && edge.result == result;
          });
      if (outer && factor && *factor < 0 && !isKnown)
        edges.push_back({loop, outer, static_cast<unsigned>(number), *full});
    }
  llvm::sort(edges, [](Edge lhs, Edge rhs) {
    return lhs.outer->isProperAncestor(rhs.outer);
  });
  return edges;
}

/// The smallest value that the bound has in iterations of `outer`, as an
/// expression of its index and what is known before it: loops in between take
/// their last value. Null when that is not known.
AffineExpr getSmallest(const Edge &edge, SmallVectorImpl<Value> &operands,
                       AffineMap &map) {
  AffineForOp inner = edge.inner;
  map = inner.getUpperBoundMap();
  AffineExpr expr = map.getResult(edge.result);
  llvm::append_range(operands, inner.getUpperBoundOperands());
  for (unsigned position = 0; position < map.getNumDims(); ++position) {
    auto loop = affine::getForInductionVarOwner(operands[position]);
    if (!expr.isFunctionOfDim(position) || !loop || loop == edge.outer ||
        loop->isAncestor(edge.outer))
      continue;
    std::optional<int64_t> factor =
        getAffineFactor(expr, position, map.getNumDims(), map.getNumSymbols());
    std::optional<int64_t> bound =
        getConstantBound(loop.getUpperBoundMap(), /*isLower=*/false);
    if (!factor || !bound || !loop.hasConstantLowerBound())
      return {};
    int64_t step = loop.getStepAsInt(), first = loop.getConstantLowerBound();
    int64_t last =
        first + (std::max<int64_t>(*bound - first, 1) - 1) / step * step;
    expr = expr.replace(
        getAffineDimExpr(position, expr.getContext()),
        getAffineConstantExpr(*factor < 0 ? last : first, expr.getContext()));
  }
  return expr;
}

/// True where `inner` stands at the edge of a loop that chose between two
/// bodies: the rest of its bound stays as it is.
bool isAtEdge(AffineForOp inner, AffineForOp outer) {
  for (Operation *op = inner; op != outer; op = op->getParentOp()) {
    auto choice = dyn_cast<affine::AffineIfOp>(op->getParentOp());
    if (choice && choice.hasElse() && op->getBlock() == choice.getElseBlock() &&
        llvm::is_contained(choice.getOperands(), outer.getInductionVar()))
      return true;
  }
  return false;
}

class Peeler {
public:
  explicit Peeler(FuncOp func) : func(func), rewriter(func.getContext()) {}

  void run() {
    bool hasChanged = true;
    while (hasChanged && numCopies < maxCopies) {
      hasChanged = false;
      SmallVector<AffineForOp> loops;
      func.walk([&](AffineForOp loop) {
        if (needsTripCount(loop))
          loops.push_back(loop);
      });
      for (AffineForOp loop : loops) {
        hasChanged = llvm::any_of(findEdges(loop), [&](const Edge &edge) {
          return succeeded(peel(edge));
        });
        if (hasChanged)
          break;
      }
    }
  }

private:
  /// The first value of the outer index for which the bound is less than full.
  std::optional<LoopBound> getStart(const Edge &edge);
  /// Makes two bodies of that of the outer loop: with full pieces, and the
  /// edge.
  LogicalResult peel(const Edge &edge);
  /// Cuts a loop in two, from `start` on.
  void cut(AffineForOp outer, const LoopBound &start);
  /// Lets a loop of a kernel's range choose between two bodies, and returns the
  /// main one; null when it cannot.
  Region *choose(const Edge &edge, const LoopBound &start);
  /// The value of the index at the edge, when that is a single known one.
  std::optional<int64_t> getOnlyEdge(AffineForOp outer, const LoopBound &start);

  FuncOp func;
  IRRewriter rewriter;
  unsigned numCopies = 0;
};

} // namespace

std::optional<LoopBound> Peeler::getStart(const Edge &edge) {
  AffineForOp outer = edge.outer;
  if (!outer.hasConstantLowerBound() || !outer.getInits().empty())
    return std::nullopt;
  int64_t first = outer.getConstantLowerBound(), step = outer.getStepAsInt();
  SmallVector<Value> operands;
  AffineMap map;
  AffineExpr smallest = getSmallest(edge, operands, map);
  if (!smallest)
    return std::nullopt;
  auto *found = llvm::find(operands, outer.getInductionVar());
  unsigned position = found - operands.begin();
  std::optional<int64_t> factor = getAffineFactor(
      smallest, position, map.getNumDims(), map.getNumSymbols());
  if (!factor || *factor >= 0)
    return std::nullopt;
  // factor * index + rest >= full as long as index <= (rest - full) / -factor.
  MLIRContext *context = func.getContext();
  AffineExpr rest = smallest.replace(getAffineDimExpr(position, context),
                                     getAffineConstantExpr(0, context));
  AffineExpr last = (rest - edge.full).floorDiv(-*factor);
  AffineMap start =
      AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                     (last - first).floorDiv(step) * step + first + step);
  start = simplifyAffineMap(start);
  affine::canonicalizeMapAndOperands(&start, &operands);
  return LoopBound{start.getResult(0), start.getNumDims(),
                   start.getNumSymbols(), operands};
}

LogicalResult Peeler::peel(const Edge &edge) {
  AffineForOp outer = edge.outer;
  if (isAtEdge(edge.inner, outer))
    return failure();
  std::optional<LoopBound> start = getStart(edge);
  if (!start)
    return failure();

  // 1. All the bounds that end at the same edge.
  SmallVector<Edge> edges;
  outer.walk([&](AffineForOp loop) {
    if (!needsTripCount(loop))
      return;
    for (const Edge &other : findEdges(loop)) {
      if (other.outer != outer)
        continue;
      std::optional<LoopBound> end = getStart(other);
      if (end && end->expr == start->expr && end->operands == start->operands)
        edges.push_back(other);
    }
  });

  // 2. Two bodies, and no more of these bounds in the main one.
  if (!isConcurrent(outer)) {
    cut(outer, *start);
  } else {
    Region *main = choose(edge, *start);
    if (!main)
      return failure();
    llvm::erase_if(edges, [&](Edge other) {
      return !main->isAncestor(other.inner->getParentRegion());
    });
  }
  llvm::sort(edges, [](Edge lhs, Edge rhs) { return lhs.result > rhs.result; });
  for (Edge other : edges) {
    AffineForOp inner = other.inner;
    inner.setUpperBoundMap(inner.getUpperBoundMap().dropResult(other.result));
  }
  for (Edge other : edges)
    simplifyBounds(other.inner);
  ++numCopies;
  if (!isConcurrent(outer))
    dissolve(outer, rewriter);
  return success();
}

void Peeler::cut(AffineForOp outer, const LoopBound &start) {
  // The edge is a copy that goes on where the main part ends.
  rewriter.setInsertionPointAfter(outer);
  auto edgeLoop = cast<AffineForOp>(rewriter.clone(*outer));
  addBound(edgeLoop, start, /*isLower=*/true);
  addBound(outer, start, /*isLower=*/false);
  dissolve(edgeLoop, rewriter);
}

/// The part of a range's body that holds `inner`: where the body is one choice
/// already, the other side of it needs no copy.
static Block *findPart(AffineForOp range, AffineForOp inner) {
  Block *part = range.getBody();
  while (true) {
    Operation *first = &part->front();
    while (isa<BufferOp>(first))
      first = first->getNextNode();
    auto choice = dyn_cast<affine::AffineIfOp>(first);
    if (!choice || !choice.hasElse() || !choice->isProperAncestor(inner) ||
        choice->getNextNode() != part->getTerminator())
      return part;
    bool isMain = choice.getThenRegion().isAncestor(inner->getParentRegion());
    part = isMain ? choice.getThenBlock() : choice.getElseBlock();
  }
}

Region *Peeler::choose(const Edge &edge, const LoopBound &start) {
  AffineForOp outer = edge.outer;
  MLIRContext *context = func.getContext();
  // Work-items of a group must not part ways: they may meet at a barrier.
  if (isThreadLoop(outer))
    return nullptr;
  // All is edge.
  auto first = dyn_cast<AffineConstantExpr>(start.expr);
  if (first && first.getValue() <= outer.getConstantLowerBound())
    return nullptr;
  // 1. The body of the innermost loop of the kernel's range.
  AffineForOp range = outer;
  while (true) {
    auto next = dyn_cast<AffineForOp>(range.getBody()->front());
    if (!next || !isConcurrent(next) ||
        !isa<affine::AffineYieldOp>(next->getNextNode()))
      break;
    range = next;
  }
  if (range == edge.inner || !range->isAncestor(edge.inner) ||
      !llvm::all_of(start.operands, [&](Value operand) {
        auto loop = affine::getForInductionVarOwner(operand);
        return !loop || loop->isAncestor(range) || loop == range;
      }))
    return nullptr;
  Block *body = findPart(range, edge.inner);
  // Both sides use the same memory.
  SmallVector<Operation *> content;
  for (Operation &op : llvm::make_early_inc_range(body->without_terminator())) {
    if (!isa<BufferOp>(op))
      content.push_back(&op);
    else if (!content.empty())
      rewriter.moveOpBefore(&op, content.front());
  }

  // 2. The main part where the index comes before the edge.
  SmallVector<Value> operands(start.operands);
  operands.insert(operands.begin() + start.numDims, outer.getInductionVar());
  AffineExpr index = getAffineDimExpr(start.numDims, context);
  AffineMap map = AffineMap::get(start.numDims + 1, start.numSymbols,
                                 start.expr - 1 - index, context);
  affine::canonicalizeMapAndOperands(&map, &operands);
  map = simplifyAffineMap(map);
  rewriter.setInsertionPoint(content.front());
  auto choice = affine::AffineIfOp::create(
      rewriter, outer.getLoc(),
      IntegerSet::get(map.getNumDims(), map.getNumSymbols(), map.getResults(),
                      false),
      operands, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(choice.getElseBlock());
  // The index of an edge that is one iteration is known.
  IRMapping mapping;
  if (std::optional<int64_t> only = getOnlyEdge(outer, start))
    mapping.map(outer.getInductionVar(), arith::ConstantIndexOp::create(
                                             rewriter, outer.getLoc(), *only));
  for (Operation *op : content)
    rewriter.clone(*op, mapping);
  for (Operation *op : content)
    rewriter.moveOpBefore(op, choice.getThenBlock()->getTerminator());
  choice.getElseBlock()->walk([&](AffineForOp loop) { simplifyBounds(loop); });
  return &choice.getThenRegion();
}

std::optional<int64_t> Peeler::getOnlyEdge(AffineForOp outer,
                                           const LoopBound &start) {
  auto first = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(start.expr, start.numDims, start.numSymbols));
  if (!first || !outer.hasConstantUpperBound() ||
      first.getValue() < outer.getConstantLowerBound() ||
      first.getValue() + outer.getStepAsInt() < outer.getConstantUpperBound())
    return std::nullopt;
  return first.getValue();
}

namespace {
class PeelEdges : public sa::impl::SAPeelEdgesBase<PeelEdges> {
  void runOnOperation() override { Peeler(getOperation()).run(); }
};
} // namespace
