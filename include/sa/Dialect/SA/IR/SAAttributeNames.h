// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discardable attributes of functions, loops and kernels.

#ifndef SA_DIALECT_SA_IR_SAATTRIBUTENAMES_H
#define SA_DIALECT_SA_IR_SAATTRIBUTENAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace sa {

/// On an argument: its name in the emitted signature.
inline constexpr llvm::StringLiteral nameAttrName = "sa.name";
/// On an argument that is an array: the array's type.
inline constexpr llvm::StringLiteral arrayAttrName = "sa.array";
/// On an argument that is a scalar: its type, with its sign.
inline constexpr llvm::StringLiteral scalarAttrName = "sa.scalar";
/// On an argument that is a run-time size (a unit attribute) or stride (the
/// string "stride").
inline constexpr llvm::StringLiteral sizeAttrName = "sa.size";
/// On an argument that is a scalar of a lowered function: it is a run-time size
/// (a unit attribute).
inline constexpr llvm::StringLiteral passedSizeAttrName = "sa.passed_size";
/// On an `scf.parallel`: the names of its indices. On an `scf.for` or the
/// `gpu.global_id` that replaces an index: its name.
inline constexpr llvm::StringLiteral indicesAttrName = "sa.indices";
inline constexpr llvm::StringLiteral indexAttrName = "sa.index";
/// On quotients and remainders of the position of a work-item, which are not
/// negative (a unit attribute).
inline constexpr llvm::StringLiteral positionAttrName = "sa.position";
/// On a store that must keep its order with other accesses to the same array (a
/// unit attribute).
inline constexpr llvm::StringLiteral orderedAttrName = "sa.ordered";
/// On a store to an array: it writes past the caches of the device (a unit
/// attribute).
inline constexpr llvm::StringLiteral nontemporalAttrName = "sa.nontemporal";
/// On an `scf.parallel`: the size of the work-groups, an array of integers; the
/// runtime chooses it by default.
inline constexpr llvm::StringLiteral localAttrName = "sa.local";
/// On a kernel: the number of dimensions of its range.
inline constexpr llvm::StringLiteral rankAttrName = "sa.rank";

/// On a loop that a plan made: how it runs, an `#sa.execution`; a loop without
/// it is sequential. On a parallel loop also the largest number of work-items,
/// an integer, and how iterations are distributed over them, an `#sa.policy`.
inline constexpr llvm::StringLiteral executionAttrName = "sa.execution";
inline constexpr llvm::StringLiteral maxThreadsAttrName = "sa.max_threads";
inline constexpr llvm::StringLiteral policyAttrName = "sa.policy";
/// On a parallel loop: the names of the arrays that different iterations
/// accumulate into.
inline constexpr llvm::StringLiteral reductionsAttrName = "sa.reductions";

/// On a plan, and on its loops over groups: how many bytes of local memory the
/// temporaries of a group may use.
inline constexpr llvm::StringLiteral localMemoryAttrName = "sa.local_memory";
/// On a plan, and on its outermost loop: how many bytes of private memory the
/// temporaries of a work-item may use.
inline constexpr llvm::StringLiteral privateMemoryAttrName =
    "sa.private_memory";
/// On a plan: its steps are proven, and how strictly ("results" or "strict").
/// `sa/Dialect/SA/Analysis/Schedule/Proven.h` reads and writes it.
inline constexpr llvm::StringLiteral provenAttrName = "sa.proven";
/// On a plan: how many work-items a group of the target can have.
inline constexpr llvm::StringLiteral maxWorkItemsAttrName = "sa.max_work_items";

/// On an `scf.if`: its condition is an assumption, which holds (a unit
/// attribute).
inline constexpr llvm::StringLiteral assumptionAttrName = "sa.assumption";

/// On an `output` argument: every element is written (a unit attribute).
inline constexpr llvm::StringLiteral filledAttrName = "sa.filled";
/// On a temporary: no element is read before it is written (a unit attribute).
inline constexpr llvm::StringLiteral writtenFirstAttrName = "sa.written_first";
/// On a function over arrays of any layout: its version for dense arrays. On
/// that version, which only the other one calls (a unit attribute).
inline constexpr llvm::StringLiteral contiguousAttrName = "sa.contiguous";
inline constexpr llvm::StringLiteral internalAttrName = "sa.internal";
/// On a private function: it is the nests between two loops of rounds (a unit
/// attribute).
inline constexpr llvm::StringLiteral stageAttrName = "sa.stage";
/// On a function: what the compiler found and decided
/// (`sa/Dialect/SA/IR/Report.h`).
inline constexpr llvm::StringLiteral reportAttrName = "sa.report";

/// Returns the name of a stride of an array with the layout `any`.
inline std::string getStrideName(llvm::StringRef array, unsigned dim) {
  return (array + "_stride" + llvm::Twine(dim)).str();
}

} // namespace sa

#endif // SA_DIALECT_SA_IR_SAATTRIBUTENAMES_H
