// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Line breaks in long statements.

#ifndef SA_LIB_TARGET_SYCL_LINEBREAKS_H
#define SA_LIB_TARGET_SYCL_LINEBREAKS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sa {

/// Breaks a statement into lines of up to a hundred characters, after commas
/// and operators, the outermost ones first. The first line is indented by
/// `indent` characters, and the others by four more.
std::string breakLines(llvm::StringRef statement, unsigned indent);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_LINEBREAKS_H
