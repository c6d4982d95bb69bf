// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves out the points of a nest where a constant is zero.

#include "BoundSizes.h"
#include "SeparateEnds.h"
#include "SkipLoops.h"
#include "SkipPlans.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/Analysis/Schedule.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace sa {
#define GEN_PASS_DEF_SASKIPZEROS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

class SkipZeros : public sa::impl::SASkipZerosBase<SkipZeros> {
  void runOnOperation() override {
    SmallVector<ZeroFactor> factors;
    SmallVector<NestOp> nests(getOperation().getOps<NestOp>());
    for (NestOp nest : nests) {
      nest = takeBounds(nest);
      llvm::SmallPtrSet<Operation *, 2> skipped = skipLoops(nest);
      for (ZeroFactor &factor : findFactors(nest))
        if (llvm::none_of(factor.constants, [&](ConstOp constant) {
              return skipped.contains(constant);
            }))
          factors.push_back(std::move(factor));
    }
    reportKept(factors);
    // A nest that is another one has no factors that are known.
    llvm::SmallPtrSet<Operation *, 4> changed;
    for (const ZeroFactor &factor : factors)
      if (factor.obstacle.empty() && !changed.contains(factor.nest) &&
          skip(factor))
        changed.insert(factor.nest);
  }

  /// Gives a nest sizes that are known, where that shows zeros. Returns it, or
  /// the nest that took its place.
  NestOp takeBounds(NestOp nest);
  /// Leaves out iterations of loops in the body of a nest. Returns the
  /// constants of which that is all that can be done.
  llvm::SmallPtrSet<Operation *, 2> skipLoops(NestOp nest);
  /// The factors of a nest. Where its zeros can be skipped only without what it
  /// does before and after, that becomes nests of its own.
  SmallVector<ZeroFactor> findFactors(NestOp nest);
  /// Says what is found in the constants whose nests are left as they are.
  void reportKept(ArrayRef<ZeroFactor> factors);
  /// Leaves out what pays. Returns true when the nest is another one then.
  bool skip(const ZeroFactor &factor);
  /// Shortens loops of a plan; `sa-apply-plans` does the rest.
  void skipPlanned(const ZeroFactor &factor, const NonzeroMask &mask);
  std::optional<ZeroFactor> skipSlices(const ZeroFactor &factor,
                                       const ConstantElements &elements,
                                       const NonzeroMask &mask);
  bool skipCells(const ZeroFactor &factor, const ConstantElements &elements,
                 const NonzeroMask &mask);

  void report(const Twine &names, const Twine &found) {
    addReport(getOperation(), names + ": " + found);
  }
  void report(const ZeroFactor &factor, const Twine &found) {
    report(getNames(factor.constants), found);
  }
  /// Says how many elements are zero that are not skipped, and why, when there
  /// are enough of them.
  void reportElements(const ZeroFactor &factor, const NonzeroMask &mask,
                      StringRef reason);
};

} // namespace

static constexpr llvm::StringLiteral doesNotPay =
    "because by the estimate that would not pay";

static std::string describeGain(double gain) {
  return llvm::formatv("are skipped (estimated {0:f1} times less work)", gain);
}

/// What the single elements are called: of several reads, the points.
static StringRef getElementName(const ZeroFactor &factor) {
  return factor.isJoint ? "points" : "elements";
}

/// What the slices of a dimension are called: of several reads, after the index
/// of the nest.
static std::string getSliceName(const ZeroFactor &factor, unsigned dim) {
  if (factor.isJoint)
    return llvm::formatv(
        "values of '{0}'",
        NestOp(factor.nest).getIndexName(factor.positions[dim]));
  int64_t rank = factor.positions.size();
  if (rank == 1)
    return "elements";
  if (rank == 2)
    return dim == 0 ? "rows" : "columns";
  return llvm::formatv("slices of dimension {0}", dim);
}

/// What the cells of a plan are called.
static std::string getCellName(const ZeroFactor &factor, const CellPlan &plan) {
  if (plan.rows == 1 && plan.columns == 1)
    return getElementName(factor).str();
  SmallVector<int64_t> block(factor.positions.size(), 1);
  block[plan.columnDims.back()] = plan.columns;
  if (!plan.rowDims.empty())
    block[plan.rowDims.back()] = plan.rows;
  std::string name = "blocks of ";
  llvm::raw_string_ostream os(name);
  llvm::interleave(block, os, "x");
  return name;
}

void SkipZeros::reportElements(const ZeroFactor &factor,
                               const NonzeroMask &mask, StringRef reason) {
  int64_t numZero = mask.numRead - mask.count;
  if (numZero > 0 && numZero >= mask.numRead * minReportedPart)
    report(factor,
           llvm::formatv("{0} of {1} {2} are zero and are not skipped, {3}",
                         numZero, mask.numRead, getElementName(factor), reason)
               .str());
}

/// True when there are zeros that could be skipped.
static bool hasZeros(const ZeroFactor &factor) {
  std::shared_ptr<const ConstantElements> elements = factor.getElements();
  if (!factor.obstacle.empty() || !elements ||
      llvm::is_contained(factor.getExtent(), 0))
    return false;
  NonzeroMask mask = factor.getMask(*elements);
  return mask.count < mask.numRead;
}

/// True when the estimate says that something is to be skipped.
static bool pays(const ZeroFactor &factor) {
  if (!hasZeros(factor))
    return false;
  NonzeroMask mask = factor.getMask(*factor.getElements());
  if (mask.count == 0)
    return true;
  std::optional<CellPlan> cells = planCells(factor, mask);
  return (cells && cells->gain > minGain) ||
         llvm::any_of(planSlices(factor, mask),
                      [](const SlicePlan &plan) { return plan.pays; });
}

llvm::SmallPtrSet<Operation *, 2> SkipZeros::skipLoops(NestOp nest) {
  llvm::SmallPtrSet<Operation *, 2> constants;
  // A plan is about affine loops and subscripts, which tables are not.
  for (const SkippedLoop &skipped :
       skipInLoops(nest, /*onlyRanges=*/isPlanned(nest))) {
    report(skipped.names,
           skipped.found + " are zero and " + describeGain(skipped.gain));
    constants.insert_range(skipped.constants);
  }
  return constants;
}

/// True when the plan of `nest` is possible with `other` in its place.
static bool fitsPlan(NestOp other, NestOp nest) {
  if (!isPlanned(nest))
    return true;
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  Block *block = nest->getBlock();
  nest->remove();
  bool fits = llvm::all_of(block->getOps<PlanOp>(), [](PlanOp plan) {
    return succeeded(Schedule::get(plan, Proofs::None));
  });
  block->getOperations().insertAfter(other->getIterator(), nest);
  return fits;
}

NestOp SkipZeros::takeBounds(NestOp nest) {
  std::optional<NestOp> bounded = boundSizes(nest);
  if (!bounded)
    return nest;
  bool isUseful = llvm::any_of(findZeroFactors(*bounded), hasZeros);
  if (!isUseful && !isPlanned(nest))
    if (std::optional<SeparatedEnds> separated = separateEnds(*bounded)) {
      isUseful = llvm::any_of(findZeroFactors(separated->middle), hasZeros);
      separated->erase();
    }
  if (!isUseful || !fitsPlan(*bounded, nest)) {
    bounded->erase();
    return nest;
  }
  nest.erase();
  return *bounded;
}

SmallVector<ZeroFactor> SkipZeros::findFactors(NestOp nest) {
  SmallVector<ZeroFactor> factors = findZeroFactors(nest);
  bool isSkippable = llvm::all_of(factors, [](const ZeroFactor &factor) {
    return factor.obstacle.empty();
  });
  if (isSkippable || isPlanned(nest))
    return factors;
  std::optional<SeparatedEnds> separated = separateEnds(nest);
  if (!separated)
    return factors;
  SmallVector<ZeroFactor> others = findZeroFactors(separated->middle);
  if (llvm::none_of(others, pays)) {
    separated->erase();
    return factors;
  }
  nest.erase();
  return others;
}

void SkipZeros::reportKept(ArrayRef<ZeroFactor> factors) {
  // 1. Why a constant is not skipped in any nest.
  llvm::MapVector<Operation *, StringRef> obstacles;
  for (const ZeroFactor &factor : factors) {
    for (ConstOp constant : factor.constants) {
      StringRef &obstacle =
          obstacles.try_emplace(constant, factor.obstacle).first->second;
      if (factor.obstacle.empty())
        obstacle = {};
    }
  }
  // 2. What is zero in those.
  for (auto [op, obstacle] : obstacles) {
    auto constant = cast<ConstOp>(op);
    std::optional<ConstantElements> elements = ConstantElements::get(constant);
    auto type = cast<ArrayType>(constant.getResult().getType());
    if (!obstacle.empty() && elements &&
        !llvm::is_contained(type.getShape(), 0))
      reportElements({{}, {constant}, {}},
                     NonzeroMask::get(*elements, type, type.getShape()),
                     obstacle);
  }
}

bool SkipZeros::skip(const ZeroFactor &factor) {
  std::shared_ptr<const ConstantElements> elements = factor.getElements();
  if (!elements || llvm::is_contained(factor.getExtent(), 0))
    return false;
  NonzeroMask mask = factor.getMask(*elements);
  if (mask.count == mask.numRead)
    return false;
  if (isPlanned(factor.nest)) {
    skipPlanned(factor, mask);
    return false;
  }
  if (mask.count == 0) {
    report(factor, getLeftOut(factor.constants));
    NestOp(factor.nest).erase();
    for (ConstOp constant : factor.constants)
      if (constant->use_empty())
        constant.erase();
    return true;
  }
  std::optional<ZeroFactor> rest = skipSlices(factor, *elements, mask);
  if (!rest)
    return skipCells(factor, *elements, mask);
  elements = rest->getElements();
  mask = rest->getMask(*elements);
  skipCells(*rest, *elements, mask);
  return true;
}

void SkipZeros::skipPlanned(const ZeroFactor &factor, const NonzeroMask &mask) {
  for (const SlicePlan &plan : shortenPlanned(factor, mask))
    report(factor, llvm::formatv(
                       "the first {0} and the last {1} of {2} {3} are zero "
                       "and {4}",
                       plan.first, plan.numZero - plan.first, plan.numSlices,
                       getSliceName(factor, plan.dim), describeGain(plan.gain))
                       .str());
}

std::optional<ZeroFactor>
SkipZeros::skipSlices(const ZeroFactor &factor,
                      const ConstantElements &elements,
                      const NonzeroMask &mask) {
  SmallVector<SlicePlan> paying;
  for (SlicePlan &plan : planSlices(factor, mask)) {
    if (plan.pays || plan.numZero >= plan.numSlices * minReportedPart)
      report(factor,
             llvm::formatv("{0} of {1} {2} are zero and {3}", plan.numZero,
                           plan.numSlices, getSliceName(factor, plan.dim),
                           plan.pays ? describeGain(plan.gain)
                                     : ("are not skipped, " + doesNotPay).str())
                 .str());
    if (plan.pays)
      paying.push_back(std::move(plan));
  }
  if (paying.empty())
    return std::nullopt;
  NestRewrite rewrite = sa::skipSlices(factor, elements, paying);
  auto [nest, constant] = rewriteNest(factor, rewrite);
  if (!factor.isJoint)
    return ZeroFactor{nest, {constant}, factor.positions};
  ZeroFactor rest = factor;
  rest.nest = nest;
  rest.gathered = std::make_shared<ConstantElements>(ConstantElements::get(
      std::move(rewrite.values), elements.getElementBytes()));
  return rest;
}

bool SkipZeros::skipCells(const ZeroFactor &factor,
                          const ConstantElements &elements,
                          const NonzeroMask &mask) {
  std::optional<CellPlan> plan = planCells(factor, mask);
  if (plan && plan->gain > minGain) {
    report(factor,
           llvm::formatv("{0} of {1} {2} are zero and {3}",
                         plan->numCells - plan->numNonzero, plan->numCells,
                         getCellName(factor, *plan), describeGain(plan->gain))
               .str());
    rewriteNest(factor, sa::skipCells(factor, elements, mask, *plan));
    return true;
  }
  reportElements(factor, mask,
                 plan && plan->changesOrder
                     ? "because that would change the order of a sum"
                     : doesNotPay);
  return false;
}
