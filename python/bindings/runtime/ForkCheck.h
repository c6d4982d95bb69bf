// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that was forked after its parent used a device cannot use it: the
// runtime's threads are gone, and whoever waits for them waits for ever.

#ifndef SA_BINDINGS_RUNTIME_FORKCHECK_H
#define SA_BINDINGS_RUNTIME_FORKCHECK_H

namespace sa::python {

/// Takes notice of forks. Called once, when the module is imported.
void watchForks();

/// Throws an Error in a process whose parent came here before it was forked, or
/// that was told to refuse devices.
void checkNotForked();

/// Lets every later check throw: the parent is known to have used a device.
void refuseDevices();

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_FORKCHECK_H
