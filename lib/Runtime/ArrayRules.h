// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules about one array argument. A new rule is a function in one of the
// two tables in ArrayRules.cpp; each relies on those before it.

#ifndef SA_LIB_RUNTIME_ARRAYRULES_H
#define SA_LIB_RUNTIME_ARRAYRULES_H

#include "sa/Runtime/Arguments.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Footprint.h"

namespace sa::runtime {

/// An array argument, and what the checks have found out about it so far.
struct ArrayCheck {
  const ArrayArgument &argument;
  const ArrayDescriptor &descriptor;
  /// The plan's layout, with the run-time sizes filled in.
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  int64_t offset = 0;
  Extent extent;
  /// Where the storage starts.
  uint64_t storage = 0;
  Footprint footprint;

  int64_t elementSize() const { return getSize(argument.elementType); }

  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Argument,
                "argument '" + argument.name + "': " + what);
  }
};

/// Applies the rules that need only the descriptor and the plan.
void checkDescriptor(const ArrayCheck &array);

/// Applies the rules about shape, strides and memory, and finds the storage and
/// the footprint. The plan's layout and the extent are known.
void checkLayout(ArrayCheck &array, const AllocationFinder &allocations);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_ARRAYRULES_H
