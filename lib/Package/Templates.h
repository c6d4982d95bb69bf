// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts in which the name of a package is filled in.

#ifndef SA_LIB_PACKAGE_TEMPLATES_H
#define SA_LIB_PACKAGE_TEMPLATES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sa {

inline std::string replaceAll(std::string text, llvm::StringRef what,
                              llvm::StringRef with) {
  for (size_t at = 0; (at = text.find(what.str(), at)) != std::string::npos;
       at += with.size())
    text.replace(at, what.size(), with.str());
  return text;
}

/// Replaces @NAME@ by the name of a package, and @GUARD@ by the same in upper
/// case.
inline std::string fillTemplate(llvm::StringRef text, llvm::StringRef name) {
  return replaceAll(replaceAll(text.str(), "@NAME@", name), "@GUARD@",
                    name.upper());
}

} // namespace sa

#endif // SA_LIB_PACKAGE_TEMPLATES_H
