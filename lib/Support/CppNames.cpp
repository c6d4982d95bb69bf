// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Support/CppNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace sa;
using llvm::StringRef;

/// Keywords and other names that emitted functions cannot have.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = {
      // The language.
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor",
      "bool", "break", "case", "catch", "char", "char16_t", "char32_t",
      "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
      "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
      "continue", "decltype", "default", "delete", "do", "double",
      "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false",
      "float", "for", "friend", "goto", "if", "inline", "int", "long",
      "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
      "operator", "or", "or_eq", "private", "protected", "public", "register",
      "reinterpret_cast", "requires", "return", "short", "signed", "sizeof",
      "static", "static_assert", "static_cast", "struct", "switch", "template",
      "this", "thread_local", "throw", "true", "try", "typedef", "typeid",
      "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
      "wchar_t", "while", "xor", "xor_eq",
      // Names of every program.
      "main", "saopt", "std", "sycl", "int16_t", "int32_t", "int64_t", "int8_t",
      "uint16_t", "uint32_t", "uint64_t", "uint8_t",
      // Macros of common headers and compilers.
      "BUFSIZ", "CHAR_BIT", "EOF", "HUGE_VAL", "INFINITY", "NAN", "NULL",
      "RAND_MAX", "assert", "errno", "linux", "major", "minor", "stderr",
      "stdin", "stdout", "unix"};
  return words.contains(name) || name.contains("__") ||
         name.starts_with("SYCL_") || name.starts_with("SAOPT_") ||
         name.ends_with("_MAX") || name.ends_with("_MIN") ||
         (name.size() > 1 && name[0] == '_' && llvm::isUpper(name[1]));
}

/// Names that emitted functions use.
static bool isLocal(StringRef name) {
  static const llvm::StringSet<> words = {
      "context", "dependencies", "handler", "item", "last", "queue",
  };
  return words.contains(name) || name.ends_with("_item") ||
         name.ends_with("_values");
}

bool sa::isCppFunctionName(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
         !isReserved(name);
}

std::string sa::getCppIdentifier(StringRef name) {
  std::string result;
  for (char c : name)
    result.push_back(llvm::isAlnum(c) ? c : '_');
  for (size_t at; (at = result.find("__")) != std::string::npos;)
    result.erase(at, 1);
  if (result.empty() || result == "_" || llvm::isDigit(result.front()) ||
      (result.front() == '_' && llvm::isUpper(result[1])))
    result.insert(0, "v");
  if (isReserved(result) || isLocal(result))
    result.push_back('_');
  return result;
}

std::string sa::getCppFunctionName(StringRef name) {
  if (isCppFunctionName(name))
    return name.str();
  std::string result = getCppIdentifier(name);
  return isCppFunctionName(result) ? result : "f_" + result;
}

std::string sa::getCppConstantName(StringRef name) {
  std::string identifier = getCppIdentifier(name);
  return identifier + (identifier.back() == '_' ? "values" : "_values");
}

std::string CppNames::getUnique(StringRef name, bool takesReserved) {
  std::string identifier = getCppIdentifier(name);
  std::string result = identifier;
  unsigned &number = numbers.try_emplace(identifier, 1).first->second;
  unsigned before = number;
  while ((!takesReserved && reserved.contains(result)) ||
         !taken.insert(result).second)
    result = (llvm::Twine(identifier) + (identifier.back() == '_' ? "" : "_") +
              llvm::Twine(number++))
                 .str();
  given.push_back({result, identifier, before});
  return result;
}

void CppNames::takeBack(size_t start) {
  for (; given.size() > start; given.pop_back()) {
    taken.erase(given.back().name);
    numbers[given.back().identifier] = given.back().number;
  }
}

std::string CppNames::getUnique(StringRef name) {
  return getUnique(name, /*takesReserved=*/true);
}

std::string CppNames::getUniqueBeside(StringRef name) {
  return getUnique(name, /*takesReserved=*/false);
}

void CppNames::reserve(StringRef name) {
  reserved.insert(getCppIdentifier(name));
}
