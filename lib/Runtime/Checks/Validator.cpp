// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArrayRules.h"

using namespace sa::runtime;

namespace {

/// Either for every array by itself, or for the whole call.
struct Rule {
  /// As docs/runtime.md lists it.
  const char *name;
  void (*checkArray)(ArrayCheck &array, CallCheck &call);
  void (*checkCall)(CallCheck &call);
};

constexpr Rule rules[] = {
    {"D1: the version is 1", checkVersion, nullptr},
    {"D2: the type is the argument's", checkTypestr, nullptr},
    {"D3: no length is negative", checkLengths, nullptr},
    {"D4: one stride for each dimension", checkNumStrides, nullptr},
    {"D5: what is written is not read-only", checkRole, nullptr},
    {"D6: packed arrays are flat", checkFlatOnly, nullptr},
    {"D7: one queue for all", nullptr, checkQueues},
    {"D8: shapes agree on every size", nullptr, checkSizes},
    {"D9: the shape is the argument's", checkShape, nullptr},
    {"D10: the elements have 64-bit places", findExtent, nullptr},
    {"D11: the strides are the argument's", checkStrides, nullptr},
    {"D12: the elements have 64-bit addresses", locate, nullptr},
    {"D13: the elements are aligned", checkAlignment, nullptr},
    {"D14: the elements lie in one allocation", checkAllocation, nullptr},
    {"D15: what is written overlaps not itself", checkSelfOverlap, nullptr},
    {"D16: open dimensions are large enough", nullptr, checkRequirements},
    {"D17: what is written overlaps no other", nullptr, checkOverlaps},
};

} // namespace

void sa::runtime::validate(CallCheck &call) {
  for (const Rule &rule : rules) {
    if (rule.checkCall)
      rule.checkCall(call);
    else
      for (ArrayCheck &array : call.arrays)
        rule.checkArray(array, call);
  }
}
