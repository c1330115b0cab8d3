# SPDX-License-Identifier: MIT
# Makes a C++ source of the page's files, and beside it the page itself in a folder:
# cmake -DSOURCE=folder -DPAGE=folder -DMODULES=a.js,b.js -DSTYLES=a.css,b.css -DOUTPUT=file.cpp -P …
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" MODULES "${MODULES}")
string(REPLACE "," ";" STYLES "${STYLES}")

foreach(part IN ITEMS index.html package.json book rules ui)
  file(COPY ${SOURCE}/${part} DESTINATION ${PAGE})
endforeach()
set(style "")
foreach(part IN LISTS STYLES)
  file(READ ${SOURCE}/${part} text)
  string(APPEND style "${text}")
endforeach()
file(WRITE ${PAGE}/style.css "${style}")

# put_bytes(NAME TEXT): a constant with the bytes of a text.
function(put_bytes name text)
  string(HEX "${text}" digits)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${digits}")
  file(APPEND ${OUTPUT} "constexpr unsigned char ${name}[] = {${bytes}};\n")
endfunction()

file(
  WRITE ${OUTPUT}
  "// Made by embed_page.cmake.\n#include \"explorer/page.hpp\"\n\nnamespace polyglot::explorer {\nnamespace {\n\n"
  "template <std::size_t kSize>\nstd::string_view text(const unsigned char (&bytes)[kSize]) noexcept {\n"
  "  return {reinterpret_cast<const char*>(bytes), kSize};\n}\n\n")
set(rows "")
set(number 0)
foreach(file index.html style.css ${MODULES})
  file(READ ${PAGE}/${file} content)
  put_bytes(kFile${number} "${content}")
  set(type "text/javascript")
  set(path "/${file}")
  if(file STREQUAL "index.html")
    set(type "text/html")
    set(path "/")
  elseif(file MATCHES "\\.css$")
    set(type "text/css")
  endif()
  string(APPEND rows "      {\"${path}\", \"${type}; charset=utf-8\", text(kFile${number})},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(
  APPEND ${OUTPUT}
  "\n}  // namespace\n\nstd::span<const Asset> page_assets() noexcept {\n"
  "  static const Asset kAssets[] = {\n${rows}  };\n  return kAssets;\n}\n\n}  // namespace polyglot::explorer\n")
