// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of others, which packages and their functions cannot have.

#ifndef SA_LIB_PACKAGE_TAKENNAMES_H
#define SA_LIB_PACKAGE_TAKENNAMES_H

#include "llvm/ADT/StringRef.h"

namespace sa {

/// Returns true if headers of C, POSIX, C++ or SYCL declare something with this
/// name outside of namespaces, or reserve it, so that no namespace has it.
bool isGlobalName(llvm::StringRef name);

/// Returns true for a header of the system, NAME.h.
bool isNameOfHeader(llvm::StringRef name);

/// Returns true for a library of the system, libNAME.so.
bool isNameOfLibrary(llvm::StringRef name);

/// Returns true for a module of Python's standard library.
bool isModuleOfPython(llvm::StringRef name);

bool isKeywordOfPython(llvm::StringRef name);

} // namespace sa

#endif // SA_LIB_PACKAGE_TAKENNAMES_H
