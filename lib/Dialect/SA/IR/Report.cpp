// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/IR/Report.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

static constexpr std::pair<ReportSubject, llvm::StringLiteral> subjects[] = {
    {ReportSubject::Array, "array"},
    {ReportSubject::Constant, "constant"},
    {ReportSubject::Temporary, "temporary"},
    {ReportSubject::Loop, "loop"},
    {ReportSubject::Nest, "nest"}};

StringRef sa::stringifyReportSubject(ReportSubject subject) {
  return subjects[static_cast<unsigned>(subject)].second;
}

void sa::addReport(FuncOp func, ReportSubject subject,
                   ArrayRef<StringRef> names, const Twine &message,
                   ArrayRef<ReportValue> values) {
  Builder builder(func.getContext());
  NamedAttrList numbers, entry;
  for (auto [key, value] : values) {
    if (const auto *number = std::get_if<int64_t>(&value))
      numbers.append(key, builder.getI64IntegerAttr(*number));
    else
      numbers.append(key, builder.getStringAttr(std::get<StringRef>(value)));
  }
  entry.append("message", builder.getStringAttr(message));
  entry.append("names", builder.getStrArrayAttr(names));
  entry.append("subject",
               builder.getStringAttr(stringifyReportSubject(subject)));
  if (!numbers.empty())
    entry.append("values", numbers.getDictionary(func.getContext()));
  SmallVector<Attribute> entries;
  if (auto old = func->getAttrOfType<ArrayAttr>(reportAttrName))
    llvm::append_range(entries, old);
  entries.push_back(entry.getDictionary(func.getContext()));
  func->setAttr(reportAttrName, builder.getArrayAttr(entries));
}

SmallVector<ReportEntry> sa::getReport(Operation *func) {
  SmallVector<ReportEntry> report;
  auto entries = func->getAttrOfType<ArrayAttr>(reportAttrName);
  if (!entries)
    return report;
  for (Attribute attribute : entries) {
    auto entry = dyn_cast<DictionaryAttr>(attribute);
    auto message = entry ? entry.getAs<StringAttr>("message") : StringAttr();
    auto names = entry ? entry.getAs<ArrayAttr>("names") : ArrayAttr();
    auto subject = entry ? entry.getAs<StringAttr>("subject") : StringAttr();
    const auto *known = llvm::find_if(subjects, [&](const auto &pair) {
      return subject && subject.getValue() == pair.second;
    });
    if (!message || !names || known == std::end(subjects) ||
        !llvm::all_of(names, llvm::IsaPred<StringAttr>))
      continue;
    report.push_back({known->first,
                      llvm::map_to_vector(names.getAsValueRange<StringAttr>(),
                                          [](StringRef name) { return name; }),
                      message.getValue(),
                      entry.getAs<DictionaryAttr>("values")});
  }
  return report;
}
