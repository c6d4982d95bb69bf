// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `saopt --help` says.

#ifndef SA_TOOLS_SAOPT_HELP_H
#define SA_TOOLS_SAOPT_HELP_H

/// True when the command line asks for help; prints it to standard output then.
bool printHelpIfAsked(int argc, char **argv);

#endif // SA_TOOLS_SAOPT_HELP_H
