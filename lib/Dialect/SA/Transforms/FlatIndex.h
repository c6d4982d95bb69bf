// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said about two indices of flat memory without an analysis: enough
// to tell the parts of one complex number apart, neighbours of one element, and
// what the iterations of loops with known strides touch.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_FLATINDEX_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_FLATINDEX_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sa {

/// True when the indices differ by a constant other than zero, so that at any
/// moment they are of different elements.
bool differByConstant(mlir::Value lhs, mlir::Value rhs);

/// True when one of the indices is even and the other odd, whatever they are
/// computed from: their elements are never the same, in no two iterations of a
/// loop.
bool areEvenAndOdd(mlir::Value lhs, mlir::Value rhs);

/// Elements that lie side by side.
struct FlatBlock {
  mlir::Value first;
  int64_t size;
};

/// True when no two iterations of `loop`, and of the loops in it around both,
/// touch a common element, one in one block and the other in the other. False
/// when that cannot be told.
bool areApartInLoop(const FlatBlock &lhs, const FlatBlock &rhs,
                    mlir::scf::ForOp loop);

/// True when no two iterations of `loop` and of the loops in it touch a common
/// element of the block, unless they differ only in loops that do not move it.
/// Strides that are known at run time only keep elements apart, as the rows of
/// an array are. False when that cannot be told.
bool isOnceInLoop(const FlatBlock &block, mlir::scf::ForOp loop);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_FLATINDEX_H
