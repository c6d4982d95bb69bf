// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DLPack.h"

#include "sa/Runtime/Manifest/ElementType.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/stl.h>

namespace py = pybind11;
using namespace sa::python::dlpack;
using namespace sa::runtime;

namespace {

struct NamedType {
  ElementType type;
  uint8_t code;
};

constexpr NamedType types[] = {
    {ElementType::I8, 0},   {ElementType::I16, 0},  {ElementType::I32, 0},
    {ElementType::I64, 0},  {ElementType::UI8, 1},  {ElementType::UI16, 1},
    {ElementType::UI32, 1}, {ElementType::UI64, 1}, {ElementType::F16, 2},
    {ElementType::F32, 2},  {ElementType::F64, 2},  {ElementType::BF16, 4},
    {ElementType::C64, 5},  {ElementType::C128, 5}, {ElementType::Bool, 6},
};

DataType encodeType(ElementType type) {
  DataType result{0, static_cast<uint8_t>(8 * getSize(type)), 1};
  for (const NamedType &named : types)
    if (named.type == type)
      result.code = named.code;
  return result;
}

std::optional<ElementType> decodeType(const DataType &type) {
  for (const NamedType &named : types)
    if (named.code == type.code && 8 * getSize(named.type) == type.bits &&
        type.lanes == 1)
      return named.type;
  return std::nullopt;
}

/// A tensor that is given away, with what it points to.
template <typename Managed> struct Exported {
  Managed managed{};
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  PyObject *owner = nullptr;
};

/// Called by whoever has the tensor in the end, on any thread.
template <typename Managed> void deleteExported(Managed *managed) {
  auto *exported = static_cast<Exported<Managed> *>(managed->context);
  // Without an interpreter there is nobody left to give the owner back to.
  if (Py_IsInitialized() && !_Py_IsFinalizing()) {
    PyGILState_STATE state = PyGILState_Ensure();
    Py_XDECREF(exported->owner);
    PyGILState_Release(state);
  }
  delete exported;
}

template <typename Managed> void deleteCapsule(PyObject *capsule) {
  // A used capsule has another name, and belongs to somebody else.
  if (!PyCapsule_IsValid(capsule, Managed::name))
    return;
  auto *managed =
      static_cast<Managed *>(PyCapsule_GetPointer(capsule, Managed::name));
  if (managed->deleter)
    managed->deleter(managed);
}

struct Export {
  py::object owner;
  /// The lowest element, and how far behind it the one is whose indices are all
  /// zero: some consumers take the first for the start of the memory.
  uint64_t lowest;
  uint64_t byteOffset;
  ElementType type;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  Device device;
  uint64_t flags;
};

void setHeader(ManagedTensor &, const Export &) {}

void setHeader(VersionedTensor &managed, const Export &array) {
  managed.major = 1;
  managed.minor = 0;
  managed.flags = array.flags;
}

template <typename Managed> py::object makeCapsule(const Export &array) {
  auto exported = std::make_unique<Exported<Managed>>();
  exported->shape = array.shape;
  exported->strides = array.strides;
  Managed &managed = exported->managed;
  setHeader(managed, array);
  managed.context = exported.get();
  managed.deleter = deleteExported<Managed>;
  managed.tensor = {reinterpret_cast<void *>(array.lowest),
                    array.device,
                    static_cast<int32_t>(array.shape.size()),
                    encodeType(array.type),
                    exported->shape.data(),
                    exported->strides.data(),
                    array.byteOffset};
  PyObject *capsule =
      PyCapsule_New(&managed, Managed::name, deleteCapsule<Managed>);
  if (!capsule)
    throw py::error_already_set();
  exported->owner = py::object(array.owner).release().ptr();
  exported.release();
  return py::reinterpret_steal<py::object>(capsule);
}

py::object exportArray(const py::object &owner, uint64_t lowest,
                       uint64_t byteOffset, const std::string &type,
                       std::vector<int64_t> shape, std::vector<int64_t> strides,
                       int32_t deviceType, int32_t deviceId, bool readOnly,
                       bool copied, bool versioned) {
  std::optional<ElementType> element = parseElementType(type);
  if (!element || shape.size() != strides.size())
    throw py::value_error("not the description of an array");
  Export array{owner,
               lowest,
               byteOffset,
               *element,
               std::move(shape),
               std::move(strides),
               {deviceType, deviceId},
               (readOnly ? readOnlyFlag : 0) | (copied ? copiedFlag : 0)};
  return versioned ? makeCapsule<VersionedTensor>(array)
                   : makeCapsule<ManagedTensor>(array);
}

/// A tensor that somebody else made; given back when nobody needs it any more.
struct Imported {
  virtual ~Imported() = default;
};

template <typename Managed> struct ImportedTensor final : Imported {
  explicit ImportedTensor(Managed *managed) : managed(managed) {}
  ~ImportedTensor() override {
    if (managed && managed->deleter)
      managed->deleter(managed);
  }
  Managed *managed;
};

/// More than any array has.
constexpr int32_t mostDimensions = 64;

[[noreturn]] void refuse(const std::string &what) {
  PyErr_SetString(PyExc_BufferError, what.c_str());
  throw py::error_already_set();
}

std::vector<int64_t> readNumbers(const int64_t *numbers, int32_t count) {
  return numbers ? std::vector<int64_t>(numbers, numbers + count)
                 : std::vector<int64_t>();
}

py::tuple describe(const Tensor &tensor, uint64_t flags, py::object owner) {
  if (tensor.rank < 0 || (tensor.rank > 0 && !tensor.shape))
    refuse("the DLPack tensor has no shape");
  if (tensor.rank > mostDimensions)
    refuse("the DLPack tensor has " + std::to_string(tensor.rank) +
           " dimensions, arrays have at most " +
           std::to_string(mostDimensions));
  std::optional<ElementType> type = decodeType(tensor.type);
  if (!type)
    refuse("the DLPack tensor has elements of type code " +
           std::to_string(tensor.type.code) + " with " +
           std::to_string(tensor.type.bits) + " bits and " +
           std::to_string(tensor.type.lanes) +
           " lanes, which USM arrays do not have");
  py::object strides = py::none();
  if (tensor.strides)
    strides = py::tuple(py::cast(readNumbers(tensor.strides, tensor.rank)));
  return py::make_tuple(
      std::move(owner),
      reinterpret_cast<uint64_t>(tensor.data) + tensor.byteOffset,
      std::string(getName(*type)),
      py::tuple(py::cast(readNumbers(tensor.shape, tensor.rank))), strides,
      py::make_tuple(tensor.device.type, tensor.device.id),
      (flags & readOnlyFlag) != 0);
}

/// Takes the tensor out of a capsule. The owner gives it back, also when the
/// tensor turns out to be useless.
template <typename Managed> py::object consume(PyObject *capsule) {
  auto *managed =
      static_cast<Managed *>(PyCapsule_GetPointer(capsule, Managed::name));
  auto imported = std::make_unique<ImportedTensor<Managed>>(nullptr);
  if (PyCapsule_SetName(capsule, Managed::usedName) != 0)
    throw py::error_already_set();
  imported->managed = managed;
  return py::cast(std::unique_ptr<Imported>(std::move(imported)));
}

py::tuple importCapsule(const py::object &object) {
  PyObject *capsule = object.ptr();
  if (!PyCapsule_CheckExact(capsule))
    throw py::type_error("__dlpack__() returned no capsule");
  if (PyCapsule_IsValid(capsule, VersionedTensor::name)) {
    auto *managed = static_cast<VersionedTensor *>(
        PyCapsule_GetPointer(capsule, VersionedTensor::name));
    py::object owner = consume<VersionedTensor>(capsule);
    // What follows the version may be anything in another major version.
    if (managed->major != 1)
      refuse("the capsule is of DLPack's version " +
             std::to_string(managed->major) + ", expected version 1");
    return describe(managed->tensor, managed->flags, owner);
  }
  if (PyCapsule_IsValid(capsule, ManagedTensor::name)) {
    auto *managed = static_cast<ManagedTensor *>(
        PyCapsule_GetPointer(capsule, ManagedTensor::name));
    py::object owner = consume<ManagedTensor>(capsule);
    return describe(managed->tensor, /*flags=*/0, owner);
  }
  const char *name = PyCapsule_GetName(capsule);
  if (!name)
    PyErr_Clear();
  refuse("the capsule is called '" + std::string(name ? name : "") +
         "': a capsule of DLPack is called 'dltensor' or 'dltensor_versioned', "
         "and can be used once");
}

} // namespace

void sa::python::dlpack::registerFunctions(py::module_ &m) {
  (void)py::class_<Imported>(
      m, "DLPackTensor", "A tensor of another library, given back with this.");
  m.def("export_dlpack", &exportArray, py::arg("owner"), py::arg("lowest"),
        py::arg("byte_offset"), py::arg("element_type"), py::arg("shape"),
        py::arg("strides"), py::arg("device_type"), py::arg("device_id"),
        py::arg("read_only"), py::arg("copied"), py::arg("versioned"),
        "A capsule of DLPack for an array that `owner` keeps alive.");
  m.def("import_dlpack", &importCapsule, py::arg("capsule"),
        "Takes the tensor out of a capsule: its owner, address, element type, "
        "shape, strides or None, device, and whether it is read-only.");
}
