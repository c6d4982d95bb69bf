// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelPrinter.h"

#include "LineBreaks.h"
#include "ValueNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sa;

/// Longer expressions get a variable of their own.
static constexpr unsigned maxInlinedOps = 8;

void KernelPrinter::line(const Twine &text) {
  std::string lines = breakLines(text.str(), 2 * depth) + "\n";
  auto source = current->findInstanceOf<FileLineColLoc>();
  if (!marksLines || !source) {
    body += lines;
    return;
  }
  std::string mark = lineMark.str() + std::to_string(source.getLine()) + ":" +
                     source.getFilename().str();
  for (char c : lines) {
    if (c == '\n')
      body += mark;
    body += c;
  }
}

LogicalResult KernelPrinter::run() {
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  for (auto global : module.getOps<memref::GlobalOp>())
    names.getUnique(global.getSymName());
  nameArguments();
  nameLocals();
  namePosition();
  kernel.walk([&](Operation *op) {
    for (StringRef attribute : {indexAttrName, nameAttrName})
      if (auto name = op->getAttrOfType<StringAttr>(attribute))
        names.reserve(name.getValue());
  });
  for (BlockArgument argument : kernel.getArguments())
    if (argument.use_empty())
      line("(void)" + expressions.getName(argument) + ";");
  return printBlock(kernel.getBody().front());
}

void KernelPrinter::nameArguments() {
  for (BlockArgument argument : kernel.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto nameAttr = kernel.getArgAttrOfType<StringAttr>(number, nameAttrName);
    std::string name =
        names.getUnique(nameAttr ? nameAttr.getValue() : StringRef("arg"));
    std::string type;
    if (auto array = kernel.getArgAttrOfType<TypeAttr>(number, arrayAttrName)) {
      auto arrayType = cast<ArrayType>(array.getValue());
      expressions.setArray(argument, arrayType);
      type = (Twine(arrayType.isWritable() ? "" : "const ") +
              getCppPartType(arrayType.getElementType()) + " *")
                 .str();
    } else if (auto scalar =
                   kernel.getArgAttrOfType<TypeAttr>(number, scalarAttrName)) {
      // In a kernel the bits of an unsigned integer are a signed one, as the
      // elements of arrays are: the operations tell them apart.
      Type value = scalar.getValue();
      if (value.isUnsignedInteger())
        value =
            IntegerType::get(value.getContext(), value.getIntOrFloatBitWidth());
      type = getCppScalarType(value);
    } else {
      type = getCppValueType(argument.getType());
    }
    expressions.setName(argument, name);
    parameters.push_back({type, name});
  }
}

void KernelPrinter::nameLocals() {
  for (memref::AllocaOp local : ::getLocals(kernel)) {
    auto type = cast<ArrayType>(
        local->getAttrOfType<TypeAttr>(arrayAttrName).getValue());
    std::string name = names.getUnique(
        local->getAttrOfType<StringAttr>(nameAttrName).getValue());
    locals.push_back(
        {(getCppPartType(type.getElementType()) + " *").str(), name});
    expressions.setName(local.getResult(), name);
    expressions.setArray(local.getResult(), type);
  }
}

void KernelPrinter::namePosition() {
  for (PositionUse use : getPositionUses(kernel)) {
    std::string name;
    kernel.walk([&](Operation *op) {
      std::optional<PositionUse> other = getPositionUse(kernel, op);
      if (!other || !(*other == use))
        return;
      auto nameAttr = op->getAttrOfType<StringAttr>(indexAttrName);
      if (name.empty())
        name = names.getUnique(nameAttr ? nameAttr.getValue() : "position");
      expressions.setName(op->getResult(0), name);
    });
    position.push_back({"int64_t", name});
  }
  if (hasBarrier(kernel)) {
    item = names.getUnique("position");
    position.push_back(
        {"sycl::nd_item<" + std::to_string(getRank(kernel)) + ">", item});
  }
}

/// Returns true if `use` is evaluated once, before its owner runs. A loop
/// evaluates its bound in every iteration.
static bool isEvaluatedOnce(OpOperand &use) {
  auto loop = dyn_cast<scf::ForOp>(use.getOwner());
  if (!loop)
    return use.getOwner()->getNumRegions() == 0;
  return use.getOperandNumber() == 0 ||
         llvm::is_contained(loop.getInitArgs(), use.get());
}

/// Returns true for short arithmetic on indices, which needs no variable: the
/// next compiler finds common subexpressions.
static bool isShortIndexArithmetic(Operation *op, unsigned budget = 6) {
  if (op->hasAttr(indexAttrName) || !ExpressionPrinter::isExpression(op) ||
      isa<memref::LoadOp, vector::ExtractOp>(op) ||
      !op->getResult(0).getType().isIndex())
    return false;
  return budget > 0 && llvm::all_of(op->getOperands(), [&](Value operand) {
           Operation *source = operand.getDefiningOp();
           return !source ||
                  isa<gpu::GlobalIdOp, gpu::BlockIdOp, gpu::ThreadIdOp>(
                      source) ||
                  source->hasAttr(indexAttrName) ||
                  isShortIndexArithmetic(source, budget / 2);
         });
}

void KernelPrinter::findInlined(Block &block) {
  // From the end, because an operation is printed with its user. `anchors` is
  // the statement that prints an operation, `sizes` the number of its
  // operations.
  llvm::DenseMap<Operation *, Operation *> anchors;
  llvm::DenseMap<Operation *, unsigned> sizes;
  for (Operation &op : llvm::reverse(block)) {
    anchors[&op] = &op;
    if (isa<arith::ConstantOp>(op) || isShortIndexArithmetic(&op)) {
      inlined.insert(&op);
      continue;
    }
    if (!ExpressionPrinter::isExpression(&op) || !op.hasOneUse() ||
        op.hasAttr(indexAttrName))
      continue;
    OpOperand &use = *op.use_begin();
    if (use.getOwner()->getBlock() != &block || !isEvaluatedOnce(use))
      continue;
    Operation *anchor = anchors[use.getOwner()];
    if (sizes[anchor] >= maxInlinedOps)
      continue;
    // A load does not move past a write.
    bool moves =
        !isa<memref::LoadOp, vector::LoadOp>(op) ||
        std::all_of(
            std::next(op.getIterator()), anchor->getIterator(),
            [](Operation &between) {
              return between.getNumRegions() == 0 &&
                     !isa<memref::StoreOp, memref::AtomicRMWOp, RecordErrorOp,
                          RecordPrintOp, vector::StoreOp, gpu::BarrierOp>(
                         between);
            });
    if (!moves)
      continue;
    inlined.insert(&op);
    anchors[&op] = anchor;
    ++sizes[anchor];
  }
}

LogicalResult KernelPrinter::printBlock(Block &block) {
  findInlined(block);
  Location outer = current;
  for (Operation &op : block.without_terminator()) {
    current = op.getLoc();
    if (!inlined.contains(&op) && failed(printOp(&op)))
      return failure();
  }
  current = outer;
  return success();
}

/// Vendor bug clang-const-evaluation: Clang evaluates the initializer of a
/// constant variable at each use. Long chains of them overflow its stack, or
/// take forever.
static constexpr uint64_t maxEvaluations = 256;

uint64_t KernelPrinter::countEvaluations(Value value) const {
  if (auto found = evaluations.find(value); found != evaluations.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  if (!op || !expressions.getName(value).empty())
    return 1;
  uint64_t count = 1;
  for (Value operand : op->getOperands())
    count += countEvaluations(operand);
  return count;
}

/// Returns true for a value whose only use is as the initial value of a
/// variable that a loop carries.
static bool isReplacedByLoop(Value value) {
  // Parameters and indices of loops keep their values.
  Operation *source = value.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(value);
  bool isVariable =
      source ? !isa<gpu::GlobalIdOp, gpu::BlockIdOp, gpu::ThreadIdOp>(source)
             : isa<scf::ForOp>(argument.getOwner()->getParentOp()) &&
                   argument.getArgNumber() != 0;
  if (!isVariable || !value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  auto loop = dyn_cast<scf::ForOp>(use.getOwner());
  return loop && use.getOperandNumber() >= loop.getNumControlOperands() &&
         loop->getBlock() == value.getParentBlock();
}

std::string KernelPrinter::getVariable(Value value) {
  return names.getUniqueBeside(getVariableName(
      value, [&](Value memref) { return expressions.getName(memref); }));
}

std::string KernelPrinter::getAccumulator(scf::ForOp loop, unsigned number) {
  return names.getUniqueBeside(getAccumulatorName(
      loop, number, [&](Value memref) { return expressions.getName(memref); }));
}

void KernelPrinter::declare(Value value) {
  if (isReplacedByLoop(value)) {
    OpOperand &use = *value.use_begin();
    auto loop = cast<scf::ForOp>(use.getOwner());
    std::string variable = getAccumulator(
        loop, use.getOperandNumber() - loop.getNumControlOperands());
    line(getCppVariableType(value.getType()) + " " + variable + " = " +
         expressions.print(value) + ";");
    expressions.setName(value, variable);
    return;
  }
  auto index = value.getDefiningOp()->getAttrOfType<StringAttr>(indexAttrName);
  std::string variable =
      index ? names.getUnique(index.getValue()) : getVariable(value);
  uint64_t count = countEvaluations(value);
  bool isConst = count <= maxEvaluations;
  line((isConst ? "const " : "") + getCppVariableType(value.getType()) + " " +
       variable + " = " + expressions.print(value) + ";");
  expressions.setName(value, variable);
  if (isConst)
    evaluations[value] = count;
}

LogicalResult KernelPrinter::printOp(Operation *op) {
  if (isa<gpu::GlobalIdOp, gpu::BlockIdOp, gpu::ThreadIdOp>(op))
    return success(); // a parameter
  if (isa<gpu::BarrierOp>(op)) {
    line("sycl::group_barrier(" + item + ".get_group());");
    return success();
  }
  if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
    auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
    auto constant = module.lookupSymbol<memref::GlobalOp>(global.getName());
    expressions.setName(op->getResult(0), constant.getSymName().str());
    expressions.setArray(
        op->getResult(0),
        cast<ArrayType>(
            constant->getAttrOfType<TypeAttr>(arrayAttrName).getValue()));
    return success();
  }
  if (auto copy = dyn_cast<memref::AllocaOp>(op)) {
    if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(copy.getType()))
      return success(); // a parameter
    auto type = cast<ArrayType>(
        copy->getAttrOfType<TypeAttr>(arrayAttrName).getValue());
    std::string name = names.getUnique(
        copy->getAttrOfType<StringAttr>(nameAttrName).getValue());
    int64_t size = copy.getType().getNumElements();
    bool isVariable = copy->hasAttr(scalarAttrName) && size == 1;
    line(getCppPartType(type.getElementType()) + " " + name +
         (isVariable ? ";" : "[" + Twine(size).str() + "];"));
    if (isVariable)
      expressions.setVariable(copy.getResult());
    expressions.setName(copy.getResult(), name);
    expressions.setArray(copy.getResult(), type);
    return success();
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    line(expressions.printStore(store));
    return success();
  }
  if (auto prefetch = dyn_cast<memref::PrefetchOp>(op)) {
    // Prefetches are for global memory.
    if (isa<BlockArgument>(prefetch.getMemref()))
      line(expressions.printPrefetch(prefetch));
    return success();
  }
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op)) {
    line(expressions.printAtomic(update));
    return success();
  }
  if (auto record = dyn_cast<RecordErrorOp>(op)) {
    line(expressions.printRecordError(record));
    return success();
  }
  if (auto record = dyn_cast<RecordPrintOp>(op)) {
    line(expressions.printRecordPrint(record));
    return success();
  }
  if (auto store = dyn_cast<vector::StoreOp>(op)) {
    line(expressions.printVectorStore(store));
    return success();
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return printLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return printIf(branch);
  if (!ExpressionPrinter::isExpression(op))
    return op->emitOpError() << "cannot be written as SYCL";
  declare(op->getResult(0));
  return success();
}

void KernelPrinter::printYield(ValueRange variables, ValueRange values) {
  // All the values are computed before any variable changes.
  auto changes = [&](StringRef name) {
    return llvm::any_of(variables, [&](Value variable) {
      return expressions.getName(variable) == name;
    });
  };
  SmallVector<std::string> results;
  for (auto [variable, value] : llvm::zip_equal(variables, values)) {
    std::string text = expressions.print(value);
    StringRef name = expressions.getName(value);
    bool isComputed = !name.empty() && !changes(name);
    if (variables.size() > 1 && !isComputed &&
        text != expressions.getName(variable)) {
      std::string next = names.getUniqueBeside(
          (expressions.getName(variable) + "_next").str());
      bool isConst = countEvaluations(value) <= maxEvaluations;
      std::string declared =
          llvm::formatv("{0}{1} {2}", isConst ? "const " : "",
                        getCppVariableType(value.getType()), next);
      line(llvm::Twine(declared) + " = " + text + ";");
      text = next;
    }
    results.push_back(text);
  }
  for (auto [variable, result] : llvm::zip_equal(variables, results))
    if (expressions.getName(variable) != result)
      line(expressions.getName(variable) + " = " + result + ";");
}

LogicalResult KernelPrinter::printLoop(scf::ForOp loop) {
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    Value initial = loop.getInitArgs()[number];
    // The variable of such an initial value becomes that of the loop.
    std::string variable = isReplacedByLoop(initial)
                               ? expressions.getName(initial).str()
                               : std::string();
    if (variable.empty()) {
      variable = getAccumulator(loop, number);
      line(getCppVariableType(argument.getType()) + " " + variable + " = " +
           expressions.print(initial) + ";");
    }
    expressions.setName(argument, variable);
    expressions.setName(loop.getResult(number), variable);
  }
  CppNames::Scope scope(names);
  auto nameAttr = loop->getAttrOfType<StringAttr>(indexAttrName);
  std::string index = names.getUnique(nameAttr ? nameAttr.getValue() : "index");
  expressions.setName(loop.getInductionVar(), index);
  line(expressions.printLoopHeader(loop));
  ++depth;
  if (failed(printBlock(*loop.getBody())))
    return failure();
  printYield(loop.getRegionIterArgs(), loop.getYieldedValues());
  --depth;
  line("}");
  return success();
}

LogicalResult KernelPrinter::printIf(scf::IfOp op) {
  for (Value result : op.getResults()) {
    std::string variable = getVariable(result);
    line(getCppVariableType(result.getType()) + " " + variable + ";");
    expressions.setName(result, variable);
  }
  line("if (" + expressions.print(op.getCondition()) + ") {");
  for (Block *block : {op.thenBlock(), op.elseBlock()}) {
    if (!block)
      continue;
    if (block == op.elseBlock())
      line("} else {");
    ++depth;
    CppNames::Scope scope(names);
    if (failed(printBlock(*block)))
      return failure();
    printYield(op.getResults(), block->getTerminator()->getOperands());
    --depth;
  }
  line("}");
  return success();
}
