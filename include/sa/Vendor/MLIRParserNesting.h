// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workaround mlir-parser-nesting. MLIR 22.1.8 parses text recursively, without
// a limit: some thousand parentheses in each other exhaust the stack.

#ifndef SA_VENDOR_MLIRPARSERNESTING_H
#define SA_VENDOR_MLIRPARSERNESTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace sa {

/// Returns the position at which brackets are nested more than 256 deep, if
/// there is one.
std::optional<size_t> findTooDeepNesting(llvm::StringRef text);

/// The diagnostic for such text.
extern const llvm::StringLiteral tooDeepNestingMessage;

} // namespace sa

#endif // SA_VENDOR_MLIRPARSERNESTING_H
