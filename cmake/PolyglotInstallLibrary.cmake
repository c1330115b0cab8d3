# SPDX-License-Identifier: MIT
# Installs the component "development", the C++ library for books. Programs use it with find_package(polyglot) and the target
# polyglot::book, or with pkg-config polyglot.
include(CMakePackageConfigHelpers)
set(_libraries book game variants pgn chess os json)  # each before those that it needs
list(TRANSFORM _libraries PREPEND polyglot_ OUTPUT_VARIABLE _library_targets)
set(_cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/polyglot)
install(
  TARGETS ${_library_targets}
  EXPORT polyglot
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
if(POLYGLOT_LINKS_STATIC)
  install(TARGETS deps_inih deps_zlib deps_bzip2 deps_zstd EXPORT polyglot)
endif()
install(
  DIRECTORY include/polyglot/chess include/polyglot/variants include/polyglot/game include/polyglot/book
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/polyglot
  COMPONENT development)
install(
  FILES include/polyglot/result.hpp include/polyglot/visible.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/polyglot
  COMPONENT development)
install(
  EXPORT polyglot
  NAMESPACE polyglot::
  DESTINATION ${_cmake_folder}
  COMPONENT development)
configure_package_config_file(cmake/polyglotConfig.cmake.in ${PROJECT_BINARY_DIR}/polyglotConfig.cmake
                              INSTALL_DESTINATION ${_cmake_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polyglotConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/polyglotConfig.cmake ${PROJECT_BINARY_DIR}/polyglotConfigVersion.cmake
  DESTINATION ${_cmake_folder}
  COMPONENT development)

# The prefix is relative to the folder of the .pc file, so that users can move the installed tree.
file(RELATIVE_PATH POLYGLOT_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
list(TRANSFORM _library_targets PREPEND -l OUTPUT_VARIABLE _linked)
list(JOIN _linked " " POLYGLOT_PC_LIBRARIES)
configure_file(cmake/polyglot.pc.in ${PROJECT_BINARY_DIR}/polyglot.pc @ONLY)
install(
  FILES ${PROJECT_BINARY_DIR}/polyglot.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

# Only the same compiler understands code for the linker's optimiser. Therefore the library also has ordinary code for other
# compilers, although compiling then takes half as long again.
foreach(library IN LISTS _library_targets)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    target_compile_options(${library} PRIVATE -ffat-lto-objects)
  else()
    set_target_properties(${library} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  endif()
endforeach()
install(
  CODE "file(GLOB archives \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libpolyglot_*.a\")
execute_process(
  COMMAND ${CMAKE_STRIP} --strip-debug --remove-section=.comment --remove-section=.note --remove-section=.gnu.lto_*
          --remove-section=.gnu.debuglto_* --strip-symbol=__gnu_lto_slim --strip-symbol=__gnu_lto_v1 \${archives}
          COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT development)
