// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances between indices of flat memory, in one iteration and between the
// iterations of loops.

#ifndef SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_FLATINDEX_H
#define SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_FLATINDEX_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sa {

/// Returns true if the indices differ by a constant other than zero.
bool differByConstant(mlir::Value lhs, mlir::Value rhs);

/// Contiguous elements.
struct FlatBlock {
  mlir::Value first;
  int64_t size;
};

/// Returns true if one element has an even index and the other an odd one, in
/// all iterations of the loops around them.
bool areEvenAndOdd(const FlatBlock &lhs, const FlatBlock &rhs);

/// Returns true if no iteration of `loop`, and of the loops in it around both,
/// accesses an element of `lhs` that another accesses in `rhs`. False if that
/// is not known.
bool areApartInLoop(const FlatBlock &lhs, const FlatBlock &rhs,
                    mlir::scf::ForOp loop);

/// Returns true if no two iterations of `loop` and of the loops in it access a
/// common element of the block, unless they differ only in loops that do not
/// move it. A stride that is only known at run time is at least as large as
/// what it strides over. False if that is not known.
bool isOnceInLoop(const FlatBlock &block, mlir::scf::ForOp loop);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_FLATINDEX_H
