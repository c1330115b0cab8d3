// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <polyglot/ascii.hpp>

namespace polyglot::chess {

/// Removes the FEN at the beginning of a line of an EPD file or of a list, and returns it. It has four
/// fields, and the two counters if they are numbers. Source: PGN standard 16.2, "EPD".
[[nodiscard]] inline std::string_view take_fen(std::string_view& line) noexcept {
  constexpr int kFenFields = 4;
  constexpr int kCounters = 2;
  line = trim(line);
  std::string_view rest = line;
  for (int field = 0; field < kFenFields; ++field) (void)take_word(rest);
  for (int counter = 0; counter < kCounters; ++counter) {
    std::string_view behind = rest;
    const std::string_view word = take_word(behind);
    if (!word.empty() && word.find_first_not_of("0123456789") == word.npos) rest = behind;
  }
  const std::string_view fen = line.substr(0, line.size() - rest.size());
  line = rest;
  return fen;
}

/// Removes the next operation after the position, and returns it without blanks around it. A `;` in quotes
/// does not end it.
[[nodiscard]] inline std::string_view take_operation(std::string_view& operations) noexcept {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < operations.size() && (quoted || operations[end] != ';'); ++end)
    if (operations[end] == '"') quoted = !quoted;
  const std::string_view operation = operations.substr(0, end);
  operations.remove_prefix(std::min(end + 1, operations.size()));
  return trim(operation);
}

/// The FEN at the beginning of a line of EPD, with counters from its operations `hmvc` and `fmvn` if it has
/// none of its own.
[[nodiscard]] inline std::string fen_of_epd(std::string_view line) {
  constexpr std::ptrdiff_t kBlanksOfEpd = 3;
  std::string fen(trim(take_fen(line)));
  if (std::ranges::count(fen, ' ') > kBlanksOfEpd) return fen;
  std::string_view halfmoves = "0";
  std::string_view number = "1";
  while (!line.empty()) {
    std::string_view operand = take_operation(line);
    const std::string_view opcode = take_word(operand);
    if (opcode == "hmvc") halfmoves = trim(operand);
    if (opcode == "fmvn") number = trim(operand);
  }
  return fen.append(1, ' ').append(halfmoves).append(1, ' ').append(number);
}

}  // namespace polyglot::chess
