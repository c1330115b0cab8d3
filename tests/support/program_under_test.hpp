// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string>

#include "test_paths.hpp"

namespace polyglot::test {

/// Path of the program that tests run: the one that the environment variable POLYGLOT_PROGRAM names, or else
/// the one that was built beside them.
inline std::string program_under_test() {
  const char* const other = std::getenv("POLYGLOT_PROGRAM");
  return other == nullptr ? POLYGLOT_PROGRAM : other;
}

/// Whether it has sanitizers, which take memory and descriptors for themselves.
inline bool program_has_sanitizers() {
  return POLYGLOT_SANITIZED != 0 && std::getenv("POLYGLOT_PROGRAM") == nullptr;
}

}  // namespace polyglot::test
