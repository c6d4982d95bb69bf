// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tools that take passes from a command line. Dialects are registered by
// `registerCompiler` in Compilation.h.

#ifndef SA_PIPELINES_REGISTRATION_H
#define SA_PIPELINES_REGISTRATION_H

namespace sa {

/// Registers every pass of the project, and its pipelines.
void registerPasses();

} // namespace sa

#endif // SA_PIPELINES_REGISTRATION_H
