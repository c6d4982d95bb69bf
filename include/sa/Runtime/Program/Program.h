// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code and its builds. The SYCL runtime compiles a program once for
// every context and device, when it is first needed there, unless the user's
// compile cache has it. The program owns the kernel bundles, which crash the
// process when they outlive the SYCL runtime.

#ifndef SA_RUNTIME_PROGRAM_PROGRAM_H
#define SA_RUNTIME_PROGRAM_PROGRAM_H

#include "sa/Runtime/Launch/Allocation.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

namespace sa::runtime {

enum class Language { SPIRV, SYCL };

/// A device in a context, and what one program became there.
class Target {
public:
  Target(const sycl::context &context, const sycl::device &device);
  ~Target();

  const sycl::context &getContext() const { return context; }
  const sycl::device &getDevice() const { return device; }
  const AllocationFinder &getAllocations() const { return *allocations; }
  size_t getComputeUnits() const { return computeUnits; }
  bool hasUnequalWorkGroups() const { return unequalWorkGroups; }

private:
  friend class Program;

  /// A program that the device can run.
  struct Build;

  sycl::context context;
  sycl::device device;
  /// The compiler of the device.
  std::string compiler;
  std::unique_ptr<AllocationFinder> allocations;
  size_t computeUnits;
  bool unequalWorkGroups;

  /// Guards what follows: one thread builds, the others wait for it.
  std::mutex building;
  /// Null until the program is built.
  std::unique_ptr<Build> build;
  std::string log;
  /// Why the build failed. It would fail again, after as many seconds.
  std::optional<std::string> failure;
  /// The program's constants in the memory of the device.
  std::shared_ptr<char> constants;
};

/// All functions may be called from several threads at once.
class Program {
public:
  /// `strict` forbids the device's compiler what changes a result of floating-
  /// point arithmetic, as far as it can be told. `constants` is the data that
  /// manifests of this program speak of. `code` runs on every device;
  /// `variants` has code for the compilers of some, without workarounds for
  /// others.
  using Variants = std::map<std::string, std::string>;
  Program(std::string code, Language language, bool strict,
          std::string constants = "", Variants variants = {});

  size_t getNumConstantBytes() const { return constants.size(); }

  /// Where the constants begin in the memory of `target`'s device, to which
  /// they are copied when this is first asked; null when there are none. Throws
  /// an Error when the device has no memory for them.
  const char *getConstants(Target &target);

  /// The target for the device and the context of `queue`. It lives as long as
  /// the program. Nothing is built yet.
  Target &getTarget(const sycl::queue &queue);

  /// Builds the program for `target` unless that was done before. Throws an
  /// Error with the compiler's messages when the code does not compile.
  void build(Target &target);

  /// The compiler's messages of a build that succeeded; empty when clean.
  std::string getBuildLog(Target &target);

  /// A kernel by its name. Throws when there is none.
  sycl::kernel getKernel(Target &target, const std::string &name);

private:
  const std::string &getCode(const Target &target) const;
  std::vector<std::string> getOptions(const Target &target) const;
  std::string getCacheKey(const Target &target) const;
  /// Takes the program from the user's cache; false when it is not there.
  bool load(Target &target) const;
  void compile(Target &target) const;

  const std::string code;
  const Variants variants;
  const Language language;
  const bool strict;
  const std::string constants;
  std::mutex targetsLock;
  std::vector<std::unique_ptr<Target>> targets;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_PROGRAM_PROGRAM_H
