// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CInterface.h"

#include "PackageNames.h"
#include "Templates.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "sa/Target/Cpp.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace mlir;
using namespace sa;

static constexpr llvm::StringLiteral headerBegin =
    R"(/* Emitted by saopt. The functions of @NAME@.hpp in C.
 *
 * Functions return a status, and @NAME@_last_error() says in words what went
 * wrong in the calling thread. They submit their work to the queue and do not
 * wait for it: @NAME@_wait does. Work of one queue runs in order. Arrays are USM
 * memory of the queue, such as that of @NAME@_allocate; those that a function
 * writes overlap no other one. A half is its bits in a uint16_t, and a complex
 * number is two numbers. */

#ifndef @GUARD@_H
#define @GUARD@_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum @NAME@_status {
  @GUARD@_SUCCESS = 0,
  /* A null queue, memory that is no USM memory of it, a size out of range. */
  @GUARD@_INVALID_ARGUMENT = 1,
  /* There is no such device. */
  @GUARD@_NO_DEVICE = 2,
  @GUARD@_NO_MEMORY = 3,
  /* The device does not take the kernels. */
  @GUARD@_BUILD_FAILED = 4,
  /* A launch, or the work itself. */
  @GUARD@_FAILED = 5,
  /* An index that data chose leaves its array, or an assumption does not hold.
   */
  @GUARD@_OUT_OF_RANGE = 6
} @NAME@_status;

typedef struct @NAME@_queue @NAME@_queue;

/* The error of the last call in this thread; empty if it succeeded. It is valid
 * until the next call. */
const char *@NAME@_last_error(void);

/* Makes a queue on a device: "cpu", "gpu", or NULL for the default one. */
@NAME@_status @NAME@_queue_create(const char *device, @NAME@_queue **queue);

/* Makes a queue of a sycl::queue, which is copied. Its work runs in order only
 * if it is an in-order queue. */
@NAME@_status @NAME@_queue_of(const void *sycl_queue, @NAME@_queue **queue);

/* Waits for the work of a queue, and frees it; NULL is fine. */
void @NAME@_queue_destroy(@NAME@_queue *queue);

/* Waits until all work is done. */
@NAME@_status @NAME@_wait(@NAME@_queue *queue);

/* Allocates memory that the host and the device share. */
@NAME@_status @NAME@_allocate(@NAME@_queue *queue, size_t bytes, void **memory);

/* Frees it after the work of the queue; NULL is fine. */
@NAME@_status @NAME@_free(@NAME@_queue *queue, void *memory);

)";

static constexpr llvm::StringLiteral headerEnd = R"(#ifdef __cplusplus
}
#endif

#endif /* @GUARD@_H */
)";

static constexpr llvm::StringLiteral sourceBegin = R"(
#include "@NAME@.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <new>

struct @NAME@_queue {
  sycl::queue queue;
  std::shared_ptr<saopt::error_sink> errors =
      std::make_shared<saopt::error_sink>();
};

namespace saopt {
namespace {

std::string &last_error() {
  static thread_local std::string message;
  return message;
}

@NAME@_status fail(@NAME@_status status, const char *message) noexcept {
  try {
    last_error() = message;
  } catch (...) {
    last_error().clear();
  }
  return status;
}

struct invalid_argument {
  std::string message;
};

struct no_device {};

struct out_of_range {
  std::string message;
};

// While it lives, work that this thread submits leaves its errors at a queue.
class errors_go_to {
public:
  explicit errors_go_to(const @NAME@_queue &queue) {
    current_sink() = queue.errors;
  }
  ~errors_go_to() { current_sink().reset(); }
  errors_go_to(const errors_go_to &) = delete;
  errors_go_to &operator=(const errors_go_to &) = delete;
};

@NAME@_status status_of(const sycl::exception &error) {
  if (error.code() == sycl::errc::build)
    return @GUARD@_BUILD_FAILED;
  if (error.code() == sycl::errc::memory_allocation)
    return @GUARD@_NO_MEMORY;
  if (error.code() == sycl::errc::invalid)
    return @GUARD@_INVALID_ARGUMENT;
  return @GUARD@_FAILED;
}

// Runs `work`; no exception leaves it.
template <typename Work> @NAME@_status guarded(Work work) noexcept {
  try {
    last_error().clear();
    work();
    return @GUARD@_SUCCESS;
  } catch (const invalid_argument &error) {
    return fail(@GUARD@_INVALID_ARGUMENT, error.message.c_str());
  } catch (const out_of_range &error) {
    return fail(@GUARD@_OUT_OF_RANGE, error.message.c_str());
  } catch (const no_device &) {
    return fail(@GUARD@_NO_DEVICE, "there is no such device");
  } catch (const sycl::exception &error) {
    return fail(status_of(error), error.what());
  } catch (const std::bad_alloc &) {
    return fail(@GUARD@_NO_MEMORY, "the host has no memory");
  } catch (const std::exception &error) {
    return fail(@GUARD@_FAILED, error.what());
  } catch (...) {
    return fail(@GUARD@_FAILED, "something that is no exception was thrown");
  }
}

void rethrow(sycl::exception_list errors) {
  for (const std::exception_ptr &error : errors)
    std::rethrow_exception(error);
}

sycl::queue &get(@NAME@_queue *queue) {
  if (!queue)
    throw invalid_argument{"the queue is NULL"};
  return queue->queue;
}

template <typename T> void check_result(T *result, const char *name) {
  if (!result)
    throw invalid_argument{std::string("'") + name + "' is NULL"};
}

[[maybe_unused]] void check_size(int64_t size, const char *name) {
  if (size < 0)
    throw invalid_argument{std::string("the size '") + name + "' is " +
                           std::to_string(size)};
}

// Only the memory of an array without elements does not matter.
[[maybe_unused]] void check_array(const sycl::queue &queue, const void *array,
                                  const char *name, bool has_elements) {
  if (!has_elements)
    return;
  if (!array)
    throw invalid_argument{std::string("array '") + name + "' is NULL"};
  if (sycl::get_pointer_type(array, queue.get_context()) ==
          sycl::usm::alloc::unknown &&
      !queue.get_device().has(sycl::aspect::usm_system_allocations))
    throw invalid_argument{std::string("array '") + name +
                           "' is no USM memory of the queue's context"};
}

} // namespace
} // namespace saopt

extern "C" const char *@NAME@_last_error(void) {
  return saopt::last_error().c_str();
}

extern "C" @NAME@_status @NAME@_queue_create(const char *device,
                                             @NAME@_queue **queue) {
  return saopt::guarded([&] {
    saopt::check_result(queue, "queue");
    bool is_cpu = device && std::strcmp(device, "cpu") == 0;
    bool is_gpu = device && std::strcmp(device, "gpu") == 0;
    if (device && !is_cpu && !is_gpu)
      throw saopt::invalid_argument{"the device is \"cpu\", \"gpu\" or NULL"};
    std::vector<sycl::device> devices = sycl::device::get_devices();
    auto fits = [&](const sycl::device &candidate) {
      return is_cpu ? candidate.is_cpu() : is_gpu ? candidate.is_gpu() : true;
    };
    if (std::none_of(devices.begin(), devices.end(), fits))
      throw saopt::no_device{};
    sycl::device found(is_cpu   ? sycl::device(sycl::cpu_selector_v)
                       : is_gpu ? sycl::device(sycl::gpu_selector_v)
                                : sycl::device(sycl::default_selector_v));
    *queue = new @NAME@_queue{
        sycl::queue(found, saopt::rethrow, sycl::property::queue::in_order())};
  });
}

extern "C" @NAME@_status @NAME@_queue_of(const void *sycl_queue,
                                         @NAME@_queue **queue) {
  return saopt::guarded([&] {
    saopt::check_result(queue, "queue");
    saopt::check_result(sycl_queue, "sycl_queue");
    *queue =
        new @NAME@_queue{*static_cast<const sycl::queue *>(sycl_queue)};
  });
}

extern "C" void @NAME@_queue_destroy(@NAME@_queue *queue) {
  if (!queue)
    return;
  saopt::guarded([&] { queue->queue.wait_and_throw(); });
  delete queue;
}

extern "C" @NAME@_status @NAME@_wait(@NAME@_queue *queue) {
  return saopt::guarded([&] {
    saopt::get(queue).wait_and_throw();
    std::string error = queue->errors->take();
    if (!error.empty())
      throw saopt::out_of_range{error};
  });
}

extern "C" @NAME@_status @NAME@_allocate(@NAME@_queue *queue, size_t bytes,
                                         void **memory) {
  return saopt::guarded([&] {
    sycl::queue &inner = saopt::get(queue);
    saopt::check_result(memory, "memory");
    *memory = sycl::malloc_shared(bytes ? bytes : 1, inner);
    if (!*memory)
      throw std::bad_alloc();
  });
}

extern "C" @NAME@_status @NAME@_free(@NAME@_queue *queue, void *memory) {
  return saopt::guarded([&] {
    sycl::queue &inner = saopt::get(queue);
    if (!memory)
      return;
    saopt::check_array(inner, memory, "memory", true);
    inner.wait_and_throw();
    sycl::free(memory, inner);
  });
}

)";

/// What each library has besides its functions.
static constexpr llvm::StringLiteral taken[] = {
    "allocate", "free",          "last_error", "queue", "queue_create",
    "queue_of", "queue_destroy", "status",     "wait"};

static bool isPublic(func::FuncOp func) {
  return !func->hasAttr(internalAttrName);
}

/// What begins with the name of a library in upper case.
static constexpr llvm::StringLiteral takenByGuard[] = {
    "H",         "HPP",          "SUCCESS", "INVALID_ARGUMENT", "NO_DEVICE",
    "NO_MEMORY", "BUILD_FAILED", "FAILED",  "OUT_OF_RANGE"};

bool sa::isGuard(StringRef name, StringRef library) {
  std::string upper = library.upper();
  return name == upper + "_H" || name == upper + "_HPP";
}

llvm::Error sa::checkCNames(ModuleOp module, StringRef library) {
  bool isUpper = library == library.upper();
  for (auto func : module.getOps<func::FuncOp>())
    if (llvm::is_contained(taken, func.getSymName()) ||
        (isUpper && llvm::is_contained(takenByGuard, func.getSymName())))
      return makePackageError("function '" + func.getSymName() +
                              "' would be '" + library + "_" +
                              func.getSymName() +
                              "' in C, which each library has for itself: "
                              "give it another name");
  return llvm::Error::success();
}

std::string sa::getCType(StringRef type) {
  std::string text = replaceAll(type.str(), "sycl::half", "uint16_t");
  text = replaceAll(std::move(text), "std::complex<float>", "float");
  return replaceAll(std::move(text), "std::complex<double>", "double");
}

/// Keywords and macros of C that C++ does not have.
static bool isReservedInC(StringRef name) {
  static constexpr llvm::StringLiteral words[] = {"I", "complex", "imaginary",
                                                  "noreturn", "restrict"};
  return llvm::is_contained(words, name);
}

SmallVector<CppParameter> sa::getCParameters(func::FuncOp func,
                                             StringRef library) {
  SmallVector<CppParameter> parameters = getCppParameters(func);
  std::set<std::string> taken;
  for (const CppParameter &parameter : parameters)
    taken.insert(parameter.name);
  for (CppParameter &parameter : parameters) {
    std::string &name = parameter.name;
    if (!isReservedInC(name) && !isGuard(name, library))
      continue;
    do
      name += "_";
    while (!taken.insert(name).second);
  }
  return parameters;
}

static std::string makeSignature(func::FuncOp func, StringRef library) {
  SmallVector<CppParameter> parameters = {
      {(library + "_queue *").str(), "queue"}};
  for (const CppParameter &parameter : getCParameters(func, library))
    parameters.push_back({getCType(parameter.type), parameter.name});
  return toString(
      (library + "_status " + library + "_" + func.getSymName()).str(),
      parameters);
}

std::string sa::makeCHeader(ModuleOp module, StringRef library) {
  std::string text = headerBegin.str();
  llvm::raw_string_ostream os(text);
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!isPublic(func))
      continue;
    std::string comment;
    llvm::raw_string_ostream lines(comment);
    printArgumentComment(lines, func);
    os << "/*\n"
       << replaceAll(comment, "//  ", " *") << " */\n"
       << makeSignature(func, library) << ";\n\n";
  }
  os << headerEnd;
  return fillTemplate(text, library);
}

/// Writes the checks of a function's arguments.
static void printChecks(llvm::raw_ostream &os, func::FuncOp func,
                        StringRef library) {
  SmallVector<CppParameter> parameters = getCParameters(func, library);
  llvm::StringMap<std::string> sizes;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    Attribute size = func.getArgAttr(i, sizeAttrName);
    if (!size)
      continue;
    StringRef name =
        func.getArgAttrOfType<StringAttr>(i, nameAttrName).getValue();
    sizes[name] = parameters[i].name;
    // A stride may be negative.
    if (isa<UnitAttr>(size))
      os << "    saopt::check_size(" << parameters[i].name << ", \""
         << parameters[i].name << "\");\n";
  }
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    auto array = func.getArgAttrOfType<TypeAttr>(i, arrayAttrName);
    if (!array)
      continue;
    auto type = cast<ArrayType>(array.getValue());
    std::string hasElements = "true";
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      int64_t size = type.getShape()[dim];
      if (size == 0)
        hasElements = "false";
      else if (size == ShapedType::kDynamic && type.getSizeName(dim))
        hasElements +=
            " && " + sizes.lookup(type.getSizeName(dim).getValue()) + " != 0";
    }
    StringRef condition = hasElements;
    if (condition.size() > 4)
      condition.consume_front("true && ");
    os << "    saopt::check_array(context, " << parameters[i].name << ", \""
       << parameters[i].name << "\", " << condition << ");\n";
  }
}

std::string sa::makeCSource(ModuleOp module, StringRef library) {
  std::string text = sourceBegin.str();
  llvm::raw_string_ostream os(text);
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!isPublic(func))
      continue;
    os << "extern \"C\" " << makeSignature(func, library) << " {\n"
       << "  return saopt::guarded([&] {\n"
       // No parameter has the name of a function's local variable.
       << "    sycl::queue &context = saopt::get(queue);\n"
       << "    const saopt::errors_go_to handler(*queue);\n";
    printChecks(os, func, library);
    os << "    " << library << "::" << func.getSymName() << "(context";
    for (const CppParameter &parameter : getCParameters(func, library)) {
      std::string type = getCType(parameter.type);
      os << ", ";
      if (type == parameter.type)
        os << parameter.name;
      else if (StringRef(type).ends_with("*"))
        os << "reinterpret_cast<" << parameter.type << ">(" << parameter.name
           << ")";
      else
        os << "sycl::bit_cast<" << parameter.type << ">(" << parameter.name
           << ")";
    }
    os << ");\n  });\n}\n\n";
  }
  return fillTemplate(text, library);
}
