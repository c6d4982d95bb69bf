// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs without the interpreter's lock: compiling, launching, waiting.
//
// A process may end while other threads are in there, daemon threads that is.
// Python ends those when they ask for its lock, by unwinding them through
// whatever is on their stack, and libraries take themselves apart while they
// may be using them. So the end of the process waits for the threads that are
// inside, and who wants in after that is stopped where it is, as newer versions
// of Python do it themselves.

#ifndef SA_BINDINGS_SUPPORT_UNLOCKEDSECTION_H
#define SA_BINDINGS_SUPPORT_UNLOCKEDSECTION_H

#include <pybind11/pybind11.h>

namespace sa::python {

/// Releases the interpreter's lock until it is destroyed.
class UnlockedSection {
public:
  /// Does not return once the process ends, except in the thread that ends it.
  UnlockedSection();
  UnlockedSection(const UnlockedSection &) = delete;
  UnlockedSection &operator=(const UnlockedSection &) = delete;
  ~UnlockedSection();

private:
  PyThreadState *state;
};

/// Lets no other thread in any more, and waits for those that are inside.
/// Called with the interpreter's lock, by the thread that ends the process.
void closeUnlockedSections();

} // namespace sa::python

#endif // SA_BINDINGS_SUPPORT_UNLOCKEDSECTION_H
