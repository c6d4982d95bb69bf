// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules as indented pseudo-code.

#include "sa/Dialect/SA/Analysis/Schedule/ScheduleText.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace sa;

std::string sa::getText(const Schedule &schedule, AffineExpr expr) {
  expr = simplifyAffineExpr(expr, schedule.getLoops().size(),
                            schedule.getNumSymbols());
  return getText(expr, [&](AffineExpr leaf) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(leaf))
      return schedule.getNests()
          .front()
          .accesses.getSymbolName(symbol.getPosition())
          .str();
    return schedule.getLoops()[cast<AffineDimExpr>(leaf).getPosition()].name;
  });
}

/// The terms of a sum: those that are added, and those that are subtracted.
static void splitTerms(AffineExpr expr, AffineExpr &added,
                       AffineExpr &subtracted) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add) {
    splitTerms(binary.getLHS(), added, subtracted);
    splitTerms(binary.getRHS(), added, subtracted);
    return;
  }
  auto factor = expr.getKind() == AffineExprKind::Mul
                    ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                    : dyn_cast<AffineConstantExpr>(expr);
  if (factor && factor.getValue() < 0)
    subtracted = subtracted - expr;
  else
    added = added + expr;
}

/// The loads that a value is computed from; nothing when it is also made of
/// what is not seen here, such as variables.
static std::optional<llvm::SmallSetVector<Operation *, 4>>
findLoads(Value value, NestOp nest) {
  llvm::SmallSetVector<Operation *, 4> loads;
  llvm::SetVector<Operation *> seen;
  auto add = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    if (op && nest->isProperAncestor(op))
      seen.insert(op);
  };
  add(value);
  for (unsigned next = 0; next < seen.size(); ++next) {
    Operation *op = seen[next];
    if (isa<LoadOp>(op))
      loads.insert(op);
    else if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return std::nullopt;
    llvm::for_each(op->getOperands(), add);
  }
  return loads;
}

namespace {

class Printer {
public:
  Printer(const Schedule &schedule, ArrayRef<unsigned> order)
      : schedule(schedule), order(order) {}

  /// The loops from `position` on, for the nests that are left.
  void print(unsigned position, ArrayRef<unsigned> nests, unsigned depth) {
    ArrayRef<ScheduledNest> all = schedule.getNests();
    if (position == order.size()) {
      for (unsigned nest : nests)
        printBody(nest, depth);
      return;
    }
    unsigned number = order[position];
    const ScheduleLoop &loop = schedule.getLoops()[number];
    if (loop.isFusing) {
      // The nests one after the other, in the order of their numbers.
      llvm::MapVector<unsigned, SmallVector<unsigned>> parts;
      for (unsigned nest : nests)
        parts[all[nest].numbers.count(number) ? all[nest].numbers.lookup(number)
                                              : 0]
            .push_back(nest);
      auto sorted = llvm::to_vector(parts);
      llvm::sort(sorted, llvm::less_first());
      for (auto &[value, part] : sorted) {
        bool isAfterBarrier =
            value != sorted.front().first && schedule.hasBarriers(number);
        if (parts.size() > 1)
          line(depth, "# " + loop.name + " = " + std::to_string(value) +
                          (isAfterBarrier ? ", after a barrier" : ""));
        print(position + 1, part, depth);
      }
      if (schedule.hasLastBarrier(number))
        line(depth, "# a barrier");
      return;
    }
    bool isAround = llvm::any_of(nests, [&](unsigned nest) {
      return llvm::is_contained(all[nest].loops, number);
    });
    if (!isAround)
      return print(position + 1, nests, depth);
    for (const ScheduledCache &cache : schedule.getCaches())
      if (cache.trigger == number)
        printCache(cache, depth);
    printLoop(number, nests, depth);
    print(position + 1, nests, depth + 1);
  }

  std::string text;

private:
  void line(unsigned depth, const Twine &content) {
    text += std::string(2 * depth, ' ') + content.str() + "\n";
  }

  void printLoop(unsigned number, ArrayRef<unsigned> around, unsigned depth) {
    const ScheduleLoop &loop = schedule.getLoops()[number];
    SmallVector<std::string> ends, starts;
    for (AffineExpr size : loop.sizes)
      ends.push_back(getText(schedule, size));
    std::string end = ends.front(), start = "0";
    if (ends.size() > 1)
      end = "max(" + llvm::join(ends, ", ") + ")";
    if (around.size() == 1 && loop.sizes.size() == 1)
      findBounds(number, around.front(), start, end);
    if (loop.step != 1)
      end = start + ", " + end + ", " + std::to_string(loop.step);
    else if (start != "0")
      end = start + ", " + end;
    std::string comment =
        loop.execution == Execution::Sequential
            ? ""
            : "  # " + stringifyExecution(loop.execution).str();
    line(depth, "for " + loop.name + " in range(" + end + "):" + comment);
  }

  /// Lets a loop begin and end where constraints of its nest say so, which are
  /// then said.
  void findBounds(unsigned number, unsigned nest, std::string &start,
                  std::string &end) {
    AffineExpr loop = getAffineDimExpr(number, getContext());
    AffineExpr size = schedule.getLoops()[number].sizes.front();
    int64_t step = schedule.getLoops()[number].step;
    SmallVector<std::string> starts, ends;
    bool endsEarlier = false;
    SmallVector<AffineExpr> all = getConstraints(schedule.getNests()[nest]);
    for (unsigned position = 0; position < all.size(); ++position) {
      AffineExpr constraint = all[position];
      if (!llvm::all_of(order, [&](unsigned other) {
            return other == number || !constraint.isFunctionOfDim(other) ||
                   getPlace(other) < getPlace(number);
          }))
        continue;
      std::optional<int64_t> factor =
          getAffineFactor(constraint, number, schedule.getLoops().size(),
                          schedule.getNumSymbols());
      if (!factor || *factor == 0)
        continue;
      // factor * loop + rest >= 0
      AffineExpr rest = simplify(constraint - *factor * loop);
      if (*factor < 0) {
        AffineExpr last = simplify(rest.floorDiv(-*factor));
        ends.push_back(getText(schedule, last + 1));
        endsEarlier |= isNeverPositive(last + 1 - size);
      } else if (schedule.isMultipleOf(rest, *factor * step)) {
        AffineExpr first = simplify((-rest).floorDiv(*factor));
        if (!isNeverPositive(first)) {
          starts.push_back(getText(schedule, first));
          if (!isNeverPositive(-first))
            starts.insert(starts.begin(), "0");
        }
      } else {
        continue;
      }
      said.insert({nest, position});
    }
    if (!ends.empty() && !endsEarlier)
      ends.insert(ends.begin(), end);
    auto choose = [](ArrayRef<std::string> texts, StringRef function) {
      return texts.size() == 1
                 ? texts.front()
                 : (function + "(" + llvm::join(texts, ", ") + ")").str();
    };
    if (!ends.empty())
      end = choose(ends, "min");
    starts.erase(llvm::unique(starts), starts.end());
    if (!starts.empty())
      start = choose(starts, "max");
  }

  /// What `where` of a nest says, and what padding and skewing leave of its
  /// bounds, in terms of the loops.
  static SmallVector<AffineExpr> getConstraints(const ScheduledNest &nest) {
    SmallVector<AffineExpr> constraints = llvm::map_to_vector(
        nest.accesses.getConstraints(),
        [&](AffineExpr expr) { return expr.replaceDims(nest.indices); });
    llvm::append_range(constraints, nest.shiftedBounds);
    return constraints;
  }

  MLIRContext *getContext() {
    return schedule.getNests().front().accesses.getNest().getContext();
  }
  unsigned getPlace(unsigned loop) {
    return llvm::find(order, loop) - order.begin();
  }
  AffineExpr simplify(AffineExpr expr) {
    return simplifyAffineExpr(expr, schedule.getLoops().size(),
                              schedule.getNumSymbols());
  }
  bool isNeverPositive(AffineExpr expr) {
    std::optional<AffineRange> range = getAffineRange(
        simplify(expr), schedule.getLoopRanges(), schedule.getSymbolRanges());
    return range && range->high <= 0;
  }

  void printCache(const ScheduledCache &cache, unsigned depth) {
    CacheOp op = cache.op;
    line(depth, "# " + op.getName() + " = cache of " +
                    getArrayName(op.getSource()) + " at " +
                    schedule.getLoops()[cache.loop].name);
  }

  /// What a nest does at a point: its writes, and what they are made of.
  void printBody(unsigned number, unsigned depth) {
    const ScheduledNest &nest = schedule.getNests()[number];
    SmallVector<AffineExpr> left;
    for (auto [position, constraint] : llvm::enumerate(getConstraints(nest)))
      if (!said.count({number, position}))
        left.push_back(constraint);
    if (!left.empty())
      line(depth++, "if " + getConjunction(left) + ":");
    llvm::SmallSetVector<Operation *, 8> loads, writes;
    std::string condition;
    for (const Access &access : nest.accesses.getAccesses()) {
      if (!access.writes) {
        loads.insert(access.op);
        continue;
      }
      // A condition with several cases gives an access for each.
      if (!writes.insert(access.op))
        continue;
      std::string own = getCondition(nest, access.op);
      if (!own.empty() && own != condition)
        line(depth, "if " + own + ":");
      condition = own;
      auto accumulate = dyn_cast<AccumulateOp>(access.op);
      std::string kind =
          !accumulate ? " = "
          : accumulate.getKind() == AccumulateKind::Add
              ? " += "
              : " " + stringifyAccumulateKind(accumulate.getKind()).str() +
                    "= ";
      Value value = accumulate ? accumulate.getValue()
                               : cast<StoreOp>(access.op).getValue();
      auto known = findLoads(value, nest.accesses.getNest());
      llvm::SmallSetVector<Operation *, 8> used;
      for (Operation *load : loads)
        if (!known || known->contains(load))
          used.insert(load);
      line(depth + !own.empty(), getAccess(nest, access) + kind +
                                     getFunction(nest, used.getArrayRef()));
    }
  }

  /// "f(A[i, j], B[j])", each element once.
  std::string getFunction(const ScheduledNest &nest,
                          ArrayRef<Operation *> loads) {
    llvm::SetVector<std::string, SmallVector<std::string>,
                    std::set<std::string>>
        reads;
    for (const Access &access : nest.accesses.getAccesses())
      if (llvm::is_contained(loads, access.op))
        reads.insert(getAccess(nest, access));
    return "f(" + llvm::join(reads, ", ") + ")";
  }

  /// Where something happens, as far as loops do not say it.
  std::string getCondition(const ScheduledNest &nest, Operation *op) {
    SmallVector<std::string> cases;
    bool isCertain = true;
    for (const Access &access : nest.accesses.getAccesses()) {
      if (access.op != op)
        continue;
      isCertain &= access.isCertain;
      SmallVector<AffineExpr> constraints;
      for (AffineExpr constraint : access.constraints) {
        bool isOfLoop = false;
        for (unsigned inner = 0; inner < access.getNumInner(); ++inner)
          isOfLoop |= constraint.isFunctionOfDim(nest.indices.size() + inner);
        if (!isOfLoop)
          constraints.push_back(constraint.replaceDims(nest.indices));
      }
      cases.push_back(getConjunction(constraints));
    }
    // One that always holds, or only data decides between them.
    std::string text;
    if (!llvm::is_contained(cases, ""))
      text = cases.size() == 1 ? cases.front()
                               : "(" + llvm::join(cases, ") or (") + ")";
    if (isCertain)
      return text;
    if (cases.size() > 1 && !text.empty())
      text = "(" + text + ")";
    return text + (text.empty() ? "" : " and ") + getDataCondition(nest, op);
  }

  /// What the conditions on data around an operation are made of.
  std::string getDataCondition(const ScheduledNest &nest, Operation *op) {
    SmallVector<std::string> conditions;
    NestOp owner = nest.accesses.getNest();
    for (Operation *inner = op; inner != owner; inner = inner->getParentOp()) {
      auto branch = dyn_cast<scf::IfOp>(inner->getParentOp());
      if (!branch)
        continue;
      auto loads = findLoads(branch.getCondition(), owner);
      if (loads && loads->empty())
        continue;
      bool isElse = inner->getParentRegion() == &branch.getElseRegion();
      std::string text =
          loads ? getFunction(nest, loads->getArrayRef()) : "f(…)";
      conditions.insert(conditions.begin(), isElse ? "not " + text : text);
    }
    return conditions.empty() ? "f(…)" : llvm::join(conditions, " and ");
  }

  /// Comparisons of expressions that are not negative with one another.
  std::string getConjunction(ArrayRef<AffineExpr> constraints) {
    SmallVector<std::string> parts;
    SmallVector<AffineExpr> left = llvm::map_to_vector(
        constraints, [&](AffineExpr expr) { return simplify(expr); });
    for (unsigned i = 0; i < left.size(); ++i) {
      AffineExpr zero = getAffineConstantExpr(0, getContext());
      AffineExpr added = zero, subtracted = zero;
      splitTerms(left[i], added, subtracted);
      std::string more = getText(schedule, added);
      std::string less = getText(schedule, subtracted);
      auto *opposite =
          std::find(left.begin() + i + 1, left.end(), simplify(-left[i]));
      bool isEqual = opposite != left.end();
      if (isEqual)
        left.erase(opposite);
      if (isa<AffineConstantExpr>(simplify(subtracted)))
        parts.push_back(more + (isEqual ? " == " : " >= ") + less);
      else
        parts.push_back(less + (isEqual ? " == " : " <= ") + more);
    }
    return llvm::join(parts, " and ");
  }

  std::string getAccess(const ScheduledNest &nest, const Access &access) {
    std::string result = getArrayName(access.array) + "[";
    llvm::ListSeparator separator;
    for (AffineExpr index : access.map.getResults())
      result += (StringRef(separator) +
                 (access.loops.empty()
                      ? getText(schedule, index.replaceDims(nest.indices))
                      : sa::getText(nest.accesses, access, index)))
                    .str();
    return result + "]";
  }

  const Schedule &schedule;
  ArrayRef<unsigned> order;
  /// The nests, and which of their constraints are bounds of loops.
  std::set<std::pair<unsigned, size_t>> said;
};

} // namespace

std::string sa::getText(const Schedule &schedule, unsigned loop) {
  const ScheduleGroup &group = schedule.getGroup(loop);
  Printer printer(schedule, group.order);
  printer.print(0, group.nests, 0);
  return std::move(printer.text);
}
