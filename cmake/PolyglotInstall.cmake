# SPDX-License-Identifier: MIT
install(TARGETS polyglot_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/polyglot.ini.example DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/docs/polyglot.6 DESTINATION ${CMAKE_INSTALL_MANDIR}/man6)
install(FILES ${PROJECT_SOURCE_DIR}/config/starter.bin DESTINATION ${CMAKE_INSTALL_DATADIR}/polyglot)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The library of opening books: find_package(polyglot), target polyglot::book.
include(CMakePackageConfigHelpers)
install(
  TARGETS polyglot_json polyglot_os polyglot_chess polyglot_variants polyglot_game polyglot_pgn polyglot_book
  EXPORT polyglot
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(POLYGLOT_LINKS_STATIC)
  install(TARGETS deps_zlib deps_bzip2 deps_zstd EXPORT polyglot)
endif()
install(DIRECTORY include/polyglot/chess include/polyglot/variants include/polyglot/game include/polyglot/book DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/polyglot)
install(FILES include/polyglot/result.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/polyglot)
install(
  EXPORT polyglot
  NAMESPACE polyglot::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/polyglot)
configure_package_config_file(
  cmake/polyglotConfig.cmake.in ${PROJECT_BINARY_DIR}/polyglotConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/polyglot)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polyglotConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/polyglotConfig.cmake ${PROJECT_BINARY_DIR}/polyglotConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/polyglot)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME polyglot)
set(CPACK_PACKAGE_CONTACT "The Polyglot maintainers <maintainers@polyglot.example>")
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
