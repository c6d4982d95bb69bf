# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# What `cmake --install` installs besides targets, which install themselves
# (AddSA.cmake): headers, those that are generated among them, and the package
# that find_package(saopt) finds. examples/out-of-tree uses it, and examples/cpp
# its component `runtime`.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/sa"
                  "${PROJECT_BINARY_DIR}/include/sa"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
        PATTERN "CMakeFiles" EXCLUDE)

# The headers of the loader of packages.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/sa/Runtime"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/sa" COMPONENT runtime)
install(FILES "${PROJECT_SOURCE_DIR}/include/sa/Vendor/Workarounds.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/sa/Vendor" COMPONENT runtime)

set(SA_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/saopt")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/saoptConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/saoptConfig.cmake"
  INSTALL_DESTINATION "${SA_PACKAGE_DIR}")
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/saoptConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/saoptConfig.cmake"
              "${PROJECT_BINARY_DIR}/saoptConfigVersion.cmake"
        DESTINATION "${SA_PACKAGE_DIR}" COMPONENT runtime)
foreach(export saoptWorkaroundsTargets saoptRuntimeTargets)
  install(EXPORT ${export} NAMESPACE saopt:: DESTINATION "${SA_PACKAGE_DIR}"
          COMPONENT runtime)
endforeach()
install(EXPORT saoptTargets NAMESPACE saopt::
        DESTINATION "${SA_PACKAGE_DIR}")
