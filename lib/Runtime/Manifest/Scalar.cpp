// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/Scalar.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace sa::runtime;

namespace {

/// Rounds `value` to a binary format with this many bits of precision (the
/// leading one included) and exponents, as nearest-even does it. The result is
/// the format's bits. Going straight from double avoids rounding twice.
uint64_t roundToBits(double value, int precision, int exponentBits) {
  int fractionBits = precision - 1;
  uint64_t sign = std::signbit(value) ? uint64_t(1) : 0;
  sign <<= fractionBits + exponentBits;
  uint64_t infinity = ((uint64_t(1) << exponentBits) - 1) << fractionBits;
  if (std::isnan(value))
    return sign | infinity | (uint64_t(1) << (fractionBits - 1));
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return sign | infinity;
  if (magnitude == 0)
    return sign;
  int bias = (1 << (exponentBits - 1)) - 1;
  // The exponent of the value, or of the smallest normal number below it.
  int exponent = std::max(std::ilogb(magnitude), 1 - bias);
  auto mantissa = static_cast<uint64_t>(
      std::nearbyint(std::ldexp(magnitude, fractionBits - exponent)));
  // Adding, not joining: a mantissa that rounds up carries into the exponent,
  // and a subnormal one has no leading bit to take away.
  uint64_t bits =
      (static_cast<uint64_t>(exponent + bias - 1) << fractionBits) + mantissa;
  return sign | std::min(bits, infinity);
}

bool fitsInteger(ElementType type, uint64_t value, bool negative) {
  if (type == ElementType::Bool)
    return !negative && value <= 1;
  int bits = static_cast<int>(getSize(type)) * 8;
  bool isSigned = type == ElementType::I8 || type == ElementType::I16 ||
                  type == ElementType::I32 || type == ElementType::I64;
  if (!isSigned)
    return !negative && (bits == 64 || value >> bits == 0);
  if (!negative)
    return value >> (bits - 1) == 0;
  return static_cast<int64_t>(value) >= -(int64_t(1) << (bits - 2)) * 2;
}

} // namespace

bool sa::runtime::isFloat(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16 ||
         type == ElementType::F32 || type == ElementType::F64;
}

std::optional<ScalarBits>
sa::runtime::encodeInteger(ElementType type, uint64_t value, bool negative) {
  if (isFloat(type) || !fitsInteger(type, value, negative))
    return std::nullopt;
  int64_t size = getSize(type);
  uint64_t mask = size == 8 ? ~uint64_t(0) : (uint64_t(1) << size * 8) - 1;
  return ScalarBits{value & mask, size};
}

std::optional<ScalarBits> sa::runtime::encodeFloat(ElementType type,
                                                   double value) {
  ScalarBits result{0, getSize(type)};
  uint64_t infinity;
  switch (type) {
  case ElementType::F64:
    std::memcpy(&result.bits, &value, sizeof(value));
    return result;
  case ElementType::F32:
    result.bits = roundToBits(value, 24, 8);
    infinity = 0x7f800000;
    break;
  case ElementType::F16:
    result.bits = roundToBits(value, 11, 5);
    infinity = 0x7c00;
    break;
  case ElementType::BF16:
    result.bits = roundToBits(value, 8, 8);
    infinity = 0x7f80;
    break;
  default:
    return std::nullopt;
  }
  uint64_t signBit = uint64_t(1) << (result.size * 8 - 1);
  if (std::isfinite(value) && (result.bits & ~signBit) == infinity)
    return std::nullopt;
  return result;
}
