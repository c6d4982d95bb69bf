// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refuses accesses that could leave their array.

#include "CheckRounds.h"
#include "ExtendedSizes.h"
#include "OpenSizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Constants/ConstantElements.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

#define DEBUG_TYPE "sa-check-accesses"

namespace sa {
#define GEN_PASS_DEF_SACHECKACCESSES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// A point of the nest, with the values of the symbols, that breaks a rule.
using Witness = SmallVector<int64_t>;

/// Looks for a point of `place` where `expr` is negative.
std::optional<Witness> findNegative(const NestAccesses &nest,
                                    const BodyPosition &place,
                                    AffineExpr expr) {
  PointSet points = nest.getPoints(place);
  // What is not understood may be negative anywhere.
  (void)points.keepNonNegative(-expr - 1);
  auto sample = points.findIntegerSample();
  if (!sample)
    return std::nullopt;
  Witness witness;
  for (unsigned i = 0;
       i < nest.getRank() + place.getNumInner() + nest.getNumSymbols(); ++i)
    witness.push_back(static_cast<int64_t>((*sample)[i]));
  return witness;
}

/// The value of `expr` there, in words when it does not fit 64 bits.
std::string evaluate(const NestAccesses &nest, const BodyPosition &place,
                     AffineExpr expr, const Witness &witness) {
  SmallVector<AffineRange> values = llvm::map_to_vector(
      witness, [&](int64_t value) { return AffineRange{value, value}; });
  ArrayRef<AffineRange> all(values);
  unsigned numDims = nest.getRank() + place.getNumInner();
  std::optional<AffineRange> value =
      getAffineRange(expr, all.take_front(numDims), all.drop_front(numDims));
  if (!value || !fitsMachineWord(*value))
    return "a number of more than 64 bits";
  return std::to_string(static_cast<int64_t>(value->low));
}

/// The point in the user's words.
std::string describe(const NestAccesses &nest, const BodyPosition &place,
                     const Witness &witness) {
  SmallVector<StringRef> symbols;
  for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
    symbols.push_back(nest.getSymbolName(i));
  return getPointText(nest, place, symbols, witness);
}

/// A point where `index` is below zero, or at or past `size`.
std::optional<Witness> findEscape(const NestAccesses &nest,
                                  const BodyPosition &place, AffineExpr index,
                                  AffineExpr size) {
  if (std::optional<Witness> witness = findNegative(nest, place, index))
    return witness;
  return findNegative(nest, place, size - index - 1);
}

/// Returns true if `expr` has a number that data chooses.
bool dependsOnData(const NestAccesses &nest, const BodyPosition &place,
                   AffineExpr expr) {
  for (unsigned inner = 0; inner < place.getNumInner(); ++inner)
    if (!isa<affine::AffineForOp>(place.loops[inner]) &&
        expr.isFunctionOfDim(nest.getRank() + inner))
      return true;
  return false;
}

LogicalResult checkShape(const NestAccesses &nest, const Access &access) {
  if (access.emptySize)
    return requireExtendedSize(nest, access);
  auto type = cast<ArrayType>(access.array.getType());
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    AffineExpr index = access.map.getResult(dim);
    std::optional<Witness> witness;
    if (type.isOpen(dim))
      witness = findNegative(nest, access, index);
    else
      witness = findEscape(nest, access, index, nest.getArraySize(access, dim));
    if (!witness)
      continue;
    if (dependsOnData(nest, access, index))
      return access.op->emitOpError()
             << "accesses '" << getArrayName(access.array)
             << "' with an index of dimension " << dim
             << " that data chooses, and that nothing keeps inside of the "
                "array: check it with sa.checked_index, or state what is known "
                "about it with sa.assume";
    InFlightDiagnostic diagnostic =
        access.op->emitOpError()
        << "accesses '" << getArrayName(access.array)
        << "' outside of its shape: the index of dimension " << dim
        << " can be " << evaluate(nest, access, index, *witness);
    if (int64_t size = type.getShape()[dim]; size != ShapedType::kDynamic)
      diagnostic << ", and the size is " << size;
    return diagnostic << describe(nest, access, *witness);
  }
  return success();
}

/// Every access stays in the part of its array that exists.
LogicalResult checkDomain(const NestAccesses &nest, const Access &access) {
  if (access.emptySize)
    return success();
  auto type = cast<ArrayType>(access.array.getType());
  for (AffineExpr constraint : type.getDomainConstraints()) {
    AffineExpr expr = constraint.replaceDims(access.map.getResults());
    std::optional<Witness> witness = findNegative(nest, access, expr);
    if (!witness)
      continue;
    InFlightDiagnostic diagnostic = access.op->emitOpError()
                                    << "accesses '"
                                    << getArrayName(access.array) << "' at (";
    llvm::interleaveComma(
        access.map.getResults(), diagnostic, [&](AffineExpr index) {
          diagnostic << evaluate(nest, access, index, *witness);
        });
    diagnostic << "), which is outside of its ";
    if (type.getLayout() && !type.getMemoryLayout().getDomain().empty())
      diagnostic << "layout " << type.getLayout();
    else
      diagnostic << "domain";
    return diagnostic << describe(nest, access, *witness)
                      << ": constrain the nest to points inside";
  }
  return success();
}

LogicalResult checkBound(const NestAccesses &nest, const Bound &bound) {
  // The access behind it asks for a larger size.
  if (bound.emptySize)
    return success();
  std::optional<Witness> witness =
      findEscape(nest, bound, bound.index, bound.size);
  if (!witness)
    return success();
  return BoundOp(bound.op).emitOpError()
         << "is not kept: the subscript of " << BoundOp(bound.op).getWhat()
         << " can be " << evaluate(nest, bound, bound.index, *witness)
         << ", and the size is " << evaluate(nest, bound, bound.size, *witness)
         << describe(nest, bound, *witness);
}

/// The integers of a constant.
SmallVector<int64_t> readIntegers(const ConstantElements &elements,
                                  bool isUnsigned) {
  SmallVector<int64_t> numbers;
  unsigned numBits = 8 * elements.getElementBytes();
  for (int64_t position = 0; position < elements.size(); ++position) {
    uint64_t bits = 0;
    std::memcpy(&bits, elements[position], elements.getElementBytes());
    numbers.push_back(isUnsigned ? static_cast<int64_t>(bits)
                                 : llvm::SignExtend64(bits, numBits));
  }
  return numbers;
}

/// Every point has a segment, and all the segments lie in the range of the
/// index that runs over them.
LogicalResult checkSegments(const NestAccesses &nest) {
  NestOp op = nest.getNest();
  if (!op.getSegmented())
    return success();
  // 1. The number of the segment.
  auto type = cast<ArrayType>(op.getStarts().getType());
  int64_t numStarts = type.getShape()[0];
  AffineExpr number = op.getSegment()->getResult(0);
  AffineExpr numSegments =
      getAffineConstantExpr(numStarts - 1, op.getContext());
  if (std::optional<Witness> witness =
          findEscape(nest, BodyPosition(), number, numSegments))
    return op.emitOpError()
           << "has " << numStarts - 1 << " segments, and chooses number "
           << evaluate(nest, BodyPosition(), number, *witness)
           << describe(nest, BodyPosition(), *witness);

  // 2. Where segments start.
  auto starts = op.getStarts().getDefiningOp<ConstOp>();
  std::optional<ConstantElements> elements = ConstantElements::get(starts);
  if (!elements)
    return op.emitOpError() << "has segments whose starts are not at hand";
  auto *position = llvm::find(op.getIndexNames(), op.getSegmentedAttr());
  int64_t size = op.getStaticSizes()[position - op.getIndexNames().begin()];
  SmallVector<int64_t> numbers =
      readIntegers(*elements, type.getElementType().isUnsignedInteger());
  if (!llvm::is_sorted(numbers) || numbers.front() < 0 || numbers.back() > size)
    return op.emitOpError()
           << "has segments that leave the range of '" << *op.getSegmented()
           << "': their starts must grow, from 0 at the least to " << size
           << " at the most";
  return success();
}

/// Replaces checks that never fail by their values.
void dropProvenChecks(const NestAccesses &nest) {
  llvm::MapVector<Operation *, bool> isProven;
  for (const CheckedNumber &check : nest.getChecks()) {
    bool &proven =
        isProven.try_emplace(CheckedIndexOp(check.op), true).first->second;
    proven &= check.value && !findEscape(nest, check, check.value, check.size);
  }
  for (auto [op, proven] : isProven) {
    if (!proven)
      continue;
    LDBG() << "proven: " << *op;
    auto check = cast<CheckedIndexOp>(op);
    check.getResult().replaceAllUsesWith(check.getValue());
    check.erase();
  }
}

class CheckAccesses : public sa::impl::SACheckAccessesBase<CheckAccesses> {
  void runOnOperation() override {
    if (failed(checkRounds(getOperation())))
      return signalPassFailure();
    SmallVector<NestOp> nests;
    getOperation().walk([&](NestOp nest) { nests.push_back(nest); });
    for (NestOp nest : nests) {
      FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
      if (failed(accesses))
        return signalPassFailure();
      if (failed(checkSegments(*accesses)))
        return signalPassFailure();
      for (const Bound &bound : accesses->getBounds())
        if (failed(checkBound(*accesses, bound)))
          return signalPassFailure();
      for (const Access &access : accesses->getAccesses())
        if (failed(checkShape(*accesses, access)) ||
            failed(checkDomain(*accesses, access)))
          return signalPassFailure();
      if (failed(requireOpenSizes(*accesses)))
        return signalPassFailure();
      dropProvenChecks(*accesses);
    }
    markOpenSizes(getOperation());
  }
};

} // namespace
