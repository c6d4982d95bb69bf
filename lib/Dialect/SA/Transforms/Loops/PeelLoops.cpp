// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peels loops around loops that need a constant trip count: those that are
// unrolled or vectorized.
//
//   for i = 0 to 50 step 8                    for i = 0 to 48 step 8
//     for ii = 0 to min(8, 50 - i)  unroll →    for ii = 0 to 8  unroll
//                                             for i = 48 to 50 step 8
//                                               for ii = 0 to 2  unroll
//
// As long as 50 - i is at least 8, it can be dropped from the bound: that is
// the main part of the loop, and the other iterations are the edge.

#include "EdgeVectors.h"
#include "LoopBoundUtils.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopTransforms.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-peel-loops"

namespace sa {
#define GEN_PASS_DEF_SAPEELLOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

ALWAYS_ENABLED_STATISTIC(numPeeled, "Loops peeled");
ALWAYS_ENABLED_STATISTIC(numVersioned, "Bodies of concurrent loops versioned");

/// Each peeled loop copies a body. After this many copies in a function, the
/// remaining edges run as sequential loops.
static constexpr unsigned maxCopies = 64;

namespace {

/// A result of the upper bound of `inner` that shrinks with the index of
/// `outer`, and the constant that another result is.
struct Edge {
  AffineForOp inner, outer;
  unsigned result;
  int64_t full;
};

} // namespace

/// Returns the edges of `loop`, those of outer loops first.
static SmallVector<Edge> findEdges(AffineForOp loop) {
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

/// Returns the smallest value of the bound in an iteration of `outer`, over the
/// operands of the bound: loops in between have their last index. Null if that
/// is not known.
static AffineExpr getSmallest(const Edge &edge) {
  AffineForOp inner = edge.inner;
  AffineMap map = inner.getUpperBoundMap();
  AffineExpr expr = map.getResult(edge.result);
  for (unsigned position = 0; position < map.getNumDims(); ++position) {
    auto loop = affine::getForInductionVarOwner(
        inner.getUpperBoundOperands()[position]);
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

/// Returns true if `inner` is in the edge of a versioned body: its bound stays.
static bool isAtEdge(AffineForOp inner, AffineForOp outer) {
  for (Operation *op = inner; op != outer; op = op->getParentOp()) {
    auto choice = dyn_cast<affine::AffineIfOp>(op->getParentOp());
    if (choice && choice.hasElse() && op->getBlock() == choice.getElseBlock() &&
        llvm::is_contained(choice.getOperands(), outer.getInductionVar()))
      return true;
  }
  return false;
}

/// Returns the first index of the outer loop at which the bound is less than
/// the constant one.
static std::optional<LoopBound> getEdgeStart(const Edge &edge) {
  AffineForOp outer = edge.outer;
  if (!outer.hasConstantLowerBound() || !outer.getInits().empty())
    return std::nullopt;
  int64_t first = outer.getConstantLowerBound(), step = outer.getStepAsInt();
  AffineForOp inner = edge.inner;
  AffineMap map = inner.getUpperBoundMap();
  SmallVector<Value> operands(inner.getUpperBoundOperands());
  AffineExpr smallest = getSmallest(edge);
  if (!smallest)
    return std::nullopt;
  auto *found = llvm::find(operands, outer.getInductionVar());
  unsigned position = found - operands.begin();
  std::optional<int64_t> factor = getAffineFactor(
      smallest, position, map.getNumDims(), map.getNumSymbols());
  if (!factor || *factor >= 0)
    return std::nullopt;
  // factor * index + rest >= full as long as index <= (rest - full) / -factor.
  MLIRContext *context = outer.getContext();
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

/// Returns the index at the edge, if that is one iteration with a constant
/// index.
static std::optional<int64_t> getOnlyEdge(AffineForOp outer,
                                          const LoopBound &start) {
  auto first = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(start.expr, start.numDims, start.numSymbols));
  if (!first || !outer.hasConstantUpperBound() ||
      first.getValue() < outer.getConstantLowerBound() ||
      first.getValue() + outer.getStepAsInt() < outer.getConstantUpperBound())
    return std::nullopt;
  return first.getValue();
}

/// Returns the part of a concurrent loop's body that holds `inner`: where the
/// body is versioned already, the other version needs no copy.
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

/// Lets a condition in the body of a concurrent loop choose between the main
/// part, whose region is the result, and the edge. Null if it cannot.
static Region *versionBody(RewriterBase &rewriter, const Edge &edge,
                           const LoopBound &start) {
  AffineForOp outer = edge.outer;
  MLIRContext *context = outer.getContext();
  // All the work-items of a group must reach a barrier.
  if (isWorkItemLoop(outer))
    return nullptr;
  // There is no main part.
  auto first = dyn_cast<AffineConstantExpr>(start.expr);
  if (first && first.getValue() <= outer.getConstantLowerBound())
    return nullptr;
  // 1. The body of the innermost concurrent loop.
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
  // Both versions use the same memory.
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

/// Makes two bodies of that of the outer loop: the main part, and the edge.
static LogicalResult peelEdge(RewriterBase &rewriter, const Edge &edge) {
  AffineForOp outer = edge.outer;
  std::optional<LoopBound> start;
  if (!isAtEdge(edge.inner, outer))
    start = getEdgeStart(edge);
  if (!start) {
    LDBG() << "'" << getLoopName(outer) << "' is not peeled for '"
           << getLoopName(edge.inner) << "': its edge has no known start";
    return failure();
  }

  // 1. All the bounds that end at the same edge.
  SmallVector<Edge> edges;
  outer.walk([&](AffineForOp loop) {
    if (!needsTripCount(loop))
      return;
    for (const Edge &other : findEdges(loop)) {
      if (other.outer != outer)
        continue;
      std::optional<LoopBound> end = getEdgeStart(other);
      if (end && end->expr == start->expr && end->operands == start->operands)
        edges.push_back(other);
    }
  });

  // 2. Two bodies, and no more of these bounds in the main one.
  if (!isConcurrent(outer)) {
    LDBG() << "peel '" << getLoopName(outer) << "' at " << start->expr;
    ++numPeeled;
    promoteSingleIteration(rewriter, splitLoop(rewriter, outer, *start));
  } else {
    Region *main = versionBody(rewriter, edge, *start);
    if (!main) {
      LDBG() << "the body of '" << getLoopName(outer)
             << "' cannot be versioned for '" << getLoopName(edge.inner) << "'";
      return failure();
    }
    LDBG() << "version the body of '" << getLoopName(outer) << "' at "
           << start->expr;
    ++numVersioned;
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
  if (!isConcurrent(outer))
    promoteSingleIteration(rewriter, outer);
  return success();
}

/// Returns true if the edge of a concurrent loop starts at an index that is
/// only known at run time, and a sequential loop has the same edge. To peel
/// that one is enough: a version of the whole body would copy it once more, and
/// the trip counts in it would not be constants either.
static bool isPeeledInside(const Edge &edge, ArrayRef<Edge> edges) {
  if (!isConcurrent(edge.outer))
    return false;
  std::optional<LoopBound> start = getEdgeStart(edge);
  return start && !isa<AffineConstantExpr>(start->expr) &&
         llvm::any_of(edges, [&](const Edge &other) {
           return other.result == edge.result && !isConcurrent(other.outer);
         });
}

LogicalResult sa::peelLoop(RewriterBase &rewriter, AffineForOp loop) {
  SmallVector<Edge> edges = findEdges(loop);
  return success(llvm::any_of(edges, [&](const Edge &edge) {
    return !isPeeledInside(edge, edges) && succeeded(peelEdge(rewriter, edge));
  }));
}

/// Returns true if `loop` is unrolled around an edge that stays a loop, because
/// its trip count is only known at run time: copies of that loop save nothing.
static bool isAroundOpenEdge(AffineForOp loop) {
  if (getExecution(loop) != Execution::Unroll)
    return false;
  return loop
      .walk([](AffineForOp inner) {
        AffineMap bound = inner.getUpperBoundMap();
        bool isEdge = bound.getNumResults() > 1 &&
                      getConstantBound(bound, /*isLower=*/false);
        return getExecution(inner) == Execution::Vectorize && isEdge
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
class PeelLoops : public sa::impl::SAPeelLoopsBase<PeelLoops> {
  /// Makes shorter vectors of what is left of vectorized loops.
  void vectorizeEdges(RewriterBase &rewriter) {
    SmallVector<AffineForOp> loops;
    getOperation().walk([&](AffineForOp loop) { loops.push_back(loop); });
    for (AffineForOp loop : loops)
      if (AffineForOp lanes = splitEdgeVector(rewriter, loop))
        while (llvm::any_of(findEdges(lanes), [&](const Edge &edge) {
          return edge.outer == lanes->getParentOp() &&
                 succeeded(peelEdge(rewriter, edge));
        })) {
        }
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    auto peelOne = [&](AffineForOp loop) {
      // Inner loops come first: what is open in them stays open.
      if (isAroundOpenEdge(loop))
        setExecution(loop, Execution::Sequential);
      return needsTripCount(loop) && succeeded(peelLoop(rewriter, loop))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    unsigned numCopies = 0;
    while (numCopies < maxCopies &&
           getOperation().walk(peelOne).wasInterrupted())
      ++numCopies;
    if (numCopies == maxCopies)
      LDBG() << "edges stay after " << maxCopies << " copies of bodies";
    vectorizeEdges(rewriter);
  }
};
} // namespace
