// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function as the manifest describes it: its arguments, its run-time sizes,
// the temporaries and constants it needs, and the kernels it launches one after
// the other. These are plain structures; whoever reads a manifest fills them in
// and calls verifyPlan once.

#ifndef SA_RUNTIME_PLAN_H
#define SA_RUNTIME_PLAN_H

#include "sa/Runtime/ElementType.h"
#include "sa/Runtime/SizeExpr.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sa::runtime {

struct ArrayArgument {
  std::string name;
  /// True for arrays that the function writes.
  bool written = false;
  ElementType elementType = ElementType::F32;
  std::vector<SizeExpr> shape;
  /// In elements, one for each dimension.
  std::vector<SizeExpr> strides;
  /// Where element zero lies in the storage, in elements. Kernels add it to the
  /// pointer they receive.
  SizeExpr offset = SizeExpr::constant(0);
};

struct ScalarArgument {
  std::string name;
  ElementType type = ElementType::F32;
};

using Argument = std::variant<ArrayArgument, ScalarArgument>;

inline const std::string &getName(const Argument &argument) {
  return std::visit([](const auto &a) -> const std::string & { return a.name; },
                    argument);
}

/// Device memory that lives for one call and starts as zeros.
struct Temporary {
  std::string name;
  ElementType elementType = ElementType::F32;
  SizeExpr elements = SizeExpr::constant(0);
};

/// Data that the program brings along, the same in all calls.
struct Constant {
  std::string name;
  /// Its place among the program's constants.
  int64_t offset = 0;
  int64_t bytes = 0;
};

/// What a kernel receives in one place of its argument list.
struct KernelOperand {
  enum class Kind { Argument, Temporary, Constant, Size };

  Kind kind = Kind::Argument;
  /// Which argument, temporary or constant of the function.
  size_t position = 0;
  /// The value of a Size.
  SizeExpr size = SizeExpr::constant(0);
};

/// One kernel launch.
struct Step {
  std::string kernel;
  /// One to three dimensions, the slowest first.
  std::vector<SizeExpr> range;
  /// The work-group, when the kernel depends on it.
  std::optional<std::vector<SizeExpr>> local;
  std::vector<KernelOperand> operands;
};

struct FunctionPlan {
  std::string name;
  std::string signature;
  /// What the kernels need of the device beyond SYCL's minimum, by the names of
  /// SYCL's aspects.
  std::vector<std::string> aspects;
  std::vector<Argument> arguments;
  std::vector<std::string> sizes;
  std::vector<Temporary> temporaries;
  std::vector<Constant> constants;
  std::vector<Step> steps;
};

/// Throws an Error when the parts of `plan` do not fit together. Everything
/// that takes a plan relies on it.
void verifyPlan(const FunctionPlan &plan);

} // namespace sa::runtime

#endif // SA_RUNTIME_PLAN_H
