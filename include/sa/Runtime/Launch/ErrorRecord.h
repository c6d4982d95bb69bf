// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where kernels note what goes wrong: indices that data chooses and that leave
// their array, and assumptions that do not hold. The first error of a call
// wins; the host looks when the call is waited for. A record without an error
// stays as it was, and is used again without being cleared. Functions that
// print have room for their lines behind the error; the host prints them when
// it looks.

#ifndef SA_RUNTIME_LAUNCH_ERRORRECORD_H
#define SA_RUNTIME_LAUNCH_ERRORRECORD_H

#include "sa/Runtime/Error.h"
#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <sycl/queue.hpp>

namespace sa::runtime {

/// Prints text, and never throws. By default on the standard output.
using Printer = void (*)(const std::string &text);
void setPrinter(Printer printer);

/// The error record of one call. Many threads may ask for the error.
class ErrorRecord {
public:
  /// Takes memory that the queue's device and its kernels can write, all of it
  /// zero. Null for a function without checks. Throws an Error. The manifest
  /// lives as long as the record.
  static std::shared_ptr<ErrorRecord> create(const FunctionManifest &manifest,
                                             const sycl::queue &queue);
  ErrorRecord(const ErrorRecord &) = delete;
  ErrorRecord &operator=(const ErrorRecord &) = delete;
  ~ErrorRecord();

  void *getMemory() const;

  /// Gives the error of the call, once. The work of the call has ended.
  std::optional<Error> take();
  /// Throws it.
  void raise() {
    if (std::optional<Error> error = take())
      throw Error(*error);
  }
  /// Looks whether there is an error, which stays. The work has ended.
  bool hasError();

private:
  struct Memory;
  class Pool;

  explicit ErrorRecord(const FunctionManifest &manifest);
  /// Looks at the memory, if nobody has, and gives it back.
  void read();
  Error describe(const uint32_t *words) const;
  /// Prints the lines in the memory, and forgets them.
  void print() const;

  const FunctionManifest &manifest;
  std::mutex lock;
  std::unique_ptr<Memory> memory;
  std::optional<Error> error;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_ERRORRECORD_H
