// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workaround llvm-spirv-narrow-integers. LLVM's optimizer reads part of a
// stored vector by way of an integer with all of its bits, and reverses a few
// bits in an integer of as many. SPIR-V has no such integers, and the backend
// of LLVM 22.1.8 widens them without a mask.

#ifndef SA_VENDOR_LLVMSPIRVNARROWINTEGERS_H
#define SA_VENDOR_LLVMSPIRVNARROWINTEGERS_H

namespace llvm {
class Module;
}

namespace sa {

/// Replaces reads of parts of vectors by shuffles:
///
///   trunc (lshr (bitcast <4 x i32> v to i128), 32) to i64
///     →  bitcast (shufflevector v, <1, 2>) to i64
///
/// and reversals of bits by shifts in 64 bits.
void narrowIntegers(llvm::Module &module);

} // namespace sa

#endif // SA_VENDOR_LLVMSPIRVNARROWINTEGERS_H
