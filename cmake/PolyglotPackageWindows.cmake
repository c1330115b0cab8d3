# SPDX-License-Identifier: MIT
# `cpack --preset windows` makes a zip and, if NSIS is installed, an installer. docs/releasing.md
find_program(DPKG_QUERY dpkg-query)
if(NOT DPKG_QUERY)
  return()
endif()

execute_process(COMMAND ${DPKG_QUERY} --search /usr/include/boost/version.hpp OUTPUT_VARIABLE _boost)
string(REGEX REPLACE ":.*" "" _boost "${_boost}")

# NOTICES has the licences of everything in the program. Its libraries are built from the sources of these packages.
set(_notices ${PROJECT_BINARY_DIR}/NOTICES)
set(_sources ${_boost} libfmt-dev libxxhash-dev libinih-dev libzstd-dev libsqlite3-dev libbz2-dev libz-mingw-w64-dev
             mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-posix)
add_custom_command(
  OUTPUT ${_notices}
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/notices.sh ${PROJECT_BINARY_DIR} ${_notices} ${_sources}
  DEPENDS polyglot_program ${PROJECT_SOURCE_DIR}/scripts/notices.sh
  VERBATIM)
add_custom_target(polyglot_notices DEPENDS ${_notices})
install(FILES ${_notices} DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR ZIP)
find_program(MAKENSIS makensis)
if(MAKENSIS)
  list(APPEND CPACK_GENERATOR NSIS)
endif()
set(CPACK_PACKAGE_NAME polyglot)
set(CPACK_PACKAGE_VENDOR "The Polyglot maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "opening books for any chess engine in any chess GUI")
set(CPACK_PACKAGE_FILE_NAME polyglot-${PROJECT_VERSION}-windows-x86_64)
set(CPACK_PACKAGE_INSTALL_DIRECTORY Polyglot)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_MONOLITHIC_INSTALL ON)
set(CPACK_STRIP_FILES ON)
# The installer is a program of 64 bits, as Polyglot is, so that the same Wine runs both.
set(CPACK_NSIS_DEFINES "Target amd64-unicode")
set(CPACK_NSIS_DISPLAY_NAME "Polyglot ${PROJECT_VERSION}")
set(CPACK_NSIS_PACKAGE_NAME Polyglot)
set(CPACK_NSIS_INSTALL_ROOT "$PROGRAMFILES64")
set(CPACK_NSIS_INSTALLED_ICON_NAME polyglot.exe)
set(CPACK_NSIS_ENABLE_UNINSTALL_BEFORE_INSTALL ON)
# The installer offers to add Polyglot to PATH.
set(CPACK_NSIS_MODIFY_PATH ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package_config.cmake)
include(CPack)
