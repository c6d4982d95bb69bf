// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's optimizer reads part of a stored vector by way of an integer with all
// of its bits, and turns a few bits around in an integer of as many: integers
// that SPIR-V does not have.

#ifndef SA_LIB_TARGET_SPIRV_NARROWINTEGERS_H
#define SA_LIB_TARGET_SPIRV_NARROWINTEGERS_H

namespace llvm {
class Module;
}

namespace sa {

/// Reads parts of vectors by shuffles instead:
///
///   trunc (lshr (bitcast <4 x i32> v to i128), 32) to i64
///     →  bitcast (shufflevector v, <1, 2>) to i64
///
/// and computes the reversal of bits by shifts, that of a few in 64 of them.
void narrowIntegers(llvm::Module &module);

} // namespace sa

#endif // SA_LIB_TARGET_SPIRV_NARROWINTEGERS_H
