// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How types, numbers and signatures of a program look in C++. The emitted
// source, the header and the manifest agree because they all ask here.

#ifndef SA_TARGET_CPP_H
#define SA_TARGET_CPP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "sa/Support/CppNames.h"

namespace sa {

/// The C++ type of an element of an array, or of a scalar argument, with its
/// sign: `float`, `uint32_t`, `sycl::half`, `std::complex<float>`. `bf16` is
/// `uint16_t`, its bits, and `i1` in memory is `uint8_t`.
llvm::StringRef getCppElementType(mlir::Type elementType);

/// The same as kernels and emitted constants see it: a complex number is two
/// elements of its parts' type.
llvm::StringRef getCppPartType(mlir::Type elementType);

/// True when a signature in `module` has a `std::complex`.
bool needsCppComplex(mlir::ModuleOp module);

/// The C++ type of a scalar argument: the same, but `bool` for `i1`.
llvm::StringRef getCppScalarType(mlir::Type type);

/// A number as C++ writes it, of exactly the type's C++ type.
std::string getCppLiteral(const llvm::APFloat &value, mlir::Type type);
std::string getCppLiteral(const llvm::APInt &value, mlir::Type type);

/// An argument of an emitted function.
struct CppParameter {
  std::string type; // with the `*`, if it is a pointer
  std::string name;
};

/// "const float *A"
std::string toString(const CppParameter &parameter);

/// "void f(const float *A, float *C)", broken into lines of 80 columns.
std::string toString(llvm::StringRef function,
                     llvm::ArrayRef<CppParameter> parameters);

/// The parameters of `func`, which has been lowered to loops or kernels: its
/// arrays and scalars in order, then its sizes.
llvm::SmallVector<CppParameter> getCppParameters(mlir::func::FuncOp func);

/// "sycl::event gemm(sycl::queue &queue, const float *A, float *C)", on one
/// line or broken into several.
std::string getCppSignature(mlir::func::FuncOp func, bool oneLine);

} // namespace sa

#endif // SA_TARGET_CPP_H
