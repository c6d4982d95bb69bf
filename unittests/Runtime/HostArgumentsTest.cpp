// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules about arguments, for memory of the host: they need no device.

#include "sa/Runtime/Checks/Arguments.h"

#include "sa/Runtime/Checks/StorageSizes.h"
#include "sa/Runtime/Error.h"

#include <gtest/gtest.h>

using namespace sa::runtime;

namespace {

ArrayArgument makeArray(const std::string &name, Role role) {
  ArrayArgument array;
  array.name = name;
  array.role = role;
  array.shape = {SizeExpr::size(0), SizeExpr::constant(3)};
  array.strides = {SizeExpr::constant(3), SizeExpr::constant(1)};
  array.storage =
      SizeExpr::binary(SizeOp::Mul, SizeExpr::size(0), SizeExpr::constant(3));
  return array;
}

/// A function of an input and an output of N by 3 elements.
FunctionManifest makeManifest() {
  FunctionManifest manifest;
  manifest.name = "f";
  manifest.sizes = {"N"};
  manifest.arguments = {makeArray("A", Role::Input),
                        makeArray("B", Role::Output)};
  verifyManifest(manifest);
  return manifest;
}

alignas(8) float memory[64];

ArrayDescriptor describe(std::vector<int64_t> shape, size_t first = 0) {
  ArrayDescriptor descriptor;
  descriptor.pointer = reinterpret_cast<uint64_t>(memory + first);
  descriptor.typestr = "<f4";
  descriptor.shape = std::move(shape);
  return descriptor;
}

HostCall check(const FunctionManifest &manifest,
               const std::vector<CallArgument> &arguments) {
  return checkHostArguments(
      manifest, arguments,
      [](const Requirement &, const std::vector<int64_t> &sizes) {
        return sizes[0] == unknownSize ? std::nullopt
                                       : std::optional<int64_t>(sizes[0] + 1);
      });
}

void expectProblem(const FunctionManifest &manifest,
                   const std::vector<CallArgument> &arguments,
                   const std::string &problem) {
  try {
    check(manifest, arguments);
    ADD_FAILURE() << "expected: " << problem;
  } catch (const Error &error) {
    EXPECT_EQ(error.what(), problem);
  }
}

TEST(HostArguments, ShapesGiveSizes) {
  HostCall call =
      check(makeManifest(), {describe({4, 3}), describe({4, 3}, 12)});
  EXPECT_EQ(call.sizes, std::vector<int64_t>{4});
  ASSERT_EQ(call.arrays.size(), 2u);
  EXPECT_EQ(call.arrays[1].position, 1u);
  EXPECT_EQ(call.arrays[1].shape, (std::vector<int64_t>{4, 3}));
  EXPECT_EQ(call.arrays[1].first, 0);
  EXPECT_EQ(call.arrays[1].length, 12);
  EXPECT_FALSE(call.needs.queue);
  EXPECT_TRUE(call.needs.outputs.empty());
}

TEST(HostArguments, OmittedOutputs) {
  HostCall call = check(makeManifest(), {describe({4, 3}), OmittedOutput()});
  ASSERT_EQ(call.needs.outputs.size(), 1u);
  EXPECT_EQ(call.needs.outputs[0].position, 1u);
  EXPECT_EQ(call.needs.outputs[0].shape, (std::vector<int64_t>{4, 3}));
  EXPECT_EQ(call.needs.outputs[0].storage, 12);
}

TEST(HostArguments, RulesAreThoseOfCallsOnADevice) {
  FunctionManifest manifest = makeManifest();
  expectProblem(manifest, {describe({4, 3}), describe({5, 3}, 12)},
                "argument 'B': shape[0] is 5, but shape[0] of argument 'A' "
                "says that N is 4");
  expectProblem(manifest, {describe({4, 3}), describe({4, 3}, 11)},
                "argument 'B': data overlaps argument 'A', but the function "
                "writes to this array");
  ArrayDescriptor readOnly = describe({4, 3}, 12);
  readOnly.readOnly = true;
  expectProblem(manifest, {describe({4, 3}), readOnly},
                "argument 'B': data is read-only, but the function writes to "
                "this array");
  ArrayDescriptor transposed = describe({4, 3});
  transposed.strides = {1, 4};
  expectProblem(manifest, {transposed, describe({4, 3}, 12)},
                "argument 'A': strides are (1, 4), expected (3, 1): pass a "
                "copy with these, or declare the array with "
                "layout=sa.layout.any");
  ArrayDescriptor odd = describe({4, 3});
  odd.pointer += 2;
  EXPECT_THROW(check(manifest, {odd, describe({4, 3}, 20)}), Error);
}

TEST(HostArguments, OpenStridesAreFound) {
  FunctionManifest manifest = makeManifest();
  manifest.sizes = {"N", "A_stride0", "A_stride1"};
  auto &array = std::get<ArrayArgument>(manifest.arguments[0]);
  array.layout = Layout::Open;
  array.strides.clear();
  array.strideSizes = {1, 2};
  verifyManifest(manifest);
  ArrayDescriptor backwards = describe({4, 3}, 11);
  backwards.strides = {-3, -1};
  HostCall call = check(manifest, {backwards, describe({4, 3}, 12)});
  EXPECT_EQ(call.sizes, (std::vector<int64_t>{4, -3, -1}));
  EXPECT_EQ(call.arrays[0].strides, (std::vector<int64_t>{-3, -1}));
  EXPECT_EQ(call.arrays[0].first, -11);
  EXPECT_EQ(call.arrays[0].length, 12);
  EXPECT_TRUE(call.arrays[1].strides.empty());
}

TEST(HostArguments, TheCallerComputesNeeds) {
  FunctionManifest manifest = makeManifest();
  manifest.sizes = {"N", "B_size0"};
  std::get<ArrayArgument>(manifest.arguments[1]).shape[0] = SizeExpr::size(1);
  std::get<ArrayArgument>(manifest.arguments[1]).storage =
      SizeExpr::binary(SizeOp::Mul, SizeExpr::size(1), SizeExpr::constant(3));
  manifest.requirements = {{1, 0, /*isOpen=*/true, std::nullopt}};
  verifyManifest(manifest);
  HostCall call = check(manifest, {describe({4, 3}), OmittedOutput()});
  EXPECT_EQ(call.needs.outputs.at(0).shape, (std::vector<int64_t>{5, 3}));
  expectProblem(manifest, {describe({4, 3}), describe({4, 3}, 12)},
                "argument 'B': shape[0] is 4, but the loops need at least 5");
  // Flat storage may be longer than what is needed.
  call = check(manifest, {describe({4, 3}), describe({17}, 12)});
  EXPECT_EQ(call.sizes, (std::vector<int64_t>{4, 5}));
  EXPECT_EQ(call.arrays[1].length, 15);
}

} // namespace
