// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sections that the end of the process waits for. A daemon thread that asks for
// the interpreter's lock after the end has begun is unwound by Python through
// all frames on its stack, whose destructors then use Python objects without
// the lock. So the end of the process waits for threads inside of a section,
// and a thread that enters one later is stopped where it is.

#ifndef SA_BINDINGS_SUPPORT_UNLOCKEDSECTION_H
#define SA_BINDINGS_SUPPORT_UNLOCKEDSECTION_H

#include <pybind11/pybind11.h>

namespace sa::python {

/// A section in which Python code may run, which may release and take the
/// interpreter's lock. The caller holds the lock.
class InterpreterSection {
public:
  enum class Part { OfThread, OfWaitingThread };

  /// Does not return once the process ends, except in the thread that ends it,
  /// in threads that are inside of a section, and for `OfWaitingThread`: then
  /// another thread waits inside of a section for this one.
  explicit InterpreterSection(Part part = Part::OfThread);
  InterpreterSection(const InterpreterSection &) = delete;
  InterpreterSection &operator=(const InterpreterSection &) = delete;
  ~InterpreterSection();
};

/// Releases the interpreter's lock until it is destroyed.
class UnlockedSection {
public:
  UnlockedSection();
  UnlockedSection(const UnlockedSection &) = delete;
  UnlockedSection &operator=(const UnlockedSection &) = delete;
  ~UnlockedSection();

private:
  InterpreterSection section;
  PyThreadState *state;
};

/// Lets no other thread in any more, and waits for those that are inside.
/// Called with the interpreter's lock, by the thread that ends the process.
void closeUnlockedSections();

} // namespace sa::python

#endif // SA_BINDINGS_SUPPORT_UNLOCKEDSECTION_H
