// SPDX-License-Identifier: MIT
#include "tools/epd.hpp"
#include <algorithm>
#include <optional>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/epd.hpp>

#include "tools/position_arguments.hpp"
#include "tools/text_files.hpp"

namespace polyglot::tools {
namespace {

std::vector<chess::Move> read_moves(const chess::Position& position, std::string_view text) {
  std::vector<chess::Move> moves;
  for (std::string_view word; !(word = take_word(text)).empty();) {
    word = word.substr(0, word.find_last_not_of(",!?") + 1);
    if (word.empty()) continue;
    moves.push_back(read_move(position, word));
  }
  if (moves.empty()) throw Failure("no move after bm or am");
  return moves;
}

}  // namespace

bool EpdRecord::is_solved_by(chess::Move move) const noexcept {
  return (std::ranges::find(moves, move) != moves.end()) != avoid;
}

EpdRecord parse_epd(std::string_view line) {
  const auto position = chess::Position::from_fen(chess::take_fen(line)).value();
  std::optional<std::string_view> best;
  std::optional<std::string_view> avoided;
  EpdRecord record{.position = position, .moves = {}};
  while (!line.empty()) {
    std::string_view operand = chess::take_operation(line);
    const std::string_view opcode = take_word(operand);
    if (opcode == "bm" && !best) best = operand;
    if (opcode == "am" && !avoided) avoided = operand;
    if (opcode == "id") record.id = trim(operand);
  }
  if (!best && !avoided) throw Failure("neither a move to find (bm) nor one to avoid (am)");
  record.avoid = !best;
  record.moves = read_moves(position, best ? *best : *avoided);
  return record;
}

std::vector<EpdRecord> read_epd(const std::string& path) {
  std::vector<EpdRecord> records;
  read_lines(path, [&records](std::string_view line, std::size_t number) {
    records.push_back(parse_epd(line));
    records.back().line = number;
  });
  if (records.empty()) throw Failure("holds no positions", path);
  return records;
}

}  // namespace polyglot::tools
