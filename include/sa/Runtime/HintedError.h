// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors with a hint at what would mend them. The message has no words of the
// caller's language: a binding appends those that it knows.

#ifndef SA_RUNTIME_HINTEDERROR_H
#define SA_RUNTIME_HINTEDERROR_H

#include "sa/Runtime/Error.h"

namespace sa::runtime {

enum class Hint {
  /// The elements have to be converted to the type of the hint.
  ConvertElements,
  /// The array has to be packed into flat storage.
  PackStorage,
};

class HintedError : public Error {
public:
  HintedError(const Error &error, Hint hint, std::string type = "")
      : Error(error), hint(hint), type(std::move(type)) {}

  Hint getHint() const { return hint; }
  /// The name of an element type, as "float32"; empty where there is none.
  const std::string &getType() const { return type; }

private:
  Hint hint;
  std::string type;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_HINTEDERROR_H
