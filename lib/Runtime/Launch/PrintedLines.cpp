// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers look as Python writes them, so that all engines print the same.

#include "PrintedLines.h"

#include "sa/Runtime/Launch/ErrorRecord.h"

#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace sa::runtime;

namespace {

void printOnOutput(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::atomic<Printer> currentPrinter = printOnOutput;

/// Returns the shortest digits that mean this number, with a point or an
/// exponent.
template <typename T> std::string formatFloat(T value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  // 1. The digits and the exponent of the first one: d.ddde±dd.
  char buffer[64];
  std::to_chars_result end =
      std::to_chars(buffer, buffer + sizeof(buffer), std::abs(value),
                    std::chars_format::scientific);
  std::string text(buffer, end.ptr), digits;
  size_t mark = text.find('e');
  int exponent = std::atoi(text.c_str() + mark + 1);
  for (char c : text.substr(0, mark))
    if (c != '.')
      digits += c;

  // 2. With an exponent where Python has one.
  std::string sign = std::signbit(value) ? "-" : "";
  if (exponent < -4 || exponent >= 16)
    return sign + text;
  int length = static_cast<int>(digits.size());
  if (exponent < 0)
    return sign + "0." + std::string(-exponent - 1, '0') + digits;
  if (length <= exponent + 1)
    return sign + digits + std::string(exponent + 1 - length, '0') + ".0";
  return sign + digits.substr(0, exponent + 1) + "." +
         digits.substr(exponent + 1);
}

template <typename T, typename Bits> T fromBits(Bits bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

std::string formatNumber(PrintedType::Kind kind, const uint32_t *words) {
  using Kind = PrintedType::Kind;
  uint64_t bits = words[0] | uint64_t(words[1]) << 32;
  switch (kind) {
  case Kind::Bool:
    return bits != 0 ? "True" : "False";
  case Kind::Signed:
    return std::to_string(static_cast<int64_t>(bits));
  case Kind::Unsigned:
    return std::to_string(bits);
  case Kind::Float32:
    return formatFloat(fromBits<float>(words[0]));
  case Kind::Float64:
    return formatFloat(fromBits<double>(bits));
  }
  return "";
}

} // namespace

void sa::runtime::setPrinter(Printer printer) {
  currentPrinter = printer ? printer : printOnOutput;
}

void sa::runtime::printText(const std::string &text) {
  currentPrinter.load()(text);
}

std::string sa::runtime::formatLines(const std::vector<CheckSite> &sites,
                                     const uint32_t *words, size_t count,
                                     uint32_t numLost) {
  std::string result;
  for (size_t position = 0; position < count;) {
    size_t number = words[position++];
    if (number >= sites.size() || !sites[number].prints())
      break;
    const CheckSite &site = sites[number];
    size_t numWords = 0;
    for (PrintedType type : site.types)
      numWords += type.isComplex ? 4 : 2;
    if (numWords > count - position)
      break;
    for (size_t i = 0; i != site.types.size(); ++i) {
      PrintedType type = site.types[i];
      result += site.texts[i];
      std::string first = formatNumber(type.kind, words + position);
      position += 2;
      if (!type.isComplex) {
        result += first;
        continue;
      }
      std::string second = formatNumber(type.kind, words + position);
      position += 2;
      result += "(" + first + (second[0] == '-' ? "" : "+") + second + "j)";
    }
    result += site.texts.back() + "\n";
  }
  if (numLost != 0)
    result += "… and " + std::to_string(numLost) +
              (numLost == 1 ? " line" : " lines") +
              " for which there was no room\n";
  return result;
}
