// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the manifest that the compiler writes (lib/Target/Manifest.cpp).

#ifndef SA_RUNTIME_MANIFEST_MANIFESTREADER_H
#define SA_RUNTIME_MANIFEST_MANIFESTREADER_H

#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <string_view>
#include <vector>

namespace sa::runtime {

/// The version of the manifests that readManifest takes.
constexpr int64_t manifestVersion = 5;

/// Returns the verified functions of a manifest, which is JSON text. Throws an
/// Error that names the path of the first field that is missing, unknown, of
/// the wrong type or nested too deeply, such as
/// `functions[0].launches[1].range`.
std::vector<FunctionManifest> readManifest(std::string_view text);

/// Returns the function called `name`, or null.
const FunctionManifest *
findFunction(const std::vector<FunctionManifest> &functions,
             std::string_view name);

} // namespace sa::runtime

#endif // SA_RUNTIME_MANIFEST_MANIFESTREADER_H
