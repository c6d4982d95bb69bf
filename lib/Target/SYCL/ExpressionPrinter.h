// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values as C++ expressions. A value is printed as its name if a statement has
// given it one, and otherwise as the expression that computes it, with the
// parentheses that C++ and its readers need.

#ifndef SA_LIB_TARGET_SYCL_EXPRESSIONPRINTER_H
#define SA_LIB_TARGET_SYCL_EXPRESSIONPRINTER_H

#include "Helpers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Operation.h"
#include "sa/Dialect/SA/IR/SATypes.h"
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

/// The C++ type of a value in an expression: signed, `bool` for `i1`, the bits
/// for `bf16`.
llvm::StringRef getCppValueType(mlir::Type type);

/// The same for scalars and vectors.
std::string getCppVariableType(mlir::Type type);

/// The unsigned C++ type as wide as an integer type.
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

  /// Says that `memref`, which has a name, is the storage of an array.
  void setArray(mlir::Value memref, ArrayType type) { arrays[memref] = type; }

  /// Says that `memref` is a variable, which needs no subscript.
  void setVariable(mlir::Value memref) { variables.insert(memref); }

  /// True for operations that `print` can express.
  static bool isExpression(mlir::Operation *op);

  /// The expression for `value`. Every operation behind it has a name or is an
  /// expression.
  Expression get(mlir::Value value);

  /// The same as text, in parentheses where `context` binds more tightly.
  std::string print(mlir::Value value,
                    Precedence context = Precedence::Conditional);

  std::string printPrefetch(mlir::memref::PrefetchOp prefetch);
  /// The element that a store writes, as the left side of an assignment.
  std::string printTarget(mlir::memref::StoreOp store);

  /// The statement that stores a vector.
  std::string printVectorStore(mlir::vector::StoreOp store);

  /// The same for a value that is stored to an element of `memref`, whose type
  /// has a sign.
  std::string printStored(mlir::Value value, mlir::Value memref);

private:
  static bool isCast(mlir::Operation *op);
  Expression getOp(mlir::Operation *op);
  Expression getConstant(mlir::Operation *op);
  // In CastExpressions.cpp, IntegerExpressions.cpp and FloatExpressions.cpp;
  // the last two give no text for an operation that is not theirs.
  Expression getCast(mlir::Operation *op);
  Expression getInteger(mlir::Operation *op);
  Expression getFloat(mlir::Operation *op);
  Expression getCompareFloat(mlir::Operation *op);
  // In VectorExpressions.cpp.
  static bool isVectorExpression(mlir::Operation *op);
  Expression getVector(mlir::Operation *op);
  /// An operation on vectors, as a function of one lane.
  Expression getLanes(mlir::Operation *op);
  std::string getAddress(mlir::Value memref, mlir::Value index);

  Expression binary(mlir::Operation *op, llvm::StringRef token,
                    Precedence precedence);
  Expression call(llvm::StringRef callee, mlir::ValueRange operands);
  Expression callHelper(Helper helper, mlir::ValueRange operands);
  Expression cast(llvm::StringRef type, mlir::Value operand);
  /// The element that a load reads, as it is in memory.
  std::string getElement(mlir::Operation *load);
  /// The operand as a number without a sign.
  std::string asUnsigned(mlir::Value operand);
  /// An operation on numbers without a sign; empty when `op` is not one.
  std::string getUnsigned(mlir::Operation *op);
  /// A number as an int where that is what it is compared with.
  std::string printCompared(mlir::Value operand);

  HelperSet &helpers;
  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::DenseMap<mlir::Value, ArrayType> arrays;
  llvm::DenseSet<mlir::Value> variables;
};

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_EXPRESSIONPRINTER_H
