// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a sum of multiples can have a given value: the question behind every
// overlap of strided arrays.
//
// An element of a strided array lies at `sum(stride[d] * index[d])`, where each
// index has a range of its own. So two arrays share a byte exactly when a
// linear equation over such indices has a solution, and an array meets itself
// exactly when another one has. To solve them is hard in general: the knapsack
// problem is one of them. The strides of real arrays are easy, because large
// ones are multiples of small ones; what is not easy ends when a budget of
// steps is used up.

#ifndef SA_RUNTIME_CHECKS_BOUNDEDEQUATION_H
#define SA_RUNTIME_CHECKS_BOUNDEDEQUATION_H

#include <cstdint>
#include <vector>

namespace sa::runtime {

/// What is known about a statement.
enum class Answer { No, Yes, Unknown };

/// A summand `coefficient * x` with `0 <= x <= bound`. Neither is negative.
struct BoundedTerm {
  int64_t coefficient = 0;
  int64_t bound = 0;
};

/// Whether there are integers `x` within their bounds for which the terms add
/// up to `target`. Each step of the search takes one from `budget`. The answer
/// is Unknown when none are left, or when the largest sum exceeds 62 bits.
Answer hasSolution(std::vector<BoundedTerm> terms, int64_t target,
                   int64_t &budget);

} // namespace sa::runtime

#endif // SA_RUNTIME_CHECKS_BOUNDEDEQUATION_H
