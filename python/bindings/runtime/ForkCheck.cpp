// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkCheck.h"

#include "sa/Runtime/Error.h"

#include <atomic>

#include <unistd.h>

using namespace sa::runtime;

void sa::python::checkNotForked() {
  static std::atomic<pid_t> firstUser{0};
  pid_t self = getpid();
  pid_t user = 0;
  if (firstUser.compare_exchange_strong(user, self) || user == self)
    return;
  throw Error(ErrorKind::Execution,
              "this process was forked after its parent had used a device, and "
              "cannot use it: start it with the method 'spawn' or 'forkserver' "
              "of multiprocessing, or fork before the first call");
}
