# SPDX-License-Identifier: MIT
# Installs the component "program": the program, its documents, manual pages, a script for Slurm, the starter book
# and the names of openings.
install(TARGETS polyglot_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES polyglot.ini.example DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples RENAME polyglot.ini)
install(
  DIRECTORY examples
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING REGEX "\\.(ini|md)$")
if(NOT WIN32)
  install(FILES docs/polyglot.6 DESTINATION ${CMAKE_INSTALL_MANDIR}/man6)
  install(PROGRAMS cluster/polyglot-slurm DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES config/starter.bin config/openings.tsv DESTINATION ${CMAKE_INSTALL_DATADIR}/polyglot)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(
  DIRECTORY docs
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING REGEX "\\.(md|png|svg)$")

if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(
    uninstall
    COMMAND ${CMAKE_COMMAND} -D BUILD=${PROJECT_BINARY_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake
    VERBATIM)
endif()
