// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runs of a nest are integer points, one coordinate for each loop; the
// coordinates of both runs together are the variables of the sets here. Every
// question is whether such a set is empty.

#include "sa/Dialect/SA/Analysis/Schedule/Legality.h"

#include "sa/Dialect/SA/Analysis/Accesses/AccessOverlap.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessPairs.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Affine/Digits.h"

using namespace mlir;
using namespace sa;

namespace {

/// The pairs of a run x of one nest and a run y of another, or of the same,
/// where `first` in x and `second` in y touch the same element.
class RunPairs {
public:
  RunPairs(const Schedule &schedule, const ScheduledNest &firstNest,
           const Access &first, const ScheduledNest &secondNest,
           const Access &second)
      : schedule(schedule), firstNest(firstNest), secondNest(secondNest),
        firstInner(firstNest.loops.size() + secondNest.loops.size()),
        secondInner(firstInner + first.getNumInner()),
        set(secondInner + second.getNumInner(), schedule.getNumSymbols()) {
    addRuns(firstNest, 0);
    addRuns(secondNest, firstNest.loops.size());
    for (unsigned symbol = 0; symbol < schedule.getNumSymbols(); ++symbol)
      if (firstNest.accesses.isSize(symbol))
        set.addBound(presburger::BoundType::LB, set.getNumDimVars() + symbol,
                     0);
    // What is not understood leaves more runs, which is safe.
    for (AffineExpr constraint : first.constraints)
      (void)set.keepNonNegative(
          shiftBody(constraint, firstNest, first, 0, firstInner));
    for (AffineExpr constraint : second.constraints)
      (void)set.keepNonNegative(shiftBody(constraint, secondNest, second,
                                          firstNest.loops.size(), secondInner));
    AffineMap firstMap = getElementMap(firstNest.accesses, first);
    AffineMap secondMap = getElementMap(secondNest.accesses, second);
    isUnderstood = firstMap && secondMap;
    if (!isUnderstood)
      return;
    for (auto [lhs, rhs] :
         llvm::zip_equal(firstMap.getResults(), secondMap.getResults()))
      isUnderstood &= succeeded(
          set.keepZero(shiftBody(lhs, firstNest, first, 0, firstInner) -
                       shiftBody(rhs, secondNest, second,
                                 firstNest.loops.size(), secondInner)));
  }

  /// Keeps the pairs where an expression of the loops has the same value in
  /// both runs, or is less in x.
  void keepEqual(AffineExpr first, AffineExpr second) {
    isUnderstood &=
        succeeded(set.keepZero(getFirst(first) - getSecond(second)));
  }
  void keepLess(AffineExpr first, AffineExpr second) {
    isUnderstood &=
        succeeded(set.keepNonNegative(getSecond(second) - getFirst(first) - 1));
  }
  void keepGreater(AffineExpr first, AffineExpr second) {
    isUnderstood &=
        succeeded(set.keepNonNegative(getFirst(first) - getSecond(second) - 1));
  }

  /// What is not understood is assumed to be there.
  bool exist() const { return !isUnderstood || !set.isIntegerEmpty(); }

private:
  /// An expression of the loops for x or for y. The variables count iterations:
  /// multiples of a step need no remainder then, which would be a variable
  /// more.
  AffineExpr shift(AffineExpr expr, const ScheduledNest &nest,
                   unsigned firstColumn) const {
    MLIRContext *context = expr.getContext();
    SmallVector<AffineExpr> columns(schedule.getLoops().size(),
                                    getAffineConstantExpr(0, context));
    for (auto [position, loop] : llvm::enumerate(nest.loops))
      columns[loop] = getAffineDimExpr(firstColumn + position, context) *
                      schedule.getLoops()[loop].step;
    return expr.replaceDims(columns);
  }
  /// An expression of the nest's indices and of those of the loops around an
  /// access for x or for y.
  AffineExpr shiftBody(AffineExpr expr, const ScheduledNest &nest,
                       const BodyPosition &place, unsigned firstColumn,
                       unsigned innerColumn) const {
    SmallVector<AffineExpr> dims;
    for (AffineExpr index : nest.indices)
      dims.push_back(shift(index, nest, firstColumn));
    for (unsigned inner = 0; inner < place.getNumInner(); ++inner)
      dims.push_back(getAffineDimExpr(innerColumn + inner, expr.getContext()));
    return expr.replaceDims(dims);
  }
  AffineExpr getFirst(AffineExpr expr) const {
    return shift(expr, firstNest, 0);
  }
  AffineExpr getSecond(AffineExpr expr) const {
    return shift(expr, secondNest, firstNest.loops.size());
  }

  void addRuns(const ScheduledNest &nest, unsigned firstColumn) {
    NestOp op = nest.accesses.getNest();
    for (auto [position, number] : llvm::enumerate(nest.loops)) {
      const ScheduleLoop &loop = schedule.getLoops()[number];
      unsigned column = firstColumn + position;
      AffineExpr value = getAffineDimExpr(column, op.getContext()) * loop.step;
      set.addBound(presburger::BoundType::LB, column, 0);
      // What is not understood leaves more runs, which is safe.
      if (loop.sizes.size() == 1)
        (void)set.keepNonNegative(loop.sizes.front() - 1 - value);
    }
    for (AffineExpr constraint : nest.constraints)
      (void)set.keepNonNegative(shift(constraint, nest, firstColumn));
  }

  const Schedule &schedule;
  const ScheduledNest &firstNest, &secondNest;
  /// Where the iterations of the loops around the accesses start among the
  /// variables.
  unsigned firstInner, secondInner;
  PointSet set;
  bool isUnderstood;
};

} // namespace

/// Two accesses that a step would let trade places.
namespace {
struct Violation {
  const ScheduledNest *firstNest, *secondNest;
  const Access *first, *second;
  /// The loop that would do so.
  unsigned loop;
};
} // namespace

/// True when the accesses are accumulations that may trade places.
static bool isReduction(const Access &first, const Access &second) {
  auto firstOp = dyn_cast<AccumulateOp>(first.op);
  auto secondOp = dyn_cast<AccumulateOp>(second.op);
  return firstOp && secondOp && firstOp.getKind() == secondOp.getKind();
}

/// True when another order of the steps gives another result: sums and products
/// of floating-point numbers.
static bool isRounded(const Access &access) {
  auto op = cast<AccumulateOp>(access.op);
  Type type = op.getValue().getType();
  return (isa<FloatType, ComplexType>(type)) &&
         (op.getKind() == AccumulateKind::Add ||
          op.getKind() == AccumulateKind::Mul);
}

/// Returns loops, those of which the two accesses to one element are always in
/// the same iteration: the element determines them. There may be more.
static SmallVector<unsigned> getLoopsOfElement(const Schedule &schedule,
                                               const ScheduledNest &firstNest,
                                               const Access &first,
                                               const ScheduledNest &secondNest,
                                               const Access &second) {
  SmallVector<unsigned> loops;
  AffineMap firstMap = getElementMap(firstNest.accesses, first);
  AffineMap secondMap = getElementMap(secondNest.accesses, second);
  if (!firstMap || !secondMap)
    return loops;
  auto toLoops = [](const ScheduledNest &nest, const Access &access,
                    AffineExpr expr) -> AffineExpr {
    // The loops of a body are no loops of the schedule.
    for (unsigned inner = 0; inner < access.getNumInner(); ++inner)
      if (expr.isFunctionOfDim(nest.indices.size() + inner))
        return {};
    return expr.replaceDims(nest.indices);
  };
  for (auto [lhs, rhs] :
       llvm::zip_equal(firstMap.getResults(), secondMap.getResults())) {
    AffineExpr index = toLoops(firstNest, first, lhs);
    if (!index || index != toLoops(secondNest, second, rhs))
      continue;
    std::optional<SmallVector<unsigned>> digits =
        getDigits(index, [&](unsigned loop) -> std::optional<Digit> {
          return Digit{schedule.getLoops()[loop].step, schedule.getSize(loop)};
        });
    if (digits)
      llvm::append_range(loops, *digits);
  }
  return loops;
}

/// True when the loops of a nest go through its points in the nest's own order,
/// which needs no proof then: each index is a sum of loops, those of the first
/// index come first, and so on, and of one index those with the larger steps.
static bool keepsOrder(const Schedule &schedule, const ScheduledNest &nest,
                       ArrayRef<unsigned> order) {
  auto isSum = [&](AffineExpr expr) {
    bool result = true;
    expr.walk([&](AffineExpr part) {
      result &=
          isa<AffineDimExpr>(part) || part.getKind() == AffineExprKind::Add;
    });
    return result;
  };
  unsigned current = 0;
  SmallVector<int64_t> steps(nest.indices.size(),
                             std::numeric_limits<int64_t>::max());
  for (unsigned loop : order) {
    if (!llvm::is_contained(nest.loops, loop))
      continue;
    int64_t step = schedule.getLoops()[loop].step;
    for (auto [position, index] : llvm::enumerate(nest.indices)) {
      if (!isSum(index))
        return false;
      if (!index.isFunctionOfDim(loop))
        continue;
      if (position < current || step > steps[position])
        return false;
      current = position;
      steps[position] = step;
    }
  }
  return true;
}

/// Finds accesses that trade places in the order of the group's loops.
static std::optional<Violation> findOrderViolation(const Schedule &schedule,
                                                   const ScheduleGroup &group,
                                                   Proofs proofs) {
  ArrayRef<ScheduledNest> nests = schedule.getNests();
  // The pairs in which y comes before x in the schedule, level by level.
  auto findReversed = [&](const ScheduledNest &firstNest,
                          const ScheduledNest &secondNest,
                          RunPairs pairs) -> std::optional<unsigned> {
    for (unsigned loop : group.order) {
      auto number = firstNest.numbers.find(loop);
      if (number != firstNest.numbers.end()) {
        auto other = secondNest.numbers.find(loop);
        if (other == secondNest.numbers.end() || number->second < other->second)
          return std::nullopt;
        if (number->second > other->second)
          return pairs.exist() ? std::optional(loop) : std::nullopt;
        continue;
      }
      if (!llvm::is_contained(firstNest.loops, loop) ||
          !llvm::is_contained(secondNest.loops, loop))
        continue;
      RunPairs reversed = pairs;
      reversed.keepGreater(schedule.getExpr(loop), schedule.getExpr(loop));
      if (reversed.exist())
        return loop;
      pairs.keepEqual(schedule.getExpr(loop), schedule.getExpr(loop));
    }
    return std::nullopt;
  };

  // Where the element determines the iterations of the loops around both nests,
  // x and y are the same run, or what tells the nests apart decides.
  auto staysInOrder = [&](const ScheduledNest &firstNest, const Access &first,
                          const ScheduledNest &secondNest,
                          const Access &second) {
    SmallVector<unsigned> same =
        getLoopsOfElement(schedule, firstNest, first, secondNest, second);
    for (unsigned loop : group.order) {
      auto number = firstNest.numbers.find(loop);
      if (number != firstNest.numbers.end()) {
        auto other = secondNest.numbers.find(loop);
        if (other == secondNest.numbers.end() || number->second < other->second)
          return true;
        if (number->second > other->second)
          return false;
      } else if (llvm::is_contained(firstNest.loops, loop) &&
                 llvm::is_contained(secondNest.loops, loop) &&
                 !llvm::is_contained(same, loop)) {
        return false;
      }
    }
    return &firstNest == &secondNest;
  };

  for (unsigned firstNumber : group.nests)
    for (unsigned secondNumber : group.nests) {
      const ScheduledNest &firstNest = nests[firstNumber];
      const ScheduledNest &secondNest = nests[secondNumber];
      bool isSameNest = firstNumber == secondNumber;
      if (secondNumber < firstNumber ||
          (isSameNest && keepsOrder(schedule, firstNest, group.order)))
        continue;
      std::optional<Violation> violation;
      auto isReversed = [&](const Access &first, const Access &second) {
        if (isReduction(first, second) &&
            !(proofs == Proofs::Strict && isRounded(first)))
          return false;
        if (staysInOrder(firstNest, first, secondNest, second))
          return false;
        RunPairs pairs(schedule, firstNest, first, secondNest, second);
        // x comes before y in the program.
        unsigned numLevels = isSameNest ? firstNest.indices.size() : 1;
        for (unsigned level = 0; level < numLevels; ++level) {
          RunPairs ordered = pairs;
          if (isSameNest) {
            ordered.keepLess(firstNest.indices[level],
                             firstNest.indices[level]);
            pairs.keepEqual(firstNest.indices[level], firstNest.indices[level]);
          }
          if (!ordered.exist())
            continue;
          if (std::optional<unsigned> loop =
                  findReversed(firstNest, secondNest, ordered)) {
            violation =
                Violation{&firstNest, &secondNest, &first, &second, *loop};
            return true;
          }
        }
        return false;
      };
      askPairs(firstNest.accesses, secondNest.accesses, isReversed);
      if (violation)
        return violation;
    }
  return std::nullopt;
}

/// Calls `found` with the pairs of accesses that touch the same element in
/// different iterations of `loop`, all loops around it being the same, until it
/// returns false; of pairs that are alike, with one.
static void
forEachConflict(const Schedule &schedule, unsigned loop,
                function_ref<bool(const Access &, const Access &)> isOfInterest,
                function_ref<bool(Violation)> found) {
  const ScheduleGroup &group = schedule.getGroup(loop);
  ArrayRef<ScheduledNest> nests = schedule.getNests();
  for (unsigned firstNumber : group.nests)
    for (unsigned secondNumber : group.nests) {
      const ScheduledNest &firstNest = nests[firstNumber];
      const ScheduledNest &secondNest = nests[secondNumber];
      if (!llvm::is_contained(firstNest.loops, loop) ||
          !llvm::is_contained(secondNest.loops, loop))
        continue;
      bool isDone = false;
      auto isConflict = [&](const Access &first, const Access &second) {
        if (!isOfInterest(first, second) ||
            llvm::is_contained(getLoopsOfElement(schedule, firstNest, first,
                                                 secondNest, second),
                               loop))
          return false;
        RunPairs pairs(schedule, firstNest, first, secondNest, second);
        for (unsigned outer : group.order) {
          if (outer == loop)
            break;
          auto number = firstNest.numbers.find(outer);
          if (number != firstNest.numbers.end()) {
            if (secondNest.numbers.lookup(outer) != number->second)
              return false;
          } else if (llvm::is_contained(firstNest.loops, outer)) {
            pairs.keepEqual(schedule.getExpr(outer), schedule.getExpr(outer));
          }
        }
        pairs.keepLess(schedule.getExpr(loop), schedule.getExpr(loop));
        if (pairs.exist())
          isDone = !found({&firstNest, &secondNest, &first, &second, loop});
        return isDone;
      };
      askPairs(firstNest.accesses, secondNest.accesses, isConflict);
      if (isDone)
        return;
    }
}

/// Finds iterations of `loop` that depend on each other.
static std::optional<Violation> findConflict(const Schedule &schedule,
                                             Proofs proofs, unsigned loop,
                                             bool takesReductions) {
  std::optional<Violation> conflict;
  forEachConflict(
      schedule, loop,
      [&](const Access &first, const Access &second) {
        return !(takesReductions && isReduction(first, second) &&
                 !(proofs == Proofs::Strict && isRounded(first)));
      },
      [&](Violation violation) {
        conflict = violation;
        return false;
      });
  return conflict;
}

SmallVector<std::string, 0> sa::findReductions(const Schedule &schedule,
                                               unsigned loop) {
  SmallVector<std::string, 0> arrays;
  forEachConflict(schedule, loop, isReduction, [&](Violation violation) {
    std::string name = getArrayName(violation.first->array);
    if (!llvm::is_contained(arrays, name))
      arrays.push_back(name);
    return true;
  });
  return arrays;
}

static std::string describe(const ScheduledNest &nest, const Access &access) {
  StringRef verb = isa<AccumulateOp>(access.op) ? "accumulates into "
                   : access.writes              ? "writes "
                                                : "reads ";
  return verb.str() + getText(nest.accesses, access);
}

LogicalResult sa::checkOrder(const Schedule &schedule, Proofs proofs,
                             Operation *step, const ScheduleGroup &group,
                             StringRef verb) {
  if (proofs == Proofs::None)
    return success();
  std::optional<Violation> violation =
      findOrderViolation(schedule, group, proofs);
  if (!violation)
    return success();
  InFlightDiagnostic diagnostic =
      step->emitOpError() << "would change the result: with the loop '"
                          << schedule.getLoops()[violation->loop].name
                          << "' in this place, the access that "
                          << describe(*violation->secondNest,
                                      *violation->second)
                          << " could come before the one that "
                          << describe(*violation->firstNest, *violation->first)
                          << " of the same element, which it has to follow. ";
  if (verb == "fuse")
    diagnostic << "Fuse fewer loops, or order the loops of both nests so that "
                  "an element is complete before it is used; "
                  "'unsafe' leaves the proof to you";
  else if (verb == "reorder")
    diagnostic << "Keep the loops that carry this in their order; "
                  "'unsafe' leaves the proof to you";
  else
    diagnostic << "Choose another reference, or leave this loop as it is";
  diagnostic.attachNote(violation->first->op->getLoc()) << "one access";
  diagnostic.attachNote(violation->second->op->getLoc()) << "the other access";
  return diagnostic;
}

LogicalResult sa::checkIndependent(const Schedule &schedule, Proofs proofs,
                                   Operation *step, unsigned loop,
                                   bool takesReductions, StringRef verb) {
  if (proofs == Proofs::None)
    return success();
  std::optional<Violation> violation =
      findConflict(schedule, proofs, loop, takesReductions);
  if (!violation)
    return success();
  InFlightDiagnostic diagnostic =
      step->emitOpError() << "cannot " << verb << " the loop '"
                          << schedule.getLoops()[loop].name
                          << "': one iteration "
                          << describe(*violation->firstNest, *violation->first)
                          << ", another one "
                          << describe(*violation->secondNest,
                                      *violation->second)
                          << ", and that can be the same element of '"
                          << getArrayName(violation->first->array) << "'. ";
  // Which loop would be fine?
  SmallVector<StringRef> fine;
  for (unsigned other : schedule.getOrder(loop))
    if (other != loop && !schedule.getLoops()[other].isFusing &&
        !findConflict(schedule, proofs, other, takesReductions))
      fine.push_back(schedule.getLoops()[other].name);
  if (fine.empty()) {
    diagnostic << "No loop of this schedule is free of that";
  } else {
    diagnostic << "What can: ";
    llvm::interleaveComma(fine, diagnostic, [&](StringRef name) {
      diagnostic << "'" << name << "'";
    });
  }
  if (verb != "bind")
    diagnostic << "; 'unsafe' leaves the proof to you";
  else if (!findConflict(schedule, proofs, loop, /*takesReductions=*/true))
    diagnostic << "; 'parallelize' takes sums, 'bind' does not";
  diagnostic.attachNote(violation->first->op->getLoc()) << "one access";
  diagnostic.attachNote(violation->second->op->getLoc()) << "the other access";
  return diagnostic;
}

LogicalResult sa::checkCachesInVectors(const Schedule &schedule,
                                       Operation *step) {
  for (const ScheduledCache &cache : schedule.getCaches())
    for (unsigned loop : schedule.getOrder(cache.trigger)) {
      if (loop == cache.trigger)
        break;
      if (schedule.getLoops()[loop].execution == Execution::Vectorize) {
        CacheOp op = cache.op;
        return step->emitOpError()
               << "makes vectors of the loop '"
               << schedule.getLoops()[loop].name << "', in which the cache '"
               << op.getName() << "' is filled at '"
               << schedule.getLoops()[cache.trigger].name
               << "': the lanes would share one cache; cache at a loop outside "
                  "of it";
      }
    }
  return success();
}
