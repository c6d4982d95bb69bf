// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LineBreaks.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace sa;

static constexpr size_t maxColumns = 100;

namespace {
/// A space after which the rest of a statement can go to the next line.
struct Place {
  size_t position;
  /// Two for each bracket that is open there, and one after an operator.
  unsigned depth;
};
} // namespace

static llvm::SmallVector<Place> findPlaces(llvm::StringRef text) {
  llvm::SmallVector<Place> places;
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
        places.push_back({i, 2 * depth});
      else if (templates == 0 &&
               llvm::StringRef("+-*/%&|?:<>").contains(before))
        places.push_back({i, 2 * depth + 1});
      break;
    default:
      break;
    }
  }
  return places;
}

std::string sa::breakLines(llvm::StringRef statement, unsigned indent) {
  std::string lines(indent, ' ');
  bool isComment = statement.starts_with("//");
  llvm::SmallVector<Place> places;
  if (!isComment && indent + statement.size() > maxColumns)
    places = findPlaces(statement);
  size_t begin = 0;
  unsigned column = indent;
  const Place *next = places.begin();
  while (column + statement.size() - begin > maxColumns) {
    // The last one of the outermost that fit; one has to do.
    const Place *best = nullptr;
    for (const Place *place = next; place != places.end(); ++place) {
      bool fits = column + place->position - begin <= maxColumns;
      if (best && (!fits || place->depth > best->depth)) {
        if (!fits)
          break;
        continue;
      }
      best = place;
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
