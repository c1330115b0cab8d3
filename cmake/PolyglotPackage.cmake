# SPDX-License-Identifier: MIT
# `cpack --preset package` makes packages on Debian: a .deb for the program, a .deb for the library, and a
# .tar.zst whose program is statically linked with the C library, so that it runs on any Linux. docs/releasing.md
find_program(DPKG_DEB dpkg-deb)
if(NOT DPKG_DEB)
  return()
endif()

# NOTICES has the licences of everything in the static program, and so in the other packages, in Debian's words.
set(_notices ${PROJECT_BINARY_DIR}/NOTICES)
add_custom_command(
  OUTPUT ${_notices}
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/notices.sh ${PROJECT_BINARY_DIR} ${_notices}
  DEPENDS polyglot_static_program ${PROJECT_SOURCE_DIR}/scripts/notices.sh
  VERBATIM)
add_custom_target(polyglot_notices ALL DEPENDS ${_notices})
install(FILES ${_notices} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${_notices} LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}-devel COMPONENT development)

set(CPACK_GENERATOR TZST DEB)

set(CPACK_PACKAGE_NAME polyglot)
set(CPACK_PACKAGE_CONTACT "The Polyglot maintainers <maintainers@polyglot.example>")
set(CPACK_PACKAGE_VENDOR "The Polyglot maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "opening books for any chess engine in any chess GUI")
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "A chess GUI starts Polyglot as an engine, and Polyglot starts the real engine.
Polyglot plays from an opening book while the position is in the book. It
translates between the protocols UCI and XBoard, for chess, Chess960 and some
seventy variants.
Its tools build, merge, compare, check, review, edit and show opening books of
Polyglot, XBoard, Crafty, Arena and ChessBase.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers and archives of the C++ library with which Polyglot reads, writes,
merges, compares and checks opening books of chess and its variants.")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME polyglot)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# The package has the name of Debian's package of 2.0.4 and a higher version. Therefore it replaces that package.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "stockfish")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "scid, slurm-client, xboard")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpolyglot-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libboost-dev (>= 1.81) | libboost1.81-dev, libinih-dev, zlib1g-dev, libbz2-dev, libzstd-dev, pkg-config")

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
string(TOLOWER "polyglot-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_ARCHIVE_FILE_NAME)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package_config.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_files.cmake)
set(CPACK_POLYGLOT_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_POLYGLOT_BUILD ${PROJECT_BINARY_DIR})
set(CPACK_POLYGLOT_ARCHITECTURE ${CMAKE_LIBRARY_ARCHITECTURE})
set(CPACK_POLYGLOT_STRIP ${CMAKE_STRIP})
include(CPack)
