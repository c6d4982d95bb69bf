// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Room on the stack for what drivers do on the thread of a caller: they run
// compilers there, and kernels with their private memory, their own and those
// that it waits for. The caller's thread may have been made with a small stack,
// or be deep in a recursion.

#ifndef SA_RUNTIME_DEVICE_AMPLESTACK_H
#define SA_RUNTIME_DEVICE_AMPLESTACK_H

#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>

namespace sa::runtime {

/// What launches need, with a large margin, beside the private memory of their
/// kernels.
constexpr size_t launchStack = 512 * 1024;
/// What compilers need, and kernels of others that are waited for.
constexpr size_t ampleStack = 4 * 1024 * 1024;

/// True when the calling thread has that many bytes left on its stack.
bool hasStack(size_t bytes);

/// Runs `work` on a thread of its own, waits, and throws what it throws.
void runOnNewThread(const std::function<void()> &work);

/// Does `work` here when the stack has room for it, or else on another thread.
template <typename WorkT> auto withStack(size_t bytes, const WorkT &work) {
  using ResultT = std::invoke_result_t<WorkT>;
  if (hasStack(bytes))
    return work();
  if constexpr (std::is_void_v<ResultT>) {
    runOnNewThread(work);
  } else {
    std::optional<ResultT> result;
    runOnNewThread([&] { result.emplace(work()); });
    return std::move(*result);
  }
}

} // namespace sa::runtime

#endif // SA_RUNTIME_DEVICE_AMPLESTACK_H
