// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules about the array arguments of a call: what a descriptor says by
// itself (DescriptorRules.cpp), how it fits the manifest and the memory
// (ArrayRules.cpp), and how the arguments fit together (CallRules.cpp). They
// are applied in the order of the table in Validator.cpp, and each relies on
// those before it.

#ifndef SA_LIB_RUNTIME_CHECKS_ARRAYRULES_H
#define SA_LIB_RUNTIME_CHECKS_ARRAYRULES_H

#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Checks/Footprint.h"
#include "sa/Runtime/Error.h"

namespace sa::runtime {

/// How a descriptor is understood.
enum class Form {
  /// An array of the manifest's shape.
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
  /// The manifest's layout, with the run-time sizes filled in. An array that is
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
    throw makeError(what);
  }
  Error makeError(const std::string &what) const {
    return {ErrorKind::Argument, "argument '" + argument.name + "': " + what};
  }
};

/// True for descriptors without gaps: of one dimension, with stride 1.
bool isDenseLine(const ArrayDescriptor &descriptor);

/// The elements that an array in the form Flat or Raw has room for. A Flat one
/// has one dimension.
int64_t getFlatLength(const ArrayCheck &array);

/// The arguments of a call while they are checked.
struct CallCheck {
  const FunctionManifest &manifest;
  /// Null for a call on the host.
  Program *program;
  NeedFinder findNeed;
  std::vector<ArrayCheck> arrays;
  /// The outputs that were left out.
  std::vector<size_t> omitted;
  /// The values of the run-time sizes. Those that stand for the strides of an
  /// array are found after the others.
  std::vector<int64_t> sizes;
  /// Where to run; null when no array is given, and on the host.
  Target *target = nullptr;
};

// What a descriptor says by itself.
void checkVersion(ArrayCheck &array, CallCheck &call);
void checkTypestr(ArrayCheck &array, CallCheck &call);
void checkLengths(ArrayCheck &array, CallCheck &call);
void checkNumStrides(ArrayCheck &array, CallCheck &call);
void checkRole(ArrayCheck &array, CallCheck &call);
void checkFlatOnly(ArrayCheck &array, CallCheck &call);

// How an array fits the manifest and the memory. From checkShape on the form,
// the manifest's shape and offset and the strides of a Strided array are known;
// each of the others finds what its successors need.
void checkShape(ArrayCheck &array, CallCheck &call);
void findExtent(ArrayCheck &array, CallCheck &call);
void checkStrides(ArrayCheck &array, CallCheck &call);
void locate(ArrayCheck &array, CallCheck &call);
void checkAlignment(ArrayCheck &array, CallCheck &call);
void checkAllocation(ArrayCheck &array, CallCheck &call);
void checkSelfOverlap(ArrayCheck &array, CallCheck &call);

// How the arguments fit together.
void checkQueues(CallCheck &call);
void checkSizes(CallCheck &call);
void checkRequirements(CallCheck &call);
void checkOverlaps(CallCheck &call);

/// Applies all rules, in order, to the arrays that are given. Throws an Error
/// that names the argument and the field at the first that does not hold.
void validate(CallCheck &call);

/// The array as memory, for questions about overlaps.
StridedMemory getMemory(const ArrayCheck &array);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_CHECKS_ARRAYRULES_H
