// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM turns the recovery from crashes on and off for the whole process.

#ifndef SA_SUPPORT_CRASHRECOVERY_H
#define SA_SUPPORT_CRASHRECOVERY_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sa {

/// Crashes can be recovered from as long as one of these lives, in any thread.
class CrashRecoveryScope {
public:
  CrashRecoveryScope();
  ~CrashRecoveryScope();
  CrashRecoveryScope(const CrashRecoveryScope &) = delete;
  CrashRecoveryScope &operator=(const CrashRecoveryScope &) = delete;
};

/// Runs `function`; returns false if it crashed. Destructors of what it had on
/// the stack have not run then.
bool runSafely(llvm::function_ref<void()> function);

} // namespace sa

#endif // SA_SUPPORT_CRASHRECOVERY_H
