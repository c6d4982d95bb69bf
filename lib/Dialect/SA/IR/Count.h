// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of things in messages: "1 stride", "2 strides".

#ifndef SA_LIB_DIALECT_SA_IR_COUNT_H
#define SA_LIB_DIALECT_SA_IR_COUNT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sa {

inline std::string count(size_t number, llvm::StringRef one,
                         llvm::StringRef many) {
  return std::to_string(number) + " " + (number == 1 ? one : many).str();
}

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_COUNT_H
