# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# How the project declares its libraries, tools, Python modules, unit tests and
# generated pages. Each takes its sources after the name; LINK_LIBS may name
# MLIR's and LLVM's libraries one by one (MLIRIR, LLVMCore, …): the names are
# checked, and all of them are served by libMLIR.so and libLLVM.so.

add_custom_target(saopt-doc ALL)

# Links <target> with <libraries…>, MLIR's and LLVM's through sa::mlir.
function(sa_target_link_libraries target visibility)
  foreach(library IN LISTS ARGN)
    if(NOT library MATCHES "^(MLIR|LLVM)")
      target_link_libraries(${target} ${visibility} ${library})
    elseif(TARGET ${library})
      target_link_libraries(${target} ${visibility} sa::mlir)
    else()
      message(SEND_ERROR "${target}: there is no library ${library}")
    endif()
  endforeach()
endfunction()

# add_sa_library(<target> <sources…> [DEPENDS <targets…>]
#                [LINK_LIBS [PUBLIC] <libraries…>])
# A static library of the compiler. Every generated header exists before its
# sources are compiled; DEPENDS is for anything else.
function(add_sa_library target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "DEPENDS;LINK_LIBS")
  list(REMOVE_ITEM ARG_LINK_LIBS PUBLIC)
  add_library(${target} STATIC ${ARG_UNPARSED_ARGUMENTS})
  sa_target_link_libraries(${target} PUBLIC MLIR ${ARG_LINK_LIBS})
  target_compile_options(${target} PRIVATE ${SA_MLIR_LANGUAGE_FLAGS})
  sa_use_precompiled_headers(${target} SAMLIRHeaders)
  add_dependencies(${target} mlir-headers mlir-generic-headers ${ARG_DEPENDS})
  sa_install_target(${target})
endfunction()

# add_sa_tool(<target> <sources…> [DEPENDS <targets…>]
#             [LINK_LIBS <libraries…>])
# A compiler tool in build/bin, and a test that it holds no copy of MLIR.
function(add_sa_tool target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "DEPENDS;LINK_LIBS")
  add_executable(${target} ${ARG_UNPARSED_ARGUMENTS})
  sa_target_link_libraries(${target} PRIVATE MLIR ${ARG_LINK_LIBS})
  target_compile_options(${target} PRIVATE ${SA_MLIR_LANGUAGE_FLAGS})
  add_dependencies(${target} mlir-headers mlir-generic-headers ${ARG_DEPENDS})
  set_target_properties(${target} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  sa_install_target(${target})
  sa_add_one_mlir_test(${target})
endfunction()

# add_sa_python_module(<name> <sources…> [DEPENDS <targets…>]
#                      LINK_LIBS <libraries…>)
# The extension module saopt.<name>, placed into SA_PYTHON_MODULE_DIR. It is compiled
# with exceptions, and links only what LINK_LIBS says: the compiler's libraries
# or sa::sycl, not both. In a wheel it exports its initialization and nothing
# else, so that what that does not reach is dropped, and finds libsycl.so in the
# environment's lib folder, three folders above.
function(add_sa_python_module name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "DEPENDS;LINK_LIBS")
  pybind11_add_module(${name} MODULE NO_EXTRAS ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY
                                           "${SA_PYTHON_MODULE_DIR}")
  sa_target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  # Assertions name files, and nobody else has Python's at this place.
  target_compile_options(${name}
                         PRIVATE "-fmacro-prefix-map=${Python_INCLUDE_DIRS}/=")
  add_dependencies(${name} mlir-headers mlir-generic-headers ${ARG_DEPENDS})
  if(SA_PYTHON_ONLY)
    set(exports "${PROJECT_SOURCE_DIR}/cmake/python-module.exports")
    target_link_options(${name} PRIVATE "LINKER:--version-script=${exports}")
    set_target_properties(
      ${name} PROPERTIES LINK_DEPENDS "${exports}" INSTALL_RPATH
                                                   "$ORIGIN/../../..")
  else()
    sa_add_one_mlir_test(${name})
  endif()
  install(TARGETS ${name} LIBRARY DESTINATION saopt COMPONENT python
                                  EXCLUDE_FROM_ALL)
endfunction()

# add_sa_unittest(<target> <sources…> LINK_LIBS <libraries…>)
# A GoogleTest program; each of its tests becomes one of CTest.
function(add_sa_unittest target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "DEPENDS;LINK_LIBS")
  add_executable(${target} ${ARG_UNPARSED_ARGUMENTS})
  sa_target_link_libraries(${target} PRIVATE GTest::gtest GTest::gtest_main
                           ${ARG_LINK_LIBS})
  add_dependencies(${target} mlir-headers mlir-generic-headers ${ARG_DEPENDS})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                             "${PROJECT_BINARY_DIR}/unittests")
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST)
endfunction()

# add_sa_doc(<file.td> <page> <mlir-tblgen options…>)
# Generates docs/reference/<page>.md, as a part of the target saopt-doc.
function(add_sa_doc definitions page)
  # The packaged add_mlir_doc writes into MLIR's own build tree and asks for
  # the markup of one particular web site generator.
  set(LLVM_TARGET_DEFINITIONS ${definitions})
  tablegen(MLIR ${page}.md ${ARGN})
  set(output "${PROJECT_SOURCE_DIR}/docs/reference/${page}.md")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -E copy
            "${CMAKE_CURRENT_BINARY_DIR}/${page}.md" "${output}"
    DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/${page}.md"
    VERBATIM)
  add_custom_target(saopt-doc-${page} DEPENDS "${output}")
  add_dependencies(saopt-doc saopt-doc-${page})
endfunction()

# A static copy of MLIR beside libMLIR.so links without a complaint and fails
# in strange ways at run time; its trace is a context that <target> defines.
function(sa_add_one_mlir_test target)
  add_test(
    NAME ${target}-holds-no-static-mlir
    COMMAND "${CMAKE_COMMAND}" "-DNM=${CMAKE_NM}"
            "-DBINARY=$<TARGET_FILE:${target}>" -P
            "${PROJECT_SOURCE_DIR}/cmake/CheckNoStaticMLIR.cmake")
endfunction()

# Has `cmake --install` install <target>, for find_package(saopt)
# (SAInstall.cmake). A wheel has neither libraries nor tools.
function(sa_install_target target)
  if(NOT SA_PYTHON_ONLY)
    install(TARGETS ${target} EXPORT saoptTargets)
  endif()
endfunction()

# The same for what programs link that load packages, without the compiler: it is
# the component `runtime` of the installation, too.
function(sa_install_runtime_target target export)
  if(NOT SA_PYTHON_ONLY)
    install(TARGETS ${target} EXPORT ${export} COMPONENT runtime)
  endif()
endfunction()
