# polyglot_module(NAME SOURCES file... [USES target...] [PRIVATE target...])
#
# A module is one static library: public headers in include/polyglot/NAME, the rest in src/NAME.
# USES lists what its headers need, PRIVATE what only its sources need.
function(polyglot_module name)
  cmake_parse_arguments(MODULE "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  add_library(polyglot_${name} STATIC ${MODULE_SOURCES})
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
endfunction()

# polyglot_test(NAME SOURCES file... USES target... [LABELS label...] [TIMEOUT seconds] [ALONE])
#
# One GoogleTest program; every test in it becomes a ctest of its own. ALONE: with no other at its side.
function(polyglot_test name)
  cmake_parse_arguments(TEST "ALONE" "TIMEOUT" "SOURCES;USES;LABELS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 120)
  endif()
  add_executable(${name}_test ${TEST_SOURCES})
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests
                                                  ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${name}_test PRIVATE ${TEST_USES} polyglot_compiler polyglot_test_compiler GTest::gmock_main)
  polyglot_precompile(${name}_test tests)
  gtest_discover_tests(
    ${name}_test
    DISCOVERY_TIMEOUT 60
    PROPERTIES RUN_SERIAL ${TEST_ALONE} TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
endfunction()
