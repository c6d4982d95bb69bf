// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of JSON that know where they are, so that an error names the path of
// what is wrong.

#ifndef SA_LIB_RUNTIME_MANIFEST_JSONNODE_H
#define SA_LIB_RUNTIME_MANIFEST_JSONNODE_H

#include "sa/Runtime/Error.h"
#include "sa/Runtime/Manifest/ElementType.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace sa::runtime {

using Json = nlohmann::json;

[[noreturn]] inline void failAt(std::string_view document,
                                const std::string &path,
                                const std::string &what) {
  throw Error(ErrorKind::Execution,
              std::string(document) +
                  " is wrong: " + (path.empty() ? "" : path + ": ") + what);
}

/// Parses `text`. Throws an Error that calls it `document`.
inline Json parseJson(std::string_view text, std::string_view document) {
  // Levels of JSON: those of an expression of a size, and of what is around it.
  constexpr int deepestText = 4096;
  auto checkDepth = [&](int depth, Json::parse_event_t, Json &) {
    if (depth > deepestText)
      failAt(document, "", "is nested too deeply");
    return true;
  };
  try {
    return Json::parse(text, checkDepth);
  } catch (const Json::parse_error &error) {
    failAt(document, "", std::string("is not JSON: ") + error.what());
  }
}

/// A value of a document, and where it is. Points to the value that it is part
/// of.
class Node {
public:
  Node(const Json &value, std::string_view document)
      : value(value), document(document) {}

  [[noreturn]] void fail(const std::string &what) const {
    failAt(document, getPath(), what);
  }

  /// Fails unless the value is an object with no other fields than these.
  void checkFields(std::initializer_list<const char *> fields) const {
    if (!value.is_object())
      fail("is not an object");
    for (const auto &item : value.items())
      if (std::find(fields.begin(), fields.end(), item.key()) == fields.end())
        fail("has the unknown field '" + item.key() + "'");
  }

  bool has(const char *field) const {
    return value.is_object() && value.contains(field);
  }
  Node get(const char *field) const {
    if (!has(field))
      fail("has no field '" + std::string(field) + "'");
    return Node(value[field], this, field, 0);
  }

  /// Returns what `read` makes of each item of a list.
  template <typename ReadT> auto readList(ReadT read) const {
    if (!value.is_array())
      fail("is not a list");
    std::vector<decltype(read(*this))> items;
    for (size_t i = 0; i != value.size(); ++i)
      items.push_back(read(Node(value[i], this, nullptr, i)));
    return items;
  }
  template <typename ReadT>
  auto readOptionalList(const char *field, ReadT read) const {
    return has(field) ? get(field).readList(read)
                      : std::vector<decltype(read(*this))>();
  }

  std::string readString() const {
    if (!value.is_string())
      fail("is not a string");
    return value.get<std::string>();
  }
  bool readBool() const {
    if (!value.is_boolean())
      fail("is not true or false");
    return value.get<bool>();
  }
  int64_t readInteger() const { return readInteger(value); }
  int64_t readInteger(const Json &number) const {
    if (!number.is_number_integer())
      fail("is not an integer");
    if (number.is_number_unsigned() &&
        number.get<uint64_t>() > std::numeric_limits<int64_t>::max())
      fail("does not fit into 64 bits");
    return number.get<int64_t>();
  }
  size_t readPosition() const {
    int64_t position = readInteger();
    if (position < 0)
      fail("is negative");
    return static_cast<size_t>(position);
  }
  ElementType readType() const {
    std::string name = readString();
    if (std::optional<ElementType> type = parseElementType(name))
      return *type;
    fail("'" + name + "' is no element type");
  }

  const Json &value;

private:
  Node(const Json &value, const Node *parent, const char *field, size_t index)
      : value(value), document(parent->document), parent(parent), field(field),
        index(index) {}

  std::string getPath() const {
    if (!parent)
      return "";
    std::string path = parent->getPath();
    if (!field)
      return path + "[" + std::to_string(index) + "]";
    return path + (path.empty() ? "" : ".") + field;
  }

  /// What messages call the document.
  std::string_view document;
  const Node *parent = nullptr;
  /// The name of a field, or null for item `index` of a list.
  const char *field = nullptr;
  size_t index = 0;
};

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_MANIFEST_JSONNODE_H
