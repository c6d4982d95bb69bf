// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discardable attributes of caches.

#ifndef SA_DIALECT_SA_IR_CACHEATTRIBUTES_H
#define SA_DIALECT_SA_IR_CACHEATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace sa {

/// On `sa.cache` and `sa.loop_cache`: elements may be rounded to the type of
/// the cache (a unit attribute).
inline constexpr llvm::StringLiteral unsafeAttrName = "sa.unsafe";

} // namespace sa

#endif // SA_DIALECT_SA_IR_CACHEATTRIBUTES_H
