// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of a call's run-time sizes.
//
// Sizes come from the shapes of arrays. An array that is given as its flat
// storage has lost its shape; but when all its sizes but one are known, the
// length of the storage says what that one is. Two cases differ:
//   - a size with a name has the value for which the storage is exactly so
//     long, if there is only one;
//   - a dimension that is left open is as large as the storage allows.

#ifndef SA_LIB_RUNTIME_SIZES_H
#define SA_LIB_RUNTIME_SIZES_H

#include "ArrayRules.h"

#include <vector>

namespace sa::runtime {

/// Finds the values of the plan's sizes, and on the way the form of every
/// array. Then fills in shapes, offsets and the strides of Strided arrays.
/// `omitted` has the positions of the outputs that were left out; the
/// dimensions that these leave open are as large as the loops need. Sizes that
/// stand for strides are left 0. Throws an Error when sizes disagree or when
/// nothing says what a size is.
std::vector<int64_t> resolveSizes(const FunctionPlan &plan,
                                  std::vector<ArrayCheck> &arrays,
                                  const std::vector<size_t> &omitted);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_SIZES_H
