// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine.h"

#include "ModuleBuilder.h"
#include <pybind11/operators.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace mlir;
using namespace sa;
using namespace sa::python;

void sa::python::defineAffine(py::module_ &m) {
  py::class_<AffineExpr>(m, "AffineExpr",
                         "An affine expression of indices and sizes.")
      .def(py::self + py::self)
      .def(py::self + int64_t())
      .def(py::self * int64_t())
      .def("__floordiv__",
           [](AffineExpr self, int64_t divisor) {
             return self.floorDiv(divisor);
           })
      .def("__mod__",
           [](AffineExpr self, int64_t divisor) { return self % divisor; });
  py::class_<LayoutAttrInterface>(m, "Layout", "A layout of the sa dialect.")
      .def("__str__", [](LayoutAttrInterface self) {
        std::string text;
        llvm::raw_string_ostream os(text);
        Attribute(self).print(os);
        return text;
      });
}

/// A function that makes the layout `Attr` of its parameters.
template <typename Attr, typename... Parameters> static auto makeLayout() {
  return [](ModuleBuilder &self, const Parameters &...parameters) {
    return LayoutAttrInterface(Attr::get(self.getContext(), parameters...));
  };
}

void sa::python::defineAffineBuilders(py::class_<ModuleBuilder> &builder) {
  using Numbers = std::vector<int64_t>;
  auto keep = py::keep_alive<0, 1>();
  builder
      .def(
          "affine_index",
          [](ModuleBuilder &self, unsigned position) {
            return getAffineDimExpr(position, self.getContext());
          },
          py::arg("position"), keep)
      .def("affine_size", &ModuleBuilder::getSizeExpr, py::arg("name"), keep)
      .def(
          "affine_constant",
          [](ModuleBuilder &self, int64_t value) {
            return getAffineConstantExpr(value, self.getContext());
          },
          py::arg("value"), keep)
      .def("row_major_layout", makeLayout<RowMajorLayoutAttr>(), keep)
      .def("col_major_layout", makeLayout<ColMajorLayoutAttr>(), keep)
      .def("strided_layout",
           makeLayout<sa::StridedLayoutAttr, Numbers, int64_t>(),
           py::arg("strides"), py::arg("offset"), keep)
      .def(
          "affine_layout",
          [](ModuleBuilder &self, unsigned rank, AffineExpr offset) {
            return LayoutAttrInterface(AffineLayoutAttr::get(
                self.getContext(), AffineMap::get(rank, 0, offset)));
          },
          py::arg("rank"), py::arg("offset"), keep)
      .def("lower_triangular_layout",
           makeLayout<LowerTriangularLayoutAttr, bool>(), py::arg("strict"),
           keep)
      .def("upper_triangular_layout",
           makeLayout<UpperTriangularLayoutAttr, bool>(), py::arg("strict"),
           keep)
      .def("banded_layout", makeLayout<BandedLayoutAttr, int64_t, int64_t>(),
           py::arg("lower"), py::arg("upper"), keep)
      .def("toeplitz_layout", makeLayout<ToeplitzLayoutAttr>(), keep)
      .def("blocked_layout", makeLayout<BlockedLayoutAttr, Numbers>(),
           py::arg("block_shape"), keep)
      .def("striped_layout", makeLayout<StripedLayoutAttr, int64_t>(),
           py::arg("width"), keep)
      .def("z_order_layout", makeLayout<ZOrderLayoutAttr>(), keep)
      .def("packed_lower_triangular_layout",
           makeLayout<PackedLowerTriangularLayoutAttr>(), keep)
      .def("packed_upper_triangular_layout",
           makeLayout<PackedUpperTriangularLayoutAttr>(), keep)
      .def("any_layout", makeLayout<AnyLayoutAttr>(), keep)
      .def("deferred_layout", makeLayout<DeferredLayoutAttr>(), keep);
}
