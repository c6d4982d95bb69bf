// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LineBreaks.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace sa;

static constexpr size_t maxColumns = 100;

namespace {
/// A space that a line break can replace.
struct Break {
  size_t position;
  /// Two for each bracket that is open there, and one after an operator.
  unsigned depth;
};
} // namespace

static llvm::SmallVector<Break> findBreaks(llvm::StringRef text) {
  llvm::SmallVector<Break> breaks;
  unsigned depth = 0, templates = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char before = i == 0 ? '\0' : text[i - 1];
    switch (text[i]) {
    case '(':
    case '[':
    case '{':
      ++depth;
      break;
    case ')':
    case ']':
    case '}':
      depth -= depth != 0;
      break;
    case '<':
      // Comparisons have a space around them.
      templates += llvm::isAlnum(before) || before == '_';
      break;
    case '>':
      templates -= templates != 0 && before != ' ';
      break;
    case ' ':
      if (templates == 0 && llvm::StringRef(",;=").contains(before))
        breaks.push_back({i, 2 * depth});
      else if (templates == 0 &&
               llvm::StringRef("+-*/%&|?:<>").contains(before))
        breaks.push_back({i, 2 * depth + 1});
      break;
    default:
      break;
    }
  }
  return breaks;
}

std::string sa::breakLines(llvm::StringRef statement, unsigned indent) {
  std::string lines(indent, ' ');
  bool isComment = statement.starts_with("//");
  llvm::SmallVector<Break> breaks;
  if (!isComment && indent + statement.size() > maxColumns)
    breaks = findBreaks(statement);
  size_t begin = 0;
  unsigned column = indent;
  const Break *next = breaks.begin();
  while (column + statement.size() - begin > maxColumns) {
    // The last of the outermost breaks that fit, or else the first one.
    const Break *best = nullptr;
    for (const Break *candidate = next; candidate != breaks.end();
         ++candidate) {
      bool fits = column + candidate->position - begin <= maxColumns;
      if (best && (!fits || candidate->depth > best->depth)) {
        if (!fits)
          break;
        continue;
      }
      best = candidate;
    }
    if (!best)
      break;
    lines += statement.substr(begin, best->position - begin);
    lines += '\n';
    column = indent + 4;
    lines.append(column, ' ');
    begin = best->position + 1;
    next = best + 1;
  }
  lines += statement.substr(begin);
  return lines;
}
