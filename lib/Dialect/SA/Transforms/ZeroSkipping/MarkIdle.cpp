// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks loops of plans with `sa.idle`, where a constant is zero at all points
// of an iteration:
//
//   for k = 0 to 64 step 16             for k = 0 to 64 step 16
//     for i = 0 to 32                     sa.idle W_blocks[k / 16]
//       for kk = 0 to 16           →      for i = 0 to 32
//         C[i] += A[i, k + kk]              for kk = 0 to 16
//                 * W[k + kk]                 …

#include "SkipEstimate.h"
#include "ZeroEffect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/Analysis/Constants/ConstantReads.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopSpace.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "sa-mark-idle"

namespace sa {
#define GEN_PASS_DEF_SAMARKIDLE
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

ALWAYS_ENABLED_STATISTIC(numMarks, "Loops marked");

/// The trip count of a loop whose bounds are known only at run time.
static constexpr double assumedTripCount = 16.0;

namespace {

/// A loop, and which of its iterations are idle.
struct IdleLoop {
  AffineForOp loop;
  /// The loops whose iterations select an element of the table: those that
  /// select the elements of the constant, of the loop itself and those around.
  SmallVector<AffineForOp> outer;
  /// The table: for each of their iterations whether it is busy.
  SmallVector<int64_t> shape;
  std::vector<uint8_t> isBusy;
  /// The largest box of elements that one iteration reads.
  SmallVector<int64_t> block;
  double gain = 0;
};

/// The loads of one constant in the loops of one nest, and what they read.
class LoopReads {
public:
  LoopReads(LoopSpace &space, ConstOp constant, ArrayRef<LoadOp> loads);

  /// Returns the loop that skips most work; nothing when the loops cannot skip
  /// zeros, or when it does not pay: `obstacle` is the reason.
  std::optional<IdleLoop> findLoop(std::string &obstacle);

  ConstOp constant;
  SmallVector<LoadOp> loads;
  /// The points that read the constant, and those that read zero; the elements
  /// of the constant where the subscripts are not known.
  int64_t numRead = 0, numZero = 0;

private:
  bool analyze();
  /// Returns true when iterations of `loop` can be left out.
  bool canSkip(AffineForOp loop);
  IdleLoop judge(AffineForOp loop);
  std::optional<int64_t> getTripCount(AffineForOp loop);

  LoopSpace *space;
  NonzeroMask mask;
  bool isKnown = false;
  /// The loops that select the element, outermost first, and the points.
  SmallVector<AffineForOp> used;
  ConstantReads reads;
};

class MarkIdle : public sa::impl::SAMarkIdleBase<MarkIdle> {
  void runOnOperation() override {
    SmallVector<AffineForOp> roots(getOperation().getOps<AffineForOp>());
    for (AffineForOp root : roots)
      run(root);
  }

  void run(AffineForOp root);
  void mark(const LoopReads &reads, IdleLoop &idle);
  void report(const LoopReads &reads, const Twine &found,
              ArrayRef<ReportValue> values) {
    addReport(getOperation(), ReportSubject::Constant,
              ConstOp(reads.constant).getName(), found, values);
  }
};

} // namespace

LoopReads::LoopReads(LoopSpace &space, ConstOp constant, ArrayRef<LoadOp> loads)
    : constant(constant), loads(loads), space(&space) {
  auto type = cast<ArrayType>(constant.getResult().getType());
  std::optional<ConstantElements> elements = ConstantElements::get(constant);
  if (!elements || elements->size() == 0)
    return;
  mask = NonzeroMask::get(*elements, type.getElementType(), type.getShape(),
                          type.getShape());
  numRead = mask.size();
  numZero = mask.countZeros();
  isKnown = numZero > 0 && analyze();
  if (!isKnown)
    return;
  numRead = numZero = 0;
  reads.visit([&](int64_t, int64_t position) {
    numRead += position >= 0;
    numZero += position >= 0 && !mask.isNonzero[position];
  });
}

std::optional<int64_t> LoopReads::getTripCount(AffineForOp loop) {
  // Of the whole loop: a condition around the loads does not shorten the table.
  AffineExpr dim = space->getDimExpr(loop);
  Operation *inside = loop.getBody()->getTerminator();
  std::optional<int64_t> low = space->getMin(dim, inside),
                         high = space->getMax(dim, inside);
  if (!low || !high || *low < 0)
    return std::nullopt;
  return *high / loop.getStepAsInt() + 1;
}

bool LoopReads::analyze() {
  auto getSubscripts = [&](LoadOp load) {
    return llvm::map_to_vector(
        load.getIndices(), [&](Value index) { return space->getExpr(index); });
  };
  SmallVector<AffineExpr> subscripts = getSubscripts(loads.front());
  for (LoadOp load : loads)
    if (getSubscripts(load) != subscripts)
      return false;
  for (AffineExpr subscript : subscripts)
    if (!subscript || !subscript.isPureAffine() ||
        subscript.walk([](AffineExpr part) {
          return isa<AffineSymbolExpr>(part) ? WalkResult::interrupt()
                                             : WalkResult::advance();
        }) == WalkResult::interrupt())
      return false;
  reads.shape = mask.shape;
  MLIRContext *context = constant.getContext();
  SmallVector<AffineExpr> dims(space->getNumDims(),
                               getAffineConstantExpr(0, context));
  for (AffineForOp loop : space->getLoops()) {
    unsigned dim = space->getDim(loop);
    if (llvm::none_of(subscripts, [&](AffineExpr subscript) {
          return subscript.isFunctionOfDim(dim);
        }))
      continue;
    // The iterations are multiples of the increment.
    int64_t step = loop.getStepAsInt();
    std::optional<int64_t> count = getTripCount(loop);
    if (!count ||
        llvm::any_of(space->getLowerBounds(loop), [&](AffineExpr bound) {
          return !bound || !bound.isMultipleOf(step);
        }))
      return false;
    dims[dim] = getAffineDimExpr(used.size(), context);
    used.push_back(loop);
    reads.counts.push_back(*count);
    reads.steps.push_back(step);
  }
  for (AffineExpr subscript : subscripts)
    reads.subscripts.push_back(subscript.replaceDims(dims));
  return reads.getNumPoints().has_value();
}

bool LoopReads::canSkip(AffineForOp loop) {
  // Launches do not read constants, work-items add up the partial results of
  // idle ones, too, and loops that are written out have no iterations to test.
  if (getLoopName(loop).empty() || needsTripCount(loop) ||
      loop->hasAttr(reductionsAttrName))
    return false;
  bool isKernel = !loop.getBody()
                       ->walk([](AffineForOp inner) {
                         return isConcurrent(inner) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
  // Double buffers are filled for the next iteration.
  bool fillsAhead =
      loop.getBody()
          ->walk([&](LoopCacheOp cache) {
            return cache.getDoubleBuffer() &&
                           cache->getParentOfType<AffineForOp>() == loop
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  return isKernel && !fillsAhead && hasNoEffectAtZeros(*loop.getBody(), loads);
}

IdleLoop LoopReads::judge(AffineForOp loop) {
  IdleLoop idle;
  idle.loop = loop;
  // 1. The table. Work-items of a group wait for each other, and therefore have
  //    one element.
  SmallVector<int64_t> strides(used.size(), 0);
  int64_t numEntries = 1;
  for (size_t dim = used.size(); dim-- > 0;)
    if (used[dim]->isAncestor(loop) && !isWorkItemLoop(used[dim])) {
      strides[dim] = numEntries;
      numEntries *= reads.counts[dim];
      idle.outer.insert(idle.outer.begin(), used[dim]);
      idle.shape.insert(idle.shape.begin(), reads.counts[dim]);
    }

  // 2. For each element of it, the points and the box that they read.
  size_t rank = reads.shape.size();
  idle.isBusy.assign(numEntries, 0);
  idle.block.assign(rank, 1);
  std::vector<int64_t> numPoints(numEntries, 0), high(numEntries * rank, -1),
      low(numEntries * rank, std::numeric_limits<int64_t>::max());
  SmallVector<int64_t> index(used.size(), 0);
  int64_t entry = 0;
  reads.visit([&](int64_t, int64_t element) {
    if (element >= 0) {
      ++numPoints[entry];
      idle.isBusy[entry] |= mask.isNonzero[element];
      for (size_t dim = rank; dim-- > 0; element /= reads.shape[dim]) {
        int64_t place = element % reads.shape[dim];
        int64_t &from = low[entry * rank + dim], &to = high[entry * rank + dim];
        from = std::min(from, place);
        to = std::max(to, place);
        idle.block[dim] = std::max(idle.block[dim], to - from + 1);
      }
    }
    for (size_t dim = used.size(); dim-- > 0;) {
      entry += strides[dim];
      if (++index[dim] < reads.counts[dim])
        break;
      entry -= index[dim] * strides[dim];
      index[dim] = 0;
    }
  });

  // 3. The work, for one iteration of each of the other loops around. A test
  //    that the loop does not change is hoisted out of a sequential loop.
  IdleWork work{numRead, 0, numEntries, 1.0, false};
  for (auto [isBusy, count] : llvm::zip_equal(idle.isBusy, numPoints))
    work.numBusy += isBusy ? count : 0;
  for (auto inner = loads.front()->getParentOfType<AffineForOp>();
       inner && loop->isAncestor(inner);
       inner = inner->getParentOfType<AffineForOp>()) {
    bool isInside =
        inner != loop || getExecution(loop) == Execution::Sequential;
    if (isInside && !llvm::is_contained(used, inner))
      work.factor *= getTripCount(inner).value_or(assumedTripCount);
    work.isVector |= getExecution(inner) == Execution::Vectorize;
  }
  idle.gain = getIdleGain(work);
  LDBG() << "constant '" << constant.getName() << "' in loop '"
         << getLoopName(loop) << "': " << llvm::count(idle.isBusy, 0) << " of "
         << numEntries << " iterations are idle, gain " << idle.gain;
  return idle;
}

std::optional<IdleLoop> LoopReads::findLoop(std::string &obstacle) {
  obstacle = "because it is not known before the call where the loops read it, "
             "or they read it at several places";
  if (!isKnown)
    return std::nullopt;
  obstacle = "because no loop of the plan can skip them: its iterations would "
             "have to do nothing else, in one work-item, and fill no cache for "
             "later iterations";
  std::optional<IdleLoop> best;
  for (auto loop = loads.front()->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>()) {
    bool selects = llvm::any_of(used, [&](AffineForOp outer) {
      return outer->isAncestor(loop) && !isWorkItemLoop(outer);
    });
    if (!selects || !canSkip(loop))
      continue;
    IdleLoop idle = judge(loop);
    if (!best || idle.gain >= best->gain)
      best = std::move(idle);
  }
  if (!best || isWorthwhile(best->gain))
    return best;
  obstacle = llvm::formatv("because by the estimate that would not pay: {0:f1} "
                           "times less work in the loop '{1}'",
                           best->gain, getLoopName(best->loop));
  return std::nullopt;
}

void MarkIdle::mark(const LoopReads &reads, IdleLoop &idle) {
  ConstOp constant = reads.constant;
  AffineForOp loop = idle.loop;
  std::string block;
  llvm::raw_string_ostream os(block);
  llvm::interleave(idle.block, os, "x");
  int64_t numIdle = llvm::count(idle.isBusy, 0);
  report(reads,
         llvm::formatv("{0} of {1} blocks of {2} are zero and are "
                       "skipped in the loop '{3}' (estimated {4:f1} "
                       "times less work)",
                       numIdle, idle.isBusy.size(), block, getLoopName(loop),
                       idle.gain)
             .str(),
         {{"zero", numIdle},
          {"of", static_cast<int64_t>(idle.isBusy.size())},
          {"skipped", numIdle},
          {"loop", getLoopName(loop)}});
  ++numMarks;

  OpBuilder builder(&getContext());
  builder.setInsertionPointAfter(constant);
  Type type = builder.getIntegerType(8, /*isSigned=*/false);
  auto elements = DenseElementsAttr::get(
      RankedTensorType::get(idle.shape, type), ArrayRef<uint8_t>(idle.isBusy));
  Value table = ConstOp::create(
      builder, constant.getLoc(), ArrayType::get(idle.shape, type, Role::Const),
      builder.getStringAttr(constant.getName() + "_blocks"), elements);

  Location loc = loop.getLoc();
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> indices;
  for (AffineForOp outer : idle.outer) {
    AffineExpr number =
        builder.getAffineDimExpr(0).floorDiv(outer.getStepAsInt());
    indices.push_back(builder.createOrFold<affine::AffineApplyOp>(
        loc, AffineMap::get(1, 0, number), outer.getInductionVar()));
  }
  IdleOp::create(builder, loc, table, indices, getLoopName(loop));
}

void MarkIdle::run(AffineForOp root) {
  // 1. The loads, by constant and by the innermost loop of the plan.
  llvm::MapVector<std::pair<Operation *, Operation *>, SmallVector<LoadOp>>
      groups;
  root.walk([&](LoadOp load) {
    auto constant = load.getArray().getDefiningOp<ConstOp>();
    auto loop = load->getParentOfType<AffineForOp>();
    while (loop && getLoopName(loop).empty())
      loop = loop->getParentOfType<AffineForOp>();
    if (constant && loop)
      groups[{constant, loop}].push_back(load);
  });
  if (groups.empty())
    return;

  // 2. The best loop for each, of which those that gain most are marked.
  LoopSpace space(root);
  std::vector<std::pair<LoopReads, IdleLoop>> found;
  auto reportKept = [&](const LoopReads &reads, StringRef reason) {
    if (reads.numZero > 0 && reads.numZero >= reads.numRead * minReportedPart)
      report(reads,
             llvm::formatv("{0} of {1} elements are zero and are not skipped, "
                           "{2}",
                           reads.numZero, reads.numRead, reason)
                 .str(),
             {{"zero", reads.numZero}, {"of", reads.numRead}, {"skipped", 0}});
  };
  for (auto &[key, loads] : groups) {
    LoopReads reads(space, cast<ConstOp>(key.first), loads);
    std::string obstacle;
    if (reads.numZero == 0)
      continue;
    if (std::optional<IdleLoop> idle = reads.findLoop(obstacle))
      found.emplace_back(std::move(reads), std::move(*idle));
    else
      reportKept(reads, obstacle);
  }
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(found.size()));
  llvm::sort(order, [&](size_t lhs, size_t rhs) {
    return std::pair(-found[lhs].second.gain, lhs) <
           std::pair(-found[rhs].second.gain, rhs);
  });
  SmallVector<AffineForOp> marked;
  for (size_t number : order) {
    auto &[reads, idle] = found[number];
    AffineForOp loop = idle.loop;
    if (llvm::any_of(marked, [&](AffineForOp other) {
          return loop->isAncestor(other) || other->isAncestor(loop);
        })) {
      reportKept(reads, "because those of another constant are skipped");
      continue;
    }
    mark(reads, idle);
    marked.push_back(loop);
  }
}
