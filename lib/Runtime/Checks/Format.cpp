// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/Format.h"

#include <cinttypes>
#include <cstdio>

using namespace sa::runtime;

std::string sa::runtime::formatTuple(const std::vector<int64_t> &values) {
  std::string text = "(";
  for (size_t i = 0; i != values.size(); ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text + (values.size() == 1 ? ",)" : ")");
}

std::string sa::runtime::formatAddress(uint64_t address) {
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof(text), "0x%" PRIx64, address);
  return text;
}

std::string sa::runtime::formatDistance(uint64_t address, uint64_t base) {
  return address >= base ? std::to_string(address - base)
                         : "-" + std::to_string(base - address);
}

std::string sa::runtime::describe(ElementType type) {
  return "'" + std::string(getTypestr(type)) + "' (" +
         std::string(getName(type)) + ")";
}
