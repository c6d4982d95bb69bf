// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NestText.h"

#include "mlir/IR/Diagnostics.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace sa;

/// "12 work-items over i and j", or "a work-item for each i" if a size is open.
static std::string getWorkItems(ArrayRef<std::string> parallel, double number,
                                bool isOpen) {
  if (parallel.empty())
    return "one work-item";
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isOpen)
    os << "a work-item for each ";
  else
    os << llvm::format("%.0f", number)
       << (number == 1 ? " work-item over " : " work-items over ");
  os << llvm::join(parallel, " and ");
  return text;
}

/// Returns what points that differ in an index do to one element.
static std::string getReason(const NestAccesses &accesses, unsigned index) {
  auto areAtomic = [](const Access &first, const Access &second) {
    auto one = dyn_cast<AccumulateOp>(first.op);
    auto other = dyn_cast<AccumulateOp>(second.op);
    return one && other && one.getKind() == other.getKind() &&
           one.getIsAtomic() && other.getIsAtomic();
  };
  std::optional<Conflict> conflict = findConflict(accesses, index, areAtomic);
  if (!conflict)
    return "";
  auto getVerb = [](const Access &access) -> StringRef {
    return isa<LoadOp>(access.op)         ? "reads "
           : isa<AccumulateOp>(access.op) ? "accumulates into "
                                          : "writes ";
  };
  auto describe = [&](const Access &access) {
    return getVerb(access).str() + getText(accesses, access);
  };
  if (conflict->first.op == conflict->second.op)
    return describe(conflict->first);
  return describe(conflict->first) + " and " + describe(conflict->second);
}

std::string sa::describeUnplanned(NestOp nest) {
  if (!nest.getParallel())
    return "";
  double number = 1;
  bool isOpen = false;
  SmallVector<std::string> parallel, sequential, reasons;
  FailureOr<NestAccesses> accesses = failure();
  {
    ScopedDiagnosticHandler silent(nest.getContext(),
                                   [](Diagnostic &) { return success(); });
    accesses = NestAccesses::get(nest);
  }
  for (unsigned index = 0; index < nest.getRank(); ++index) {
    std::string name = nest.getIndexName(index).str();
    if (nest.isParallel(index)) {
      parallel.push_back(name);
      int64_t size = nest.getStaticSizes()[index];
      isOpen |= ShapedType::isDynamic(size);
      number *= static_cast<double>(size);
      continue;
    }
    sequential.push_back(name);
    std::string reason = succeeded(accesses) ? getReason(*accesses, index) : "";
    if (!reason.empty() && !llvm::is_contained(reasons, reason))
      reasons.push_back(reason);
  }
  std::string text = getWorkItems(parallel, number, isOpen);
  if (!sequential.empty())
    text += ", " + llvm::join(sequential, " and ") + " sequential";
  if (!reasons.empty())
    text += " because the nest " + llvm::join(reasons, ", and ");
  return text;
}
