// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes conditions on indices and sizes out of loops.
//
//   for i = 0 to 10                    for i = 0 to 7
//     for k = 0 to 5                     for k = 0 to 5 { a; b }
//       a                           →  for i = 7 to 10
//       if 6 - i >= 0 { b }              for k = 0 to 5 { a }
//
// A condition that a loop does not change is asked once before it. The
// innermost loop that changes it is cut in two, where the answer changes. What
// begins an unrolled or vectorized loop later than usual is such a condition,
// too.

#include "FoldIndices.h"
#include "LoopCuts.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SACUTLOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;
using affine::AffineIfOp;

namespace {

/// Each cut copies a body. Beyond this many copies in a function, the
/// conditions that are left stay where they are.
constexpr unsigned maxCopies = 32;

/// Whether an expression is at least 0.
using Question = LoopBound;

Question makeQuestion(AffineExpr expr, unsigned numDims, unsigned numSymbols,
                      ValueRange given) {
  SmallVector<Value> operands(given);
  AffineMap map = AffineMap::get(numDims, numSymbols, expr);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  map = simplifyAffineMap(map);
  return {map.getResult(0), map.getNumDims(), map.getNumSymbols(), operands};
}

/// A constraint of a condition; nothing for equalities.
std::optional<Question> getQuestion(AffineIfOp op, unsigned number) {
  IntegerSet set = op.getIntegerSet();
  if (set.isEq(number))
    return std::nullopt;
  return makeQuestion(set.getConstraint(number), set.getNumDims(),
                      set.getNumSymbols(), op.getOperands());
}

/// The answer to `other` that follows from the one to `known`, if any.
std::optional<bool> getAnswer(const Question &other, const Question &known,
                              bool holds) {
  if (other.operands != known.operands || other.numDims != known.numDims)
    return std::nullopt;
  auto distance = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      other.expr - known.expr, known.numDims, known.numSymbols));
  if (!distance)
    return std::nullopt;
  if (holds && distance.getValue() >= 0)
    return true;
  if (!holds && distance.getValue() <= 0)
    return false;
  return std::nullopt;
}

/// The innermost loop with an index in the question; null when there is none.
AffineForOp getInnermost(const Question &question) {
  AffineForOp innermost;
  for (Value operand : question.operands)
    if (AffineForOp loop = affine::getForInductionVarOwner(operand))
      if (!innermost || innermost->isProperAncestor(loop))
        innermost = loop;
  return innermost;
}

/// True when nothing in `loop` but its index computes what is asked about.
bool isKnownBefore(const Question &question, AffineForOp loop) {
  return llvm::none_of(question.operands, [&](Value operand) {
    Operation *defining = operand.getDefiningOp();
    return defining && loop->isAncestor(defining);
  });
}

/// The later start of a loop with a known number of iterations beside its usual
/// one, as the results of its lower bound.
struct LateStart {
  unsigned late, usual;
};

std::optional<LateStart> findLateStart(AffineForOp loop) {
  AffineMap map = loop.getLowerBoundMap();
  if (!needsTripCount(loop) || map.getNumResults() != 2)
    return std::nullopt;
  for (unsigned usual : {0, 1})
    if (isa<AffineConstantExpr>(map.getResult(usual)) &&
        !isa<AffineConstantExpr>(map.getResult(1 - usual)))
      return LateStart{1 - usual, usual};
  return std::nullopt;
}

class Cutter {
public:
  explicit Cutter(FuncOp func) : func(func), rewriter(func.getContext()) {}

  void run() {
    while (numCopies < maxCopies && (askForStarts() || moveOneOut())) {
    }
  }

private:
  /// Asks before a loop whether it starts late. True if one does.
  bool askForStarts();
  /// Takes one condition out of one loop. True if there was one.
  bool moveOneOut();
  bool moveOut(AffineIfOp op, const Question &question);
  /// Asks before a loop instead of in it.
  bool unswitch(AffineForOp loop, const Question &question);
  /// Cuts a loop where the answer changes.
  bool cut(AffineForOp loop, const Question &question);
  /// A copy of `loop` on the other side of a new condition before it.
  AffineForOp copyBehind(AffineForOp loop, const Question &question);
  /// Drops the conditions in a loop that are known to hold, or not to.
  void settle(AffineForOp loop, const Question &question, bool holds);

  FuncOp func;
  IRRewriter rewriter;
  unsigned numCopies = 0;
};

} // namespace

bool Cutter::moveOneOut() {
  WalkResult result = func.walk([&](AffineIfOp op) {
    unsigned numConstraints = op.getIntegerSet().getNumConstraints();
    for (unsigned number = 0; number < numConstraints; ++number)
      if (std::optional<Question> question = getQuestion(op, number))
        if (moveOut(op, *question))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

bool Cutter::moveOut(AffineIfOp op, const Question &question) {
  auto loop = op->getParentOfType<AffineForOp>();
  if (!loop || isConcurrent(loop) || op.getNumResults() != 0 ||
      !loop.getInits().empty())
    return false;
  // The host's loops around kernels stay as they are.
  WalkResult kernels = loop.walk([](AffineForOp inner) {
    return isConcurrent(inner) ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  if (kernels.wasInterrupted())
    return false;
  if (getInnermost(question) != loop)
    return unswitch(loop, question);
  return !needsTripCount(loop) && cut(loop, question);
}

bool Cutter::askForStarts() {
  WalkResult result = func.walk([&](AffineForOp loop) {
    std::optional<LateStart> start = findLateStart(loop);
    if (!start || isa<FuncOp>(loop->getParentOp()))
      return WalkResult::advance();
    AffineMap map = loop.getLowerBoundMap();
    Question question = makeQuestion(
        map.getResult(start->usual) - map.getResult(start->late),
        map.getNumDims(), map.getNumSymbols(), loop.getLowerBoundOperands());
    AffineForOp late = copyBehind(loop, question);
    loop.setLowerBoundMap(map.dropResult(start->late));
    late.setLowerBoundMap(map.dropResult(start->usual));
    simplifyBounds(loop);
    simplifyBounds(late);
    return WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

AffineForOp Cutter::copyBehind(AffineForOp loop, const Question &question) {
  rewriter.setInsertionPoint(loop);
  auto choice = AffineIfOp::create(
      rewriter, loop.getLoc(),
      IntegerSet::get(question.numDims, question.numSymbols, question.expr,
                      /*eqFlags=*/false),
      question.operands, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(choice.getElseBlock());
  auto copy = cast<AffineForOp>(rewriter.clone(*loop));
  rewriter.moveOpBefore(loop, choice.getThenBlock()->getTerminator());
  ++numCopies;
  return copy;
}

bool Cutter::unswitch(AffineForOp loop, const Question &question) {
  // A function is no place for conditions, and work-items of a group must not
  // part ways before a barrier.
  if (isa<FuncOp>(loop->getParentOp()))
    return false;
  bool hasBarrier =
      loop->walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  bool isOfWorkItems = llvm::any_of(question.operands, [](Value operand) {
    AffineForOp other = affine::getForInductionVarOwner(operand);
    return other && isConcurrent(other);
  });
  if ((hasBarrier && isOfWorkItems) || !isKnownBefore(question, loop))
    return false;
  AffineForOp copy = copyBehind(loop, question);
  settle(loop, question, /*holds=*/true);
  settle(copy, question, /*holds=*/false);
  dropKnownBranches(func);
  return true;
}

bool Cutter::cut(AffineForOp loop, const Question &question) {
  MLIRContext *context = func.getContext();
  int64_t step = loop.getStepAsInt();
  if (step != 1 && !loop.hasConstantLowerBound())
    return false;
  unsigned position = llvm::find(question.operands, loop.getInductionVar()) -
                      question.operands.begin();
  std::optional<int64_t> factor = getAffineFactor(
      question.expr, position, question.numDims, question.numSymbols);
  if (!factor || *factor == 0)
    return false;
  if (!isKnownBefore(question, loop))
    return false;

  // 1. The first index with the other answer.
  AffineExpr rest = question.expr.replace(getAffineDimExpr(position, context),
                                          getAffineConstantExpr(0, context));
  AffineExpr start =
      *factor < 0 ? rest.floorDiv(-*factor) + 1 : (-rest).ceilDiv(*factor);
  if (step != 1) {
    int64_t first = loop.getConstantLowerBound();
    start = (start - first).ceilDiv(step) * step + first;
  }
  Question bound = makeQuestion(start, question.numDims, question.numSymbols,
                                question.operands);

  // 2. One loop up to it, one from there on.
  rewriter.setInsertionPointAfter(loop);
  auto later = cast<AffineForOp>(rewriter.clone(*loop));
  addBound(loop, bound, /*isLower=*/false);
  addBound(later, bound, /*isLower=*/true);
  ++numCopies;
  settle(loop, question, /*holds=*/*factor < 0);
  Question laterQuestion = question;
  laterQuestion.operands[position] = later.getInductionVar();
  settle(later, laterQuestion, /*holds=*/*factor > 0);
  dropKnownBranches(func);
  for (AffineForOp part : {loop, later}) {
    bool isIdle =
        llvm::all_of(part.getBody()->without_terminator(),
                     [](Operation &op) { return isMemoryEffectFree(&op); });
    if (isIdle)
      rewriter.eraseOp(part);
    else
      dissolve(part, rewriter);
  }
  return true;
}

void Cutter::settle(AffineForOp loop, const Question &question, bool holds) {
  loop->walk<WalkOrder::PostOrder>([&](AffineIfOp op) {
    IntegerSet set = op.getIntegerSet();
    for (unsigned number = 0; number < set.getNumConstraints(); ++number) {
      std::optional<Question> other = getQuestion(op, number);
      std::optional<bool> answer =
          other ? getAnswer(*other, question, holds) : std::nullopt;
      if (!answer)
        continue;
      // As a number, which dropKnownBranches understands.
      SmallVector<AffineExpr> constraints(set.getConstraints());
      constraints[number] =
          getAffineConstantExpr(*answer ? 0 : -1, op.getContext());
      set = IntegerSet::get(set.getNumDims(), set.getNumSymbols(), constraints,
                            set.getEqFlags());
      op.setIntegerSet(set);
    }
  });
}

namespace {
class CutLoops : public sa::impl::SACutLoopsBase<CutLoops> {
  void runOnOperation() override { Cutter(getOperation()).run(); }
};
} // namespace
