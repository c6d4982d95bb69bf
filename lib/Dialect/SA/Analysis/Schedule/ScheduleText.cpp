// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules as indented pseudo-code.

#include "sa/Dialect/SA/Analysis/Schedule/ScheduleText.h"

#include "ExpressionText.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
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

/// Returns true if a value is computed without reading anything.
static bool isOfIndices(Value value, NestOp nest) {
  llvm::SetVector<Operation *> seen;
  auto add = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    if (op && nest->isProperAncestor(op))
      seen.insert(op);
  };
  add(value);
  for (unsigned next = 0; next < seen.size(); ++next) {
    Operation *op = seen[next];
    if (isa<LoadOp>(op) || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return false;
    llvm::for_each(op->getOperands(), add);
  }
  return true;
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
      ends.push_back(sa::getText(schedule, size));
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
        ends.push_back(sa::getText(schedule, last + 1));
        endsEarlier |= isNeverPositive(last + 1 - size);
      } else if (schedule.isMultipleOf(rest, *factor * step)) {
        AffineExpr first = simplify((-rest).floorDiv(*factor));
        if (!isNeverPositive(first)) {
          starts.push_back(sa::getText(schedule, first));
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

  /// What a nest does at a point: its writes, in the loops of its body.
  void printBody(unsigned number, unsigned depth) {
    const ScheduledNest &nest = schedule.getNests()[number];
    SmallVector<AffineExpr> left;
    for (auto [position, constraint] : llvm::enumerate(getConstraints(nest)))
      if (!said.count({number, position}))
        left.push_back(constraint);
    if (!left.empty())
      line(depth++, "if " + getConjunction(left) + ":");
    llvm::SmallSetVector<Operation *, 8> writes;
    SmallVector<Operation *> open;
    std::string condition;
    for (const Access &access : nest.accesses.getAccesses()) {
      // A condition with several cases gives an access for each.
      if (!access.writes || !writes.insert(access.op))
        continue;
      std::string own = getCondition(nest, access.op);
      if (own != condition)
        open.clear();
      if (!own.empty() && own != condition)
        line(depth, "if " + own + ":");
      condition = own;
      printInnerLoops(nest, access.op, open, depth + !own.empty());
      line(depth + !own.empty() + open.size(), getWrite(nest, access));
    }
  }

  /// Opens the loops of the body around `op`; `open` are those around what was
  /// printed before it.
  void printInnerLoops(const ScheduledNest &nest, Operation *op,
                       SmallVectorImpl<Operation *> &open, unsigned depth) {
    SmallVector<Operation *> around;
    NestOp owner = nest.accesses.getNest();
    for (Operation *loop = op->getParentOp(); loop != owner;
         loop = loop->getParentOp())
      if (isa<affine::AffineForOp, scf::ForOp>(loop))
        around.insert(around.begin(), loop);
    size_t common = 0;
    while (common < open.size() && common < around.size() &&
           open[common] == around[common])
      ++common;
    open.truncate(common);
    for (Operation *loop : ArrayRef(around).drop_front(common)) {
      line(depth + open.size(), "for " + getLoopName(loop) + " in range(" +
                                    getRange(nest, loop) + "):");
      open.push_back(loop);
    }
  }

  static std::string getLoopName(Operation *loop) {
    auto name = loop->getAttrOfType<StringAttr>(indexAttrName);
    return name ? name.str() : "k";
  }

  /// The bounds of a loop of a body.
  std::string getRange(const ScheduledNest &nest, Operation *loop) {
    if (auto data = dyn_cast<scf::ForOp>(loop)) {
      std::string bounds = getText(nest, data.getLowerBound()) + ", " +
                           getText(nest, data.getUpperBound());
      std::optional<int64_t> step = getConstantIntValue(data.getStep());
      return step == 1 ? bounds : bounds + ", " + getText(nest, data.getStep());
    }
    auto affine = cast<affine::AffineForOp>(loop);
    auto getBound = [&](AffineMap map, ValueRange operands,
                        StringRef function) {
      SmallVector<std::string> texts;
      for (AffineExpr expr : map.getResults())
        texts.push_back(sa::getText(expr, [&](AffineExpr leaf) {
          auto dim = dyn_cast<AffineDimExpr>(leaf);
          unsigned position =
              dim ? dim.getPosition()
                  : map.getNumDims() +
                        cast<AffineSymbolExpr>(leaf).getPosition();
          std::string text = getText(nest, operands[position]);
          return StringRef(text).contains(' ') ? "(" + text + ")" : text;
        }));
      return texts.size() == 1
                 ? texts.front()
                 : (function + "(" + llvm::join(texts, ", ") + ")").str();
    };
    std::string start = getBound(affine.getLowerBoundMap(),
                                 affine.getLowerBoundOperands(), "max");
    std::string end = getBound(affine.getUpperBoundMap(),
                               affine.getUpperBoundOperands(), "min");
    int64_t step = affine.getStepAsInt();
    if (step != 1)
      return start + ", " + end + ", " + std::to_string(step);
    return start == "0" ? end : start + ", " + end;
  }

  /// "C[i, j] += A[i, k] * B[k, j]".
  std::string getWrite(const ScheduledNest &nest, const Access &access) {
    auto accumulate = dyn_cast<AccumulateOp>(access.op);
    std::string element = getAccess(nest, access);
    std::string value =
        getText(nest, accumulate ? accumulate.getValue()
                                 : cast<StoreOp>(access.op).getValue());
    if (!accumulate)
      return element + " = " + value;
    switch (accumulate.getKind()) {
    case AccumulateKind::Add:
      return element + " += " + value;
    case AccumulateKind::Mul:
      return element + " *= " + value;
    case AccumulateKind::And:
      return element + " &= " + value;
    case AccumulateKind::Or:
      return element + " |= " + value;
    case AccumulateKind::Xor:
      return element + " ^= " + value;
    case AccumulateKind::Min:
      return element + " = min(" + element + ", " + value + ")";
    case AccumulateKind::Max:
      return element + " = max(" + element + ", " + value + ")";
    }
    llvm_unreachable("unknown accumulation");
  }

  /// An expression of the body.
  std::string getText(const ScheduledNest &nest, Value value) {
    return getExpressionText(value,
                             [&](Value leaf) { return getLeaf(nest, leaf); });
  }

  /// An index, a size, an argument or an element that is read.
  std::string getLeaf(const ScheduledNest &nest, Value value) {
    NestOp owner = nest.accesses.getNest();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (parent == owner)
        return sa::getText(schedule, nest.indices[argument.getArgNumber()]);
      if (isa<affine::AffineForOp, scf::ForOp>(parent))
        return getLoopName(parent);
      if (auto func = dyn_cast<FuncOp>(parent))
        return func.getArgName(argument.getArgNumber()).str();
      if (auto loop = dyn_cast<LoopOp>(parent))
        return loop.getIndexName().str();
      return "…";
    }
    if (auto size = value.getDefiningOp<DimOp>()) {
      auto type = cast<ArrayType>(size.getArray().getType());
      int64_t number = type.getShape()[size.getDimension()];
      return number == ShapedType::kDynamic
                 ? getSizeName(size.getArray(), size.getDimension())
                 : std::to_string(number);
    }
    auto load = value.getDefiningOp<LoadOp>();
    if (!load)
      return "";
    // The element of the first case; subscripts with others are spelled out.
    const Access *found = nullptr;
    unsigned numCases = 0;
    for (const Access &access : nest.accesses.getAccesses())
      if (access.op == load) {
        found = found ? found : &access;
        ++numCases;
      }
    if (found && numCases == 1)
      return getAccess(nest, *found);
    std::string text = getName(nest, load.getArray()) + "[";
    llvm::ListSeparator separator;
    for (Value index : load.getIndices())
      text += std::string(StringRef(separator)) + getText(nest, index);
    return text + "]";
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
      if (isOfIndices(branch.getCondition(), owner))
        continue;
      bool isElse = inner->getParentRegion() == &branch.getElseRegion();
      std::string text = getText(nest, branch.getCondition());
      conditions.insert(conditions.begin(),
                        isElse ? "not (" + text + ")" : text);
    }
    return conditions.empty() ? "…" : llvm::join(conditions, " and ");
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
      std::string more = sa::getText(schedule, added);
      std::string less = sa::getText(schedule, subtracted);
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
    std::string result = getName(nest, access.array) + "[";
    llvm::ListSeparator separator;
    // Subscripts that data chooses are spelled out.
    bool isOfData = llvm::any_of(access.loops, [](Operation *loop) {
      return !isa<affine::AffineForOp>(loop);
    });
    if (isOfData) {
      auto indices = llvm::TypeSwitch<Operation *, ValueRange>(access.op)
                         .Case<LoadOp, StoreOp, AccumulateOp>(
                             [](auto op) { return op.getIndices(); })
                         .Default([](Operation *) { return ValueRange(); });
      for (Value index : indices)
        result += std::string(StringRef(separator)) + getText(nest, index);
      return result + "]";
    }
    // The dimensions of the loops of the body follow those of the schedule.
    unsigned numLoops = schedule.getLoops().size();
    SmallVector<AffineExpr> dims = llvm::to_vector(nest.indices);
    for (unsigned inner = 0; inner < access.getNumInner(); ++inner)
      dims.push_back(getAffineDimExpr(numLoops + inner, getContext()));
    for (AffineExpr index : access.map.getResults()) {
      AffineExpr expr = simplifyAffineExpr(index.replaceDims(dims),
                                           numLoops + access.getNumInner(),
                                           schedule.getNumSymbols());
      result +=
          std::string(StringRef(separator)) +
          sa::getText(expr, [&](AffineExpr leaf) {
            auto dim = dyn_cast<AffineDimExpr>(leaf);
            if (dim && dim.getPosition() >= numLoops)
              return getLoopName(access.loops[dim.getPosition() - numLoops]);
            return sa::getText(schedule, leaf);
          });
    }
    return result + "]";
  }

  /// What an array is called in a nest: a cache of it, where there is one.
  std::string getName(const ScheduledNest &nest, Value array) {
    std::string name = getArrayName(array);
    for (const ScheduledCache &cache : schedule.getCaches()) {
      CacheOp op = cache.op;
      if (op.getSource() == array && llvm::is_contained(nest.loops, cache.loop))
        name = op.getName().str();
    }
    return name;
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
