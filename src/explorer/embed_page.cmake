# SPDX-License-Identifier: MIT
# Makes a C++ source of the page's files, and beside it the page itself in a folder:
# cmake -DSOURCE=folder -DNUMBERS=zobrist.cpp -DPAGE=folder -DMODULES=a.js,b.js -DSTYLES=a.css,b.css
#       -DOUTPUT=file.cpp -P …
#
# The exported page holds all modules as one script: import lines go, `export` before a declaration goes too. So
# modules keep imports in statements of their own at the top, and names at the top level are unique in the page.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" MODULES "${MODULES}")
string(REPLACE "," ";" STYLES "${STYLES}")

foreach(part IN ITEMS index.html package.json book chess rules ui)
  file(COPY ${SOURCE}/${part} DESTINATION ${PAGE})
endforeach()
file(READ ${NUMBERS} numbers)
string(REGEX MATCHALL "0x[0-9A-F]+" numbers "${numbers}")
string(JOIN "n,\n  " numbers ${numbers})
file(WRITE ${PAGE}/chess/zobrist.js "export const zobristNumbers = [\n  ${numbers}n,\n];\n")

set(script "")
foreach(module IN LISTS MODULES)
  file(READ ${PAGE}/${module} text)
  string(REGEX REPLACE "(^|\n)import [^;]*;" "\\1" text "${text}")
  string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
  string(APPEND script "\n// ${module}\n${text}")
endforeach()
set(style "")
foreach(part IN LISTS STYLES)
  file(READ ${SOURCE}/${part} text)
  string(APPEND style "${text}")
endforeach()
file(WRITE ${PAGE}/style.css "${style}")
file(READ ${PAGE}/index.html index)
string(SHA256 script_hash "${script}")
string(SHA256 style_hash "${style}")

# What is between the two marks is how a server gives the page its parts. Books stand behind all that is seen, so that
# it is there while they are read.
string(REGEX MATCH "<!-- served -->.*<!-- /served -->" served "${index}")
string(
  CONCAT inside
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {{script-hash}}; "
  "style-src {{style-hash}}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
  "<style>${style}</style>\n"
  "<script type=\"module\">${script}</script>")
string(REPLACE "${served}" "${inside}" exported "${index}")
string(REPLACE "<!-- books -->" "<script type=\"application/json\" id=\"books\">{{books}}</script>" exported
               "${exported}")

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
put_bytes(kExported "${exported}")
file(
  APPEND ${OUTPUT}
  "\n}  // namespace\n\nstd::span<const Asset> page_assets() noexcept {\n"
  "  static const Asset kAssets[] = {\n${rows}  };\n  return kAssets;\n}\n\n"
  "ExportPage export_page_template() noexcept {\n"
  "  return {text(kExported), \"${script_hash}\", \"${style_hash}\"};\n}\n\n}  // namespace polyglot::explorer\n")
