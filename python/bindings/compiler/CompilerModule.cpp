// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension module saopt._compiler.

#include "../support/UnlockedSection.h"
#include "ModuleBuilder.h"
#include "sa/Pipelines/Registration.h"
#include "sa/Support/CppNames.h"
#include "sa/Tool/Tool.h"
#include <map>
#include <mutex>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace sa::python;
using sa::Artifact;
using sa::PackageOptions;

/// The compiler runs without the interpreter's lock. An exception of `function`
/// is told as one that nobody can handle: passes do not stop for it.
static void setOnPass(sa::CompileOptions &options, py::function function) {
  // Copies of the options are destroyed where the lock is not held.
  std::shared_ptr<py::function> shared(new py::function(std::move(function)),
                                       [](py::function *held) {
                                         py::gil_scoped_acquire acquire;
                                         delete held;
                                       });
  options.onPass = [shared](llvm::StringRef pass, llvm::StringRef name,
                            llvm::StringRef program) {
    py::gil_scoped_acquire acquire;
    try {
      (*shared)(pass.str(), name.str(), program.str());
    } catch (py::error_already_set &error) {
      error.discard_as_unraisable("on_pass");
    }
  };
}

/// The options are plain data: Python sets what differs from the defaults,
/// which are those of the tool.
static void defineOptions(py::module_ &m) {
  using Target = sa::TargetDescription;
  using Options = sa::CompileOptions;
  py::class_<Target>(m, "TargetDescription",
                     "What the choice of plans knows of a device.")
      .def(py::init<>())
      .def_readwrite("vector_bytes", &Target::vectorBytes)
      .def_readwrite("vector_registers", &Target::vectorRegisters)
      .def_readwrite("cores", &Target::cores)
      .def_readwrite("cache_bytes", &Target::cacheBytes)
      .def_readwrite("launch_points", &Target::launchPoints);
  py::enum_<sa::ScheduleMode>(m, "ScheduleMode",
                              "Which nests without a plan get one.")
      .value("AUTO", sa::ScheduleMode::Auto)
      .value("NONE", sa::ScheduleMode::None);
  py::class_<Options>(m, "CompileOptions", "What a compilation may do.")
      .def(py::init<>())
      .def_readwrite("strict", &Options::strict)
      .def_readwrite("skip_zeros", &Options::skipZeros)
      .def_readwrite("schedule", &Options::schedule)
      .def_readwrite("target", &Options::target)
      .def_property(
          "last_passes", [](const Options &self) { return self.lastPasses; },
          [](Options &self, const std::string &passes) {
            static std::once_flag once;
            std::call_once(once, &sa::registerPasses);
            self.lastPasses = passes;
          },
          "Passes that run on the kernels after all others, as text.")
      .def("set_on_pass", &setOnPass, py::arg("function"),
           "Has a function called after each pass, with its flag, the name of "
           "the function that it ran on, and the program.");
}

static void defineCompiledModule(py::module_ &m) {
  auto text = [](Artifact artifact) {
    return [artifact](CompiledModule &module) { return module.get(artifact); };
  };
  auto binary = [](Artifact artifact) {
    return [artifact](CompiledModule &module) {
      return py::bytes(module.get(artifact));
    };
  };
  py::class_<CompiledModule>(m, "Module", "A compiled program.")
      .def_property_readonly("mlir", text(Artifact::MLIR),
                             "The program in the sa dialect.")
      .def_property_readonly("llvm", text(Artifact::LLVM),
                             "The kernels as LLVM IR.")
      .def_property_readonly("source", text(Artifact::SYCL),
                             "The program as SYCL C++.")
      .def_property_readonly("header", text(Artifact::Header),
                             "The C++ header.")
      .def_property_readonly("manifest", text(Artifact::Manifest),
                             "What a runtime must know, as JSON.")
      .def_property_readonly("report", text(Artifact::Report),
                             "What the compiler found and decided.")
      .def_property_readonly("report_json", text(Artifact::ReportJSON),
                             "The report as JSON, an object for each entry.")
      .def_property_readonly("constants", binary(Artifact::Constants),
                             "The data of large constant arrays.")
      .def_property_readonly("spirv", binary(Artifact::SPIRV),
                             "The kernels as SPIR-V.")
      .def(
          "spirv_for",
          [](CompiledModule &module,
             const std::string &compiler) -> std::optional<py::bytes> {
            return module.getSPIRVFor(compiler);
          },
          py::arg("device_compiler"),
          "The kernels with the workarounds that a device needs; None where "
          "that makes no difference.")
      .def(
          "count_work",
          [](CompiledModule &module, const std::string &kernel,
             const std::vector<int64_t> &range,
             const std::vector<int64_t> &local,
             const std::vector<int64_t> &sizes) -> py::object {
            std::optional<sa::KernelWork> work =
                module.countWork(kernel, range, local, sizes);
            if (!work)
              return py::none();
            py::list arrays;
            for (const sa::ArrayTraffic &array : work->arrays)
              arrays.append(py::make_tuple(array.name, array.loaded,
                                           array.stored, array.bytes));
            return py::make_tuple(work->operations, work->isExact, arrays);
          },
          py::arg("kernel"), py::arg("range"), py::arg("local"),
          py::arg("sizes"),
          "What a launch computes and moves: operations, whether that is "
          "exact, "
          "and for each array its name and the bytes that are loaded, are "
          "stored, and that it has. None if there is no such kernel.")
      .def("explain", &CompiledModule::explain, py::arg("title"),
           py::arg("extra"), "The page about the module, as HTML.")
      .def("library", &CompiledModule::getLibrary, py::arg("name"),
           "The source and the header of a library with the functions.")
      .def(
          "write_package",
          [](CompiledModule &module, const std::string &directory,
             const std::string &name, const std::string &formats,
             const std::map<std::string, std::string> &more) {
            PackageOptions package;
            package.name = name;
            const std::pair<const char *, std::string *> fields[] = {
                {"platform", &package.platform},
                {"annotations", &package.annotations},
                {"version", &package.version},
                {"author", &package.author},
                {"license", &package.license},
                {"mlir_stage", &package.mlirStage},
                {"sycl_root", &package.syclRoot}};
            for (auto [field, value] : fields)
              if (auto given = more.find(field); given != more.end())
                *value = given->second;
            return module.writePackage(directory, formats, std::move(package));
          },
          py::arg("directory"), py::arg("name"), py::arg("formats"),
          py::arg("more"),
          "Writes a package with the functions; returns the paths of its "
          "files.");
}

/// A method of the plan that is being built as a method of the builder.
template <typename R, typename... Args>
static auto onPlan(R (PlanBuilder::*method)(Args...)) {
  return [method](ModuleBuilder &self, Args... arguments) {
    return (self.getPlan().*method)(std::forward<Args>(arguments)...);
  };
}
template <typename R, typename... Args>
static auto onPlan(R (PlanBuilder::*method)(Args...) const) {
  return [method](ModuleBuilder &self, Args... arguments) {
    return (self.getPlan().*method)(std::forward<Args>(arguments)...);
  };
}

static void defineSteps(py::class_<ModuleBuilder> &builder) {
  using Plan = PlanBuilder;
  using Text = std::optional<std::string>;
  auto loop = py::arg("loop"), loops = py::arg("loops"),
       unsafe = py::arg("unsafe"), location = py::arg("location");
  builder
      .def("loops", onPlan(&Plan::loops), py::arg("nest"), py::arg("count"),
           location)
      .def("split", onPlan(&Plan::split), loop, py::arg("size"),
           py::arg("name"), location)
      .def("reorder", onPlan(&Plan::reorder), loops, unsafe, location)
      .def("pad", onPlan(&Plan::pad), loop, py::arg("size"), location)
      .def("skew", onPlan(&Plan::skew), loop, py::arg("reference"), location)
      .def("fuse", onPlan(&Plan::fuse), py::arg("schedules"),
           py::arg("partial"), py::arg("names"), unsafe, location)
      .def("unroll", onPlan(&Plan::unroll), loop, location)
      .def("vectorize", onPlan(&Plan::vectorize), loop, unsafe, location)
      .def("parallelize", onPlan(&Plan::parallelize), loops,
           py::arg("max_threads"), py::arg("policy"), unsafe, location)
      .def("bind", onPlan(&Plan::bind), loop, py::arg("unit"), location)
      .def("tensorize", onPlan(&Plan::tensorize), py::arg("row"),
           py::arg("column"), py::arg("sum"), location)
      .def("nontemporal", onPlan(&Plan::nontemporal), py::arg("array"),
           location)
      .def("prefetch", onPlan(&Plan::prefetch), py::arg("array"), loop,
           py::arg("distance"), location)
      .def(
          "cache",
          [](ModuleBuilder &self, BuiltValue source, const std::string &name,
             std::optional<BuiltValue> loop, std::optional<BuiltValue> trigger,
             std::optional<int64_t> maxElements, const LayoutSpec &layout,
             const Text &elementType, bool thrifty, const Text &memory,
             bool doubleBuffer, const Text &doubleBufferMemory, bool vectorize,
             bool isUnsafe, const UserLocation &location) {
            CacheSpec spec = {loop,
                              trigger,
                              maxElements,
                              layout.value_or(nullptr),
                              self.getElementType(elementType),
                              thrifty,
                              memory,
                              doubleBuffer,
                              doubleBufferMemory,
                              vectorize,
                              isUnsafe};
            return self.getPlan().cache(source, name, spec, location);
          },
          py::arg("source"), py::arg("name"), py::kw_only(), loop,
          py::arg("trigger"), py::arg("max_elements"), py::arg("layout"),
          py::arg("element_type"), py::arg("thrifty"), py::arg("memory"),
          py::arg("double_buffer"), py::arg("double_buffer_memory"),
          py::arg("vectorize"), unsafe, location)
      .def("limit_work_items", onPlan(&Plan::setMaxWorkItems), py::arg("count"))
      .def("plan_text", onPlan(&Plan::getText), loop)
      .def("plan_order", onPlan(&Plan::getOrder), loop)
      .def("trip_count", onPlan(&Plan::getTripCount), loop)
      .def("loop_range", onPlan(&Plan::getRange), loop)
      .def("block_size", onPlan(&Plan::getBlockSize), py::arg("array"), loop)
      .def("group_block_size", onPlan(&Plan::getGroupBlockSize),
           py::arg("array"), loop)
      .def("are_together", onPlan(&Plan::areTogether), loop, py::arg("other"));
}

/// Runs the command `saopt`; `arguments` begin with its name.
static int runTool(std::vector<std::string> arguments) {
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  UnlockedSection unlocked;
  return sa::tool::runTool(static_cast<int>(arguments.size()), argv.data());
}

PYBIND11_MODULE(_compiler, m) {
  m.doc() = "The saopt compiler.";
  py::module_::import("atexit").attr("register")(
      py::cpp_function(&closeUnlockedSections));
  defineOptions(m);
  defineCompiledModule(m);
  m.def("compile_text", &compileText, py::arg("text"), py::arg("filename"),
        py::arg("options") = sa::CompileOptions(),
        "Compiles a program in the sa dialect.");

  m.def("run_tool", &runTool, py::arg("arguments"),
        "Runs the command saopt, once in a process; returns its exit code.");
  m.def(
      "get_function_name",
      [](const std::string &name) { return sa::getCppFunctionName(name); },
      py::arg("name"),
      "The name itself if a C++ function can have it, or one like it.");

  defineAffine(m);
  py::class_<BuiltValue>(m, "Value", "A value of a program being built.")
      .def("__eq__", [](BuiltValue lhs,
                        BuiltValue rhs) { return lhs.value == rhs.value; })
      .def("__hash__", [](BuiltValue self) {
        return static_cast<size_t>(mlir::hash_value(self.value));
      });
  using Builder = ModuleBuilder;
  // A value lives in its builder's program.
  auto keep = py::keep_alive<0, 1>();
  py::class_<Builder> builder(m, "ModuleBuilder",
                              "Builds a program in the sa dialect.");
  defineSteps(builder);
  defineAffineBuilders(builder);
  builder
      .def(py::init<sa::CompileOptions>(),
           py::arg("options") = sa::CompileOptions())
      .def("begin_function", &Builder::beginFunction, py::arg("name"),
           py::arg("arrays"), py::arg("location"), py::arg("private") = false)
      .def("end_function", &Builder::endFunction)
      .def("call", &Builder::call, py::arg("callee"), py::arg("arguments"),
           py::arg("location"))
      .def("constant_array", &Builder::createConstantArray, py::arg("name"),
           py::arg("element_type"), py::arg("shape"), py::arg("data"),
           py::arg("location"), py::arg("layout") = py::none(), keep)
      .def("temporary", &Builder::createTemporary, py::arg("name"),
           py::arg("element_type"), py::arg("shape"), py::arg("location"),
           py::arg("layout") = py::none(), keep)
      .def("size", &Builder::size, py::arg("name"), keep)
      .def("begin_nest", &Builder::beginNest, py::arg("names"),
           py::arg("sizes"), py::arg("location"),
           py::arg("where") = std::vector<mlir::AffineExpr>(),
           py::arg("name") = py::none())
      .def("end_nest", &Builder::endNest)
      .def("begin_loop", &Builder::beginLoop, py::arg("name"), py::arg("limit"),
           py::arg("flag"), py::arg("position"), py::arg("every"),
           py::arg("location"))
      .def("swap", &Builder::swap, py::arg("lhs"), py::arg("rhs"),
           py::arg("location"))
      .def("end_loop", &Builder::endLoop)
      .def("begin_plan", &Builder::beginPlan, py::arg("location"))
      .def(
          "set_proven",
          [](Builder &self, bool proven) { self.getPlan().setProven(proven); },
          py::arg("proven"))
      .def("end_plan", &Builder::endPlan, py::arg("local_memory") = py::none(),
           py::arg("private_memory") = py::none())
      .def("begin_for", &Builder::beginFor, py::arg("name"), py::arg("lower"),
           py::arg("upper"), py::arg("step"), py::arg("location"), keep)
      .def("end_for", &Builder::endFor)
      .def("begin_data_for", &Builder::beginDataFor, py::arg("name"),
           py::arg("lower"), py::arg("upper"), py::arg("step"),
           py::arg("location"), keep)
      .def("end_data_for", &Builder::endDataFor)
      .def("begin_if", &Builder::beginIf, py::arg("condition"),
           py::arg("has_else"), py::arg("location"))
      .def("begin_affine_if", &Builder::beginAffineIf, py::arg("constraints"),
           py::arg("has_else"), py::arg("location"))
      .def("begin_else", &Builder::beginElse)
      .def("end_if", &Builder::endIf)
      .def("variable", &Builder::createVariable, py::arg("name"),
           py::arg("type"), py::arg("location"), keep)
      .def("get_variable", &Builder::getVariable, py::arg("variable"),
           py::arg("location"), keep)
      .def("set_variable", &Builder::setVariable, py::arg("variable"),
           py::arg("value"), py::arg("location"))
      .def("bound", &Builder::bound, py::arg("index"), py::arg("size"),
           py::arg("what"), py::arg("location"))
      .def("checked_index", &Builder::checkedIndex, py::arg("value"),
           py::arg("size"), py::arg("array"), py::arg("dimension"),
           py::arg("is_unsigned"), py::arg("names"), py::arg("point"),
           py::arg("location"), keep)
      .def("assume", &Builder::assume, py::arg("condition"),
           py::arg("is_unsafe"), py::arg("what"), py::arg("names"),
           py::arg("point"), py::arg("told"), py::arg("location"))
      .def("print", &Builder::print, py::arg("texts"), py::arg("values"),
           py::arg("is_unsigned"), py::arg("location"))
      .def("load", &Builder::load, py::arg("array"), py::arg("indices"),
           py::arg("location"), keep)
      .def("store", &Builder::store, py::arg("value"), py::arg("array"),
           py::arg("indices"), py::arg("location"))
      .def("accumulate", &Builder::accumulate, py::arg("kind"),
           py::arg("value"), py::arg("array"), py::arg("indices"),
           py::arg("location"))
      .def("constant", &Builder::constant, py::arg("type"), py::arg("value"),
           py::arg("location"), keep)
      .def("binary", &Builder::binary, py::arg("op"), py::arg("type"),
           py::arg("lhs"), py::arg("rhs"), py::arg("location"), keep)
      .def("unary", &Builder::unary, py::arg("op"), py::arg("type"),
           py::arg("operand"), py::arg("location"), keep)
      .def("fma", &Builder::fma, py::arg("type"), py::arg("a"), py::arg("b"),
           py::arg("c"), py::arg("location"), keep)
      .def("compare", &Builder::compare, py::arg("op"), py::arg("type"),
           py::arg("lhs"), py::arg("rhs"), py::arg("location"), keep)
      .def("select", &Builder::select, py::arg("condition"), py::arg("if_true"),
           py::arg("if_false"), py::arg("location"), keep)
      .def("cast", &Builder::cast, py::arg("operand"), py::arg("from_type"),
           py::arg("to_type"), py::arg("location"), keep)
      .def("argument_manifest", &Builder::getArgumentManifest)
      .def("compile", &Builder::compile);
}
