# SPDX-License-Identifier: MIT
# An interface target passes the language level, warnings and sanitizers on to every module.
add_library(polyglot_compiler INTERFACE)
target_compile_features(polyglot_compiler INTERFACE cxx_std_20)
if(MSVC)
  # Source files are UTF-8. The other options make the compiler keep to the standard, as gcc and clang do.
  target_compile_options(polyglot_compiler INTERFACE /W4 /utf-8 /permissive- /bigobj /EHsc /Zc:__cplusplus /Zc:preprocessor)
  target_compile_definitions(polyglot_compiler INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN _WIN32_WINNT=0x0A00
                                                         _CRT_SECURE_NO_WARNINGS)
  # The stack that mingw-w64's linker gives; MSVC's gives half of it.
  target_link_options(polyglot_compiler INTERFACE /STACK:0x200000)
else()
  target_compile_options(
    polyglot_compiler
    INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
              $<$<BOOL:${POLYGLOT_WERROR}>:-Werror>)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # libc++ before version 20 has std::jthread only with this option.
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -std=c++20)
  check_cxx_source_compiles("#include <thread>\nint main() { const std::jthread thread; }" POLYGLOT_HAS_JTHREAD)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NOT POLYGLOT_HAS_JTHREAD)
    target_compile_options(polyglot_compiler INTERFACE -fexperimental-library)
    target_link_options(polyglot_compiler INTERFACE -fexperimental-library)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12
   AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # gcc takes the operands of std::string's operator+ for overlapping ones: https://gcc.gnu.org/PR105651
  target_compile_options(polyglot_compiler INTERFACE $<$<CONFIG:Release>:-Wno-restrict>)
endif()

if(POLYGLOT_HARDENING AND NOT POLYGLOT_SANITIZE AND NOT MSVC)
  # Only in releases: in tests, assertions report more. Distributions that set these options may set other ones.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    set(_fortify_level 3)
  else()
    set(_fortify_level 2)
  endif()
  target_compile_options(
    polyglot_compiler
    INTERFACE $<$<CONFIG:Release>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${_fortify_level}>)
  if(WIN32)
    # This option links libssp, which the checks need.
    target_link_options(polyglot_compiler INTERFACE $<$<CONFIG:Release>:-fstack-protector-strong>)
  else()
    target_link_options(polyglot_compiler INTERFACE $<$<CONFIG:Release>:LINKER:-z,relro,-z,now>)
  endif()
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
endif()

if(CMAKE_BUILD_TYPE MATCHES "^(Debug|RelWithDebInfo)$" AND UNIX)
  # This linker takes a third of the processor time for tests.
  find_program(POLYGLOT_LLD ld.lld)
  mark_as_advanced(POLYGLOT_LLD)
  if(POLYGLOT_LLD)
    target_link_options(polyglot_compiler INTERFACE -fuse-ld=lld)
  endif()
endif()

# AddressSanitizer finds what the first three checks look for, except a null reference that is never read. Without them, compiling
# takes a fifth less. A finding ends the program at once, and AddressSanitizer (handle_sigill=1) or libFuzzer shows the place.
# Messages of UndefinedBehaviorSanitizer would be half of the program.
set(polyglot_undefined_beside_address -fno-sanitize=null,object-size,vptr -fsanitize-undefined-trap-on-error)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # clang 14 cannot compile coroutines with this check.
  list(APPEND polyglot_undefined_beside_address -fno-sanitize=function)
endif()

if(POLYGLOT_SANITIZE)
  list(JOIN POLYGLOT_SANITIZE "," _sanitizers)
  target_compile_options(polyglot_compiler INTERFACE -fsanitize=${_sanitizers} -fno-omit-frame-pointer
                                                     -fno-sanitize-recover=all)
  target_link_options(polyglot_compiler INTERFACE -fsanitize=${_sanitizers})
  if("address" IN_LIST POLYGLOT_SANITIZE)
    # The data of the checks has many addresses. Relocating them would take half of the time of a start.
    target_link_options(polyglot_compiler INTERFACE -no-pie)
  endif()
  if("address" IN_LIST POLYGLOT_SANITIZE AND "undefined" IN_LIST POLYGLOT_SANITIZE)
    target_compile_options(polyglot_compiler INTERFACE ${polyglot_undefined_beside_address})
  endif()
  if("thread" IN_LIST POLYGLOT_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # ThreadSanitizer does not support fences, and Asio has one around each handler. Our handlers run in one thread.
    target_compile_options(polyglot_compiler INTERFACE -Wno-tsan)
  endif()
endif()

# For tests, after polyglot_compiler. Optimisation is low, because compiling tests takes longer than running them.
add_library(polyglot_test_compiler INTERFACE)
if(NOT MSVC)
  # clang alone counts signs to -Wconversion.
  target_compile_options(polyglot_test_compiler INTERFACE -O0 -Wno-sign-conversion)
endif()
if(MINGW)
  # Several tests compiled as one file have more sections than the assembler accepts by default.
  target_compile_options(polyglot_test_compiler INTERFACE -Wa,-mbig-obj)
endif()
if("address" IN_LIST POLYGLOT_SANITIZE OR "undefined" IN_LIST POLYGLOT_SANITIZE)
  # Sanitizers check the modules. Checks of the tests themselves would take half of the time.
  target_compile_options(polyglot_test_compiler INTERFACE -fno-sanitize=address,undefined)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this option ccache has no effect with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()
