// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlanSketch.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

PlanSketch::PlanSketch(NestOp nest, llvm::StringSet<> &taken)
    : builder(nest->getContext()), loc(nest->getLoc()), taken(taken) {
  builder.setInsertionPointAfter(nest);
  plan = PlanOp::create(builder, loc);
  builder.setInsertionPointToStart(&plan.getBody().emplaceBlock());
  SmallVector<Type> types(nest.getRank(), LoopType::get(builder.getContext()));
  auto op = LoopsOp::create(builder, loc, types, *nest.getName());
  llvm::append_range(loops, op.getLoops());
  for (unsigned index = 0; index < nest.getRank(); ++index)
    names[loops[index]] = nest.getIndexName(index).str();
}

/// "ii" for "i", "row_in" for "row".
std::string PlanSketch::getNewName(Value loop) {
  std::string name = names[loop];
  bool repeats = llvm::all_of(name, [&](char c) { return c == name[0]; });
  do {
    if (repeats)
      name += name[0];
    else
      name += "_in";
  } while (!taken.insert(name).second);
  return name;
}

Value PlanSketch::split(Value &loop, Size size, int64_t tile) {
  if (size && *size <= tile) {
    Value whole = loop;
    loop = Value();
    return whole;
  }
  std::string name = getNewName(loop);
  auto op = SplitOp::create(builder, loc, LoopType::get(builder.getContext()),
                            loop, tile, name);
  names[op.getInner()] = name;
  return op.getInner();
}

static SmallVector<Value> dropNull(ArrayRef<Value> loops) {
  SmallVector<Value> there;
  llvm::copy_if(loops, std::back_inserter(there),
                [](Value loop) { return bool(loop); });
  return there;
}

void PlanSketch::reorder(ArrayRef<Value> order) {
  SmallVector<Value> there = dropNull(order);
  if (there.size() > 1)
    ReorderOp::create(builder, loc, /*unsafe=*/false, there);
}

void PlanSketch::unroll(Value loop) {
  if (loop)
    UnrollOp::create(builder, loc, loop);
}

void PlanSketch::vectorize(Value loop) {
  VectorizeOp::create(builder, loc, /*unsafe=*/false, loop);
}

void PlanSketch::parallelize(ArrayRef<Value> loops) {
  SmallVector<Value> there = dropNull(loops);
  if (!there.empty())
    ParallelizeOp::create(
        builder, loc, /*unsafe=*/false, there, IntegerAttr(),
        ThreadPolicyAttr::get(builder.getContext(), ThreadPolicy::Static));
}

void PlanSketch::cache(Value array, Value loop, LayoutAttrInterface layout) {
  CacheOp::create(builder, loc, array, getArrayName(array) + "_cache", loop,
                  Value(), IntegerAttr(), layout, TypeAttr(),
                  /*thrifty=*/false, MemorySpaceAttr(), /*doubleBuffer=*/false,
                  MemorySpaceAttr(), /*vectorize=*/true);
}

FailureOr<Schedule> PlanSketch::prove(Proofs proofs) {
  ScopedDiagnosticHandler silent(plan->getContext(),
                                 [](Diagnostic &) { return success(); });
  FailureOr<Schedule> schedule = failure();
  if (succeeded(verify(plan)))
    schedule = interpretPlan(plan, proofs);
  if (failed(schedule))
    plan.erase();
  return schedule;
}

std::string sa::getStepsText(PlanOp plan) {
  DenseMap<Value, std::string> names;
  std::string text;
  llvm::raw_string_ostream os(text);
  auto write = [&](StringRef step, ValueRange loops) {
    os << step;
    for (Value loop : loops)
      os << ' ' << names[loop];
    os << '\n';
  };
  auto func = plan->getParentOfType<FuncOp>();
  for (Operation &step : plan.getBody().front())
    llvm::TypeSwitch<Operation *>(&step)
        .Case([&](LoopsOp op) {
          for (auto nest : func.getOps<NestOp>())
            if (nest.getNameAttr() == op.getNestAttr())
              for (auto [index, loop] : llvm::enumerate(op.getLoops()))
                names[loop] = nest.getIndexName(index).str();
          write("loops", op.getLoops());
        })
        .Case([&](SplitOp op) {
          names[op.getInner()] = op.getName().str();
          os << "split " << names[op.getLoop()] << ' ' << op.getSize() << ' '
             << op.getName() << '\n';
        })
        .Case([&](ReorderOp op) { write("reorder", op.getLoops()); })
        .Case([&](UnrollOp op) { write("unroll", op.getLoop()); })
        .Case([&](VectorizeOp op) { write("vectorize", op.getLoop()); })
        .Case([&](ParallelizeOp op) { write("parallelize", op.getLoops()); })
        .Case([&](CacheOp op) {
          bool isColMajor =
              isa_and_present<ColMajorLayoutAttr>(op.getLayoutAttr());
          os << "cache " << getArrayName(op.getSource()) << ' '
             << names[op.getLoop()]
             << (isColMajor ? " col_major" : " row_major") << '\n';
        });
  return text;
}
