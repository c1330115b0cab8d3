# SPDX-License-Identifier: MIT
# clang and its linker take a quarter of the time of toolchain.cmake's g++. The libraries are those of g++.
include(${CMAKE_CURRENT_LIST_DIR}/toolchain.cmake)
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=include/c++
  OUTPUT_VARIABLE headers
  OUTPUT_STRIP_TRAILING_WHITESPACE)
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_CXX_COMPILER_TARGET x86_64-w64-mingw32)

# clang does not look into a folder "12-posix", and it does not define all that g++'s library was built with. Without the
# last option, ccache would never find a file that uses precompiled headers.
string(APPEND CMAKE_CXX_FLAGS_INIT " -nostdinc++ -isystem ${headers} -isystem ${headers}/x86_64-w64-mingw32"
       " -D_REENTRANT -D__GXX_TYPEINFO_EQUALITY_INLINE=0 -femulated-tls -Wno-unused-command-line-argument"
       " -Xclang -fno-pch-timestamp")
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -fuse-ld=lld -pthread -B${headers}/../.. -L${headers}/../..")
