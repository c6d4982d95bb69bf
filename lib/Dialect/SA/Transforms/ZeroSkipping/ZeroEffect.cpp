// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ZeroEffect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

namespace {

/// What is known of a value.
struct Meaning {
  enum Kind { Unknown, Zero, Element };

  Kind kind = Unknown;
  /// For an element, the load that reads it.
  Operation *load = nullptr;

  bool operator==(const Meaning &other) const {
    return kind == other.kind && load == other.load;
  }
};

/// Follows the values of a body where loads give zero.
class ZeroEffect {
public:
  explicit ZeroEffect(ArrayRef<LoadOp> zeros)
      : zeros(zeros.begin(), zeros.end()) {}

  /// Returns false as soon as an element may change.
  bool run(Block &block);

private:
  bool run(Operation &op);
  bool runBranches(Operation &op);
  bool runLoop(Operation &op);
  bool keepsElement(StoreOp store) const;

  Meaning getMeaning(Operation &op) const;
  Meaning getSum(Value lhs, Value rhs, bool isDifference) const;
  Meaning getNarrowed(Operation &op) const;
  Meaning of(Value value) const { return values.lookup(value); }
  bool isZero(Value value) const { return of(value).kind == Meaning::Zero; }

  llvm::SmallPtrSet<Operation *, 4> zeros;
  llvm::DenseMap<Value, Meaning> values;
  /// The variables of the body (`memref.alloca`) that have a known value.
  llvm::DenseMap<Value, Meaning> variables;
};

} // namespace

/// True for comparisons that do not hold between equal numbers.
static bool isFalseForEqual(arith::CmpIOp op) {
  switch (op.getPredicate()) {
  case arith::CmpIPredicate::ne:
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ugt:
    return true;
  default:
    return false;
  }
}

static bool isFalseForEqual(arith::CmpFOp op) {
  switch (op.getPredicate()) {
  case arith::CmpFPredicate::ONE:
  case arith::CmpFPredicate::UNE:
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::ULT:
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::UGT:
    return true;
  default:
    return false;
  }
}

Meaning ZeroEffect::getSum(Value lhs, Value rhs, bool isDifference) const {
  if (isZero(rhs))
    return of(lhs);
  if (isZero(lhs) && !isDifference)
    return of(rhs);
  return {};
}

/// An element that was widened before comes back as it was.
Meaning ZeroEffect::getNarrowed(Operation &op) const {
  Meaning from = of(op.getOperand(0));
  bool isWidened =
      from.kind != Meaning::Element ||
      from.load->getResult(0).getType() == op.getResult(0).getType();
  return isWidened ? from : Meaning{};
}

Meaning ZeroEffect::getMeaning(Operation &op) const {
  constexpr Meaning zero{Meaning::Zero};
  auto zeroIf = [&](bool holds) { return holds ? zero : Meaning{}; };
  if (matchPattern(&op, m_Zero()) || matchPattern(&op, m_AnyZeroFloat()))
    return zero;
  return TypeSwitch<Operation *, Meaning>(&op)
      .Case([&](LoadOp) {
        return zeros.contains(&op) ? zero : Meaning{Meaning::Element, &op};
      })
      .Case([&](memref::LoadOp load) {
        return variables.lookup(load.getMemRef());
      })
      // 0 * x
      .Case<arith::MulFOp, arith::MulIOp, arith::AndIOp, complex::MulOp>(
          [&](Operation *op) {
            return zeroIf(isZero(op->getOperand(0)) ||
                          isZero(op->getOperand(1)));
          })
      // x + 0
      .Case<arith::AddFOp, arith::AddIOp, arith::OrIOp, arith::XOrIOp,
            complex::AddOp>([&](Operation *op) {
        return getSum(op->getOperand(0), op->getOperand(1), false);
      })
      .Case<arith::SubFOp, arith::SubIOp, complex::SubOp>([&](Operation *op) {
        return getSum(op->getOperand(0), op->getOperand(1), true);
      })
      // 0 + 0i
      .Case([&](complex::CreateOp create) {
        return zeroIf(isZero(create.getReal()) &&
                      isZero(create.getImaginary()));
      })
      // 0 < 0
      .Case<arith::CmpIOp, arith::CmpFOp>([&](auto compare) {
        return zeroIf(isZero(compare.getLhs()) && isZero(compare.getRhs()) &&
                      isFalseForEqual(compare));
      })
      .Case([&](arith::SelectOp select) {
        Meaning chosen = of(select.getFalseValue());
        return isZero(select.getCondition()) ||
                       chosen == of(select.getTrueValue())
                   ? chosen
                   : Meaning{};
      })
      // The same number in a wider type, and back.
      .Case<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(
          [&](Operation *op) { return of(op->getOperand(0)); })
      .Case<arith::TruncFOp, arith::TruncIOp>(
          [&](Operation *op) { return getNarrowed(*op); })
      // -0, |0|, 0 in another type, 0 << x, a part of 0
      .Case<arith::NegFOp, math::AbsFOp, math::AbsIOp, arith::SIToFPOp,
            arith::UIToFPOp, arith::FPToSIOp, arith::FPToUIOp, arith::ShLIOp,
            complex::NegOp, complex::ConjOp, complex::ReOp, complex::ImOp>(
          [&](Operation *op) { return zeroIf(isZero(op->getOperand(0))); })
      .Default([](Operation *) { return Meaning{}; });
}

/// Returns true when both values are computed alike from the same values.
static LogicalResult isSameIndex(Value lhs, Value rhs) {
  if (lhs == rhs)
    return success();
  Operation *left = lhs.getDefiningOp(), *right = rhs.getDefiningOp();
  return success(left && right && isPure(left) &&
                 OperationEquivalence::isEquivalentTo(
                     left, right, isSameIndex, /*markEquivalent=*/nullptr,
                     OperationEquivalence::IgnoreLocations));
}

/// All stores before this one kept their elements, so the element still has the
/// value that the load has read.
bool ZeroEffect::keepsElement(StoreOp store) const {
  Meaning stored = of(store.getValue());
  if (stored.kind != Meaning::Element)
    return false;
  auto load = cast<LoadOp>(stored.load);
  return load.getArray() == store.getArray() &&
         llvm::all_of_zip(load.getIndices(), store.getIndices(),
                          [](Value lhs, Value rhs) {
                            return succeeded(isSameIndex(lhs, rhs));
                          });
}

bool ZeroEffect::runBranches(Operation &op) {
  auto before = variables;
  auto branch = dyn_cast<scf::IfOp>(op);
  bool isTaken = !branch || !isZero(branch.getCondition());
  if (isTaken && !run(op.getRegion(0).front()))
    return false;
  auto after = std::exchange(variables, std::move(before));
  if (!op.getRegion(1).empty() && !run(op.getRegion(1).front()))
    return false;
  if (!isTaken)
    return true;
  for (auto &[variable, meaning] : variables)
    if (!(after.lookup(variable) == meaning))
      meaning = {};
  return true;
}

bool ZeroEffect::runLoop(Operation &op) {
  // A variable that the loop stores has an unknown value in the next iteration,
  // and after the loop, which may have none.
  auto forget = [&] {
    op.walk([&](memref::StoreOp store) { variables.erase(store.getMemRef()); });
  };
  forget();
  if (!run(op.getRegion(0).front()))
    return false;
  forget();
  return true;
}

bool ZeroEffect::run(Operation &op) {
  return TypeSwitch<Operation *, bool>(&op)
      .Case([&](AccumulateOp accumulate) {
        return (accumulate.getKind() == AccumulateKind::Add ||
                accumulate.getKind() == AccumulateKind::Or ||
                accumulate.getKind() == AccumulateKind::Xor) &&
               isZero(accumulate.getValue());
      })
      .Case([&](StoreOp store) { return keepsElement(store); })
      .Case([&](memref::StoreOp store) {
        variables[store.getMemRef()] = of(store.getValue());
        return true;
      })
      .Case<scf::IfOp, affine::AffineIfOp>(
          [&](Operation *) { return runBranches(op); })
      .Case<scf::ForOp, affine::AffineForOp>(
          [&](Operation *) { return runLoop(op); })
      .Default([&](Operation *) {
        if (op.getNumResults() == 1)
          values[op.getResult(0)] = getMeaning(op);
        return isMemoryEffectFree(&op) ||
               isa<LoadOp, memref::LoadOp, memref::AllocaOp, BoundOp,
                   LoopCacheOp, PrefetchElementOp>(op);
      });
}

bool ZeroEffect::run(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return run(op); });
}

bool sa::hasNoEffectAtZeros(Block &body, ArrayRef<LoadOp> zeros) {
  return ZeroEffect(zeros).run(body);
}
