// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/ascii.hpp>
#include <polyglot/process/traffic_log.hpp>
#include <polyglot/proxy/played_game.hpp>

namespace polyglot::proxy {
namespace {

constexpr std::string_view kBegin = "game played, book plies ";
constexpr std::string_view kNone = "none";
constexpr std::string_view kPosition = ": position ";
constexpr std::string_view kStart = "startpos";
constexpr std::string_view kFen = "fen ";
constexpr std::string_view kMoves = " moves ";

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!word.empty()) words.push_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return words;
}

}  // namespace

std::string played_note(const session::GameFigures& figures) {
  return fmt::format(
      "{}{}{}{}", kBegin,
      figures.book_plies.empty() ? std::string(kNone) : fmt::format("{}", fmt::join(figures.book_plies, " ")),
      kPosition, figures.position);
}

std::optional<PlayedGame> read_played(std::string_view log_line) {
  constexpr std::size_t kNoteBegin = std::string_view("2026-05-01 12:00:00.123456 ").size();
  if (log_line.size() < kNoteBegin) return std::nullopt;
  log_line.remove_prefix(kNoteBegin);
  for (const std::string_view prefix : {process::TrafficLog::kNote, kBegin}) {
    if (!log_line.starts_with(prefix)) return std::nullopt;
    log_line.remove_prefix(prefix.size());
  }
  const std::size_t colon = log_line.find(kPosition);
  const std::size_t moves = log_line.find(kMoves);
  if (colon == std::string_view::npos || moves == std::string_view::npos || moves < colon)
    return std::nullopt;
  PlayedGame game;
  for (const std::string_view word : words_of(log_line.substr(0, colon))) {
    const auto ply = parse_number<std::size_t>(word);
    if (!ply && word != kNone) return std::nullopt;
    if (ply) game.book.push_back(*ply);
  }
  const std::size_t start = colon + kPosition.size();
  const std::string_view position = log_line.substr(start, moves - start);
  if (position.starts_with(kFen)) game.fen = position.substr(kFen.size());
  if (game.fen.empty() && position != kStart) return std::nullopt;
  for (const std::string_view move : words_of(log_line.substr(moves + kMoves.size())))
    game.moves.emplace_back(move);
  return game;
}

}  // namespace polyglot::proxy
