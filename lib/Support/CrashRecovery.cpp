// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Support/CrashRecovery.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include <mutex>

static std::mutex mutex;
static unsigned numScopes = 0;

sa::CrashRecoveryScope::CrashRecoveryScope() {
  std::lock_guard<std::mutex> lock(mutex);
  if (numScopes++ == 0)
    llvm::CrashRecoveryContext::Enable();
}

sa::CrashRecoveryScope::~CrashRecoveryScope() {
  std::lock_guard<std::mutex> lock(mutex);
  if (--numScopes == 0)
    llvm::CrashRecoveryContext::Disable();
}

bool sa::runSafely(llvm::function_ref<void()> function) {
  CrashRecoveryScope scope;
  llvm::CrashRecoveryContext recovery;
  return recovery.RunSafely(function);
}
