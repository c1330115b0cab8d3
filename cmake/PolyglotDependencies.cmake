# Everything comes from the distribution's packages; nothing is downloaded.
#
# The rooms use deps::fmt, deps::spdlog, deps::inih and Boost's targets, and need not know how they are linked:
# with POLYGLOT_STATIC the program carries them and the C++ runtime itself. It starts earlier then, since
# binding seven shared libraries takes longer than all that Polyglot does before it greets its engine.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(inih REQUIRED IMPORTED_TARGET inih)

set(POLYGLOT_LINKS_STATIC OFF)
if(POLYGLOT_STATIC)
  # One library that stays shared would bring a second C++ runtime along: all of them or none.
  include(CheckLinkerFlag)
  check_linker_flag(CXX "-static-libstdc++;-static-libgcc" POLYGLOT_HAS_STATIC_RUNTIME)
  find_library(INIH_ARCHIVE libinih.a)
  set(Boost_USE_STATIC_LIBS ON)
  find_package(Boost 1.81 QUIET COMPONENTS filesystem program_options)
  if(POLYGLOT_HAS_STATIC_RUNTIME AND INIH_ARCHIVE AND Boost_FOUND AND TARGET fmt::fmt-header-only)
    set(POLYGLOT_LINKS_STATIC ON)
  else()
    message(STATUS "POLYGLOT_STATIC: archives are missing, linking shared libraries")
    set(Boost_USE_STATIC_LIBS OFF)
  endif()
endif()

find_package(Boost 1.81 REQUIRED COMPONENTS filesystem program_options)
# Boost.Process v2: a source file of ours compiles it once up to 1.85, a library of its own since 1.86.
if(Boost_VERSION VERSION_GREATER_EQUAL 1.86)
  find_package(Boost 1.86 REQUIRED COMPONENTS process)
endif()

add_library(polyglot_runtime INTERFACE)
if(POLYGLOT_LINKS_STATIC)
  # Distributions have no archives of fmt and spdlog, but their headers are complete.
  add_library(deps::fmt ALIAS fmt::fmt-header-only)
  add_library(deps_spdlog INTERFACE)
  target_compile_definitions(deps_spdlog INTERFACE SPDLOG_FMT_EXTERNAL)
  target_link_libraries(deps_spdlog INTERFACE fmt::fmt-header-only)
  add_library(deps::spdlog ALIAS deps_spdlog)
  add_library(deps_inih INTERFACE)
  target_include_directories(deps_inih INTERFACE ${inih_INCLUDE_DIRS})
  target_link_libraries(deps_inih INTERFACE ${INIH_ARCHIVE})
  add_library(deps::inih ALIAS deps_inih)
  target_link_options(polyglot_runtime INTERFACE -static-libstdc++ -static-libgcc)
else()
  add_library(deps::fmt ALIAS fmt::fmt)
  add_library(deps::spdlog ALIAS spdlog::spdlog)
  add_library(deps::inih ALIAS PkgConfig::inih)
endif()

if(POLYGLOT_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
