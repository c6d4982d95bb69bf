// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Pipelines/Registration.h"

#include "sa/Conversion/Passes.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h"
#include "sa/Pipelines/Passes.h"
#include "sa/Pipelines/Pipelines.h"
#include "sa/Planning/Passes.h"
#include "sa/Vendor/Passes.h"

void sa::registerPasses() {
  registerSATransformsPasses();
  registerSAConversionPasses();
  registerSAPlanningPasses();
  registerSAVendorPasses();
  registerSAZeroSkippingPasses();
  registerSAPipelinesPasses();
  registerPipelines();
}
