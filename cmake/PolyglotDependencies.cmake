# Everything comes from the distribution's packages; nothing is downloaded.
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS filesystem program_options)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(inih REQUIRED IMPORTED_TARGET inih)

# Boost.Process v2: a source file of ours compiles it once up to 1.85, a library of its own since 1.86.
if(Boost_VERSION VERSION_GREATER_EQUAL 1.86)
  find_package(Boost 1.86 REQUIRED COMPONENTS process)
endif()

if(POLYGLOT_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
if(POLYGLOT_BENCH)
  find_package(benchmark REQUIRED)
endif()
