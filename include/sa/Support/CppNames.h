// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's names as names of C++.

#ifndef SA_SUPPORT_CPPNAMES_H
#define SA_SUPPORT_CPPNAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

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
  /// `name`, or `name_1`, `name_2`, … when that is taken.
  std::string getUnique(llvm::StringRef name);

private:
  llvm::StringSet<> taken;
};

} // namespace sa

#endif // SA_SUPPORT_CPPNAMES_H
