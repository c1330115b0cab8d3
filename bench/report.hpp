// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <exception>

namespace bench {

/// Where Debian installs Polyglot 2.0.4.
inline constexpr const char* kOldPolyglot = "/usr/games/polyglot";

/// The project's goals, as the rows of a table.
inline void print_goals_heading() {
  std::printf("\n| goal | seen | limit | met |\n|---|--:|--:|---|\n");
}

/// `relation`: "<=" or ">=".
inline void print_goal(const char* what, double seen, const char* relation, double limit) {
  const bool met = relation[0] == '<' ? seen <= limit : seen >= limit;
  std::printf("| %s | %.2f | %s %.2f | %s |\n", what, seen, relation, limit, met ? "yes" : "no");
}

/// Runs a benchmark. Returns the exit code of its program.
template <class Run>
int report_failure(const char* program, Run run) {
  try {
    run();
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s: %s\n", program, failure.what());
    return 1;
  }
}

}  // namespace bench
