// SPDX-License-Identifier: MIT
#include "tools/opening_suite.hpp"
#include <algorithm>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/epd.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "tools/file_kind.hpp"
#include "tools/pgn_text.hpp"
#include "tools/text_files.hpp"

namespace polyglot::tools {
namespace {

/// The operation id of the operations behind the position of an EPD line.
std::string id_of(std::string_view operations) {
  while (!operations.empty()) {
    std::string_view operand = chess::take_operation(operations);
    if (take_word(operand) != "id") continue;
    return std::string(trim(operand, " \t\""));
  }
  return {};
}

}  // namespace

Result<OpeningSuite> OpeningSuite::read(const std::string& path) {
  OpeningSuite suite;
  suite.of_games_ = kind_of_file(path) == FileKind::games;
  if (auto read = suite.of_games_ ? suite.read_games(path) : suite.read_lists(path); !read)
    return read.error();
  if (suite.openings_.empty()) return Error{"holds no opening", os::input_name(path)};
  return {boost::system::in_place_value, std::move(suite)};
}

Result<void> OpeningSuite::read_lists(const std::string& path) {
  return read_lines(path, [this](std::string_view line, std::size_t number) -> Result<void> {
    const std::string text(line);
    if (trim(line).starts_with('#')) return {};
    auto position = chess::Position::from_fen(chess::take_fen(line));
    if (!position) return position.error();
    add({.text = text, .name = id_of(line), .line = number, .position = *std::move(position)}, 0);
    return {};
  });
}

Result<void> OpeningSuite::read_games(const std::string& path) {
  auto input = pgn::Input::open(path);
  if (!input) return input.error();
  pgn::ChunkReader chunks(std::move(*input));
  pgn::Chunk chunk;
  pgn::GameText game;
  for (;;) {
    const auto more = chunks.next(chunk);
    if (!more) return more.error();
    if (!*more) return {};
    for (pgn::GameReader games(chunk); games.next(game);) {
      const std::size_t line = games.line_of(game.text());
      const auto start = pgn::start_position(game);
      std::vector<game::Move> moves;
      const auto end = pgn::walk(game, [&moves](const chess::Position&, chess::Move move, std::size_t) {
        moves.emplace_back(move);
      });
      if (end.stop != pgn::WalkStop::end)
        return Error{end.message(), os::input_name(path) + ':' + std::to_string(line)};
      const auto opening = game.tag("Opening");
      add({.text = std::string(game.text()),
           .name = opening ? pgn::unescaped(*opening) : moves_text(*start, moves),
           .line = line,
           .position = end.position},
          moves.size());
    }
  }
}

void OpeningSuite::add(Opening opening, std::size_t plies) {
  numbers_.emplace(opening.position.key(), openings_.size());
  openings_.push_back(std::move(opening));
  plies_ = std::max(plies_, plies);
}

std::optional<std::size_t> OpeningSuite::find(const chess::Position& position) const {
  const auto number = numbers_.find(position.key());
  return number == numbers_.end() ? std::nullopt : std::optional(number->second);
}

std::optional<std::size_t> OpeningSuite::opening_of(const pgn::GameText& game) const {
  std::optional<std::size_t> found;
  const bool has_start = game.tag(pgn::KnownTag::fen).has_value();
  const auto visit = [&](const chess::Position& position, chess::Move, std::size_t ply) {
    if (const auto number = find(position)) found = number;
    return !(has_start && ply == 0 && found);
  };
  const auto end = pgn::walk(game, visit, std::max<std::size_t>(plies_, 1));
  if (end.stop == pgn::WalkStop::visitor && end.plies == 0) return found;
  if (end.stop == pgn::WalkStop::bad_start) return std::nullopt;
  if (const auto number = find(end.position)) found = number;
  return found;
}

std::string OpeningSuite::text_without(const std::vector<bool>& dropped) const {
  std::string text;
  for (std::size_t i = 0; i < openings_.size(); ++i)
    if (!dropped[i]) text.append(openings_[i].text).append(of_games_ ? "\n\n" : "\n");
  return text;
}

}  // namespace polyglot::tools
