// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ identifiers for the user's names.

#ifndef SA_SUPPORT_CPPNAMES_H
#define SA_SUPPORT_CPPNAMES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace sa {

/// Returns true if `name` is an identifier, and neither a keyword of C++ nor
/// reserved for compilers and headers.
bool isCppFunctionName(llvm::StringRef name);

/// Returns a name that `isCppFunctionName` accepts: `name` itself if possible.
std::string getCppFunctionName(llvm::StringRef name);

/// Returns a name for a parameter or variable: other characters become
/// underscores, and a name that C++ or the emitted code uses ends with one.
std::string getCppIdentifier(llvm::StringRef name);

/// Returns the name of the elements of a constant array, "W_values", which no
/// parameter or variable has.
std::string getCppConstantName(llvm::StringRef name);

/// Creates unique identifiers.
class CppNames {
public:
  /// A block of the emitted code, whose names are free again at its end.
  class Scope {
  public:
    explicit Scope(CppNames &names) : names(names), start(names.given.size()) {}
    ~Scope() { names.takeBack(start); }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    CppNames &names;
    size_t start;
  };

  /// Returns `name`, or `name_1`, `name_2`, … if that is taken.
  std::string getUnique(llvm::StringRef name);

  /// Reserves a name of the user's program for `getUnique`.
  void reserve(llvm::StringRef name);
  /// Returns a unique name that is not reserved, for a name of the compiler.
  std::string getUniqueBeside(llvm::StringRef name);

private:
  /// A name, the identifier before its number, and the previous next number.
  struct Given {
    std::string name, identifier;
    unsigned number;
  };

  std::string getUnique(llvm::StringRef name, bool takesReserved);
  void takeBack(size_t start);

  llvm::StringSet<> taken, reserved;
  /// The number to try next for a name that is taken.
  llvm::StringMap<unsigned> numbers;
  std::vector<Given> given;
};

} // namespace sa

#endif // SA_SUPPORT_CPPNAMES_H
