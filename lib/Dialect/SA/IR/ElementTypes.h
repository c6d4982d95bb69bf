// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SA_LIB_DIALECT_SA_IR_ELEMENTTYPES_H
#define SA_LIB_DIALECT_SA_IR_ELEMENTTYPES_H

namespace sa {

/// The element types, for messages.
inline constexpr char elementTypesText[] =
    "i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or "
    "complex<f64>";

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_ELEMENTTYPES_H
