// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error record of a call in emitted source.

#include "HostFunctionPrinter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

void sa::printErrorSinkHelper(raw_ostream &os) {
  os << R"cpp(#include <memory>
#include <mutex>
#include <string>

namespace saopt {
namespace {

// Where the work of a queue in C leaves its first error until somebody waits
// for the queue: the asynchronous handler of a queue may be somebody else's.
class error_sink {
public:
  void put(const std::string &message) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (first.empty())
      first = message;
  }
  // Returns the error and forgets it; nothing if there is none.
  std::string take() {
    const std::lock_guard<std::mutex> lock(mutex);
    return std::exchange(first, std::string());
  }

private:
  std::mutex mutex;
  std::string first;
};

// That of the function in C that this thread is in, if any.
std::shared_ptr<error_sink> &current_sink() {
  static thread_local std::shared_ptr<error_sink> sink;
  return sink;
}

} // namespace
} // namespace saopt

)cpp";
}

/// What prints the lines of a call; only sources that print have it.
static constexpr StringLiteral lineHelper = R"cpp(
// A line that kernels print: the texts, and the types of the values between.
struct line {
  std::vector<const char *> texts;
  std::vector<const char *> types;
};

// The words of lines behind those of an error: how many are in use, how many
// lines are lost, and the lines.
constexpr size_t line_words = 2 + 65536;

template <typename T> std::string number_text(T value) {
  char text[64];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits,
                  static_cast<double>(value));
    if (static_cast<T>(std::strtod(text, nullptr)) == value)
      break;
  }
  return text;
}

inline std::string number_text(const std::string &type, uint64_t bits) {
  if (type == "i1")
    return bits != 0 ? "True" : "False";
  if (type == "f64")
    return number_text(sycl::bit_cast<double>(bits));
  if (type == "f32" || type == "f16" || type == "bf16")
    return number_text(sycl::bit_cast<float>(static_cast<uint32_t>(bits)));
  return type[0] == 'u' ? std::to_string(bits)
                        : std::to_string(static_cast<int64_t>(bits));
}

// Prints the lines in these words on the standard output.
inline void print_lines(const uint32_t *words,
                        const std::vector<std::pair<uint32_t, line>> &lines) {
  const size_t end = std::min<size_t>(words[0], line_words - 2);
  std::string text;
  for (size_t position = 0; position < end;) {
    const uint32_t site = words[2 + position++];
    const auto found =
        std::find_if(lines.begin(), lines.end(),
                     [&](const auto &entry) { return entry.first == site; });
    if (found == lines.end())
      break;
    const line &shown = found->second;
    const auto next = [&] {
      const uint64_t bits =
          words[2 + position] | static_cast<uint64_t>(words[3 + position]) << 32;
      position += 2;
      return bits;
    };
    for (size_t i = 0; i != shown.types.size(); ++i) {
      std::string type = shown.types[i];
      text += shown.texts[i];
      if (type.compare(0, 8, "complex<") != 0) {
        text += number_text(type, next());
        continue;
      }
      type = type.substr(8, type.size() - 9);
      text += "(" + number_text(type, next());
      const std::string imaginary = number_text(type, next());
      text += (imaginary[0] == '-' ? "" : "+") + imaginary + "j)";
    }
    text += std::string(shown.texts.back()) + "\n";
  }
  if (words[1] != 0)
    text += "... and " + std::to_string(words[1]) +
            " lines for which there was no room\n";
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}
)cpp";

void sa::printErrorRecordHelper(raw_ostream &os, bool hasSink, bool prints) {
  auto ifPrints = [&](StringRef text) { return prints ? text : ""; };
  os << ifPrints(
      "#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n");
  os << R"cpp(#include <iomanip>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace saopt {
namespace {

// A place in the kernels that can fail: an index of an array, or an assumption.
struct check {
  const char *array;
  int dimension;
  bool is_unsigned;
  const char *assumption;
  std::vector<const char *> indices;
  // The types of the last of these, which are no indices but numbers.
  std::vector<std::string> told = {};
};
)cpp" << ifPrints(lineHelper)
     << R"cpp(
// Where the kernels of one call note the first error. The last command of the
// call, a host task, throws it as std::out_of_range, which SYCL passes to the
// asynchronous handler of the queue.
class error_record {
public:
  error_record(sycl::queue &queue, sycl::event &last, std::vector<check> checks)cpp"
     << ifPrints(
            ",\n               std::vector<std::pair<uint32_t, line>> lines")
     << R"cpp()
      : queue(queue), last(last), checks(std::move(checks)),)cpp"
     << ifPrints("\n        lines(std::move(lines)),") << R"cpp(
        words(sycl::malloc_device<uint32_t>(size, queue)) {
    if (words == nullptr)
      throw sycl::exception(
          sycl::make_error_code(sycl::errc::memory_allocation),
          "no memory for the error record");
    last = queue.memset(words, 0, size * sizeof(uint32_t), last);
  }
  error_record(const error_record &) = delete;
  error_record &operator=(const error_record &) = delete;

  ~error_record() {
    if (words == nullptr)
      return;
    try {
      last.wait();
    } catch (...) {
      // Something has been thrown already, or this would be empty.
    }
    sycl::free(words, queue);
  }

  uint32_t *get() const { return words; }

  // Returns an event that is complete when the error, if any, is thrown.
  sycl::event throw_after_work() {
    auto copy = std::make_shared<std::vector<uint32_t>>(size);
    last = queue.memcpy(copy->data(), words, size * sizeof(uint32_t), last);
    last = queue.submit([&](sycl::handler &handler) {
      handler.depends_on(last);
      handler.host_task([copy, checks = checks, memory = words,
                         context = queue.get_context())cpp"
     << (hasSink ? ", sink = current_sink()" : "")
     << ifPrints(", lines = lines") << R"cpp(] {
        sycl::free(memory, context);
)cpp" << ifPrints("        print_lines(copy->data() + error_words, lines);\n")
     << R"cpp(        if ((*copy)[0] != 0)
          )cpp"
     << (hasSink
             ? R"cpp(report(sink, describe(*copy, checks.at((*copy)[1])));
)cpp"
             : R"cpp(throw std::out_of_range(describe(*copy, checks.at((*copy)[1])));
)cpp")
     << R"cpp(      });
    });
    words = nullptr;
    return last;
  }

private:
)cpp"
     << (prints ? "  static constexpr size_t error_words = 2 + 2 * (2 + 16);\n"
                  "  static constexpr size_t size = error_words + line_words;\n"
                : "  static constexpr size_t size = 2 + 2 * (2 + 16);\n")
     << (hasSink ? R"cpp(
  static void report(const std::shared_ptr<error_sink> &sink,
                     const std::string &message) {
    if (!sink)
      throw std::out_of_range(message);
    sink->put(message);
  }
)cpp"
                 : "")
     << R"cpp(
  static int64_t read(const std::vector<uint32_t> &words, size_t position) {
    return static_cast<int64_t>(words[position] |
                                static_cast<uint64_t>(words[position + 1])
                                    << 32);
  }

  static std::string print(const std::vector<uint32_t> &words, size_t position,
                           const std::string &type) {
    const int64_t bits = read(words, position);
    if (type == "i64")
      return std::to_string(bits);
    if (type == "u64")
      return std::to_string(static_cast<uint64_t>(bits));
    std::ostringstream text;
    if (type == "f32")
      text << std::setprecision(9) << sycl::bit_cast<float>(words[position]);
    else
      text << std::setprecision(17) << sycl::bit_cast<double>(bits);
    return text.str();
  }

  static std::string describe(const std::vector<uint32_t> &words,
                              const check &failed) {
    const size_t count = failed.indices.size() - failed.told.size();
    std::string point, told;
    for (size_t i = 0; i != count; ++i)
      point += std::string(i == 0 ? " (at " : ", ") + failed.indices[i] +
               " = " + std::to_string(read(words, 6 + 2 * i));
    if (!point.empty())
      point += ")";
    for (size_t i = 0; i != failed.told.size(); ++i)
      told += std::string(i == 0 ? ": " : ", ") + failed.indices[count + i] +
              " = " + print(words, 6 + 2 * (count + i), failed.told[i]);
    if (!told.empty())
      return failed.assumption + told + point;
    if (failed.assumption != nullptr)
      return std::string("the assumption '") + failed.assumption +
             "' does not hold" + point;
    const int64_t value = read(words, 2);
    return "index " +
           (failed.is_unsigned ? std::to_string(static_cast<uint64_t>(value))
                               : std::to_string(value)) +
           " of dimension " + std::to_string(failed.dimension) + " of '" +
           failed.array + "' is out of range: the size is " +
           std::to_string(read(words, 4)) + point;
  }

  sycl::queue &queue;
  sycl::event &last;
  std::vector<check> checks;
)cpp" << ifPrints("  std::vector<std::pair<uint32_t, line>> lines;\n")
     << R"cpp(  uint32_t *words;
};

} // namespace
} // namespace saopt

)cpp";
}

/// Returns a C++ literal of `text`.
static std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\' || c == '?') {
      (quoted += '\\') += c;
    } else if (llvm::isPrint(c)) {
      quoted += c;
    } else {
      // Three digits, so that what follows is no part of the number.
      auto byte = static_cast<unsigned char>(c);
      quoted += '\\';
      quoted += static_cast<char>('0' + (byte >> 6));
      quoted += static_cast<char>('0' + (byte >> 3 & 7));
      quoted += static_cast<char>('0' + (byte & 7));
    }
  }
  return quoted + "\"";
}

static void printStrings(raw_ostream &os, ArrayAttr strings) {
  os << "{";
  llvm::ListSeparator comma;
  for (StringRef text : strings.getAsValueRange<StringAttr>())
    os << comma << quote(text);
  os << "}";
}

bool sa::modulePrints(Operation *op) {
  auto module =
      isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  return module
      .walk([](ErrorRecordOp record) {
        return record.hasPrints() ? WalkResult::interrupt()
                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

void HostFunctionPrinter::printErrorRecord(ErrorRecordOp op) {
  record = names.getUnique("error_record");
  declareLast();
  // All records of a source are of one kind.
  bool prints = modulePrints(op);
  os << "  saopt::error_record " << record << "(\n      queue, last,\n      {";
  llvm::ListSeparator separator(",\n       ");
  for (auto site : op.getSites().getAsRange<DictionaryAttr>()) {
    os << separator << "{";
    if (site.contains("texts"))
      os << "nullptr, 0, false, nullptr";
    else if (auto assumption = site.getAs<StringAttr>("assumption"))
      os << "nullptr, 0, false, " << quote(assumption.getValue());
    else
      os << quote(site.getAs<StringAttr>("array").getValue()) << ", "
         << site.getAs<IntegerAttr>("dimension").getInt() << ", "
         << (site.contains("unsigned") ? "true" : "false") << ", nullptr";
    os << ", ";
    auto names = site.getAs<ArrayAttr>("indices");
    printStrings(os, names ? names : ArrayAttr::get(op.getContext(), {}));
    if (auto told = site.getAs<ArrayAttr>("told")) {
      os << ", ";
      printStrings(os, told);
    }
    os << "}";
  }
  if (prints) {
    os << "},\n      {";
    llvm::ListSeparator comma(",\n       ");
    for (auto [number, attr] : llvm::enumerate(op.getSites())) {
      auto site = cast<DictionaryAttr>(attr);
      if (!site.contains("texts"))
        continue;
      os << comma << "{" << number << ", {";
      printStrings(os, site.getAs<ArrayAttr>("texts"));
      os << ", ";
      printStrings(os, site.getAs<ArrayAttr>("types"));
      os << "}}";
    }
  }
  os << "});\n";
  std::string words = names.getUnique("errors");
  os << "  uint32_t *" << words << " = " << record << ".get();\n";
  expressions.setName(op.getResult(), words);
}
