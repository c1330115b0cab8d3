#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is built in the folder $1, and has a program outside of it use the library of books.
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/installed" >"$work/log" || { cat "$work/log"; exit 1; }
"$work/installed/bin/polyglot" --version

cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(reader CXX)
find_package(polyglot REQUIRED)
add_executable(reader reader.cpp)
target_link_libraries(reader polyglot::book)
END
cat >"$work/reader.cpp" <<'END'
#include <polyglot/book/learner.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/book/selection.hpp>

int main(int, char** arguments) {
  const auto book = polyglot::book::open_book(arguments[1]);
  if (!book) return 1;
  return polyglot::book::judge((*book)->find(polyglot::chess::Position()), nullptr, {}).empty() ? 2 : 0;
}
END
cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/installed" >"$work/log" 2>&1 &&
  cmake --build "$work/build" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/build/reader" "$work/installed/share/polyglot/starter.bin"
echo "the installed library opens a book"
