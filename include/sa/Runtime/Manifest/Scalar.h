// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arguments, encoded as the bytes that a kernel receives.

#ifndef SA_RUNTIME_MANIFEST_SCALAR_H
#define SA_RUNTIME_MANIFEST_SCALAR_H

#include "sa/Runtime/Manifest/ElementType.h"

#include <cstdint>
#include <optional>

namespace sa::runtime {

/// The value of a scalar argument: its lowest `size` bytes.
struct ScalarBits {
  uint64_t bits = 0;
  int64_t size = 0;
};

/// Encodes an integer as `type`. Nothing when the value is outside the type's
/// range. `negative` says that `value` is to be read as a signed number.
std::optional<ScalarBits> encodeInteger(ElementType type, uint64_t value,
                                        bool negative);

/// Encodes a number as the floating-point `type`, rounding to nearest even.
/// Nothing when a finite value becomes infinite, or `type` is not one.
std::optional<ScalarBits> encodeFloat(ElementType type, double value);

/// True for the floating-point types.
bool isFloat(ElementType type);

} // namespace sa::runtime

#endif // SA_RUNTIME_MANIFEST_SCALAR_H
