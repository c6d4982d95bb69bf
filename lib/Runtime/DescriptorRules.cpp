// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArrayRules.h"

#include "Format.h"

using namespace sa::runtime;

void sa::runtime::checkVersion(ArrayCheck &array, CallCheck &) {
  if (array.descriptor.version != 1)
    array.fail("version is " + std::to_string(array.descriptor.version) +
               ", expected 1");
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
    array.fail("typestr is '" + descriptor.typestr + "', expected " +
               describe(type));
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
    array.fail("rank is " + std::to_string(descriptor.shape.size()) +
               ", but an array of this layout is only taken as its flat "
               "storage, one-dimensional, as sa.pack makes it");
}
