// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the manifest says of one function: arguments, run-time sizes,
// temporaries, constants, and the launches of its kernels, in loops and under
// conditions of the host.

#ifndef SA_RUNTIME_MANIFEST_FUNCTIONMANIFEST_H
#define SA_RUNTIME_MANIFEST_FUNCTIONMANIFEST_H

#include "sa/Runtime/Manifest/ElementType.h"
#include "sa/Runtime/Manifest/SizeExpr.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sa::runtime {

/// The most dimensions that an array may have.
constexpr size_t maxRank = 16;

enum class Role {
  Input,
  Inout,
  /// Written before it is read; callers may ask what to allocate for it.
  Output,
};

/// In which forms an array is taken, beside that of its flat storage.
enum class Layout {
  /// As an array of its shape with the manifest's strides.
  Strided,
  /// As an array of its shape with whatever strides. Kernels are told them, and
  /// get a pointer to element zero.
  Open,
  /// In no other form: its elements have no strides.
  FlatOnly,
};

/// Where the elements of an array lie, in elements.
struct Placement {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  int64_t offset = 0;
};

struct ArrayArgument {
  std::string name;
  Role role = Role::Input;
  ElementType elementType = ElementType::F32;
  std::vector<SizeExpr> shape;
  Layout layout = Layout::Strided;
  /// In elements, one for each dimension of a Strided array.
  std::vector<SizeExpr> strides;
  /// The sizes that stand for the strides of an Open array, one for each
  /// dimension.
  std::vector<unsigned> strideSizes;
  /// Where element zero lies in the storage, in elements. Kernels add it to the
  /// pointer they receive.
  SizeExpr offset = SizeExpr::constant(0);
  /// The elements of the flat storage. Of an Open array: if it is dense.
  SizeExpr storage = SizeExpr::constant(0);
  /// True for an output of which every element is written.
  bool filled = false;

  bool isWritten() const { return role != Role::Input; }
  /// True when this run-time size is one of the shape.
  bool hasSize(unsigned position) const;
  /// The shape for these run-time sizes, and the manifest's strides and offset.
  /// Nothing when a size is negative or too large.
  std::optional<Placement> place(const std::vector<int64_t> &sizes) const;
};

struct ScalarArgument {
  std::string name;
  ElementType type = ElementType::F32;
  /// The run-time size that an argument of type i64 is.
  std::optional<unsigned> size;
};

using Argument = std::variant<ArrayArgument, ScalarArgument>;

inline const std::string &getName(const Argument &argument) {
  return std::visit([](const auto &a) -> const std::string & { return a.name; },
                    argument);
}

/// Device memory that lives for one call and starts as zeros, unless nothing
/// reads what has not been written.
struct Temporary {
  std::string name;
  ElementType elementType = ElementType::F32;
  SizeExpr elements = SizeExpr::constant(0);
  bool isUninitialized = false;
};

/// Data that the program brings along, the same in all calls.
struct Constant {
  std::string name;
  /// Its place among the program's constants.
  int64_t offset = 0;
  int64_t bytes = 0;
};

/// The most indices of a point that an error record tells.
constexpr size_t maxPointIndices = 16;

/// The type of a value that is printed; complex ones are two values.
struct PrintedType {
  enum class Kind { Bool, Signed, Unsigned, Float32, Float64 };

  Kind kind = Kind::Signed;
  bool isComplex = false;
};

/// A place in the kernels that can fail, an index that data chooses or an
/// assumption, or that prints a line. Kernels name it by its position.
struct CheckSite {
  std::string array;
  int64_t dimension = 0;
  /// True for an index of an unsigned type of 64 bits.
  bool isUnsigned = false;
  /// Set for an assumption: what it says.
  std::optional<std::string> assumption;
  /// The names of the indices of the point, and then of the numbers that are
  /// told.
  std::vector<std::string> indices;
  /// The types of these numbers, `i64`, `u64`, `f32` or `f64`.
  std::vector<std::string> told;
  /// Of a place that prints: the texts around the values, one more than there
  /// are types. Empty for others.
  std::vector<std::string> texts;
  std::vector<PrintedType> types;

  bool prints() const { return !texts.empty(); }
};

/// What a kernel receives in one place of its argument list.
struct KernelOperand {
  enum class Kind { Argument, Temporary, Constant, Size, ErrorRecord };

  Kind kind = Kind::Argument;
  /// Which argument, temporary or constant of the function.
  size_t position = 0;
  /// The value of a Size.
  SizeExpr size = SizeExpr::constant(0);
};

/// One kernel launch.
struct KernelLaunch {
  std::string kernel;
  /// One to three dimensions, the slowest first.
  std::vector<SizeExpr> range;
  /// The work-group, when the kernel depends on it.
  std::optional<std::vector<SizeExpr>> local;
  std::vector<KernelOperand> operands;
};

/// What the host does: a launch, a loop or a condition around others, or what
/// belongs to rounds.
struct HostAction {
  enum class Kind { Launch, Loop, Condition, Exchange, Stop, Moved };

  Kind kind = Kind::Launch;
  /// The position of a Launch in the function's `launches`.
  size_t launch = 0;
  /// A Loop runs its body for `lower`, `lower + increment`, … below `upper`.
  SizeExpr lower = SizeExpr::constant(0);
  SizeExpr upper = SizeExpr::constant(0);
  SizeExpr increment = SizeExpr::constant(1);
  /// A Condition runs its body if this is not zero, and `otherwise` if it is.
  SizeExpr condition = SizeExpr::constant(0);
  std::vector<HostAction> body;
  std::vector<HostAction> otherwise;
  /// An Exchange gives the memory of one array to the other. A Stop, at the end
  /// of a loop from 0 by 1, ends it if the element `offset` of the first array
  /// is zero after a number of rounds that `every` divides. Moved runs its body
  /// if the second array, a temporary, is in the memory that the first one, an
  /// argument, had at the call.
  KernelOperand first, second;
  SizeExpr offset = SizeExpr::constant(0);
  ElementType elementType = ElementType::I32;
  int64_t every = 1;
};

/// An open dimension of an array argument: the caller decides on its size, a
/// run-time size that no other argument has. Or a dimension with a named size
/// that must not be too small.
struct Requirement {
  size_t argument = 0;
  size_t dimension = 0;
  bool isOpen = true;
  /// The least size that the loops need. Nothing in a function without
  /// launches, whose caller computes it.
  std::optional<SizeExpr> atLeast;
};

struct FunctionManifest {
  std::string name;
  std::string signature;
  /// The function that may run in place of this one when all Open arrays are
  /// dense and row-major.
  std::optional<std::string> contiguous;
  /// What the kernels need of the device beyond SYCL's minimum, by the names of
  /// SYCL's aspects.
  std::vector<std::string> aspects;
  std::vector<Argument> arguments;
  std::vector<std::string> sizes;
  std::vector<Requirement> requirements;
  std::vector<Temporary> temporaries;
  std::vector<Constant> constants;
  std::vector<KernelLaunch> launches;
  /// What can fail. A call has an error record if there is something.
  std::vector<CheckSite> checks;
  /// Runs each of `launches` in one place, in order. Sizes in here and in
  /// launches may name more than `sizes`: after these come the values of the
  /// arguments, of which only scalars of type i64 are sizes, and then the
  /// indices of the loops around, the outermost first.
  std::vector<HostAction> actions;

  /// The position of the argument's value among the sizes of a launch.
  unsigned getArgumentSize(size_t argument) const {
    return static_cast<unsigned>(sizes.size() + argument);
  }
  /// The position of the index of a loop inside of `depth` others.
  unsigned getLoopSize(size_t depth) const {
    return static_cast<unsigned>(sizes.size() + arguments.size() + depth);
  }
};

/// Throws an Error when the parts of `manifest` do not fit together. All
/// functions that take a manifest expect it to be verified.
void verifyManifest(const FunctionManifest &manifest);

/// Throws an Error when `contiguous` cannot take the arguments of `general`, as
/// what its `contiguous` names must. Both have been verified.
void verifyContiguousManifest(const FunctionManifest &general,
                              const FunctionManifest &contiguous);

} // namespace sa::runtime

#endif // SA_RUNTIME_MANIFEST_FUNCTIONMANIFEST_H
