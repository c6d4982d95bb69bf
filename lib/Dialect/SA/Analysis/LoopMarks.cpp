// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/LoopMarks.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

StringRef sa::getLoopName(affine::AffineForOp loop) {
  auto name = loop->getAttrOfType<StringAttr>(indexAttrName);
  return name ? name.getValue() : StringRef("unnamed");
}

StringRef sa::getRun(affine::AffineForOp loop) {
  auto run = loop->getAttrOfType<StringAttr>(runAttrName);
  return run ? run.getValue() : StringRef();
}

std::optional<int64_t> sa::getMaxThreads(affine::AffineForOp loop) {
  auto threads = loop->getAttrOfType<IntegerAttr>(maxThreadsAttrName);
  if (!threads)
    return std::nullopt;
  return std::clamp<int64_t>(threads.getInt(), 1, 65536);
}

bool sa::isConcurrent(StringRef run) {
  return run == "parallel" || run.starts_with("block") || isThread(run);
}

bool sa::isThread(StringRef run) {
  return run.starts_with("thread") || run == "subgroup";
}

bool sa::needsTripCount(StringRef run) {
  return run == "unroll" || run == "vectorize";
}
