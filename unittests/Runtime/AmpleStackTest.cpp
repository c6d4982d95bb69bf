// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Device/AmpleStack.h"

#include <functional>
#include <stdexcept>

#include <gtest/gtest.h>
#include <pthread.h>

using namespace sa::runtime;

namespace {

/// Runs something on a thread with a stack of some bytes.
void onStack(size_t bytes, const std::function<void()> &work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread;
  auto run = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run,
                           const_cast<std::function<void()> *>(&work)),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(AmpleStackTest, KnowsWhatIsLeft) {
  EXPECT_TRUE(hasStack(16 * 1024));
  onStack(256 * 1024, [] {
    EXPECT_TRUE(hasStack(128 * 1024));
    EXPECT_FALSE(hasStack(256 * 1024));
    volatile char used[96 * 1024];
    used[0] = 1;
    EXPECT_TRUE(hasStack(128 * 1024) && used[0] == 1);
  });
}

TEST(AmpleStackTest, StaysOnTheThreadWhereThereIsRoom) {
  pthread_t self = pthread_self();
  bool isHere =
      withStack(1024, [&] { return pthread_equal(self, pthread_self()) != 0; });
  EXPECT_TRUE(isHere);
}

TEST(AmpleStackTest, GoesToAnotherThreadWhereThereIsNone) {
  onStack(64 * 1024, [] {
    int result = withStack(launchStack, [] {
      volatile char used[launchStack];
      used[0] = 42;
      return static_cast<int>(used[0]);
    });
    EXPECT_EQ(result, 42);
  });
}

TEST(AmpleStackTest, ThrowsWhatTheWorkThrows) {
  onStack(64 * 1024, [] {
    EXPECT_THROW(withStack(launchStack, [] { throw std::out_of_range("x"); }),
                 std::out_of_range);
  });
}

} // namespace
