// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one exception that the runtime library throws on purpose. Its kind says
// which exception of the Python package it becomes; its message is complete and
// names the function, the argument and the field it is about.

#ifndef SA_RUNTIME_ERROR_H
#define SA_RUNTIME_ERROR_H

#include <stdexcept>
#include <string>

namespace sa::runtime {

enum class ErrorKind {
  /// An argument does not fit the function.
  Argument,
  /// A call has too many or too few arguments.
  ArgumentCount,
  /// There is no memory for an array.
  Allocation,
  /// Queues, contexts or a device that do not fit together.
  Placement,
  /// A build, a launch or the work itself failed.
  Execution,
  /// An index that data chose is outside of its array.
  IndexRange,
  /// An assumption of the program does not hold.
  Assumption,
};

class Error : public std::runtime_error {
public:
  Error(ErrorKind kind, const std::string &message)
      : std::runtime_error(message), kind(kind) {}

  ErrorKind getKind() const { return kind; }

private:
  ErrorKind kind;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_ERROR_H
