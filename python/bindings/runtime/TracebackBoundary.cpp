// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TracebackBoundary.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <frameobject.h>
#include <structmember.h>
#include <vector>

namespace py = pybind11;

namespace {

struct Boundary {
  PyObject ob_base;
  /// What it calls, the folder as a string, the base class, and what adds to
  /// the error of a call that does not fit the parameters.
  PyObject *function, *folder, *base, *advise;
  PyObject *attributes;
  PyObject *weakReferences;
  vectorcallfunc call;
};

Boundary *get(PyObject *object) { return reinterpret_cast<Boundary *>(object); }

bool isOwn(PyTracebackObject *entry, PyObject *folder) {
  PyCodeObject *code = PyFrame_GetCode(entry->tb_frame);
  Py_ssize_t isBelow =
      PyUnicode_Tailmatch(code->co_filename, folder, 0, PY_SSIZE_T_MAX, -1);
  Py_DECREF(code);
  return isBelow == 1;
}

/// A traceback without the frames below the folder; null when none is left.
py::object withoutOwnFrames(PyObject *traceback, PyObject *folder) {
  std::vector<py::object> kept;
  auto *entry = reinterpret_cast<PyTracebackObject *>(traceback);
  for (; entry; entry = entry->tb_next)
    if (!isOwn(entry, folder))
      kept.push_back(py::reinterpret_borrow<py::object>(
          reinterpret_cast<PyObject *>(entry)));
  for (size_t i = 0; i != kept.size(); ++i) {
    py::object next = i + 1 == kept.size() ? py::object() : kept[i + 1];
    auto *changed = reinterpret_cast<PyTracebackObject *>(kept[i].ptr());
    // What is skipped is given up after the link to it.
    auto skipped = py::reinterpret_steal<py::object>(
        reinterpret_cast<PyObject *>(changed->tb_next));
    changed->tb_next =
        reinterpret_cast<PyTracebackObject *>(next.release().ptr());
  }
  return kept.empty() ? py::object() : kept.front();
}

bool endsInOwnFrame(PyObject *traceback, PyObject *folder) {
  auto *entry = reinterpret_cast<PyTracebackObject *>(traceback);
  while (entry && entry->tb_next)
    entry = entry->tb_next;
  return entry && isOwn(entry, folder);
}

bool isFull() {
  const char *wanted = std::getenv("SAOPT_TRACEBACK");
  return wanted && std::strcmp(wanted, "full") == 0;
}

/// Adds advice to a TypeError of a call, if it does not fit the parameters.
void advise(const Boundary &boundary, PyObject *value) {
  PyObject *result = PyObject_CallFunctionObjArgs(
      boundary.advise, boundary.function, value, nullptr);
  if (!result)
    PyErr_Clear();
  Py_XDECREF(result);
}

/// Takes the frames below the folder out of the error that is set.
void hideOwnFrames(const Boundary &boundary) {
  if (isFull())
    return;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  // A wrapper may stand between this boundary and the function.
  if (value && PyErr_GivenExceptionMatches(value, PyExc_TypeError) &&
      (!traceback || endsInOwnFrame(traceback, boundary.folder)))
    advise(boundary, value);
  if (traceback && value) {
    int isOurs = PyObject_IsInstance(value, boundary.base);
    if (isOurs < 0)
      PyErr_Clear();
    if (isOurs == 1 || !endsInOwnFrame(traceback, boundary.folder)) {
      py::object kept = withoutOwnFrames(traceback, boundary.folder);
      PyException_SetTraceback(value, kept ? kept.ptr() : Py_None);
      Py_DECREF(traceback);
      traceback = kept.release().ptr();
    }
  }
  PyErr_Restore(type, value, traceback);
}

PyObject *callBoundary(PyObject *object, PyObject *const *arguments,
                       size_t numArguments, PyObject *names) {
  Boundary *boundary = get(object);
  PyObject *result =
      PyObject_Vectorcall(boundary->function, arguments, numArguments, names);
  if (!result)
    hideOwnFrames(*boundary);
  return result;
}

PyObject *makeBoundary(PyTypeObject *type, PyObject *arguments,
                       PyObject *keywords) {
  PyObject *function, *folder, *base, *advise;
  static const char *names[] = {"function", "folder", "base", "advise",
                                nullptr};
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OUOO",
                                   const_cast<char **>(names), &function,
                                   &folder, &base, &advise))
    return nullptr;
  PyObject *object = type->tp_alloc(type, 0);
  if (!object)
    return nullptr;
  Boundary *boundary = get(object);
  boundary->function = Py_NewRef(function);
  boundary->folder = Py_NewRef(folder);
  boundary->base = Py_NewRef(base);
  boundary->advise = Py_NewRef(advise);
  boundary->call = callBoundary;
  return object;
}

int visitBoundary(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(get(object)->function);
  Py_VISIT(get(object)->base);
  Py_VISIT(get(object)->advise);
  Py_VISIT(get(object)->attributes);
  return 0;
}

int clearBoundary(PyObject *object) {
  Py_CLEAR(get(object)->function);
  Py_CLEAR(get(object)->folder);
  Py_CLEAR(get(object)->base);
  Py_CLEAR(get(object)->advise);
  Py_CLEAR(get(object)->attributes);
  return 0;
}

void deleteBoundary(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  if (get(object)->weakReferences)
    PyObject_ClearWeakRefs(object);
  clearBoundary(object);
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject *bindBoundary(PyObject *object, PyObject *instance, PyObject *) {
  if (!instance)
    return Py_NewRef(object);
  return PyMethod_New(object, instance);
}

PyObject *describeBoundary(PyObject *object) {
  return PyObject_Repr(get(object)->function);
}

/// Pickled by its name, as functions are.
PyObject *reduceBoundary(PyObject *object, PyObject *) {
  return PyObject_GetAttrString(object, "__qualname__");
}

PyMethodDef methods[] = {{"__reduce__", reduceBoundary, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

PyMemberDef members[] = {{"__dictoffset__", T_PYSSIZET,
                          offsetof(Boundary, attributes), READONLY, nullptr},
                         {"__weaklistoffset__", T_PYSSIZET,
                          offsetof(Boundary, weakReferences), READONLY,
                          nullptr},
                         {"__vectorcalloffset__", T_PYSSIZET,
                          offsetof(Boundary, call), READONLY, nullptr},
                         {nullptr, 0, 0, 0, nullptr}};

PyGetSetDef properties[] = {{"__dict__", PyObject_GenericGetDict,
                             PyObject_GenericSetDict, nullptr, nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void *>(makeBoundary)},
    {Py_tp_dealloc, reinterpret_cast<void *>(deleteBoundary)},
    {Py_tp_traverse, reinterpret_cast<void *>(visitBoundary)},
    {Py_tp_clear, reinterpret_cast<void *>(clearBoundary)},
    {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
    {Py_tp_descr_get, reinterpret_cast<void *>(bindBoundary)},
    {Py_tp_repr, reinterpret_cast<void *>(describeBoundary)},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {0, nullptr}};

PyType_Spec specification = {
    "saopt._runtime.TracebackBoundary", sizeof(Boundary), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
        Py_TPFLAGS_METHOD_DESCRIPTOR,
    slots};

} // namespace

void sa::python::registerTracebackBoundary(py::module_ &m) {
  PyObject *type = PyType_FromSpec(&specification);
  if (!type)
    throw py::error_already_set();
  m.attr("TracebackBoundary") = py::reinterpret_steal<py::object>(type);
}
