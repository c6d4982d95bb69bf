// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Wheel.h"

#include "Templates.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/SHA256.h"

using namespace sa;
using llvm::StringRef;

static constexpr llvm::StringLiteral moduleText =
    R"("""Functions that saopt compiled; the runtime of saopt runs them."""

import os as _os

import saopt as _saopt

package = _saopt.load(_os.path.dirname(_os.path.abspath(__file__)))
globals().update(package)
__all__ = ["package", *package]
)";

/// Writes an archive whose files are not compressed and have no dates.
static std::string makeArchive(const PackageFiles &files) {
  std::string archive, directory;
  llvm::raw_string_ostream os(archive), entries(directory);
  llvm::support::endian::Writer body(os, llvm::endianness::little);
  llvm::support::endian::Writer central(entries, llvm::endianness::little);
  // Version 2.0, names in UTF-8, no compression, midnight of January 1, 1980.
  auto writeCommon = [](llvm::support::endian::Writer &writer, StringRef name,
                        StringRef content) {
    writer.write<uint16_t>(20);
    writer.write<uint16_t>(1 << 11);
    writer.write<uint16_t>(0);
    writer.write<uint16_t>(0);
    writer.write<uint16_t>((1 << 5) | 1);
    writer.write<uint32_t>(llvm::crc32(
        llvm::ArrayRef<uint8_t>(content.bytes_begin(), content.size())));
    writer.write<uint32_t>(content.size());
    writer.write<uint32_t>(content.size());
    writer.write<uint16_t>(name.size());
    writer.write<uint16_t>(0);
  };
  for (const auto &[name, content] : files) {
    uint32_t offset = archive.size();
    body.write<uint32_t>(0x04034b50);
    writeCommon(body, name, content);
    os << name << content;
    central.write<uint32_t>(0x02014b50);
    // Made by Unix, which has permissions: a file that everybody reads.
    central.write<uint16_t>((3 << 8) | 20);
    writeCommon(central, name, content);
    central.write<uint16_t>(0);
    central.write<uint16_t>(0);
    central.write<uint16_t>(0);
    central.write<uint32_t>(0100644u << 16);
    central.write<uint32_t>(offset);
    entries << name;
  }
  uint32_t start = archive.size();
  os << directory;
  body.write<uint32_t>(0x06054b50);
  body.write<uint16_t>(0);
  body.write<uint16_t>(0);
  body.write<uint16_t>(files.size());
  body.write<uint16_t>(files.size());
  body.write<uint32_t>(directory.size());
  body.write<uint32_t>(start);
  body.write<uint16_t>(0);
  return archive;
}

/// Returns the line of a file in the list of installed ones.
static std::string makeRecord(StringRef name, StringRef content) {
  std::array<uint8_t, 32> hash = llvm::SHA256::hash(
      llvm::ArrayRef<uint8_t>(content.bytes_begin(), content.size()));
  std::string encoded = llvm::encodeBase64(hash);
  encoded = replaceAll(replaceAll(encoded, "+", "-"), "/", "_");
  encoded.erase(encoded.find_last_not_of('=') + 1);
  return (name + ",sha256=" + encoded + "," + std::to_string(content.size()) +
          "\n")
      .str();
}

/// Returns the versions of the runtime that load what this compiler writes:
/// this one and later ones of the same series, as in ">=0.1,<0.2".
static std::string getSupportedVersions() {
  auto [major, rest] = StringRef(SAOPT_VERSION).split('.');
  StringRef minor = rest.split('.').first;
  unsigned number = 0;
  minor.getAsInteger(10, number);
  return (">=" + major + "." + minor + ",<" + major + "." +
          llvm::Twine(number + 1))
      .str();
}

void sa::addWheel(const PackageOptions &options, const PackageFiles &inside,
                  PackageFiles &files) {
  const std::string &name = options.name;
  std::string distribution = name + "-" + options.version,
              info = distribution + ".dist-info/";
  PackageFiles archived;
  for (const auto &[file, content] : inside)
    archived[(llvm::Twine(name) + "/" + file).str()] = content;
  archived[name + "/__init__.py"] = moduleText;
  archived[info + "METADATA"] =
      "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + options.version +
      "\nSummary: Functions that saopt compiled\nRequires-Dist: saopt" +
      getSupportedVersions() + "\n";
  archived[info + "WHEEL"] = "Wheel-Version: 1.0\nGenerator: saopt\n"
                             "Root-Is-Purelib: true\nTag: py3-none-any\n";
  std::string record;
  for (const auto &[file, content] : archived)
    record += makeRecord(file, content);
  archived[info + "RECORD"] = record + info + "RECORD,,\n";
  files[distribution + "-py3-none-any.whl"] = makeArchive(archived);
}
