// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   nest (i, k) to (m, n)               nest (i) to (m)
//     if k == 0                           s[i] = 0
//       s[i] = 0                   →    nest (i, k) to (m, n)
//     s[i] += A[i, k]                     s[i] += A[i, k]
//     if k == n - 1                     nest (i) to (m)
//       s[i] /= n                         s[i] /= n
//
// Vectors and partial results of the sum would run over the conditions. Every
// array that two of the nests share is accessed with the same subscripts in
// them, which differ from point to point of (i): so no point of one needs more
// of another than its own.

#include "SplitEnds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sa;

namespace {

class EndSplitter {
public:
  EndSplitter(const NestShape &shape, NestAccesses accesses)
      : nest(shape.nest), shape(shape), accesses(std::move(accesses)) {}

  /// Finds the conditions, and proves that they can be moved.
  bool canSplit();
  SmallVector<NestOp> run();

private:
  /// Returns true if a condition holds where each index of the sum is zero, or
  /// its last one, and nowhere else.
  bool holdsAt(Operation *condition, bool isLast) const;
  bool useOwnElements() const;
  /// Returns true if what stands under a condition uses nothing that the body
  /// computes outside of it.
  bool isClosed(Operation *condition) const;
  NestOp createNest(ArrayRef<Operation *> conditions, bool isLast);

  NestOp nest;
  const NestShape &shape;
  NestAccesses accesses;
  /// The indices of the result, and those of the sum.
  SmallVector<unsigned> kept, summed;
  SmallVector<Operation *> first, last;
};

} // namespace

bool EndSplitter::holdsAt(Operation *condition, bool isLast) const {
  const Access *inside = nullptr;
  for (const Access &access : accesses.getAccesses())
    if (condition->isProperAncestor(access.op))
      inside = &access;
  if (!inside || !inside->isCertain || !inside->loops.empty())
    return false;
  SmallVector<bool> isPinned(shape.getRank(), false);
  for (AffineExpr constraint : inside->constraints) {
    bool isKnown = false;
    for (unsigned index : summed) {
      AffineExpr end = getAffineDimExpr(index, constraint.getContext());
      if (isLast)
        end = accesses.getSizes()[index] - 1 - end;
      auto isZero = [&](AffineExpr expr) {
        return simplifyAffineExpr(expr, shape.getRank(),
                                  accesses.getNumSymbols()) == 0;
      };
      // The distance from the end is at most zero; it is never less.
      if (isZero(constraint + end))
        isPinned[index] = isKnown = true;
      else if (isZero(constraint - end))
        isKnown = true;
    }
    if (!isKnown)
      return false;
  }
  return llvm::all_of(summed, [&](unsigned index) { return isPinned[index]; });
}

bool EndSplitter::useOwnElements() const {
  // For each array the maps of its accesses, and in how many of the three parts
  // it is accessed.
  auto getPart = [&](Operation *op) {
    auto isIn = [&](Operation *condition) {
      return condition->isProperAncestor(op);
    };
    return llvm::any_of(first, isIn) ? 0 : llvm::any_of(last, isIn) ? 2 : 1;
  };
  llvm::MapVector<Value, SmallVector<const Access *>> arrays;
  for (const Access &access : accesses.getAccesses())
    arrays[access.array].push_back(&access);
  for (auto &entry : arrays) {
    ArrayRef<const Access *> uses = entry.second;
    bool isWritten =
        llvm::any_of(uses, [](const Access *access) { return access->writes; });
    bool isShared = llvm::any_of(uses, [&](const Access *access) {
      return getPart(access->op) != getPart(uses.front()->op);
    });
    if (!isWritten || !isShared)
      continue;
    AffineMap map = uses.front()->map;
    for (const Access *access : uses)
      if (access->map != map || !access->loops.empty())
        return false;
    for (unsigned index : summed)
      if (map.isFunctionOfDim(index))
        return false;
    for (unsigned index : kept)
      if (!llvm::is_contained(map.getResults(),
                              getAffineDimExpr(index, map.getContext())))
        return false;
  }
  return true;
}

bool EndSplitter::isClosed(Operation *condition) const {
  Block *body = &nest->getRegion(0).front();
  return !condition
              ->walk([&](Operation *op) {
                bool isOpen = op != condition &&
                              llvm::any_of(op->getOperands(), [&](Value value) {
                                Operation *def = value.getDefiningOp();
                                return def && def->getBlock() == body;
                              });
                return isOpen ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool EndSplitter::canSplit() {
  if (shape.isConstrained || !shape.hasEnds)
    return false;
  // 1. The indices of the sum are those that no result has.
  const AccessShape *result = nullptr;
  for (const AccessShape &access : shape.accesses)
    if (access.writes && access.accumulates)
      result = &access;
  if (!result)
    return false;
  for (unsigned index = 0; index < shape.getRank(); ++index) {
    (result->isIn(index) ? kept : summed).push_back(index);
    if (result->isIn(index) && !shape.parallel[index])
      return false;
  }

  // 2. Conditions before and after everything else.
  bool hasBegun = false;
  Block &body = nest.getBody().front();
  for (Operation &op : body.without_terminator()) {
    if (!isa<affine::AffineIfOp>(op)) {
      bool isAccess =
          llvm::any_of(accesses.getAccesses(),
                       [&](const Access &access) { return access.op == &op; });
      if (isAccess && !last.empty())
        return false;
      hasBegun |= isAccess;
      continue;
    }
    if (!isClosed(&op) || !holdsAt(&op, /*isLast=*/hasBegun))
      return false;
    (hasBegun ? last : first).push_back(&op);
  }
  return hasBegun && useOwnElements();
}

NestOp EndSplitter::createNest(ArrayRef<Operation *> conditions, bool isLast) {
  OpBuilder builder(nest);
  if (isLast)
    builder.setInsertionPointAfter(nest);
  Location loc = conditions.front()->getLoc();
  MLIRContext *context = nest.getContext();
  SmallVector<OpFoldResult> given = nest.getMixedSizes(), sizes;
  SmallVector<StringRef> names;
  for (unsigned index : kept) {
    names.push_back(nest.getIndexName(index));
    sizes.push_back(given[index]);
  }
  // A sum to one number: once.
  if (kept.empty()) {
    names.push_back(nest.getIndexName(summed.front()));
    sizes.push_back(builder.getIndexAttr(1));
  }
  // Where the sum has no points, the conditions hold nowhere.
  SmallVector<AffineExpr> constraints;
  SmallVector<Value> symbols;
  for (unsigned index : summed)
    if (auto size = dyn_cast<Value>(given[index])) {
      constraints.push_back(getAffineSymbolExpr(symbols.size(), context) - 1);
      symbols.push_back(size);
    } else if (!shape.sizes[index] || *shape.sizes[index] == 0) {
      constraints.push_back(getAffineConstantExpr(-1, context));
    }
  IntegerSetAttr where;
  if (!constraints.empty())
    where = IntegerSetAttr::get(
        IntegerSet::get(sizes.size(), symbols.size(), constraints,
                        SmallVector<bool>(constraints.size(), false)));
  auto created = NestOp::create(builder, loc, names, sizes, where, symbols);
  created.setParallelAttr(builder.getStrArrayAttr(names));

  // What stood under the conditions, at the end of the sum.
  Block &body = created.getBody().front();
  builder.setInsertionPointToStart(&body);
  IRMapping mapping;
  for (auto [number, index] : llvm::enumerate(kept))
    mapping.map(nest.getIndices()[index], created.getIndices()[number]);
  for (unsigned index : summed) {
    Value old = nest.getIndices()[index];
    bool isUsed = llvm::any_of(old.getUsers(), [&](Operation *user) {
      return llvm::any_of(conditions, [&](Operation *condition) {
        return condition->isProperAncestor(user);
      });
    });
    if (!isUsed)
      continue;
    auto size = dyn_cast<Value>(given[index]);
    Value at;
    if (isLast && size)
      at = affine::AffineApplyOp::create(
          builder, loc,
          AffineMap::get(0, 1, getAffineSymbolExpr(0, context) - 1), size);
    else
      at = arith::ConstantIndexOp::create(
          builder, loc, isLast ? nest.getStaticSizes()[index] - 1 : 0);
    mapping.map(old, at);
  }
  for (Operation *condition : conditions)
    for (Operation &op : cast<affine::AffineIfOp>(condition)
                             .getThenBlock()
                             ->without_terminator())
      builder.clone(op, mapping);
  for (Operation *condition : conditions)
    condition->erase();
  return created;
}

SmallVector<NestOp> EndSplitter::run() {
  SmallVector<NestOp> nests;
  if (!first.empty())
    nests.push_back(createNest(first, /*isLast=*/false));
  nests.push_back(nest);
  if (!last.empty())
    nests.push_back(createNest(last, /*isLast=*/true));
  return nests;
}

std::optional<SmallVector<NestOp>> sa::splitEnds(const NestShape &shape) {
  FailureOr<NestAccesses> accesses = NestAccesses::get(shape.nest);
  if (failed(accesses))
    return std::nullopt;
  EndSplitter splitter(shape, std::move(*accesses));
  if (!splitter.canSplit())
    return std::nullopt;
  return splitter.run();
}
