// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Choices.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

std::string OuterLoops::getText() const {
  if (parallel.empty())
    return "one work-item";
  return llvm::join(names, " and ") + " in parallel";
}

void sa::parallelize(const PlanRequest &request, const OuterLoops &loops) {
  request.sketch().parallelize(
      loops.parallel, loops.isOpen ? request.model.getMostWorkItems() : Size());
}

void sa::distribute(const PlanRequest &request, ArrayRef<unsigned> indices,
                    OuterLoops &loops) {
  for (unsigned index : indices)
    if (TileLoop rest = distributeTiles(request, index, /*unit=*/1, loops);
        rest.loop)
      loops.sequential.push_back(rest.loop);
}

TileLoop sa::distributeTiles(const PlanRequest &request, unsigned index,
                             int64_t unit, OuterLoops &loops, int64_t perCore,
                             int64_t leastOpen) {
  const NestShape &shape = request.shape;
  Value loop = request.sketch().getLoop(index);
  Size size = shape.sizes[index];
  // Enough for the cores, and for balance where tiles differ.
  double enough = request.target.cores * (shape.isConstrained ? 16 : 4);
  if (loops.numWorkItems >= enough)
    return {loop, size};
  double work = shape.countPointsIn(index) / loops.numWorkItems;
  Size share = request.model.chooseShare(size, unit, work, perCore);
  if (!share)
    return {loop, size};
  if (size) {
    loops.numWorkItems *= llvm::divideCeil(*size, *share);
  } else {
    share = std::max(*share, leastOpen);
    loops.isOpen = true;
  }
  NestOp nest = shape.nest;
  loops.names.push_back(nest.getIndexName(index));
  Value outer = loop;
  Value inner;
  if (*share > 1)
    inner = request.sketch().split(outer, size, *share);
  loops.parallel.push_back(outer);
  return {inner, share};
}
