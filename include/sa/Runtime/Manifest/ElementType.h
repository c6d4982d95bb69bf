// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The element types of arrays and scalars, their names in the manifest, and the
// type strings of array interfaces that stand for them.

#ifndef SA_RUNTIME_MANIFEST_ELEMENTTYPE_H
#define SA_RUNTIME_MANIFEST_ELEMENTTYPE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sa::runtime {

enum class ElementType {
  Bool,
  I8,
  I16,
  I32,
  I64,
  UI8,
  UI16,
  UI32,
  UI64,
  F16,
  BF16,
  F32,
  F64,
  C64,
  C128,
};

/// The element type that the manifest calls `name`.
std::optional<ElementType> parseElementType(std::string_view name);

/// The name of `type` in the manifest.
std::string_view getName(ElementType type);

/// The bytes of one element.
int64_t getSize(ElementType type);

/// True for the complex types. Only arrays have them.
bool isComplex(ElementType type);

/// The alignment of an element: its size, or that of the parts of a complex
/// number, since kernels read and write the parts.
int64_t getAlignment(ElementType type);

/// The type string that descriptors of `type` usually have, for messages.
std::string_view getTypestr(ElementType type);

/// How a descriptor's type string relates to an element type.
enum class TypestrMatch {
  Match,
  /// The right kind and size, in the byte order of other machines.
  ForeignByteOrder,
  Mismatch,
};

/// Compares `typestr`, as in NumPy's array interface (`<f4`, `|u1`), with
/// `type`. The byte order may be left out, and does not matter for one byte.
/// A bf16 array has no type string of its own; it goes as two raw bytes (`V2`)
/// or as `u2`.
TypestrMatch matchTypestr(std::string_view typestr, ElementType type);

} // namespace sa::runtime

#endif // SA_RUNTIME_MANIFEST_ELEMENTTYPE_H
