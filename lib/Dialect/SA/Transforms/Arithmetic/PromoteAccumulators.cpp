// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps an element in a register while a loop updates it.

#include "sa/Dialect/SA/Transforms/Arithmetic/FlatIndex.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-promote-accumulators"

namespace sa {
#define GEN_PASS_DEF_SAPROMOTEACCUMULATORS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numPromoted, "Elements kept in accumulators");

namespace {

/// A loop's load and store of one element of an array in every iteration, and
/// those in some iterations, under conditions: what is done before and after a
/// sum.
struct Accumulator {
  memref::LoadOp load;
  memref::StoreOp store;
  llvm::SmallPtrSet<Operation *, 4> conditional;
};

/// Returns true if the values are the same, or computed in the same way.
bool isSameIndex(Value lhs, Value rhs) {
  if (lhs == rhs)
    return true;
  Operation *left = lhs.getDefiningOp(), *right = rhs.getDefiningOp();
  return left && right && left->getNumResults() == 1 &&
         isMemoryEffectFree(left) && left->getNumRegions() == 0 &&
         left->getName() == right->getName() &&
         left->getAttrDictionary() == right->getAttrDictionary() &&
         left->getNumOperands() == right->getNumOperands() &&
         llvm::all_of(
             llvm::zip_equal(left->getOperands(), right->getOperands()),
             [](auto pair) {
               return isSameIndex(std::get<0>(pair), std::get<1>(pair));
             });
}

/// Returns true if `access` loads or stores the element of `store`, and only
/// conditions are between it and the body of `loop`.
bool isConditional(Operation *access, memref::StoreOp store, scf::ForOp loop) {
  ValueRange indices;
  if (auto load = dyn_cast<memref::LoadOp>(access))
    indices = load.getIndices();
  else if (auto other = dyn_cast<memref::StoreOp>(access))
    indices = other.getIndices();
  if (indices.size() != 1 ||
      !isSameIndex(indices.front(), store.getIndices().front()))
    return false;
  Operation *parent = access->getParentOp();
  if (parent == loop)
    return false;
  while (isa<scf::IfOp>(parent))
    parent = parent->getParentOp();
  return parent == loop;
}

/// True when `user` loads from or stores to another element than `store` does:
/// the other part of the same complex number, for example.
bool isElsewhere(Operation *user, memref::StoreOp store) {
  ValueRange indices;
  if (auto load = dyn_cast<memref::LoadOp>(user))
    indices = load.getIndices();
  else if (auto other = dyn_cast<memref::StoreOp>(user))
    indices = other.getIndices();
  return indices.size() == 1 &&
         differByConstant(indices.front(), store.getIndices().front());
}

/// True when what is stored is computed from what was loaded. An element that
/// each iteration overwrites is no accumulator. Vendor bug
/// intel-cpu-overwritten-registers: its last value can be wrong.
bool isUpdate(memref::LoadOp load, memref::StoreOp store) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> pending = {store.getValue()};
  while (!pending.empty()) {
    Operation *source = pending.pop_back_val().getDefiningOp();
    if (!source || !seen.insert(source).second)
      continue;
    // What is in a region may use anything.
    if (source == load || source->getNumRegions() != 0)
      return true;
    llvm::append_range(pending, source->getOperands());
  }
  return false;
}

/// Finds an element that `loop` touches with one load and one later store, both
/// at the top of its body, in every iteration, and otherwise under conditions.
std::optional<Accumulator> findAccumulator(scf::ForOp loop) {
  for (memref::StoreOp store : loop.getBody()->getOps<memref::StoreOp>()) {
    Value array = store.getMemRef();
    if (!loop.isDefinedOutsideOfLoop(array) ||
        !llvm::all_of(store.getIndices(), [&](Value index) {
          return loop.isDefinedOutsideOfLoop(index);
        }))
      continue;
    Accumulator found{nullptr, store, {}};
    bool alone = llvm::all_of(array.getUsers(), [&](Operation *user) {
      if (user == store || !loop->isAncestor(user) || isElsewhere(user, store))
        return true;
      if (auto load = dyn_cast<memref::LoadOp>(user);
          load && !found.load && load->getBlock() == loop.getBody()) {
        found.load = load;
        return true;
      }
      if (!isConditional(user, store, loop))
        return false;
      found.conditional.insert(user);
      return true;
    });
    if (alone && found.load && found.load->isBeforeInBlock(store) &&
        found.load.getIndices() == store.getIndices() &&
        isUpdate(found.load, store))
      return found;
  }
  return std::nullopt;
}

/// Replaces the accesses of an accumulator by the value that it has.
class AccumulatorRewrite {
public:
  AccumulatorRewrite(RewriterBase &rewriter, const Accumulator &accumulator,
                     Value value)
      : rewriter(rewriter), accumulator(accumulator), value(value) {}

  void rewrite(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      bool isAccess = &op == accumulator.load || &op == accumulator.store ||
                      accumulator.conditional.contains(&op);
      if (auto condition = dyn_cast<scf::IfOp>(op)) {
        rewriteIf(condition);
      } else if (isAccess && isa<memref::LoadOp>(op)) {
        rewriter.replaceOp(&op, value);
      } else if (isAccess) {
        value = cast<memref::StoreOp>(op).getValue();
        rewriter.eraseOp(&op);
      }
    }
  }

  Value getValue() const { return value; }

private:
  /// Lets a condition with accesses yield the value.
  void rewriteIf(scf::IfOp op) {
    bool isTouched = llvm::any_of(accumulator.conditional, [&](Operation *in) {
      return op->isProperAncestor(in);
    });
    if (!isTouched)
      return;
    Location loc = op.getLoc();
    SmallVector<Type> types(op->getResultTypes());
    types.push_back(value.getType());
    rewriter.setInsertionPoint(op);
    OperationState state(loc, op->getName(), op->getOperands(), types,
                         op->getAttrs());
    state.addRegion();
    state.addRegion();
    auto copy = cast<scf::IfOp>(rewriter.create(state));
    Value before = value;
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), copy->getRegions())) {
      SmallVector<Value> yielded;
      value = before;
      if (from.empty()) {
        to.emplaceBlock();
      } else {
        rewriter.inlineRegionBefore(from, to, to.end());
        rewrite(to.front());
        Operation *terminator = to.front().getTerminator();
        llvm::append_range(yielded, terminator->getOperands());
        rewriter.eraseOp(terminator);
      }
      yielded.push_back(value);
      rewriter.setInsertionPointToEnd(&to.front());
      scf::YieldOp::create(rewriter, loc, yielded);
    }
    value = copy->getResults().back();
    rewriter.replaceOp(op, copy->getResults().drop_back());
  }

  RewriterBase &rewriter;
  const Accumulator &accumulator;
  Value value;
};

/// Carries `accumulator` through `loop`; returns the loop that replaces it.
scf::ForOp promote(RewriterBase &rewriter, scf::ForOp loop,
                   const Accumulator &accumulator) {
  memref::StoreOp store = accumulator.store;
  Location storeLoc = store.getLoc();
  Value array = store.getMemRef();
  SmallVector<Value> indices(store.getIndices());

  // 1. Load before the loop, and add the value to what the loop carries.
  rewriter.setInsertionPoint(loop);
  memref::LoadOp load = accumulator.load;
  Value initial =
      memref::LoadOp::create(rewriter, load.getLoc(), array, indices);
  auto newLoop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, initial, /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return SmallVector<Value>(arguments.begin(), arguments.end());
      }));

  // 2. Inside, the carried value stands for the element.
  AccumulatorRewrite rewrite(rewriter, accumulator,
                             newLoop.getRegionIterArgs().back());
  rewrite.rewrite(*newLoop.getBody());
  Operation *yield = newLoop.getBody()->getTerminator();
  yield->setOperand(yield->getNumOperands() - 1, rewrite.getValue());

  // 3. Store once, after the loop.
  rewriter.setInsertionPointAfter(newLoop);
  memref::StoreOp::create(rewriter, storeLoc, newLoop.getResults().back(),
                          array, indices);
  return newLoop;
}

/// True for a loop that has nothing to carry from one iteration to the next.
bool runsOnce(scf::ForOp loop) {
  std::optional<llvm::APInt> count = loop.getStaticTripCount();
  return count && count->isOne();
}

/// Makes sure that `loop` runs at least once: an array may have no element that
/// could be loaded otherwise. Returns false where that is not possible.
bool guard(RewriterBase &rewriter, scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  if (lower && upper && *lower < *upper)
    return true;
  if (loop.getNumResults() != 0 || loop.getUnsignedCmp())
    return false;
  rewriter.setInsertionPoint(loop);
  Value runs =
      arith::CmpIOp::create(rewriter, loop.getLoc(), arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto guarded = scf::IfOp::create(rewriter, loop.getLoc(), runs,
                                   /*withElseRegion=*/false);
  rewriter.moveOpBefore(loop, guarded.thenBlock()->getTerminator());
  return true;
}

class PromoteAccumulators
    : public sa::impl::SAPromoteAccumulatorsBase<PromoteAccumulators> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // Inner loops first: what leaves an inner loop may leave the outer one too.
    SmallVector<scf::ForOp> loops;
    getOperation()->walk<WalkOrder::PostOrder>(
        [&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      if (runsOnce(loop) || !findAccumulator(loop) || !guard(rewriter, loop))
        continue;
      while (std::optional<Accumulator> accumulator = findAccumulator(loop)) {
        LDBG() << "keep in an accumulator: " << accumulator->store;
        ++numPromoted;
        loop = promote(rewriter, loop, *accumulator);
      }
    }
  }
};

} // namespace
