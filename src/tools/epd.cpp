// SPDX-License-Identifier: MIT
#include "tools/epd.hpp"

#include <polyglot/ascii.hpp>
#include <polyglot/chess/epd.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/game_text.hpp>

#include "tools/position_arguments.hpp"
#include "tools/text_input.hpp"

namespace polyglot::tools {
namespace {

std::vector<chess::Move> read_moves(const chess::Position& position, std::string_view text) {
  std::vector<chess::Move> moves;
  for (const std::string_view word : pgn::read_line(text).value()) moves.push_back(read_move(position, word));
  if (moves.empty()) throw Failure("no move after bm or am");
  return moves;
}

double centipawns(const protocol::Score& score) noexcept {
  // That of an immediate mate. Each move to the mate adds one.
  constexpr std::int64_t kMateScore = 100'000;
  if (!score.is_mate) return static_cast<double>(score.value);
  return static_cast<double>(score.value < 0 ? score.value - kMateScore : score.value + kMateScore);
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

void EpdSearch::add(const protocol::Info& info) {
  if (info.multipv.value_or(1) > 1) return;
  if (info.depth) now_.depth = *info.depth;
  if (info.time) now_.time = static_cast<double>(*info.time) / 1000;
  if (info.nodes) now_.nodes = *info.nodes;
  if (info.score) score_ = centipawns(*info.score);
  if (!info.pv.empty()) read_variation(info.pv);
}

void EpdSearch::read_variation(std::string_view moves) {
  chess::Position position = record_.position;
  std::string san;
  chess::Move first;
  for (std::string_view word; !(word = take_word(moves)).empty();) {
    const auto move = chess::move_from_uci(position, word);
    if (!move) break;
    if (san.empty()) first = *move;
    if (!san.empty()) san += ' ';
    san += to_san(position, *move);
    position.make(*move);
  }
  if (san.empty()) return;
  variation_ = std::move(san);
  choose(first);
}

void EpdSearch::finish(std::string_view best_move) {
  if (!move_.is_null()) return;
  if (const auto move = chess::move_from_uci(record_.position, best_move)) choose(*move);
}

void EpdSearch::choose(chess::Move move) noexcept {
  if (move == move_) return;
  move_ = move;
  chosen_ = now_;
}

bool EpdSearch::is_over(const EpdLimits& limits, std::chrono::duration<double> elapsed) const noexcept {
  if (now_.depth > limits.max_depth || elapsed.count() >= limits.max_time) return true;
  return is_solved() && now_.depth - chosen_.depth >= limits.depth_delta && now_.depth > limits.min_depth &&
         now_.time >= limits.min_time;
}

}  // namespace polyglot::tools
