// SPDX-License-Identifier: MIT
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

}  // namespace

std::string played_note(const session::GameFigures& figures) {
  return fmt::format(
      "{}{}{}{}", kBegin,
      figures.book_plies.empty() ? std::string(kNone) : fmt::format("{}", fmt::join(figures.book_plies, " ")),
      kPosition, figures.position);
}

std::optional<PlayedGame> read_played(std::string_view log_line) {
  constexpr std::size_t kStampSize = std::string_view("2026-05-01 12:00:00.123456 ").size();
  if (log_line.size() < kStampSize) return std::nullopt;
  std::string_view text = log_line.substr(kStampSize);
  for (const std::string_view part : {process::TrafficLog::kNote, kBegin}) {
    if (!text.starts_with(part)) return std::nullopt;
    text.remove_prefix(part.size());
  }
  const std::size_t colon = text.find(kPosition);
  const std::size_t moves = text.find(kMoves);
  if (colon == std::string_view::npos || moves == std::string_view::npos || moves < colon)
    return std::nullopt;
  PlayedGame game;
  std::string_view plies = text.substr(0, colon);
  for (auto word = take_word(plies); !word.empty(); word = take_word(plies)) {
    const auto ply = parse_number<std::size_t>(word);
    if (!ply && word != kNone) return std::nullopt;
    if (ply) game.book.push_back(*ply);
  }
  const std::size_t start = colon + kPosition.size();
  const std::string_view position = text.substr(start, moves - start);
  if (position.starts_with(kFen)) game.fen = position.substr(kFen.size());
  if (game.fen.empty() && position != kStart) return std::nullopt;
  std::string_view rest = text.substr(moves + kMoves.size());
  for (auto move = take_word(rest); !move.empty(); move = take_word(rest)) game.moves.emplace_back(move);
  return game;
}

}  // namespace polyglot::proxy
