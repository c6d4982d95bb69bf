// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Accesses/AccessPairs.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessOverlap.h"
#include <map>
#include <numeric>
#include <set>

using namespace mlir;
using namespace sa;

namespace {

/// What one subscript can be.
struct Subscript {
  /// Between which numbers it lies, when that is known.
  std::optional<AffineRange> range;
  /// It is `rest` plus a multiple of `divisor`; the divisor is zero when it is
  /// always `rest`.
  int64_t divisor = 1, rest = 0;

  bool canEqual(const Subscript &other) const {
    if (range && other.range &&
        (range->high < other.range->low || other.range->high < range->low))
      return false;
    __int128 difference = __int128(rest) - other.rest;
    int64_t common = std::gcd(divisor, other.divisor);
    return common == 0 ? difference == 0 : difference % common == 0;
  }
};

/// All that the answers to questions about an access depend on.
struct AccessKind {
  /// The first access of this kind.
  const Access *access;
  /// What it has in common with accesses that differ by the constants in their
  /// subscripts only, as a number, and these constants.
  unsigned form;
  SmallVector<int64_t, 4> constants;
  SmallVector<Subscript, 4> subscripts;
};

} // namespace

/// Between which numbers an expression of the nest's indices and symbols lies.
static std::optional<AffineRange> getRange(const NestAccesses &nest,
                                           AffineExpr expr) {
  // As good as infinite.
  constexpr __int128 unbounded = __int128(1) << 62;
  SmallVector<AffineRange> dims, symbols;
  for (AffineExpr size : nest.getSizes()) {
    auto number = dyn_cast<AffineConstantExpr>(size);
    dims.push_back(
        {0, number ? std::max<__int128>(number.getValue() - 1, 0) : unbounded});
  }
  for (unsigned symbol = 0; symbol < nest.getNumSymbols(); ++symbol)
    symbols.push_back({nest.isSize(symbol) ? 0 : -unbounded, unbounded});
  return getAffineRange(expr, dims, symbols);
}

static Subscript getSubscript(const NestAccesses &nest, const Access &access,
                              AffineMap map, AffineExpr expr) {
  Subscript subscript;
  SmallVector<int64_t, 8> row;
  if (succeeded(getFlattenedAffineExpr(expr, map.getNumDims(),
                                       map.getNumSymbols(), &row))) {
    subscript.rest = row.pop_back_val();
    subscript.divisor = 0;
    for (int64_t factor : row)
      // The one number without an absolute value says nothing.
      subscript.divisor = factor == std::numeric_limits<int64_t>::min()
                              ? 1
                              : std::gcd(subscript.divisor, factor);
  }
  if (access.loops.empty())
    subscript.range = getRange(nest, expr);
  return subscript;
}

/// The different kinds of accesses in a nest, in the order of the program.
/// `forms` numbers what kinds have in common.
using Forms = std::map<std::vector<const void *>, unsigned>;
static SmallVector<AccessKind, 0> getKinds(const NestAccesses &nest,
                                           Forms &forms) {
  SmallVector<AccessKind, 0> kinds;
  std::set<std::pair<unsigned, SmallVector<int64_t, 4>>> known;
  for (const Access &access : nest.getAccesses()) {
    AccessKind kind;
    kind.access = &access;

    // 1. What tells its form: the operation, the loops and the conditions
    //    around it, and the subscripts without their constants.
    auto accumulate = dyn_cast<AccumulateOp>(access.op);
    std::vector<const void *> form = {
        access.array.getAsOpaquePointer(),
        access.op->getName().getAsOpaquePointer(),
        reinterpret_cast<const void *>(
            accumulate ? uintptr_t(accumulate.getKind()) : 0),
        reinterpret_cast<const void *>(uintptr_t(access.getNumInner())),
        reinterpret_cast<const void *>(uintptr_t(access.isCertain))};
    for (AffineExpr constraint : access.constraints)
      form.push_back(constraint.getAsOpaquePointer());
    form.push_back(nullptr);
    for (AffineExpr fact : access.facts)
      form.push_back(fact.getAsOpaquePointer());
    AffineMap map = getElementMap(nest, access);
    SmallVector<AffineExpr> results;
    if (map)
      llvm::append_range(results, map.getResults());
    for (AffineExpr expr : results) {
      int64_t constant = 0;
      auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      if (auto whole = dyn_cast<AffineConstantExpr>(expr)) {
        constant = whole.getValue();
        expr = getAffineConstantExpr(0, expr.getContext());
      } else if (sum && sum.getKind() == AffineExprKind::Add) {
        if (auto part = dyn_cast<AffineConstantExpr>(sum.getRHS())) {
          constant = part.getValue();
          expr = sum.getLHS();
        }
      }
      kind.constants.push_back(constant);
      form.push_back(expr.getAsOpaquePointer());
    }
    kind.form = forms.try_emplace(std::move(form), forms.size()).first->second;

    // 2. The first of a kind stands for all of them.
    if (!known.insert({kind.form, kind.constants}).second)
      continue;
    for (AffineExpr expr : results)
      kind.subscripts.push_back(getSubscript(nest, access, map, expr));
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

void sa::askPairs(const NestAccesses &first, const NestAccesses &second,
                  function_ref<bool(const Access &, const Access &)> ask) {
  Forms forms;
  SmallVector<AccessKind, 0> firstKinds = getKinds(first, forms);
  SmallVector<AccessKind, 0> otherKinds;
  if (&first != &second)
    otherKinds = getKinds(second, forms);
  ArrayRef<AccessKind> secondKinds =
      &first == &second ? firstKinds : otherKinds;
  // Of each array, all accesses and those that write.
  using Kinds = SmallVector<const AccessKind *>;
  DenseMap<Value, Kinds> all, writing;
  for (const AccessKind &kind : secondKinds) {
    all[kind.access->array].push_back(&kind);
    if (kind.access->writes)
      writing[kind.access->array].push_back(&kind);
  }
  // The pairs of forms, and by how much their constants differ.
  std::set<std::vector<int64_t>> asked;
  std::vector<int64_t> question;
  for (const AccessKind &firstKind : firstKinds) {
    const Access &one = *firstKind.access;
    auto &others = one.writes ? all : writing;
    auto found = others.find(one.array);
    if (found == others.end())
      continue;
    for (const AccessKind *other : found->second) {
      const AccessKind &secondKind = *other;
      bool isApart = false;
      // Where a map is not understood, the kind has no subscripts.
      for (auto [lhs, rhs] :
           llvm::zip(firstKind.subscripts, secondKind.subscripts))
        isApart |= !lhs.canEqual(rhs);
      if (isApart)
        continue;
      question = {firstKind.form, secondKind.form};
      for (auto [lhs, rhs] :
           llvm::zip(firstKind.constants, secondKind.constants))
        // Differences that wrap are those of the wrapped numbers.
        question.push_back(uint64_t(rhs) - uint64_t(lhs));
      if (asked.insert(question).second && ask(one, *secondKind.access))
        return;
    }
  }
}
