// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace py = pybind11;
using namespace mlir;
using namespace sa::python;

Location sa::python::getLocation(MLIRContext *context,
                                 const UserLocation &location) {
  if (!location)
    return UnknownLoc::get(context);
  auto [file, line, column] = *location;
  return FileLineColLoc::get(context, file, std::max(line, 0),
                             std::max(column, 0));
}

void sa::python::raiseCompileError(const std::string &message,
                                   const UserLocation &location) {
  py::module_ errors = py::module_::import("saopt._src.errors");
  py::object where = py::none();
  if (location)
    where = errors.attr("Location")(
        std::get<0>(*location), std::get<1>(*location), std::get<2>(*location));
  py::object type = errors.attr("CompileError");
  PyErr_SetObject(type.ptr(), type(message, where).ptr());
  throw py::error_already_set();
}

/// MLIR begins messages with the op, "'sa.store' op writes …". In Python there
/// are no ops: "this store writes …".
static std::string inUsersWords(StringRef message) {
  static const std::pair<StringRef, StringRef> words[] = {
      {"'sa.accumulate' op ", "this accumulation "},
      {"'sa.bind' op ", "this binding "},
      {"'sa.bound' op ", "the bound of a view "},
      {"'sa.cache' op ", "this cache "},
      {"'sa.cache_block' op ", "this cache "},
      {"'sa.const' op ", "this constant "},
      {"'sa.func' op ", "this function "},
      {"'sa.fuse' op ", "this fusion "},
      {"'sa.load' op ", "this load "},
      {"'sa.nest' op ", "this nest "},
      {"'sa.pad' op ", "this padding "},
      {"'sa.parallelize' op ", "this parallelization "},
      {"'sa.plan' op ", "this plan "},
      {"'sa.prefetch' op ", "this prefetch "},
      {"'sa.reorder' op ", "this order "},
      {"'sa.skew' op ", "this skew "},
      {"'sa.split' op ", "this split "},
      {"'sa.store' op ", "this store "},
      {"'sa.temp' op ", "this temporary "},
      {"'sa.tensorize' op ", "this tensorization "},
      {"'sa.unroll' op ", "this unrolling "},
      {"'sa.vectorize' op ", "this vectorization "},
  };
  for (auto [op, word] : words)
    if (message.consume_front(op))
      return (word + message).str();
  return message.str();
}

ErrorCollector::ErrorCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
            !message.empty())
          return success();
        message = inUsersWords(diagnostic.str());
        if (auto file =
                diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
          location = std::make_tuple(file.getFilename().str(),
                                     static_cast<int>(file.getLine()),
                                     static_cast<int>(file.getColumn()));
        return success();
      }) {}

void ErrorCollector::raise() {
  raiseCompileError(message.empty() ? "the compiler failed without a message"
                                    : message,
                    location);
}
