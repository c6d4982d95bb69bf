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

#ifndef SA_LIB_RUNTIME_CHECKS_SIZES_H
#define SA_LIB_RUNTIME_CHECKS_SIZES_H

#include "ArrayRules.h"

#include <vector>

namespace sa::runtime {

/// Finds the values of the manifest's sizes and the form of every array, and
/// fills in shapes, offsets and the strides of Strided arrays. The dimensions
/// that omitted outputs leave open are as large as the loops need. Sizes that
/// stand for strides are left 0. Throws an Error when sizes disagree or when
/// nothing determines a size.
void resolveSizes(CallCheck &call);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_CHECKS_SIZES_H
