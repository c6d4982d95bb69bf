// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests that do nothing where a constant is zero, because all they do is add a
// product with the constant's element as a factor:
//
//   C[i, j] += A[i, k] * W[k, j]

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROFACTOR_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROFACTOR_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// A constant, and a nest whose points do nothing where it is zero.
struct ZeroFactor {
  NestOp nest;
  ConstOp constant;
  /// For each dimension of the constant the index of the nest that walks it;
  /// they differ.
  llvm::SmallVector<unsigned> positions;

  ArrayType getType() const;
  /// How far the nest walks each dimension.
  llvm::SmallVector<int64_t> getExtent() const;
};

/// The zero factors of a nest, in the order of the program. For floats this
/// takes `0 * x` for zero, which is not so where `x` is infinite or NaN.
llvm::SmallVector<ZeroFactor> findZeroFactors(NestOp nest);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROFACTOR_H
