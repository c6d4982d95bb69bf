// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SeparateBorders.h"

#include "InnerPart.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-unswitch-loops"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// Each copies a body. After this many in a function, the others stay.
static constexpr unsigned maxSeparated = 8;

/// Returns the bounds of a loop that are sums, constants first.
static SmallVector<LinearIndex, 2> getBounds(AffineMap map,
                                             ValueRange operands) {
  SmallVector<LinearIndex, 2> bounds;
  for (bool isConstant : {true, false})
    for (AffineExpr expr : map.getResults())
      if (std::optional<LinearIndex> sum =
              getLinearIndex(expr, map.getNumDims(), operands);
          sum && sum->isConstant() == isConstant)
        bounds.push_back(*sum);
  return bounds;
}

static std::optional<SpaceIndex> getIndex(AffineForOp loop, bool isKept) {
  SmallVector<LinearIndex, 2> firsts =
      getBounds(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
  SmallVector<LinearIndex, 2> ends =
      getBounds(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
  if (firsts.empty() || ends.empty())
    return std::nullopt;
  return SpaceIndex{loop.getInductionVar(), firsts.front(), ends, isKept};
}

/// Returns the innermost loop around `op` that does not become straight code.
static AffineForOp getHost(Operation *op) {
  auto loop = op->getParentOfType<AffineForOp>();
  while (loop && needsTripCount(loop))
    loop = loop->getParentOfType<AffineForOp>();
  return loop;
}

/// Returns true if the body of a loop can have a copy: nothing in it is of
/// other work-items, or of the loop's results.
static bool canCopy(AffineForOp loop) {
  if (!loop.getInits().empty())
    return false;
  return !loop.getBody()
              ->walk([](Operation *op) {
                auto inner = dyn_cast<AffineForOp>(op);
                bool isShared =
                    isa<gpu::BarrierOp, BufferOp, LoopCacheOp>(op) ||
                    (inner && isConcurrent(inner));
                return isShared ? WalkResult::interrupt()
                                : WalkResult::advance();
              })
              .wasInterrupted();
}

static void separate(RewriterBase &rewriter, AffineForOp host) {
  // 1. The loops around the body, and those in it.
  SmallVector<SpaceIndex> indices;
  for (AffineForOp loop = host; loop;
       loop = loop->getParentOfType<AffineForOp>())
    if (std::optional<SpaceIndex> index = getIndex(loop, /*isKept=*/true))
      indices.insert(indices.begin(), *index);
  host.getBody()->walk<WalkOrder::PreOrder>([&](AffineForOp loop) {
    if (std::optional<SpaceIndex> index = getIndex(loop, /*isKept=*/false))
      indices.push_back(*index);
  });
  InnerPart inner(host.getRegion(), indices);
  if (!inner.isSimpler())
    return;
  ArrayRef<LinearIndex> constraints = inner.getConstraints();
  if (constraints.empty())
    return inner.simplify(rewriter);

  // 2. The condition, with the body in one branch and its copy in the other.
  LDBG() << "separate the borders in '" << getLoopName(host) << "'";
  Block *body = host.getBody();
  MLIRContext *context = host.getContext();
  SmallVector<Value> operands;
  SmallVector<AffineExpr> exprs;
  for (const LinearIndex &sum : constraints)
    exprs.push_back(InnerPart::getExpr(sum, operands, context));
  // Sizes that are taken in the loop are taken before it.
  for (Value &operand : operands)
    if (auto size = operand.getDefiningOp<DimOp>();
        size && host->isAncestor(size)) {
      rewriter.setInsertionPoint(host);
      operand = rewriter.clone(*size)->getResult(0);
    }
  SmallVector<Operation *> moved;
  for (Operation &op : body->without_terminator())
    moved.push_back(&op);
  rewriter.setInsertionPoint(body->getTerminator());
  auto set = IntegerSet::get(operands.size(), 0, exprs,
                             SmallVector<bool>(exprs.size(), false));
  auto choice = affine::AffineIfOp::create(rewriter, host.getLoc(), set,
                                           operands, /*withElseRegion=*/true);
  IRMapping mapping;
  rewriter.setInsertionPointToStart(choice.getElseBlock());
  for (Operation *op : moved)
    rewriter.clone(*op, mapping);
  for (Operation *op : moved)
    rewriter.moveOpBefore(op, choice.getThenBlock()->getTerminator());
  // Lanes and copies of tests are long, and run once in a row.
  choice.getElseBlock()->walk([](AffineForOp loop) {
    if (needsTripCount(loop))
      loop->removeAttr(executionAttrName);
  });
  inner.simplify(rewriter);
}

void sa::separateBorders(RewriterBase &rewriter, FuncOp func) {
  llvm::SetVector<Operation *> hosts;
  func.walk([&](Operation *op) {
    if (AffineForOp host = getHost(op); host && InnerPart::isChoice(op))
      hosts.insert(host);
  });
  unsigned number = 0;
  for (Operation *op : hosts) {
    auto host = cast<AffineForOp>(op);
    // A loop in another one that is separated is separated there.
    bool isInside = llvm::any_of(hosts, [&](Operation *other) {
      return other != op && op->isProperAncestor(other);
    });
    if (!isInside && canCopy(host) && number++ < maxSeparated)
      separate(rewriter, host);
  }
}
