// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks the stores whose elements other iterations of a loop touch.

#include "FlatIndex.h"
#include "Loops.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace sa {
#define GEN_PASS_DEF_SAORDERSTORES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// The elements that a load or a store touches; nothing for other operations.
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

/// The places of arrays that loops touch. Straight code touches some of them
/// very often: each is looked at once.
class TouchedPlaces {
public:
  /// True when another iteration of a loop around `store` may touch what it
  /// stores: the place comes again, or the loop loads from or stores to a place
  /// of the array that is not the same, and that may be in another iteration.
  /// The parts of complex numbers never are: one is at even places and the
  /// other at odd ones.
  bool areTouchedByOthers(Operation *store, const FlatBlock &own,
                          Value memref) {
    scf::ForOp loop = getOutermostLoop(store);
    if (!loop)
      return false;
    Place place = {{memref, loop}, {own.first, own.size}};
    if (auto found = answers.find(place); found != answers.end())
      return found->second;
    bool isTouched =
        !isOnceInLoop(own, loop) ||
        llvm::any_of(getBlocks(memref, loop), [&](const FlatBlock &block) {
          return block.first != own.first &&
                 !areEvenAndOdd(block.first, own.first) &&
                 !areApartInLoop(own, block, loop);
        });
    answers[place] = isTouched;
    return isTouched;
  }

private:
  using ArrayInLoop = std::pair<Value, Operation *>;
  using Place = std::pair<ArrayInLoop, std::pair<Value, int64_t>>;

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
  llvm::DenseMap<Place, bool> answers;
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

/// True when `stored` is computed from what `load` reads. What a loop leaves is
/// what its last iteration makes: what it starts with counts only where the
/// iterations look at it.
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
      // What is not understood may be computed from anything.
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

/// True when the iterations of a loop around `store` store to one place, one
/// after the other, and do not look at what the last one left there.
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

/// Variables and copies of a work-item are its own memory, whose order the
/// compilers that this is about keep.
bool isVariable(Value memref) {
  return memref.getDefiningOp<memref::AllocaOp>() ||
         cast<MemRefType>(memref.getType()).getRank() != 1;
}

class OrderStores : public sa::impl::SAOrderStoresBase<OrderStores> {
  void runOnOperation() override {
    TouchedPlaces places;
    getOperation()->walk([&](Operation *op) {
      Value memref;
      if (auto store = dyn_cast<memref::StoreOp>(op))
        memref = store.getMemRef();
      else if (auto store = dyn_cast<vector::StoreOp>(op))
        memref = store.getBase();
      if (!memref || isVariable(memref))
        return;
      FlatBlock own = *getBlock(op);
      if (places.areTouchedByOthers(op, own, memref) ||
          isOverwritten(op, own, memref))
        op->setAttr(sa::orderedAttrName, UnitAttr::get(&getContext()));
    });
  }
};

} // namespace
