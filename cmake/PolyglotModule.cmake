# SPDX-License-Identifier: MIT
# polyglot_module(NAME [APART file...] [SEPARATE file...] [OTHERS file...] [USES target...] [PRIVATE target...])
#
# Defines a module: one static library of all .cpp files in src/NAME, with public headers in include/polyglot/NAME. OTHERS are no
# part of the module.
# USES lists the targets that the headers need, PRIVATE those that only the sources need.
# With POLYGLOT_UNITY several files are compiled as one: APART lists files that form a unit of their own, SEPARATE files that are
# compiled alone.

# Compiles so many files as one, so that the compiler reads headers once for all of them. Names in unnamed namespaces must then be
# unique in a module.
function(_polyglot_unite target files separate)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  set_source_files_properties(${separate} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Compiles several files of a module as one. The files of APART form a unit of their own.
function(_polyglot_unite_module target files apart)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(number 0)
  foreach(file IN LISTS files)
    math(EXPR unit "${number} / 32")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${unit})
    math(EXPR number "${number} + 1")
  endforeach()
  set_source_files_properties(${apart} PROPERTIES UNITY_GROUP apart)
endfunction()

function(polyglot_module name)
  cmake_parse_arguments(MODULE "" "" "APART;SEPARATE;OTHERS;USES;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  list(REMOVE_ITEM sources none ${MODULE_APART} ${MODULE_SEPARATE} ${MODULE_OTHERS})
  add_library(polyglot_${name} STATIC ${sources} ${MODULE_APART} ${MODULE_SEPARATE})
  add_library(polyglot::${name} ALIAS polyglot_${name})
  set_target_properties(polyglot_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(
    polyglot_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(
    polyglot_${name}
    PUBLIC ${MODULE_USES}
    PRIVATE $<BUILD_INTERFACE:polyglot_compiler> ${MODULE_PRIVATE})
  target_compile_features(polyglot_${name} PUBLIC cxx_std_20)
  polyglot_precompile(polyglot_${name} modules)
  if(POLYGLOT_UNITY)
    _polyglot_unite_module(polyglot_${name} "${sources}" "${MODULE_APART}")
    # gcc warns about unnamed namespaces, because it takes the file that holds them for a header.
    target_compile_options(polyglot_${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# polyglot_embed(MODULE FUNCTION FILE HEADER): makes FUNCTION.cpp, in which a function of the module returns the text of the
# file. HEADER declares the function.
function(polyglot_embed module function file header)
  set(input ${PROJECT_SOURCE_DIR}/${file})
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DOUTPUT=${output} -DHEADER=${header} -DMODULE=${module}
            -DFUNCTION=${function} -P ${script}
    DEPENDS ${input} ${script}
    COMMENT "Embedding ${file}"
    VERBATIM)
endfunction()

# polyglot_test_library(TARGET): marks a library that several test programs share, and compiles it with their options.
function(polyglot_test_library target)
  _polyglot_unite(${target} 8 "")
  target_link_libraries(${target} PRIVATE polyglot_compiler polyglot_test_compiler GTest::gmock)
  polyglot_precompile(${target} tests)
endfunction()

# polyglot_test(NAME SOURCES file... [POSIX file...] [WINDOWS file...] [SEPARATE file...] USES target... [LABELS label...]
#               [NEEDS target...] [TIMEOUT seconds] [ALONE] [FEW_PROCESSES] [UNSANITIZED pattern...])
#
# Defines a GoogleTest program. Each of its tests becomes a test of ctest.
# SEPARATE: files that are not compiled together with others.
# WINDOWS: files for Windows alone. POSIX: files that Windows leaves out, because they use POSIX or test what Windows does not
# have.
# NEEDS: programs that the test runs.
# TIMEOUT: ctest ends a test after so many seconds. Tests with a TIMEOUT begin first, the longest before the others, so that no
# long test begins at the end.
# ALONE: ctest runs no other test at the same time.
# FEW_PROCESSES: with sanitizers, one process runs all tests of the program, because a process takes long to start.
# UNSANITIZED: GoogleTest's patterns of tests that a build with sanitizers leaves out, because they would find nothing new: they
# compare with other programs, play with real engines or run the tools. With "*" that build has no such program.
function(polyglot_test name)
  cmake_parse_arguments(TEST "ALONE;FEW_PROCESSES" "TIMEOUT" "SOURCES;POSIX;WINDOWS;SEPARATE;USES;LABELS;NEEDS;UNSANITIZED"
                        ${ARGN})
  if(POLYGLOT_SANITIZE AND TEST_UNSANITIZED STREQUAL "*")
    return()
  endif()
  if(WIN32)
    list(APPEND TEST_SOURCES ${TEST_WINDOWS})
  else()
    list(APPEND TEST_SOURCES ${TEST_POSIX})
  endif()
  set(cost 0)
  if(TEST_TIMEOUT)
    set(cost ${TEST_TIMEOUT})
  else()
    set(TEST_TIMEOUT 300)
  endif()
  add_executable(${name}_test ${TEST_SOURCES} ${TEST_SEPARATE})
  _polyglot_unite(${name}_test 8 "${TEST_SEPARATE}")
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests
                                                  ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${name}_test PRIVATE ${TEST_USES} polyglot_compiler polyglot_test_compiler GTest::gmock_main)
  polyglot_precompile(${name}_test tests)
  if(TEST_NEEDS)
    add_dependencies(${name}_test ${TEST_NEEDS})
  endif()
  if(WIN32)
    # Under Wine a process takes long to start. Therefore all tests run in one process, except those of tests/windows/left_out.txt.
    file(STRINGS ${PROJECT_SOURCE_DIR}/tests/windows/left_out.txt left_out REGEX "^[^#]")
    list(JOIN left_out ":" left_out)
    add_test(NAME ${name} COMMAND ${name}_test --gtest_brief=1 "--gtest_filter=-${left_out}")
    set_tests_properties(${name} PROPERTIES TIMEOUT 1800 LABELS "${TEST_LABELS}")
    return()
  endif()
  set(filter "*")
  if(POLYGLOT_SANITIZE)
    list(JOIN TEST_UNSANITIZED ":" unsanitized)
    set(filter "-${unsanitized}")
  endif()
  if(TEST_FEW_PROCESSES AND POLYGLOT_SANITIZE)
    add_test(NAME ${name} COMMAND ${name}_test --gtest_brief=1 --gtest_filter=${filter})
    set_tests_properties(${name} PROPERTIES TIMEOUT 1800 COST 900 LABELS "${TEST_LABELS}" RUN_SERIAL ${TEST_ALONE})
  else()
    gtest_discover_tests(
      ${name}_test
      TEST_FILTER ${filter}
      DISCOVERY_TIMEOUT 60
      PROPERTIES RUN_SERIAL ${TEST_ALONE} TIMEOUT ${TEST_TIMEOUT} COST ${cost} LABELS "${TEST_LABELS}")
  endif()
endfunction()
