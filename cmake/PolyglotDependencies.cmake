# SPDX-License-Identifier: MIT
# Finds the libraries. All of them come from the distribution's packages; the build downloads nothing.
#
# The modules use the targets deps::fmt, deps::inih, deps::zlib, deps::bzip2, deps::zstd, deps::sqlite and
# Boost's. These hide how a library is linked. With POLYGLOT_STATIC the program contains the libraries and the C++
# runtime. It starts earlier then: binding seven shared libraries takes longer than everything that Polyglot does before it
# talks to its engine. deps::json is defined in src/os.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
find_package(SQLite3 3.37 REQUIRED)  # the first with strict tables
find_package(PkgConfig REQUIRED)
pkg_check_modules(inih REQUIRED IMPORTED_TARGET inih)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
# Only its header is used: files of counts identify games by a hash of their content.
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)

set(POLYGLOT_LINKS_STATIC OFF)
if(POLYGLOT_STATIC)
  # A library that stays shared would load a second C++ runtime. Therefore all are static or none.
  include(CheckLinkerFlag)
  check_linker_flag(CXX "-static-libstdc++;-static-libgcc" POLYGLOT_HAS_STATIC_RUNTIME)
  find_library(INIH_ARCHIVE libinih.a)
  set(Boost_USE_STATIC_LIBS ON)
  find_package(Boost 1.81 QUIET)
  find_library(ZLIB_ARCHIVE libz.a)
  find_library(BZIP2_ARCHIVE libbz2.a)
  find_library(ZSTD_ARCHIVE libzstd.a)
  find_library(SQLITE_ARCHIVE libsqlite3.a)
  if(POLYGLOT_HAS_STATIC_RUNTIME AND INIH_ARCHIVE AND ZLIB_ARCHIVE AND BZIP2_ARCHIVE AND ZSTD_ARCHIVE
     AND SQLITE_ARCHIVE AND Boost_FOUND AND TARGET fmt::fmt-header-only)
    set(POLYGLOT_LINKS_STATIC ON)
  else()
    message(STATUS "POLYGLOT_STATIC: archives are missing, linking shared libraries")
    set(Boost_USE_STATIC_LIBS OFF)
  endif()
endif()

find_package(Boost 1.81 REQUIRED)
# Boost.URL: with 1.81 one of our source files compiles it. Later versions have it only as a library.
if(Boost_VERSION VERSION_GREATER_EQUAL 1.82)
  find_package(Boost 1.82 REQUIRED COMPONENTS url)
endif()

# _polyglot_archive(NAME ARCHIVE INSTALLED_TARGET [folder of headers...]): defines the target deps::NAME
function(_polyglot_archive name archive installed)
  add_library(deps_${name} INTERFACE)
  add_library(deps::${name} ALIAS deps_${name})
  target_include_directories(deps_${name} INTERFACE $<BUILD_INTERFACE:${ARGN}>)
  target_link_libraries(deps_${name} INTERFACE $<BUILD_INTERFACE:${archive}> $<INSTALL_INTERFACE:${installed}>)
endfunction()

add_library(polyglot_runtime INTERFACE)
if(POLYGLOT_LINKS_STATIC)
  # Distributions have no static archive of fmt, but its headers are complete.
  add_library(deps::fmt ALIAS fmt::fmt-header-only)
  # A program that uses the installed library finds these libraries itself.
  _polyglot_archive(inih ${INIH_ARCHIVE} PkgConfig::inih ${inih_INCLUDE_DIRS})
  _polyglot_archive(zlib ${ZLIB_ARCHIVE} ZLIB::ZLIB ${ZLIB_INCLUDE_DIRS})
  _polyglot_archive(bzip2 ${BZIP2_ARCHIVE} BZip2::BZip2 ${BZIP2_INCLUDE_DIRS})
  _polyglot_archive(zstd ${ZSTD_ARCHIVE} PkgConfig::zstd ${zstd_INCLUDE_DIRS})
  _polyglot_archive(sqlite ${SQLITE_ARCHIVE} SQLite::SQLite3 ${SQLite3_INCLUDE_DIRS})
  target_link_options(polyglot_runtime INTERFACE -static-libstdc++ -static-libgcc)
else()
  add_library(deps::fmt ALIAS fmt::fmt)
  add_library(deps::inih ALIAS PkgConfig::inih)
  add_library(deps::zlib ALIAS ZLIB::ZLIB)
  add_library(deps::bzip2 ALIAS BZip2::BZip2)
  add_library(deps::zstd ALIAS PkgConfig::zstd)
  add_library(deps::sqlite ALIAS SQLite::SQLite3)
endif()

if(POLYGLOT_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
