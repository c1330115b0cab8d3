# SPDX-License-Identifier: MIT
# One interface target carries the language level, warnings and sanitizers to every module.
add_library(polyglot_compiler INTERFACE)
target_compile_features(polyglot_compiler INTERFACE cxx_std_20)
if(MSVC)
  # Source files are UTF-8; the rest has the compiler keep to the standard, as gcc and clang do.
  target_compile_options(polyglot_compiler INTERFACE /W4 /utf-8 /permissive- /bigobj /EHsc /Zc:__cplusplus /Zc:preprocessor)
  target_compile_definitions(polyglot_compiler INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN _WIN32_WINNT=0x0A00
                                                         _CRT_SECURE_NO_WARNINGS)
else()
  target_compile_options(
    polyglot_compiler
    INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
              $<$<BOOL:${POLYGLOT_WERROR}>:-Werror>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12
   AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # It takes the texts that std::string's operator+ puts together for ones that overlap: https://gcc.gnu.org/PR105651
  target_compile_options(polyglot_compiler INTERFACE $<$<CONFIG:Release>:-Wno-restrict>)
endif()

if(POLYGLOT_HARDENING AND NOT POLYGLOT_SANITIZE AND NOT MSVC)
  # Of releases alone: the tests' assertions say more, and distributions that set these themselves may set others.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    set(_fortify_level 3)
  else()
    set(_fortify_level 2)
  endif()
  target_compile_options(
    polyglot_compiler
    INTERFACE $<$<CONFIG:Release>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${_fortify_level}>)
  if(WIN32)
    # The checks need libssp; this option links it.
    target_link_options(polyglot_compiler INTERFACE $<$<CONFIG:Release>:-fstack-protector-strong>)
  else()
    target_link_options(polyglot_compiler INTERFACE $<$<CONFIG:Release>:LINKER:-z,relro,-z,now>)
  endif()
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
endif()

if(CMAKE_BUILD_TYPE MATCHES "^(Debug|RelWithDebInfo)$" AND UNIX AND NOT APPLE)
  # It links tests in a third of the processor time.
  find_program(POLYGLOT_LLD ld.lld)
  mark_as_advanced(POLYGLOT_LLD)
  if(POLYGLOT_LLD)
    target_link_options(polyglot_compiler INTERFACE -fuse-ld=lld)
  endif()
endif()

# AddressSanitizer sees what the first three look for, except a null reference that is never read; compiling takes a
# fifth less. What is found ends the program where it is, and AddressSanitizer (handle_sigill=1) or libFuzzer shows the
# place; messages of its own would be half of the program.
set(polyglot_undefined_beside_address -fno-sanitize=null,object-size,vptr -fsanitize-undefined-trap-on-error)

if(POLYGLOT_SANITIZE)
  list(JOIN POLYGLOT_SANITIZE "," _sanitizers)
  target_compile_options(polyglot_compiler INTERFACE -fsanitize=${_sanitizers} -fno-omit-frame-pointer
                                                     -fno-sanitize-recover=all)
  target_link_options(polyglot_compiler INTERFACE -fsanitize=${_sanitizers})
  if("address" IN_LIST POLYGLOT_SANITIZE AND NOT APPLE)
    # Many places in the checks' data name an address: relocating them takes half of the time of a start.
    target_link_options(polyglot_compiler INTERFACE -no-pie)
  endif()
  if("address" IN_LIST POLYGLOT_SANITIZE AND "undefined" IN_LIST POLYGLOT_SANITIZE)
    target_compile_options(polyglot_compiler INTERFACE ${polyglot_undefined_beside_address})
  endif()
  if("thread" IN_LIST POLYGLOT_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # ThreadSanitizer does not see fences, and Asio has one around each handler; those of ours run in one thread.
    target_compile_options(polyglot_compiler INTERFACE -Wno-tsan)
  endif()
endif()

# For tests, behind polyglot_compiler: compiling them takes longer than running them.
add_library(polyglot_test_compiler INTERFACE)
if(NOT MSVC)
  target_compile_options(polyglot_test_compiler INTERFACE -O0)
endif()
if(MINGW)
  # Several tests as one file have more sections than its assembler takes otherwise.
  target_compile_options(polyglot_test_compiler INTERFACE -Wa,-mbig-obj)
endif()
if("address" IN_LIST POLYGLOT_SANITIZE OR "undefined" IN_LIST POLYGLOT_SANITIZE)
  # The modules are what is checked: checks of the tests themselves take half of the time.
  target_compile_options(polyglot_test_compiler INTERFACE -fno-sanitize=address,undefined)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this it does nothing where headers are precompiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()
