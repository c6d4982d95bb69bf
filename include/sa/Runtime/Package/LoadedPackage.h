// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of a package, for programs in C++ without the compiler and
// without Python:
//
//   sa::runtime::LoadedPackage package("mylib");
//   package.call("twice", {sa::runtime::describe(queue, a, {2, 3}),
//                          sa::runtime::describe(queue, b, {2, 3})});

#ifndef SA_RUNTIME_PACKAGE_LOADEDPACKAGE_H
#define SA_RUNTIME_PACKAGE_LOADEDPACKAGE_H

#include "sa/Runtime/Checks/Arguments.h"

#include <complex>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <sycl/half_type.hpp>

namespace sa::runtime {

class Function;

class LoadedPackage {
public:
  /// Loads a package with the format spirv: its folder, or NAME.json. Throws an
  /// Error.
  explicit LoadedPackage(const std::string &path);
  ~LoadedPackage();
  LoadedPackage(LoadedPackage &&) noexcept;
  LoadedPackage &operator=(LoadedPackage &&) noexcept;

  const std::string &getName() const;
  std::vector<std::string> getFunctionNames() const;

  /// Returns a function, which lives as long as the package. Throws an Error
  /// when there is none of this name.
  Function &getFunction(const std::string &name) const;

  /// Checks the arguments by all the rules of a call (docs/runtime.md), runs
  /// the function on their queue, and waits. Throws an Error; nothing has run
  /// if an argument does not fit.
  void call(const std::string &name,
            const std::vector<CallArgument> &arguments) const;

private:
  struct Contents;
  std::unique_ptr<Contents> contents;
};

/// Returns the type string of arrays of `T`, as in NumPy's interface.
template <typename T> std::string getTypestrOf() {
  using Element = std::remove_const_t<T>;
  std::string size = std::to_string(sizeof(Element));
  if (std::is_same_v<Element, bool>)
    return "|b1";
  if (std::is_same_v<Element, std::complex<float>> ||
      std::is_same_v<Element, std::complex<double>>)
    return "<c" + size;
  if (std::is_floating_point_v<Element> || std::is_same_v<Element, sycl::half>)
    return "<f" + size;
  static_assert(std::is_integral_v<Element> ||
                    std::is_floating_point_v<Element> ||
                    std::is_same_v<Element, sycl::half> ||
                    std::is_same_v<Element, std::complex<float>> ||
                    std::is_same_v<Element, std::complex<double>>,
                "an array has no elements of this type");
  return (std::is_signed_v<Element> ? "<i" : "<u") + size;
}

/// Describes an array in USM memory of the context of `queue`. Without
/// `strides`, in elements, it is dense and row-major. A pointer to const is
/// read-only.
template <typename T>
CallArgument
describe(const sycl::queue &queue, T *pointer, std::vector<int64_t> shape,
         std::optional<std::vector<int64_t>> strides = std::nullopt) {
  ArrayDescriptor array;
  array.pointer = reinterpret_cast<uint64_t>(pointer);
  array.readOnly = std::is_const_v<T>;
  array.typestr = getTypestrOf<T>();
  array.shape = std::move(shape);
  array.strides = std::move(strides);
  array.queue = queue;
  return array;
}

} // namespace sa::runtime

#endif // SA_RUNTIME_PACKAGE_LOADEDPACKAGE_H
