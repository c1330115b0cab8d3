# SPDX-License-Identifier: MIT
# CPack runs this script when the files of a package are in place. It makes the changes that one kind of package needs.
cmake_minimum_required(VERSION 3.25)

# run(command...): runs a command; fails with the command's message.
macro(run)
  execute_process(COMMAND ${ARGN} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endmacro()

# add_debian_papers(PACKAGE FOLDER): adds the documents that Debian requires in each package.
function(add_debian_papers package folder)
  file(READ ${CPACK_POLYGLOT_SOURCE}/LICENSE licence)
  string(REGEX MATCH "Copyright [^\n]*" copyright "${licence}")
  string(REGEX REPLACE "^.*Copyright [^\n]*\n+" "" terms "${licence}")
  string(STRIP "${terms}" terms)
  string(REPLACE "\n\n" "\n.\n" terms "${terms}")
  string(REPLACE "\n" "\n " terms "${terms}")
  string(REGEX REPLACE "Copyright \\(c\\) " "" holder "${copyright}")
  file(
    WRITE ${folder}/copyright
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: polyglot\n"
    "Comment: What this package carries of other projects, and under which licences, is in NOTICES.gz.\n\n"
    "Files: *\nCopyright: ${holder}\nLicense: Expat\n\n"
    "Files: starter.bin openings.tsv\nCopyright: none\nLicense: CC0-1.0\n\n"
    "License: Expat\n ${terms}\n\n"
    "License: CC0-1.0\n On Debian systems, the text is in /usr/share/common-licenses/CC0-1.0.\n")
  # With SOURCE_DATE_EPOCH this is the date of the release.
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(
    WRITE ${folder}/changelog.Debian
    "polyglot (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * Release ${CPACK_PACKAGE_VERSION}; what is new in it is in changelog.gz of the package polyglot.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(COPY ${CPACK_POLYGLOT_BUILD}/NOTICES DESTINATION ${folder} NO_SOURCE_PERMISSIONS)
  run(gzip -9n ${folder}/changelog.Debian ${folder}/NOTICES)
endfunction()

set(root ${CPACK_TEMPORARY_DIRECTORY})
if(CPACK_GENERATOR STREQUAL "DEB")
  set(program ${root}/program/usr)
  set(documents ${program}/share/doc/polyglot)
  file(RENAME ${program}/bin ${program}/games)
  file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
  file(GLOB_RECURSE manuals ${program}/share/man/*)
  run(gzip -9n ${documents}/changelog ${manuals})
  file(REMOVE ${documents}/LICENSE)
  add_debian_papers(polyglot ${documents})

  set(library ${root}/development/usr)
  file(REMOVE_RECURSE ${library}/share/doc/polyglot-devel)
  add_debian_papers(libpolyglot-dev ${library}/share/doc/libpolyglot-dev)
  # pkg-config looks for files of one architecture in this folder, which is one level deeper.
  file(READ ${library}/lib/pkgconfig/polyglot.pc pc)
  string(REPLACE "{pcfiledir}/" "{pcfiledir}/../" pc "${pc}")
  file(REMOVE_RECURSE ${library}/lib/pkgconfig)
  file(WRITE ${library}/lib/${CPACK_POLYGLOT_ARCHITECTURE}/pkgconfig/polyglot.pc "${pc}")

  file(WRITE ${program}/share/lintian/overrides/polyglot
       "# One package for all distributions: it needs the C library alone.\npolyglot: embedded-library *\n"
       "# Not made for an upload.\npolyglot: initial-upload-closes-no-bugs *\n")
  file(WRITE ${library}/share/lintian/overrides/libpolyglot-dev
       "# Not made for an upload.\nlibpolyglot-dev: initial-upload-closes-no-bugs *\n")
elseif(CPACK_GENERATOR STREQUAL "TZST")
  file(GLOB program ${root}/*/bin/polyglot ${root}/*/*/bin/polyglot)
  run(${CPACK_POLYGLOT_STRIP} -o ${program} ${CPACK_POLYGLOT_BUILD}/polyglot-static)
  run(${program} --version)
endif()
