// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sizes.h"

#include "Requirements.h"
#include "sa/Runtime/Checks/Format.h"
#include "sa/Runtime/Checks/StorageSizes.h"

using namespace sa::runtime;

namespace {

class SizeResolver {
public:
  explicit SizeResolver(CallCheck &call)
      : call(call), manifest(call.manifest), arrays(call.arrays),
        omitted(call.omitted), sizes(call.sizes) {}

  void run();

private:
  const ArrayArgument &getArray(size_t position) const {
    return std::get<ArrayArgument>(manifest.arguments[position]);
  }

  void bindShape(const ArrayCheck &array);
  void bindSize(unsigned position, const ArrayCheck &array, size_t dimension);
  void settle();
  bool solveStorage(const ArrayCheck &array);
  bool solveNeeds(size_t argument, bool omitted);
  bool reconsider();
  bool fitsAsStorage(const ArrayCheck &array) const;
  [[noreturn]] void failUnknown(unsigned position) const;
  void fillIn(ArrayCheck &array) const;

  CallCheck &call;
  const FunctionManifest &manifest;
  std::vector<ArrayCheck> &arrays;
  const std::vector<size_t> &omitted;
  std::vector<int64_t> &sizes;
};

/// True for one-dimensional descriptors that may be meant as an array with the
/// manifest's stride, but look like its flat storage.
bool isAmbiguous(const ArrayCheck &array) {
  const ArrayArgument &argument = array.argument;
  if (argument.layout != Layout::Strided || argument.shape.size() != 1 ||
      !isDenseLine(array.descriptor) || array.descriptor.shape.front() < 1)
    return false;
  auto is = [](const SizeExpr &size, int64_t value) {
    return size.getNumSizes() == 0 && size.evaluate({}) == value;
  };
  // One element is both, but where the array is known to have more, which are
  // all the same one.
  const SizeExpr &size = argument.shape.front();
  if (array.descriptor.shape.front() == 1 &&
      (size.getNumSizes() != 0 || is(size, 1)))
    return false;
  return !is(argument.strides.front(), 1) || !is(argument.offset, 0);
}

Form chooseForm(const ArrayCheck &array) {
  if (array.descriptor.rawBytes)
    return Form::Raw;
  bool flat = array.argument.layout == Layout::FlatOnly ||
              array.descriptor.shape.size() != array.argument.shape.size();
  return flat || isAmbiguous(array) ? Form::Flat : Form::Shaped;
}

} // namespace

//===----------------------------------------------------------------------===//
// Sizes from shapes
//===----------------------------------------------------------------------===//

void SizeResolver::bindSize(unsigned position, const ArrayCheck &array,
                            size_t dimension) {
  // Who gave a size its value is only needed for the message, so it is looked
  // up again when there is one to write.
  int64_t value = array.descriptor.shape[dimension];
  if (sizes[position] == unknownSize)
    sizes[position] = value;
  if (sizes[position] == value)
    return;
  std::string found = "shape[" + std::to_string(dimension) + "] is " +
                      std::to_string(value) + ", but ";
  std::string other =
      manifest.sizes[position] + " is " + std::to_string(sizes[position]);
  auto failBeside = [&](const ArrayCheck &source, const std::string &what) {
    array.fail(found + what + " of argument '" + source.argument.name +
               "' says that " + other);
  };
  auto getShapeText = [](size_t number) {
    return "shape[" + std::to_string(number) + "]";
  };
  for (const Argument &argument : manifest.arguments)
    if (const auto *scalar = std::get_if<ScalarArgument>(&argument);
        scalar && scalar->size == position)
      array.fail(found + other);
  for (const ArrayCheck &source : arrays) {
    if (source.form != Form::Shaped)
      continue;
    size_t end = &source == &array ? dimension : source.argument.shape.size();
    for (size_t d = 0; d != end; ++d)
      if (source.argument.shape[d].getSizePosition() == position)
        failBeside(source, getShapeText(d));
  }
  for (const ArrayCheck &source : arrays)
    if (source.form != Form::Shaped && source.argument.hasSize(position))
      failBeside(source, "the storage");
  array.fail(found + other);
}

void SizeResolver::bindShape(const ArrayCheck &array) {
  const std::vector<SizeExpr> &shape = array.argument.shape;
  for (size_t d = 0; d != shape.size(); ++d)
    if (std::optional<unsigned> position = shape[d].getSizePosition())
      bindSize(*position, array, d);
}

//===----------------------------------------------------------------------===//
// Sizes from flat storage, and of outputs that were left out
//===----------------------------------------------------------------------===//

/// Finds the only unknown size of an array that was given as storage. True when
/// there was something to find.
bool SizeResolver::solveStorage(const ArrayCheck &array) {
  const SizeExpr &storage = array.argument.storage;
  std::optional<unsigned> position = findOnlyUnknown(storage, sizes);
  if (!position ||
      (array.form == Form::Flat && array.descriptor.shape.size() != 1))
    return false;
  int64_t length = getFlatLength(array);
  std::optional<int64_t> size;
  if (isOpenSize(manifest, array.position, *position)) {
    size = findLargestSize(storage, sizes, *position, length);
    // Storage that does not grow with the dimension holds any number.
    if (!size)
      size = findNeed(call, array.position, *position);
  } else {
    size = findExactSize(storage, sizes, *position, length);
  }
  if (!size)
    return false;
  sizes[*position] = *size;
  return true;
}

/// Makes open dimensions as large as the loops need: all those of an output
/// that was left out, and those of storage that does not grow with them. True
/// when there was something to find.
bool SizeResolver::solveNeeds(size_t argument, bool omitted) {
  const ArrayArgument &array = getArray(argument);
  bool found = false;
  for (const SizeExpr &size : array.shape) {
    std::optional<unsigned> position = size.getSizePosition();
    if (!position || sizes[*position] != unknownSize ||
        !isOpenSize(manifest, argument, *position) ||
        (!omitted && array.storage.uses(*position)))
      continue;
    if (auto need = findNeed(call, argument, *position)) {
      sizes[*position] = *need;
      found = true;
    }
  }
  return found;
}

bool SizeResolver::fitsAsStorage(const ArrayCheck &array) const {
  const SizeExpr &storage = array.argument.storage;
  if (!isKnown(storage, sizes))
    return false;
  std::optional<int64_t> elements = storage.evaluate(sizes);
  int64_t length = getFlatLength(array);
  return elements == length || (elements && *elements < length &&
                                hasOpenDimension(manifest, array.position));
}

/// Takes a descriptor that looked like flat storage, but has not its length,
/// for an array with a shape. False when there is none.
bool SizeResolver::reconsider() {
  for (ArrayCheck &array : arrays) {
    if (array.form != Form::Flat || !isAmbiguous(array) || fitsAsStorage(array))
      continue;
    array.form = Form::Shaped;
    bindShape(array);
    return true;
  }
  return false;
}

/// Finds what the shapes did not say. Each size may help to find the next.
void SizeResolver::settle() {
  bool found = true;
  while (found) {
    found = false;
    for (const ArrayCheck &array : arrays)
      if (array.form != Form::Shaped)
        found |= solveStorage(array) ||
                 solveNeeds(array.position, /*omitted=*/false);
    for (size_t argument : omitted)
      found |= solveNeeds(argument, /*omitted=*/true);
    found = found || reconsider();
  }
}

void SizeResolver::failUnknown(unsigned position) const {
  const std::string &name = manifest.sizes[position];
  std::string unsaid = " not say what size " + name + " is";
  for (const ArrayCheck &array : arrays) {
    const ArrayDescriptor &descriptor = array.descriptor;
    if (array.form == Form::Flat && descriptor.shape.size() != 1)
      array.fail("rank is " + std::to_string(descriptor.shape.size()) +
                 ", expected " + std::to_string(array.argument.shape.size()) +
                 ": shape is " + formatTuple(descriptor.shape));
    if (array.form == Form::Shaped || !array.argument.hasSize(position))
      continue;
    std::string length =
        array.form == Form::Raw
            ? "memory has " + std::to_string(*descriptor.rawBytes) +
                  " bytes, which do"
            : "shape is " + formatTuple(descriptor.shape) + ", which does";
    array.fail(length + unsaid);
  }
  std::string reason;
  for (size_t argument : omitted)
    for (const SizeExpr &size : getArray(argument).shape)
      if (size.uses(position))
        reason =
            ", so output '" + getArray(argument).name + "' cannot be left out";
  throw Error(ErrorKind::Argument, "function '" + manifest.name +
                                       "': no argument's shape says what "
                                       "size " +
                                       name + " is" + reason);
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void SizeResolver::fillIn(ArrayCheck &array) const {
  std::optional<Placement> placement = array.argument.place(sizes);
  if (!placement)
    array.fail("shape is not possible for these sizes");
  array.shape = std::move(placement->shape);
  array.strides = std::move(placement->strides);
  array.offset = placement->offset;
}

void SizeResolver::run() {
  for (const Argument &argument : manifest.arguments)
    if (const auto *array = std::get_if<ArrayArgument>(&argument))
      for (unsigned position : array->strideSizes)
        sizes[position] = 0;
  bool settled = true;
  for (ArrayCheck &array : arrays) {
    array.form = chooseForm(array);
    settled &= array.form == Form::Shaped;
  }
  for (const ArrayCheck &array : arrays)
    if (array.form == Form::Shaped)
      bindShape(array);
  if (!settled || !omitted.empty())
    settle();
  for (unsigned i = 0; i != sizes.size(); ++i)
    if (sizes[i] == unknownSize)
      failUnknown(i);
  for (ArrayCheck &array : arrays)
    fillIn(array);
}

void sa::runtime::resolveSizes(CallCheck &call) { SizeResolver(call).run(); }
