// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SeparateEnds.h"

#include "ZeroFactor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"

using namespace mlir;
using namespace sa;
using affine::AffineIfOp;

/// Returns true when `value` is an index, comes from outside of the nest or
/// from `inside`, or can be computed again from such values.
static bool isComputable(Value value, Operation *inside, NestOp nest) {
  Operation *source = value.getDefiningOp();
  if (!source || !nest->isAncestor(source) || inside->isAncestor(source))
    return true;
  return isPure(source) && llvm::all_of(source->getOperands(), [&](Value next) {
           return isComputable(next, inside, nest);
         });
}

/// Returns true for an `affine.if` on indices and values from outside of the
/// nest that needs no other statement of the body.
static bool isEnd(Operation *op, NestOp nest) {
  auto condition = dyn_cast<AffineIfOp>(op);
  if (!condition || condition.hasElse() || condition.getNumResults() != 0)
    return false;
  return !op->walk([&](Operation *inner) {
              bool isAlone =
                  llvm::all_of(inner->getOperands(), [&](Value operand) {
                    Operation *source = operand.getDefiningOp();
                    return inner != op ? isComputable(operand, op, nest)
                                       : !source || !nest->isAncestor(source);
                  });
              return isAlone ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Returns true when all points can run `earlier` before any runs `later`: no
/// point runs the first after another has run the second on the same element.
static bool canSeparate(const NestAccesses &accesses,
                        ArrayRef<Operation *> earlier,
                        ArrayRef<Operation *> later) {
  auto isIn = [](ArrayRef<Operation *> statements, const Access &access) {
    return llvm::any_of(statements, [&](Operation *statement) {
      return statement->isAncestor(access.op);
    });
  };
  for (const Access &second : accesses.getAccesses())
    for (const Access &first : accesses.getAccesses())
      if (second.array == first.array && (second.writes || first.writes) &&
          isIn(later, second) && isIn(earlier, first) &&
          canMeetBefore(accesses, second, first))
        return false;
  return true;
}

/// Adds the constraints of `condition` to those of the nest around it, and
/// replaces it by what it guards.
static void moveIntoSpace(RewriterBase &rewriter, AffineIfOp condition,
                          NestOp nest) {
  MLIRContext *context = nest.getContext();
  IntegerSet set = condition.getIntegerSet();
  SmallVector<AffineExpr> constraints = nest.getConstraints(), operands;
  unsigned numSymbols = nest.getWhereSymbols().size();
  SmallVector<Value> added;
  for (Value operand : condition.getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (argument && argument.getOwner() == &nest.getBody().front()) {
      operands.push_back(getAffineDimExpr(argument.getArgNumber(), context));
      continue;
    }
    operands.push_back(getAffineSymbolExpr(numSymbols + added.size(), context));
    added.push_back(operand);
  }
  numSymbols += added.size();
  ArrayRef<AffineExpr> all = operands;
  for (auto [constraint, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    AffineExpr expr = constraint.replaceDimsAndSymbols(
        all.take_front(set.getNumDims()), all.drop_front(set.getNumDims()));
    constraints.push_back(expr);
    if (isEquality)
      constraints.push_back(
          simplifyAffineExpr(-expr, nest.getRank(), numSymbols));
  }
  rewriter.modifyOpInPlace(nest, [&] {
    nest.getWhereSymbolsMutable().append(added);
    nest.setWhereAttr(IntegerSetAttr::get(
        IntegerSet::get(nest.getRank(), numSymbols, constraints,
                        SmallVector<bool>(constraints.size(), false))));
  });
  rewriter.eraseOp(condition.getThenBlock()->getTerminator());
  rewriter.inlineBlockBefore(condition.getThenBlock(), condition);
  rewriter.eraseOp(condition);
}

/// Creates a copy of the nest that runs only `statements`.
static NestOp createPart(RewriterBase &rewriter, NestOp nest,
                         ArrayRef<Operation *> statements) {
  IRMapping mapping;
  auto part = cast<NestOp>(rewriter.clone(*nest, mapping));
  llvm::SmallPtrSet<Operation *, 4> kept;
  for (Operation *statement : statements)
    kept.insert(mapping.lookup(statement));
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(part.getBody().front())))
    if (!op.hasTrait<OpTrait::IsTerminator>() &&
        (isPure(&op) ? op.use_empty() : !kept.contains(&op)))
      rewriter.eraseOp(&op);
  return part;
}

std::optional<SeparatedEnds> sa::separateEnds(RewriterBase &rewriter,
                                              NestOp nest) {
  // 1. The statements: conditions first, conditions last, and the others.
  SmallVector<Operation *> statements;
  for (Operation &op : nest.getBody().front().without_terminator())
    if (!isPure(&op) && !isa<BoundOp>(op))
      statements.push_back(&op);
  size_t first = 0, last = statements.size();
  while (first < last && isEnd(statements[first], nest))
    ++first;
  while (first < last && isEnd(statements[last - 1], nest))
    --last;
  if (first == last || last - first == statements.size() ||
      usesPrivateTemporaries(nest))
    return std::nullopt;
  ArrayRef<Operation *> all = statements;
  SmallVector<ArrayRef<Operation *>> parts;
  for (size_t i = 0; i < all.size(); i += parts.back().size())
    parts.push_back(all.slice(i, i == first ? last - first : 1));

  // 2. The legality.
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return std::nullopt;
  size_t numEarlier = 0;
  for (ArrayRef<Operation *> part : parts) {
    if (!canSeparate(*accesses, all.take_front(numEarlier), part))
      return std::nullopt;
    numEarlier += part.size();
  }

  // 3. The nests.
  SeparatedEnds separated;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(nest);
  for (auto [number, part] : llvm::enumerate(parts)) {
    NestOp created = createPart(rewriter, nest, part);
    separated.nests.push_back(created);
    if (number == first) {
      separated.middle = created;
      continue;
    }
    for (auto condition : llvm::make_early_inc_range(
             created.getBody().front().getOps<AffineIfOp>()))
      moveIntoSpace(rewriter, condition, created);
  }
  return separated;
}
