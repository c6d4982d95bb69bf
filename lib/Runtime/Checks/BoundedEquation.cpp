// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/BoundedEquation.h"

#include "sa/Runtime/Checks/CheckedMath.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace sa::runtime;

namespace {

/// What the terms from one position on can add up to.
struct Tail {
  /// The largest sum.
  int64_t sum = 0;
  /// All sums are multiples of this; 0 when there are no terms.
  int64_t divisor = 0;
  /// True when all multiples of the divisor up to the largest sum are sums.
  bool complete = true;
};

/// The number whose product with `value` leaves 1 when divided by `modulus`.
/// The two have no common divisor.
int64_t invert(int64_t value, int64_t modulus) {
  int64_t rest = modulus, next = value % modulus;
  int64_t factor = 0, nextFactor = 1;
  while (next != 0) {
    int64_t quotient = rest / next;
    std::swap(rest, next);
    next -= quotient * rest;
    std::swap(factor, nextFactor);
    nextFactor -= quotient * factor;
  }
  return factor < 0 ? factor + modulus : factor;
}

/// Tries the terms from the largest coefficient to the smallest. The tails say
/// which multiples of a term are worth trying: those that leave a rest within
/// reach of what follows, and with its divisor.
class Search {
public:
  Search(std::vector<BoundedTerm> terms, int64_t &budget)
      : terms(std::move(terms)), budget(budget) {}

  /// Brings the terms into order and finds the tails; false when the sums are
  /// so large that the search might overflow.
  bool prepare();
  Answer run(int64_t target) { return visit(0, target); }

private:
  void merge();
  Answer visit(size_t position, int64_t target);

  std::vector<BoundedTerm> terms;
  std::vector<Tail> tails;
  int64_t &budget;
};

} // namespace

/// Sorts the terms, and makes one of those with the same coefficient.
void Search::merge() {
  std::sort(terms.begin(), terms.end(), [](const auto &lhs, const auto &rhs) {
    return lhs.coefficient > rhs.coefficient;
  });
  size_t count = 0;
  for (const BoundedTerm &term : terms) {
    if (term.coefficient == 0 || term.bound == 0)
      continue;
    if (count != 0 && terms[count - 1].coefficient == term.coefficient)
      terms[count - 1].bound += term.bound;
    else
      terms[count++] = term;
  }
  terms.resize(count);
}

bool Search::prepare() {
  // The bounds of one coefficient add up to no more than the largest sum.
  int64_t total = 0;
  for (const BoundedTerm &term : terms) {
    std::optional<int64_t> largest = checkedMul(term.coefficient, term.bound);
    std::optional<int64_t> sum =
        largest ? checkedAdd(total, *largest) : std::nullopt;
    if (!sum || *sum > std::numeric_limits<int64_t>::max() / 2)
      return false;
    total = *sum;
  }
  merge();
  tails.resize(terms.size() + 1);
  for (size_t i = terms.size(); i-- != 0;) {
    const BoundedTerm &term = terms[i];
    const Tail &rest = tails[i + 1];
    Tail &tail = tails[i];
    tail.sum = rest.sum + term.coefficient * term.bound;
    tail.divisor = std::gcd(rest.divisor, term.coefficient);
    // Copies of a gapless tail, not further apart than it reaches.
    bool fits = tail.divisor == rest.divisor &&
                term.coefficient - rest.sum <= rest.divisor;
    tail.complete = rest.divisor == 0 || (rest.complete && fits);
  }
  return true;
}

Answer Search::visit(size_t position, int64_t target) {
  if (budget-- <= 0)
    return Answer::Unknown;
  const Tail &tail = tails[position];
  if (target < 0 || target > tail.sum)
    return Answer::No;
  if (position == terms.size())
    return Answer::Yes;
  if (target % tail.divisor != 0)
    return Answer::No;
  if (tail.complete)
    return Answer::Yes;

  // The factors of this term for which the rest can be reached, as far as its
  // size and its divisor tell: from `low` to `high` in steps.
  const BoundedTerm &term = terms[position];
  const Tail &rest = tails[position + 1];
  int64_t high = std::min(term.bound, target / term.coefficient);
  int64_t low = 0;
  if (int64_t missing = target - rest.sum; missing > 0)
    low = (missing - 1) / term.coefficient + 1;
  int64_t step = rest.divisor / tail.divisor;
  __int128 product = target / tail.divisor % step;
  product *= invert(term.coefficient / tail.divisor, step);
  int64_t first = static_cast<int64_t>(product % step);
  if (first < low)
    first += ((low - first - 1) / step + 1) * step;
  if (first > high)
    return Answer::No;
  if (rest.complete)
    return Answer::Yes;
  for (int64_t left = (high - first) / step, factor = first;; factor += step) {
    Answer answer = visit(position + 1, target - factor * term.coefficient);
    if (answer != Answer::No)
      return answer;
    if (left-- == 0)
      return Answer::No;
  }
}

Answer sa::runtime::hasSolution(std::vector<BoundedTerm> terms, int64_t target,
                                int64_t &budget) {
  Search search(std::move(terms), budget);
  return search.prepare() ? search.run(target) : Answer::Unknown;
}
