// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that the message of a failed assumption tells.

#ifndef SA_DIALECT_SA_IR_SATOLDVALUES_H
#define SA_DIALECT_SA_IR_SATOLDVALUES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

namespace sa {

/// An array of strings on `sa.assume` and `sa.violate`: the last entries of the
/// point are not indices but numbers, one for each string, which is their type:
/// `i64`, `u64`, or `f32` and `f64` for their bits. The text of the assumption
/// says then what is wrong where it does not hold.
constexpr llvm::StringLiteral toldValuesAttrName = "sa.told";

/// Returns true for such an array, of at most as many types as there are names.
inline bool isToldValues(mlir::Attribute told, size_t numNames) {
  auto types = llvm::dyn_cast_or_null<mlir::ArrayAttr>(told);
  return types && types.size() <= numNames &&
         llvm::all_of(types, [](mlir::Attribute type) {
           auto name = llvm::dyn_cast<mlir::StringAttr>(type);
           return name && llvm::is_contained({"i64", "u64", "f32", "f64"},
                                             name.getValue());
         });
}

} // namespace sa

#endif // SA_DIALECT_SA_IR_SATOLDVALUES_H
