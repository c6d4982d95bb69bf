// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a constant array as bytes. MLIR has several attributes for
// them, and hands them out one at a time; constants may have millions, so
// whoever copies or inspects one does that on its memory.

#ifndef SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTELEMENTS_H
#define SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTELEMENTS_H

#include "sa/Dialect/SA/IR/SAOps.h"
#include <optional>
#include <vector>

namespace sa {

class ConstantElements {
public:
  /// The elements of `op`; nothing when it does not have them at hand: a
  /// resource of the wrong size, or an attribute that is not dense. They are
  /// the context's, and live as long as it does.
  static std::optional<ConstantElements> get(ConstOp op);

  /// Elements of their own.
  static ConstantElements get(std::vector<char> bytes, int64_t elementBytes);

  ConstantElements(ConstantElements &&) = default;
  ConstantElements &operator=(ConstantElements &&) = default;

  int64_t size() const { return numElements; }
  /// How many bytes one element has in memory.
  int64_t getElementBytes() const { return elementBytes; }
  /// True when all the elements are one, which is kept once.
  bool isSplat() const { return step == 0; }
  /// The bytes of an element, by its position in row-major order.
  const char *operator[](int64_t position) const {
    return data + position * step;
  }
  /// All of them, one after the other; only one for a splat.
  llvm::ArrayRef<char> getBytes() const {
    return {data, static_cast<size_t>(isSplat() ? elementBytes
                                                : numElements * elementBytes)};
  }

private:
  ConstantElements() = default;

  /// Where the bytes are made and not only looked at.
  std::vector<char> owned;
  const char *data = nullptr;
  int64_t numElements = 0, elementBytes = 0, step = 0;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTELEMENTS_H
