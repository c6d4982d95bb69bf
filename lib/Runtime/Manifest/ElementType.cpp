// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/ElementType.h"

#include <cassert>
#include <iterator>

using namespace sa::runtime;

namespace {

struct TypeInfo {
  std::string_view name;
  std::string_view typestr;
  int64_t size;
};

/// In the order of the enumeration.
constexpr TypeInfo types[] = {
    {"bool", "|b1", 1}, {"i8", "|i1", 1},   {"i16", "<i2", 2},
    {"i32", "<i4", 4},  {"i64", "<i8", 8},  {"ui8", "|u1", 1},
    {"ui16", "<u2", 2}, {"ui32", "<u4", 4}, {"ui64", "<u8", 8},
    {"f16", "<f2", 2},  {"bf16", "|V2", 2}, {"f32", "<f4", 4},
    {"f64", "<f8", 8},  {"c64", "<c8", 8},  {"c128", "<c16", 16},
};
static_assert(std::size(types) == static_cast<size_t>(ElementType::C128) + 1);

const TypeInfo &getInfo(ElementType type) {
  return types[static_cast<size_t>(type)];
}

} // namespace

std::optional<ElementType>
sa::runtime::parseElementType(std::string_view name) {
  for (size_t i = 0; i != std::size(types); ++i)
    if (types[i].name == name)
      return static_cast<ElementType>(i);
  return std::nullopt;
}

std::string_view sa::runtime::getName(ElementType type) {
  return getInfo(type).name;
}

int64_t sa::runtime::getSize(ElementType type) { return getInfo(type).size; }

bool sa::runtime::isComplex(ElementType type) {
  return type == ElementType::C64 || type == ElementType::C128;
}

int64_t sa::runtime::getAlignment(ElementType type) {
  return isComplex(type) ? getSize(type) / 2 : getSize(type);
}

std::string_view sa::runtime::getTypestr(ElementType type) {
  return getInfo(type).typestr;
}

TypestrMatch sa::runtime::matchTypestr(std::string_view typestr,
                                       ElementType type) {
  char order = '=';
  if (!typestr.empty() && std::string_view("<>=|").find(typestr.front()) !=
                              std::string_view::npos) {
    order = typestr.front();
    typestr.remove_prefix(1);
  }
  std::string_view expected = getTypestr(type).substr(1);
  bool matches =
      typestr == expected || (type == ElementType::BF16 && typestr == "u2");
  if (!matches)
    return TypestrMatch::Mismatch;
  // Raw bytes have no byte order, but bf16 numbers have, and `>V2` says that
  // somebody thought of it.
  return order == '>' && getSize(type) > 1 ? TypestrMatch::ForeignByteOrder
                                           : TypestrMatch::Match;
}
