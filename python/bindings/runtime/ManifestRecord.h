// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the objects of a manifest, as Python's json module makes them, with
// messages that say which field is wrong.

#ifndef SA_BINDINGS_RUNTIME_MANIFESTRECORD_H
#define SA_BINDINGS_RUNTIME_MANIFESTRECORD_H

#include "sa/Runtime/ElementType.h"

#include <cstdint>
#include <initializer_list>
#include <string>

#include <pybind11/pybind11.h>

namespace sa::python {

/// Throws an Error that says what is wrong with the manifest.
[[noreturn]] void failManifest(const std::string &what);

/// Read a value, or fail with a message about `where`.
std::string readString(pybind11::handle value, const std::string &where);
pybind11::list readList(pybind11::handle value, const std::string &where);
int64_t readInteger(pybind11::handle value, const std::string &where);

/// An object that may have these fields and no others.
class Record {
public:
  Record(pybind11::handle value, std::string where,
         std::initializer_list<const char *> fields);

  bool has(const char *field) const { return dict.contains(field); }
  pybind11::object get(const char *field) const;

  /// The field as messages call it.
  std::string name(const char *field) const;

  std::string getString(const char *field) const;
  pybind11::list getList(const char *field) const;
  bool getBool(const char *field) const;
  /// An integer that is not negative.
  size_t getPosition(const char *field) const;
  runtime::ElementType getType(const char *field) const;

private:
  std::string where;
  pybind11::dict dict;
};

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_MANIFESTRECORD_H
