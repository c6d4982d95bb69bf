// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArrayRules.h"

#include "sa/Runtime/Checks/Format.h"
#include "sa/Runtime/HintedError.h"
#include <utility>

using namespace sa::runtime;

void sa::runtime::checkVersion(ArrayCheck &array, CallCheck &) {
  if (array.descriptor.version != 1)
    array.fail("version is " + std::to_string(array.descriptor.version) +
               ", expected 1");
}

/// What NumPy calls a type: "float64" for "<f8".
static std::string getDtypeName(std::string_view typestr) {
  static constexpr std::pair<char, const char *> kinds[] = {
      {'f', "float"}, {'i', "int"}, {'u', "uint"}, {'c', "complex"}};
  if (!typestr.empty() &&
      std::string_view("<>=|").find(typestr.front()) != std::string_view::npos)
    typestr.remove_prefix(1);
  if (typestr == "b1")
    return "bool";
  for (auto [kind, name] : kinds)
    if (typestr.size() > 1 && typestr.size() <= 3 && typestr.front() == kind &&
        typestr.find_first_not_of("0123456789", 1) == std::string_view::npos)
      return name +
             std::to_string(8 * std::stoi(std::string(typestr.substr(1))));
  return {};
}

void sa::runtime::checkTypestr(ArrayCheck &array, CallCheck &) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.rawBytes)
    return;
  ElementType type = array.argument.elementType;
  switch (matchTypestr(descriptor.typestr, type)) {
  case TypestrMatch::Match:
    return;
  case TypestrMatch::ForeignByteOrder:
    array.fail("typestr '" + descriptor.typestr +
               "' has the wrong byte order, expected " + describe(type));
  case TypestrMatch::Mismatch:
    std::string found = getDtypeName(descriptor.typestr);
    std::string wanted = getDtypeName(getTypestr(type));
    std::string text =
        "typestr is '" + descriptor.typestr + "', expected " + describe(type);
    if (found.empty() || wanted.empty())
      array.fail(text);
    throw HintedError(
        array.makeError(text + "; that is " + found + " for " + wanted),
        Hint::ConvertElements, wanted);
  }
}

void sa::runtime::checkLengths(ArrayCheck &array, CallCheck &) {
  for (int64_t length : array.descriptor.shape)
    if (length < 0)
      array.fail("shape " + formatTuple(array.descriptor.shape) +
                 " has a negative length");
}

void sa::runtime::checkNumStrides(ArrayCheck &array, CallCheck &) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.strides &&
      descriptor.strides->size() != descriptor.shape.size())
    array.fail("strides " + formatTuple(*descriptor.strides) +
               " are not one for each dimension of shape " +
               formatTuple(descriptor.shape));
}

void sa::runtime::checkRole(ArrayCheck &array, CallCheck &) {
  if (array.argument.isWritten() && array.descriptor.readOnly)
    array.fail("data is read-only, but the function writes to this array");
}

void sa::runtime::checkFlatOnly(ArrayCheck &array, CallCheck &) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (array.argument.layout == Layout::FlatOnly && !descriptor.rawBytes &&
      descriptor.shape.size() != 1)
    throw HintedError(
        array.makeError("rank is " + std::to_string(descriptor.shape.size()) +
                        ", but an array of this layout is only taken as its "
                        "flat storage, one-dimensional"),
        Hint::PackStorage);
}
