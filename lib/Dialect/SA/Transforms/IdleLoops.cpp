// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IdleLoops.h"

#include "SkipPlans.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/Analysis/ConstantReads.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace mlir;
using namespace sa;

/// What it costs to ask whether an iteration is idle, in points of the nest:
/// a vector has several of them in the time of one.
static constexpr double questionCost = 8.0;
static constexpr double vectorQuestionCost = 32.0;

/// Iterations of a loop whose number is known at run time only.
static constexpr double assumedTripCount = 16.0;

namespace {

/// The loops around one nest, and what they read of one constant.
class LoopReads {
public:
  LoopReads(const Schedule &schedule, unsigned nest, const ZeroFactor &factor);

  /// False when there are too many points, or their number is not known.
  bool areKnown() const { return isKnown; }
  int64_t getNumRead() const { return numRead; }
  int64_t getNumZero() const { return numZero; }

  /// The loops in which it can be asked whether an iteration is idle, outermost
  /// first.
  SmallVector<unsigned> getCandidates() const;
  /// The idle iterations of one of them; nothing when none of the loops around
  /// it matters to what is read.
  std::optional<IdleLoop> judge(unsigned loop) const;
  /// How large the part of the constant is that one iteration reads, at the
  /// most.
  std::string describeBlock(const IdleLoop &idle) const;

private:
  const ScheduleLoop &getLoop(unsigned loop) const {
    return schedule.getLoops()[loop];
  }
  /// True when the iterations of the loop at a place in the order fill copies
  /// for those that come after them, as double buffers do.
  bool fetchesAhead(size_t position) const;
  /// True when a question in the loop at a place in the order is asked before
  /// it, where it has one answer for all of its iterations.
  bool canAskBefore(size_t position) const;

  const Schedule &schedule;
  unsigned nest;
  const ZeroFactor &factor;
  /// The loops of the nest, outermost first, and those that say which element
  /// is read.
  SmallVector<unsigned> order, used;
  ConstantReads reads;
  NonzeroMask mask;
  bool isKnown = false;
  int64_t numRead = 0, numZero = 0;
};

} // namespace

/// How often the innermost loop of a body runs, at the most, at one point.
static double countInBody(Block &block) {
  double most = 1;
  for (Operation &op : block) {
    double count = 1;
    if (auto loop = dyn_cast<affine::AffineForOp>(op))
      count = loop.hasConstantBounds()
                  ? std::max<double>(loop.getConstantUpperBound() -
                                         loop.getConstantLowerBound(),
                                     1) /
                        loop.getStepAsInt()
                  : assumedTripCount;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        most = std::max(most, count * countInBody(inner));
  }
  return most;
}

LoopReads::LoopReads(const Schedule &schedule, unsigned nest,
                     const ZeroFactor &factor)
    : schedule(schedule), nest(nest), factor(factor) {
  const ScheduledNest &scheduled = schedule.getNests()[nest];
  // Of several reads, it is known what their points do.
  std::shared_ptr<const ConstantElements> elements;
  ArrayType type;
  if (factor.isJoint) {
    elements = factor.gathered;
    type = factor.getType();
  } else if (std::optional<ConstantElements> own =
                 ConstantElements::get(factor.getConstant())) {
    elements = std::make_shared<ConstantElements>(std::move(*own));
    type = cast<ArrayType>(factor.getConstant().getResult().getType());
  }
  if (scheduled.loops.empty() || !elements)
    return;
  for (unsigned loop : schedule.getOrder(scheduled.loops.front()))
    if (llvm::is_contained(scheduled.loops, loop))
      order.push_back(loop);

  // 1. The subscripts, of loops instead of indices.
  SmallVector<AffineExpr> subscripts;
  for (AffineExpr subscript : factor.subscripts.getResults())
    subscripts.push_back(subscript.replaceDims(scheduled.indices));
  auto isUsed = [&](unsigned loop) {
    return llvm::any_of(subscripts, [&](AffineExpr subscript) {
      return subscript.isFunctionOfDim(loop);
    });
  };
  llvm::copy_if(order, std::back_inserter(used), isUsed);
  SmallVector<AffineExpr> dims(schedule.getLoops().size());
  for (auto [dim, loop] : llvm::enumerate(used)) {
    std::optional<int64_t> count = schedule.getTripCount(loop);
    if (!count)
      return;
    reads.counts.push_back(*count);
    reads.steps.push_back(getLoop(loop).step);
    dims[loop] = getAffineDimExpr(dim, type.getContext());
  }
  for (AffineExpr subscript : subscripts)
    reads.subscripts.push_back(subscript.replaceDims(dims));

  // 2. The constraints that are about nothing else.
  for (AffineExpr constraint : scheduled.constraints) {
    bool isOwn = true;
    for (unsigned loop = 0; loop < schedule.getLoops().size(); ++loop)
      isOwn &= dims[loop] || !constraint.isFunctionOfDim(loop);
    for (unsigned symbol = 0; symbol < schedule.getNumSymbols(); ++symbol)
      isOwn &= !constraint.isFunctionOfSymbol(symbol);
    if (isOwn)
      reads.constraints.push_back(constraint.replaceDims(dims));
  }

  // 3. The points.
  reads.shape.assign(type.getShape().begin(), type.getShape().end());
  std::optional<int64_t> numPoints = reads.getNumPoints();
  if (!numPoints || *numPoints == 0)
    return;
  mask = NonzeroMask::get(*elements, type, type.getShape());
  isKnown = true;
  // Nothing is zero.
  if (mask.count == mask.size())
    return;
  reads.visit([&](int64_t, int64_t position) {
    numRead += position >= 0;
    numZero += position >= 0 && !mask.isNonzero[position];
  });
}

bool LoopReads::canAskBefore(size_t position) const {
  StringRef run = getLoop(order[position]).run;
  return !isConcurrent(run) && !needsTripCount(run);
}

bool LoopReads::fetchesAhead(size_t position) const {
  return position + 1 < order.size() &&
         llvm::any_of(schedule.getCaches(), [&](const ScheduledCache &cache) {
           return CacheOp(cache.op).getDoubleBuffer() &&
                  cache.trigger == order[position + 1];
         });
}

SmallVector<unsigned> LoopReads::getCandidates() const {
  SmallVector<unsigned> candidates;
  for (size_t position = 0; position < order.size(); ++position) {
    const ScheduleLoop &loop = getLoop(order[position]);
    // Lanes of vectors do not part ways.
    if (loop.run == "vectorize")
      break;
    // Launches do not read constants; sums of work-items are added up, also
    // those of idle ones.
    bool holdsKernels = llvm::any_of(
        ArrayRef(order).drop_front(position + 1),
        [&](unsigned inner) { return isConcurrent(getLoop(inner).run); });
    bool isShared = llvm::any_of(
        llvm::enumerate(schedule.getNests()), [&](const auto &other) {
          return other.index() != nest &&
                 llvm::is_contained(other.value().loops, order[position]);
        });
    if (!needsTripCount(loop.run) && loop.reductions.empty() && !holdsKernels &&
        !isShared && (!fetchesAhead(position) || canAskBefore(position + 1)))
      candidates.push_back(order[position]);
  }
  return candidates;
}

std::optional<IdleLoop> LoopReads::judge(unsigned loop) const {
  IdleLoop idle{nest, loop, factor.getConstant(), {}, {}, {}, 0};
  size_t position = llvm::find(order, loop) - order.begin();
  ArrayRef<unsigned> inside = ArrayRef(order).drop_front(position + 1);

  // 1. How far each loop moves in the table. Work-items of a group have one
  //    answer: they may wait for each other.
  SmallVector<int64_t> strides(used.size(), 0);
  int64_t numEntries = 1;
  for (size_t dim = used.size(); dim-- > 0;)
    if (!llvm::is_contained(inside, used[dim]) &&
        !isThread(getLoop(used[dim]).run)) {
      strides[dim] = numEntries;
      numEntries *= reads.counts[dim];
      idle.outer.insert(idle.outer.begin(), used[dim]);
      idle.shape.insert(idle.shape.begin(), reads.counts[dim]);
    }
  if (idle.outer.empty())
    return std::nullopt;

  // 2. What is busy, and how much is read in each.
  idle.isBusy.assign(numEntries, 0);
  std::vector<int64_t> inEntry(numEntries, 0);
  SmallVector<int64_t> index(used.size(), 0);
  int64_t entry = 0;
  reads.visit([&](int64_t, int64_t element) {
    inEntry[entry] += element >= 0;
    idle.isBusy[entry] |= element >= 0 && mask.isNonzero[element];
    for (size_t dim = used.size(); dim-- > 0;) {
      entry += strides[dim];
      if (++index[dim] < reads.counts[dim])
        break;
      entry -= index[dim] * strides[dim];
      index[dim] = 0;
    }
  });

  // 3. The work, for one iteration of each of the other loops around it.
  double others = countInBody(NestOp(factor.nest).getBody().front()), left = 0;
  bool isVector = false;
  auto countOthers = [&](unsigned other) {
    if (std::optional<int64_t> count = schedule.getTripCount(other);
        !llvm::is_contained(used, other))
      others *= count ? std::max<int64_t>(*count, 1) : assumedTripCount;
  };
  for (unsigned inner : inside) {
    isVector |= getLoop(inner).run == "vectorize";
    countOthers(inner);
  }
  if (canAskBefore(position))
    countOthers(loop);
  for (auto [isBusy, count] : llvm::zip_equal(idle.isBusy, inEntry))
    left += isBusy ? count : 0;
  double questions =
      numEntries * (isVector ? vectorQuestionCost : questionCost);
  idle.gain = numRead * others / (left * others + questions);

  // 4. Idle iterations fetch for others; it is the loop inside that is left
  //    out.
  if (fetchesAhead(position))
    idle.loop = order[position + 1];
  return idle;
}

std::string LoopReads::describeBlock(const IdleLoop &idle) const {
  // 1. The points, one iteration after the other.
  ConstantReads sorted;
  sorted.shape = reads.shape;
  SmallVector<AffineExpr> dims(used.size());
  int64_t inIteration = 1;
  for (bool isOuter : {true, false})
    for (auto [dim, loop] : llvm::enumerate(used)) {
      if (llvm::is_contained(idle.outer, loop) != isOuter)
        continue;
      dims[dim] = getAffineDimExpr(sorted.counts.size(),
                                   reads.subscripts.front().getContext());
      sorted.counts.push_back(reads.counts[dim]);
      sorted.steps.push_back(reads.steps[dim]);
      inIteration *= isOuter ? 1 : reads.counts[dim];
    }
  for (AffineExpr subscript : reads.subscripts)
    sorted.subscripts.push_back(subscript.replaceDims(dims));
  for (AffineExpr constraint : reads.constraints)
    sorted.constraints.push_back(constraint.replaceDims(dims));

  // 2. How far the farthest of them goes in each dimension.
  size_t rank = reads.shape.size();
  SmallVector<int64_t> extents(rank, 1), low(rank), high(rank);
  sorted.visit([&](int64_t point, int64_t element) {
    if (point % inIteration == 0) {
      low = reads.shape;
      high.assign(rank, 0);
    }
    if (element < 0)
      return;
    for (size_t dim = rank; dim-- > 0; element /= reads.shape[dim]) {
      int64_t place = element % reads.shape[dim];
      low[dim] = std::min(low[dim], place);
      high[dim] = std::max(high[dim], place);
      extents[dim] = std::max(extents[dim], high[dim] - low[dim] + 1);
    }
  });
  std::string text = "blocks of ";
  llvm::raw_string_ostream os(text);
  llvm::interleave(extents, os, "x");
  return text;
}

/// The best loop for one constant, or why there is none.
static std::optional<IdleLoop>
choose(const Schedule &schedule, const LoopReads &reads, std::string &reason) {
  reason = "because no loop of the plan can leave them out: it would have to "
           "be inside of those that run in parallel, of this nest alone, and "
           "must not fill copies for iterations to come";
  std::optional<IdleLoop> best;
  for (unsigned loop : reads.getCandidates()) {
    std::optional<IdleLoop> idle = reads.judge(loop);
    if (idle && (!best || idle->gain > best->gain))
      best = std::move(idle);
  }
  if (!best || best->gain > minGain)
    return best;
  reason = llvm::formatv("because by the estimate that would not pay: {0:f1} "
                         "times less work in the loop '{1}'",
                         best->gain, schedule.getLoops()[best->loop].name);
  return std::nullopt;
}

IdleParts sa::findIdleParts(PlanOp plan, const Schedule &schedule) {
  IdleParts parts;
  for (auto [number, scheduled] : llvm::enumerate(schedule.getNests())) {
    std::optional<IdleLoop> best;
    for (const ZeroFactor &factor :
         findZeroFactors(scheduled.accesses.getNest())) {
      // Those of which nothing could be skipped are in the report already.
      if (!factor.obstacle.empty())
        continue;
      LoopReads reads(schedule, number, factor);
      if (!reads.areKnown() || reads.getNumZero() == 0)
        continue;
      auto report = [&](const Twine &found) {
        addReport(plan->getParentOfType<FuncOp>(),
                  getNames(factor.constants) + ": " + found);
      };
      if (reads.getNumZero() == reads.getNumRead()) {
        report(getLeftOut(factor.constants));
        parts.nests.push_back(number);
        best.reset();
        break;
      }
      std::string reason;
      std::optional<IdleLoop> idle = choose(schedule, reads, reason);
      if (idle && best && best->gain >= idle->gain) {
        idle.reset();
        reason = "because others are skipped in the nest";
      }
      if (!idle) {
        if (reads.getNumZero() >= reads.getNumRead() * minReportedPart)
          report(llvm::formatv("{0} of {1} {2} are zero and are not skipped, "
                               "{3}",
                               reads.getNumZero(), reads.getNumRead(),
                               factor.isJoint ? "points" : "elements", reason)
                     .str());
        continue;
      }
      report(llvm::formatv("{0} of {1} {2} are zero and are skipped in the "
                           "loop '{3}' (estimated {4:f1} times less work)",
                           llvm::count(idle->isBusy, 0), idle->isBusy.size(),
                           reads.describeBlock(*idle),
                           schedule.getLoops()[idle->loop].name, idle->gain)
                 .str());
      best = std::move(idle);
    }
    if (best)
      parts.loops.push_back(std::move(*best));
  }
  return parts;
}
