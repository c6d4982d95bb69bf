// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoopPieces.h"

#include <numeric>

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

SmallVector<Piece> sa::findPieces(ArrayRef<int64_t> needed, size_t room) {
  SmallVector<Piece> pieces;
  for (int64_t iteration : needed) {
    if (!pieces.empty() && pieces.back().last + 1 == iteration)
      pieces.back().last = iteration;
    else
      pieces.push_back({iteration, iteration});
  }
  if (pieces.size() <= room)
    return pieces;
  std::vector<size_t> gaps(pieces.size() - 1);
  std::iota(gaps.begin(), gaps.end(), 0);
  auto getGap = [&](size_t gap) {
    return pieces[gap + 1].first - pieces[gap].last;
  };
  llvm::sort(gaps, [&](size_t lhs, size_t rhs) {
    return std::pair(-getGap(lhs), lhs) < std::pair(-getGap(rhs), rhs);
  });
  gaps.resize(room - 1);
  llvm::sort(gaps);
  SmallVector<Piece> closed = {{needed.front(), needed.back()}};
  for (size_t gap : gaps) {
    closed.back().last = pieces[gap].last;
    closed.push_back({pieces[gap + 1].first, needed.back()});
  }
  return closed;
}

size_t PieceCounts::multiply(Operation *loop, Operation *end) const {
  size_t product = 1;
  for (; loop != end; loop = loop->getParentOp())
    if (auto found = counts.find(loop); found != counts.end())
      product *= found->second;
  return product;
}

size_t PieceCounts::getRoom(AffineForOp loop) const {
  size_t inside = 1;
  loop.walk([&](AffineForOp inner) {
    inside = std::max(inside, multiply(inner, loop));
  });
  return maxPieces / (multiply(loop, nullptr) * inside);
}

void PieceCounts::addCopy(AffineForOp loop, const IRMapping &copy) {
  loop.walk([&](AffineForOp inner) {
    if (auto found = counts.find(inner); found != counts.end()) {
      size_t count = found->second;
      counts[copy.lookup(inner.getOperation())] = count;
    }
  });
}

void PieceCounts::erase(AffineForOp loop) {
  loop.walk([&](AffineForOp inner) { counts.erase(inner); });
}
