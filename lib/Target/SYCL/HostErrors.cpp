// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error record of a call in emitted source.

#include "HostFunctionPrinter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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

void sa::printErrorRecordHelper(raw_ostream &os, bool hasSink) {
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

// Where the kernels of one call note the first error. The last command of the
// call, a host task, throws it as std::out_of_range, which SYCL passes to the
// asynchronous handler of the queue.
class error_record {
public:
  error_record(sycl::queue &queue, sycl::event &last, std::vector<check> checks)
      : queue(queue), last(last), checks(std::move(checks)),
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
     << (hasSink ? ", sink = current_sink()" : "") << R"cpp(] {
        sycl::free(memory, context);
        if ((*copy)[0] != 0)
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
  static constexpr size_t size = 2 + 2 * (2 + 16);
)cpp"
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
  uint32_t *words;
};

} // namespace
} // namespace saopt

)cpp";
}

/// Returns a C++ literal of `text`.
static std::string quote(StringRef text) {
  std::string quoted;
  llvm::raw_string_ostream os(quoted);
  os << '"';
  llvm::printEscapedString(text, os);
  os << '"';
  // The escapes of LLVM are hexadecimal, those of C++ octal; names with other
  // characters than these are rare, and the text is for people.
  return llvm::all_of(
             text,
             [](char c) { return llvm::isPrint(c) && c != '"' && c != '\\'; })
             ? quoted
             : "\"?\"";
}

void HostFunctionPrinter::printErrorRecord(ErrorRecordOp op) {
  record = names.getUnique("error_record");
  declareLast();
  os << "  saopt::error_record " << record << "(\n      queue, last,\n      {";
  llvm::ListSeparator separator(",\n       ");
  for (auto site : op.getSites().getAsRange<DictionaryAttr>()) {
    os << separator << "{";
    if (auto assumption = site.getAs<StringAttr>("assumption"))
      os << "nullptr, 0, false, " << quote(assumption.getValue());
    else
      os << quote(site.getAs<StringAttr>("array").getValue()) << ", "
         << site.getAs<IntegerAttr>("dimension").getInt() << ", "
         << (site.contains("unsigned") ? "true" : "false") << ", nullptr";
    os << ", {";
    llvm::ListSeparator comma;
    for (auto name : site.getAs<ArrayAttr>("indices").getAsRange<StringAttr>())
      os << comma << quote(name.getValue());
    os << "}";
    if (auto told = site.getAs<ArrayAttr>("told")) {
      os << ", {";
      llvm::ListSeparator between;
      for (auto type : told.getAsRange<StringAttr>())
        os << between << quote(type.getValue());
      os << "}";
    }
    os << "}";
  }
  os << "});\n";
  std::string words = names.getUnique("errors");
  os << "  uint32_t *" << words << " = " << record << ".get();\n";
  expressions.setName(op.getResult(), words);
}
