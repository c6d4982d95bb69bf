// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of variables for values of a kernel: after their array, the loop that
// they bound, or the operation that computes them.

#ifndef SA_LIB_TARGET_SYCL_VALUENAMES_H
#define SA_LIB_TARGET_SYCL_VALUENAMES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sa {

/// Returns the name of the array whose storage a memref is.
using ArrayNames = llvm::function_ref<llvm::StringRef(mlir::Value memref)>;

/// Returns "X_lanes" for a vector of X, "jj_end" for the end of the loop jj,
/// and "sum" for another sum.
std::string getVariableName(mlir::Value value, ArrayNames arrays);

/// Returns "C_acc" for an element of C that a loop carries, "sum" for another
/// sum.
std::string getAccumulatorName(mlir::scf::ForOp loop, unsigned number,
                               ArrayNames arrays);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_VALUENAMES_H
