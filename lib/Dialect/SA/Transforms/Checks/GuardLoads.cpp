// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, and checks, under the condition of a select what only one of its sides
// uses. Loads that are in bounds anyway stay where they are: a select costs
// less on a device than a branch.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-guard-loads"

namespace sa {
#define GEN_PASS_DEF_SAGUARDLOADS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numGuarded, "Selects replaced by conditions");

//===----------------------------------------------------------------------===//
// What may be out of bounds
//===----------------------------------------------------------------------===//

static bool canBeNegative(const NestAccesses &nest, const BodyPosition &place,
                          AffineExpr expr) {
  PointSet points = nest.getPoints(place);
  (void)points.keepNonNegative(-expr - 1);
  return !points.isIntegerEmpty();
}

static bool canEscape(const NestAccesses &nest, const Access &access) {
  auto type = cast<ArrayType>(access.array.getType());
  // Where an index is extended to an empty size, the runtime refuses the call.
  if (access.emptySize)
    return false;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    AffineExpr index = access.map.getResult(dim);
    if (canBeNegative(nest, access, index) ||
        (!type.isOpen(dim) &&
         canBeNegative(nest, access,
                       nest.getArraySize(access, dim) - index - 1)))
      return true;
  }
  return llvm::any_of(type.getDomainConstraints(), [&](AffineExpr constraint) {
    return canBeNegative(nest, access,
                         constraint.replaceDims(access.map.getResults()));
  });
}

using Operations = llvm::SmallPtrSet<Operation *, 8>;

/// Returns true if `value` is computed from a check in `escaping`.
static bool comesFromCheck(Value value, const Operations &escaping) {
  SmallVector<Value> pending = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op->getResult(0)).second)
      continue;
    if (isa<CheckedIndexOp>(op) && escaping.contains(op))
      return true;
    if (isPure(op))
      llvm::append_range(pending, op->getOperands());
  }
  return false;
}

/// Returns the loads, checks and promises that are not known to be in bounds.
/// Nothing when an access is not understood, which `sa-check-accesses` reports.
static Operations findEscaping(NestOp nest) {
  Operations escaping;
  FailureOr<NestAccesses> accesses = failure();
  {
    ScopedDiagnosticHandler silent(nest.getContext(),
                                   [](Diagnostic &) { return success(); });
    accesses = NestAccesses::get(nest);
  }
  if (failed(accesses))
    return escaping;
  for (const Access &access : accesses->getAccesses())
    if (isa<LoadOp>(access.op) && !escaping.contains(access.op) &&
        canEscape(*accesses, access))
      escaping.insert(access.op);
  for (const Bound &bound : accesses->getBounds())
    if (!bound.emptySize &&
        (canBeNegative(*accesses, bound, bound.index) ||
         canBeNegative(*accesses, bound, bound.size - bound.index - 1)))
      escaping.insert(BoundOp(bound.op));
  for (const CheckedNumber &check : accesses->getChecks())
    if (!check.value || canBeNegative(*accesses, check, check.value) ||
        canBeNegative(*accesses, check, check.size - check.value - 1))
      escaping.insert(CheckedIndexOp(check.op));
  // A promise about what is checked goes where the check does.
  for (const Bound &bound : accesses->getBounds())
    if (comesFromCheck(BoundOp(bound.op).getIndex(), escaping))
      escaping.insert(BoundOp(bound.op));
  return escaping;
}

namespace {

/// Gives each user of a check a check of its own, so that it can move with the
/// user. What did not move apart becomes one check again.
class SplitChecks {
public:
  explicit SplitChecks(Operations &escaping) {
    SmallVector<CheckedIndexOp> shared;
    for (Operation *op : escaping)
      if (auto check = dyn_cast<CheckedIndexOp>(op); check && !op->hasOneUse())
        shared.push_back(check);
    for (CheckedIndexOp check : shared) {
      SmallVector<Operation *> &group = groups.emplace_back();
      group.push_back(check);
      OpBuilder builder(check->getContext());
      builder.setInsertionPointAfter(check);
      for (OpOperand &use :
           llvm::make_early_inc_range(llvm::drop_begin(check->getUses()))) {
        Operation *clone = builder.clone(*check);
        use.set(clone->getResult(0));
        group.push_back(clone);
        escaping.insert(clone);
      }
    }
  }
  ~SplitChecks() {
    for (ArrayRef<Operation *> group : groups) {
      llvm::SmallDenseMap<Block *, Operation *, 4> firsts;
      for (Operation *op : group) {
        Operation *&first = firsts[op->getBlock()];
        if (!first || op->isBeforeInBlock(first))
          first = op;
      }
      for (Operation *op : group)
        if (Operation *first = firsts[op->getBlock()]; first != op) {
          op->replaceAllUsesWith(first);
          op->erase();
        }
    }
  }

private:
  SmallVector<SmallVector<Operation *>> groups;
};

} // namespace

//===----------------------------------------------------------------------===//
// Conditions on indices
//===----------------------------------------------------------------------===//

/// Returns true if a value is computed from indices and sizes alone.
static bool isOfIndices(Value value) {
  SmallVector<Value> pending = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (!op) {
      if (!next.getType().isIndex())
        return false;
    } else if (!isa<DimOp>(op)) {
      if (!isPure(op) || op->getNumRegions() != 0)
        return false;
      llvm::append_range(pending, op->getOperands());
    }
  }
  return true;
}

namespace {

/// Takes a condition apart into sums that are not negative where it holds.
class ConditionReader {
public:
  ConditionReader(NestOp nest) : nest(nest) {}

  /// Adds what must not be negative so that `condition` is `holds`. Fails where
  /// that takes more than one set of sums.
  LogicalResult read(Value condition, bool holds);

  size_t getNumSums() const { return sums.size(); }
  /// Returns an `affine.if` with a result for these sums.
  affine::AffineIfOp create(OpBuilder &builder, Location loc, Type type);

private:
  LogicalResult compare(arith::CmpIPredicate predicate, LinearIndex difference);
  /// Adds the sum, or its opposite, less one: whichever can be positive where
  /// the sum is not zero.
  LogicalResult addNonZero(const LinearIndex &sum);
  LogicalResult add(const LinearIndex &sum, int64_t factor, int64_t constant);

  NestOp nest;
  SmallVector<LinearIndex> sums;
};

} // namespace

/// Returns the sum behind an index, or an index as an integer of 64 bits.
static LinearIndex readSum(Value value) {
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>();
      cast && cast.getIn().getType().isIndex() && cast.getType().isInteger(64))
    value = cast.getIn();
  return getLinearIndex(value);
}

LogicalResult ConditionReader::add(const LinearIndex &sum, int64_t factor,
                                   int64_t constant) {
  LinearIndex added;
  added.add(sum, factor);
  added.constant += constant;
  for (auto [value, unused] : added.factors) {
    auto argument = dyn_cast<BlockArgument>(value);
    bool isLeaf = argument ? value.getType().isIndex()
                           : value.getDefiningOp<DimOp>() != nullptr;
    if (!isLeaf)
      return failure();
  }
  sums.push_back(added);
  return success();
}

LogicalResult ConditionReader::addNonZero(const LinearIndex &sum) {
  // An index is at least 0 and less than its size: it is not zero at 0, or at
  // the last point, where it is larger, or smaller.
  for (auto [position, index] : llvm::enumerate(nest.getIndices())) {
    int64_t factor = sum.getFactor(index);
    if (factor != 1 && factor != -1)
      continue;
    LinearIndex rest = sum;
    rest.factors.erase(index);
    if (rest.isConstant() && rest.constant == 0)
      return add(sum, factor, -1);
    OpFoldResult size = nest.getMixedSizes()[position];
    LinearIndex last;
    if (auto value = dyn_cast<Value>(size))
      last = getLinearIndex(value);
    else
      last.constant = nest.getStaticSizes()[position];
    last.constant -= 1;
    rest.add(last, factor);
    if (rest.isConstant() && rest.constant == 0)
      return add(sum, -factor, -1);
  }
  return failure();
}

LogicalResult ConditionReader::compare(arith::CmpIPredicate predicate,
                                       LinearIndex difference) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::slt:
    return add(difference, -1, -1);
  case Predicate::sle:
    return add(difference, -1, 0);
  case Predicate::sgt:
    return add(difference, 1, -1);
  case Predicate::sge:
    return add(difference, 1, 0);
  case Predicate::eq:
    return success(succeeded(add(difference, 1, 0)) &&
                   succeeded(add(difference, -1, 0)));
  case Predicate::ne:
    return addNonZero(difference);
  default:
    return failure();
  }
}

LogicalResult ConditionReader::read(Value condition, bool holds) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return failure();
  if (auto compared = dyn_cast<arith::CmpIOp>(op)) {
    Type type = compared.getLhs().getType();
    if (!type.isIndex() && !type.isInteger(64))
      return failure();
    LinearIndex difference = readSum(compared.getLhs());
    difference.add(readSum(compared.getRhs()), -1);
    arith::CmpIPredicate predicate = compared.getPredicate();
    return compare(holds ? predicate : arith::invertPredicate(predicate),
                   difference);
  }
  APInt constant;
  if (isa<arith::XOrIOp>(op)) {
    for (unsigned operand : {0, 1})
      if (matchPattern(op->getOperand(operand), m_ConstantInt(&constant)))
        return read(op->getOperand(1 - operand), constant.isZero() == holds);
    return failure();
  }
  if (!(holds ? isa<arith::AndIOp>(op) : isa<arith::OrIOp>(op)))
    return failure();
  return success(succeeded(read(op->getOperand(0), holds)) &&
                 succeeded(read(op->getOperand(1), holds)));
}

affine::AffineIfOp ConditionReader::create(OpBuilder &builder, Location loc,
                                           Type type) {
  llvm::SetVector<Value> operands;
  for (const LinearIndex &sum : sums)
    for (auto [value, unused] : sum.factors)
      operands.insert(value);
  SmallVector<AffineExpr> constraints;
  for (const LinearIndex &sum : sums) {
    AffineExpr expr = builder.getAffineConstantExpr(sum.constant);
    for (auto [position, value] : llvm::enumerate(operands))
      expr = expr + builder.getAffineDimExpr(position) * sum.getFactor(value);
    constraints.push_back(expr);
  }
  auto set = IntegerSet::get(operands.size(), 0, constraints,
                             SmallVector<bool>(constraints.size(), false));
  return affine::AffineIfOp::create(builder, loc, TypeRange(type), set,
                                    operands.getArrayRef(),
                                    /*withElseRegion=*/true);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Returns what the operand `side` of `select` is computed from and nothing
/// else uses, in the order of the block, if it can move to the select.
static SmallVector<Operation *> findSlice(arith::SelectOp select, unsigned side,
                                          const Operations &escaping) {
  llvm::SetVector<Operation *> slice;
  llvm::SmallPtrSet<Value, 4> written;
  LoadOp next;
  auto belongs = [&](OpOperand &use) {
    return use.getOwner() == select ? use.getOperandNumber() == side
                                    : slice.contains(use.getOwner());
  };
  for (Operation *op = select->getPrevNode(); op; op = op->getPrevNode()) {
    // The promise of a view is about the load behind it.
    if (isa<BoundOp>(op) && escaping.contains(op) && next &&
        slice.contains(next))
      slice.insert(op);
    if (auto load = dyn_cast<LoadOp>(op))
      next = load;
    bool isUsed = !op->use_empty() && llvm::all_of(op->getUses(), belongs);
    if (isUsed && op->getNumRegions() == 0) {
      Value memory;
      if (auto load = dyn_cast<LoadOp>(op))
        memory = load.getArray();
      else if (auto load = dyn_cast<memref::LoadOp>(op))
        memory = load.getMemRef();
      if (memory ? !written.contains(memory)
                 : isPure(op) || isa<CheckedIndexOp>(op))
        slice.insert(op);
    }
    op->walk([&](Operation *inner) {
      if (auto store = dyn_cast<StoreOp>(inner))
        written.insert(store.getArray());
      else if (auto accumulate = dyn_cast<AccumulateOp>(inner))
        written.insert(accumulate.getArray());
      else if (auto store = dyn_cast<memref::StoreOp>(inner))
        written.insert(store.getMemRef());
    });
  }
  SmallVector<Operation *> ordered(slice.begin(), slice.end());
  std::reverse(ordered.begin(), ordered.end());
  return ordered;
}

/// Replaces `select` by a condition if what may be out of bounds can move into
/// one of its branches.
static bool guard(arith::SelectOp select, const Operations &escaping) {
  SmallVector<Operation *> ifTrue = findSlice(select, 1, escaping);
  SmallVector<Operation *> ifFalse = findSlice(select, 2, escaping);
  auto escapes = [&](Operation *op) { return escaping.contains(op); };
  if (llvm::none_of(ifTrue, escapes) && llvm::none_of(ifFalse, escapes))
    return false;
  OpBuilder builder(select);
  Location loc = select.getLoc();
  Type type = select.getType();
  auto nest = select->getParentOfType<NestOp>();
  // Of a condition and its opposite, the one with fewer sums: an equality takes
  // two, and what it excludes often one.
  std::optional<ConditionReader> reader;
  bool holds = true;
  for (bool value : {true, false}) {
    ConditionReader other(nest);
    if (succeeded(other.read(select.getCondition(), value)) &&
        (!reader || other.getNumSums() < reader->getNumSums())) {
      reader = other;
      holds = value;
    }
  }
  Operation *branch = nullptr;
  SmallVector<Operation *> *slices[] = {&ifTrue, &ifFalse};
  if (reader) {
    branch = reader->create(builder, loc, type);
    if (!holds)
      std::swap(ifTrue, ifFalse);
    Value values[] = {select.getTrueValue(), select.getFalseValue()};
    for (auto [number, slice] : llvm::enumerate(slices)) {
      builder.setInsertionPointToStart(&branch->getRegion(number).front());
      auto yield = affine::AffineYieldOp::create(
          builder, loc, values[holds ? number : 1 - number]);
      for (Operation *op : *slice)
        op->moveBefore(yield);
    }
  }
  if (!branch) {
    auto condition =
        scf::IfOp::create(builder, loc, TypeRange(type), select.getCondition(),
                          /*withElseRegion=*/true);
    branch = condition;
    Value values[] = {select.getTrueValue(), select.getFalseValue()};
    for (auto [number, slice] : llvm::enumerate(slices)) {
      builder.setInsertionPointToStart(&branch->getRegion(number).front());
      auto yield = scf::YieldOp::create(builder, loc, values[number]);
      for (Operation *op : *slice)
        op->moveBefore(yield);
    }
  }
  ++numGuarded;
  LDBG() << "a select over " << (reader ? "indices" : "data")
         << " guards what it reads, at " << loc;
  select.replaceAllUsesWith(branch->getResult(0));
  select.erase();
  return true;
}

namespace {
class GuardLoads : public sa::impl::SAGuardLoadsBase<GuardLoads> {
  void runOnOperation() override {
    SmallVector<NestOp> nests;
    getOperation().walk([&](NestOp nest) { nests.push_back(nest); });
    for (NestOp nest : nests)
      // What conditions on indices leave out of bounds, others may guard.
      for (bool isOfData : {false, true}) {
        SmallVector<arith::SelectOp> selects;
        nest.walk([&](arith::SelectOp op) {
          if (isOfData || isOfIndices(op.getCondition()))
            selects.push_back(op);
        });
        if (selects.empty())
          continue;
        Operations escaping = findEscaping(nest);
        if (escaping.empty())
          break;
        SplitChecks split(escaping);
        // The last ones first: others may be computed for them.
        for (arith::SelectOp select : llvm::reverse(selects))
          guard(select, escaping);
      }
  }
};
} // namespace
