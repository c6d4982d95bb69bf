// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of text, each with the place in the user's program that it comes from.

#ifndef SA_LIB_PIPELINES_EXPLAIN_LINKEDLINES_H
#define SA_LIB_PIPELINES_EXPLAIN_LINKEDLINES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace sa {

/// A file and a line of the user; the line is 0 if it is not known.
using Place = std::pair<std::string, unsigned>;

/// Every line is kept once, however many texts have it.
class LinkedLines {
public:
  /// Return the numbers of the lines of a program as MLIR prints it with
  /// locations, which are removed; and of source with `lineMark`.
  std::vector<int64_t> addIR(llvm::StringRef text);
  std::vector<int64_t> addMarkedSource(llvm::StringRef text);

  /// All lines, as arrays of text, number of the file, and line.
  llvm::json::Array takeLines();
  /// The names of the files.
  const std::vector<std::string> &getFiles() const { return files; }

private:
  int64_t add(llvm::StringRef text, const Place &place);

  std::map<std::pair<std::string, Place>, int64_t> numbers;
  llvm::json::Array lines;
  std::vector<std::string> files;
};

} // namespace sa

#endif // SA_LIB_PIPELINES_EXPLAIN_LINKEDLINES_H
