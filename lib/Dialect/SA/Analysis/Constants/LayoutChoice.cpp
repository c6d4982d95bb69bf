// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Constants/LayoutChoice.h"

#include "sa/Dialect/SA/Analysis/Accesses/IndexOrder.h"

using namespace mlir;
using namespace sa;

/// What a size counts for that is known only at run time.
static constexpr double guessedSize = 256;

namespace {
/// How one load walks the constant.
struct Walk {
  NestOp nest;
  /// How many points the nest has.
  double points = 1;
  /// For each dimension its fastest index, as a place in the order of speed;
  /// beyond it when there is none.
  SmallVector<size_t> speeds;
  SmallVector<unsigned> indicesBySpeed;

  explicit Walk(LoadOp load);
  /// The dimension in `dims` that is walked fastest; the last of them when the
  /// same index walks several, nothing when none is walked.
  std::optional<unsigned> getFastest(ArrayRef<unsigned> dims) const;
};
} // namespace

Walk::Walk(LoadOp load)
    : nest(load->getParentOfType<NestOp>()),
      indicesBySpeed(getIndicesBySpeed(nest)) {
  for (int64_t size : nest.getStaticSizes())
    points *= size == ShapedType::kDynamic ? guessedSize : size;
  for (Value index : load.getIndices()) {
    llvm::SmallBitVector used = getUsedIndices(nest, index);
    auto *fastest = llvm::find_if(
        indicesBySpeed, [&](unsigned position) { return used[position]; });
    speeds.push_back(fastest - indicesBySpeed.begin());
  }
}

std::optional<unsigned> Walk::getFastest(ArrayRef<unsigned> dims) const {
  std::optional<unsigned> fastest;
  size_t best = indicesBySpeed.size();
  for (unsigned dim : dims)
    if (speeds[dim] < best || (fastest && speeds[dim] == best)) {
      fastest = dim;
      best = speeds[dim];
    }
  return fastest;
}

SmallVector<int64_t> LayoutChoice::getStrides(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (unsigned dim : llvm::reverse(order)) {
    strides[dim] = stride;
    stride *= shape[dim];
  }
  return strides;
}

LayoutChoice sa::chooseLayout(unsigned rank, ArrayRef<LoadOp> loads) {
  SmallVector<Walk> walks;
  for (LoadOp load : loads)
    walks.emplace_back(load);
  LayoutChoice choice;
  choice.numReads = walks.size();
  SmallVector<unsigned> left = llvm::to_vector(llvm::seq<unsigned>(rank));
  while (!left.empty()) {
    SmallVector<double> votes(rank, 0);
    for (const Walk &walk : walks)
      if (std::optional<unsigned> dim = walk.getFastest(left))
        votes[*dim] += walk.points;
    // Where votes are even, the later dimension is the inner one.
    unsigned inner = left.back();
    for (unsigned dim : llvm::reverse(left))
      if (votes[dim] > votes[inner])
        inner = dim;
    choice.order.push_back(inner);
    llvm::erase(left, inner);
  }
  std::reverse(choice.order.begin(), choice.order.end());

  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(rank));
  double most = 0;
  for (Walk &walk : walks) {
    if (rank == 0 || walk.getFastest(all) != choice.order.back())
      continue;
    ++choice.numVotes;
    if (walk.points <= most)
      continue;
    most = walk.points;
    unsigned position = walk.indicesBySpeed[walk.speeds[choice.order.back()]];
    choice.index = walk.nest.getIndexName(position);
  }
  return choice;
}
