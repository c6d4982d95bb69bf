// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"

#include "KernelPrinter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/Cpp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace sa;

/// A layout as the dialect writes it, without the dialect's name.
static std::string getLayoutName(LayoutAttrInterface layout) {
  std::string text;
  llvm::raw_string_ostream(text) << layout;
  return StringRef(text)
      .drop_until([](char c) { return c == '.'; })
      .drop_front()
      .str();
}

void sa::printArgumentComment(raw_ostream &os, func::FuncOp func) {
  SmallVector<CppParameter> parameters = getCppParameters(func);
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    os << "//   " << parameters[i].name << ": ";
    if (auto array = func.getArgAttrOfType<TypeAttr>(i, arrayAttrName)) {
      auto type = cast<ArrayType>(array.getValue());
      os << stringifyRole(type.getRole()) << ", ";
      for (int64_t dim = 0; dim < type.getRank(); ++dim) {
        int64_t size = type.getShape()[dim];
        StringAttr name =
            size == ShapedType::kDynamic ? type.getSizeName(dim) : StringAttr();
        if (size != ShapedType::kDynamic)
          os << size;
        else
          os << getCppIdentifier(name.getValue());
        os << " x ";
      }
      os << getElementTypeName(type.getElementType());
      if (type.getLayout())
        os << ", " << getLayoutName(type.getLayout());
      else if (type.getRank() > 1)
        os << ", row-major";
    } else if (Attribute size = func.getArgAttr(i, sizeAttrName)) {
      os << (isa<UnitAttr>(size) ? "a size" : "a stride");
    } else {
      os << "a scalar";
    }
    os << "\n";
  }
}

namespace {
class HostFunctionPrinter {
public:
  HostFunctionPrinter(raw_ostream &os, func::FuncOp func,
                      const HostConstants &constants, HelperSet &helpers)
      : os(os), func(func), constants(constants), expressions(helpers) {}
  LogicalResult run();

private:
  /// Hands dense arrays to the version that is made for them.
  void printDispatch();
  /// The C++ name of the argument that the user calls `name`.
  std::string getArgumentName(StringRef name);
  /// Declares a variable for a size that is used more than once.
  void declare(Value value);
  void printAlloc(AllocOp op);
  void printUpload(UploadOp op);
  void printLaunch(LaunchOp op);
  void printRequire(RequireOp op);
  /// Writes what a block does on the host. Fails, with a diagnostic, on an
  /// operation that has no C++ form.
  LogicalResult printBlock(Block &block);
  LogicalResult printLoop(scf::ForOp loop);
  LogicalResult printIf(scf::IfOp op);
  /// Starts a line.
  raw_ostream &line() { return os << std::string(2 * depth, ' '); }
  /// What a launch passes to the kernel for `value`.
  std::string printOperand(Value value);
  /// ", last" once there is work to wait for.
  StringRef dependence() const { return hasWork ? ", last" : ""; }
  /// "sycl::event last = " the first time, then "last = ".
  StringRef assignLast() {
    StringRef text = hasWork ? "last = " : "sycl::event last = ";
    hasWork = true;
    return text;
  }

  raw_ostream &os;
  func::FuncOp func;
  const HostConstants &constants;
  ExpressionPrinter expressions;
  CppNames names;
  SmallVector<std::string> temporaries;
  bool hasWork = false;
  unsigned depth = 1;
};
} // namespace

LogicalResult HostFunctionPrinter::run() {
  for (auto [argument, parameter] :
       llvm::zip_equal(func.getArguments(), getCppParameters(func)))
    expressions.setName(argument, names.getUnique(parameter.name));
  os << "// Runs asynchronously; the arrays are disjoint and stay alive until "
        "the\n"
        "// event is complete.\n";
  printArgumentComment(os, func);
  os << (func->hasAttr(internalAttrName) ? "static " : "")
     << getCppSignature(func, /*oneLine=*/false) << " {\n";
  printDispatch();
  WalkResult launches =
      func.walk([](LaunchOp) { return WalkResult::interrupt(); });
  if (!launches.wasInterrupted())
    os << "  (void)queue;\n";
  for (BlockArgument argument : func.getArguments())
    if (argument.use_empty())
      os << "  (void)" << expressions.getName(argument) << ";\n";
  // Nothing is launched when a check fails.
  for (RequireOp op : func.getOps<RequireOp>())
    printRequire(op);
  if (failed(printBlock(func.getBody().front())))
    return failure();
  if (!temporaries.empty()) {
    os << "  last = queue.submit([&](sycl::handler &handler) {\n"
       << "    handler.depends_on(last);\n"
       << "    handler.host_task([=, context = queue.get_context()] {\n";
    for (StringRef name : temporaries)
      os << "      sycl::free(" << name << ", context);\n";
    os << "    });\n  });\n";
  }
  os << "  return " << (hasWork ? "last" : "sycl::event()") << ";\n}\n\n";
  return success();
}

LogicalResult HostFunctionPrinter::printBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto alloc = dyn_cast<AllocOp>(op)) {
      printAlloc(alloc);
    } else if (auto upload = dyn_cast<UploadOp>(op)) {
      printUpload(upload);
    } else if (auto launch = dyn_cast<LaunchOp>(op)) {
      printLaunch(launch);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (failed(printLoop(loop)))
        return failure();
    } else if (auto condition = dyn_cast<scf::IfOp>(op)) {
      if (failed(printIf(condition)))
        return failure();
    } else if (isa<RequireOp>(op)) {
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
  // What the loop waits for, and what comes after it, is known outside of it.
  if (!hasWork)
    line() << assignLast().drop_back(3) << ";\n";
  auto nameAttr = loop->getAttrOfType<StringAttr>(indexAttrName);
  std::string index = names.getUnique(nameAttr ? nameAttr.getValue() : "index");
  expressions.setName(loop.getInductionVar(), index);
  std::optional<APInt> step = loop.getConstantStep();
  line() << "for (int64_t " << index << " = "
         << expressions.print(loop.getLowerBound()) << "; " << index << " < "
         << expressions.print(loop.getUpperBound(), Precedence::Shift) << "; ";
  if (step && *step == 1)
    os << "++" << index;
  else
    os << index << " += " << expressions.print(loop.getStep());
  os << ") {\n";
  ++depth;
  LogicalResult result = printBlock(*loop.getBody());
  --depth;
  line() << "}\n";
  return result;
}

LogicalResult HostFunctionPrinter::printIf(scf::IfOp op) {
  if (!hasWork)
    line() << assignLast().drop_back(3) << ";\n";
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

std::string HostFunctionPrinter::getArgumentName(StringRef name) {
  for (BlockArgument argument : func.getArguments())
    if (func.getArgAttrOfType<StringAttr>(argument.getArgNumber(), nameAttrName)
            .getValue() == name)
      return expressions.getName(argument).str();
  llvm_unreachable("no such argument");
}

void HostFunctionPrinter::printDispatch() {
  auto dense = func->getAttrOfType<FlatSymbolRefAttr>(contiguousAttrName);
  if (!dense)
    return;
  SmallVector<std::string> conditions, operands = {"queue"};
  llvm::StringSet<> strides;
  for (BlockArgument argument : func.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto name = func.getArgAttrOfType<StringAttr>(number, nameAttrName);
    if (!strides.contains(name.getValue()))
      operands.push_back(expressions.getName(argument).str());
    auto attribute = func.getArgAttrOfType<TypeAttr>(number, arrayAttrName);
    auto type = attribute ? cast<ArrayType>(attribute.getValue()) : ArrayType();
    if (!type || !isa_and_present<AnyLayoutAttr>(type.getLayout()))
      continue;
    // The last stride is 1, and each other one steps over what is behind it.
    std::string dense = "1";
    for (int64_t dim = type.getRank(); dim-- > 0;) {
      std::string stride = getStrideName(name.getValue(), dim);
      std::string size = type.getShape()[dim] == ShapedType::kDynamic
                             ? getArgumentName(type.getSizeName(dim).getValue())
                             : std::to_string(type.getShape()[dim]);
      strides.insert(stride);
      conditions.push_back("(" + size + " <= 1 || " + getArgumentName(stride) +
                           " == " + dense + ")");
      dense = dense == "1" ? size : size + " * " + dense;
    }
  }
  if (conditions.empty())
    conditions.push_back("true");
  os << "  if (" << llvm::join(conditions, " &&\n      ") << ")\n    return "
     << dense.getValue() << "(" << llvm::join(operands, ", ") << ");\n";
}

void HostFunctionPrinter::declare(Value value) {
  std::string name = names.getUnique("size");
  line() << "const " << getCppValueType(value.getType()) << " " << name << " = "
         << expressions.print(value) << ";\n";
  expressions.setName(value, name);
}

void HostFunctionPrinter::printAlloc(AllocOp op) {
  std::string name = names.getUnique(op.getName());
  StringRef type = getCppPartType(op.getElementType());
  std::string elements =
      expressions.print(op.getElements(), Precedence::Multiplicative);
  if (int64_t numParts = getNumParts(op.getElementType()); numParts != 1)
    elements += " * " + llvm::itostr(numParts);
  expressions.setName(op.getResult(), name);
  temporaries.push_back(name);
  os << "  " << type << " *" << name << " = sycl::malloc_device<" << type
     << ">(" << elements << ", queue);\n";
  os << "  if (" << name << " == nullptr && " << elements << " != 0)\n"
     << "    throw sycl::exception(\n"
     << "        sycl::make_error_code(sycl::errc::memory_allocation),\n"
     << "        \"no memory for the temporary " << name << "\");\n";
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

std::string HostFunctionPrinter::printOperand(Value value) {
  std::string text = expressions.print(value);
  auto argument = dyn_cast<BlockArgument>(value);
  auto array = argument ? func.getArgAttrOfType<TypeAttr>(
                              argument.getArgNumber(), arrayAttrName)
                        : TypeAttr();
  if (!array)
    return text;
  // Kernels see complex numbers as their parts, which C++ allows.
  auto type = cast<ArrayType>(array.getValue());
  if (!isa<ComplexType>(type.getElementType()))
    return text;
  return ("reinterpret_cast<" + Twine(type.isWritable() ? "" : "const ") +
          getCppPartType(type.getElementType()) + " *>(" + text + ")")
      .str();
}

void HostFunctionPrinter::printLaunch(LaunchOp op) {
  StringRef kernel = op.getKernel().getLeafReference().getValue();
  auto join = [&](ValueRange values) {
    return llvm::join(
        llvm::map_range(values,
                        [&](Value value) { return expressions.print(value); }),
        ", ");
  };
  size_t rank = op.getRange().size();
  StringRef last = dependence();
  line() << assignLast() << "queue.parallel_for(";
  if (op.getLocal().empty())
    os << "sycl::range<" << rank << ">(" << join(op.getRange()) << ")";
  else
    os << "sycl::nd_range<" << rank << ">(sycl::range<" << rank << ">("
       << join(op.getRange()) << "), sycl::range<" << rank << ">("
       << join(op.getLocal()) << "))";
  auto target = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  SmallVector<unsigned> used = getUsedDimensions(target);
  std::string margin(2 * depth, ' ');
  os << last << ",\n"
     << margin
     << "    [=](sycl::" << (op.getLocal().empty() ? "item<" : "nd_item<")
     << rank << ">" << (used.empty() ? "" : " item") << ") {\n"
     << margin << "  " << kernel << "_item("
     << llvm::join(
            llvm::map_range(op.getKernelOperands(),
                            [&](Value value) { return printOperand(value); }),
            ", ");
  StringRef getter = op.getLocal().empty() ? "get_id" : "get_global_id";
  StringRef separator = op.getKernelOperands().empty() ? "" : ", ";
  for (unsigned dimension : used) {
    os << separator << "item." << getter << "(" << dimension << ")";
    separator = ", ";
  }
  os << ");\n" << margin << "});\n";
}

LogicalResult sa::printHostFunction(raw_ostream &os, func::FuncOp func,
                                    const HostConstants &constants,
                                    HelperSet &helpers) {
  return HostFunctionPrinter(os, func, constants, helpers).run();
}
