// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lines that kernels note for the host to print.

#ifndef SA_LIB_RUNTIME_LAUNCH_PRINTEDLINES_H
#define SA_LIB_RUNTIME_LAUNCH_PRINTEDLINES_H

#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sa::runtime {

/// Returns the lines in `count` words: for each the number of its site, and two
/// words for each value. A line that is cut off, or whose site does not exist,
/// ends them. The text says how many lines were lost.
std::string formatLines(const std::vector<CheckSite> &sites,
                        const uint32_t *words, size_t count, uint32_t numLost);

/// Hands text to the printer.
void printText(const std::string &text);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_LAUNCH_PRINTEDLINES_H
