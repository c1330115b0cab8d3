// SPDX-License-Identifier: MIT
#include "ini_stand_in.hpp"

int ini_parse_stream(ini_reader reader, void* stream, ini_handler handler, void* user) {
  return polyglot::testing::parse_ini_stream(reader, stream, handler, user);
}
