// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of emitted source for operations without a C++ operator: integers
// that wrap, min and max that keep NaN, bf16 as bits; and for workarounds,
// which apply to one device.

#ifndef SA_LIB_TARGET_SYCL_HELPERS_H
#define SA_LIB_TARGET_SYCL_HELPERS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

namespace sa {

enum class Helper {
  WrapAdd,
  WrapSub,
  WrapMul,
  WrapShl,
  ShrUnsigned,
  Minimum,
  Maximum,
  FloorDiv,
  CeilDiv,
  BF16ToFloat,
  FloatToBF16,
  Lanes,
  LoadLanes,
  LoadLanesAs,
  StoreLanes,
  StoreLanesPastCaches,
  StoreInOrder,
  StoreLanesInOrder,
  Carried,
  CarriedSub,
  LonePosition,
  Prefetch,
  AtomicElement,
  AtomicUpdate,
  RecordError,
  RecordPrint,
};

/// The helpers that a source uses.
using HelperSet = llvm::SmallSetVector<Helper, 8>;

llvm::StringRef getHelperName(Helper helper);

/// True for the helpers that depend on SAOPT_INTEL_CPU.
bool isForIntelCPU(Helper helper);

/// Writes the definitions of `helpers`, always in the same order.
void printHelpers(llvm::raw_ostream &os, const HelperSet &helpers);

/// Writes the function of the host that copies a constant array to a device.
void printResidentHelper(llvm::raw_ostream &os);

/// Writes the helper that makes one event of several.
void printAfterHelper(llvm::raw_ostream &os);

/// Writes the class of the host that owns the temporary arrays of a call.
void printTemporariesHelper(llvm::raw_ostream &os);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_HELPERS_H
