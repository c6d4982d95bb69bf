// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values as C++ expressions: the name of a value that a statement has declared,
// and otherwise the expression that computes it.

#ifndef SA_LIB_TARGET_SYCL_EXPRESSIONPRINTER_H
#define SA_LIB_TARGET_SYCL_EXPRESSIONPRINTER_H

#include "Helpers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Operation.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/DenseMap.h"

namespace sa {

/// How tightly an expression binds, tightest first.
enum class Precedence {
  Primary,
  Unary,
  Multiplicative,
  Additive,
  Shift,
  Relational,
  Equality,
  BitAnd,
  BitXor,
  BitOr,
  LogicalAnd,
  LogicalOr,
  Conditional,
};

struct Expression {
  std::string text;
  Precedence precedence = Precedence::Primary;
};

/// Returns the C++ type of a scalar in an expression: signed, `bool` for `i1`,
/// the bits for `bf16`.
llvm::StringRef getCppValueType(mlir::Type type);

/// Returns the C++ type of a scalar or vector.
std::string getCppVariableType(mlir::Type type);

/// Returns the unsigned C++ type of the same width.
llvm::StringRef getCppUnsignedType(mlir::Type type);

class ExpressionPrinter {
public:
  explicit ExpressionPrinter(HelperSet &helpers) : helpers(helpers) {}

  void setName(mlir::Value value, std::string name) {
    names[value] = std::move(name);
  }
  llvm::StringRef getName(mlir::Value value) const {
    auto found = names.find(value);
    return found == names.end() ? llvm::StringRef() : found->second;
  }

  /// Declares `memref` as the storage of an array.
  void setArray(mlir::Value memref, ArrayType type) { arrays[memref] = type; }

  /// Declares `memref` as a variable, which needs no subscript.
  void setVariable(mlir::Value memref) { variables.insert(memref); }

  /// Returns true for operations that `get` can express.
  static bool isExpression(mlir::Operation *op);

  /// Returns the expression of `value`. Every operation behind it has a name or
  /// is an expression.
  Expression get(mlir::Value value);

  /// Returns its text, in parentheses if `context` binds more tightly.
  std::string print(mlir::Value value,
                    Precedence context = Precedence::Conditional);

  /// Returns "for (…) {" for a loop whose index has a name.
  std::string printLoopHeader(mlir::scf::ForOp loop);

  std::string printPrefetch(mlir::memref::PrefetchOp prefetch);
  /// Returns the statement for an update whose result is not used.
  std::string printAtomic(mlir::memref::AtomicRMWOp update);
  std::string printRecordError(RecordErrorOp op);
  std::string printRecordPrint(RecordPrintOp op);
  /// Returns the statement for a store.
  std::string printStore(mlir::memref::StoreOp store);
  std::string printVectorStore(mlir::vector::StoreOp store);

private:
  /// A value that is stored to an element of `memref`, whose type has a sign.
  std::string printStored(mlir::Value value, mlir::Value memref);
  static bool isCast(mlir::Operation *op);
  Expression getOp(mlir::Operation *op);
  Expression getConstant(mlir::Operation *op);
  /// Returns the expression of an operation that a workaround made.
  Expression getWorkaround(mlir::Operation *op);
  // CastExpressions.cpp, IntegerExpressions.cpp and FloatExpressions.cpp. The
  // last two return an empty text for other operations.
  Expression getCast(mlir::Operation *op);
  Expression getInteger(mlir::Operation *op);
  Expression getFloat(mlir::Operation *op);
  Expression getCompareFloat(mlir::Operation *op);
  // VectorExpressions.cpp.
  static bool isVectorExpression(mlir::Operation *op);
  Expression getVector(mlir::Operation *op);
  /// Returns an operation on vectors as a function of one lane.
  Expression getLanes(mlir::Operation *op);
  std::string getAddress(mlir::Value memref, mlir::Value index);

  Expression binary(mlir::Operation *op, llvm::StringRef token,
                    Precedence precedence);
  Expression call(llvm::StringRef callee, mlir::ValueRange operands);
  Expression callHelper(Helper helper, mlir::ValueRange operands);
  Expression cast(llvm::StringRef type, mlir::Value operand);
  /// Returns the element that a load reads, of its type in memory.
  std::string getElement(mlir::Operation *load);
  /// Returns the operand as an unsigned integer.
  std::string asUnsigned(mlir::Value operand);
  /// Returns the text of an unsigned operation; empty for others.
  std::string getUnsigned(mlir::Operation *op);
  /// Returns an operand of a comparison; a constant has the type `int`.
  std::string printCompared(mlir::Value operand);

  HelperSet &helpers;
  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::DenseMap<mlir::Value, ArrayType> arrays;
  llvm::DenseSet<mlir::Value> variables;
};

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_EXPRESSIONPRINTER_H
