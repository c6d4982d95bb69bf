// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlanSketch.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

/// Returns the names of the loops of a nest, each with the name of the nest if
/// a loop of another one is named so.
static SmallVector<std::string> getLoopNames(NestOp nest,
                                             llvm::StringSet<> &used) {
  SmallVector<std::string> names;
  for (unsigned index = 0; index < nest.getRank(); ++index) {
    std::string name = nest.getIndexName(index).str();
    while (!used.insert(name).second)
      name += "_" + nest.getName()->str();
    names.push_back(name);
  }
  return names;
}

PlanSketch::PlanSketch(ArrayRef<NestOp> nests, llvm::StringSet<> &taken)
    : builder(nests.front()->getContext()), loc(nests.front()->getLoc()),
      taken(taken) {
  builder.setInsertionPointAfter(nests.back());
  plan = PlanOp::create(builder, loc);
  builder.setInsertionPointToStart(&plan.getBody().emplaceBlock());
  llvm::StringSet<> used;
  for (NestOp nest : nests) {
    SmallVector<Type> types(nest.getRank(),
                            LoopType::get(builder.getContext()));
    auto op = LoopsOp::create(builder, loc, types, *nest.getName());
    loops.emplace_back(op.getLoops());
    for (auto [loop, name] :
         llvm::zip_equal(op.getLoops(), getLoopNames(nest, used)))
      names[loop] = name;
  }
}

SmallVector<Value> PlanSketch::fuse(ArrayRef<Value> first, unsigned partial) {
  SmallVector<Attribute> newNames;
  auto addName = [&](std::string name) {
    while (!taken.insert(name).second)
      name += "_";
    newNames.push_back(builder.getStringAttr(name));
  };
  for (unsigned number = 0; number < partial; ++number)
    addName("common" + (number == 0 ? "" : "_" + std::to_string(number)));
  addName("part");
  SmallVector<Type> types(partial + 1, LoopType::get(builder.getContext()));
  auto op = FuseOp::create(builder, loc, types, /*unsafe=*/false, first,
                           partial, builder.getArrayAttr(newNames));
  for (auto [loop, name] : llvm::zip_equal(op.getLoops(), newNames))
    names[loop] = cast<StringAttr>(name).getValue().str();
  return SmallVector<Value>(op.getLoops().drop_back());
}

void PlanSketch::setPrivateMemory(int64_t bytes) {
  plan->setAttr(privateMemoryAttrName, builder.getI64IntegerAttr(bytes));
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
  if (!loop || tile <= 1)
    return Value();
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
  if (loop)
    VectorizeOp::create(builder, loc, /*unsafe=*/false, loop);
}

void PlanSketch::writePastCaches(Value array) {
  NontemporalOp::create(builder, loc, array);
}

void PlanSketch::parallelize(ArrayRef<Value> loops, Size mostWorkItems) {
  SmallVector<Value> there = dropNull(loops);
  IntegerAttr most;
  if (mostWorkItems)
    most = builder.getI64IntegerAttr(*mostWorkItems);
  if (!there.empty())
    ParallelizeOp::create(
        builder, loc, /*unsafe=*/false, there, most,
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
  llvm::StringSet<> used;
  std::string text;
  llvm::raw_string_ostream os(text);
  auto write = [&](StringRef step, ValueRange loops) {
    os << step;
    for (Value loop : loops)
      os << ' ' << names[loop];
    os << '\n';
  };
  // A plan without a target has that of an unknown device.
  auto bytes = plan->getAttrOfType<IntegerAttr>(privateMemoryAttrName);
  if (bytes && bytes.getInt() != TargetDescription().cacheBytes)
    os << "private_memory\n";
  auto func = plan->getParentOfType<FuncOp>();
  for (Operation &step : plan.getBody().front())
    llvm::TypeSwitch<Operation *>(&step)
        .Case([&](LoopsOp op) {
          for (auto nest : func.getOps<NestOp>())
            if (nest.getNameAttr() == op.getNestAttr())
              for (auto [loop, name] :
                   llvm::zip_equal(op.getLoops(), getLoopNames(nest, used)))
                names[loop] = name;
          write("loops", op.getLoops());
        })
        .Case([&](SplitOp op) {
          names[op.getInner()] = op.getName().str();
          os << "split " << names[op.getLoop()] << ' ' << op.getSize() << ' '
             << op.getName() << '\n';
        })
        .Case([&](FuseOp op) {
          write("fuse", op.getSchedules());
          for (auto [loop, name] :
               llvm::zip_equal(op.getLoops(), op.getNames()))
            names[loop] = cast<StringAttr>(name).getValue().str();
          write("common", op.getLoops().drop_back());
        })
        .Case([&](ReorderOp op) { write("reorder", op.getLoops()); })
        .Case([&](UnrollOp op) { write("unroll", op.getLoop()); })
        .Case([&](VectorizeOp op) { write("vectorize", op.getLoop()); })
        .Case([&](NontemporalOp op) {
          os << "nontemporal " << getArrayName(op.getArray()) << '\n';
        })
        .Case([&](ParallelizeOp op) {
          if (op.getMaxThreads())
            os << "max_threads " << *op.getMaxThreads() << '\n';
          write("parallelize", op.getLoops());
        })
        .Case([&](CacheOp op) {
          bool isColMajor =
              isa_and_present<ColMajorLayoutAttr>(op.getLayoutAttr());
          os << "cache " << getArrayName(op.getSource()) << ' '
             << names[op.getLoop()]
             << (isColMajor ? " col_major" : " row_major") << '\n';
        });
  return text;
}
