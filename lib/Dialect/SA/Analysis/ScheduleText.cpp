// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules as indented pseudo-code.

#include "sa/Dialect/SA/Analysis/AccessText.h"
#include "sa/Dialect/SA/Analysis/Schedule.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

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
        printBody(all[nest], depth);
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
    printLoop(loop, depth);
    print(position + 1, nests, depth + 1);
  }

  std::string text;

private:
  void line(unsigned depth, const Twine &content) {
    text += std::string(2 * depth, ' ') + content.str() + "\n";
  }

  void printLoop(const ScheduleLoop &loop, unsigned depth) {
    std::string end;
    if (loop.sizes.size() == 1) {
      end = getText(schedule, loop.sizes.front());
    } else {
      end = "max(";
      llvm::ListSeparator separator;
      for (AffineExpr size : loop.sizes)
        end += (StringRef(separator) + getText(schedule, size)).str();
      end += ")";
    }
    if (loop.step != 1)
      end = "0, " + end + ", " + std::to_string(loop.step);
    std::string run = loop.run.empty() ? "" : "  # " + loop.run;
    line(depth, "for " + loop.name + " in range(" + end + "):" + run);
  }

  void printCache(const ScheduledCache &cache, unsigned depth) {
    CacheOp op = cache.op;
    line(depth, "# " + op.getName() + " = cache of " +
                    getArrayName(op.getSource()) + " at " +
                    schedule.getLoops()[cache.loop].name);
  }

  /// What a nest does at a point: its writes, and what they are made of.
  void printBody(const ScheduledNest &nest, unsigned depth) {
    std::string reads;
    for (const Access &access : nest.accesses.getAccesses()) {
      if (!access.writes) {
        reads += (reads.empty() ? "" : ", ") + getAccess(nest, access);
        continue;
      }
      auto accumulate = dyn_cast<AccumulateOp>(access.op);
      std::string kind =
          !accumulate ? " = "
          : accumulate.getKind() == AccumulateKind::Add
              ? " += "
              : " " + stringifyAccumulateKind(accumulate.getKind()).str() +
                    "= ";
      line(depth, getAccess(nest, access) + kind + "f(" + reads + ")");
    }
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
};

} // namespace

std::string Schedule::getText(unsigned loop) const {
  const Group &group = getGroup(loop);
  Printer printer(*this, group.order);
  printer.print(0, group.nests, 0);
  return std::move(printer.text);
}
