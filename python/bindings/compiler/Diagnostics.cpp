// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"
#include <pybind11/stl.h>

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
                                   const UserLocation &location,
                                   const std::vector<UserNote> &notes) {
  py::module_ errors = py::module_::import("saopt._src.support.errors");
  py::object type = errors.attr("CompileError");
  py::list described;
  for (const auto &[text, where] : notes)
    described.append(errors.attr("Note")(text, where));
  PyErr_SetObject(type.ptr(), type(message, location, described).ptr());
  throw py::error_already_set();
}

void sa::python::raiseInternalError(const std::string &message,
                                    const std::string &reproducer) {
  py::object type =
      py::module_::import("saopt._src.support.errors").attr("InternalError");
  py::object file = reproducer.empty() ? py::object(py::none())
                                       : py::object(py::str(reproducer));
  PyErr_SetObject(type.ptr(), type(message, file).ptr());
  throw py::error_already_set();
}

static UserLocation getUserLocation(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return std::nullopt;
  return std::make_tuple(file.getFilename().str(),
                         static_cast<int>(file.getLine()),
                         static_cast<int>(file.getColumn()));
}

/// Puts the words of the Python language in the place of those of the dialect.
/// MLIR begins messages with the op, "'sa.store' op writes …": in Python there
/// are no ops, "this store writes …". What the attribute `unsafe` of a step is
/// in the dialect, a method of another name is in Python.
static std::string inUsersWords(StringRef message) {
  static const std::pair<StringRef, StringRef> words[] = {
      {"accumulate", "this accumulation"},
      {"bind", "this binding"},
      {"bound", "the bound of a view"},
      {"cache", "this cache"},
      {"loop_cache", "this cache"},
      {"const", "this constant"},
      {"func", "this function"},
      {"fuse", "this fusion"},
      {"load", "this load"},
      {"nest", "this nest"},
      {"pad", "this padding"},
      {"parallelize", "this parallelization"},
      {"plan", "this plan"},
      {"prefetch", "this prefetch"},
      {"nontemporal", "this nontemporal"},
      {"reorder", "this order"},
      {"skew", "this skew"},
      {"split", "this split"},
      {"store", "this store"},
      {"temp", "this temporary"},
      {"tensorize", "this tensorization"},
      {"unroll", "this unrolling"},
      {"vectorize", "this vectorization"},
  };
  for (auto [op, word] : words) {
    StringRef rest = message;
    if (!rest.consume_front(("'sa." + op + "' op ").str()))
      continue;
    auto [before, after] = rest.split("'unsafe' leaves");
    std::string text = (word + " " + before).str();
    if (before.size() != rest.size())
      text += ("'unsafe_" + op + "' leaves" + after).str();
    return text;
  }
  return message.str();
}

ErrorCollector::ErrorCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
            !message.empty())
          return success();
        message = inUsersWords(diagnostic.str());
        location = getUserLocation(diagnostic.getLocation());
        for (Diagnostic &note : diagnostic.getNotes())
          notes.emplace_back(inUsersWords(note.str()),
                             getUserLocation(note.getLocation()));
        return success();
      }) {}

void ErrorCollector::raise() {
  raiseCompileError(message.empty() ? "the compiler failed without a message"
                                    : message,
                    location, notes);
}
