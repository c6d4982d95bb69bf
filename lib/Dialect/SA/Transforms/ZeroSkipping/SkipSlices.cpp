// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nest over the slices of a constant that are not zero.

#include "SkipEstimate.h"
#include "mlir/IR/Builders.h"
#include <cstring>

using namespace mlir;
using namespace sa;

/// Returns the elements of the slices that are left, one after the other.
static std::vector<char> gather(const ConstantElements &elements,
                                ArrayRef<int64_t> shape,
                                ArrayRef<SliceCandidate> kept) {
  int64_t bytes = elements.getElementBytes(), count = 1;
  for (const SliceCandidate &candidate : kept)
    count *= candidate.count;
  std::vector<char> values(count * bytes);
  SmallVector<int64_t> index(kept.size(), 0);
  for (int64_t place = 0; place < count; ++place) {
    int64_t position = 0;
    for (auto [dim, candidate] : llvm::enumerate(kept))
      position = position * shape[dim] + candidate[index[dim]];
    std::memcpy(&values[place * bytes], elements[position], bytes);
    for (size_t dim = kept.size(); dim-- > 0;) {
      if (++index[dim] < kept[dim].count)
        break;
      index[dim] = 0;
    }
  }
  return values;
}

NestRewrite sa::makeSlices(const ZeroFactor &factor,
                           ArrayRef<SliceCandidate> candidates) {
  NestOp nest = factor.nest;
  Builder builder(nest.getContext());
  NestRewrite rewrite;

  // 1. The indices: shorter where slices are skipped.
  for (auto [position, size] : llvm::enumerate(nest.getMixedSizes())) {
    rewrite.indices.push_back(
        {nest.getIndexName(position).str(), size, nest.isParallel(position)});
    rewrite.oldIndices.push_back({static_cast<unsigned>(position)});
  }
  SmallVector<SliceCandidate> kept;
  for (auto [dim, size] : llvm::enumerate(factor.mask.shape))
    kept.push_back(
        {static_cast<unsigned>(dim), size, 0, 0, size, {}, 1, false});
  for (const SliceCandidate &candidate : candidates) {
    unsigned position = factor.positions[candidate.dim];
    NestRewrite::NewIndex &index = rewrite.indices[position];
    index.name += "_kept";
    index.size = builder.getIndexAttr(candidate.count);
    rewrite.oldIndices[position].offset = candidate.first;
    rewrite.oldIndices[position].table = candidate.list;
    kept[candidate.dim] = candidate;
  }

  // 2. The elements that are left.
  rewrite.values = gather(*factor.elements, factor.shape, kept);
  for (const SliceCandidate &candidate : kept)
    rewrite.valueShape.push_back(candidate.count);
  rewrite.valueIndices = factor.positions;
  return rewrite;
}
