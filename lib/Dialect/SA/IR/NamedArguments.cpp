// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NamedArguments.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

ParseResult sa::parseNamedArgument(OpAsmParser &parser,
                                   OpAsmParser::Argument &argument,
                                   SmallVectorImpl<Attribute> &names) {
  if (parser.parseArgument(argument))
    return failure();
  std::string name = argument.ssaName.name.drop_front().str();
  std::string quoted;
  if (succeeded(parser.parseOptionalString(&quoted)))
    name = quoted;
  names.push_back(parser.getBuilder().getStringAttr(name));
  return success();
}

void sa::printNamedArgument(OpAsmPrinter &printer, Value argument,
                            StringRef name) {
  std::string ssaName;
  llvm::raw_string_ostream stream(ssaName);
  printer.printOperand(argument, stream);
  printer << ssaName;
  if (StringRef(ssaName).drop_front() != name) {
    printer << " ";
    printer.printString(name);
  }
}
