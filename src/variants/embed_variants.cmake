# SPDX-License-Identifier: MIT
# Makes a C++ source from config/variants.ini: cmake -DINPUT=variants.ini -DOUTPUT=file.cpp -P …
cmake_minimum_required(VERSION 3.25)
file(READ ${INPUT} digits HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${digits}")
file(
  WRITE ${OUTPUT}
  "// Made by embed_variants.cmake.\n#include \"variants/definition.hpp\"\n\nnamespace polyglot::variants {\nnamespace {\n\n"
  "constexpr unsigned char kText[] = {${bytes}};\n\n}  // namespace\n\n"
  "std::string_view builtin_variants() noexcept {\n"
  "  return {reinterpret_cast<const char*>(kText), sizeof(kText)};\n}\n\n}  // namespace polyglot::variants\n")
