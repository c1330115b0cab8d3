# SPDX-License-Identifier: MIT
# Makes a C++ source whose function returns the text of a file:
# cmake -DINPUT=FILE -DOUTPUT=file.cpp -DHEADER=header/with/declaration.hpp -DMODULE=name -DFUNCTION=name -P embed_text.cmake
cmake_minimum_required(VERSION 3.25)
file(READ ${INPUT} digits HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${digits}")
file(
  WRITE ${OUTPUT}
  "// Made by embed_text.cmake.\n#include \"${HEADER}\"\n\nnamespace polyglot::${MODULE} {\nnamespace {\n\n"
  "constexpr unsigned char kText[] = {${bytes}};\n\n}  // namespace\n\n"
  "std::string_view ${FUNCTION}() noexcept {\n"
  "  return {reinterpret_cast<const char*>(kText), sizeof(kText)};\n}\n\n}  // namespace polyglot::${MODULE}\n")
