// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

static StringRef getName(Proofs proofs) {
  return proofs == Proofs::Strict ? "strict" : "results";
}

void sa::markProven(PlanOp plan, Proofs proofs) {
  assert(proofs != Proofs::None && "nothing was proven");
  plan->setAttr(provenAttrName,
                StringAttr::get(plan->getContext(), getName(proofs)));
}

bool sa::isProven(PlanOp plan, Proofs proofs) {
  auto proven = plan->getAttrOfType<StringAttr>(provenAttrName);
  return proven && (proven.getValue() == getName(proofs) ||
                    proven.getValue() == getName(Proofs::Strict));
}

void sa::forgetProofs(Operation *root) {
  root->walk([](PlanOp plan) { plan->removeAttr(provenAttrName); });
}
