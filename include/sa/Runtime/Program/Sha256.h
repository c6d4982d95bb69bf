// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SHA-256 (FIPS 180-4), for the names and the checksums of the compile cache.

#ifndef SA_RUNTIME_PROGRAM_SHA256_H
#define SA_RUNTIME_PROGRAM_SHA256_H

#include <string>
#include <string_view>

namespace sa::runtime {

/// The hash of `data`, 64 hexadecimal digits.
std::string computeSha256(std::string_view data);

} // namespace sa::runtime

#endif // SA_RUNTIME_PROGRAM_SHA256_H
