// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Support/NearNames.h"

#include <algorithm>

std::string sa::didYouMean(llvm::StringRef name,
                           llvm::ArrayRef<llvm::StringRef> known) {
  llvm::StringRef nearest;
  unsigned least = ~0u;
  for (llvm::StringRef candidate : known) {
    unsigned most = std::max(name.size(), candidate.size()) / 3;
    unsigned distance = candidate.edit_distance(name);
    if (distance > most || distance >= least)
      continue;
    least = distance;
    nearest = candidate;
  }
  return nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
}
