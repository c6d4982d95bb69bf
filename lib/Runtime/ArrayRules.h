// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules about one array argument: what its descriptor says by itself
// (DescriptorRules.cpp), and how it fits the plan and the memory
// (ArrayRules.cpp). A new rule is a function in the list at the end of either
// file; each relies on those before it.

#ifndef SA_LIB_RUNTIME_ARRAYRULES_H
#define SA_LIB_RUNTIME_ARRAYRULES_H

#include "sa/Runtime/Arguments.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Footprint.h"

namespace sa::runtime {

/// How a descriptor is understood.
enum class Form {
  /// An array of the plan's shape.
  Shaped,
  /// The one-dimensional storage of an array.
  Flat,
  /// The storage as memory without a type.
  Raw,
};

/// An array argument, and what the checks have found out about it so far.
struct ArrayCheck {
  /// Which argument of the function it is.
  size_t position;
  const ArrayArgument &argument;
  const ArrayDescriptor &descriptor;
  Form form = Form::Shaped;
  /// The plan's layout, with the run-time sizes filled in. An array that is
  /// only taken as flat storage has no strides.
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  int64_t offset = 0;
  /// What is touched, counted from where the storage starts.
  Extent extent;
  /// Where the storage starts.
  uint64_t storage = 0;
  Interval bytes;

  int64_t elementSize() const { return getSize(argument.elementType); }

  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Argument,
                "argument '" + argument.name + "': " + what);
  }
};

/// True for descriptors without gaps: of one dimension, with stride 1.
bool isDenseLine(const ArrayDescriptor &descriptor);

/// The elements that an array in the form Flat or Raw has room for. A Flat one
/// has one dimension.
int64_t getFlatLength(const ArrayCheck &array);

/// Applies the rules that need only the descriptor and the plan.
void checkDescriptor(const ArrayCheck &array);

/// Applies the rules about shape, strides and memory, and finds the extent, the
/// storage and its bytes. The form, the plan's shape and offset and the strides
/// of a Strided array are known. `sizes` has the values of all sizes but those
/// that stand for the strides of this array, which are found here too.
/// `growing` says that the storage may be larger than the shape needs.
void checkLayout(ArrayCheck &array, std::vector<int64_t> &sizes, bool growing,
                 const AllocationFinder &allocations);

/// The array as memory, for questions about overlaps.
StridedMemory getMemory(const ArrayCheck &array);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_ARRAYRULES_H
