// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests that do nothing where a constant is zero, because all they do is add
// products with the constant's element as a factor:
//
//   C[i, j] += A[i, k] * W[k, j]
//
// or something else that comes to the same (ZeroPoint.h). Subscripts may be
// computed: what the nest reads at its points is then a constant of its own,
//
//   C[i] += A[k] * W[2 * k + i]      reads W'[i, k]
//
// Where it takes several reads to say what a point does, that is a constant of
// zeros and ones (JointZeros.h).

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROFACTOR_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROFACTOR_H

#include "mlir/IR/AffineMap.h"
#include "sa/Dialect/SA/Analysis/ConstantContent.h"
#include <memory>

namespace sa {

/// A constant of what is read with computed subscripts has no more elements
/// than the one that they are from, or than this.
inline constexpr int64_t maxGathered = int64_t(1) << 22;

/// A constant, and a nest that reads it.
struct ZeroFactor {
  NestOp nest;
  /// One, unless the factor is joint.
  llvm::SmallVector<ConstOp, 1> constants;
  /// For each dimension of the constant the index of the nest that walks it;
  /// they differ.
  llvm::SmallVector<unsigned> positions;
  /// Why its zeros cannot be skipped; empty when the nest's points do nothing
  /// where it is zero.
  llvm::StringRef obstacle = {};
  /// The subscripts, as functions of the nest's indices.
  mlir::AffineMap subscripts = {};
  /// What is read at the points of the indices at `positions`, where subscripts
  /// are computed; it stands for the constant.
  std::shared_ptr<const ConstantElements> gathered = nullptr;
  /// True when `gathered` tells which points do something, by ones, because of
  /// several reads.
  bool isJoint = false;

  /// The constant of a factor that is not joint.
  ConstOp getConstant() const { return constants.front(); }
  /// The type of the constant, or of what stands for it.
  ArrayType getType() const;
  /// Its elements; null when they are not at hand.
  std::shared_ptr<const ConstantElements> getElements() const;
  /// How far the nest walks each dimension.
  llvm::SmallVector<int64_t> getExtent() const;
  /// True for a constraint of the nest that depends on nothing but the indices
  /// that walk the constant.
  bool isOwn(mlir::AffineExpr constraint) const;
  /// Which of the elements that the nest reads are not zero.
  NonzeroMask getMask(const ConstantElements &elements) const;
};

/// What a report calls constants: "constants 'V' and 'W'".
std::string getNames(llvm::ArrayRef<ConstOp> constants);

/// What it says of them when they leave nothing for a nest to do.
std::string getLeftOut(llvm::ArrayRef<ConstOp> constants);

/// True when the nest touches a temporary whose copies depend on its indices.
bool usesPrivateCopies(NestOp nest);

/// The constants that a nest reads, in the order of the program.
llvm::SmallVector<ZeroFactor> findZeroFactors(NestOp nest);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROFACTOR_H
