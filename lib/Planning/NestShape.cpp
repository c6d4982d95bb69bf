// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NestShape.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

/// Stands for a size that is known at run time only.
static constexpr int64_t someSize = 4096;

double NestShape::countPoints() const {
  double points = 1;
  for (Size size : sizes)
    points *= size.value_or(someSize);
  // Constraints leave a part of the box: about a half, as of a triangle.
  return isConstrained ? points / 2 : points;
}

double NestShape::countPointsIn(unsigned index) const {
  return countPoints() / std::max<int64_t>(sizes[index].value_or(someSize), 1);
}

/// Returns where in its array's storage an access goes, with a number in the
/// place of each run-time size; null if that is not affine.
static AffineExpr getOffset(const NestAccesses &nest, const Access &access) {
  auto type = cast<ArrayType>(access.array.getType());
  MLIRContext *context = access.op->getContext();
  if (isa_and_present<AnyLayoutAttr, DeferredLayoutAttr>(type.getLayout()))
    return {};
  SmallVector<AffineExpr> arraySizes;
  for (int64_t size : type.getShape())
    arraySizes.push_back(getAffineConstantExpr(
        ShapedType::isDynamic(size) ? someSize : size, context));
  return toAffineExpr(type.getOffset(), access.map.getResults(), arraySizes,
                      context);
}

/// Returns by how much `offset` grows with dimension `dim`, if that is a
/// constant.
static std::optional<int64_t> getStride(AffineExpr offset, unsigned dim,
                                        const NestAccesses &nest) {
  if (!offset)
    return std::nullopt;
  AffineExpr index = getAffineDimExpr(dim, offset.getContext());
  AffineExpr moved = offset.replace(index, index + 1);
  AffineExpr distance =
      simplifyAffineExpr(moved - offset, nest.getRank(), nest.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(distance))
    return constant.getValue();
  return std::nullopt;
}

/// Returns true for a condition on indices around straight-line code.
static bool isPlainCondition(Operation &op) {
  auto condition = dyn_cast<affine::AffineIfOp>(op);
  return condition && !condition.hasElse() && condition.getNumResults() == 0 &&
         llvm::all_of(*condition.getThenBlock(), [](Operation &inner) {
           return inner.getNumRegions() == 0 && !isa<memref::AllocaOp>(inner);
         });
}

/// Returns true if what stands under conditions writes only what the other
/// operations accumulate into.
static bool areEnds(const NestAccesses &nest, Block *body) {
  return llvm::all_of(nest.getAccesses(), [&](const Access &access) {
    return access.op->getBlock() == body || !access.writes ||
           llvm::any_of(nest.getAccesses(), [&](const Access &other) {
             return other.op->getBlock() == body &&
                    other.array == access.array && isa<AccumulateOp>(other.op);
           });
  });
}

/// Returns the value of an affine expression at a point; a symbol counts as
/// `someSize`. Nothing if it divides by something else than a positive number.
static std::optional<int64_t> evaluate(AffineExpr expr,
                                       ArrayRef<int64_t> point) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return point[dim.getPosition()];
  if (isa<AffineSymbolExpr>(expr))
    return someSize;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = evaluate(binary.getLHS(), point);
  std::optional<int64_t> rhs = evaluate(binary.getRHS(), point);
  if (!lhs || !rhs)
    return std::nullopt;
  bool isDivision = expr.getKind() != AffineExprKind::Add &&
                    expr.getKind() != AffineExprKind::Mul;
  if (isDivision && *rhs <= 0)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return *lhs + *rhs;
  case AffineExprKind::Mul:
    return *lhs * *rhs;
  case AffineExprKind::Mod:
    return llvm::mod(*lhs, *rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(*lhs, *rhs);
  default:
    return llvm::divideCeilSigned(*lhs, *rhs);
  }
}

static bool hasQuotient(AffineExpr expr) {
  return expr
      .walk([](AffineExpr part) {
        bool isLinear = part.getKind() == AffineExprKind::Add ||
                        part.getKind() == AffineExprKind::Mul ||
                        !isa<AffineBinaryOpExpr>(part);
        return isLinear ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Returns the length of the runs of neighbours along dimension `dim`: looks at
/// some of them, at the multiples of a longest run.
static int64_t getRun(AffineExpr offset, unsigned dim, unsigned numDims) {
  constexpr int64_t longest = 64;
  if (!offset)
    return 1;
  int64_t run = longest;
  for (int64_t other : {0, 5})
    for (int64_t first : {int64_t(0), longest, 3 * longest}) {
      SmallVector<int64_t> point(numDims, other);
      point[dim] = first;
      std::optional<int64_t> start = evaluate(offset, point);
      for (int64_t step = 1; start && step < run; ++step) {
        point[dim] = first + step;
        if (evaluate(offset, point) != *start + step)
          run = llvm::bit_floor<uint64_t>(step);
      }
      if (!start)
        return 1;
    }
  return run;
}

FailureOr<NestShape> sa::getShape(NestOp nest, std::string &obstacle) {
  auto refuse = [&](const Twine &reason) {
    obstacle = reason.str();
    return failure();
  };
  if (nest.getSegmented())
    return refuse("zeros of a constant are skipped");
  for (Operation &op : nest.getBody().front())
    if ((op.getNumRegions() != 0 && !isPlainCondition(op)) ||
        isa<memref::AllocaOp>(op))
      return refuse("its body has loops, conditions or variables");

  if (hasPrints(nest))
    return refuse("it prints");

  FailureOr<NestAccesses> accesses = failure();
  {
    ScopedDiagnosticHandler silent(nest.getContext(),
                                   [](Diagnostic &) { return success(); });
    accesses = NestAccesses::get(nest);
  }
  if (failed(accesses))
    return refuse("an access is not affine");
  Block *body = &nest.getBody().front();
  if (!areEnds(*accesses, body))
    return refuse("its body has loops, conditions or variables");

  // Accesses are in no loop here.
  for (const Access &access : accesses->getAccesses())
    if (!access.loops.empty())
      return refuse("data chooses elements of '" + getArrayName(access.array) +
                    "'");

  NestShape shape;
  shape.nest = nest;
  for (unsigned index = 0; index < nest.getRank(); ++index) {
    auto size = dyn_cast<AffineConstantExpr>(accesses->getSizes()[index]);
    shape.sizes.push_back(size ? Size(size.getValue()) : std::nullopt);
    shape.parallel.push_back(nest.getParallel()
                                 ? nest.isParallel(index)
                                 : !carriesDependence(*accesses, index));
  }
  // A constraint on sizes holds at all points or at none; sums have copies of
  // what they read, which are made in any case.
  bool isStream = llvm::all_of(shape.parallel, [](bool is) { return is; });
  for (AffineExpr constraint : accesses->getConstraints()) {
    shape.isConstrained |= !isStream;
    for (unsigned index = 0; index < nest.getRank(); ++index)
      shape.isConstrained |= constraint.isFunctionOfDim(index);
  }
  for (const Access &access : accesses->getAccesses()) {
    if (access.op->getBlock() != body) {
      shape.hasEnds = true;
      continue;
    }
    auto type = cast<ArrayType>(access.array.getType());
    AccessShape added = {access.array,
                         access.reads(),
                         access.writes,
                         isa<AccumulateOp>(access.op),
                         getElementBytes(type.getElementType()),
                         {},
                         {}};
    AffineExpr offset = getOffset(*accesses, access);
    for (unsigned index = 0; index < nest.getRank(); ++index) {
      // An index that no subscript has does not move the access, whatever the
      // layout is.
      bool isUsed = llvm::any_of(access.map.getResults(), [&](AffineExpr expr) {
        return expr.isFunctionOfDim(index);
      });
      added.strides.push_back(isUsed ? getStride(offset, index, *accesses)
                                     : std::optional<int64_t>(0));
      // Quotients of layouts become constants in vectors, but those of
      // subscripts do not.
      bool isLinear = llvm::none_of(access.map.getResults(), hasQuotient);
      added.runs.push_back(
          isUsed && isLinear ? getRun(offset, index, nest.getRank()) : 1);
    }
    shape.accesses.push_back(std::move(added));
  }
  return shape;
}
