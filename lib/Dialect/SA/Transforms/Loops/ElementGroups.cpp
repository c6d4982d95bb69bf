// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ElementGroups.h"

#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sa;

int64_t ElementGroup::getNumLanes() const {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

std::optional<ElementGroup> sa::getGroup(Operation *access) {
  if (!isa<LoadOp, StoreOp, AccumulateOp, VectorLoadOp, VectorStoreOp>(access))
    return std::nullopt;
  if (auto accumulate = dyn_cast<AccumulateOp>(access);
      accumulate && accumulate.getIsAtomic())
    return std::nullopt;
  ElementGroup group;
  group.isWritten = isa<StoreOp, AccumulateOp, VectorStoreOp>(access);
  // The value that is written comes before the array and the indices.
  ValueRange operands = access->getOperands();
  group.type = group.isWritten ? operands.front().getType()
                               : access->getResult(0).getType();
  operands = operands.drop_front(group.isWritten);
  group.array = operands.front();
  for (Value index : operands.drop_front())
    group.indices.push_back(getLinearIndex(index));
  if (auto load = dyn_cast<VectorLoadOp>(access))
    llvm::append_range(group.steps, load.getSteps());
  else if (auto store = dyn_cast<VectorStoreOp>(access))
    llvm::append_range(group.steps, store.getSteps());
  return group;
}

bool sa::isSameGroup(const ElementGroup &lhs, const ElementGroup &rhs) {
  return lhs.array == rhs.array && lhs.type == rhs.type &&
         lhs.steps == rhs.steps &&
         llvm::all_of(llvm::zip_equal(lhs.indices, rhs.indices), [](auto pair) {
           return getDistance(std::get<0>(pair), std::get<1>(pair)) == 0;
         });
}

bool sa::areDisjoint(const ElementGroup &lhs, const ElementGroup &rhs) {
  auto getStep = [](const ElementGroup &group, size_t dim) {
    return group.steps.empty() ? 0 : group.steps[dim];
  };
  SmallVector<std::optional<int64_t>> distances;
  for (auto [left, right] : llvm::zip_equal(lhs.indices, rhs.indices))
    distances.push_back(getDistance(left, right));
  for (int64_t left = 0; left < lhs.getNumLanes(); ++left)
    for (int64_t right = 0; right < rhs.getNumLanes(); ++right) {
      bool differ = false;
      for (auto [dim, distance] : llvm::enumerate(distances))
        differ |= distance && *distance + left * getStep(lhs, dim) !=
                                  right * getStep(rhs, dim);
      if (!differ)
        return false;
    }
  return true;
}

/// Returns true if only conditions are between `op` and the body of `loop`.
static bool isReachable(Operation *op, affine::AffineForOp loop) {
  Operation *parent = op->getParentOp();
  while (isa<affine::AffineIfOp, scf::IfOp>(parent))
    parent = parent->getParentOp();
  return parent == loop;
}

/// Adds an access of `loop` to the groups. Fails when it cannot be one.
static LogicalResult addAccess(Operation *op, affine::AffineForOp loop,
                               std::vector<ElementGroup> &groups) {
  std::optional<ElementGroup> group = getGroup(op);
  if (!group || !isReachable(op, loop))
    return failure();
  for (const LinearIndex &index : group->indices)
    for (auto [value, factor] : index.factors)
      if (!loop.isDefinedOutsideOfLoop(value))
        return failure();
  auto known = llvm::find_if(groups, [&](const ElementGroup &other) {
    return isSameGroup(*group, other);
  });
  if (known == groups.end())
    known = groups.insert(groups.end(), *group);
  known->isWritten |= group->isWritten;
  known->isCertain |= op->getBlock() == loop.getBody();
  return success();
}

/// Returns true if the value that `store` writes does not depend on the
/// element.
static bool overwrites(Operation *store) {
  std::optional<ElementGroup> own = getGroup(store);
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> pending = {store->getOperand(0)};
  while (!pending.empty()) {
    Operation *source = pending.pop_back_val().getDefiningOp();
    if (!source || !seen.insert(source).second)
      continue;
    // An operation in a region may use anything.
    std::optional<ElementGroup> read = getGroup(source);
    if (source->getNumRegions() != 0 || (read && isSameGroup(*read, *own)))
      return false;
    llvm::append_range(pending, source->getOperands());
  }
  return true;
}

std::vector<ElementGroup> sa::findGroups(affine::AffineForOp loop,
                                         Value array) {
  std::vector<ElementGroup> groups;
  // In the order of the program.
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    bool isUser = llvm::is_contained(op->getOperands(), array);
    if (!isUser || isa<DimOp>(op))
      return WalkResult::advance();
    return succeeded(addAccess(op, loop, groups)) ? WalkResult::advance()
                                                  : WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return {};
  bool isWritten = llvm::any_of(
      groups, [](const ElementGroup &group) { return group.isWritten; });
  if (!llvm::all_of(groups,
                    [](const ElementGroup &group) { return group.isCertain; }))
    return {};
  if (!isWritten)
    return groups;
  if (!hasDistinctElements(array))
    return {};
  // A register that each iteration overwrites carries nothing. Vendor bug
  // intel-cpu-overwritten-registers: its last value can be wrong.
  for (Operation &op : *loop.getBody())
    if (isa<StoreOp, VectorStoreOp>(op) &&
        llvm::is_contained(op.getOperands(), array) && overwrites(&op))
      return {};
  for (size_t i = 0; i < groups.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!areDisjoint(groups[i], groups[j]))
        return {};
  return groups;
}
