// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of array types that no text can break, but whoever builds types in
// a program can.

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Pipelines/Compilation.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace sa;

namespace {

TEST(ArrayType, SizesAreNotNegative) {
  DialectRegistry registry;
  registerCompiler(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  auto make = [&](ArrayRef<int64_t> shape) {
    return ArrayType::getIfValid(
        [&] { return emitError(UnknownLoc::get(&context)); }, shape,
        Float32Type::get(&context), Role::Input, /*layout=*/{}, /*domain=*/{},
        /*sizes=*/{});
  };
  EXPECT_FALSE(make({4, -3}));
  EXPECT_EQ(message, "a size of an array is negative: -3");
  EXPECT_TRUE(make({4, 0, ShapedType::kDynamic}));
}

} // namespace
