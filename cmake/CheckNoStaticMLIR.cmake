# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -DNM=<nm> -DBINARY=<file> -P CheckNoStaticMLIR.cmake
# Fails when BINARY defines MLIR's context itself instead of taking it from
# libMLIR.so.

execute_process(
  COMMAND "${NM}" --defined-only --demangle "${BINARY}"
  OUTPUT_VARIABLE symbols
  COMMAND_ERROR_IS_FATAL ANY)
if(symbols MATCHES " T mlir::MLIRContext::")
  message(FATAL_ERROR "${BINARY} was linked with a static MLIR library")
endif()
