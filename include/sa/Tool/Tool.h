// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command `saopt` as a function: the executable calls it, and so does the
// command of the Python package, which has no other copy of the compiler.

#ifndef SA_TOOL_TOOL_H
#define SA_TOOL_TOOL_H

namespace sa::tool {

/// Runs the command with the arguments of `main`, and returns its exit code.
/// May be called once in a process: options of the command line are global.
int runTool(int argc, char **argv);

} // namespace sa::tool

#endif // SA_TOOL_TOOL_H
