// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Pipelines/Explain.h"

#include "LinkedLines.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace sa;
namespace json = llvm::json;

static constexpr llvm::StringLiteral pageTemplate =
#include "Page.inc"
    ;

/// Where the data goes in the page.
static constexpr llvm::StringLiteral dataMark = "{{data}}";

/// A page of more bytes leaves out the programs behind the kernels, and then
/// those after passes.
static constexpr size_t maxDataBytes = 900000;

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags()
                    .enableDebugInfo()
                    .elideLargeElementsAttrs(32)
                    .elideLargeResourceString(64));
  return text;
}

namespace {
/// Collects the programs after the passes that change them.
class PageTrace : public PassInstrumentation {
public:
  PageTrace(LinkedLines &lines, json::Array &passes, std::string &last)
      : lines(lines), passes(passes), last(last) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    if (pass->getArgument().empty())
      return;
    Operation *program = op;
    while (Operation *parent = program->getParentOp())
      program = parent;
    std::string text = print(program);
    if (text == last)
      return;
    passes.push_back(json::Object{{"name", pass->getArgument()},
                                  {"lines", json::Array(lines.addIR(text))}});
    last = std::move(text);
  }

private:
  LinkedLines &lines;
  json::Array &passes;
  std::string &last;
};
} // namespace

/// The lines of the files that the page refers to.
static json::Object findFiles(const LinkedLines &lines,
                              const json::Object *given) {
  json::Object files;
  for (const std::string &name : lines.getFiles()) {
    const json::Value *known = given ? given->get(name) : nullptr;
    if (known) {
      files[json::fixUTF8(name)] = *known;
      continue;
    }
    auto buffer = llvm::MemoryBuffer::getFile(name, /*IsText=*/true);
    if (!buffer)
      continue;
    SmallVector<StringRef> split;
    (*buffer)->getBuffer().split(split, '\n');
    json::Array text;
    for (StringRef line : split)
      text.push_back(json::fixUTF8(line));
    files[json::fixUTF8(name)] = std::move(text);
  }
  return files;
}

/// As JSON in an element `script`, which no text in it can end.
static std::string toText(const json::Value &data) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << data;
  std::string escaped;
  for (char c : text)
    escaped += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return escaped;
}

LogicalResult sa::explainProgram(OwningOpRef<ModuleOp> program,
                                 CompileOptions options, StringRef title,
                                 json::Object extra, std::string &page,
                                 std::optional<InternalError> &error) {
  LinkedLines lines;
  json::Array passes;
  std::string last = print(*program);
  passes.push_back(json::Object{{"name", "program"},
                                {"lines", json::Array(lines.addIR(last))}});
  options.onPass = nullptr;
  auto configure = std::move(options.configure);
  options.configure = [&](PassManager &pm) {
    if (configure && failed(configure(pm)))
      return failure();
    pm.addInstrumentation(std::make_unique<PageTrace>(lines, passes, last));
    return success();
  };
  Compilation compilation(std::move(program), std::move(options));
  std::string manifest, report, source, llvmText;
  FailureOr<ModuleOp> kernels = compilation.getKernels();
  size_t numToKernels = passes.size();
  llvm::raw_string_ostream os(source);
  if (failed(kernels) ||
      failed(compilation.emit(Artifact::Manifest, manifest)) ||
      failed(compilation.emit(Artifact::ReportJSON, report)) ||
      failed(emitSYCLSource(*kernels, os, /*library=*/"",
                            /*marksLines=*/true)) ||
      failed(compilation.emit(Artifact::LLVM, llvmText))) {
    error = compilation.getInternalError();
    return failure();
  }

  json::Object data = std::move(extra);
  json::Array sourceLines(lines.addMarkedSource(source));
  json::Object files = findFiles(lines, data.getObject("files"));
  json::Array names;
  for (const std::string &name : lines.getFiles())
    names.push_back(json::fixUTF8(name));
  data["title"] = json::fixUTF8(title);
  data["files"] = std::move(files);
  data["file_names"] = std::move(names);
  data["source"] = std::move(sourceLines);
  data["manifest"] = llvm::cantFail(json::parse(manifest));
  data["report"] = llvm::cantFail(json::parse(report));
  data["lines"] = lines.takeLines();
  data["passes"] = std::move(passes);
  std::string text = toText(json::Value(json::Object(data)));
  for (size_t numKept : {numToKernels, size_t(1)}) {
    if (text.size() <= maxDataBytes)
      break;
    // The lines of the rest stay numbered, and lose their text.
    json::Array &all = *data.getArray("passes");
    while (all.size() > numKept)
      all.pop_back();
    std::vector<bool> isUsed(data.getArray("lines")->size());
    auto use = [&](const json::Array &numbers) {
      for (const json::Value &number : numbers)
        isUsed[*number.getAsInteger()] = true;
    };
    use(*data.getArray("source"));
    for (const json::Value &pass : all)
      use(*pass.getAsObject()->getArray("lines"));
    for (auto [number, line] : llvm::enumerate(*data.getArray("lines")))
      if (!isUsed[number])
        line = json::Value(0);
    data["shortened"] = true;
    text = toText(json::Value(json::Object(data)));
  }
  auto [before, after] = pageTemplate.split(dataMark);
  page += before.str() + text + after.str();
  return success();
}
