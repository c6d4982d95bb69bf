// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/ManifestReader.h"

#include "sa/Runtime/Error.h"

#include <gtest/gtest.h>

using namespace sa::runtime;

namespace {

/// A manifest of a function with an argument, a scalar, a temporary, a
/// constant, and a launch. Fields replace those of the function.
constexpr const char *goodText = R"({"version": 5, "functions": [{
  "name": "f",
  "signature": "void f",
  "aspects": ["fp64"],
  "arguments": [
    {"kind": "array", "name": "A", "role": "inout", "element_type": "f32",
     "shape": ["N", 3], "strides": [3, 1], "offset": 0,
     "storage": ["*", "N", 3], "filled": true},
    {"kind": "scalar", "name": "k", "type": "i64"}],
  "sizes": ["N"],
  "requirements": [{"argument": 0, "dimension": 0, "at_least": ["+", 1, 2]}],
  "temporaries": [{"name": "T", "element_type": "f64", "elements": "N",
                   "uninitialized": true}],
  "constants": [{"name": "C", "offset": 64, "bytes": 8}],
  "launches": [
    {"kernel": "f_0", "range": ["N"], "local": null,
     "arguments": [{"argument": 0}, {"temporary": 0}, {"constant": 0},
                   {"size": ["max", "k", 1]}]}]
}]
})";

/// The good text with `from`, which must occur, replaced by `to`.
std::string replaced(std::string from, std::string to) {
  std::string text = goodText;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? "" : text.replace(at, from.size(), to);
}

std::string withLaunches(const std::string &launches) {
  std::string text = goodText;
  size_t at = text.find("\"launches\":");
  return text.substr(0, at) + "\"launches\": [" + launches + "]}]}";
}

std::string getProblem(const std::string &text) {
  try {
    readManifest(text);
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

void expectProblem(const std::string &text, const std::string &problem) {
  std::string found = getProblem(text);
  EXPECT_NE(found.find(problem), std::string::npos)
      << "expected: " << problem << "\nfound: " << found;
}

TEST(ManifestReader, ReadsEveryField) {
  std::vector<FunctionManifest> functions = readManifest(goodText);
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(findFunction(functions, "g"), nullptr);
  const FunctionManifest *f = findFunction(functions, "f");
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(f->signature, "void f");
  EXPECT_EQ(f->aspects, std::vector<std::string>{"fp64"});
  EXPECT_EQ(f->sizes, std::vector<std::string>{"N"});
  const auto &array = std::get<ArrayArgument>(f->arguments.at(0));
  EXPECT_EQ(array.role, Role::Inout);
  EXPECT_EQ(array.elementType, ElementType::F32);
  EXPECT_EQ(array.layout, Layout::Strided);
  EXPECT_EQ(array.shape.at(0).getSizePosition(), 0u);
  EXPECT_EQ(array.storage.evaluate({5}), 15);
  EXPECT_TRUE(array.filled);
  EXPECT_EQ(std::get<ScalarArgument>(f->arguments.at(1)).type,
            ElementType::I64);
  EXPECT_EQ(f->requirements.at(0).atLeast->evaluate({}), 3);
  EXPECT_TRUE(f->temporaries.at(0).isUninitialized);
  EXPECT_EQ(f->constants.at(0).offset, 64);
  const KernelLaunch &launch = f->launches.at(0);
  EXPECT_EQ(launch.kernel, "f_0");
  EXPECT_FALSE(launch.local);
  ASSERT_EQ(launch.operands.size(), 4u);
  EXPECT_EQ(launch.operands[1].kind, KernelOperand::Kind::Temporary);
  EXPECT_EQ(launch.operands[2].kind, KernelOperand::Kind::Constant);
  EXPECT_EQ(launch.operands[3].size.evaluate({0, 0, 7}), 7);
}

TEST(ManifestReader, ReadsLayouts) {
  auto layout = [](const std::string &strides) {
    return std::get<ArrayArgument>(
               readManifest(replaced("[3, 1]", strides)).at(0).arguments.at(0))
        .layout;
  };
  EXPECT_EQ(layout("null"), Layout::FlatOnly);
  EXPECT_EQ(layout(R"("open", "stride_sizes": ["N", "N"])"), Layout::Open);
}

TEST(ManifestReader, ReadsLoopsAndConditions) {
  FunctionManifest f =
      readManifest(withLaunches(R"({"for": "i", "from": 0, "to": "N",
        "increment": 2, "launches": [
          {"if": ["<", "i", "k"], "then": [], "else": [
            {"kernel": "f_0", "range": ["i"], "arguments": []}]}]})"))
          .at(0);
  ASSERT_EQ(f.actions.size(), 1u);
  const HostAction &loop = f.actions[0];
  EXPECT_EQ(loop.kind, HostAction::Kind::Loop);
  EXPECT_EQ(loop.increment.evaluate({}), 2);
  const HostAction &condition = loop.body.at(0);
  EXPECT_EQ(condition.kind, HostAction::Kind::Condition);
  EXPECT_EQ(condition.condition.evaluate({9, 0, 5, 4}), 1);
  EXPECT_EQ(condition.otherwise.at(0).launch, 0u);
  EXPECT_EQ(f.launches.at(0).range.at(0).getSizePosition(), f.getLoopSize(0));
}

TEST(ManifestReader, AssumptionsTellNumbers) {
  auto withCheck = [](const std::string &told) {
    return replaced("\"launches\":",
                    R"("checks": [{"assumption": "x", "indices": ["i", "A"],
                       "told": )" +
                        told + "}], \"launches\":");
  };
  FunctionManifest f = readManifest(withCheck(R"(["f32"])")).at(0);
  EXPECT_EQ(f.checks.at(0).indices, (std::vector<std::string>{"i", "A"}));
  EXPECT_EQ(f.checks.at(0).told, std::vector<std::string>{"f32"});
  expectProblem(withCheck(R"(["f16"])"), "is none of i64, u64, f32, f64");
  expectProblem(withCheck(R"(["i64", "u64", "f64"])"),
                "tells more numbers than it has names");
}

TEST(ManifestReader, AFunctionWithoutLaunchesHasOpenRequirements) {
  std::string text = withLaunches("");
  size_t at = text.find(R"(["+", 1, 2])");
  text.replace(at, 11, "null");
  EXPECT_FALSE(readManifest(text).at(0).requirements.at(0).atLeast);
  expectProblem(replaced(R"(["+", 1, 2])", "null"),
                "a requirement does not say how much the launches need");
}

TEST(ManifestReader, TextThatIsNoManifest) {
  for (const char *text : {"", "{", "nonsense", "{\"version\": 5", "\xff\xfe",
                           "{\"version\": 5, \"functions\": [}]", "[1, 2"})
    expectProblem(text, "the manifest is wrong: is not JSON: ");
  for (const char *text : {"[]", "4", "null", "\"text\""})
    expectProblem(text, "the manifest is wrong: is not an object");
  expectProblem("{}", "has no field 'version'");
  expectProblem(replaced("\"version\": 5", "\"version\": 3"),
                "version: is not 5");
  expectProblem(R"({"version": 5, "functions": {}})",
                "functions: is not a list");
  expectProblem(R"({"version": 5, "functions": [5]})",
                "functions[0]: is not an object");
  expectProblem(std::string(1000000, '['), "is nested too deeply");
  std::string closed = std::string(100000, '[') + std::string(100000, ']');
  expectProblem(R"({"version": )" + closed + "}", "is nested too deeply");
}

TEST(ManifestReader, FieldsHaveTheirTypes) {
  expectProblem(replaced("\"sizes\"", "\"color\": 1, \"sizes\""),
                "functions[0]: has the unknown field 'color'");
  expectProblem(replaced("\"signature\": \"void f\",", ""),
                "functions[0]: has no field 'signature'");
  expectProblem(replaced("\"name\": \"f\"", "\"name\": 5"),
                "functions[0].name: is not a string");
  expectProblem(replaced("\"fp64\"", "\"fp128\""),
                "aspect 'fp128', which is not known");
  expectProblem(replaced("\"kind\": \"array\"", "\"kind\": \"image\""),
                "functions[0].arguments[0].kind: 'image' is neither");
  expectProblem(replaced("\"inout\"", "\"temp\""),
                "functions[0].arguments[0].role: 'temp' is no role");
  expectProblem(replaced("\"f32\"", "\"f128\""),
                "functions[0].arguments[0].element_type: 'f128' is no element");
  expectProblem(replaced("\"type\": \"i64\"", "\"type\": \"i64\", \"role\": 1"),
                "functions[0].arguments[1]: has the unknown field 'role'");
  expectProblem(replaced("\"type\": \"i64\"", "\"type\": \"c64\""),
                "scalar 'k' is of type c64, which only arrays have");
  expectProblem(replaced("\"filled\": true", "\"filled\": 1"),
                "functions[0].arguments[0].filled: is not true or false");
  expectProblem(replaced("[3, 1]", "\"any\""),
                "functions[0].arguments[0].strides: 'any' is not a list");
  expectProblem(replaced("[3, 1]", "\"open\""), "has no field 'stride_sizes'");
  expectProblem(replaced("[3, 1]", R"("open", "stride_sizes": ["N", 1])"),
                "stride_sizes[1]: is not the name of a size");
  expectProblem(replaced("[3, 1]", "[1]"),
                "array 'A' has not one stride for each dimension");
  expectProblem(replaced("\"offset\": 64", "\"offset\": -64"),
                "functions[0].constants[0].offset: is negative");
}

TEST(ManifestReader, SizesAreExpressions) {
  const char *range = R"("range": ["N"])";
  std::string path = "functions[0].launches[0].range[0]: ";
  expectProblem(replaced(range, R"("range": ["M"])"),
                path + "uses the size 'M', which is not among");
  expectProblem(replaced(range, R"("range": [1.5])"),
                path + "is not an integer");
  expectProblem(replaced(range, R"("range": [true])"),
                path + "is not an integer");
  expectProblem(replaced(range, R"("range": [9223372036854775808])"),
                path + "does not fit into 64 bits");
  expectProblem(replaced(range, R"("range": [["/", 1, 2]])"),
                path + "uses the unknown operator '/'");
  for (const char *bad : {R"(["+", 1])", "[]", "[1, 2, 3]"})
    expectProblem(replaced(range, std::string("\"range\": [") + bad + "]"),
                  path + "has an expression that is not [operator, left,");
  expectProblem(replaced(range, R"("range": [])"), "a range of 0 dimensions");
  // Arguments are sizes of launches, and not of arrays.
  expectProblem(replaced("\"elements\": \"N\"", "\"elements\": \"k\""),
                "functions[0].temporaries[0].elements: uses the size 'k'");
  std::string deep = "1";
  for (int i = 0; i != 3000; ++i)
    deep.insert(0, "[\"+\", 0, ").append("]");
  expectProblem(replaced(range, "\"range\": [" + deep + "]"),
                path + "has an expression that is nested too deeply");
}

TEST(ManifestReader, OperandsAreOneThing) {
  std::string path = "functions[0].launches[0].arguments[0]";
  expectProblem(replaced(R"({"argument": 0})", "{}"),
                path + ": is not one of argument, temporary, constant, "
                       "size, error_record");
  expectProblem(replaced(R"({"argument": 0})", R"({"temporary": -1})"),
                path + ".temporary: is negative");
  expectProblem(replaced(R"({"argument": 0})", R"({"argument": 2})"),
                "takes an argument that the function does not have");
}

std::string loop(const std::string &name, const std::string &upper,
                 const std::string &body) {
  return R"({"for": ")" + name + R"(", "from": 0, "to": )" + upper +
         R"(, "increment": 1, "launches": [)" + body + "]}";
}

TEST(ManifestReader, LoopsHaveNamesOfTheirOwn) {
  std::string path = "functions[0].launches[0]";
  for (const char *name : {"N", "A"})
    expectProblem(withLaunches(loop(name, "3", "")),
                  path + ".for: '" + name + "' is the name of a size");
  expectProblem(withLaunches(loop("i", "3", loop("i", "3", ""))),
                path + ".launches[0].for: 'i' is the name of a size");
  expectProblem(withLaunches(loop("i", "\"i\"", "")),
                path + ".to: uses the size 'i'");
  expectProblem(withLaunches(R"({"for": "i"})"),
                path + ": has no field 'from'");
  expectProblem(withLaunches(R"({"if": 1, "then": []})"),
                path + ": has no field 'else'");
  expectProblem(
      withLaunches(R"({"if": 1, "then": [], "else": [], "for": "i"})"),
      path + ": has the unknown field");
}

TEST(ManifestReader, ActionsHaveALimit) {
  auto condition = [](const std::string &body) {
    return R"({"if": 1, "else": [], "then": [)" + body + "]}";
  };
  auto nest = [&](int levels, bool loops) {
    std::string text;
    for (int i = 0; i != levels; ++i)
      text = loops ? loop("i" + std::to_string(i), "3", text) : condition(text);
    return withLaunches(text);
  };
  EXPECT_EQ(getProblem(nest(64, true)), "");
  expectProblem(nest(65, true), "loops are nested too deeply");
  EXPECT_EQ(getProblem(nest(64, false)), "");
  expectProblem(nest(65, false), "conditions are nested too deeply");
}

/// No prefix of a manifest crashes the reader, nor does a wrong character.
TEST(ManifestReader, DamagedText) {
  std::string text = goodText;
  for (size_t i = 0; i != text.size(); ++i) {
    expectProblem(text.substr(0, i), "the manifest is wrong");
    for (char c : {'"', '[', '}', '-', '\0', '\x80'}) {
      std::string damaged = text;
      damaged[i] = c;
      getProblem(damaged);
    }
  }
}

} // namespace
