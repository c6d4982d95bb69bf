// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refuses accesses that could leave their array.

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace sa {
#define GEN_PASS_DEF_SACHECKACCESSES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// Where an index leaves its array: a point of the nest, with the values of the
/// symbols, and the index there.
struct Escape {
  SmallVector<int64_t> point;
  int64_t index;
};

/// Looks for a point where index `dim` of `access` is below zero (`below`) or
/// at or past the size.
std::optional<Escape> findEscape(const NestAccesses &nest, const Access &access,
                                 unsigned dim, bool below) {
  unsigned rank = nest.getRank();
  FlatLinearConstraints constraints(rank + 1, nest.getNumSymbols());
  auto over = [&](AffineExpr expr) {
    return AffineMap::get(rank + 1, nest.getNumSymbols(), expr);
  };
  nest.addPoints(constraints, 0);
  (void)constraints.addBound(presburger::BoundType::EQ, rank,
                             over(access.map.getResult(dim)));
  if (below)
    constraints.addBound(presburger::BoundType::UB, rank, -1);
  else
    (void)constraints.addBound(presburger::BoundType::LB, rank,
                               over(nest.getArraySize(access, dim)));
  auto sample = constraints.findIntegerSample();
  if (!sample)
    return std::nullopt;
  Escape escape;
  for (unsigned i = 0; i < rank + 1 + nest.getNumSymbols(); ++i)
    escape.point.push_back(static_cast<int64_t>((*sample)[i]));
  escape.index = escape.point[rank];
  escape.point.erase(escape.point.begin() + rank);
  return escape;
}

/// "i = 3, k = 0, M = 5": the point in the user's words.
std::string describe(const NestAccesses &nest, const Escape &escape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::ListSeparator separator;
  for (auto [position, value] : llvm::enumerate(escape.point)) {
    NestOp op = nest.getNest();
    stream << separator
           << (position < nest.getRank()
                   ? op.getIndexName(position)
                   : nest.getSymbolName(position - nest.getRank()))
           << " = " << value;
  }
  return text;
}

LogicalResult checkAccess(const NestAccesses &nest, const Access &access) {
  auto type = cast<ArrayType>(access.array.getType());
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    for (bool below : {true, false}) {
      std::optional<Escape> escape = findEscape(nest, access, dim, below);
      if (!escape)
        continue;
      InFlightDiagnostic diagnostic =
          access.op->emitOpError()
          << "accesses '" << getArrayName(access.array)
          << "' outside of its shape: the index of dimension " << dim
          << " can be " << escape->index;
      if (int64_t size = type.getShape()[dim]; size != ShapedType::kDynamic)
        diagnostic << ", and the size is " << size;
      if (!escape->point.empty())
        diagnostic << " (at " << describe(nest, *escape) << ")";
      return diagnostic;
    }
  }
  return success();
}

class CheckAccesses : public sa::impl::SACheckAccessesBase<CheckAccesses> {
  void runOnOperation() override {
    for (NestOp nest : getOperation().getOps<NestOp>()) {
      FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
      if (failed(accesses))
        return signalPassFailure();
      for (const Access &access : accesses->getAccesses())
        if (failed(checkAccess(*accesses, access)))
          return signalPassFailure();
    }
  }
};

} // namespace
