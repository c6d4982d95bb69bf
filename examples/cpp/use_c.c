/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls the functions of the package in C, and looks at its errors. */

#include "mylib.h"

#include <stdio.h>
#include <string.h>

static void check(mylib_status status, const char *what) {
  if (status != MYLIB_SUCCESS)
    printf("%s: %s\n", what, mylib_last_error());
}

int main(void) {
  enum { m = 5, n = 7, k = 16 };
  mylib_queue *queue = NULL;
  void *a = NULL, *b = NULL, *c = NULL;
  float *values;
  int i, is_right = 1;

  check(mylib_queue_create(NULL, &queue), "queue");
  if (!queue)
    return 1;
  check(mylib_allocate(queue, m * k * sizeof(float), &a), "a");
  check(mylib_allocate(queue, k * n * sizeof(float), &b), "b");
  check(mylib_allocate(queue, m * n * sizeof(float), &c), "c");
  for (i = 0, values = (float *)a; i != m * k; ++i)
    values[i] = 2;
  for (i = 0, values = (float *)b; i != k * n; ++i)
    values[i] = 3;
  for (i = 0, values = (float *)c; i != m * n; ++i)
    values[i] = 1;
  check(mylib_gemm(queue, (float *)a, (float *)b, (float *)c, m, k, n), "gemm");
  check(mylib_gemm(queue, (float *)a, (float *)b, (float *)c, m, k, n), "gemm");
  check(mylib_wait(queue), "wait");
  for (i = 0, values = (float *)c; i != m * n; ++i)
    is_right &= values[i] == 1 + 2 * 6 * k;

  /* Each failure has a status, and words. */
  is_right &= mylib_gemm(NULL, (float *)a, (float *)b, (float *)c, m, k, n) ==
              MYLIB_INVALID_ARGUMENT;
  is_right &= strcmp(mylib_last_error(), "the queue is NULL") == 0;
  is_right &= mylib_gemm(queue, NULL, (float *)b, (float *)c, m, k, n) ==
              MYLIB_INVALID_ARGUMENT;
  is_right &= strcmp(mylib_last_error(), "array 'A' is NULL") == 0;
  is_right &= mylib_gemm(queue, (float *)a, (float *)b, (float *)c, -1, k, n) ==
              MYLIB_INVALID_ARGUMENT;
  is_right &= strcmp(mylib_last_error(), "the size 'M' is -1") == 0;
  is_right &= mylib_gemm(queue, NULL, NULL, NULL, 0, 0, 0) == MYLIB_SUCCESS;
  is_right &= strcmp(mylib_last_error(), "") == 0;
  is_right &= mylib_queue_create("abacus", &queue) == MYLIB_INVALID_ARGUMENT;

  check(mylib_free(queue, a), "free");
  check(mylib_free(queue, b), "free");
  check(mylib_free(queue, c), "free");
  mylib_queue_destroy(queue);
  printf("%s\n", is_right ? "right" : "WRONG");
  return !is_right;
}
