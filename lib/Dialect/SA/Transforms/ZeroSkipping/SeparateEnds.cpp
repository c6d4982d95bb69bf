// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SeparateEnds.h"

#include "ZeroFactor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/Dependence.h"

using namespace mlir;
using namespace sa;
using affine::AffineIfOp;

/// True when `value` is an index, comes from outside of the nest or of
/// `inside`, or can be computed of such values again.
static bool isComputable(Value value, Operation *inside, NestOp nest) {
  Operation *source = value.getDefiningOp();
  if (!source || !nest->isAncestor(source) || inside->isAncestor(source))
    return true;
  return isPure(source) && llvm::all_of(source->getOperands(), [&](Value next) {
           return isComputable(next, inside, nest);
         });
}

/// True for a condition on indices that needs nothing of what the body does
/// around it.
static bool standsAlone(Operation *op, NestOp nest) {
  auto condition = dyn_cast<AffineIfOp>(op);
  if (!condition || condition.hasElse() || condition.getNumResults() != 0)
    return false;
  return !op->walk([&](Operation *inner) {
              return llvm::all_of(inner->getOperands(),
                                  [&](Value operand) {
                                    return isComputable(operand, op, nest);
                                  })
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

namespace {
/// What a body does, one statement after the other: those of `first` and of
/// `last` are conditions that stand alone.
struct Statements {
  SmallVector<Operation *> first, middle, last;
};
} // namespace

static Statements getStatements(NestOp nest) {
  Statements statements;
  for (Operation &op : nest.getBody().front().without_terminator())
    if (!isPure(&op) && !isa<BoundOp>(op))
      statements.middle.push_back(&op);
  auto &middle = statements.middle;
  auto end = llvm::find_if(
      middle, [&](Operation *op) { return !standsAlone(op, nest); });
  statements.first.assign(middle.begin(), end);
  middle.erase(middle.begin(), end);
  while (!middle.empty() && standsAlone(middle.back(), nest))
    statements.last.insert(statements.last.begin(), middle.pop_back_val());
  return statements;
}

/// True when all points can do what `earlier` says before any does what
/// `later` says: nobody does the first after the second to one element.
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

/// Adds the constraints of a condition to those of the nest around it, and puts
/// what it guards in its place.
static void moveIntoSpace(AffineIfOp condition, NestOp nest) {
  MLIRContext *context = nest.getContext();
  IntegerSet set = condition.getIntegerSet();
  SmallVector<AffineExpr> constraints = nest.getConstraints();
  unsigned numSymbols = nest.getWhereSymbols().size();
  SmallVector<Value> added;
  SmallVector<AffineExpr> operands;
  for (Value operand : condition.getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (argument && argument.getOwner() == &nest.getBody().front()) {
      operands.push_back(getAffineDimExpr(argument.getArgNumber(), context));
      continue;
    }
    operands.push_back(getAffineSymbolExpr(numSymbols + added.size(), context));
    added.push_back(operand);
  }
  ArrayRef<AffineExpr> all = operands;
  for (auto [constraint, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    AffineExpr expr = constraint.replaceDimsAndSymbols(
        all.take_front(set.getNumDims()), all.drop_front(set.getNumDims()));
    constraints.push_back(expr);
    if (isEquality)
      constraints.push_back(
          simplifyAffineExpr(-expr, nest.getRank(), numSymbols + added.size()));
  }
  nest.getWhereSymbolsMutable().append(added);
  SmallVector<bool> isEquality(constraints.size(), false);
  nest.setWhereAttr(IntegerSetAttr::get(IntegerSet::get(
      nest.getRank(), numSymbols + added.size(), constraints, isEquality)));
  Block *inside = condition.getThenBlock();
  condition->getBlock()->getOperations().splice(
      condition->getIterator(), inside->getOperations(), inside->begin(),
      inside->getTerminator()->getIterator());
  condition.erase();
}

/// A copy of the nest that does only what `statements` says.
static NestOp createPart(OpBuilder &builder, NestOp nest,
                         ArrayRef<Operation *> statements) {
  IRMapping mapping;
  auto part = cast<NestOp>(builder.clone(*nest, mapping));
  llvm::SmallPtrSet<Operation *, 4> kept;
  for (Operation *statement : statements)
    kept.insert(mapping.lookup(statement));
  // What was used only by what is gone comes before it.
  SmallVector<Operation *> body;
  for (Operation &op : part.getBody().front().without_terminator())
    body.push_back(&op);
  for (Operation *op : llvm::reverse(body)) {
    bool isUsed = isPure(op) ? !op->use_empty() : kept.contains(op);
    if (!isUsed)
      op->erase();
  }
  return part;
}

/// True when the operands of a condition are indices, or from outside.
static bool fitsIntoSpace(Operation *condition, NestOp nest) {
  return llvm::all_of(condition->getOperands(), [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    return !source || !nest->isAncestor(source);
  });
}

void SeparatedEnds::erase() {
  for (NestOp nest : nests)
    nest.erase();
}

std::optional<SeparatedEnds> sa::separateEnds(NestOp nest) {
  // 1. What there is to separate.
  Statements statements = getStatements(nest);
  if (statements.middle.empty() || usesPrivateCopies(nest) ||
      (statements.first.empty() && statements.last.empty()))
    return std::nullopt;

  // 2. Whether it may be.
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return std::nullopt;
  SmallVector<SmallVector<Operation *>> parts;
  for (Operation *op : statements.first)
    parts.push_back({op});
  parts.push_back(statements.middle);
  for (Operation *op : statements.last)
    parts.push_back({op});
  SmallVector<Operation *> earlier;
  for (ArrayRef<Operation *> part : parts) {
    if (!canSeparate(*accesses, earlier, part))
      return std::nullopt;
    llvm::append_range(earlier, part);
  }

  // 3. The nests.
  SeparatedEnds separated;
  OpBuilder builder(nest);
  for (auto [number, part] : llvm::enumerate(parts)) {
    NestOp made = createPart(builder, nest, part);
    separated.nests.push_back(made);
    if (number == statements.first.size()) {
      separated.middle = made;
      continue;
    }
    for (Operation &op : llvm::make_early_inc_range(
             made.getBody().front().without_terminator()))
      if (auto condition = dyn_cast<AffineIfOp>(op))
        if (fitsIntoSpace(condition, made))
          moveIntoSpace(condition, made);
  }
  return separated;
}
