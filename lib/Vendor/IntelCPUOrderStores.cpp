// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks the stores whose elements other iterations of a loop access.

#include "sa/Dialect/SA/Transforms/Arithmetic/FlatIndex.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/SequentialLoops.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Vendor/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-intel-cpu-order-stores"

namespace sa {
#define GEN_PASS_DEF_SAINTELCPUORDERSTORES
#include "sa/Vendor/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numOrdered, "Stores kept in order");

namespace {

/// The elements that a load or a store accesses; nothing for other operations.
std::optional<FlatBlock> getBlock(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return FlatBlock{load.getIndices().front(), 1};
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return FlatBlock{store.getIndices().front(), 1};
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return FlatBlock{load.getIndices().front(),
                     load.getVectorType().getNumElements()};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return FlatBlock{store.getIndices().front(),
                     store.getVectorType().getNumElements()};
  return std::nullopt;
}

/// The offsets that loops access in arrays. Unrolled code accesses some of them
/// very often; the answer for each is kept.
class AccessedOffsets {
public:
  /// True when another iteration of a loop around `store` may access the
  /// elements `own` of `memref`, which it stores: its offset recurs, or the
  /// loop accesses another offset of the array that may be equal in another
  /// iteration. The parts of complex numbers have even and odd offsets, which
  /// never are equal.
  bool mayRecur(Operation *store, const FlatBlock &own, Value memref) {
    scf::ForOp loop = getOutermostLoop(store);
    if (!loop)
      return false;
    Key key = {{memref, loop}, {own.first, own.size}};
    if (auto found = answers.find(key); found != answers.end())
      return found->second;
    bool recurs =
        !isOnceInLoop(own, loop) ||
        llvm::any_of(getBlocks(memref, loop), [&](const FlatBlock &block) {
          return block.first != own.first && !areEvenAndOdd(block, own) &&
                 !areApartInLoop(own, block, loop);
        });
    answers[key] = recurs;
    return recurs;
  }

private:
  using ArrayInLoop = std::pair<Value, Operation *>;
  using Key = std::pair<ArrayInLoop, std::pair<Value, int64_t>>;

  ArrayRef<FlatBlock> getBlocks(Value memref, scf::ForOp loop) {
    auto [entry, isNew] = blocks.try_emplace({memref, loop});
    if (!isNew)
      return entry->second;
    llvm::DenseSet<std::pair<Value, int64_t>> seen;
    for (Operation *user : memref.getUsers())
      if (std::optional<FlatBlock> block = getBlock(user);
          block && loop->isAncestor(user) &&
          seen.insert({block->first, block->size}).second)
        entry->second.push_back(*block);
    return entry->second;
  }

  llvm::DenseMap<ArrayInLoop, SmallVector<FlatBlock>> blocks;
  llvm::DenseMap<Key, bool> answers;
};

/// True when `value` is computed from `index`.
bool dependsOn(Value value, Value index) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> pending = {value};
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (next == index)
      return true;
    if (Operation *source = next.getDefiningOp();
        source && seen.insert(source).second)
      llvm::append_range(pending, source->getOperands());
  }
  return false;
}

/// True when `stored` is computed from what `load` reads. The result of a loop
/// comes from its last iteration: its initial value counts only where
/// iterations use it.
bool isComputedFrom(Value stored, Operation *load) {
  llvm::SmallPtrSet<Value, 16> seen;
  SmallVector<Value> pending = {stored};
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *source = next.getDefiningOp();
    if (source == load)
      return true;
    if (auto loop = dyn_cast_or_null<scf::ForOp>(source)) {
      unsigned number = cast<OpResult>(next).getResultNumber();
      pending.push_back(loop.getYieldedValues()[number]);
    } else if (auto choice = dyn_cast_or_null<scf::IfOp>(source)) {
      unsigned number = cast<OpResult>(next).getResultNumber();
      pending.push_back(choice.thenYield().getOperand(number));
      pending.push_back(choice.elseYield().getOperand(number));
    } else if (source) {
      // Other operations with regions may use anything.
      if (source->getNumRegions() != 0)
        return true;
      llvm::append_range(pending, source->getOperands());
    } else if (auto loop =
                   dyn_cast<scf::ForOp>(next.getParentBlock()->getParentOp());
               loop && next != loop.getInductionVar()) {
      unsigned number = cast<BlockArgument>(next).getArgNumber() - 1;
      pending.push_back(loop.getInitArgs()[number]);
      pending.push_back(loop.getYieldedValues()[number]);
    }
  }
  return false;
}

/// True when the iterations of a loop around `store` overwrite one element, and
/// none uses what an earlier one stored.
bool isOverwritten(Operation *store, const FlatBlock &own, Value memref) {
  for (Operation *parent = store->getParentOp();
       parent && !isa<scf::ParallelOp>(parent);
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (loop && !dependsOn(own.first, loop.getInductionVar()))
      return llvm::none_of(memref.getUsers(), [&](Operation *user) {
        return isa<memref::LoadOp, vector::LoadOp>(user) &&
               getBlock(user)->first == own.first && loop->isAncestor(user) &&
               isComputedFrom(store->getOperand(0), user);
      });
  }
  return false;
}

/// True for variables and private memory, whose accesses stay in order.
bool isPrivate(Value memref) {
  return memref.getDefiningOp<memref::AllocaOp>() ||
         cast<MemRefType>(memref.getType()).getRank() != 1;
}

class OrderStores : public sa::impl::SAIntelCPUOrderStoresBase<OrderStores> {
  void runOnOperation() override {
    AccessedOffsets offsets;
    getOperation()->walk([&](Operation *op) {
      Value memref;
      if (auto store = dyn_cast<memref::StoreOp>(op))
        memref = store.getMemRef();
      else if (auto store = dyn_cast<vector::StoreOp>(op))
        memref = store.getBase();
      if (!memref || isPrivate(memref))
        return;
      FlatBlock own = *getBlock(op);
      if (!offsets.mayRecur(op, own, memref) && !isOverwritten(op, own, memref))
        return;
      op->setAttr(sa::orderedAttrName, UnitAttr::get(&getContext()));
      ++numOrdered;
      LDBG() << "keeps the store at " << op->getLoc() << " in order";
    });
  }
};

} // namespace
