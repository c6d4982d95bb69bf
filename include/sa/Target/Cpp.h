// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, literals and signatures in C++, for emitted source, headers and
// manifests.

#ifndef SA_TARGET_CPP_H
#define SA_TARGET_CPP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "sa/Support/CppNames.h"

namespace sa {

/// Returns the C++ type of an element in memory: `float`, `uint32_t`,
/// `sycl::half`, `std::complex<float>`, `uint16_t` for `bf16`, `uint8_t` for
/// `i1`.
llvm::StringRef getCppElementType(mlir::Type elementType);

/// Returns the C++ type of an element in kernels and constants, where a complex
/// number is two elements.
llvm::StringRef getCppPartType(mlir::Type elementType);

/// Returns true if a signature in `module` has a `std::complex`.
bool needsCppComplex(mlir::ModuleOp module);

/// Returns the C++ type of a scalar argument: `bool` for `i1`.
llvm::StringRef getCppScalarType(mlir::Type type);

/// Returns a literal of exactly the C++ type of `type`.
std::string getCppLiteral(const llvm::APFloat &value, mlir::Type type);
std::string getCppLiteral(const llvm::APInt &value, mlir::Type type);

/// An argument of an emitted function.
struct CppParameter {
  std::string type; // with the `*`, if it is a pointer
  std::string name;
};

/// Returns "const float *A".
std::string toString(const CppParameter &parameter);

/// Returns "void f(const float *A, float *C)", in lines of 80 columns.
std::string toString(llvm::StringRef function,
                     llvm::ArrayRef<CppParameter> parameters);

/// Returns the parameters of a lowered function: arrays and scalars in order,
/// then sizes and strides.
llvm::SmallVector<CppParameter> getCppParameters(mlir::func::FuncOp func);

/// Returns "sycl::event gemm(sycl::queue &queue, const float *A, float *C)", on
/// one line or several. `more` comes after the parameters of the function.
std::string getCppSignature(mlir::func::FuncOp func, bool oneLine,
                            llvm::ArrayRef<CppParameter> more = {});

} // namespace sa

#endif // SA_TARGET_CPP_H
