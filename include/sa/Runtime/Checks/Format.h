// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the values of descriptors are written in messages.

#ifndef SA_RUNTIME_CHECKS_FORMAT_H
#define SA_RUNTIME_CHECKS_FORMAT_H

#include "sa/Runtime/Manifest/ElementType.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sa::runtime {

/// As Python writes a tuple: `(2, 3)`, `(2,)`, `()`.
std::string formatTuple(const std::vector<int64_t> &values);

/// In hexadecimal, as pointers are usually written.
std::string formatAddress(uint64_t address);

/// How far `address` lies behind `base`, negative when before it.
std::string formatDistance(uint64_t address, uint64_t base);

/// An element type by its type string and its name: `'<f4' (f32)`.
std::string describe(ElementType type);

} // namespace sa::runtime

#endif // SA_RUNTIME_CHECKS_FORMAT_H
