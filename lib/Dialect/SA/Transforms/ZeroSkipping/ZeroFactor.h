// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants at whose zeros a nest has no effect, mostly because it adds
// products with them:
//
//   C[i, j] += A[i, k] * W[k, j]
//
// Where subscripts are computed, the elements that the points read are
// gathered:
//
//   C[y, x] += I[y + r, x + s] * K[2 - r, 2 - s]    reads K'[r, s]

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_ZEROFACTOR_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_ZEROFACTOR_H

#include "sa/Dialect/SA/Analysis/Constants/ConstantContent.h"

namespace sa {

/// A constant and a nest that reads it.
struct ZeroFactor {
  NestOp nest;
  ConstOp constant;
  /// The reason why zeros are not skipped; empty when the nest has no effect
  /// where the constant is zero. The other fields are set only then.
  llvm::StringRef obstacle = {};
  /// For each dimension of `elements` the position of the index that walks it.
  llvm::SmallVector<unsigned> positions = {};
  /// The elements of the constant, or the gathered ones.
  std::optional<ConstantElements> elements = {};
  llvm::SmallVector<int64_t> shape = {};
  /// The elements that the nest reads.
  NonzeroMask mask = {};

  /// Returns true when zeros can be skipped, and there are some.
  bool hasZeros() const { return obstacle.empty() && mask.countZeros() > 0; }
};

/// Returns the constants that `nest` reads, in the order of the program.
llvm::SmallVector<ConstOp> getConstants(NestOp nest);

/// Looks at how `nest` uses `constant`, which it reads.
ZeroFactor getZeroFactor(NestOp nest, ConstOp constant);

/// Returns true when `nest` accesses a temporary that is private to its
/// indices.
bool usesPrivateTemporaries(NestOp nest);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_ZEROFACTOR_H
