// SPDX-License-Identifier: MIT
#pragma once

#include <ini.h>

namespace polyglot::testing {

/// Does what ini.h says of ini_parse_stream, with the values that its settings have by default.
///
/// It reads one line at a time with `reader`, a function like fgets, into a buffer of INI_MAX_LINE bytes. It
/// calls `handler` with `user` for each entry, and for each line that continues one. Returns the number of
/// the first wrong line, or 0. A line is wrong that is neither a comment, a section nor an entry, or for
/// which `handler` returns 0.
int parse_ini_stream(ini_reader reader, void* stream, ini_handler handler, void* user);

}  // namespace polyglot::testing
