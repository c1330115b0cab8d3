# SPDX-License-Identifier: MIT
# Precompiles the headers that nearly every file includes. This saves a third of the time of a build with tests.
#
# polyglot_precompile(TARGET modules|tests)
function(polyglot_precompile target kind)
  if(POLYGLOT_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM polyglot_${kind}_headers)
  endif()
endfunction()

# Compilers take precompiled headers only with the options that they were made with.
function(_polyglot_add_headers kind)
  cmake_parse_arguments(ADD "" "" "HEADERS;USES" ${ARGN})
  file(CONFIGURE OUTPUT ${kind}_headers.cpp CONTENT "")
  add_library(polyglot_${kind}_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${kind}_headers.cpp)
  target_link_libraries(polyglot_${kind}_headers PRIVATE ${ADD_USES})
  target_precompile_headers(polyglot_${kind}_headers PRIVATE ${ADD_HEADERS})
endfunction()

set(_standard_headers
    <algorithm>
    <array>
    <chrono>
    <filesystem>
    <functional>
    <map>
    <memory>
    <optional>
    <ranges>
    <span>
    <string>
    <string_view>
    <utility>
    <variant>
    <vector>)

if(POLYGLOT_PRECOMPILE)
  # gcc takes precompiled headers for ours, and warns about the standard library. The preset release shows such warnings.
  target_compile_options(
    polyglot_compiler
    INTERFACE
      "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread>")
  _polyglot_add_headers(modules HEADERS ${_standard_headers} <boost/system/result.hpp> USES polyglot_compiler
                        Boost::headers)
  set_target_properties(polyglot_modules_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(POLYGLOT_TESTS)
    _polyglot_add_headers(
      tests HEADERS ${PROJECT_SOURCE_DIR}/tests/support/testing.hpp
      USES polyglot_compiler polyglot_test_compiler GTest::gmock_main)
  endif()
endif()
