// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LinkedLines.h"

#include "sa/Target/SYCL/SYCL.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace sa;
using llvm::StringRef;

int64_t LinkedLines::add(StringRef text, const Place &place) {
  auto [position, isNew] = numbers.try_emplace(
      {text.str(), place}, static_cast<int64_t>(numbers.size()));
  if (isNew) {
    int64_t file = -1;
    if (place.second != 0) {
      auto found = llvm::find(files, place.first);
      file = found - files.begin();
      if (found == files.end())
        files.push_back(place.first);
    }
    lines.push_back(
        llvm::json::Array{llvm::json::fixUTF8(text), file, place.second});
  }
  return position->second;
}

llvm::json::Array LinkedLines::takeLines() { return std::move(lines); }

/// Removes the string literal that `text` begins with, and returns what it
/// holds.
static std::string takeString(StringRef &text) {
  std::string result;
  text = text.drop_front();
  while (!text.empty() && text.front() != '"') {
    if (text.front() == '\\' && text.size() > 2 && llvm::isHexDigit(text[1]) &&
        llvm::isHexDigit(text[2])) {
      result += static_cast<char>(llvm::hexFromNibbles(text[1], text[2]));
      text = text.drop_front(3);
      continue;
    }
    if (text.front() == '\\' && text.size() > 1)
      text = text.drop_front();
    result += text.front();
    text = text.drop_front();
  }
  text = text.drop_front(text.empty() ? 0 : 1);
  return result;
}

using Aliases = llvm::StringMap<StringRef>;

/// The first file and line that a location names, by itself or by an alias.
static Place findPlace(StringRef location, const Aliases &aliases,
                       unsigned depth = 0) {
  while (!location.empty() && depth < 100) {
    if (location.front() == '"') {
      std::string file = takeString(location);
      unsigned line = 0;
      StringRef rest = location;
      if (rest.consume_front(":") && !rest.consumeInteger(10, line) &&
          line != 0)
        return {file, line};
      continue;
    }
    if (location.front() == '#') {
      StringRef name = location.take_while(
          [](char c) { return c == '#' || c == '_' || llvm::isAlnum(c); });
      location = location.drop_front(name.size());
      if (auto found = aliases.find(name); found != aliases.end())
        if (Place place = findPlace(found->second, aliases, depth + 1);
            place.second != 0)
          return place;
      continue;
    }
    location = location.drop_front();
  }
  return {"", 0};
}

/// Removes the locations of `line`, and returns the last one.
static StringRef takeLocations(StringRef line, std::string &text) {
  StringRef last;
  while (!line.empty()) {
    if (line.front() == '"') {
      StringRef before = line;
      takeString(line);
      text += before.drop_back(line.size());
      continue;
    }
    if (!line.starts_with(" loc(")) {
      text += line.front();
      line = line.drop_front();
      continue;
    }
    StringRef rest = line.drop_front(5);
    unsigned open = 1;
    while (!rest.empty() && open > 0) {
      if (rest.front() == '"') {
        takeString(rest);
        continue;
      }
      open += rest.front() == '(' ? 1 : rest.front() == ')' ? -1 : 0;
      rest = rest.drop_front();
    }
    last = line.drop_front(5).drop_back(rest.size() + 1);
    line = rest;
  }
  return last;
}

std::vector<int64_t> LinkedLines::addIR(StringRef text) {
  llvm::SmallVector<StringRef> raw;
  text.rtrim('\n').split(raw, '\n');
  Aliases aliases;
  std::vector<std::pair<std::string, Place>> kept;
  for (StringRef line : raw)
    if (line.starts_with("#loc")) {
      auto [name, location] = line.split(" = loc(");
      aliases[name] = location;
    }
  // The location of an op with regions stands behind the last of them.
  std::vector<size_t> open;
  for (StringRef line : raw) {
    if (line.starts_with("#loc"))
      continue;
    std::string shown;
    Place place = findPlace(takeLocations(line, shown), aliases);
    StringRef trimmed = StringRef(shown).trim();
    if (trimmed.starts_with("}") && !open.empty()) {
      if (place.second != 0)
        kept[open.back()].second = place;
      open.pop_back();
    }
    if (trimmed.ends_with("{"))
      open.push_back(kept.size());
    kept.emplace_back(std::move(shown), std::move(place));
  }
  std::vector<int64_t> result;
  for (const auto &[line, place] : kept)
    result.push_back(add(line, place));
  return result;
}

std::vector<int64_t> LinkedLines::addMarkedSource(StringRef text) {
  llvm::SmallVector<StringRef> raw;
  text.rtrim('\n').split(raw, '\n');
  std::vector<int64_t> result;
  for (StringRef line : raw) {
    auto [shown, mark] = line.split(lineMark);
    auto [number, file] = mark.split(':');
    unsigned at = 0;
    number.getAsInteger(10, at);
    result.push_back(add(shown, {file.str(), at}));
  }
  return result;
}
