// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What values of a kernel are called when they get a variable: after the array
// that they are an element of, the loop whose bound they are, or what was
// computed.

#ifndef SA_LIB_TARGET_SYCL_VALUENAMES_H
#define SA_LIB_TARGET_SYCL_VALUENAMES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sa {

/// Gives the name of the array that a memref is the storage of.
using ArrayNames = llvm::function_ref<llvm::StringRef(mlir::Value memref)>;

/// "X_lanes" for what is loaded of X, "jj_end" for where the loop jj ends,
/// "sum" for a sum of which nothing more is known.
std::string getVariableName(mlir::Value value, ArrayNames arrays);

/// "C_acc" for what a loop carries from iteration to iteration of an element of
/// C, "sum" for a sum of which nothing more is known.
std::string getAccumulatorName(mlir::scf::ForOp loop, unsigned number,
                               ArrayNames arrays);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_VALUENAMES_H
