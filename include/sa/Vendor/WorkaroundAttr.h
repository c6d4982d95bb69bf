// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SA_VENDOR_WORKAROUNDATTR_H
#define SA_VENDOR_WORKAROUNDATTR_H

#include "llvm/ADT/StringRef.h"

namespace sa {

/// On arithmetic that a workaround for a device made: the name of the
/// workaround. Emitted source computes so only where SAOPT_INTEL_CPU is
/// defined.
inline constexpr llvm::StringLiteral workaroundAttrName = "sa.workaround";

} // namespace sa

#endif // SA_VENDOR_WORKAROUNDATTR_H
