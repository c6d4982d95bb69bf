// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"
#include "KernelPosition.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

std::string HostFunctionPrinter::printOperand(Value value) {
  std::string text = expressions.print(value);
  auto argument = dyn_cast<BlockArgument>(value);
  auto array = argument ? func.getArgAttrOfType<TypeAttr>(
                              argument.getArgNumber(), arrayAttrName)
                        : TypeAttr();
  if (!array || given.contains(value))
    return text;
  // Kernels access complex numbers as their parts, which C++ allows.
  auto type = cast<ArrayType>(array.getValue());
  if (!isa<ComplexType>(type.getElementType()))
    return text;
  return ("reinterpret_cast<" + Twine(type.isWritable() ? "" : "const ") +
          getCppPartType(type.getElementType()) + " *>(" + text + ")")
      .str();
}

std::string HostFunctionPrinter::printRange(LaunchOp op) {
  auto print = [&](ValueRange values) {
    return "sycl::range<" + std::to_string(values.size()) + ">(" +
           llvm::join(llvm::map_range(values,
                                      [&](Value value) {
                                        return expressions.print(value);
                                      }),
                      ", ") +
           ")";
  };
  if (op.getLocal().empty())
    return print(op.getRange());
  return "sycl::nd_range<" + std::to_string(op.getRange().size()) + ">(" +
         print(op.getRange()) + ", " + print(op.getLocal()) + ")";
}

void HostFunctionPrinter::printLaunch(LaunchOp op) {
  if (kernels == HostKernels::Module)
    return printModuleLaunch(op);
  StringRef kernel = op.getKernel().getLeafReference().getValue();
  size_t rank = op.getRange().size();
  auto target = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  SmallVector<memref::AllocaOp> locals = getLocals(target);
  StringRef last = dependence();
  StringRef assignment = assignLast();
  // Local memory needs a command group.
  if (!locals.empty()) {
    line() << assignment << "queue.submit([&](sycl::handler &handler) {\n";
    ++depth;
    if (!last.empty())
      line() << "handler.depends_on(last);\n";
  }
  SmallVector<std::string> localNames;
  for (memref::AllocaOp local : locals) {
    auto type = cast<ArrayType>(
        local->getAttrOfType<TypeAttr>(arrayAttrName).getValue());
    localNames.push_back(names.getUnique(
        local->getAttrOfType<StringAttr>(nameAttrName).getValue()));
    line() << "sycl::local_accessor<" << getCppPartType(type.getElementType())
           << ", 1> " << localNames.back() << "("
           << local.getType().getNumElements() << ", handler);\n";
  }
  line() << (locals.empty() ? assignment : "")
         << (locals.empty() ? "queue" : "handler") << ".parallel_for(";
  os << printRange(op);
  SmallVector<PositionUse> used = getPositionUses(target);
  bool waits = hasBarrier(target);
  std::optional<std::string> sizes = getWorkGroupSize(target);
  std::string margin(2 * depth, ' ');
  os << (locals.empty() ? last : "") << ",\n"
     << margin
     << "    [=](sycl::" << (op.getLocal().empty() ? "item<" : "nd_item<")
     << rank << ">" << (used.empty() && !waits ? "" : " item") << ") "
     << (sizes ? "[[sycl::reqd_work_group_size(" + *sizes + ")]] " : "")
     << "{\n"
     << margin << "  " << kernel << "_item(";
  llvm::ListSeparator separator;
  for (Value value : op.getKernelOperands())
    os << separator << printOperand(value);
  for (StringRef name : localNames)
    os << separator << name
       << ".get_multi_ptr<sycl::access::decorated::no>().get()";
  for (PositionUse use : used)
    os << separator << "item."
       << (op.getLocal().empty()
               ? "get_id(" + std::to_string(use.dimension) + ")"
               : use.getCall());
  if (waits)
    os << separator << "item";
  os << ");\n" << margin << "});\n";
  if (!locals.empty()) {
    --depth;
    line() << "});\n";
  }
}

void HostFunctionPrinter::printModuleLaunch(LaunchOp op) {
  bool isOrdered = !dependence().empty();
  line() << assignLast() << "queue.submit([&](sycl::handler &handler) {\n";
  if (isOrdered)
    line() << "  handler.depends_on(last);\n";
  auto target = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  for (auto [index, value] : llvm::enumerate(op.getKernelOperands())) {
    // A truth value is a byte of a kernel's arguments.
    Type type = target.getArgumentTypes()[index];
    StringRef cast = type.isInteger(1) ? "static_cast<uint8_t>"
                     : type.isIndex()  ? "static_cast<int64_t>"
                                       : "";
    line() << "  handler.set_arg(" << index << ", " << cast
           << (cast.empty() ? "" : "(") << printOperand(value)
           << (cast.empty() ? "" : ")") << ");\n";
  }
  line() << "  handler.parallel_for(" << printRange(op) << ",\n";
  line() << "                       saopt::find_kernel(queue, \""
         << op.getKernel().getLeafReference().getValue() << "\"));\n";
  line() << "});\n";
}
