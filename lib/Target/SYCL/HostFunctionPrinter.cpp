// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

void sa::printMemoryHelpers(raw_ostream &os, ModuleOp module,
                            bool hasConstants) {
  if (hasConstants)
    printResidentHelper(os);
  WalkResult allocates =
      module.walk([](AllocOp) { return WalkResult::interrupt(); });
  if (allocates.wasInterrupted())
    printTemporariesHelper(os);
}

LogicalResult HostFunctionPrinter::run() {
  for (auto [argument, parameter] :
       llvm::zip_equal(func.getArguments(), getCppParameters(func)))
    expressions.setName(argument, names.getUnique(parameter.name));
  os << "// Runs asynchronously; the arrays are disjoint and stay alive until "
        "the\n"
        "// event is complete.\n";
  printArgumentComment(os, func);
  os << (func->hasAttr(internalAttrName) ? "static " : "")
     << (isOfLibrary ? getCppSignature(func, /*oneLine=*/false,
                                       getDependenciesParameter())
                     : getCppSignature(func, /*oneLine=*/false))
     << " {\n";
  printDispatch();
  WalkResult launches =
      func.walk([](LaunchOp) { return WalkResult::interrupt(); });
  if (!launches.wasInterrupted() && !isOfLibrary)
    os << "  (void)queue;\n";
  for (BlockArgument argument : func.getArguments())
    if (argument.use_empty())
      os << "  (void)" << expressions.getName(argument) << ";\n";
  // Nothing is launched when a check fails.
  for (RequireOp op : func.getOps<RequireOp>())
    printRequire(op);
  if (isOfLibrary)
    os << "  " << assignLast() << "saopt::after(queue, dependencies);\n";
  WalkResult allocates =
      func.walk([](AllocOp) { return WalkResult::interrupt(); });
  if (allocates.wasInterrupted())
    printOwner();
  printPlaces();
  if (failed(printBlock(func.getBody().front())))
    return failure();
  if (!owner.empty() && !record.empty())
    os << "  " << owner << ".free_after_work();\n";
  os << "  return "
     << (!record.empty()  ? record + ".throw_after_work()"
         : !owner.empty() ? owner + ".free_after_work()"
         : hasWork        ? "last"
                          : "sycl::event()")
     << ";\n}\n\n";
  return success();
}

LogicalResult HostFunctionPrinter::printBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto alloc = dyn_cast<AllocOp>(op)) {
      printAlloc(alloc);
    } else if (auto upload = dyn_cast<UploadOp>(op)) {
      printUpload(upload);
    } else if (auto errors = dyn_cast<ErrorRecordOp>(op)) {
      printErrorRecord(errors);
    } else if (auto launch = dyn_cast<LaunchOp>(op)) {
      printLaunch(launch);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (failed(printLoop(loop)))
        return failure();
    } else if (auto condition = dyn_cast<scf::IfOp>(op)) {
      if (failed(printIf(condition)))
        return failure();
    } else if (auto exchange = dyn_cast<ExchangeOp>(op)) {
      line() << "std::swap(" << expressions.getName(exchange.getLhs()) << ", "
             << expressions.getName(exchange.getRhs()) << ");\n";
    } else if (auto stop = dyn_cast<StopUnlessOp>(op)) {
      printStop(stop);
    } else if (isa<RequireOp, StandsForOp>(op)) {
      continue;
    } else if (!ExpressionPrinter::isExpression(&op)) {
      return op.emitOpError() << "cannot be written as SYCL";
    } else if (!op.hasOneUse() && !isa<arith::ConstantOp>(op)) {
      declare(op.getResult(0));
    }
  }
  return success();
}

LogicalResult HostFunctionPrinter::printLoop(scf::ForOp loop) {
  declareLast();
  auto nameAttr = loop->getAttrOfType<StringAttr>(indexAttrName);
  std::string index = names.getUnique(nameAttr ? nameAttr.getValue() : "index");
  expressions.setName(loop.getInductionVar(), index);
  line() << expressions.printLoopHeader(loop) << "\n";
  ++depth;
  LogicalResult result = printBlock(*loop.getBody());
  --depth;
  line() << "}\n";
  return result;
}

LogicalResult HostFunctionPrinter::printIf(scf::IfOp op) {
  declareLast();
  if (auto moved = op.getCondition().getDefiningOp<StandsForOp>())
    line() << "if (" << expressions.getName(moved.getTemporary())
           << " == " << given.lookup(moved.getArray()) << ") {\n";
  else
    line() << "if (" << expressions.print(op.getCondition()) << ") {\n";
  for (Block *block : {op.thenBlock(), op.elseBlock()}) {
    if (!block)
      continue;
    if (block == op.elseBlock())
      line() << "} else {\n";
    ++depth;
    LogicalResult result = printBlock(*block);
    --depth;
    if (failed(result))
      return failure();
  }
  line() << "}\n";
  return success();
}

void HostFunctionPrinter::printPlaces() {
  for (BlockArgument argument : func.getArguments()) {
    bool isMoved = llvm::any_of(argument.getUsers(), [](Operation *user) {
      return isa<ExchangeOp, StandsForOp>(user);
    });
    if (!isMoved)
      continue;
    std::string pointer = printOperand(argument);
    std::string name =
        names.getUnique((expressions.getName(argument) + "_place").str());
    line() << "auto *" << name << " = " << pointer << ";\n";
    given[argument] = pointer;
    expressions.setName(argument, name);
  }
}

void HostFunctionPrinter::printStop(StopUnlessOp op) {
  auto loop = cast<scf::ForOp>(op->getParentOp());
  StringRef index = expressions.getName(loop.getInductionVar());
  Type type = cast<MemRefType>(op.getMemory().getType()).getElementType();
  std::string flag = names.getUnique("flag");
  line() << "if (";
  if (op.getEvery() != 1)
    os << "(" << index << " + 1) % " << op.getEvery() << " == 0 && ";
  os << index << " + 1 < "
     << expressions.print(loop.getUpperBound(), Precedence::Relational)
     << ") {\n";
  ++depth;
  line() << getCppElementType(type) << " " << flag << ";\n";
  line() << "queue.memcpy(&" << flag << ", "
         << expressions.getName(op.getMemory()) << " + "
         << expressions.print(op.getOffset(), Precedence::Additive)
         << ", sizeof(" << flag << ")" << dependence() << ").wait();\n";
  line() << "if (" << flag << " == 0)\n";
  line() << "  break;\n";
  --depth;
  line() << "}\n";
}

void HostFunctionPrinter::declare(Value value) {
  std::string name = names.getUnique("size");
  line() << "const " << getCppValueType(value.getType()) << " " << name << " = "
         << expressions.print(value) << ";\n";
  expressions.setName(value, name);
}

void HostFunctionPrinter::printOwner() {
  owner = names.getUnique("temporaries");
  declareLast();
  os << "  saopt::device_temporaries " << owner << "(queue, last);\n";
}

void HostFunctionPrinter::printAlloc(AllocOp op) {
  std::string name = names.getUnique(op.getName());
  StringRef type = getCppPartType(op.getElementType());
  std::string elements =
      expressions.print(op.getElements(), Precedence::Multiplicative);
  if (int64_t numParts = getNumParts(op.getElementType()); numParts != 1)
    elements += " * " + llvm::itostr(numParts);
  expressions.setName(op.getResult(), name);
  os << "  " << type << " *" << name << " = " << owner << ".allocate<" << type
     << ">(" << elements << ", \"" << name << "\");\n";
  if (op.getUninitialized())
    return;
  StringRef last = dependence();
  os << "  " << assignLast() << "queue.memset(" << name << ", 0, " << elements
     << " * sizeof(" << type << ")" << last << ");\n";
}

void HostFunctionPrinter::printUpload(UploadOp op) {
  std::string name = names.getUnique(op.getName());
  expressions.setName(op.getResult(), name);
  std::string values = constants.lookup(op);
  bool isLong = values.size() > 20;
  os << "  const " << getCppPartType(op.getElementType()) << " *" << name
     << " = saopt::resident(" << (isLong ? "\n      " : "") << values << ", "
     << op.getValue().getNumElements() << ", queue);\n";
}

void HostFunctionPrinter::printRequire(RequireOp op) {
  os << "  if (" << expressions.print(op.getSize(), Precedence::Relational)
     << " < " << expressions.print(op.getLeast(), Precedence::Relational)
     << ")\n"
     << "    throw sycl::exception(\n"
     << "        sycl::make_error_code(sycl::errc::invalid),\n"
     << "        \"dimension " << op.getDimension() << " of "
     << getCppIdentifier(op.getArray())
     << " is smaller than the loops need\");\n";
}
