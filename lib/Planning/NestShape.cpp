// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NestShape.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"

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

FailureOr<NestShape> sa::getShape(NestOp nest, std::string &obstacle) {
  auto refuse = [&](StringRef reason) {
    obstacle = reason;
    return failure();
  };
  if (nest.getSegmented())
    return refuse("zeros of a constant are skipped");
  for (Operation &op : nest.getBody().front())
    if (op.getNumRegions() != 0 || isa<memref::AllocaOp>(op))
      return refuse("its body has loops, conditions or variables");

  FailureOr<NestAccesses> accesses = failure();
  {
    ScopedDiagnosticHandler silent(nest.getContext(),
                                   [](Diagnostic &) { return success(); });
    accesses = NestAccesses::get(nest);
  }
  if (failed(accesses))
    return refuse("an access is not affine");

  NestShape shape;
  shape.nest = nest;
  shape.isConstrained = !accesses->getConstraints().empty();
  for (unsigned index = 0; index < nest.getRank(); ++index) {
    auto size = dyn_cast<AffineConstantExpr>(accesses->getSizes()[index]);
    shape.sizes.push_back(size ? Size(size.getValue()) : std::nullopt);
    shape.parallel.push_back(nest.getParallel()
                                 ? nest.isParallel(index)
                                 : !carriesDependence(*accesses, index));
  }
  for (const Access &access : accesses->getAccesses()) {
    auto type = cast<ArrayType>(access.array.getType());
    AccessShape added = {access.array,
                         access.reads(),
                         access.writes,
                         isa<AccumulateOp>(access.op),
                         getElementBytes(type.getElementType()),
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
    }
    shape.accesses.push_back(std::move(added));
  }
  return shape;
}
