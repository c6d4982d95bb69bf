// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that are almost right, in messages.

#ifndef SA_SUPPORT_NEARNAMES_H
#define SA_SUPPORT_NEARNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace sa {

/// Returns "; did you mean 'x'?" for the name x out of `known` that differs
/// least from `name`, or nothing if all differ in more than a third of their
/// letters.
std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known);

} // namespace sa

#endif // SA_SUPPORT_NEARNAMES_H
