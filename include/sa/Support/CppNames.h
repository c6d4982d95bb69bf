// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's names as names of C++.

#ifndef SA_SUPPORT_CPPNAMES_H
#define SA_SUPPORT_CPPNAMES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace sa {

/// True when an emitted function can be called `name`: it is an identifier, and
/// neither a word of C++ nor one that belongs to compilers and headers.
bool isCppFunctionName(llvm::StringRef name);

/// A name that `isCppFunctionName` accepts: `name` itself if it does.
std::string getCppFunctionName(llvm::StringRef name);

/// `name` as the name of a parameter or a variable of emitted code: other
/// characters become underscores, and what C++ or the emitted code uses itself
/// gets one at its end.
std::string getCppIdentifier(llvm::StringRef name);

/// The name of a constant array's elements: "W_values". No parameter or
/// variable is called like this.
std::string getCppConstantName(llvm::StringRef name);

/// Hands out identifiers that differ from each other.
class CppNames {
public:
  /// A block of the emitted code: what it hands out is free again at its end.
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

  /// `name`, or `name_1`, `name_2`, … when that is taken.
  std::string getUnique(llvm::StringRef name);

  /// Keeps a name that a person has chosen for whom it is.
  void reserve(llvm::StringRef name);
  /// The same as `getUnique` for a name that nobody has chosen: it is none of
  /// those that are reserved.
  std::string getUniqueBeside(llvm::StringRef name);

private:
  /// A name that was handed out, what it was made of, and the number that was
  /// next for that before.
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
