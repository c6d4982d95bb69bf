// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Vendor/MLIRParserNesting.h"

#include "sa/Vendor/Workarounds.h"

using namespace sa;
using llvm::StringRef;

/// No program that a person or a tool writes is nested this deeply; the parser
/// fails at a few thousand.
static constexpr size_t maxNesting = 256;

const llvm::StringLiteral sa::tooDeepNestingMessage =
    "the text is nested more than 256 levels deep";

std::optional<size_t> sa::findTooDeepNesting(StringRef text) {
  // Bytecode has no parentheses.
  if (text.starts_with("ML\xefR") || !isEnabled(Workaround::MLIRParserNesting))
    return std::nullopt;
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '"':
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        if (text[i] == '\\')
          ++i;
      break;
    case '/':
      if (i + 1 < text.size() && text[i + 1] == '/')
        i = std::min(text.find('\n', i), text.size());
      break;
    case '<':
      if (i + 1 < text.size() && text[i + 1] == '=')
        break; // an affine constraint
      [[fallthrough]];
    case '(':
    case '[':
    case '{':
      if (++depth > maxNesting)
        return i;
      break;
    case '>':
      if ((i > 0 && text[i - 1] == '-') ||
          (i + 1 < text.size() && text[i + 1] == '='))
        break; // an arrow or an affine constraint
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    default:
      break;
    }
  }
  return std::nullopt;
}
