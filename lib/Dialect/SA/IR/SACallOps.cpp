// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Count.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace sa;

/// Returns the name of an argument in the callee.
static std::string getFormalText(FuncOp callee, unsigned position) {
  return ("'" + callee.getArgName(position) + "' of '" + callee.getSymName() +
          "'")
      .str();
}

/// Returns a size as types print it: a number or a name.
static std::string getSizeText(Value array, unsigned dim) {
  int64_t size = cast<ArrayType>(array.getType()).getShape()[dim];
  return size == ShapedType::kDynamic ? getSizeName(array, dim)
                                      : std::to_string(size);
}

namespace {
/// Compares the arrays of a call with the arguments of the function.
class CallVerifier {
public:
  CallVerifier(CallOp call, FuncOp callee) : call(call), callee(callee) {}

  LogicalResult verify(unsigned position);

private:
  LogicalResult verifySizes(unsigned position, Value passed);

  CallOp call;
  FuncOp callee;
  /// For each name of a size in the callee: its size in the call, and the array
  /// and dimension that determine it.
  struct Known {
    std::string size;
    std::string array;
    unsigned dim;
  };
  llvm::StringMap<Known> known;
};
} // namespace

LogicalResult CallVerifier::verifySizes(unsigned position, Value passed) {
  auto formal = cast<ArrayType>(callee.getArgumentTypes()[position]);
  for (unsigned dim = 0; dim < formal.getRank(); ++dim) {
    std::string size = getSizeText(passed, dim);
    if (formal.isOpen(dim))
      continue;
    auto emit = [&]() -> InFlightDiagnostic {
      return call.emitOpError()
             << "passes '" << getArrayName(passed) << "', whose dimension "
             << dim << " has " << size << " elements, for "
             << getFormalText(callee, position);
    };
    if (formal.getShape()[dim] != ShapedType::kDynamic) {
      if (size != std::to_string(formal.getShape()[dim]))
        return emit() << ", where it has " << formal.getShape()[dim];
      continue;
    }
    std::string name = callee.getSizeName(position, dim);
    auto [found, isNew] =
        known.try_emplace(name, Known{size, getArrayName(passed), dim});
    const Known &other = found->second;
    if (!isNew && other.size != size)
      return emit() << ", where it has " << name << ": dimension " << other.dim
                    << " of '" << other.array << "' says that this is "
                    << other.size;
  }
  return success();
}

LogicalResult CallVerifier::verify(unsigned position) {
  Value passed = call.getArguments()[position];
  Type formalType = callee.getArgumentTypes()[position];
  auto formal = dyn_cast<ArrayType>(formalType);
  auto actual = dyn_cast<ArrayType>(passed.getType());
  // C2
  if (!formal || !actual) {
    if (passed.getType() == formalType)
      return success();
    return call.emitOpError()
           << "passes something of the type " << passed.getType() << " for "
           << getFormalText(callee, position) << ", which is " << formalType;
  }
  // C3
  if (formal.getElementType() != actual.getElementType() ||
      formal.getRank() != actual.getRank())
    return call.emitOpError()
           << "passes '" << getArrayName(passed) << "', which is " << actual
           << ", for " << getFormalText(callee, position) << ", which is "
           << formal
           << ": the element type and the number of dimensions must "
              "be the same";
  if (failed(verifySizes(position, passed)))
    return failure();
  // C4
  if (formal.isWritable() && !actual.isWritable())
    return call.emitOpError()
           << "passes '" << getArrayName(passed) << "', which has the role '"
           << stringifyRole(actual.getRole()) << "' and is read-only, for "
           << getFormalText(callee, position) << ", which has the role '"
           << stringifyRole(formal.getRole()) << "' and may be written";
  // C5
  for (unsigned other = 0; other < call.getArguments().size(); ++other)
    if (other != position && call.getArguments()[other] == passed &&
        formal.isWritable())
      return call.emitOpError()
             << "passes '" << getArrayName(passed) << "' for "
             << getFormalText(callee, position) << ", which may be written, "
             << "and for " << getFormalText(callee, other)
             << " as well: pass a copy for one of them";
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // C1
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "calls '" << getCallee()
                         << "', which is not a function of the module";
  // C2
  if (getArguments().size() != callee.getNumArguments())
    return emitOpError() << "passes "
                         << count(getArguments().size(), "argument",
                                  "arguments")
                         << " to '" << getCallee() << "', which takes "
                         << callee.getNumArguments();
  CallVerifier verifier(*this, callee);
  for (unsigned position = 0; position < getArguments().size(); ++position)
    if (failed(verifier.verify(position)))
      return failure();
  return success();
}
