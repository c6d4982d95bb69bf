// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/FunctionManifest.h"

#include "sa/Runtime/Device/Aspects.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Manifest/Scalar.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <type_traits>

using namespace sa::runtime;

namespace {

/// Checks the parts of one manifest, and throws at the first that is wrong.
class Verifier {
public:
  explicit Verifier(const FunctionManifest &manifest) : manifest(manifest) {}

  void run() {
    if (manifest.name.empty())
      fail("it has no name");
    checkNames();
    for (const std::string &aspect : manifest.aspects)
      if (!parseAspect(aspect))
        fail("it needs the aspect '" + aspect + "', which is not known");
    for (const Argument &argument : manifest.arguments) {
      if (const auto *array = std::get_if<ArrayArgument>(&argument))
        checkArray(*array);
      else
        checkScalar(std::get<ScalarArgument>(argument));
    }
    for (const Requirement &requirement : manifest.requirements)
      checkRequirement(requirement);
    for (const Temporary &temporary : manifest.temporaries)
      checkSizes(temporary.elements, "temporary '" + temporary.name + "'");
    for (const Constant &constant : manifest.constants)
      if (constant.offset < 0 || constant.bytes < 0)
        fail("constant '" + constant.name + "' has a negative place or size");
    for (const CheckSite &site : manifest.checks)
      if (site.indices.size() > maxPointIndices)
        fail("a check has " + std::to_string(site.indices.size()) +
             " indices, more than " + std::to_string(maxPointIndices));
    for (const CheckSite &site : manifest.checks)
      if (site.prints() && site.texts.size() != site.types.size() + 1)
        fail("a line that is printed has " + std::to_string(site.texts.size()) +
             " texts around " + std::to_string(site.types.size()) + " values");
    checkActions(manifest.actions, 0);
    if (numChecked != manifest.launches.size())
      fail("it does not launch all of its kernels");
  }

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Execution, "the manifest of function '" +
                                          manifest.name +
                                          "' is wrong: " + what);
  }

  void checkNames() const {
    std::set<std::string> seen;
    for (const Argument &argument : manifest.arguments)
      if (!seen.insert(getName(argument)).second)
        fail("two arguments are called '" + getName(argument) + "'");
    seen.clear();
    for (const std::string &size : manifest.sizes)
      if (!seen.insert(size).second)
        fail("two sizes are called '" + size + "'");
  }

  void checkSizes(const SizeExpr &size, const std::string &where) const {
    if (size.getNumSizes() > manifest.sizes.size())
      fail(where + " uses a size that the function does not have");
  }

  void checkScalar(const ScalarArgument &scalar) const {
    if (scalar.size && scalar.type != ElementType::I64)
      fail("scalar '" + scalar.name + "' is a size, but not of type i64");
    if (isComplex(scalar.type))
      fail("scalar '" + scalar.name + "' is of type " +
           std::string(getName(scalar.type)) + ", which only arrays have");
  }

  void checkArray(const ArrayArgument &array) const {
    std::string where = "array '" + array.name + "'";
    if (array.shape.size() > maxRank)
      fail(where + " has " + std::to_string(array.shape.size()) +
           " dimensions, more than " + std::to_string(maxRank));
    size_t strides = array.layout == Layout::Strided ? array.shape.size() : 0;
    size_t open = array.layout == Layout::Open ? array.shape.size() : 0;
    if (array.strides.size() != strides || array.strideSizes.size() != open)
      fail(where + " has not one stride for each dimension");
    for (const SizeExpr &size : array.shape)
      checkSizes(size, where);
    for (const SizeExpr &stride : array.strides)
      checkSizes(stride, where);
    for (unsigned size : array.strideSizes)
      checkSizes(SizeExpr::size(size), where);
    checkSizes(array.offset, where);
    checkSizes(array.storage, where);
  }

  void checkRequirement(const Requirement &requirement) const {
    const auto *array = requirement.argument < manifest.arguments.size()
                            ? std::get_if<ArrayArgument>(
                                  &manifest.arguments[requirement.argument])
                            : nullptr;
    if (!array || requirement.dimension >= array->shape.size() ||
        !array->shape[requirement.dimension].getSizePosition())
      fail("a requirement is not about a dimension with a size of its own");
    if (requirement.atLeast)
      checkSizes(*requirement.atLeast, "a requirement");
    else if (!manifest.launches.empty())
      fail("a requirement does not say how much the launches need");
  }

  /// Launches come in order, each once; loops and conditions know the indices
  /// of the `depth` loops around them.
  void checkActions(const std::vector<HostAction> &actions, size_t depth) {
    for (const HostAction &item : actions) {
      if (item.kind == HostAction::Kind::Launch) {
        if (item.launch != numChecked ||
            item.launch >= manifest.launches.size())
          fail("its launches are not in the order of its kernels");
        ++numChecked;
        checkLaunch(manifest.launches[item.launch], depth);
      } else if (item.kind == HostAction::Kind::Loop) {
        for (const SizeExpr *size : {&item.lower, &item.upper, &item.increment})
          checkLaunchSize(*size, "a loop", depth);
        checkActions(item.body, depth + 1);
      } else if (item.kind == HostAction::Kind::Exchange) {
        checkMoving(item.first, "an exchange");
        checkMoving(item.second, "an exchange");
      } else if (item.kind == HostAction::Kind::Stop) {
        checkMoving(item.first, "the end of a loop");
        checkLaunchSize(item.offset, "the end of a loop", depth);
        if (item.every <= 0 || depth == 0 || isFloat(item.elementType) ||
            isComplex(item.elementType))
          fail("the end of a loop is not one");
      } else if (item.kind == HostAction::Kind::Moved) {
        checkMoving(item.first, "a condition");
        checkMoving(item.second, "a condition");
        if (item.first.kind != KernelOperand::Kind::Argument ||
            item.second.kind != KernelOperand::Kind::Temporary)
          fail("a condition does not ask whether an argument moved");
        checkActions(item.body, depth);
      } else {
        checkLaunchSize(item.condition, "a condition", depth);
        checkActions(item.body, depth);
        checkActions(item.otherwise, depth);
      }
    }
  }

  /// Checks an operand that is memory which exchanges may move.
  void checkMoving(const KernelOperand &operand,
                   const std::string &where) const {
    if (operand.kind == KernelOperand::Kind::Temporary &&
        operand.position < manifest.temporaries.size())
      return;
    if (operand.kind == KernelOperand::Kind::Argument &&
        operand.position < manifest.arguments.size() &&
        std::holds_alternative<ArrayArgument>(
            manifest.arguments[operand.position]) &&
        std::get<ArrayArgument>(manifest.arguments[operand.position])
            .isWritten())
      return;
    fail(where + " is about something that is neither a written array nor a "
                 "temporary");
  }

  /// Checks a size of a launch or action inside of `depth` loops.
  void checkLaunchSize(const SizeExpr &size, const std::string &where,
                       size_t depth) const {
    if (size.getNumSizes() > manifest.getLoopSize(depth))
      fail(where + " uses a size that the function does not have");
    for (size_t i = 0; i != manifest.arguments.size(); ++i) {
      const auto *scalar = std::get_if<ScalarArgument>(&manifest.arguments[i]);
      if (size.uses(manifest.getArgumentSize(i)) &&
          (!scalar || scalar->type != ElementType::I64))
        fail(where + " uses argument '" + getName(manifest.arguments[i]) +
             "' as a size, which only scalars of type i64 are");
    }
  }

  void checkLaunch(const KernelLaunch &launch, size_t depth) const {
    std::string where = "kernel '" + launch.kernel + "'";
    if (launch.kernel.empty())
      fail("a launch names no kernel");
    if (launch.range.empty() || launch.range.size() > 3)
      fail(where + " has a range of " + std::to_string(launch.range.size()) +
           " dimensions, not of 1 to 3");
    for (const SizeExpr &size : launch.range)
      checkLaunchSize(size, where, depth);
    if (launch.local && launch.local->size() != launch.range.size())
      fail(where + " has a work-group of another rank than its range");
    if (launch.local)
      for (const SizeExpr &size : *launch.local)
        checkLaunchSize(size, where, depth);
    for (const KernelOperand &operand : launch.operands)
      checkOperand(operand, where, depth);
  }

  void checkOperand(const KernelOperand &operand, const std::string &where,
                    size_t depth) const {
    switch (operand.kind) {
    case KernelOperand::Kind::Argument:
      if (operand.position >= manifest.arguments.size())
        fail(where + " takes an argument that the function does not have");
      return;
    case KernelOperand::Kind::Temporary:
      if (operand.position >= manifest.temporaries.size())
        fail(where + " takes a temporary that the function does not have");
      return;
    case KernelOperand::Kind::Constant:
      if (operand.position >= manifest.constants.size())
        fail(where + " takes a constant that the function does not have");
      return;
    case KernelOperand::Kind::ErrorRecord:
      if (manifest.checks.empty())
        fail(where + " takes an error record, and the function has no checks");
      return;
    case KernelOperand::Kind::Size:
      checkLaunchSize(operand.size, where, depth);
      return;
    }
  }

  const FunctionManifest &manifest;
  /// How many launches there have been.
  size_t numChecked = 0;
};

} // namespace

bool ArrayArgument::hasSize(unsigned position) const {
  return std::any_of(shape.begin(), shape.end(),
                     [&](const SizeExpr &size) { return size.uses(position); });
}

std::optional<Placement>
ArrayArgument::place(const std::vector<int64_t> &sizes) const {
  Placement placement;
  for (const SizeExpr &size : shape) {
    std::optional<int64_t> value = size.evaluate(sizes);
    if (!value || *value < 0)
      return std::nullopt;
    placement.shape.push_back(*value);
  }
  for (const SizeExpr &stride : strides) {
    std::optional<int64_t> value = stride.evaluate(sizes);
    if (!value)
      return std::nullopt;
    placement.strides.push_back(*value);
  }
  std::optional<int64_t> start = offset.evaluate(sizes);
  if (!start)
    return std::nullopt;
  placement.offset = *start;
  return placement;
}

void sa::runtime::verifyManifest(const FunctionManifest &manifest) {
  Verifier(manifest).run();
}

void sa::runtime::verifyContiguousManifest(const FunctionManifest &general,
                                           const FunctionManifest &contiguous) {
  auto fail = [&](const std::string &what) {
    throw Error(ErrorKind::Execution, "function '" + contiguous.name +
                                          "' cannot stand for '" +
                                          general.name + "': " + what);
  };
  if (general.contiguous != contiguous.name)
    fail("it is not its contiguous version");
  if (general.arguments.size() != contiguous.arguments.size())
    fail("it has another number of arguments");
  for (size_t i = 0; i != general.arguments.size(); ++i) {
    const Argument &argument = general.arguments[i];
    const Argument &other = contiguous.arguments[i];
    auto describe = [](const auto &a) {
      using ArgumentT = std::decay_t<decltype(a)>;
      if constexpr (std::is_same_v<ArgumentT, ScalarArgument>)
        return std::make_tuple(a.name, a.type, Role::Input, size_t(0));
      else
        return std::make_tuple(a.name, a.elementType, a.role, a.shape.size());
    };
    if (argument.index() != other.index() ||
        std::visit(describe, argument) != std::visit(describe, other))
      fail("argument '" + getName(argument) + "' differs");
    const auto *array = std::get_if<ArrayArgument>(&other);
    if (array && array->layout == Layout::Open)
      fail("it leaves the strides of argument '" + array->name + "' open");
  }
}
