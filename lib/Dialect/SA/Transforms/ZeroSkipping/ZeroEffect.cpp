// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ZeroPoint.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

namespace {

/// What is known of a value.
struct Meaning {
  enum Kind { Other, Zero, Element, Variable };

  Kind kind = Other;
  /// For an element, the load that reads it.
  Operation *load = nullptr;
  /// For what a variable held when the iteration began, that variable.
  Value variable = {};

  bool operator==(const Meaning &other) const {
    return kind == other.kind && load == other.load &&
           variable == other.variable;
  }
};

/// Follows the values of a body at a point where loads give zero.
class ZeroPoint {
public:
  /// Of the whole body, or of the iterations of a loop in it.
  ZeroPoint(NestOp nest, ArrayRef<LoadOp> zeros, Operation *loop = nullptr);

  /// Each of these returns false as soon as an element may change.
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

  /// The variables of the body of which something is known.
  using Variables = llvm::DenseMap<Value, Meaning>;
  void forgetIf(llvm::function_ref<bool(Value, const Meaning &)> condition);
  /// Forgets what does not hold in `other` as well.
  void join(const Variables &other);

  /// True for a variable that lives longer than what is looked at.
  bool isOutside(Value variable) const {
    return loop && !loop->isAncestor(variable.getDefiningOp());
  }

  llvm::SmallPtrSet<Operation *, 4> zeros;
  Operation *loop;
  llvm::DenseMap<Value, Meaning> values;
  Variables variables;
  /// The elements that loads and stores are about.
  llvm::DenseMap<Operation *, Access> accesses;
};

} // namespace

ZeroPoint::ZeroPoint(NestOp nest, ArrayRef<LoadOp> zeros, Operation *loop)
    : loop(loop) {
  this->zeros.insert(zeros.begin(), zeros.end());
  // Only stores are compared with loads. Subscripts that are not affine are an
  // error elsewhere.
  if (!nest.walk([](StoreOp) { return WalkResult::interrupt(); })
           .wasInterrupted())
    return;
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> found = NestAccesses::get(nest);
  if (succeeded(found))
    for (const Access &access : found->getAccesses())
      accesses.try_emplace(access.op, access);
}

void ZeroPoint::forgetIf(
    llvm::function_ref<bool(Value, const Meaning &)> condition) {
  SmallVector<Value> forgotten;
  for (const auto &[variable, meaning] : variables)
    if (condition(variable, meaning))
      forgotten.push_back(variable);
  for (Value variable : forgotten)
    variables.erase(variable);
}

void ZeroPoint::join(const Variables &other) {
  forgetIf([&](Value variable, const Meaning &meaning) {
    return !(other.lookup(variable) == meaning);
  });
}

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

Meaning ZeroPoint::getSum(Value lhs, Value rhs, bool isDifference) const {
  if (isZero(rhs))
    return of(lhs);
  if (isZero(lhs) && !isDifference)
    return of(rhs);
  return {};
}

/// An element that was widened before comes back as it was.
Meaning ZeroPoint::getNarrowed(Operation &op) const {
  Meaning from = of(op.getOperand(0));
  if (from.kind == Meaning::Element &&
      from.load->getResult(0).getType() != op.getResult(0).getType())
    return {};
  if (from.kind == Meaning::Variable &&
      cast<MemRefType>(from.variable.getType()).getElementType() !=
          op.getResult(0).getType())
    return {};
  return from;
}

Meaning ZeroPoint::getMeaning(Operation &op) const {
  constexpr Meaning zero{Meaning::Zero};
  auto zeroIf = [&](bool holds) { return holds ? zero : Meaning{}; };
  if (matchPattern(&op, m_Zero()) || matchPattern(&op, m_AnyZeroFloat()))
    return zero;
  return TypeSwitch<Operation *, Meaning>(&op)
      .Case([&](LoadOp) {
        return zeros.contains(&op) ? zero : Meaning{Meaning::Element, &op};
      })
      .Case([&](memref::LoadOp load) {
        return isOutside(load.getMemRef())
                   ? Meaning{Meaning::Variable, nullptr, load.getMemRef()}
                   : variables.lookup(load.getMemRef());
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

/// All that was written at this point before was there already, so what the
/// load has read is still there.
bool ZeroPoint::keepsElement(StoreOp store) const {
  Meaning stored = of(store.getValue());
  if (stored.kind != Meaning::Element)
    return false;
  auto from = accesses.find(stored.load), to = accesses.find(store);
  return from != accesses.end() && to != accesses.end() &&
         from->second.array == to->second.array &&
         from->second.map == to->second.map &&
         from->second.loops == to->second.loops;
}

bool ZeroPoint::runBranches(Operation &op) {
  Variables before = variables;
  auto branch = dyn_cast<scf::IfOp>(op);
  bool isTaken = !branch || !isZero(branch.getCondition());
  if (isTaken && !run(op.getRegion(0).front()))
    return false;
  Variables after = std::exchange(variables, std::move(before));
  if (!op.getRegion(1).empty() && !run(op.getRegion(1).front()))
    return false;
  if (isTaken)
    join(after);
  return true;
}

bool ZeroPoint::runLoop(Operation &op) {
  // Until the variables are known no better after an iteration than before.
  unsigned numKnown;
  do {
    Variables before = variables;
    numKnown = before.size();
    if (!run(op.getRegion(0).front()))
      return false;
    // The element that another iteration has read may be another one.
    forgetIf([&](Value, const Meaning &meaning) {
      return meaning.load && op.isAncestor(meaning.load);
    });
    join(before);
  } while (variables.size() != numKnown);
  return true;
}

bool ZeroPoint::run(Operation &op) {
  return TypeSwitch<Operation *, bool>(&op)
      .Case([&](AccumulateOp accumulate) {
        return (accumulate.getKind() == AccumulateKind::Add ||
                accumulate.getKind() == AccumulateKind::Or) &&
               isZero(accumulate.getValue());
      })
      .Case([&](StoreOp store) { return keepsElement(store); })
      .Case([&](memref::StoreOp store) {
        Meaning stored = of(store.getValue());
        if (isOutside(store.getMemRef()))
          return stored.variable == store.getMemRef();
        if (stored.kind == Meaning::Other)
          variables.erase(store.getMemRef());
        else
          variables[store.getMemRef()] = stored;
        return true;
      })
      .Case<scf::IfOp, affine::AffineIfOp>(
          [&](Operation *) { return runBranches(op); })
      .Case<scf::ForOp, affine::AffineForOp>(
          [&](Operation *) { return runLoop(op); })
      .Default([&](Operation *) {
        if (op.getNumResults() == 1)
          values[op.getResult(0)] = getMeaning(op);
        return true;
      });
}

bool ZeroPoint::run(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return run(op); });
}

bool sa::doesNothingAtZeros(NestOp nest, ArrayRef<LoadOp> zeros) {
  return ZeroPoint(nest, zeros).run(nest.getBody().front());
}

bool sa::doesNothingAtZeros(NestOp nest, affine::AffineForOp loop,
                            ArrayRef<LoadOp> zeros) {
  return ZeroPoint(nest, zeros, loop).run(*loop.getBody());
}
