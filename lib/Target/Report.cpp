// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/Report.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace sa;

/// "temporary 'T'", "constants 'V' and 'W'"; a loop is called by its name,
/// and so is a nest, in quotes.
static void writeSubject(const ReportEntry &entry, raw_ostream &os) {
  ArrayRef<StringRef> names = entry.names;
  if (entry.subject == ReportSubject::Nest) {
    os << "'" << names.front() << "'";
    return;
  }
  if (entry.subject == ReportSubject::Loop) {
    llvm::interleaveComma(names, os);
    return;
  }
  os << stringifyReportSubject(entry.subject)
     << (names.size() == 1 ? " " : "s ");
  for (auto [number, name] : llvm::enumerate(names))
    os << (number == 0                  ? "'"
           : number + 1 == names.size() ? " and '"
                                        : ", '")
       << name << "'";
}

void sa::emitReport(ModuleOp module, raw_ostream &os) {
  for (auto func : module.getOps<func::FuncOp>()) {
    os << "function '" << func.getSymName() << "':\n";
    SmallVector<ReportEntry> entries = getReport(func);
    if (entries.empty())
      os << "  nothing to report\n";
    for (const ReportEntry &entry : entries) {
      writeSubject(entry, os << "  ");
      os << ": " << entry.message << "\n";
    }
  }
}

void sa::emitReportJSON(ModuleOp module, raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto writeEntry = [&](func::FuncOp func, const ReportEntry &entry) {
    json.attribute("function", func.getSymName());
    json.attribute("subject", stringifyReportSubject(entry.subject));
    json.attributeArray("names", [&] {
      for (StringRef name : entry.names)
        json.value(name);
    });
    json.attribute("message", entry.message);
    json.attributeObject("values", [&] {
      if (!entry.values)
        return;
      for (NamedAttribute value : entry.values)
        if (auto number = dyn_cast<IntegerAttr>(value.getValue()))
          json.attribute(value.getName().getValue(), number.getInt());
        else if (auto text = dyn_cast<StringAttr>(value.getValue()))
          json.attribute(value.getName().getValue(), text.getValue());
    });
  };
  json.array([&] {
    for (auto func : module.getOps<func::FuncOp>())
      for (const ReportEntry &entry : getReport(func))
        json.object([&] { writeEntry(func, entry); });
  });
  os << "\n";
}
