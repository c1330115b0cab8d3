# Everything comes from the distribution's packages; nothing is downloaded.
#
# The rooms use deps::fmt, deps::spdlog, deps::inih, deps::iostreams, deps::zstd and Boost's targets, and need
# not know how they are linked: with POLYGLOT_STATIC the program carries them and the C++ runtime itself. It
# starts earlier then, since binding seven shared libraries takes longer than all that Polyglot does before it
# greets its engine. deps::json is in src/io.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(inih REQUIRED IMPORTED_TARGET inih)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)

set(POLYGLOT_LINKS_STATIC OFF)
if(POLYGLOT_STATIC)
  # One library that stays shared would bring a second C++ runtime along: all of them or none.
  include(CheckLinkerFlag)
  check_linker_flag(CXX "-static-libstdc++;-static-libgcc" POLYGLOT_HAS_STATIC_RUNTIME)
  find_library(INIH_ARCHIVE libinih.a)
  set(Boost_USE_STATIC_LIBS ON)
  find_package(Boost 1.81 QUIET COMPONENTS filesystem iostreams program_options)
  find_library(ZLIB_ARCHIVE libz.a)
  find_library(BZIP2_ARCHIVE libbz2.a)
  find_library(ZSTD_ARCHIVE libzstd.a)
  if(POLYGLOT_HAS_STATIC_RUNTIME AND INIH_ARCHIVE AND ZLIB_ARCHIVE AND BZIP2_ARCHIVE AND ZSTD_ARCHIVE
     AND Boost_FOUND AND TARGET fmt::fmt-header-only)
    set(POLYGLOT_LINKS_STATIC ON)
  else()
    message(STATUS "POLYGLOT_STATIC: archives are missing, linking shared libraries")
    set(Boost_USE_STATIC_LIBS OFF)
  endif()
endif()

find_package(Boost 1.81 REQUIRED COMPONENTS filesystem iostreams program_options)
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
  # Boost names its codecs in a way that finds the shared libraries first, and one that nobody uses.
  set_target_properties(Boost::iostreams PROPERTIES INTERFACE_LINK_LIBRARIES Boost::headers)
  add_library(deps_zstd INTERFACE)
  target_include_directories(deps_zstd INTERFACE ${zstd_INCLUDE_DIRS})
  target_link_libraries(deps_zstd INTERFACE ${ZSTD_ARCHIVE})
  add_library(deps::zstd ALIAS deps_zstd)
  add_library(deps_iostreams INTERFACE)
  target_link_libraries(deps_iostreams INTERFACE Boost::iostreams ${ZLIB_ARCHIVE} ${BZIP2_ARCHIVE})
  add_library(deps::iostreams ALIAS deps_iostreams)
  target_link_options(polyglot_runtime INTERFACE -static-libstdc++ -static-libgcc)
else()
  add_library(deps::fmt ALIAS fmt::fmt)
  add_library(deps::spdlog ALIAS spdlog::spdlog)
  add_library(deps::inih ALIAS PkgConfig::inih)
  add_library(deps::iostreams ALIAS Boost::iostreams)
  add_library(deps::zstd ALIAS PkgConfig::zstd)
endif()

if(POLYGLOT_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
